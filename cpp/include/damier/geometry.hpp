#pragma once

#include <array>

#include "damier/bitboard.hpp"
#include "damier/color.hpp"

namespace damier {

/// The four diagonal directions, seen from White's side of the board. Up is towards square 1.
enum Direction { up_left, up_right, down_left, down_right };

inline constexpr std::array directions{up_left, up_right, down_left, down_right};

constexpr Direction opposite(Direction direction) { return Direction(down_right - direction); }

/// Calls `visit.template operator()<D>()` with each direction.
template <class Visit>
DAMIER_ALWAYS_INLINE constexpr void each_direction(Visit&& visit) {
    visit.template operator()<up_left>();
    visit.template operator()<up_right>();
    visit.template operator()<down_left>();
    visit.template operator()<down_right>();
}

/// A board of Size x Size squares, of which the dark half is numbered from 1, row by row from
/// Black's side (R1).
///
/// Two rows of squares are followed by one ghost bit that is never occupied and never empty:
///
///       0   1   2   3   4          8x8: 0 1 2 3 / 4 5 6 7 / 8 is the ghost
///     5   6   7   8   9   (10)     10x10, as drawn: 10 is the ghost
///      11  12  13  14  15
///
/// so a step is the same shift from every square, and one that leaves the board ends on a ghost
/// or outside `board`. No code needs to know where the edges are.
template <int Size>
struct Geometry {
    static constexpr int size = Size;
    static constexpr int half = Size / 2;
    static constexpr int squares = Size * half;
    static constexpr int bits = squares + half - 1;

    /// Bit index of square number 1 .. squares.
    static constexpr int index(int square) { return square - 1 + (square - 1) / Size; }

    /// Square number of a bit index.
    static constexpr int square(int index) { return index + 1 - index / (Size + 1); }

    /// The set as an integer in which bit n - 1 is square n: without the ghosts.
    static constexpr std::uint64_t numbered(Bitboard squares) {
        std::uint64_t bits = 0;
        for (int ghosts = 0; ghosts < half; ++ghosts) {
            const Bitboard two_rows = (bit(Size) - 1) << (ghosts * (Size + 1));
            bits |= (squares & two_rows) >> ghosts;
        }
        return bits;
    }

    /// The set as it lies on the board turned by 180 degrees.
    static constexpr Bitboard rotated(Bitboard squares) { return reversed(squares) >> (64 - bits); }

    static constexpr Bitboard row(int number) {
        return (bit(half) - 1) << index(number * half + 1);
    }

    static constexpr Bitboard board = [] {
        Bitboard all = 0;
        for (int number = 0; number < Size; ++number) all |= row(number);
        return all;
    }();

    /// The row on which a man of this colour is crowned (R15).
    static constexpr Bitboard promotion_row(Color color) {
        return color == Color::white ? row(0) : row(Size - 1);
    }

    /// How many bits a step goes up.
    static constexpr int distance(Direction direction) {
        constexpr int distances[] = {-half - 1, -half, half, half + 1};
        return distances[direction];
    }

    /// Every square of a set moved some steps; the result may lie on ghosts or off the board.
    template <Direction D, int Steps = 1, class Set>
    static constexpr Set step(Set from) {
        constexpr int bits_up = Steps * distance(D);
        if constexpr (bits_up < 0)
            return from >> -bits_up;
        else
            return from << bits_up;
    }

    /// All squares in a direction from a square, to the edge of the board.
    static constexpr Bitboard ray(Direction direction, int from) { return rays[direction][from]; }

private:
    static constexpr auto rays = [] {
        std::array<std::array<Bitboard, bits>, 4> table{};
        each_direction([&]<Direction D>() {
            for (int from = 0; from < bits; ++from)
                for (Bitboard at = step<D>(bit(from)) & board; at; at = step<D>(at) & board)
                    table[D][from] |= at;
        });
        return table;
    }();
};

using Geometry8 = Geometry<8>;
using Geometry10 = Geometry<10>;

static_assert(Geometry10::bits == 54 && Geometry8::bits == 35);

} // namespace damier
