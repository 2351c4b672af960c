#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "damier/board.hpp"
#include "damier/search.hpp"
#include "search/ending_clocks.hpp"

namespace damier {

/// The positions from the last ply that cannot be taken back, before the root or after it, down to
/// the one that is looked at, and what the draw rules count on the way.
class Path {
public:
    Path(const Board& board, const DrawNumbers& numbers) : numbers_(numbers), clocks_(numbers) {
        const Board shortened = board.shortened();
        for (const Board::Ply& ply : shortened.history()) points_.push_back({ply.before, 0});
        root_ = points_.size();
        points_.push_back({board.position(), board.reversible_plies()});
    }

    void push(const Position& after, bool reversible, bool exchanged) {
        points_.push_back({after, reversible ? points_.back().reversible_plies + 1 : 0});
        clocks_.push(after, exchanged);
    }
    void pop() {
        points_.pop_back();
        clocks_.pop();
    }

    const Position& position() const { return points_.back().position; }

    /// Whether a rule draws the game here, if the side to move can move. A position that stood in
    /// the searched line already counts as a draw: whoever could do better there can do so now.
    bool is_drawn() const {
        const Point& here = points_.back();
        if (here.reversible_plies >= plies_to_return && repeats()) return true;
        return kings_are_done(here.reversible_plies) || clocks_.ends_within(0);
    }

    /// Whether a rule that counts plies could draw the game within so many, which what the table
    /// knows of a position does not tell.
    bool ends_within(int plies) const {
        return kings_are_done(points_.back().reversible_plies + plies) ||
               clocks_.ends_within(plies);
    }

private:
    struct Point {
        Position position;
        int reversible_plies;
    };

    /// The smallest number of plies by kings after which a position can be there again.
    static constexpr int plies_to_return = 4;

    bool repeats() const {
        const std::size_t last = points_.size() - 1;
        const auto run = std::min(std::size_t(points_.back().reversible_plies), last);
        int times = 1;
        for (std::size_t back = plies_to_return; back <= run; back += 2) {
            if (points_[last - back].position != points_[last].position) continue;
            if (last - back >= root_) return true;
            ++times;
        }
        return numbers_.repetitions && times >= numbers_.repetitions;
    }

    bool kings_are_done(int plies) const {
        const Position& at = position();
        return std::ranges::any_of(numbers_.king_plies, [&](const DrawNumbers::KingPlies& rule) {
            return plies >= rule.plies && count(at.occupied()) >= rule.least_pieces &&
                   (!rule.both_kings || ((at.white & at.kings) && (at.black & at.kings)));
        });
    }

    const DrawNumbers& numbers_;
    EndingClocks clocks_;
    std::vector<Point> points_;
    std::size_t root_;
};

} // namespace damier
