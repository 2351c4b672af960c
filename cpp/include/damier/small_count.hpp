#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "damier/count.hpp"
#include "damier/move.hpp"
#include "damier/position.hpp"
#include "damier/variant.hpp"

namespace damier {

/// What `perft` counts, if the calling thread can have it within microseconds, which is less than
/// a thread takes to start; else nothing, and that soon.
std::optional<std::vector<Count>> small_counts(Variant variant, std::span<const Position> roots,
                                               std::int64_t depth, Convention convention);

} // namespace damier
