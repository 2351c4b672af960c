#pragma once

#include <utility>

#include "kernel/kernel.hpp"
#include "kernel/leaf_counter.hpp"

namespace damier {

/// Counts trees by playing all moves but the last.
template <class G, Convention V>
class CoreTreeCounter final : public damier_kernel::TreeCounter {
public:
    explicit CoreTreeCounter(const std::atomic<bool>& stopped) : stopped_(stopped) {}

    std::uint64_t count(const damier_kernel::Tree& tree) override {
        if (tree.depth == 0) return 1;
        if (tree.black_to_move)
            play<Color::black>(tree.black, tree.white, tree.kings, tree.depth);
        else
            play<Color::white>(tree.white, tree.black, tree.kings, tree.depth);
        return white_leaves_.total() + black_leaves_.total();
    }

private:
    /// Plays the moves of a position with a number of plies to go.
    template <Color C>
    void play(Bitboard own, Bitboard other, Bitboard kings, int depth) {
        if (depth == 1) return leaves<C>().add(own, other, kings);
        if (depth == 4 && stopped_.load(std::memory_order_relaxed)) return;

        const Side<G, C> side(own, other, kings);
        if (can_capture(side)) return play_captures(side, own, other, kings, depth);
        visit_steps(side, [&](Bitboard from, Bitboard to) {
            play<~C>(other, own ^ from ^ to, kings | (to & G::promotion_row(C)), depth - 1);
        });
        visit_slides(side, [&](Bitboard from, Bitboard to) {
            play<~C>(other, own ^ from ^ to, kings ^ from ^ to, depth - 1);
        });
    }

    template <Color C>
    void play_captures(const Side<G, C>& side, Bitboard own, Bitboard other, Bitboard kings,
                       int depth) {
        MoveList& list = lists_[std::size_t(depth)];
        list.clear();
        CaptureLister<V> captures(list);
        visit_captures(side, captures);
        captures.finish();
        for (const Move& move : list) {
            const Bitboard from = bit(move.from);
            const Bitboard to = bit(move.to);
            const Bitboard crown = kings & from ? from ^ to : to & G::promotion_row(C);
            play<~C>(other ^ move.captured, own ^ from ^ to, (kings & ~move.captured) ^ crown,
                     depth - 1);
        }
    }

    template <Color C>
    LeafCounter<G, C, V>& leaves() {
        if constexpr (C == Color::white)
            return white_leaves_;
        else
            return black_leaves_;
    }

    const std::atomic<bool>& stopped_;
    LeafCounter<G, Color::white, V> white_leaves_;
    LeafCounter<G, Color::black, V> black_leaves_;
    std::array<MoveList, damier_kernel::most_depth + 1> lists_; ///< one for each depth
};

} // namespace damier
