#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "damier/plain_game.hpp"

namespace damier {

/// A position of a game as an array holds it: sets have bit n - 1 for square n.
struct PositionRow {
    std::uint64_t white;
    std::uint64_t black;
    std::uint64_t kings;
    std::uint32_t game;
    std::uint16_t ply;   ///< plies before it
    std::int16_t action; ///< the first action of the move that was played
    std::uint8_t turn;   ///< 0 for White, 1 for Black
    std::int8_t result;  ///< 1 if White won, -1 if Black did, 0 for a draw, 2 if that is not known
};

static_assert(sizeof(PositionRow) == 40);

/// Fills a row for each move of a game; there must be as many rows as moves, and at most 65535.
void fill_rows(const PlainGame& game, std::uint32_t number, std::span<PositionRow> rows);

} // namespace damier
