#pragma once

#include <vector>

#include "damier/move.hpp"
#include "damier/position.hpp"
#include "damier/variant.hpp"

namespace damier {

/// One way to play a capture: the pieces in the order in which they are taken, and after each the
/// squares the capturing piece may stand on. Any choice of one square per jump is a path.
struct Route {
    struct Jump {
        Bitboard over;
        Bitboard landings;
    };

    int origin;
    std::vector<Jump> jumps;
};

/// Every route of every legal capture of a position.
std::vector<Route> routes(Variant variant, const Position& position);

/// Every route of one legal capture.
std::vector<Route> routes(Variant variant, const Position& position, const Move& capture);

/// Square numbers, the origin first, the destination last.
using Path = std::vector<int>;

/// Every sequence of landing squares of a legal move, in ascending order.
std::vector<Path> paths(Variant variant, const Position& position, const Move& move);

/// The path to write for a legal move. Where the capturing piece turns it is the turning square,
/// where it goes straight on the square right behind the captured piece (PDN 3.0); of several
/// such paths it is the first in ascending order.
Path written_path(Variant variant, const Position& position, const Move& move);

/// The squares that can follow the beginning of a path: with an empty prefix those of the pieces
/// that may move, after a whole move none. Throws a Refusal if no legal move begins so.
std::vector<int> next_squares(Variant variant, const Position& position, const Path& prefix);

} // namespace damier
