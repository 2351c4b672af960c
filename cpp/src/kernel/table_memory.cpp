#include "kernel/table_memory.hpp"

#include <cstdlib>
#include <fstream>
#include <limits>
#include <new>
#include <string>

#if defined(__linux__)
#include <sys/mman.h>
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

} // namespace

TableStorage::TableStorage(std::uint64_t mebibytes) : block_(nullptr, std::free) {
    if (mebibytes == 0) return;
    constexpr std::uint64_t bucket_bytes = 64;
    if (mebibytes >= available_bytes() >> 20) throw std::bad_alloc();

    // calloc gives pages that are zeroed when first touched.
    const std::uint64_t bytes = mebibytes << 20;
    block_.reset(std::calloc(bytes, 1));
    if (!block_) throw std::bad_alloc();
#if defined(__linux__)
    constexpr std::uintptr_t page = 4096;
    const auto first = (reinterpret_cast<std::uintptr_t>(block_.get()) + page - 1) / page * page;
    madvise(reinterpret_cast<void*>(first), bytes - page, MADV_HUGEPAGE); // only ever a hint
#endif
    void* aligned = block_.get();
    std::size_t space = bytes;
    std::align(bucket_bytes, bytes - bucket_bytes, aligned, space);
    words_ = static_cast<std::uint64_t*>(aligned);
    buckets_ = bytes / bucket_bytes - 1;
}

} // namespace damier
