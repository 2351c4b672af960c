#pragma once

#include <algorithm>

#include "damier/capture.hpp"
#include "damier/move.hpp"
#include "damier/position.hpp"
#include "damier/variant.hpp"

namespace damier {

/// Calls `function.template operator()<G, C>()` with geometry and side to move.
template <class Function>
constexpr decltype(auto) with_side(Variant variant, Color turn, Function&& function) {
    return with_geometry(variant, [&]<class G>() {
        if (turn == Color::white) return function.template operator()<G, Color::white>();
        return function.template operator()<G, Color::black>();
    });
}

/// A position as the side to move sees it.
template <class G, Color C>
struct Side {
    constexpr Side(Bitboard own, Bitboard other, Bitboard all_kings)
        : men(own & ~all_kings), kings(own & all_kings), targets(other),
          empty(G::board & ~(own | other)) {}
    explicit constexpr Side(const Position& position)
        : Side(position.pieces(C), position.pieces(~C), position.kings) {}

    static constexpr Direction forward_left = C == Color::white ? up_left : down_left;
    static constexpr Direction forward_right = C == Color::white ? up_right : down_right;

    Bitboard men;
    Bitboard kings;
    Bitboard targets;
    Bitboard empty;
};

template <class G, Color C>
DAMIER_ALWAYS_INLINE inline Capturers capturers(const Side<G, C>& side) {
    return capturers<G>(side.men, side.kings, side.targets, side.empty);
}

/// Walks the captures of the pieces that have one; see CaptureSearch.
template <class G, Color C, class Visitor>
void visit_captures(const Side<G, C>& side, const Capturers& capturing, Visitor& visitor) {
    CaptureSearch<G, Visitor> search(side.targets, side.empty, visitor);
    for (int from : Squares{capturing.men}) search.man(from);
    for (int from : Squares{capturing.kings}) search.king(from);
}

/// Where a king may go without capturing: any free square in sight (R5).
template <class G>
Bitboard king_reach(int from, Bitboard empty) {
    Bitboard reach = 0;
    for (Direction direction : directions) reach |= slide<G>(direction, from, empty);
    return reach;
}

/// Calls `visit(from, to)`, each a set of one square, for each step of a man (R4).
template <class G, Color C, class Visit>
void visit_steps(const Side<G, C>& side, Visit&& visit) {
    auto towards = [&]<Direction D>() {
        constexpr Direction back = opposite(D);
        Bitboard movers = side.men & G::template step<back>(side.empty);
        for (; movers; movers &= movers - 1) {
            const Bitboard from = movers & -movers;
            visit(from, G::template step<D>(from));
        }
    };
    towards.template operator()<Side<G, C>::forward_left>();
    towards.template operator()<Side<G, C>::forward_right>();
}

/// Calls `visit(from, to)`, each a set of one square, for each slide of a king (R5).
template <class G, Color C, class Visit>
void visit_slides(const Side<G, C>& side, Visit&& visit) {
    for (int from : Squares{side.kings})
        for (int to : Squares{king_reach<G>(from, side.empty)}) visit(bit(from), bit(to));
}

template <class G, Color C>
int count_quiet(const Side<G, C>& side) {
    using S = Side<G, C>;
    int moves = count(G::template step<S::forward_left>(side.men) & side.empty) +
                count(G::template step<S::forward_right>(side.men) & side.empty);
    for (int from : Squares{side.kings}) moves += count(king_reach<G>(from, side.empty));
    return moves;
}

/// Two routes over fewer pieces than this cannot have the same ends and take the same pieces.
/// (The core tests walk every capture of two and three pieces on both boards to show it.)
inline constexpr int shortest_repeat = 4;

/// Lists captures, each once or once for every route.
template <Convention V>
class CaptureLister {
public:
    explicit CaptureLister(MoveList& list) : list_(list) {}

    void enter(Bitboard, Bitboard) {}
    void leave() {}
    void longer(int length) {
        list_.clear();
        length_ = length;
    }
    void add(int origin, Bitboard landings, Bitboard captured) {
        for (int to : Squares{landings})
            list_.push_back({std::uint8_t(origin), std::uint8_t(to), captured});
    }

    void finish() {
        if (V == Convention::routes || length_ < shortest_repeat) return;
        std::ranges::sort(list_);
        list_.erase(std::ranges::unique(list_).begin(), list_.end());
    }

private:
    MoveList& list_;
    int length_ = 0;
};

/// Counts captures; it lists only those that may repeat one another.
template <Convention V>
class CaptureCounter {
public:
    explicit CaptureCounter(MoveList& scratch) : lister_(scratch), list_(scratch) {}

    void enter(Bitboard, Bitboard) {}
    void leave() {}
    void longer(int length) {
        counted_ = 0;
        lister_.longer(length);
        repeats_ = V == Convention::moves && length >= shortest_repeat;
    }
    void add(int origin, Bitboard landings, Bitboard captured) {
        if (repeats_)
            lister_.add(origin, landings, captured);
        else
            counted_ += damier::count(landings);
    }

    int count() {
        if (!repeats_) return counted_;
        lister_.finish();
        return int(list_.size());
    }

private:
    CaptureLister<V> lister_;
    MoveList& list_;
    int counted_ = 0;
    bool repeats_ = false;
};

/// Fills a list with the legal moves: captures if there are any (R6), else quiet moves.
template <class G, Color C, Convention V = Convention::moves>
void generate(const Position& position, MoveList& list) {
    const Side<G, C> side(position);
    list.clear();
    if (const Capturers capturing = capturers(side)) {
        CaptureLister<V> captures(list);
        visit_captures(side, capturing, captures);
        captures.finish();
        return;
    }
    auto add = [&](Bitboard from, Bitboard to) {
        list.push_back({std::uint8_t(lowest(from)), std::uint8_t(lowest(to)), 0});
    };
    visit_steps(side, add);
    visit_slides(side, add);
}

/// The number of moves `generate` would list. Overwrites `scratch`.
template <class G, Color C, Convention V = Convention::moves>
int count_moves(const Position& position, MoveList& scratch) {
    const Side<G, C> side(position);
    if (const Capturers capturing = capturers(side)) {
        CaptureCounter<V> captures(scratch);
        visit_captures(side, capturing, captures);
        return captures.count();
    }
    return count_quiet(side);
}

/// Whether the side to move has a legal move; if not, it has lost (R19).
template <class G, Color C>
bool any_move(const Position& position) {
    const Side<G, C> side(position);
    return count_quiet(side) || capturers(side);
}

/// The position after a legal move: captured pieces leave the board together (R12) and a man
/// that ends on the far row is crowned (R15).
template <class G, Color C>
constexpr Position after(const Position& position, const Move& move) {
    const Bitboard origin = bit(move.from);
    const Bitboard destination = bit(move.to);
    Position next = position;
    (C == Color::white ? next.white : next.black) ^= origin ^ destination;
    (C == Color::white ? next.black : next.white) ^= move.captured;
    next.kings &= ~move.captured;
    if (position.kings & origin)
        next.kings ^= origin ^ destination;
    else
        next.kings |= destination & G::promotion_row(C);
    next.turn = ~C;
    return next;
}

} // namespace damier
