#pragma once

#include <memory>

#include "kernel/kernel.hpp"

namespace damier {

/// The memory of a table of counts, zeroed; given back when this goes.
class TableStorage {
public:
    /// The greatest power of two in `mebibytes`; 0 is no table. Throws std::bad_alloc if the
    /// machine has not this much memory to spare.
    explicit TableStorage(std::uint64_t mebibytes);

    damier_kernel::TableMemory memory(bool shared) {
        return {static_cast<std::uint64_t*>(block_.get()), block_.get_deleter().bytes / 64, &used_,
                shared};
    }

private:
    struct Release {
        std::uint64_t bytes;
        void operator()(void* block) const;
    };

    std::unique_ptr<void, Release> block_;
    std::atomic<std::uint64_t> used_;
};

} // namespace damier
