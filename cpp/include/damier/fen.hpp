#pragma once

#include <string>
#include <string_view>

#include "damier/notation.hpp"
#include "damier/position.hpp"
#include "damier/variant.hpp"

namespace damier {

/// What a FEN says: the position, and in the suffix :Hn the plies since a man moved or a piece was
/// captured.
struct Fen {
    Position position;
    int reversible_plies = 0;
};

/// Reads a FEN (PDN 3.0 and the habits of other programs). Throws a Refusal with the place.
/// `strict` refuses a man on its promotion row (R17).
Fen parse_fen(Variant variant, std::string_view text, bool strict = true);

/// Writes a FEN: White first, squares ascending, kings one by one, three men or more in a row as a
/// range if `ranges` (which needs numeric notation).
std::string write_fen(Variant variant, const Position& position, bool ranges = false,
                      Notation notation = Notation::numeric);

} // namespace damier
