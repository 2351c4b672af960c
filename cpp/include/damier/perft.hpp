#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "damier/count.hpp"
#include "damier/move.hpp"
#include "damier/position.hpp"
#include "damier/variant.hpp"

namespace damier {

struct PerftOptions {
    Convention convention = Convention::moves;
    int threads = 1;
    std::uint64_t table_mebibytes = 0; ///< for a table of counts; 0 is none
};

/// How far a count has come: parts of the tree done, of how many, and the leaves in them.
struct PerftProgress {
    std::uint64_t done;
    std::uint64_t total;
    Count nodes;
};

/// Called by the calling thread about twenty times a second and at the end; false stops the count.
/// It must not throw.
using PerftWatch = std::function<bool(const PerftProgress&)>;

/// The number of move sequences of a length from each of some positions of one variant. After a
/// stop the numbers mean nothing. Throws std::bad_alloc if there is no memory for the table,
/// std::overflow_error at 2^128.
std::vector<Count> perft(Variant variant, std::span<const Position> roots,
                                 std::int64_t depth, const PerftOptions& options,
                                 const PerftWatch& watch);

} // namespace damier
