#include "damier/perft.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "damier/movegen.hpp"

namespace damier {
namespace {

/// Up to this depth a tree is counted by recursion; above it, by a list of positions to do.
constexpr int recursion_limit = 64;

/// A part of the tree: the positions so many plies below a position, which belongs to a root.
struct Part {
    Position position;
    std::int64_t depth;
    std::size_t root;
};

/// Counts trees one after another on one thread.
template <class G, Convention V>
class Counter {
public:
    explicit Counter(const std::atomic<bool>& stopped) : stopped_(stopped) {}

    /// A meaningless number if the count was stopped.
    std::uint64_t count(const Part& part) {
        if (part.depth <= recursion_limit) return nodes(part.position, int(part.depth));
        std::uint64_t total = 0;
        std::vector<Part> open{part};
        while (!open.empty() && !stopped_.load(std::memory_order_relaxed)) {
            const Part next = open.back();
            open.pop_back();
            if (next.depth <= recursion_limit)
                total += nodes(next.position, int(next.depth));
            else
                expand(next, open);
        }
        return total;
    }

    /// Appends the parts one ply below.
    void expand(const Part& part, std::vector<Part>& parts) {
        auto children = [&]<Color C>() {
            generate<G, C, V>(part.position, lists_[0]);
            for (const Move& move : lists_[0])
                parts.push_back({after<G, C>(part.position, move), part.depth - 1, part.root});
        };
        if (part.position.turn == Color::white)
            children.template operator()<Color::white>();
        else
            children.template operator()<Color::black>();
    }

private:
    std::uint64_t nodes(const Position& position, int depth) {
        if (depth == 0) return 1;
        return position.turn == Color::white ? nodes<Color::white>(position, depth)
                                             : nodes<Color::black>(position, depth);
    }

    template <Color C>
    std::uint64_t nodes(const Position& position, int depth) {
        if (depth == 1) return std::uint64_t(count_moves<G, C, V>(position, lists_[0]));
        if (depth == 4 && stopped_.load(std::memory_order_relaxed)) return 0;

        std::uint64_t total = 0;
        auto play = [&](const Move& move) {
            total += nodes<~C>(after<G, C>(position, move), depth - 1);
        };
        const Side<G, C> side(position);
        if (can_capture(side)) {
            MoveList& list = lists_[depth - 1];
            generate<G, C, V>(position, list);
            for (const Move& move : list) play(move);
        } else {
            visit_quiet(side, [&](int from, int to) {
                play({std::uint8_t(from), std::uint8_t(to), 0});
            });
        }
        return total;
    }

    const std::atomic<bool>& stopped_;
    std::array<MoveList, recursion_limit> lists_; ///< one for each depth; the last ply's is scratch
};

/// Threads that count parts, and the thread that watches them.
template <class G, Convention V>
class Crew {
public:
    Crew(std::span<const Position> roots, std::int64_t depth, int threads, const PerftWatch& watch)
        : threads_(threads), watch_(watch), counts_(roots.size()) {
        for (std::size_t root = 0; root < roots.size(); ++root)
            parts_.push_back({roots[root], depth, root});
        split();
    }

    std::vector<std::uint64_t> run() {
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < threads_; ++i) threads.emplace_back([this] { work(); });
            keep_watch();
        }
        if (failure_) std::rethrow_exception(failure_);
        return counts_;
    }

private:
    /// Makes enough parts that no thread waits long for the last one.
    void split() {
        const std::size_t enough = std::size_t(threads_) * 64;
        Counter<G, V> counter(stopped_);
        while (parts_.size() < enough && !parts_.empty() && parts_.front().depth > 3) {
            std::vector<Part> smaller;
            for (const Part& part : parts_) counter.expand(part, smaller);
            parts_ = std::move(smaller);
        }
    }

    void work() {
        try {
            Counter<G, V> counter(stopped_);
            while (!stopped_.load(std::memory_order_relaxed)) {
                const std::size_t next = next_.fetch_add(1);
                if (next >= parts_.size()) break;
                const std::uint64_t nodes = counter.count(parts_[next]);
                const std::lock_guard lock(mutex_);
                counts_[parts_[next].root] += nodes;
                nodes_ += nodes;
                ++done_;
            }
        } catch (...) {
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
            stopped_ = true;
        }
        const std::lock_guard lock(mutex_);
        ++idle_;
        changed_.notify_one();
    }

    void keep_watch() {
        using namespace std::chrono_literals;
        for (bool finished = false; !finished;) {
            std::unique_lock lock(mutex_);
            finished = changed_.wait_for(lock, 50ms, [&] { return idle_ == threads_; });
            const PerftProgress progress{done_, parts_.size(), nodes_};
            lock.unlock();
            if (!watch_(progress)) stopped_ = true;
        }
    }

    const int threads_;
    const PerftWatch& watch_;
    std::vector<Part> parts_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> stopped_ = false;

    std::mutex mutex_; // guards what follows
    std::condition_variable changed_;
    std::vector<std::uint64_t> counts_;
    std::uint64_t nodes_ = 0;
    std::uint64_t done_ = 0;
    int idle_ = 0;
    std::exception_ptr failure_;
};

} // namespace

std::vector<std::uint64_t> perft(Variant variant, std::span<const Position> roots,
                                 std::int64_t depth, const PerftOptions& options,
                                 const PerftWatch& watch) {
    return with_geometry(variant, [&]<class G>() {
        if (options.convention == Convention::moves)
            return Crew<G, Convention::moves>(roots, depth, options.threads, watch).run();
        return Crew<G, Convention::routes>(roots, depth, options.threads, watch).run();
    });
}

} // namespace damier
