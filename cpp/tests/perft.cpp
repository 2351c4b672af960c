#include "damier/perft.hpp"

#include <chrono>
#include <cstdlib>
#include <stdexcept>

#include "check.hpp"
#include "damier/kernels.hpp"
#include "support.hpp"
#include "trees.hpp"

namespace damier::tests {
namespace {

bool go_on(const PerftProgress&) { return true; }

Count perft_of(Variant variant, const Position& position, std::int64_t depth,
               const PerftOptions& options = {}) {
    return perft(variant, {&position, 1}, depth, options, go_on).at(0);
}

/// Counts a tree to every depth at which it has at most so many leaves.
void check_counts(const Tree& tree, std::uint64_t leaves, const PerftOptions& options) {
    const Position position = position_of(tree.variant, tree.fen);
    const auto& counts = options.convention == Convention::moves ? tree.moves : tree.routes;
    for (std::size_t depth = 1; depth <= counts.size() && counts[depth - 1] <= leaves; ++depth) {
        const Count counted = perft_of(tree.variant, position, std::int64_t(depth), options);
        CHECK_IN(std::string(tree.name) + " at depth " + std::to_string(depth) + ": " +
                     std::to_string(counted.low) + " with " + kernel() + " kernel",
                 counted == Count{counts[depth - 1]});
    }
}

/// With a table for each tree, which is kept from depth to depth, if there are mebibytes for it.
void check_all_counts(std::uint64_t leaves, int threads = 1, std::uint64_t mebibytes = 0) {
    for (const Tree& tree : trees)
        for (Convention convention : {Convention::moves, Convention::routes}) {
            CountTable table(tree.variant, convention, mebibytes, threads > 1);
            check_counts(tree, leaves,
                         {.convention = convention, .threads = threads, .table = &table});
        }
}

/// Calls a function once for each kernel that this machine runs.
template <class Function>
void with_each_kernel(Function&& function) {
    constexpr const char* variable = "DAMIER_KERNEL";
    const char* const value = std::getenv(variable);
    const std::string before = value ? value : ""; // no name: perft chooses
    for (const std::string& name : kernels()) {
        setenv(variable, name.c_str(), 1);
        if (refusal<std::invalid_argument>([] { kernel(); }).empty()) function();
    }
    setenv(variable, before.c_str(), 1);
}

/// The same count move by move.
std::uint64_t counted_singly(Variant variant, const Position& position, int depth,
                             Convention convention) {
    if (depth == 0) return 1;
    std::uint64_t leaves = 0;
    for (const Move& move : legal_moves(variant, position, convention))
        leaves += counted_singly(variant, after(variant, position, move), depth - 1, convention);
    return leaves;
}

/// Positions of men, which the kernels count several at a time.
std::vector<Position> random_men(Variant variant, Random& random, int number) {
    std::vector<Position> positions;
    for (int i = 0; i < number; ++i) {
        Position position = random_position(variant, random);
        position.white &= ~promotion_row(variant, Color::white);
        position.black &= ~promotion_row(variant, Color::black);
        position.kings = 0;
        positions.push_back(position);
    }
    return positions;
}

/// A count too long to wait for ends soon after the watch says so.
void check_stop(Variant variant, const Position& position, std::int64_t depth, int threads) {
    using Clock = std::chrono::steady_clock;
    for (int patience : {1, 3}) {
        int asked = 0;
        Clock::time_point last;
        perft(variant, {&position, 1}, depth, {.threads = threads}, [&](const PerftProgress&) {
            last = Clock::now();
            return ++asked < patience;
        });
        CHECK(asked >= patience);
        // 0.2 s is promised; a busy machine under a sanitizer needs more.
        CHECK(Clock::now() - last < std::chrono::seconds(2));
    }
}

/// All pieces are locked but two kings, and each of those goes to and fro between two squares.
constexpr Variant forced_variant = Variant::brazilian;
constexpr std::string_view forced_line = "W:WK1,17-24,27:B6,9-16,K32";

} // namespace

TEST(perft_of_the_known_trees) {
    with_each_kernel([] { check_all_counts(1'500'000); });
}

/// What is counted at once must be what there is after each move.
TEST(perft_of_random_positions_of_men) {
    with_each_kernel([] {
        Random random(23);
        for (Variant variant : {Variant::brazilian, Variant::international})
            for (Convention convention : {Convention::moves, Convention::routes})
                for (int depth : {2, 3}) {
                    const auto positions = random_men(variant, random, 150);
                    const auto counts = perft(variant, positions, depth, {convention}, go_on);
                    for (std::size_t i = 0; i < positions.size(); ++i)
                        CHECK_IN(text_of(variant, positions[i]) + " at depth " +
                                     std::to_string(depth) + " with " + kernel() + " kernel",
                                 counts[i] == Count{counted_singly(variant, positions[i], depth,
                                                                   convention)});
                }
    });
}

TEST(perft_on_several_threads) {
    for (int threads : {1, 2, 7}) check_all_counts(30'000, threads);
}

/// The smallest table forgets most of what it is told.
TEST(perft_with_a_table) {
    with_each_kernel([] {
        check_all_counts(300'000, 1, 1);
        check_all_counts(30'000, 7, 8);
    });
}

TEST(perft_takes_no_table_of_another_kind) {
    const Position start = starting_position(Variant::brazilian);
    CountTable table(Variant::brazilian, Convention::moves, 1, false);
    auto refused = [&](Variant variant, Convention convention, int threads) {
        const PerftOptions options{.convention = convention, .threads = threads, .table = &table};
        return !refusal<std::invalid_argument>([&] {
                    perft_of(variant, start, 1, options);
                }).empty();
    };
    CHECK(!refused(Variant::brazilian, Convention::moves, 1));
    CHECK(refused(Variant::international, Convention::moves, 1));
    CHECK(refused(Variant::brazilian, Convention::routes, 1));
    CHECK(refused(Variant::brazilian, Convention::moves, 2));
}

TEST(perft_of_several_positions_keeps_them_apart) {
    const Tree& tree = trees.front();
    const Position start = position_of(tree.variant, tree.fen);
    std::vector<Position> children;
    std::vector<Count> single;
    Count sum;
    for (const Move& move : legal_moves(tree.variant, start)) {
        children.push_back(after(tree.variant, start, move));
        single.push_back(perft_of(tree.variant, children.back(), 4));
        sum += single.back();
    }
    CHECK(sum == Count{tree.moves[4]});
    for (int threads : {1, 2, 7})
        CHECK(perft(tree.variant, children, 4, {.threads = threads}, go_on) == single);
    CHECK(perft(tree.variant, {}, 4, {}, go_on).empty());
}

TEST(perft_of_depth_zero_is_one) {
    const std::vector<Position> positions{starting_position(Variant::brazilian),
                                          position_of(Variant::brazilian, "W:W:B1")};
    for (int threads : {1, 2, 7})
        CHECK(perft(Variant::brazilian, positions, 0, {.threads = threads}, go_on) ==
              std::vector<Count>{{1}, {1}});
}

TEST(perft_of_positions_without_moves) {
    for (const char* fen : {"W:W9:B1,2,5,6", "W:W:B1", "B:WK1:B", "B:W:B"})
        for (std::int64_t depth : {1, 2, 7, 100, 1'000'000})
            for (int threads : {1, 7})
                CHECK_IN(fen, perft_of(Variant::brazilian, position_of(Variant::brazilian, fen),
                                       depth, {.threads = threads}) == Count{});
}

TEST(perft_goes_any_depth) {
    const Position start = position_of(forced_variant, forced_line);
    Position position = start;
    for (int ply = 0; ply < 4; ++ply) {
        const MoveList legal = legal_moves(forced_variant, position);
        CHECK(legal.size() == 1 && !legal[0].is_capture());
        position = after(forced_variant, position, legal[0]);
        CHECK((position == start) == (ply == 3));
    }
    for (std::int64_t depth : {1, 127, 128, 129, 1'000})
        for (Convention convention : {Convention::moves, Convention::routes})
            CHECK_IN(std::to_string(depth),
                     perft_of(forced_variant, start, depth, {convention}) == Count{1});
    for (int threads : {1, 7})
        CHECK(perft_of(forced_variant, start, 1'000'000, {.threads = threads}) == Count{1});
}

TEST(perft_stops_when_the_watch_says_so) {
    const Position start = starting_position(Variant::international);
    for (std::int64_t depth : {30, 1'000})
        for (int threads : {1, 2, 7}) check_stop(Variant::international, start, depth, threads);
}

TEST(perft_stops_on_a_forced_line) {
    const Position start = position_of(forced_variant, forced_line);
    for (int threads : {1, 2}) check_stop(forced_variant, start, 1'000'000'000'000, threads);
}

TEST(perft_reports_its_progress) {
    const Tree& tree = trees.front();
    const Position start = position_of(tree.variant, tree.fen);
    for (int threads : {1, 2, 7}) {
        PerftProgress last{};
        bool growing = true;
        const auto counts = perft(tree.variant, {&start, 1}, 6, {.threads = threads},
                                  [&](const PerftProgress& now) {
                                      growing &= now.done >= last.done && now.done <= now.total &&
                                                 now.nodes.low >= last.nodes.low;
                                      last = now;
                                      return true;
                                  });
        CHECK(growing);
        CHECK(counts.at(0) == Count{tree.moves[5]});
        CHECK(last.done == last.total && last.nodes == Count{tree.moves[5]});
    }
}

/// Past 2^64 a sum carries, and past 2^128 it is refused: never a wrong number.
TEST(counts_add_up_or_are_refused) {
    constexpr std::uint64_t most = ~std::uint64_t(0);
    Count count{most};
    count += {1};
    CHECK(count == Count{0, 1});
    count += {most, most - 1};
    CHECK(count == Count{most, most});
    CHECK(!refusal<std::overflow_error>([&] { Count(count) += {1}; }).empty());
    CHECK(!refusal<std::overflow_error>([&] { Count(count) += {0, 1}; }).empty());
    CHECK(!refusal<std::overflow_error>([&] { Count(count) += count; }).empty());
}

} // namespace damier::tests
