#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "damier/draw_numbers.hpp"
#include "damier/position.hpp"

namespace damier {

/// The clocks of the endings in which a draw rule counts plies, followed along a line of play.
class EndingClocks {
public:
    using Tally = DrawNumbers::Tally;
    using Ending = DrawNumbers::Ending;

    explicit EndingClocks(const DrawNumbers& numbers) : numbers_(numbers) {
        for (const Ending& ending : numbers_.endings) {
            tallies_.push_back(ending.tally);
            most_pieces_ = std::max(most_pieces_, ending.most_pieces);
            for (const auto& materials : {ending.begun_by, ending.outlasted_by})
                for (const auto& [men, kings, other_men, other_kings] : materials)
                    most_pieces_ = std::max(most_pieces_, men + kings + other_men + other_kings);
        }
    }

    void push(const Position& after, bool exchanged) {
        const std::size_t endings = numbers_.endings.size();
        if (count(after.occupied()) > most_pieces_) {
            tallies_.resize(tallies_.size() + endings);
            return;
        }
        const Standing standing(after, numbers_.main_road);
        for (std::size_t i = 0; i < endings; ++i) {
            const Tally before = tallies_[tallies_.size() - endings];
            tallies_.push_back(next(numbers_.endings[i], before, standing, exchanged));
        }
    }
    void pop() { tallies_.resize(tallies_.size() - numbers_.endings.size()); }

    /// Whether a clock can be up in so many plies from here, if its ending lasts.
    bool ends_within(int plies) const {
        const std::size_t endings = numbers_.endings.size();
        const auto here = std::span(tallies_).last(endings);
        for (std::size_t i = 0; i < endings; ++i) {
            const auto& [age, counted, holds] = here[i];
            const int most = numbers_.endings[i].plies;
            if (age >= 0 && (holds || plies) && age + plies >= most && counted + plies >= most)
                return true;
        }
        return false;
    }

private:
    /// What the rules look at after a ply.
    struct Standing {
        struct Side {
            int men, kings;
        };

        Standing(const Position& position, Bitboard road)
            : white{count(position.white & ~position.kings),
                    count(position.white & position.kings)},
              black{count(position.black & ~position.kings),
                    count(position.black & position.kings)},
              on_road(count(position.occupied() & road)),
              lone_on_road(
                  ((is_lone(white) ? position.white : 0) | (is_lone(black) ? position.black : 0)) &
                  road) {}

        static bool is_lone(const Side& side) { return side.men == 0 && side.kings == 1; }

        bool is_one_of(const std::vector<DrawNumbers::Material>& materials) const {
            const DrawNumbers::Material one{white.men, white.kings, black.men, black.kings};
            const DrawNumbers::Material other{black.men, black.kings, white.men, white.kings};
            return std::ranges::any_of(materials,
                                       [&](const auto& m) { return m == one || m == other; });
        }

        Side white, black;
        int on_road;
        bool lone_on_road;
    };

    static bool begins(const Ending& ending, const Standing& at) {
        if (ending.begun_by.empty()) {
            const int pieces = at.white.men + at.white.kings + at.black.men + at.black.kings;
            return at.white.kings && at.black.kings && ending.least_pieces <= pieces &&
                   pieces <= ending.most_pieces;
        }
        return at.is_one_of(ending.begun_by) &&
               (ending.road != DrawNumbers::Road::held || at.lone_on_road);
    }

    static Tally next(const Ending& ending, const Tally& before, const Standing& at,
                      bool exchanged) {
        const bool on = begins(ending, at);
        const bool runs = before.age >= 0;
        if (!on && !(runs && at.is_one_of(ending.outlasted_by))) return {};
        Tally after{0, 0, true};
        if (runs && !(ending.restarted && exchanged)) after = {before.age + 1, before.counted + 1};
        if (ending.road == DrawNumbers::Road::total) {
            after.holds = at.lone_on_road && at.on_road == 1;
            after.counted = before.counted + after.holds;
        }
        return after;
    }

    const DrawNumbers& numbers_;
    std::vector<Tally> tallies_; ///< one of each ending for each position
    int most_pieces_ = 0;
};

} // namespace damier
