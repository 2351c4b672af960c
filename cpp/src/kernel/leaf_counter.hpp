#pragma once

#include <utility>

#include "damier/movegen.hpp"
#include "kernel/lanes.hpp"

namespace damier {

/// Positions that wait to be counted, all with the same side to move and all its pieces men.
struct Batch {
    static constexpr int enough = 256;

    void add(Bitboard own_pieces, Bitboard other_pieces) {
        own[size] = own_pieces;
        other[size++] = other_pieces;
    }
    void add(unsigned chosen, Lanes::Vector own_pieces, Lanes::Vector other_pieces) {
        Lanes::store(own + size, chosen, own_pieces);
        Lanes::store(other + size, chosen, other_pieces);
        size += count(chosen);
    }
    bool full() const { return size >= enough; }

    /// Fills the last vector up with empty boards, on which nothing moves.
    void pad() {
        for (int i = size; i < size + Lanes::width; ++i) own[i] = other[i] = 0;
    }

    int size = 0;
    Bitboard own[enough + 2 * Lanes::width];
    Bitboard other[enough + 2 * Lanes::width];
};

/// Counts the moves of positions without making any: the last ply of a tree.
///
/// Quiet moves and captures of one and two pieces are counted for all men at once, in several
/// positions at a time. Positions with longer captures are passed on from batch to batch, so that
/// a vector never waits for its slowest lane; kings and captures of three pieces and more go
/// through `count_moves`. Counting set by set is exact as far as it goes: in its first three
/// captures a man can neither come back to its origin nor meet a piece twice, so the order of
/// shifts that led to a square tells the route, and no two routes take the same pieces between
/// the same squares (shortest_repeat).
template <class G, Color C, Convention V>
class LeafCounter {
public:
    void add(Bitboard own, Bitboard other, Bitboard kings) {
        if (own & kings) {
            total_ += one_by_one(own, other, kings);
            return;
        }
        waiting_.add(own, other);
        if (waiting_.full()) count_quiet_moves();
    }

    /// The moves of all positions added since the last call.
    std::uint64_t total() {
        count_quiet_moves();
        count_single_captures();
        count_double_captures();
        return std::exchange(total_, 0);
    }

private:
    using Vector = Lanes::Vector;

    /// For each direction, the squares from which a man can jump that way.
    struct Takeoffs {
        Takeoffs(Vector other, Vector empty) {
            each_direction([&]<Direction D>() { in[D] = takeoffs<G, D>(other, empty); });
        }

        /// In any direction but back.
        Vector going_on(Direction direction) const {
            Vector squares{};
            for (Direction next : directions)
                if (next != opposite(direction)) squares |= in[next];
            return squares;
        }

        Vector in[4];
    };

    template <Direction D>
    static Vector jump(Vector from) {
        return G::template step<D>(G::template step<D>(from));
    }

    std::uint64_t one_by_one(Bitboard own, Bitboard other, Bitboard kings) {
        const Position position = C == Color::white ? Position{own, other, kings, C}
                                                    : Position{other, own, kings, C};
        return std::uint64_t(count_moves<G, C, V>(position, scratch_));
    }

    /// Calls `count(own, empty, takeoffs, longer)` on each vector of a batch. It returns the moves
    /// in each lane and puts into `longer` what longer captures a lane has; such lanes are not
    /// counted but handed to `pass_on(chosen, at, own, other)`.
    template <class Count, class PassOn>
    void each_vector(Batch& batch, Count&& count, PassOn&& pass_on) {
        batch.pad();
        Vector moves{};
        for (int at = 0; at < batch.size; at += Lanes::width) {
            const Vector own = Lanes::load(batch.own + at);
            const Vector other = Lanes::load(batch.other + at);
            const Vector empty = ~(own | other) & G::board;
            Vector longer{};
            const Vector counted = count(own, empty, Takeoffs(other, empty), longer);
            moves += Lanes::where_empty(longer, counted);
            if (const unsigned chosen = Lanes::occupied(longer)) pass_on(chosen, at, own, other);
        }
        batch.size = 0;
        total_ += Lanes::sum(moves);
    }

    void count_quiet_moves() {
        using S = Side<G, C>;
        each_vector(
            waiting_,
            [](Vector own, Vector empty, const Takeoffs& takeoffs, Vector& longer) {
                longer = own & (takeoffs.in[0] | takeoffs.in[1] | takeoffs.in[2] | takeoffs.in[3]);
                return Lanes::count(G::template step<S::forward_left>(own) & empty) +
                       Lanes::count(G::template step<S::forward_right>(own) & empty);
            },
            [&](unsigned chosen, int, Vector own, Vector other) {
                capturing_.add(chosen, own, other);
                if (capturing_.full()) count_single_captures();
            });
    }

    void count_single_captures() {
        each_vector(
            capturing_,
            [](Vector own, Vector, const Takeoffs& takeoffs, Vector& longer) {
                Vector captures{};
                auto jumps = [&]<Direction D>() {
                    const Vector jumping = own & takeoffs.in[D];
                    captures += Lanes::count(jumping);
                    longer |= jump<D>(jumping) & takeoffs.going_on(D);
                };
                each_direction(jumps);
                return captures;
            },
            [&](unsigned chosen, int, Vector own, Vector other) {
                capturing_on_.add(chosen, own, other);
                if (capturing_on_.full()) count_double_captures();
            });
    }

    void count_double_captures() {
        each_vector(
            capturing_on_,
            [](Vector own, Vector, const Takeoffs& takeoffs, Vector& longer) {
                Vector captures{};
                auto jumps = [&]<Direction First>() {
                    const Vector landed = jump<First>(own & takeoffs.in[First]);
                    auto jumps_on = [&]<Direction Second>() {
                        if constexpr (Second != opposite(First)) {
                            const Vector jumping = landed & takeoffs.in[Second];
                            captures += Lanes::count(jumping);
                            longer |= jump<Second>(jumping) & takeoffs.going_on(Second);
                        }
                    };
                    each_direction(jumps_on);
                };
                each_direction(jumps);
                return captures;
            },
            [&](unsigned chosen, int at, Vector, Vector) {
                for (int lane : Squares{chosen})
                    total_ += one_by_one(capturing_on_.own[at + lane], capturing_on_.other[at + lane], 0);
            });
    }

    std::uint64_t total_ = 0;
    Batch waiting_;
    Batch capturing_;    ///< positions with a capture
    Batch capturing_on_; ///< positions with a capture of two pieces or more
    MoveList scratch_;
};

} // namespace damier
