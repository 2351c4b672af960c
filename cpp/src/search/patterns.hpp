#pragma once

#include <array>
#include <cstdint>

#include "damier/geometry.hpp"

namespace damier {

/// Blocks of men: four rows high, two squares of each row wide, overlapping both ways. What stands
/// on a block is a number in base 3 of eight digits, a digit for each square: empty (or a king),
/// a white man, a black man.
///
/// Turning the board by 180 degrees and changing the colours leaves the game as it is, and turns
/// each block into another (the middle one of 8x8 into itself). The two share one table.
template <class G>
struct Patterns {
    static constexpr int lanes = G::half - 1;          ///< pairs of neighbours in a row
    static constexpr int bands = G::size / 2;          ///< pairs of rows
    static constexpr int blocks = lanes * (bands - 1); ///< on the whole board
    static constexpr int tables = (blocks + 1) / 2;    ///< that are not a twin's
    static constexpr int contents = 6561;              ///< 3^8
    static constexpr int lane_contents = 81;           ///< 3^4
    static constexpr int band_bits = G::size + 1;      ///< squares of two rows and a ghost

    /// The contents of every block, in the order of bands, then lanes: `visit(block, content)`.
    template <class Visit>
    static constexpr void each(Bitboard white_men, Bitboard black_men, Visit&& visit) {
        std::uint32_t above = band(white_men, black_men, 0);
        for (int number = 1; number < bands; ++number) {
            const std::uint32_t below = band(white_men, black_men, number);
            for (int lane = 0; lane < lanes; ++lane)
                visit((number - 1) * lanes + lane,
                      int((above >> 8 * lane & 255) * lane_contents + (below >> 8 * lane & 255)));
            above = below;
        }
    }

    /// The block on which a block comes to lie when the board is turned.
    static constexpr int twin(int block) { return blocks - 1 - block; }

    /// The same men on the turned block, colours changed: the digits backwards, 1 and 2 exchanged.
    static constexpr int turned(int content) {
        int result = 0;
        for (int digit = 0; digit < 8; ++digit, content /= 3)
            result = result * 3 + (3 - content % 3) % 3;
        return result;
    }

private:
    /// The digits of two rows, a byte for each lane.
    static constexpr std::uint32_t band(Bitboard white_men, Bitboard black_men, int number) {
        constexpr Bitboard mask = bit(band_bits) - 1;
        const int shift = number * band_bits;
        return digits[white_men >> shift & mask] + 2 * digits[black_men >> shift & mask];
    }

    static constexpr auto digits = [] {
        std::array<std::uint32_t, std::size_t(1) << band_bits> table{};
        for (std::uint32_t squares = 0; squares < table.size(); ++squares)
            for (int lane = 0; lane < lanes; ++lane) {
                std::uint32_t number = 0;
                for (int at : {lane, lane + 1, lane + G::half, lane + G::half + 1})
                    number = number * 3 + (squares >> at & 1);
                table[squares] |= number << 8 * lane;
            }
        return table;
    }();
};

} // namespace damier
