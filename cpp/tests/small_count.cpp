#include "damier/small_count.hpp"

#include "check.hpp"
#include "damier/board.hpp"
#include "support.hpp"
#include "trees.hpp"

namespace damier::tests {
namespace {

std::optional<std::vector<Count>> small_count(const Tree& tree, std::int64_t depth,
                                              Convention convention) {
    const Position position = position_of(tree.variant, tree.fen);
    return small_counts(tree.variant, {&position, 1}, depth, convention);
}

} // namespace

/// What it counts is right, and it counts what the kernels would be started for in vain.
TEST(small_counts_of_the_known_trees) {
    for (const Tree& tree : trees)
        for (Convention convention : {Convention::moves, Convention::routes}) {
            const auto& counts = convention == Convention::moves ? tree.moves : tree.routes;
            for (std::size_t depth = 1; depth <= counts.size(); ++depth) {
                const auto counted = small_count(tree, std::int64_t(depth), convention);
                const std::string told = std::string(tree.name) + ' ' + std::to_string(depth);
                if (counted) CHECK_IN(told, counted->at(0) == Count{counts[depth - 1]});
                if (depth == 1) CHECK_IN(told, counted.has_value());
            }
        }
}

TEST(small_counts_of_the_initial_positions) {
    for (Variant variant : {Variant::brazilian, Variant::international}) {
        const Position start = starting_position(variant);
        for (std::int64_t depth : {0, 1, 2, 3, 4})
            CHECK(small_counts(variant, {&start, 1}, depth, Convention::moves).has_value());
        for (std::int64_t depth : {5, 6, 100, 1'000'000})
            CHECK(!small_counts(variant, {&start, 1}, depth, Convention::moves));
        CHECK(small_counts(variant, {}, 3, Convention::moves)->empty());
    }
}

/// A share of the effort is for each: several are refused where one would be counted.
TEST(small_counts_of_many_positions_are_no_small_count) {
    const std::vector<Position> many(10, starting_position(Variant::international));
    const auto counted = small_counts(Variant::international, many, 3, Convention::moves);
    CHECK(counted == std::vector<Count>(10, Count{658}));
    CHECK(!small_counts(Variant::international, many, 4, Convention::moves));
}

} // namespace damier::tests
