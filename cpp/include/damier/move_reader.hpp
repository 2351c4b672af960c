#pragma once

#include <span>
#include <string_view>

#include "damier/move.hpp"
#include "damier/notation.hpp"
#include "damier/position.hpp"
#include "damier/route.hpp"
#include "damier/variant.hpp"

namespace damier {

/// Reads one of the legal moves from text: origin and destination, a path with all or some of its
/// landing squares, or hub notation with the captured squares in any order. Squares are numbers
/// or, on 8x8, letter and digit; the signs - x : mean the same. Throws a Refusal.
Move read_move(Variant variant, const Position& position, std::span<const Move> legal,
               std::string_view text);

/// Throws the Refusal that says why no legal move goes along these squares.
[[noreturn]] void refuse(Variant variant, const Position& position, std::span<const Move> legal,
                         const Path& squares, Notation notation = Notation::numeric);

} // namespace damier
