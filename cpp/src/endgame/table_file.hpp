#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "damier/endgame.hpp"

namespace damier::endgame {

/// What a cell says of its position: the plies to the last move of the game, which an odd number
/// wins and an even one loses, or one of these. Without distances a cell tells 0 or 1 plies.
using Cell = std::uint8_t;
inline constexpr Cell draw = 255; ///< also a cell not known yet
inline constexpr Cell none = 254; ///< no position has this number
inline constexpr Cell most_plies = 253;

constexpr bool is_win(Cell cell) { return cell <= most_plies && cell % 2 == 1; }
constexpr bool is_loss(Cell cell) { return cell <= most_plies && cell % 2 == 0; }

/// The cells of one piece set as they lie in a file: a header of 32 bytes, then the payload.
///
///     0   8 bytes  "damierEG"
///     8   1        the version of this format
///     9   1        the size of the board, 8 or 10
///     10  4        men, kings, other men, other kings
///     14  1        1 if the cells tell plies
///     15  1        1 if the payload is packed, 0 if it is the cells, one byte each
///     16  8        bytes of the payload, the lowest first, as all numbers here
///     24  8        checksum of the 24 bytes before and the payload
struct TableFile {
    PieceSet set;
    bool distances;
    bool packed;
    std::span<const std::uint8_t> payload;
};

inline constexpr std::size_t header_size = 32;

std::vector<std::uint8_t> write_table(Variant variant, const TableFile& table);

/// The table at the start of some bytes; `bytes` becomes what follows it. Throws
/// std::invalid_argument if there is none that is whole, of this variant and of this version.
TableFile read_table(Variant variant, std::span<const std::uint8_t>& bytes);

/// How many cells the table of a piece set has.
std::uint64_t cell_count(Variant variant, const PieceSet& set);

/// Whether there can be a table of this set: pieces on both sides, and not too many.
constexpr bool has_table(const PieceSet& set) {
    return set.men + set.kings > 0 && set.other_men + set.other_kings > 0 &&
           set.pieces() <= EndgameTables::most_pieces;
}

} // namespace damier::endgame
