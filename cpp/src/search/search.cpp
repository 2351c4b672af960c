#include "damier/search.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <thread>

#include "search/tree.hpp"

namespace damier {

using Clock = std::chrono::steady_clock;

/// The threads of a search and what they share.
class Search::Crew {
public:
    virtual ~Crew() = default;
    virtual SearchInfo run(const Board&, const SearchRequest&, const SearchWatch&) = 0;
    virtual void clear() = 0;
};

namespace {

/// Deepens the search of a position ply by ply, for one thread.
template <class G>
class Deepening {
public:
    Deepening(const Evaluation<G>& evaluation, SearchTable& table, const Board& board,
              const SearchRequest& request, Halt& halt)
        : tree_(evaluation, table, board, request, halt), turn_(board.position().turn), halt_(halt),
          moves_(legal_moves(board.variant(), board.position())),
          wanted_(std::min(std::size_t(request.lines), moves_.size())) {
        for (const Move& move : moves_) {
            const int guess = turn_ == Color::white ? tree_.template guess_move<Color::white>(move)
                                                    : tree_.template guess_move<Color::black>(move);
            lines_.push_back({.score = guess, .moves = {move}});
        }
        std::ranges::stable_sort(lines_, std::greater(), &SearchLine::score);
    }

    /// Searches all wanted lines to a depth; `found(rank)` is called after each.
    template <class Found>
    void deepen(int depth, Found&& found) {
        for (std::size_t rank = 0; rank < wanted_; ++rank) {
            narrow(rank, depth);
            if (halt_.halted()) break;
            lines_[rank].selective_depth = tree_.take_deepest();
            found(rank);
        }
        std::ranges::stable_sort(lines_.begin(), lines_.begin() + std::ptrdiff_t(wanted_),
                                 std::greater(), &SearchLine::score);
    }

    /// The wanted lines.
    std::vector<SearchLine> lines() const {
        return {lines_.begin(), lines_.begin() + std::ptrdiff_t(wanted_)};
    }
    const SearchLine& best() const { return lines_.front(); }

private:
    /// Looks for the best of the moves from a rank on, first near the score it had before.
    void narrow(std::size_t rank, int depth) {
        int margin = 16;
        int low = -score_limit;
        int high = score_limit;
        if (depth >= 4 && !is_decided(lines_[rank].score)) {
            low = lines_[rank].score - margin;
            high = lines_[rank].score + margin;
        }
        for (;;) {
            const int score = turn_ == Color::white
                                  ? search_from<Color::white>(rank, low, high, depth)
                                  : search_from<Color::black>(rank, low, high, depth);
            if (halt_.halted()) return;
            margin *= 3;
            if (score <= low)
                low = margin > 500 ? -score_limit : low - margin;
            else if (score >= high)
                high = margin > 500 ? score_limit : high + margin;
            else
                return;
        }
    }

    /// Brings the best of the moves from a rank on to that rank.
    template <Color C>
    int search_from(std::size_t rank, int alpha, int beta, int depth) {
        int best = -score_limit;
        for (std::size_t i = rank; i < lines_.size(); ++i) {
            const Move move = lines_[i].moves.front();
            int score = 0;
            if (i > rank) score = tree_.template search_move<C>(move, alpha, alpha + 1, depth - 1);
            if (i == rank || (score > alpha && !halt_.halted()))
                score = tree_.template search_move<C>(move, alpha, beta, depth - 1);
            if (halt_.halted()) return best;
            best = std::max(best, score);
            if (score <= alpha) continue;
            const Bound bound = score >= beta ? Bound::lower : Bound::exact;
            SearchLine line{score, bound, depth, lines_[i].selective_depth, {move}};
            line.moves.insert(line.moves.end(), tree_.line().begin(), tree_.line().end());
            lines_.erase(lines_.begin() + std::ptrdiff_t(i));
            lines_.insert(lines_.begin() + std::ptrdiff_t(rank), std::move(line));
            alpha = score;
            if (score >= beta) break;
        }
        return best;
    }

    Tree<G> tree_;
    const Color turn_;
    Halt& halt_;
    const MoveList moves_;
    std::vector<SearchLine> lines_; ///< one for each move
    const std::size_t wanted_;
};

} // namespace

template <class G>
class Search::CrewOn : public Search::Crew {
public:
    CrewOn(std::span<const Weight> weights, std::uint64_t mebibytes, int threads)
        : evaluation_(weights), table_(mebibytes), helpers_(threads - 1) {}

    SearchInfo run(const Board& board, const SearchRequest& request,
                   const SearchWatch& watch) override {
        const auto start = Clock::now();
        table_.grow_older();
        std::atomic<bool> finished = false;
        std::vector<std::unique_ptr<Halt>> halts;
        std::vector<std::thread> threads;
        for (int i = 0; i < helpers_; ++i) {
            halts.push_back(std::make_unique<Halt>(
                SearchLimit::no_nodes, [&] { return finished.load(std::memory_order_relaxed); }));
            threads.emplace_back(
                [&, &halt = *halts.back(), i] { help(board, request, halt, 1 + i % 2); });
        }
        const SearchInfo info = lead(board, request, watch, start, halts);
        finished = true;
        for (std::thread& thread : threads) thread.join();
        return info;
    }

    void clear() override { table_.clear(); }

private:
    /// The results of a helper reach the leader through the table. Helpers are a ply ahead by
    /// turns, so that they do not all look at the same.
    void help(const Board& board, const SearchRequest& request, Halt& halt, int ahead) {
        Deepening<G> deepening(evaluation_, table_, board, request, halt);
        for (int depth = 1 + ahead; depth <= most_plies && !halt.halted(); ++depth)
            deepening.deepen(depth, [](std::size_t) {});
    }

    SearchInfo lead(const Board& board, const SearchRequest& request, const SearchWatch& watch,
                    Clock::time_point start, const std::vector<std::unique_ptr<Halt>>& helpers) {
        const SearchLimit& limit = request.limit;
        SearchInfo info;
        auto last_watch = start;
        bool stopped = false;
        Halt* own = nullptr;
        auto report = [&](int fresh) {
            last_watch = Clock::now();
            info.time = last_watch - start;
            info.nodes = own->nodes();
            for (const auto& helper : helpers) info.nodes += helper->published();
            stopped |= !watch(info, fresh);
        };
        Halt halt(limit.nodes, [&] {
            constexpr auto beat = std::chrono::milliseconds(50);
            if (Clock::now() - last_watch > beat) report(-1);
            return stopped || Clock::now() - start >= limit.most ||
                   (request.stop && request.stop->is_set());
        });
        own = &halt;
        Deepening<G> deepening(evaluation_, table_, board, request, halt);
        for (int depth = 1; depth <= limit.depth; ++depth) {
            const int score_before = deepening.best().score;
            deepening.deepen(depth, [&](std::size_t rank) {
                info.lines = deepening.lines();
                report(int(rank));
            });
            info.lines = deepening.lines();
            if (halt.halted() || is_settled(info.lines, depth)) break;
            const bool worse = depth > 4 && deepening.best().score < score_before - 30;
            if (Clock::now() - start >= limit.planned * (worse ? 1.5 : 0.6)) break;
        }
        Bound& known = info.lines.front().bound;
        if (known == Bound::none) known = Bound::exact; // a guess, at depth 0, is all there is
        report(-1);
        return info;
    }

    /// Whether deeper searches cannot change a line: a win or loss within the depth is the nearest.
    static bool is_settled(const std::vector<SearchLine>& lines, int depth) {
        return std::ranges::all_of(lines, [=](const SearchLine& line) {
            return score_of_win - std::abs(line.score) <= depth;
        });
    }

    const Evaluation<G> evaluation_;
    SearchTable table_;
    const int helpers_;
};

Search::Search(Variant variant, std::span<const Weight> weights, std::uint64_t mebibytes,
               int threads) {
    assert(weights.size() == weight_count(variant));
    with_geometry(variant, [&]<class G>() {
        crew_ = std::make_unique<CrewOn<G>>(weights, mebibytes, threads);
    });
}

Search::~Search() = default;

SearchInfo Search::run(const Board& board, const SearchRequest& request, const SearchWatch& watch) {
    return crew_->run(board, request, watch);
}

void Search::clear() { crew_->clear(); }

} // namespace damier
