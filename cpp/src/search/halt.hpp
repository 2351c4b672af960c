#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>

namespace damier {

/// Counts the nodes of one thread and tells it when to stop.
class Halt {
public:
    /// `stopped` is asked every few hundred nodes whether to go on.
    Halt(std::uint64_t most_nodes, std::function<bool()> stopped)
        : most_nodes_(most_nodes), stopped_(std::move(stopped)) {
        plan();
    }

    /// Called before each node; once it is true, the results of the search mean nothing.
    bool operator()() {
        if (nodes_ >= next_look_) look();
        nodes_ += !halted_;
        return halted_;
    }
    bool halted() const { return halted_; }

    /// For any thread; what it tells may be a few hundred nodes old.
    std::uint64_t published() const { return published_.load(std::memory_order_relaxed); }
    std::uint64_t nodes() const { return nodes_; }

private:
    static constexpr std::uint64_t interval = 256;

    void look() {
        published_.store(nodes_, std::memory_order_relaxed);
        if (nodes_ >= most_nodes_ || stopped_()) halted_ = true;
        plan();
    }
    void plan() {
        next_look_ = nodes_ + interval;
        if (nodes_ < most_nodes_) next_look_ = std::min(next_look_, most_nodes_);
    }

    std::uint64_t most_nodes_;
    std::function<bool()> stopped_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = 0;
    std::atomic<std::uint64_t> published_ = 0;
    bool halted_ = false;
};

} // namespace damier
