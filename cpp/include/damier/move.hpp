#pragma once

#include <compare>
#include <vector>

#include "damier/bitboard.hpp"

namespace damier {

/// A move is its origin, its destination and the set of captured pieces (R18); two routes over
/// the same pieces are one move. Origin and destination are bit indexes.
///
/// Moves of one position are ordered by origin, then destination, then captured set.
struct Move {
    std::uint8_t from;
    std::uint8_t to;
    Bitboard captured;

    constexpr bool is_capture() const { return captured != 0; }

    constexpr auto operator<=>(const Move&) const = default;
};

static_assert(sizeof(Move) == 16);

/// Grows as needed: a position can have several hundred captures.
using MoveList = std::vector<Move>;

/// When two captures with the same origin and destination are one. Perft tables exist for both.
enum class Convention {
    moves,  ///< when they capture the same set of pieces (R18)
    routes, ///< when they capture the same pieces in the same order
};

} // namespace damier
