#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "damier/count.hpp"
#include "damier/move.hpp"
#include "damier/position.hpp"
#include "damier/variant.hpp"

namespace damier {

/// A position and the number of ways to reach it.
struct Reached {
    Position position;
    Count ways;
};

/// The positions a number of plies below another, each once, in an order that depends on nothing
/// else: shares of a count for several machines.
///
/// The last ply is made anew for each batch, which keeps the next positions that fit. So there may
/// be more of them than memory holds; those one ply earlier must fit.
class Split {
public:
    /// Called now and then; what it throws ends the work.
    using Pause = std::function<void()>;

    /// `plies` is 0 or more, `memory` a number of positions that may be held.
    Split(Variant variant, const Position& position, std::int64_t plies, Convention convention,
          std::size_t memory);

    /// The next positions; none at the end. Throws std::bad_alloc if memory does not suffice,
    /// std::overflow_error if a position is reached in 2^128 ways.
    std::vector<Reached> next(const Pause& pause);

private:
    std::vector<Reached> children(const Pause& pause);

    Variant variant_;
    Convention convention_;
    std::size_t memory_;
    std::int64_t plies_;            ///< from `parents_` to the end
    std::vector<Reached> parents_;  ///< of the positions to come
    std::optional<Position> after_; ///< the last position that came
    bool complete_ = false;         ///< whether nothing is left to come
};

} // namespace damier
