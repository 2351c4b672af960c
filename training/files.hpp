#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "damier/position.hpp"
#include "damier/weights.hpp"

namespace damier::training {

/// A position of a game that was played, as the side to move sees it.
struct Example {
    Position position;
    std::int32_t score;  ///< centimen, what the search found
    std::int32_t result; ///< what became of the game: 0 lost, 1 drawn, 2 won
};

/// Files hold the structures as this machine has them in memory. All functions throw
/// std::runtime_error.
void write_weights(const std::string& path, const std::vector<Weight>& weights);
std::vector<Weight> read_weights(const std::string& path, Variant variant);
void write_examples(const std::string& path, const std::vector<Example>& examples);
void read_examples(const std::string& path, std::vector<Example>& examples);

} // namespace damier::training
