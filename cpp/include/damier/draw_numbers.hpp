#pragma once

#include <array>
#include <vector>

#include "damier/bitboard.hpp"

namespace damier {

/// The draw rules of a game as far as a search counts them, in plain numbers.
struct DrawNumbers {
    /// A draw after so many plies in a row by kings without capture.
    struct KingPlies {
        int plies;
        bool both_kings = false; ///< only while each side has a king
        int least_pieces = 0;    ///< only while so many pieces are on the board
    };

    /// Men and kings of one side, men and kings of the other.
    using Material = std::array<int, 4>;

    /// How long an ending has lasted.
    struct Tally {
        int age = -1;      ///< plies since it began; -1: it is not on the board
        int counted = 0;   ///< those of them that count
        bool holds = true; ///< whether the condition of the rule holds now
    };

    /// What a lone king has to do with the main road.
    enum class Road {
        none,
        held, ///< it stands there; to leave it ends the count
        total ///< only those plies count after which it is the only piece there
    };

    /// A draw when an ending has lasted so many plies.
    struct Ending {
        int plies;
        std::vector<Material> begun_by;     ///< either side may be the first
        std::vector<Material> outlasted_by; ///< further material that does not end it
        int least_pieces = 0;               ///< without `begun_by`: so many pieces,
        int most_pieces = 0;                ///< while each side has a king
        bool restarted = false;             ///< a capture or promotion begins it anew
        Road road = Road::none;
        Tally tally; ///< in the position that is searched
    };

    int repetitions = 3; ///< times that a position draws; 0: never
    std::vector<KingPlies> king_plies;
    std::vector<Ending> endings;
    Bitboard main_road = 0;
};

} // namespace damier
