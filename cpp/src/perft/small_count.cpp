#include "damier/small_count.hpp"

#include <array>
#include <utility>

#include "damier/movegen.hpp"

namespace damier {
namespace {

constexpr int most_depth = 4;

/// Positions whose moves may be counted: some twenty microseconds.
constexpr std::size_t most_positions = 1024;

template <Convention V>
class SmallCounter {
public:
    /// Nothing if the tree has more than so many positions a ply above its leaves.
    std::optional<Count> count(Variant variant, const Position& root, int depth,
                               std::size_t positions) {
        left_ = positions;
        const bool small = with_side(variant, root.turn, [&]<class G, Color C>() {
            return depth == 0 ? bool(++leaves_) : add<G, C>(root, depth);
        });
        const std::uint64_t leaves = std::exchange(leaves_, 0);
        if (!small) return {};
        return Count{leaves};
    }

private:
    template <class G, Color C>
    bool add(const Position& position, int depth) {
        MoveList& moves = lists_[std::size_t(depth - 1)];
        if (depth == 1) {
            leaves_ += std::uint64_t(count_moves<G, C, V>(position, moves));
            return left_-- > 0;
        }
        generate<G, C, V>(position, moves);
        // Where the rest is as wide as this, it is left before it costs anything.
        std::size_t expected = 1;
        for (int plies = 1; plies < depth; ++plies) expected *= moves.size();
        if (expected > left_) return false;
        for (const Move& move : moves)
            if (!add<G, ~C>(after<G, C>(position, move), depth - 1)) return false;
        return true;
    }

    std::array<MoveList, most_depth> lists_; ///< one for each depth
    std::size_t left_ = 0;                   ///< positions
    std::uint64_t leaves_ = 0;
};

template <Convention V>
std::optional<std::vector<Count>> counts(Variant variant, std::span<const Position> roots,
                                         int depth) {
    SmallCounter<V> counter;
    std::vector<Count> found;
    for (const Position& root : roots) {
        const auto count = counter.count(variant, root, depth, most_positions / roots.size());
        if (!count) return {};
        found.push_back(*count);
    }
    return found;
}

} // namespace

std::optional<std::vector<Count>> small_counts(Variant variant, std::span<const Position> roots,
                                               std::int64_t depth, Convention convention) {
    if (depth > most_depth) return {};
    return convention == Convention::moves ? counts<Convention::moves>(variant, roots, int(depth))
                                           : counts<Convention::routes>(variant, roots, int(depth));
}

} // namespace damier
