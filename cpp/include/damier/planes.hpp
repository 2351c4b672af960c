#pragma once

#include <cstdint>
#include <cstring>

#include "damier/rows.hpp"
#include "damier/walk.hpp"

namespace damier {

/// White men, white kings, black men, black kings, whether Black is to move, and what a capture
/// under way has taken.
inline constexpr int plane_count = 6;

/// Bytes that the planes of one board take.
constexpr std::size_t planes_size(Variant variant) {
    return std::size_t(plane_count * board_size(variant) * board_size(variant));
}

/// Writes the planes of a position: for each a byte for every square, light ones too, row by row
/// from Black's side and from White's left.
template <class G>
class Planes {
public:
    static void write(const Walk& walk, std::uint8_t* out) {
        const auto& [white, black, kings, turn] = walk.position;
        constexpr std::size_t plane = std::size_t(G::size * G::size);
        for (Bitboard set : {white & ~kings, white & kings, black & ~kings, black & kings}) {
            write<1>(set, out);
            out += plane;
        }
        std::memset(out, turn == Color::black, plane);
        write<1>(walk.captured, out + plane);
    }

    static void write(const PositionRow& row, std::uint8_t* out) {
        const std::uint64_t white = row.white, black = row.black, kings = row.kings;
        constexpr std::size_t plane = std::size_t(G::size * G::size);
        for (std::uint64_t set : {white & ~kings, white & kings, black & ~kings, black & kings}) {
            write<0>(set, out);
            out += plane;
        }
        std::memset(out, row.turn, plane);
        std::memset(out + plane, 0, plane);
    }

private:
    /// The bytes of a row for each set of squares of it; rows alternate where their first is.
    struct Rows {
        std::uint8_t bytes[2][1 << G::half][G::size];
    };

    static constexpr Rows rows = [] {
        Rows made{};
        for (int odd = 0; odd < 2; ++odd)
            for (int set = 0; set < 1 << G::half; ++set)
                for (int nth = 0; nth < G::half; ++nth)
                    made.bytes[odd][set][2 * nth + 1 - odd] = set >> nth & 1;
        return made;
    }();

    /// Two rows of squares are followed by so many ghosts.
    template <int Ghosts>
    static void write(std::uint64_t set, std::uint8_t* out) {
        for (int pair = 0; pair < G::half; ++pair, set >>= Ghosts)
            for (int odd = 0; odd < 2; ++odd, set >>= G::half, out += G::size)
                std::memcpy(out, rows.bytes[odd][set & (bit(G::half) - 1)], G::size);
    }
};

} // namespace damier
