#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "damier/board.hpp"
#include "damier/movegen.hpp"
#include "damier/search.hpp"
#include "search/evaluation.hpp"
#include "search/halt.hpp"
#include "search/history.hpp"
#include "search/move_order.hpp"
#include "search/path.hpp"
#include "search/table.hpp"

namespace damier {

/// Searches what follows the moves of one position, for one thread.
///
/// All scores are those of the side to move. A score outside of the window it was asked for is a
/// bound.
template <class G>
class Tree {
public:
    Tree(const Evaluation<G>& evaluation, SearchTable& table, const Board& board,
         const SearchRequest& request, Halt& halt)
        : evaluation_(evaluation), table_(table), variant_(board.variant()), noise_(request.noise),
          endgames_(request.endgames), known_pieces_(endgames_ ? endgames_->pieces() : 0),
          root_pieces_(count(board.position().occupied())), path_(board, request.draws),
          halt_(halt), frames_(most_plies + 2) {}

    /// What a move of the position seems to be worth, without a look at any reply.
    template <Color C>
    int guess_move(const Move& move) const {
        return -judge(after<G, C>(path_.position(), move));
    }

    /// What a move of the position is worth; `depth` counts the plies after it.
    template <Color C>
    int search_move(const Move& move, int alpha, int beta, int depth) {
        return reply<C>(path_.position(), move, alpha, beta, depth, 0);
    }

    /// The moves expected after the last move searched.
    const MoveList& line() const { return frames_[1].line; }

    /// The longest line looked at since the last call.
    int take_deepest() { return std::exchange(deepest_, 0); }

private:
    /// What one ply of the searched line needs; kept, so that lists take no memory each time.
    struct Frame {
        MoveList moves;
        MoveOrder order;
        MoveList line;
    };

    static constexpr int no_move = -1;

    /// At depth 0 a side whose pieces are under attack looks one ply further, at this depth not.
    static constexpr int last_look = -1;

    static constexpr int lost_in(int plies) { return plies - score_of_win; }

    template <Color C>
    int reply(const Position& position, const Move& move, int alpha, int beta, int depth, int ply) {
        const Position next = after<G, C>(position, move);
        if (depth > 0) table_.expect(next);
        const bool by_man = !(position.kings & bit(move.from));
        const bool crowned = by_man && (next.kings & bit(move.to));
        path_.push(next, !by_man && !move.is_capture(), move.is_capture() || crowned);
        const int score = -search<~C>(next, -beta, -alpha, depth, ply + 1);
        path_.pop();
        return score;
    }

    template <Color C>
    int search(const Position& position, int alpha, int beta, int depth, int ply) {
        Frame& frame = frames_[std::size_t(ply)];
        frame.line.clear();
        deepest_ = std::max(deepest_, ply);
        if (halt_()) return 0;
        if (path_.is_drawn()) return any_move<G, C>(position) ? 0 : lost_in(ply);
        if (ply >= most_plies) return judge(position);
        if (known_pieces_ && count(position.occupied()) <= known_pieces_)
            if (const auto score = known(position, ply)) return *score;
        if (depth <= 0) return settle<C>(position, alpha, beta, depth, ply);
        alpha = std::max(alpha, lost_in(ply)); // no line from here is worse or better than these
        beta = std::min(beta, -lost_in(ply + 1));
        if (alpha >= beta) return alpha;

        const bool window = beta - alpha > 1;
        const Finding found = found_before(position, ply);
        if (!window && found.depth >= depth && decides(found, alpha, beta) &&
            !path_.ends_within(depth))
            return found.score;
        if (!window && is_proved_cut<C>(position, beta, depth, ply)) return beta;
        if (halt_.halted()) return 0;

        generate<G, C>(position, frame.moves);
        if (frame.moves.empty()) return lost_in(ply);
        put_in_order<C>(position, frame, found);
        return search_moves<C>(position, alpha, beta, depth, ply, found);
    }

    template <Color C>
    int search_moves(const Position& position, int alpha, int beta, int depth, int ply,
                     const Finding& found) {
        Frame& frame = frames_[std::size_t(ply)];
        const bool window = beta - alpha > 1;
        const int alpha_at_first = alpha;
        int best = -score_limit;
        int best_index = 0;
        while (!frame.order.empty()) {
            const int tried = int(frame.order.given());
            const int index = frame.order.next();
            const Move move = frame.moves[std::size_t(index)];
            const bool extended = tried == 0 && is_extended<C>(position, index, depth, ply, found);
            const int below = depth - !extended;
            int score;
            if (tried == 0) {
                score = reply<C>(position, move, alpha, beta, below, ply);
            } else {
                const int less = move.is_capture() ? 0 : reduction(depth, tried, window);
                score = reply<C>(position, move, alpha, alpha + 1, below - less, ply);
                if (score > alpha && less)
                    score = reply<C>(position, move, alpha, alpha + 1, below, ply);
                if (score > alpha && score < beta)
                    score = reply<C>(position, move, alpha, beta, below, ply);
            }
            if (halt_.halted()) return 0;
            if (score <= best) continue;
            best = score;
            best_index = index;
            if (score <= alpha) continue;
            alpha = score;
            if (window) take_line(frame.line, move, frames_[std::size_t(ply) + 1].line);
            if (score >= beta) break;
        }
        if (best >= beta) remember<C>(frame, depth);
        const Bound bound = best >= beta            ? Bound::lower
                            : best > alpha_at_first ? Bound::exact
                                                    : Bound::upper;
        table_.store(position, {bound, to_table(best, ply), depth, best_index});
        return best;
    }

    /// Plays captures to their end; all are forced. A side under attack sees one more ply.
    template <Color C>
    int settle(const Position& position, int alpha, int beta, int depth, int ply) {
        const bool capturing = bool(capturers(Side<G, C>(position)));
        if (!capturing) {
            const bool attacked = bool(capturers(Side<G, ~C>(position)));
            if (depth == last_look || !attacked)
                return any_move<G, C>(position) ? judge(position) : lost_in(ply);
        }
        Frame& frame = frames_[std::size_t(ply)];
        generate<G, C>(position, frame.moves);
        int best = lost_in(ply);
        for (const Move& move : frame.moves) {
            const int score = reply<C>(position, move, std::max(alpha, best), beta,
                                       capturing ? depth : last_look, ply);
            if (halt_.halted()) return 0;
            if (score <= best) continue;
            best = score;
            if (score >= beta) break;
            if (score > alpha) take_line(frame.line, move, frames_[std::size_t(ply) + 1].line);
        }
        return best;
    }

    /// Whether a shallow search finds so much more than beta that the deep one need not be made.
    template <Color C>
    bool is_proved_cut(const Position& position, int beta, int depth, int ply) {
        if (depth < 3 || is_decided(beta) || capturers(Side<G, C>(position))) return false;
        const int goal = beta + 10 * depth;
        return search<C>(position, goal - 1, goal, depth * 2 / 5, ply) >= goal;
    }

    /// A move without alternative, or far better than all others as far as the table and a search
    /// of half the depth can tell, is followed a ply further.
    template <Color C>
    bool is_extended(const Position& position, int first, int depth, int ply,
                     const Finding& found) {
        const Frame& frame = frames_[std::size_t(ply)];
        if (frame.moves.size() == 1) return true;
        const bool trusted = found.bound == Bound::lower || found.bound == Bound::exact;
        if (depth < 8 || !trusted || found.depth < depth - 3 || found.move != first ||
            is_decided(found.score))
            return false;
        const int goal = found.score - 2 * depth;
        for (int index = 0; index < int(frame.moves.size()); ++index) {
            if (index == first) continue;
            const Move move = frame.moves[std::size_t(index)];
            if (reply<C>(position, move, goal - 1, goal, depth / 2 - 1, ply) >= goal) return false;
            if (halt_.halted()) return false;
        }
        return true;
    }

    /// Plies taken off for a move that comes late in the order: half of them after the first four,
    /// unless its score is asked for.
    static int reduction(int depth, int tried, bool window) {
        if (depth < 2) return 0;
        if (tried >= 4 && !window) return depth / 2;
        const int less =
            (std::bit_width(unsigned(depth)) * std::bit_width(unsigned(tried)) + 2) / 5;
        return std::clamp(less - window, 0, depth - 1);
    }

    template <Color C>
    void put_in_order(const Position& position, Frame& frame, const Finding& found) {
        constexpr int first = 1 << 30;
        constexpr int crowning = 1 << 20;
        frame.order.clear();
        for (const Move& move : frame.moves) {
            int promise = history_.of(C, move);
            if (move.is_capture())
                promise = count(move.captured & position.kings);
            else if (!(position.kings & bit(move.from)) && (bit(move.to) & G::promotion_row(C)))
                promise = crowning;
            if (found.bound != Bound::none && int(&move - frame.moves.data()) == found.move)
                promise = first;
            frame.order.add(promise);
        }
    }

    /// The last move handed out was best, those before it were not.
    template <Color C>
    void remember(const Frame& frame, int depth) {
        const std::size_t last = frame.order.given() - 1;
        if (frame.moves[std::size_t(frame.order.given(last))].is_capture()) return;
        for (std::size_t i = 0; i < last; ++i)
            history_.was_not(C, frame.moves[std::size_t(frame.order.given(i))], depth);
        history_.was_best(C, frame.moves[std::size_t(frame.order.given(last))], depth);
    }

    /// What the endgame tables tell. A win without its distance is no use in the pieces that the
    /// root has: every move that keeps it would look as good as the one that makes progress.
    std::optional<int> known(const Position& position, int ply) const {
        const auto ending = endgames_->probe(position);
        if (!ending) return {};
        if (ending->value == Endgame::draw) return 0;
        int win = score_of_table - ply;
        if (ending->plies != Endgame::unknown)
            win = score_of_win - ply - ending->plies;
        else if (count(position.occupied()) == root_pieces_)
            return {};
        return ending->value == Endgame::win ? win : -win;
    }

    int judge(const Position& position) const {
        const int score = evaluation_(position);
        if (!noise_.most) return score;
        const std::uint64_t dice = position_key(variant_, position) ^ noise_.seed;
        const std::uint64_t mixed = (dice ^ dice >> 29) * 0xbf58476d1ce4e5b9;
        const auto range = std::uint64_t(noise_.most) + 1;
        return score + int((mixed >> 40) % range) - int((mixed >> 16 & 0xffffff) % range);
    }

    Finding found_before(const Position& position, int ply) const {
        Finding found = table_.find(position);
        if (found.score > greatest_evaluation) found.score -= ply;
        if (found.score < -greatest_evaluation) found.score += ply;
        return found;
    }

    /// Wins and losses stand in the table by their distance from the position, not from the root.
    static int to_table(int score, int ply) {
        if (score > greatest_evaluation) return score + ply;
        if (score < -greatest_evaluation) return score - ply;
        return score;
    }

    static bool decides(const Finding& found, int alpha, int beta) {
        return found.bound == Bound::exact ||
               (found.bound == Bound::lower && found.score >= beta) ||
               (found.bound == Bound::upper && found.score <= alpha);
    }

    static void take_line(MoveList& line, const Move& move, const MoveList& rest) {
        line.assign(1, move);
        line.insert(line.end(), rest.begin(), rest.end());
    }

    const Evaluation<G>& evaluation_;
    SearchTable& table_;
    const Variant variant_;
    const Noise noise_;
    const EndgameTables* const endgames_;
    const int known_pieces_; ///< up to which the tables are complete
    const int root_pieces_;
    Path path_;
    Halt& halt_;
    History history_;
    std::vector<Frame> frames_;
    int deepest_ = 0;
};

} // namespace damier
