#pragma once

#include <functional>
#include <vector>

#include "files.hpp"

namespace damier::training {

struct FitPlan {
    double score_share = 0.5; ///< how much of the goal is the search's score, the rest the result
    int epochs = 12;
    std::uint64_t seed = 1;
};

/// Weights whose evaluation, as a chance to win, comes near to what the search and the game said.
/// The same examples, plan and build give the same weights: one thread, sums in a fixed order.
/// After each epoch `told` is called with the positions that are different, and the mean loss.
std::vector<Weight> fit(Variant variant, std::vector<Example> examples, const FitPlan& plan,
                        const std::function<void(std::size_t, double)>& told);

} // namespace damier::training
