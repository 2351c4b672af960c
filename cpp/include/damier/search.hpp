#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "damier/board.hpp"
#include "damier/draw_numbers.hpp"
#include "damier/endgame.hpp"
#include "damier/score.hpp"
#include "damier/stop.hpp"
#include "damier/weights.hpp"

namespace damier {

/// What ends a search, be it in the midst of the first depth.
struct SearchLimit {
    using Seconds = std::chrono::duration<double>;
    static constexpr auto no_nodes = std::numeric_limits<std::uint64_t>::max();
    static constexpr Seconds no_time{1e9};

    int depth = most_plies;         ///< plies, 1 or more
    std::uint64_t nodes = no_nodes; ///< of one thread, 1 or more
    Seconds most = no_time;         ///< the search ends by then
    Seconds planned = no_time;      ///< no depth is begun that would likely end later
};

/// A small error of judgement, fixed for each position by the seed: the difference of two numbers
/// from 0 to `most` centimen.
struct Noise {
    int most = 0;
    std::uint64_t seed = 0;
};

struct SearchRequest {
    SearchLimit limit;
    DrawNumbers draws;
    Noise noise;
    int lines = 1;                           ///< how many of the best moves get a line, 1 or more
    const EndgameTables* endgames = nullptr; ///< of the variant
    const Stop* stop = nullptr;              ///< ends the search, which tells what it found
};

/// A line of play and what it is worth to the side to move.
struct SearchLine {
    int score = 0;
    Bound bound = Bound::none;
    int depth = 0;           ///< 0: judged without a search, which was ended at once
    int selective_depth = 0; ///< the longest line looked at
    std::vector<Move> moves; ///< the first is one of the position's moves
};

/// What is known at some moment.
struct SearchInfo {
    std::vector<SearchLine> lines; ///< best first; those without a bound were not searched yet
    std::uint64_t nodes = 0;       ///< of all threads
    std::chrono::duration<double> time{};
};

/// Called by the calling thread after each line and about twenty times a second; false stops the
/// search. `fresh` is the index of a line that is new, or -1.
using SearchWatch = std::function<bool(const SearchInfo&, int fresh)>;

/// Finds the best moves of positions of one variant. What one search found helps the next. One
/// thread at a time may call it.
///
/// With one thread, the same request after the same searches gives the same lines on any machine.
class Search {
public:
    /// Needs all weights of the variant. Throws std::bad_alloc if there is no memory for a table
    /// of so many MiB, 1 or more.
    Search(Variant variant, std::span<const Weight> weights, std::uint64_t mebibytes, int threads);
    ~Search();

    /// The board must have a legal move.
    SearchInfo run(const Board& board, const SearchRequest& request, const SearchWatch& watch);

    /// Forgets what was found.
    void clear();

private:
    class Crew;
    template <class G>
    class CrewOn;

    std::unique_ptr<Crew> crew_;
};

} // namespace damier
