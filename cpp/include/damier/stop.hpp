#pragma once

#include <atomic>
#include <exception>

namespace damier {

/// A request to end long work, made from any thread and never taken back. Who works looks at it at
/// least every 10 ms.
class Stop {
public:
    void set() { set_.store(true, std::memory_order_relaxed); }
    bool is_set() const { return set_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> set_ = false;
};

/// What work throws that was asked to end before it was done.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "stopped before the end"; }
};

} // namespace damier
