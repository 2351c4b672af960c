#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

/// A kernel is the code that counts trees, compiled for processors with certain instructions. The
/// plain kernel runs on all of them; each gives the same counts.
///
/// The templates of the core are compiled once for each kernel, and a linker that finds a function
/// twice keeps one copy: it must never give the plain kernel a copy with instructions that the
/// processor may lack. So every kernel has the core in a namespace of its own (kernel.cpp); what
/// goes in and out, here, is in none of them and has no code of its own.
namespace damier_kernel {

/// The tree below a position, so many plies deep.
struct Tree {
    std::uint64_t white;
    std::uint64_t black;
    std::uint64_t kings;
    bool black_to_move;
    int depth;
};

/// The deepest tree a TreeCounter takes.
inline constexpr int most_depth = 127;

/// Zeroed words for a table of counts, eight of them a bucket; no table if there are no buckets.
struct TableMemory {
    std::atomic<std::uint64_t>* words;
    std::uint64_t buckets;                  ///< a power of two
    std::atomic<std::uint64_t>* used;       ///< how many of them are used so far, a power of two
    std::atomic<std::uint64_t>* pushed_out; ///< trees since it last grew, kept between counts
    bool shared;                            ///< by several threads
};

/// 128 bits of a number of leaves.
struct Leaves {
    std::uint64_t low;
    std::uint64_t high;
};

/// Counts the leaves of trees, one after another, on one thread.
class TreeCounter {
public:
    virtual ~TreeCounter();

    /// A meaningless number after a stop. Throws std::overflow_error at 2^128.
    virtual Leaves count(const Tree& tree) = 0;
};

struct Rules {
    bool international;
    bool routes;
};

using Make = std::unique_ptr<TreeCounter>(const Rules& rules, const TableMemory& table,
                                          const std::atomic<bool>& stopped);

Make make_plain;
#ifdef DAMIER_X86_KERNELS
Make make_avx2;
Make make_avx512;
#endif

} // namespace damier_kernel
