#pragma once

#include <cstdint>

namespace damier::training {

/// splitmix64 (Steele, Lea and Flood, 2014): the same numbers everywhere.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t value = state_ += 0x9e3779b97f4a7c15;
        value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
        value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
        return value ^ (value >> 31);
    }

    /// A number from 0 to limit - 1.
    std::size_t below(std::size_t limit) { return std::size_t(next() % limit); }

private:
    std::uint64_t state_;
};

} // namespace damier::training
