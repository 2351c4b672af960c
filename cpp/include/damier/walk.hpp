#pragma once

#include "damier/action.hpp"
#include "damier/movegen.hpp"

namespace damier {

/// A position, and how far a move that is made of actions has come.
struct Walk {
    Position position;     ///< the piece that captures stands where it landed last, and what it
                           ///< took still stands on the board (R12)
    Bitboard captured = 0; ///< what it took
    std::uint8_t origin = 0;
    std::uint8_t at = 0;   ///< where it stands, once it has captured
    std::uint8_t left = 0; ///< the jumps that every legal capture has from here on; 0 if none is

    /// The position before the capture under way.
    constexpr Position before() const {
        Position start = position;
        if (!captured) return start;
        const Bitboard way = bit(origin) ^ bit(at);
        (start.turn == Color::white ? start.white : start.black) ^= way;
        if (start.kings & bit(at)) start.kings ^= way;
        return start;
    }
};

static_assert(sizeof(Walk) == 48);

/// The rules of a walk for one board and side to move.
template <class G, Color C>
class Walker {
public:
    explicit Walker(const Walk& walk)
        : walk_(walk), own_(walk.position.pieces(C)),
          targets_(walk.position.pieces(~C) & ~walk.captured),
          empty_(G::board & ~walk.position.occupied()) {}

    /// The walk in which no action has been taken yet.
    static Walk begin(const Position& position) {
        Walk walk{.position = position};
        const Side<G, C> side(position);
        if (const Capturers capturing = capturers(side)) {
            Length length;
            visit_captures(side, capturing, length);
            walk.left = std::uint8_t(length.longest);
        }
        return walk;
    }

    /// Whether there is a legal action; if there is none at the beginning, the side to move has
    /// lost (R19).
    bool any() const {
        if (walk_.left) return true;
        const Side<G, C> side(walk_.position);
        Bitboard reach = G::template step<Side<G, C>::forward_left>(side.men) |
                         G::template step<Side<G, C>::forward_right>(side.men);
        each_direction([&]<Direction D>() { reach |= G::template step<D>(side.kings); });
        return reach & side.empty;
    }

    /// Calls `visit(from, to)`, bit indexes, for each legal action.
    template <class Visit>
    void each(Visit&& visit) const {
        const Side<G, C> side(walk_.position);
        if (!walk_.left) {
            auto indexes = [&](Bitboard from, Bitboard to) { visit(lowest(from), lowest(to)); };
            visit_steps(side, indexes);
            visit_slides(side, indexes);
            return;
        }
        Capturers capturing;
        if (walk_.captured)
            (king(walk_.at) ? capturing.kings : capturing.men) = bit(walk_.at);
        else
            capturing = capturers(side);
        auto jump = [&](int from, Jump over) {
            for (int to : Squares{over.landings})
                if (goes_on(from, to, over.over)) visit(from, to);
        };
        for (int from : Squares{capturing.men})
            each_direction([&]<Direction D>() {
                const Bitboard over = G::template step<D>(bit(from)) & targets_;
                jump(from, {over, G::template step<D>(over) & empty_});
            });
        for (int from : Squares{capturing.kings})
            for (Direction direction : directions)
                jump(from, king_jump<G>(direction, from, targets_, empty_));
    }

    bool is_legal(const Action& action) const {
        const auto& [between, from, to] = action;
        if (!(own_ & bit(from)) || !(empty_ & bit(to))) return false;
        const Bitboard blockers = between & ~empty_;
        if (!walk_.left) {
            if (king(from)) return !blockers;
            return bit(to) & (G::template step<Side<G, C>::forward_left>(bit(from)) |
                              G::template step<Side<G, C>::forward_right>(bit(from)));
        }
        if (walk_.captured && from != walk_.at) return false;
        if (!blockers || (blockers & (blockers - 1)) || !(blockers & targets_)) return false;
        if (!king(from) && (between & (between - 1))) return false;
        return goes_on(from, to, blockers);
    }

    /// Takes a legal action. If that completes the move, the position is the one after it, and the
    /// walk has to begin anew.
    static bool step(Walk& walk, const Action& action) {
        const auto& [between, from, to] = action;
        Position& position = walk.position;
        const Bitboard over = between & position.occupied(); // none under a slide
        if (!walk.captured) walk.origin = from;
        walk.at = to;
        walk.captured |= over;
        const bool complete = walk.left <= 1;
        if (complete) {
            position = after<G, C>(position, Move{from, to, walk.captured});
        } else {
            (C == Color::white ? position.white : position.black) ^= bit(from) ^ bit(to);
            if (position.kings & bit(from)) position.kings ^= bit(from) ^ bit(to);
        }
        if (walk.left) --walk.left;
        return complete;
    }

private:
    /// Keeps only how many pieces the captures take.
    struct Length {
        int longest = 0;
        void enter(Bitboard, Bitboard) {}
        void leave() {}
        void longer(int length) { longest = length; }
        void add(int, Bitboard, Bitboard) {}
    };

    bool king(int at) const { return walk_.position.kings & bit(at); }

    /// Whether as many jumps as must follow can follow this one (R9).
    bool goes_on(int from, int to, Bitboard over) const {
        if (walk_.left == 1) return true;
        Length length;
        CaptureSearch<G, Length> search(targets_ & ~over, (empty_ | bit(from)) & ~bit(to), length);
        if (king(from))
            search.king(to);
        else
            search.man(to);
        return length.longest == walk_.left - 1;
    }

    const Walk& walk_;
    Bitboard own_;
    Bitboard targets_;
    Bitboard empty_;
};

} // namespace damier
