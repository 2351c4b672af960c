#pragma once

#include <utility>

#include "perft/kernel/children.hpp"
#include "perft/kernel/leaf_counter.hpp"

namespace damier {

/// Counts the replies to all moves of positions: the last two plies of a tree.
///
/// Where there are only men and the side to move takes nothing, the replies to all its moves in a
/// direction are counted at once, in several positions at a time:
///
/// - After a move that lets the other side take nothing it has the steps it had, less those to the
///   destination, and those to the origin besides.
/// - After a move that lets it take one man at a time, its replies are the ways to do so: over the
///   man that moved, or over one that had the origin behind it.
///
/// All other moves are played: those after which it may take two men and more, and all of a
/// position in which it could take a man before. Tests err to that side.
template <class G, Color C, Convention V>
class ReplyCounter {
public:
    void add(Bitboard own, Bitboard other, Bitboard kings) {
        if (kings) return play_all(own, other, kings);
        own_[size_] = own;
        other_[size_++] = other;
        if (size_ == enough) count_waiting();
    }

    /// The replies in all positions added since the last call.
    std::uint64_t total() {
        count_waiting();
        return std::exchange(total_, 0) + after_.total();
    }

private:
    using Vector = Lanes::Vector;
    static constexpr int enough = 256; ///< positions to count at a time
    static constexpr Direction forward[] = {Side<G, C>::forward_left, Side<G, C>::forward_right};

    /// Positions side by side, one a lane, and what all their moves have in common.
    struct Positions {
        Positions(const Bitboard* own_pieces, const Bitboard* other_pieces)
            : own(Lanes::load(own_pieces)), other(Lanes::load(other_pieces)),
              empty(~(own | other) & G::board), takeoffs(other, empty) {
            // One more square is empty after a move: its origin.
            const Vector empty_after = (empty | G::template step<opposite(forward[0])>(empty) |
                                        G::template step<opposite(forward[1])>(empty)) &
                                       G::board;
            each_direction([&]<Direction D>() {
                captures |= own & takeoffs.in[D];
                goes_on |= damier::takeoffs<G, D>(own, empty_after);
            });
            each_direction([&]<Direction D>() {
                const Vector ahead = G::template step<D>(other);
                behind[D] = G::template step<D>(own & ahead);
                behind_any |= behind[D];
                exposed[D] = ahead & G::template step<opposite(D)>(empty);
                exposed_any |= exposed[D];
                exposed_twice |= exposed[D] & G::template step<opposite(D)>(goes_on);
            });
        }

        Vector own;
        Vector other;
        Vector empty;
        Takeoffs<G, false, Vector> takeoffs;
        Vector captures{};    ///< men that can take
        Vector goes_on{};     ///< squares from which the other side may take a man after a move
        Vector behind[4];     ///< where it comes down in a direction taking a man, if that is free
        Vector behind_any{};  ///< or in any
        Vector exposed[4];    ///< where it can take a man in a direction, if one comes there
        Vector exposed_any{}; ///< or in any
        Vector exposed_twice{}; ///< and may take another
    };

    void count_waiting() {
        for (int i = size_; i < size_ + Lanes::width; ++i) own_[i] = other_[i] = 0;
        Vector replies{};
        for (int at = 0; at < size_; at += Lanes::width) {
            const Positions positions(own_ + at, other_ + at);
            const Vector counted = count_quiet_moves<forward[0], forward[1]>(positions, at) +
                                   count_quiet_moves<forward[1], forward[0]>(positions, at);
            replies += Lanes::where_empty(positions.captures, counted);
            if (Lanes::occupied(positions.captures)) play_captures(positions, at);
        }
        size_ = 0;
        total_ += Lanes::sum(replies);
    }

    /// Counts the replies to the steps in a direction, or plays the step. `Across` is the other
    /// direction in which men move.
    template <Direction D, Direction Across>
    Vector count_quiet_moves(const Positions& at, int first) {
        constexpr Direction back = opposite(D);
        const Vector towards = G::template step<back>(at.other);
        const Vector across = G::template step<opposite(Across)>(at.other);
        const Vector moves = G::template step<D>(at.own) & at.empty;
        const Vector threatened = at.behind_any & at.empty;
        const Vector left_behind = at.own & at.behind_any;
        const Vector uncovers = G::template step<D>(left_behind);

        const Vector quiet =
            Lanes::where_empty(threatened, moves & ~(at.exposed_any | towards | uncovers));
        const Vector steps = Lanes::count(towards & at.empty) + Lanes::count(across & at.empty);
        Vector replies = Lanes::product(Lanes::count(quiet), steps) - Lanes::count(quiet & across) +
                         Lanes::count(G::template step<back>(quiet) & across);

        // From the origin the other side may also go on over the man that moved.
        const Vector twice = at.exposed_twice | (towards & G::template step<D>(at.goes_on)) |
                             G::template step<D>(left_behind & at.goes_on) |
                             (uncovers & G::template step<back>(at.empty));
        const Vector once = Lanes::where_empty(threatened, moves & ~quiet & ~twice);
        const Vector once_from = G::template step<back>(once);
        replies += Lanes::count(once & towards);
        each_direction([&]<Direction Taking>() {
            if constexpr (Taking == back) return;
            replies += Lanes::count(once_from & at.behind[Taking]);
            if constexpr (Taking != D) replies += Lanes::count(once & at.exposed[Taking]);
        });

        play<D>(Lanes::where_empty(at.captures, moves & ~quiet & ~once), first);
        return replies;
    }

    /// Plays steps, of which the destinations are given.
    template <Direction D>
    void play(Vector destinations, int first) {
        for (unsigned lanes = Lanes::occupied(destinations); lanes; lanes &= lanes - 1) {
            const int lane = lowest(lanes);
            for (Bitboard rest = Lanes::at(destinations, lane); rest; rest &= rest - 1) {
                const Bitboard to = rest & -rest;
                const Bitboard from = G::template step<opposite(D)>(to);
                after_.add(other_[first + lane], own_[first + lane] ^ from ^ to, 0);
            }
        }
    }

    /// Plays the captures of one man; at most one in each direction is played in all lanes at once.
    void play_captures(const Positions& at, int first) {
        Vector others{};
        each_direction([&]<Direction D>() {
            const Vector jumping = at.own & at.takeoffs.in[D];
            const Vector landed = G::template step<D, 2>(jumping);
            others |= (landed & at.takeoffs.template going_on<D>()) | (jumping & (jumping - 1));
        });
        const unsigned chosen = Lanes::occupied(Lanes::where_empty(others, at.captures));
        each_direction([&]<Direction D>() {
            const Vector jumping = at.own & at.takeoffs.in[D];
            after_.add_men(at.other ^ G::template step<D>(jumping),
                           at.own ^ jumping ^ G::template step<D, 2>(jumping),
                           chosen & Lanes::occupied(jumping));
        });
        for (unsigned lanes = Lanes::occupied(others); lanes; lanes &= lanes - 1) {
            const int i = first + lowest(lanes);
            play_all(own_[i], other_[i], 0);
        }
    }

    void play_all(Bitboard own, Bitboard other, Bitboard kings) {
        visit_children<G, C, V>(own, other, kings, scratch_,
                                [&](auto... child) { after_.add(child...); });
    }

    std::uint64_t total_ = 0;
    int size_ = 0;
    Bitboard own_[enough + Lanes::width];
    Bitboard other_[enough + Lanes::width];
    LeafCounter<G, ~C, V> after_;
    MoveList scratch_;
};

} // namespace damier
