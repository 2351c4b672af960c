#pragma once

#include <bit>
#include <cstdint>

/// For small functions that hand vectors on: a call would send them through memory.
#if defined(__GNUC__)
#define DAMIER_ALWAYS_INLINE __attribute__((always_inline))
#else
#define DAMIER_ALWAYS_INLINE
#endif

namespace damier {

/// A set of squares, one bit each. Which bit is which square is Geometry's business.
using Bitboard = std::uint64_t;

constexpr Bitboard bit(int index) { return Bitboard{1} << index; }

constexpr int count(Bitboard squares) { return std::popcount(squares); }

/// Index of the lowest square of a set; the set must not be empty.
constexpr int lowest(Bitboard squares) { return std::countr_zero(squares); }

/// Index of the highest square of a set; the set must not be empty.
constexpr int highest(Bitboard squares) { return int(std::bit_width(squares)) - 1; }

/// A set with the order of its 64 bits turned round.
constexpr Bitboard reversed(Bitboard squares) {
    constexpr Bitboard halves[] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                   0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
    for (int i = 0; i < 6; ++i)
        squares = ((squares & halves[i]) << (1 << i)) | ((squares >> (1 << i)) & halves[i]);
    return squares;
}

/// The squares of a set in ascending order: `for (int square : Squares{set})`.
class Squares {
public:
    constexpr explicit Squares(Bitboard squares) : rest_(squares) {}

    constexpr Squares begin() const { return *this; }
    constexpr Squares end() const { return Squares{0}; }
    constexpr int operator*() const { return lowest(rest_); }
    constexpr Squares& operator++() {
        rest_ &= rest_ - 1;
        return *this;
    }
    constexpr bool operator==(const Squares&) const = default;

private:
    Bitboard rest_;
};

} // namespace damier
