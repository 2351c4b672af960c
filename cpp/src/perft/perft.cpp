#include "damier/perft.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>

#include "damier/board.hpp"
#include "perft/kernel/choice.hpp"
#include "perft/kernel/kernel.hpp"

namespace damier {
namespace {

/// A part of the whole tree: what lies so many plies below a position, which descends from a root.
struct Part {
    Position position;
    std::int64_t depth;
    std::size_t root;
};

/// Threads that count the parts of a tree, and the calling thread, which watches them.
class Crew {
public:
    Crew(Variant variant, const PerftOptions& options, const PerftWatch& watch)
        : variant_(variant), options_(options), watch_(watch), make_(kernel_named(options.kernel)) {
        if (options.table && !options.table->serves(variant, options.convention, options.threads))
            throw std::invalid_argument("this table does not serve this count");
    }

    std::vector<Count> count(std::span<const Position> roots, std::int64_t depth) {
        counts_.resize(roots.size());
        for (std::size_t root = 0; root < roots.size(); ++root)
            parts_.push_back({roots[root], depth, root});
        split();
        std::vector<std::thread> threads;
        try {
            for (int i = 0; i < options_.threads; ++i) threads.emplace_back([this] { work(); });
            keep_watch();
        } catch (...) {
            fail();
        }
        for (std::thread& thread : threads) thread.join();
        if (failure_) std::rethrow_exception(failure_);
        if (stop_seen_) throw Stopped();
        return counts_;
    }

private:
    /// Appends the parts one ply below a part.
    void expand(const Part& part, std::vector<Part>& parts) const {
        for (const Move& move : legal_moves(variant_, part.position, options_.convention))
            parts.push_back({after(variant_, part.position, move), part.depth - 1, part.root});
    }

    /// Makes enough parts that no thread waits long for the last one.
    void split() {
        const std::size_t enough = std::size_t(options_.threads) * 64;
        constexpr std::int64_t least_depth = 5;
        for (int plies = 0; plies < 16; ++plies) {
            if (parts_.empty() || parts_.size() >= enough || parts_.front().depth <= least_depth)
                return;
            std::vector<Part> smaller;
            for (const Part& part : parts_) expand(part, smaller);
            parts_ = std::move(smaller);
        }
    }

    void work() {
        try {
            const auto counter = make_(
                {variant_ == Variant::international, options_.convention == Convention::routes},
                options_.table ? options_.table->memory() : damier_kernel::TableMemory{}, stopped_);
            while (!stopped_.load(std::memory_order_relaxed)) {
                const std::size_t next = next_.fetch_add(1);
                if (next >= parts_.size()) break;
                const Count nodes = count(parts_[next], *counter);
                const std::lock_guard lock(mutex_);
                counts_[parts_[next].root] += nodes;
                nodes_ += nodes;
                ++done_;
            }
        } catch (...) {
            fail();
        }
        const std::lock_guard lock(mutex_);
        ++idle_;
        changed_.notify_one();
    }

    /// Stops everything for the exception at hand.
    void fail() {
        const std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
        stopped_ = true;
    }

    /// Trees too deep for a kernel, which counts by recursion, are taken apart from the top.
    Count count(const Part& part, damier_kernel::TreeCounter& counter) const {
        Count total;
        std::vector<Part> open{part};
        while (!open.empty() && !stopped_.load(std::memory_order_relaxed)) {
            const Part next = open.back();
            open.pop_back();
            if (next.depth > damier_kernel::most_depth) {
                expand(next, open);
                // Nobody waits for a tree this wide and deep; its memory should not be waited for.
                constexpr std::size_t most_open = 1 << 22;
                if (open.size() > most_open) throw std::bad_alloc();
                continue;
            }
            const auto leaves =
                counter.count({next.position.white, next.position.black, next.position.kings,
                               next.position.turn == Color::black, int(next.depth)});
            total += {leaves.low, leaves.high};
        }
        return total;
    }

    void keep_watch() {
        using namespace std::chrono_literals;
        constexpr int looks_at_a_report = 5;
        bool finished = false;
        for (int looks = 1; !finished; ++looks) {
            std::unique_lock lock(mutex_);
            finished = changed_.wait_for(lock, 10ms, [&] { return idle_ == options_.threads; });
            const PerftProgress progress{done_, parts_.size(), nodes_};
            lock.unlock();
            if (stopped_) continue;
            stop_seen_ = !finished && options_.stop && options_.stop->is_set();
            const bool report = finished || looks % looks_at_a_report == 0;
            if (stop_seen_ || (report && !watch_(progress))) stopped_ = true;
        }
    }

    const Variant variant_;
    const PerftOptions& options_;
    const PerftWatch& watch_;
    damier_kernel::Make* const make_;
    std::vector<Part> parts_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> stopped_ = false;
    bool stop_seen_ = false;

    std::mutex mutex_; // guards what follows
    std::condition_variable changed_;
    std::vector<Count> counts_;
    Count nodes_;
    std::uint64_t done_ = 0;
    int idle_ = 0;
    std::exception_ptr failure_;
};

} // namespace

std::vector<Count> perft(Variant variant, std::span<const Position> roots, std::int64_t depth,
                         const PerftOptions& options, const PerftWatch& watch) {
    return Crew(variant, options, watch).count(roots, depth);
}

} // namespace damier
