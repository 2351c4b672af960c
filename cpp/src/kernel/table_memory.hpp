#pragma once

#include <memory>

#include "kernel/kernel.hpp"

namespace damier {

/// The memory of a table of counts, zeroed; given back when this goes.
class TableStorage {
public:
    /// Throws std::bad_alloc if the machine has not this much memory to spare. 0 MiB is no table.
    explicit TableStorage(std::uint64_t mebibytes);

    damier_kernel::TableMemory memory(bool shared) const { return {words_, buckets_, shared}; }

private:
    std::unique_ptr<void, void (*)(void*)> block_;
    std::uint64_t* words_ = nullptr;
    std::uint64_t buckets_ = 0;
};

} // namespace damier
