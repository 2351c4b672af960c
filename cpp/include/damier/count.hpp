#pragma once

#include <cstdint>
#include <stdexcept>

namespace damier {

/// A number of leaves, below 2^128. Sums that are not throw std::overflow_error.
struct Count {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    Count& operator+=(const Count& other) {
        low += other.low;
        const std::uint64_t carry = low < other.low;
        high += carry;
        const bool wrapped = high < carry;
        high += other.high;
        if (wrapped || high < other.high) throw std::overflow_error("a count of 2^128 or more");
        return *this;
    }

    bool operator==(const Count&) const = default;
};

} // namespace damier
