#pragma once

#include <span>
#include <string>
#include <string_view>

#include "damier/move.hpp"
#include "damier/position.hpp"
#include "damier/route.hpp"
#include "damier/variant.hpp"

namespace damier {

/// Square numbers, or on the 8x8 board letter and digit with a1 at White's bottom left.
enum class Notation { numeric, algebraic };

/// The notation in which PDN files have a game: letters on 8x8, numbers on 10x10.
constexpr Notation official(Variant variant) {
    return variant == Variant::brazilian ? Notation::algebraic : Notation::numeric;
}

/// Throws a Refusal of algebraic notation on a board that has none.
void require(Variant variant, Notation notation);

/// The text of a square, which must be on the board.
std::string square_text(Variant variant, int square, Notation notation);

/// Reads a square in either notation; throws a Refusal.
int parse_square(Variant variant, std::string_view text);

/// "32-28", "28x19": origin and destination.
std::string short_text(Variant variant, const Move& move, Notation notation);

/// "4x27x38x15", "32-28": every square of a path.
std::string path_text(Variant variant, const Path& path, bool capture, Notation notation);

/// "4x15x13x20x32": origin, destination, captured squares in ascending order; as in the Hub
/// protocol of draughts engines.
std::string hub_text(Variant variant, const Move& move);

/// "4x27x38x15": the whole written path.
std::string long_text(Variant variant, const Position& position, const Move& move);

/// Whether origin and destination do not tell a move from the other legal ones.
bool is_ambiguous(std::span<const Move> legal, const Move& move);

} // namespace damier
