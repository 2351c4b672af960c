#pragma once

#include "damier/variant.hpp"

namespace damier {

/// Where the pieces stand and whose turn it is. `kings` marks pieces of either colour.
struct Position {
    Bitboard white = 0;
    Bitboard black = 0;
    Bitboard kings = 0;
    Color turn = Color::white;

    constexpr Bitboard pieces(Color color) const { return color == Color::white ? white : black; }
    constexpr Bitboard occupied() const { return white | black; }

    constexpr bool operator==(const Position&) const = default;
};

static_assert(sizeof(Position) == 32);

/// The same position seen from the other side: turned by 180 degrees, with colours changed.
constexpr Position mirrored(Variant variant, const Position& position) {
    return with_geometry(variant, [&]<class G>() {
        return Position{G::rotated(position.black), G::rotated(position.white),
                        G::rotated(position.kings), ~position.turn};
    });
}

/// The men that stand on their promotion rows, where none can be left after a move (R15, R17).
constexpr Bitboard uncrowned(Variant variant, const Position& position) {
    return ((position.white & promotion_row(variant, Color::white)) |
            (position.black & promotion_row(variant, Color::black))) &
           ~position.kings;
}

/// The position a game starts from: all rows but the middle two are full of men (R1).
constexpr Position starting_position(Variant variant) {
    return with_geometry(variant, []<class G>() {
        constexpr int rows = G::size / 2 - 1;
        Position start;
        for (int row = 0; row < rows; ++row) {
            start.black |= G::row(row);
            start.white |= G::row(G::size - 1 - row);
        }
        return start;
    });
}

} // namespace damier
