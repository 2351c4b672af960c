#include "damier/split.hpp"

#include <algorithm>
#include <new>
#include <set>

#include "check.hpp"
#include "support.hpp"
#include "trees.hpp"

namespace damier::tests {
namespace {

constexpr std::size_t plenty = 1 << 20;

/// All positions of a split, and in how many batches they came.
struct Everything {
    std::vector<Reached> positions;
    int batches = 0;
};

Everything everything(const Tree& tree, std::int64_t plies, Convention convention,
                      std::size_t memory) {
    Split split(tree.variant, position_of(tree.variant, tree.fen), plies, convention, memory);
    Everything all;
    for (;;) {
        const std::vector<Reached> batch = split.next([] {});
        if (batch.empty()) return all;
        all.positions.insert(all.positions.end(), batch.begin(), batch.end());
        ++all.batches;
    }
}

bool same(const Reached& one, const Reached& other) {
    return one.position == other.position && one.ways == other.ways;
}

} // namespace

TEST(split_reaches_each_position_once_and_in_as_many_ways_as_perft_counts) {
    for (const Tree& tree : trees)
        for (Convention convention : {Convention::moves, Convention::routes}) {
            const auto& counts = convention == Convention::moves ? tree.moves : tree.routes;
            for (std::size_t plies = 0; plies <= 5; ++plies) {
                const Everything all = everything(tree, std::int64_t(plies), convention, plenty);
                std::set<std::uint64_t> keys;
                Count ways;
                for (const Reached& reached : all.positions) {
                    keys.insert(position_key(tree.variant, reached.position));
                    ways += reached.ways;
                }
                CHECK_IN(std::string(tree.name), keys.size() == all.positions.size());
                CHECK_IN(std::string(tree.name), ways == Count{plies ? counts[plies - 1] : 1});
            }
        }
}

TEST(split_into_batches_gives_the_same_positions_in_the_same_order) {
    const Tree& tree = trees.front();
    const Everything one = everything(tree, 6, Convention::moves, plenty);
    CHECK(one.batches == 1);
    const Everything many = everything(tree, 6, Convention::moves, one.positions.size());
    CHECK(many.batches > 1);
    CHECK(std::ranges::equal(one.positions, many.positions, same));
}

TEST(split_tells_that_memory_does_not_suffice) {
    CHECK(!refusal<std::bad_alloc>([] {
               everything(trees.front(), 7, Convention::moves, 64);
           }).empty());
}

TEST(split_goes_on_after_a_pause_that_threw) {
    const Tree& tree = trees.front();
    Split split(tree.variant, position_of(tree.variant, tree.fen), 5, Convention::moves, plenty);
    int pauses = 0;
    auto third = [&] {
        if (++pauses == 3) throw std::runtime_error("stop");
    };
    CHECK(refusal<std::runtime_error>([&] { split.next(third); }) == "stop");
    CHECK(std::ranges::equal(split.next([] {}),
                             everything(tree, 5, Convention::moves, plenty).positions, same));
}

TEST(split_ends_where_the_game_does) {
    const Tree lost{Variant::brazilian, "no moves", "W:W9:B1,2,5,6", {}, {}};
    CHECK(everything(lost, 0, Convention::moves, plenty).positions.size() == 1);
    for (std::int64_t plies : {1, 2, 1000})
        CHECK(everything(lost, plies, Convention::moves, plenty).positions.empty());
}

} // namespace damier::tests
