#pragma once

#include "perft/kernel/kernel.hpp"
#include "perft/kernel/leaf_counter.hpp"
#include "perft/kernel/reply_counter.hpp"
#include "perft/kernel/table.hpp"

namespace damier {

/// Counts trees by playing all moves but the last two.
template <class G, Convention V>
class CoreTreeCounter final : public damier_kernel::TreeCounter {
public:
    CoreTreeCounter(const damier_kernel::TableMemory& table, const std::atomic<bool>& stopped)
        : has_table_(table.buckets > 0), table_(table), stopped_(stopped) {}

    damier_kernel::Leaves count(const damier_kernel::Tree& tree) override {
        if (tree.depth == 0) return {1, 0};
        const Count leaves =
            tree.black_to_move
                ? count<Color::black>(tree.black, tree.white, tree.kings, tree.depth)
                : count<Color::white>(tree.white, tree.black, tree.kings, tree.depth);
        return {leaves.low, leaves.high};
    }

private:
    /// Trees that are not as deep are counted again sooner than looked up.
    static constexpr int least_table_depth = 4;

    template <Color C>
    Count count(Bitboard own, Bitboard other, Bitboard kings, int depth) {
        if (!has_table_ || depth < least_table_depth) return played<C>(own, other, kings, depth);
        return looked_up<C>(table_key<C>(own, other, kings, depth));
    }

    template <Color C>
    Count looked_up(const TableKey& key) {
        if (stopped_.load(std::memory_order_relaxed)) return {};
        if (const auto known = table_.find(key)) return *known;
        const Bitboard own = C == Color::white ? key.white : key.black;
        const Bitboard other = C == Color::white ? key.black : key.white;
        Count leaves;
        if (key.depth == least_table_depth) {
            leaves = played<C>(own, other, key.kings, key.depth);
        } else {
            std::vector<TableKey>& children = children_[std::size_t(key.depth)];
            children.clear();
            each_child<C>(own, other, key.kings, key.depth, [&](auto... child) {
                children.push_back(table_key<~C>(child..., key.depth - 1));
                table_.expect(children.back());
            });
            for (const TableKey& child : children) leaves += looked_up<~C>(child);
        }
        if (!stopped_.load(std::memory_order_relaxed)) table_.store(key, leaves);
        return leaves;
    }

    template <Color C>
    static TableKey table_key(Bitboard own, Bitboard other, Bitboard kings, int depth) {
        return {C == Color::white ? own : other, C == Color::white ? other : own, kings,
                C == Color::black, depth};
    }

    /// Without a table. Nobody lives to see 2^64 leaves counted so.
    template <Color C>
    Count played(Bitboard own, Bitboard other, Bitboard kings, int depth) {
        if (depth == 1) {
            leaves<C>().add(own, other, kings);
            return {leaves<C>().total(), 0};
        }
        play<C>(own, other, kings, depth);
        return {depth % 2 ? replies<~C>().total() : replies<C>().total(), 0};
    }

    /// Plays the moves of a position with a number of plies to go, 2 or more.
    template <Color C>
    void play(Bitboard own, Bitboard other, Bitboard kings, int depth) {
        if (depth == 2) return replies<C>().add(own, other, kings);
        if (depth >= 4 && stopped_.load(std::memory_order_relaxed)) return;
        each_child<C>(own, other, kings, depth,
                      [&](auto... child) { play<~C>(child..., depth - 1); });
    }

    template <Color C, class Visit>
    void each_child(Bitboard own, Bitboard other, Bitboard kings, int depth, Visit&& visit) {
        visit_children<G, C, V>(own, other, kings, lists_[std::size_t(depth)], visit);
    }

    template <Color C>
    LeafCounter<G, C, V>& leaves() {
        if constexpr (C == Color::white)
            return white_leaves_;
        else
            return black_leaves_;
    }

    template <Color C>
    ReplyCounter<G, C, V>& replies() {
        if constexpr (C == Color::white)
            return white_replies_;
        else
            return black_replies_;
    }

    const bool has_table_;
    Table table_;
    const std::atomic<bool>& stopped_;
    LeafCounter<G, Color::white, V> white_leaves_;
    LeafCounter<G, Color::black, V> black_leaves_;
    ReplyCounter<G, Color::white, V> white_replies_;
    ReplyCounter<G, Color::black, V> black_replies_;
    std::array<MoveList, damier_kernel::most_depth + 1> lists_; ///< one for each depth
    std::array<std::vector<TableKey>, damier_kernel::most_depth + 1> children_; ///< the same
};

} // namespace damier
