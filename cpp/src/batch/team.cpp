#include "damier/team.hpp"

#include <exception>
#include <utility>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace damier {
namespace {

/// A child made by fork() has the memory of its parent, but none of the threads.
long this_process() {
#if defined(__unix__) || defined(__APPLE__)
    return getpid();
#else
    return 0;
#endif
}

/// Waits until a value has changed. Calls follow each other within microseconds, and to wake a
/// thread takes longer; so it looks for a while before it sleeps.
template <class T>
void wait_while(const std::atomic<T>& value, T old) {
    constexpr int looks = 200; // some 50 microseconds
    for (int i = 0; i < looks; ++i) {
        if (value.load(std::memory_order_acquire) != old) return;
        std::this_thread::yield();
    }
    value.wait(old, std::memory_order_acquire);
}

} // namespace

Team::Team(std::size_t size) : size_(size) { start(); }

Team::~Team() {
    forget_the_parents();
    call_ = nullptr;
    if (!others_.empty()) begin();
    for (std::thread& other : others_) other.join();
}

void Team::start() {
    home_ = this_process();
    try {
        while (others_.size() + 1 < size_)
            others_.emplace_back(&Team::work, this, others_.size() + 1, round_.load());
    } catch (const std::exception&) { // no more threads to be had
    }
}

/// Threads that are not in this process can be neither used nor joined.
bool Team::forget_the_parents() {
    if (home_ == this_process()) return false;
    new std::vector<std::thread>(std::move(others_));
    others_.clear();
    return true;
}

void Team::begin() {
    if (forget_the_parents()) start();
    working_.store(others_.size(), std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
}

void Team::finish() {
    while (const std::size_t working = working_.load(std::memory_order_acquire))
        wait_while(working_, working);
}

void Team::work(std::size_t index, unsigned round) {
    for (;; ++round) {
        wait_while(round_, round);
        if (!call_) return;
        call_(part_, index, others_.size() + 1);
        if (working_.fetch_sub(1, std::memory_order_acq_rel) == 1) working_.notify_all();
    }
}

} // namespace damier
