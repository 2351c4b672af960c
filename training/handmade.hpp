#pragma once

#include <vector>

#include "damier/weights.hpp"

namespace damier::training {

/// The evaluation that learning starts from and is measured against: what a player would say. It
/// is written as weights, so the search needs no second kind of evaluation.
std::vector<Weight> handmade(Variant variant);

} // namespace damier::training
