#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "damier/count.hpp"
#include "damier/count_table.hpp"
#include "damier/kernels.hpp"
#include "damier/move.hpp"
#include "damier/position.hpp"
#include "damier/stop.hpp"
#include "damier/variant.hpp"

namespace damier {

struct PerftOptions {
    Convention convention = Convention::moves;
    int threads = 1;                       ///< 1 or more
    std::string kernel = damier::kernel(); ///< one of kernels()
    CountTable* table = nullptr;           ///< one that serves this, or none
    const Stop* stop = nullptr;            ///< or none
};

/// How far a count has come: parts of the tree done, of how many, and the leaves in them.
struct PerftProgress {
    std::uint64_t done;
    std::uint64_t total;
    Count nodes;
};

/// Called by the calling thread about twenty times a second and at the end; false stops the count,
/// and it is not called again.
using PerftWatch = std::function<bool(const PerftProgress&)>;

/// The number of move sequences of a length, 0 or more, from each of some positions of one variant.
/// If the watch stops it the numbers mean nothing. Throws Stopped if `stop` is set before the end,
/// std::invalid_argument if the kernel does not run here or the table does not serve,
/// std::bad_alloc if the tree takes too much memory, std::overflow_error at 2^128.
std::vector<Count> perft(Variant variant, std::span<const Position> roots, std::int64_t depth,
                         const PerftOptions& options, const PerftWatch& watch);

} // namespace damier
