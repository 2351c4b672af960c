#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "damier/endgame.hpp"
#include "damier/movegen.hpp"
#include "endgame/index.hpp"
#include "endgame/table_file.hpp"

namespace damier {
namespace {

using endgame::Cell;
using endgame::draw;
using endgame::is_loss;
using endgame::is_win;
using endgame::none;

/// What the side that moved into a position has of it.
Cell ply_before(Cell after) {
    if (after == draw) return draw;
    if (after == endgame::most_plies)
        throw std::length_error("a game takes more plies than an endgame table can tell");
    return Cell(after + 1);
}

/// Fast wins before slow ones, then draws, then losses, slow ones before fast ones.
bool is_better(Cell one, Cell other) {
    auto merit = [](Cell cell) {
        return cell == draw ? 0 : is_win(cell) ? draw - cell : int(cell) - draw;
    };
    return merit(one) > merit(other);
}

/// Calls `work(first, last)` for parts of 0 .. size on several threads, one of them the caller's,
/// which calls `go_on(done)` between its parts. Ends early, false, if that says so.
template <class Work, class GoOn>
bool in_parts(std::uint64_t size, int threads, Work&& work, GoOn&& go_on) {
    constexpr std::uint64_t part = 1 << 12; // a few milliseconds
    std::atomic<std::uint64_t> next = 0;
    std::atomic<bool> stopped = false;
    std::mutex mutex;
    std::exception_ptr failure;
    auto guarded = [&](auto&& keep_watch) {
        try {
            for (std::uint64_t first; !stopped && (first = next.fetch_add(part)) < size;) {
                work(first, std::min(first + part, size));
                if (!keep_watch(first)) stopped = true;
            }
        } catch (...) {
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
            stopped = true;
        }
    };
    std::vector<std::thread> others;
    const auto useful = std::uint64_t(threads) - 1;
    for (std::uint64_t i = 0; i < std::min(useful, size / part); ++i)
        others.emplace_back([&] { guarded([](std::uint64_t) { return true; }); });
    guarded(go_on);
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
    return !stopped;
}

/// A piece set and its turned twin, between which quiet moves lead to and fro. All positions are
/// seen by the side to move: a move is played by White and the position then turned.
///
/// After a first pass that looks at captures and promotions, which lead out of the sets, pass n
/// takes the positions that end in n plies and tells it to those that lead there.
template <class G>
class Solver {
public:
    Solver(const EndgameTables& smaller, const PieceSet& set, int threads, const SolveWatch& watch)
        : smaller_(smaller), sets_{set, set.turned()}, indexes_{Index(sets_[0]), Index(sets_[1])},
          twins_(set == set.turned() ? 1 : 2), threads_(threads), watch_(watch) {
        for (int twin = 0; twin < twins_; ++twin)
            cells_[twin] = std::vector<std::atomic<Cell>>(indexes_[twin].size());
    }

    std::vector<std::vector<std::uint8_t>> files() {
        if (!pass(0, [this](int twin, std::uint64_t number) { begin(twin, number); })) return {};
        for (int plies = 0; plies <= longest_; ++plies)
            if (!pass(plies, [this, plies](int twin, std::uint64_t number) {
                    if (cells_[twin][number].load(relaxed) == plies) tell(twin, number, plies);
                }))
                return {};
        std::vector<std::vector<std::uint8_t>> files;
        for (int twin = 0; twin < twins_; ++twin) {
            const std::vector<std::uint8_t> cells(cells_[twin].begin(), cells_[twin].end());
            files.push_back(
                endgame::write_table(smaller_.variant(), {sets_[twin], true, false, cells}));
        }
        return files;
    }

private:
    using Index = endgame::Index<G>;
    using White = Side<G, Color::white>;
    static constexpr auto relaxed = std::memory_order_relaxed;

    template <class Visit>
    bool pass(int plies, Visit&& visit) {
        const std::uint64_t size = indexes_[0].size();
        const std::uint64_t total = size * std::uint64_t(twins_);
        for (int twin = 0; twin < twins_; ++twin) {
            auto work = [&](std::uint64_t first, std::uint64_t last) {
                for (std::uint64_t number = first; number < last; ++number) visit(twin, number);
            };
            auto go_on = [&](std::uint64_t done) {
                return watch_({plies, size * std::uint64_t(twin) + done, total});
            };
            if (!in_parts(size, threads_, work, go_on)) return false;
        }
        return true;
    }

    /// What captures and promotions alone say of a position.
    void begin(int twin, std::uint64_t number) {
        const auto position = indexes_[twin].position(number);
        set(cells_[twin][number], position ? first_cell(*position) : none);
    }

    Cell first_cell(const Position& position) const {
        const White side(position);
        if (capturers(side)) return known(position);
        bool stays = false;
        std::optional<Cell> best;
        visit_quiet(position, [&](const Position& next, bool promotes) {
            stays |= !promotes;
            if (!promotes) return;
            const Cell cell = ply_before(known(next));
            if (!best || is_better(cell, *best)) best = cell;
        });
        if (!best) return stays ? draw : 0; // without a move the game is lost
        return stays && !is_win(*best) ? draw : *best;
    }

    /// The cell of a position that has a capture, or fewer men than the positions of the set.
    Cell known(const Position& position) const {
        const auto found = smaller_.probe(position);
        if (!found || (found->value != Endgame::draw && found->plies == Endgame::unknown))
            throw std::invalid_argument("a piece set that this one leads to has not been solved");
        return found->value == Endgame::draw ? draw : Cell(found->plies);
    }

    /// A position that ends in so many plies tells the positions before it.
    void tell(int twin, std::uint64_t number, int plies) {
        const int other = twins_ - 1 - twin;
        visit_before(*indexes_[twin].position(number), [&](const Position& before) {
            std::atomic<Cell>& cell = cells_[other][indexes_[other].number(before)];
            const Cell now = cell.load(relaxed);
            if (plies % 2 == 0) {
                if (now > plies + 1) set(cell, ply_before(Cell(plies)));
            } else if (now == draw) {
                set(cell, if_lost(before, twin, plies));
            }
        });
    }

    /// The plies to the end of a position from which every move leads to a win of the other side
    /// that is known for certain by now; else a draw, for the time being.
    Cell if_lost(const Position& position, int next_twin, int plies) const {
        Cell slowest = 0;
        visit_quiet(position, [&](const Position& next, bool promotes) {
            if (slowest == draw) return;
            const Cell cell =
                promotes ? known(next)
                         : cells_[next_twin][indexes_[next_twin].number(next)].load(relaxed);
            const bool certain = is_win(cell) && (promotes || cell <= plies);
            slowest = certain ? std::max(slowest, cell) : draw;
        });
        return ply_before(slowest);
    }

    void set(std::atomic<Cell>& cell, Cell value) {
        cell.store(value, relaxed);
        if (value > endgame::most_plies) return;
        int longest = longest_.load(relaxed);
        while (longest < value && !longest_.compare_exchange_weak(longest, value, relaxed)) {
        }
    }

    /// Calls `visit(next, promotes)` for each move of a position without captures.
    template <class Visit>
    static void visit_quiet(const Position& position, Visit&& visit) {
        const White side(position);
        auto play = [&](Bitboard from, Bitboard to) {
            const Move move{std::uint8_t(lowest(from)), std::uint8_t(lowest(to)), 0};
            const bool promotes = side.men & from && to & G::promotion_row(Color::white);
            visit(endgame::turned<G>(after<G, Color::white>(position, move)), promotes);
        };
        visit_steps(side, play);
        visit_slides(side, play);
    }

    /// Calls `visit(before)` for each position from which a quiet move without promotion leads to
    /// a position. Moved back, a man of White goes down the board as one of Black's does.
    template <class Visit>
    static void visit_before(const Position& position, Visit&& visit) {
        const Position mover = endgame::turned<G>(position);
        auto take_back = [&](Bitboard from, Bitboard to) {
            Position before = mover;
            before.turn = Color::white;
            before.white ^= from | to;
            if (mover.kings & from) before.kings ^= from | to;
            if (!capturers(White(before))) visit(before);
        };
        const Side<G, Color::black> backwards(mover.white, mover.black, mover.kings);
        visit_steps(backwards, take_back);
        visit_slides(backwards, take_back);
    }

    const EndgameTables& smaller_;
    const PieceSet sets_[2];
    const Index indexes_[2];
    const int twins_; ///< 1 if the set is its own twin
    const int threads_;
    const SolveWatch& watch_;
    std::vector<std::atomic<Cell>> cells_[2];
    std::atomic<int> longest_ = 0; ///< the greatest number of plies in a cell
};

} // namespace

std::vector<std::vector<std::uint8_t>> solve(const EndgameTables& smaller, const PieceSet& set,
                                             int threads, const SolveWatch& watch) {
    if (!endgame::has_table(set)) throw std::invalid_argument("there is no table of such a set");
    return with_geometry(smaller.variant(), [&]<class G>() {
        return Solver<G>(smaller, set, threads, watch).files();
    });
}

} // namespace damier
