#include "damier/board.hpp"

#include <algorithm>

#include "damier/movegen.hpp"

namespace damier {
namespace {

std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
}

} // namespace

MoveList legal_moves(Variant variant, const Position& position, Convention convention) {
    MoveList list;
    legal_moves(variant, position, list, convention);
    return list;
}

void legal_moves(Variant variant, const Position& position, MoveList& list, Convention convention) {
    with_side(variant, position.turn, [&]<class G, Color C>() {
        if (convention == Convention::moves)
            generate<G, C, Convention::moves>(position, list);
        else
            generate<G, C, Convention::routes>(position, list);
    });
    std::ranges::sort(list);
}

bool can_capture(Variant variant, const Position& position, Color color) {
    return with_side(variant, color,
                     [&]<class G, Color C>() { return bool(capturers(Side<G, C>(position))); });
}

bool must_capture(Variant variant, const Position& position) {
    return can_capture(variant, position, position.turn);
}

Position after(Variant variant, const Position& position, const Move& move) {
    return with_side(variant, position.turn,
                     [&]<class G, Color C>() { return after<G, C>(position, move); });
}

Move mirrored(Variant variant, const Move& move) {
    return with_geometry(variant, [&]<class G>() {
        return Move{std::uint8_t(G::bits - 1 - move.from), std::uint8_t(G::bits - 1 - move.to),
                    G::rotated(move.captured)};
    });
}

std::uint64_t position_key(Variant variant, const Position& position) {
    std::uint64_t key = mix(std::uint64_t(board_size(variant)));
    key = mix(key + numbered(variant, position.white));
    key = mix(key + numbered(variant, position.black));
    return mix(key + 2 * numbered(variant, position.kings) + (position.turn == Color::black));
}

Board::Board(Variant variant, const Position& start, int reversible_plies, int ply)
    : variant_(variant), reversible_plies_(reversible_plies), start_ply_(ply), position_(start) {}

int Board::repetitions() const {
    // Only plies by kings without capture can bring a position back.
    const auto run = std::min<std::size_t>(std::size_t(reversible_plies_), history_.size());
    int times = 1;
    for (std::size_t back = 2; back <= run; back += 2)
        times += history_[history_.size() - back].before == position_;
    return times;
}

void Board::push(const Move& move) {
    history_.push_back({position_, reversible_plies_, move});
    const bool reversible = !move.is_capture() && (position_.kings & bit(move.from));
    reversible_plies_ = reversible ? reversible_plies_ + 1 : 0;
    position_ = after(variant_, position_, move);
}

Move Board::pop() {
    const Ply last = history_.back();
    history_.pop_back();
    position_ = last.before;
    reversible_plies_ = last.reversible_plies_before;
    return last.move;
}

Board Board::shortened() const {
    Board copy = *this;
    const auto run = std::min<std::size_t>(std::size_t(reversible_plies_), history_.size());
    copy.start_ply_ = ply() - int(run);
    copy.history_.erase(copy.history_.begin(), copy.history_.end() - std::ptrdiff_t(run));
    return copy;
}

Board Board::mirrored() const {
    Board copy = shortened();
    copy.position_ = damier::mirrored(variant_, position_);
    for (Ply& ply : copy.history_) {
        ply.before = damier::mirrored(variant_, ply.before);
        ply.move = damier::mirrored(variant_, ply.move);
    }
    return copy;
}

} // namespace damier
