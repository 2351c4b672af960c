#include "damier/count_table.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <new>

#include "perft/kernel/kernel.hpp"

namespace damier {

static_assert(sizeof(std::atomic<std::uint64_t>) == sizeof(std::uint64_t) &&
              std::atomic<std::uint64_t>::is_always_lock_free);

CountTable::CountTable(Variant variant, Convention convention, std::uint64_t mebibytes, bool shared)
    : variant_(variant), convention_(convention), shared_(shared) {
    if (mebibytes == 0) return;
    if (mebibytes > std::numeric_limits<std::uint64_t>::max() >> 20) throw std::bad_alloc();
    const std::uint64_t bytes = std::bit_floor(mebibytes) << 20;
    block_ = take_pages(bytes);
    constexpr std::uint64_t buckets_at_first = 1 << 18; // 16 MiB
    used_ = std::min(bytes / 64, buckets_at_first);
}

damier_kernel::TableMemory CountTable::memory() {
    return {static_cast<std::atomic<std::uint64_t>*>(block_.get()), block_.get_deleter().bytes / 64,
            &used_, &pushed_out_, shared_};
}

} // namespace damier
