#include "damier/count_table.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <limits>
#include <new>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#else
#include <cstring>
#endif

#include "perft/kernel/kernel.hpp"

namespace damier {

static_assert(sizeof(std::atomic<std::uint64_t>) == sizeof(std::uint64_t) &&
              std::atomic<std::uint64_t>::is_always_lock_free);

namespace {

/// Bytes that can be had without swapping, where the system tells: on Linux an allocation
/// succeeds even if there is no memory behind it.
std::uint64_t available_bytes() {
    std::uint64_t bytes = std::numeric_limits<std::size_t>::max();
    if (std::FILE* meminfo = std::fopen("/proc/meminfo", "r")) {
        char line[128];
        unsigned long long kibibytes = 0;
        while (std::fgets(line, sizeof line, meminfo))
            if (std::sscanf(line, "MemAvailable: %llu", &kibibytes) == 1) bytes = kibibytes * 1024;
        std::fclose(meminfo);
    }
    return bytes;
}

/// Zeroed, and aligned to a cache line at least. Where the system gives pages, it zeroes them when
/// they are first touched: a great table costs nothing then, and Ctrl-C need not wait for it.
void* allocate(std::uint64_t bytes) {
#if defined(__unix__) || defined(__APPLE__)
    void* block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
    madvise(block, bytes, MADV_HUGEPAGE); // a hint
#endif
    return block;
#else
    return std::memset(::operator new(bytes, std::align_val_t{64}), 0, bytes);
#endif
}

} // namespace

CountTable::CountTable(Variant variant, Convention convention, std::uint64_t mebibytes, bool shared)
    : variant_(variant), convention_(convention), shared_(shared), block_(nullptr, Release{0}) {
    if (mebibytes == 0) return;
    if (mebibytes >= available_bytes() >> 20) throw std::bad_alloc();
    const std::uint64_t bytes = std::bit_floor(mebibytes) << 20;
    block_ = {allocate(bytes), Release{bytes}};
    constexpr std::uint64_t buckets_at_first = 1 << 18; // 16 MiB
    used_ = std::min(bytes / 64, buckets_at_first);
}

damier_kernel::TableMemory CountTable::memory() {
    return {static_cast<std::atomic<std::uint64_t>*>(block_.get()), block_.get_deleter().bytes / 64,
            &used_, &pushed_out_, shared_};
}

void CountTable::Release::operator()(void* block) const {
#if defined(__unix__) || defined(__APPLE__)
    munmap(block, bytes);
#else
    ::operator delete(block, std::align_val_t{64});
#endif
}

} // namespace damier
