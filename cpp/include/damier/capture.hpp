#pragma once

#include "damier/geometry.hpp"

namespace damier {

/// The square of a set that a piece sliding in this direction meets first; the set must not be
/// empty.
constexpr int nearest(Direction direction, Bitboard squares) {
    return direction < down_left ? highest(squares) : lowest(squares);
}

/// The empty squares in a direction, as far as the first that is not.
template <class G>
constexpr Bitboard slide(Direction direction, int from, Bitboard empty) {
    const Bitboard ray = G::ray(direction, from);
    const Bitboard blockers = ray & ~empty;
    if (!blockers) return ray;
    const int blocker = nearest(direction, blockers);
    return ray & ~G::ray(direction, blocker) & ~bit(blocker);
}

/// The squares from which a man can jump over a target in a direction.
template <class G, Direction D, class Set>
constexpr Set takeoffs(Set targets, Set empty) {
    constexpr Direction back = opposite(D);
    return G::template step<back>(targets & G::template step<back>(empty));
}

/// The men that can capture something, found for all of them at once (R6, R7).
template <class G>
constexpr Bitboard jumpers(Bitboard men, Bitboard targets, Bitboard empty) {
    Bitboard squares = 0;
    each_direction([&]<Direction D>() { squares |= takeoffs<G, D>(targets, empty); });
    return men & squares;
}

/// What a king may capture first in a direction: the piece and the squares behind it on which
/// the king may land (R8). `over` is empty if there is nothing to take.
struct Jump {
    Bitboard over = 0;
    Bitboard landings = 0;
};

template <class G>
constexpr Jump king_jump(Direction direction, int from, Bitboard targets, Bitboard empty) {
    const Bitboard blockers = G::ray(direction, from) & ~empty;
    if (!blockers) return {};
    const int over = nearest(direction, blockers);
    if (!(bit(over) & targets)) return {};
    const Bitboard landings = slide<G>(direction, over, empty);
    if (!landings) return {};
    return {bit(over), landings};
}

/// Walks the captures of one piece after another and hands those that take the most pieces, over
/// all the pieces walked, to a visitor (R9; every piece counts one, R10):
///
///     visitor.enter(from, over)  the piece, on one of the squares `from`, jumps over `over`
///     visitor.leave()            that jump is undone
///     visitor.longer(length)     whatever was added so far takes fewer pieces than this
///     visitor.add(origin, landings, captured)   a capture complete, with its choice of landing
///
/// A king that goes straight on after a jump is walked once, not once for each square it could
/// have stopped on: a walk is one ordered list of captured pieces.
template <class G, class Visitor>
class CaptureSearch {
public:
    CaptureSearch(Bitboard targets, Bitboard empty, Visitor& visitor)
        : targets_(targets), board_empty_(empty), visitor_(visitor) {}

    void man(int origin) {
        lift(origin);
        man_goes_on(bit(origin), 0, 0);
    }

    void king(int origin) {
        lift(origin);
        for (Direction direction : directions) king_jumps(direction, origin, bit(origin), 0, 0);
    }

private:
    /// The origin counts as empty while its piece captures (R14).
    void lift(int origin) {
        origin_ = origin;
        empty_ = board_empty_ | bit(origin);
    }

    /// A man in the middle of a capture is a man on the far row too (R16).
    void man_goes_on(Bitboard at, Bitboard captured, int length) {
        const bool jumped = man_jumps<up_left>(at, captured, length) |
                            man_jumps<up_right>(at, captured, length) |
                            man_jumps<down_left>(at, captured, length) |
                            man_jumps<down_right>(at, captured, length);
        if (!jumped) complete(at, captured, length);
    }

    template <Direction D>
    bool man_jumps(Bitboard at, Bitboard captured, int length) {
        const Bitboard over = G::template step<D>(at) & targets_ & ~captured;
        const Bitboard landing = G::template step<D>(over) & empty_;
        if (!landing) return false;
        visitor_.enter(at, over);
        man_goes_on(landing, captured | over, length + 1);
        visitor_.leave();
        return true;
    }

    /// Behind the piece it took, a king can go straight on or turn off from any square; back it
    /// cannot, for the captured piece still stands there and blocks (R12).
    void king_goes_on(Direction direction, Bitboard landings, Bitboard captured, int length) {
        bool jumped = king_jumps(direction, lowest(landings), landings, captured, length);
        for (Direction turn : turns(direction))
            for (int at : Squares{landings})
                jumped |= king_jumps(turn, at, bit(at), captured, length);
        if (!jumped) complete(landings, captured, length);
    }

    bool king_jumps(Direction direction, int at, Bitboard from, Bitboard captured, int length) {
        const auto [over, landings] = king_jump<G>(direction, at, targets_ & ~captured, empty_);
        if (!over) return false;
        visitor_.enter(from, over);
        king_goes_on(direction, landings, captured | over, length + 1);
        visitor_.leave();
        return true;
    }

    static constexpr std::array<Direction, 2> turns(Direction direction) {
        if (direction == up_left || direction == down_right) return {up_right, down_left};
        return {up_left, down_right};
    }

    void complete(Bitboard landings, Bitboard captured, int length) {
        if (length == 0 || length < longest_) return;
        if (length > longest_) {
            longest_ = length;
            visitor_.longer(length);
        }
        visitor_.add(origin_, landings, captured);
    }

    Bitboard targets_;
    Bitboard board_empty_;
    Visitor& visitor_;
    Bitboard empty_ = 0;
    int origin_ = 0;
    int longest_ = 0;
};

} // namespace damier
