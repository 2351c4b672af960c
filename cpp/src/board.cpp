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

void legal_moves(Variant variant, const Position& position, MoveList& list,
                 Convention convention) {
    with_side(variant, position.turn, [&]<class G, Color C>() {
        if (convention == Convention::moves)
            generate<G, C, Convention::moves>(position, list);
        else
            generate<G, C, Convention::routes>(position, list);
    });
    std::ranges::sort(list);
}

bool must_capture(Variant variant, const Position& position) {
    return with_side(variant, position.turn,
                     [&]<class G, Color C>() { return bool(capturers(Side<G, C>(position))); });
}

Position after(Variant variant, const Position& position, const Move& move) {
    return with_side(variant, position.turn,
                     [&]<class G, Color C>() { return after<G, C>(position, move); });
}

std::uint64_t position_key(Variant variant, const Position& position) {
    auto numbered = [&](Bitboard squares) {
        std::uint64_t bits = 0;
        for (int index : Squares{squares}) bits |= bit(square_of(variant, index) - 1);
        return bits;
    };
    std::uint64_t key = mix(std::uint64_t(board_size(variant)));
    key = mix(key + numbered(position.white));
    key = mix(key + numbered(position.black));
    return mix(key + 2 * numbered(position.kings) + (position.turn == Color::black));
}

std::string diagram(Variant variant, const Position& position) {
    const int size = board_size(variant);
    std::string text;
    int square = 1;
    for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) {
            if (column) text += ' ';
            if ((row + column) % 2 == 0) {
                text += ' ';
                continue;
            }
            const Bitboard here = bit(index_of(variant, square++));
            const bool king = position.kings & here;
            if (position.white & here)
                text += king ? 'W' : 'w';
            else if (position.black & here)
                text += king ? 'B' : 'b';
            else
                text += '.';
        }
        text.erase(text.find_last_not_of(' ') + 1);
        if (row + 1 < size) text += '\n';
    }
    return text;
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

} // namespace damier
