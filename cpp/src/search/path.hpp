#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "damier/board.hpp"
#include "damier/search.hpp"

namespace damier {

/// The positions from the last ply that cannot be taken back, before the root or after it, down to
/// the one that is looked at, and what the draw rules count on the way.
class Path {
public:
    Path(const Board& board, const DrawNumbers& numbers) : numbers_(numbers) {
        const Board shortened = board.shortened();
        for (const Board::Ply& ply : shortened.history()) points_.push_back({ply.before, 0, 0});
        root_ = points_.size();
        points_.push_back({board.position(), board.reversible_plies(), numbers.ending_plies});
    }

    void push(const Position& after, bool reversible, bool same_material) {
        const Point& last = points_.back();
        points_.push_back({after, reversible ? last.reversible_plies + 1 : 0,
                           same_material ? last.ending_plies + 1 : 0});
    }
    void pop() { points_.pop_back(); }

    const Position& position() const { return points_.back().position; }

    /// Whether a rule draws the game here, if the side to move can move. A position that stood in
    /// the searched line already counts as a draw: whoever could do better there can do so now.
    bool is_drawn() const {
        const Point& here = points_.back();
        if (here.reversible_plies >= plies_to_return && repeats()) return true;
        if (numbers_.king_plies && here.reversible_plies >= numbers_.king_plies &&
            (!numbers_.both_kings || both_have_kings(here.position)))
            return true;
        return here.ending_plies && !numbers_.endings.empty() && ending_is_over(here);
    }

    /// Whether plies by kings alone could reach their limit within so many plies, which what the
    /// table knows of a position does not tell.
    bool ends_within(int plies) const {
        return numbers_.king_plies &&
               points_.back().reversible_plies + plies >= numbers_.king_plies;
    }

private:
    struct Point {
        Position position;
        int reversible_plies;
        int ending_plies;
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

    static bool both_have_kings(const Position& position) {
        return (position.white & position.kings) && (position.black & position.kings);
    }

    bool ending_is_over(const Point& here) const {
        const Position& position = here.position;
        const int white_men = count(position.white & ~position.kings);
        const int black_men = count(position.black & ~position.kings);
        const int white_kings = count(position.white & position.kings);
        const int black_kings = count(position.black & position.kings);
        for (const auto& [strong_men, strong_kings, weak_men, weak_kings, plies] :
             numbers_.endings) {
            const bool white_strong = strong_men == white_men && strong_kings == white_kings &&
                                      weak_men == black_men && weak_kings == black_kings;
            const bool black_strong = strong_men == black_men && strong_kings == black_kings &&
                                      weak_men == white_men && weak_kings == white_kings;
            if ((white_strong || black_strong) && here.ending_plies >= plies) return true;
        }
        return false;
    }

    const DrawNumbers& numbers_;
    std::vector<Point> points_;
    std::size_t root_;
};

} // namespace damier
