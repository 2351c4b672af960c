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

/// A set and all squares that its pieces can slide to in a direction, for all of them at once:
/// each line doubles the distance.
template <class G, Direction D, class Set>
constexpr Set fill(Set from, Set empty) {
    from |= empty & G::template step<D>(from);
    empty &= G::template step<D>(empty);
    from |= empty & G::template step<D, 2>(from);
    empty &= G::template step<D, 2>(empty);
    from |= empty & G::template step<D, 4>(from);
    if constexpr (G::size > 8) {
        empty &= G::template step<D, 4>(empty);
        from |= empty & G::template step<D, 8>(from);
    }
    return from;
}

/// The squares from which a man can jump over a target in a direction (R6).
template <class G, Direction D, class Set>
constexpr Set takeoffs(Set targets, Set empty) {
    constexpr Direction back = opposite(D);
    return G::template step<back>(targets & G::template step<back>(empty));
}

/// The squares from which a king can: a man's, and all from which it can slide to one (R8).
template <class G, Direction D, class Set>
constexpr Set king_takeoffs(Set targets, Set empty) {
    constexpr Direction back = opposite(D);
    const Set near = takeoffs<G, D>(targets, empty);
    return near | G::template step<back>(fill<G, back>(Set(near & empty), empty));
}

/// For each direction, the squares from which a man, or a king, can jump that way.
template <class G, bool King, class Set>
struct Takeoffs {
    constexpr Takeoffs(Set targets, Set empty) {
        each_direction([&]<Direction D>() {
            if constexpr (King)
                in[D] = king_takeoffs<G, D>(targets, empty);
            else
                in[D] = takeoffs<G, D>(targets, empty);
        });
    }

    /// For a piece that arrives in a direction, which cannot turn back: the piece it took still
    /// stands there (R12).
    template <Direction D>
    constexpr Set going_on() const {
        Set squares{};
        each_direction([&]<Direction Next>() {
            if constexpr (Next != opposite(D)) squares |= in[Next];
        });
        return squares;
    }

    Set in[4];
};

/// The pieces that can capture something.
struct Capturers {
    Bitboard men = 0;
    Bitboard kings = 0;

    constexpr explicit operator bool() const { return men | kings; }
};

/// Apart from the next, so that only positions with kings pay for its size.
template <class G>
constexpr Bitboard capturing_kings(Bitboard kings, Bitboard targets, Bitboard empty) {
    Bitboard found = 0;
    each_direction([&]<Direction D>() { found |= kings & king_takeoffs<G, D>(targets, empty); });
    return found;
}

template <class G>
DAMIER_ALWAYS_INLINE constexpr Capturers capturers(Bitboard men, Bitboard kings, Bitboard targets,
                                                   Bitboard empty) {
    Capturers found;
    each_direction([&]<Direction D>() { found.men |= men & takeoffs<G, D>(targets, empty); });
    if (kings) found.kings = capturing_kings<G>(kings, targets, empty);
    return found;
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

    /// The man on this square must have a capture.
    void man(int origin) {
        lift(origin);
        each_direction([&]<Direction D>() { takeoffs_[D] = takeoffs<G, D>(targets_, empty_); });
        man_goes_on(bit(origin), 0, 0);
    }

    /// The king on this square must have a capture.
    void king(int origin) {
        lift(origin);
        each_direction(
            [&]<Direction D>() { takeoffs_[D] = king_takeoffs<G, D>(targets_, empty_); });
        for (Direction direction : directions)
            if (bit(origin) & takeoffs_[direction])
                king_jumps(direction, origin, bit(origin), 0, 0);
    }

private:
    /// The origin counts as empty while its piece captures (R14).
    void lift(int origin) {
        origin_ = origin;
        empty_ = board_empty_ | bit(origin);
    }

    /// A man in the middle of a capture is a man on the far row too (R16).
    void man_goes_on(Bitboard at, Bitboard captured, int length) {
        bool jumped = false;
        each_direction([&]<Direction D>() {
            const Bitboard over = G::template step<D>(at & takeoffs_[D]) & ~captured; // R12
            if (!over) return;
            jumped = true;
            visitor_.enter(at, over);
            man_goes_on(G::template step<D>(over), captured | over, length + 1);
            visitor_.leave();
        });
        if (!jumped) complete(at, captured, length);
    }

    /// Behind the piece it took, a king can go straight on or turn off from any square; back it
    /// cannot, for the captured piece still stands there and blocks (R12).
    void king_goes_on(Direction direction, Bitboard landings, Bitboard captured, int length) {
        bool jumped = (landings & takeoffs_[direction]) &&
                      king_jumps(direction, lowest(landings), landings, captured, length);
        for (Direction turn : turns(direction))
            for (int at : Squares{landings & takeoffs_[turn]})
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
        if (length < longest_) return;
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
    Bitboard takeoffs_[4] = {}; ///< by direction, also over pieces that are captured by now
    int origin_ = 0;
    int longest_ = 0;
};

} // namespace damier
