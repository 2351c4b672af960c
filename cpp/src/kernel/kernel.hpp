#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

/// A kernel is the code that counts trees, compiled for processors with certain instructions. The
/// plain kernel runs on all of them; each gives the same counts.
///
/// The templates of the core are compiled once for each kernel, and a linker that finds a function
/// twice keeps one copy: it must never give the plain kernel a copy with instructions that the
/// processor may lack. So every kernel has the core in a namespace of its own (kernel.cpp), and
/// what goes in and out, here, is in neither.
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
inline constexpr int most_depth = 64;

/// Counts the leaves of trees, one after another, on one thread.
class TreeCounter {
public:
    virtual ~TreeCounter() = default;

    /// A meaningless number after a stop.
    virtual std::uint64_t count(const Tree& tree) = 0;
};

struct Rules {
    bool international;
    bool routes;
};

using Make = std::unique_ptr<TreeCounter>(const Rules& rules, const std::atomic<bool>& stopped);

Make make_plain;
#ifdef DAMIER_X86_KERNELS
Make make_avx2;
Make make_avx512;
#endif

} // namespace damier_kernel
