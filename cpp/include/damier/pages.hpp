#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace damier {

/// Bytes that can be had without swapping, where the system tells: the machine's free memory, and
/// what the control groups of a container leave of it. `root` is where the system's files begin.
std::uint64_t available_bytes(const std::string& root = {});

struct ReleasePages {
    std::uint64_t bytes;
    void operator()(void* block) const;
};

/// Memory for a great table, given back when it goes.
using Pages = std::unique_ptr<void, ReleasePages>;

/// Zeroed, and aligned to a cache line at least. Where the system gives pages, it zeroes them when
/// they are first touched: a great table costs nothing then, and Ctrl-C need not wait for it.
/// Throws std::bad_alloc if there are not more than so many bytes to spare.
Pages take_pages(std::uint64_t bytes);

} // namespace damier
