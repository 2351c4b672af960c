#pragma once

#include <atomic>
#include <cstdint>

#include "damier/move.hpp"
#include "damier/pages.hpp"
#include "damier/variant.hpp"

namespace damier_kernel {
struct TableMemory;
}

namespace damier {

/// Remembers the counts of trees, for one variant and convention. What one count stores helps the
/// next; the memory is given back when the table goes.
class CountTable {
public:
    /// Takes the greatest power of two in `mebibytes`; 0 is a table that remembers nothing. Only a
    /// `shared` table serves several threads at a time. Throws std::bad_alloc if the machine,
    /// or its container, has not this much memory to spare.
    CountTable(Variant variant, Convention convention, std::uint64_t mebibytes, bool shared);

    bool serves(Variant variant, Convention convention, int threads) const {
        return variant == variant_ && convention == convention_ && (shared_ || threads == 1);
    }

    damier_kernel::TableMemory memory();

private:
    Variant variant_;
    Convention convention_;
    bool shared_;
    Pages block_;
    std::atomic<std::uint64_t> used_ = 0;
    std::atomic<std::uint64_t> pushed_out_ = 0;
};

} // namespace damier
