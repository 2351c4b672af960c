#pragma once

#include <cstdint>
#include <vector>

#include "damier/search.hpp"
#include "files.hpp"
#include "random.hpp"

namespace damier::training {

/// How games are played.
struct GamePlan {
    Variant variant;
    std::uint64_t nodes;  ///< of each move
    int least_random = 5; ///< plies at the start
    int most_random = 12;
    int random_of_1000 = 0; ///< later moves that are random, to see more of the game
};

struct Played {
    int result = 1;                ///< for White: 0 lost, 1 drawn, 2 won
    std::vector<Example> examples; ///< quiet positions, with their scores
};

/// The position after some random plies, with both sides able to move on.
Board random_opening(const GamePlan& plan, Random& random);

/// So many of them that leave both sides equal: as many pieces, no capture due, none twice. Throws
/// std::runtime_error if there are not so many.
std::vector<Board> fair_openings(const GamePlan& plan, std::size_t number, Random& random);

Played play(const GamePlan& plan, Board board, Search& white, Search& black, Random& random);

} // namespace damier::training
