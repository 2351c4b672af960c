#include <algorithm>

#include "check.hpp"
#include "fit.hpp"
#include "games.hpp"
#include "handmade.hpp"
#include "support.hpp"

namespace damier::tests {
namespace {

std::vector<training::Example> played(Variant variant, std::uint64_t seed) {
    Search search(variant, training::handmade(variant), 1, 1);
    training::Random random(seed);
    const training::GamePlan plan{.variant = variant, .nodes = 50, .random_of_1000 = 20};
    std::vector<training::Example> examples;
    for (int game = 0; game < 3; ++game) {
        const Board opening = training::random_opening(plan, random);
        const auto found = training::play(plan, opening, search, search, random).examples;
        examples.insert(examples.end(), found.begin(), found.end());
    }
    return examples;
}

std::vector<Weight> fitted(Variant variant, const std::vector<training::Example>& examples,
                           int epochs) {
    const training::FitPlan plan{.epochs = epochs};
    return training::fit(variant, examples, plan, [](std::size_t, double) {});
}

} // namespace

TEST(the_same_seed_gives_the_same_games_and_the_same_weights) {
    for (Variant variant : variants) {
        const auto examples = played(variant, 1);
        CHECK(examples.size() > 20);
        const auto weights = fitted(variant, examples, 2);
        CHECK(weights == fitted(variant, played(variant, 1), 2));
        CHECK(weights != fitted(variant, played(variant, 2), 2));
    }
}

TEST(matches_have_openings_that_leave_both_sides_equal) {
    training::Random random(3);
    training::GamePlan plan{.variant = Variant::brazilian, .nodes = 1};
    plan.least_random = plan.most_random = 1; // seven moves, all of them quiet
    CHECK(training::fair_openings(plan, 7, random).size() == 7);
    const auto eight = [&] { training::fair_openings(plan, 8, random); };
    CHECK(!refusal<std::runtime_error>(eight).empty());
    plan.least_random = plan.most_random = 4;
    std::vector<Position> met;
    for (const Board& opening : training::fair_openings(plan, 150, random)) {
        const Position& position = opening.position();
        CHECK(opening.ply() == 4);
        CHECK(count(position.white) == count(position.black));
        CHECK(!must_capture(plan.variant, position));
        CHECK(!std::ranges::count(met, position));
        met.push_back(position);
    }
}

TEST(weights_learn_what_the_examples_say) {
    // A man more that always loses: the weights come to dislike it.
    const Variant variant = Variant::brazilian;
    const Position position = position_of(variant, "W:W21,22,30:B1,2");
    const std::vector<training::Example> examples{{position, -500, 0}};
    const auto weights = fitted(variant, examples, 200);
    CHECK(evaluate(variant, training::handmade(variant), position) > 50);
    CHECK(evaluate(variant, weights, position) < -50);
}

TEST(the_hand_made_evaluation_is_level_at_the_start_but_for_the_turn) {
    for (Variant variant : variants) {
        const auto weights = training::handmade(variant);
        CHECK(evaluate(variant, weights, starting_position(variant)) ==
              weights[index_of(variant, Term::to_move)].full / weight_unit);
    }
}

} // namespace damier::tests
