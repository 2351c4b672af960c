#include "kernel/table_memory.hpp"

#include <algorithm>
#include <bit>
#include <fstream>
#include <limits>
#include <new>
#include <string>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#else
#include <cstring>
#endif

namespace damier {
namespace {

/// Bytes that can be had without swapping, where the system tells: on Linux an allocation
/// succeeds even if there is no memory behind it.
std::uint64_t available_bytes() {
    std::ifstream meminfo("/proc/meminfo");
    std::string name;
    std::uint64_t kibibytes = 0;
    while (meminfo >> name >> kibibytes) {
        if (name == "MemAvailable:") return kibibytes * 1024;
        meminfo.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return std::numeric_limits<std::uint64_t>::max();
}

/// Zeroed, and aligned to a cache line at least. Pages of the system's are zeroed only when they
/// are touched: a great table costs nothing at first, and Ctrl-C need not wait for it.
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

TableStorage::TableStorage(std::uint64_t mebibytes) : block_(nullptr, Release{0}) {
    if (mebibytes == 0) return;
    if (mebibytes >= available_bytes() >> 20) throw std::bad_alloc();
    const std::uint64_t bytes = std::bit_floor(mebibytes) << 20;
    block_ = {allocate(bytes), Release{bytes}};
    constexpr std::uint64_t buckets_at_first = 1 << 18; // 16 MiB
    used_ = std::min(bytes / 64, buckets_at_first);
}

void TableStorage::Release::operator()(void* block) const {
#if defined(__unix__) || defined(__APPLE__)
    munmap(block, bytes);
#else
    ::operator delete(block, std::align_val_t{64});
#endif
}

} // namespace damier
