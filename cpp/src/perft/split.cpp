#include "damier/split.hpp"

#include <algorithm>
#include <new>
#include <tuple>

#include "damier/board.hpp"

namespace damier {
namespace {

/// An order of positions with the same side to move.
bool precedes(const Position& one, const Position& other) {
    return std::tie(one.white, one.black, one.kings) <
           std::tie(other.white, other.black, other.kings);
}

/// Sorts, and makes one of what is the same position.
void merge(std::vector<Reached>& found, const Split::Pause& pause) {
    constexpr std::uint64_t comparisons_at_a_time = 1 << 20;
    std::uint64_t comparisons = 0;
    auto order = [&](const Position& one, const Position& other) {
        if (++comparisons % comparisons_at_a_time == 0) pause();
        return precedes(one, other);
    };
    std::ranges::sort(found, order, &Reached::position);
    std::size_t kept = 0;
    for (const Reached& next : found) {
        if (kept > 0 && found[kept - 1].position == next.position)
            found[kept - 1].ways += next.ways;
        else
            found[kept++] = next;
    }
    found.resize(kept);
}

} // namespace

Split::Split(Variant variant, const Position& position, std::int64_t plies, Convention convention,
             std::size_t memory)
    : variant_(variant), convention_(convention), memory_(memory), plies_(plies),
      parents_{{position, {1, 0}}} {}

std::vector<Reached> Split::next(const Pause& pause) {
    for (; plies_ > 1 && !parents_.empty(); --plies_) {
        std::vector<Reached> below = children(pause);
        if (!complete_ || below.size() > memory_ / 2) throw std::bad_alloc();
        parents_ = std::move(below);
        complete_ = false;
    }
    if (complete_) return {};
    if (plies_ == 0) {
        complete_ = true;
        return parents_;
    }
    std::vector<Reached> batch = children(pause);
    if (!batch.empty()) after_ = batch.back().position;
    return batch;
}

/// Those that come next, as many as fit.
std::vector<Reached> Split::children(const Pause& pause) {
    constexpr std::size_t parents_at_a_time = 1024;
    const std::size_t room = memory_ - parents_.size();
    std::vector<Reached> found;
    std::optional<Position> bound; // what comes after it is left for another time
    MoveList moves;
    for (std::size_t i = 0; i < parents_.size(); ++i) {
        if (i % parents_at_a_time == 0) pause();
        legal_moves(variant_, parents_[i].position, moves, convention_);
        for (const Move& move : moves) {
            const Position child = after(variant_, parents_[i].position, move);
            if (after_ && !precedes(*after_, child)) continue;
            if (bound && precedes(*bound, child)) continue;
            found.push_back({child, parents_[i].ways});
        }
        if (found.size() < room) continue;
        merge(found, pause);
        if (found.size() <= room / 2) continue;
        found.resize(room / 2);
        bound = found.back().position;
    }
    merge(found, pause);
    complete_ = !bound;
    return found;
}

} // namespace damier
