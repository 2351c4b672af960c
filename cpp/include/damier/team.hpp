#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace damier {

/// Threads that stay, for work that takes less time than the start of a thread.
class Team {
public:
    /// So many threads, the one that calls `run` among them; fewer where no more can be had.
    explicit Team(std::size_t size);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    /// Calls `part(i, n)`, which must not throw, for each i below n, the number of threads, and
    /// returns when all have returned. One call at a time.
    template <class Part>
    void run(const Part& part) {
        part_ = &part;
        call_ = [](const void* work, std::size_t i, std::size_t n) {
            (*static_cast<const Part*>(work))(i, n);
        };
        begin();
        part(0, others_.size() + 1);
        finish();
    }

private:
    void start();
    bool forget_the_parents();
    void begin();
    void finish();
    void work(std::size_t index, unsigned round);

    const std::size_t size_;
    void (*call_)(const void*, std::size_t, std::size_t) = nullptr; ///< null: the end
    const void* part_ = nullptr;
    std::atomic<unsigned> round_ = 0;
    std::atomic<std::size_t> working_ = 0;
    std::vector<std::thread> others_;
    long home_ = 0; ///< the process they live in
};

} // namespace damier
