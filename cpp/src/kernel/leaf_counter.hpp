#pragma once

#include <utility>

#include "damier/movegen.hpp"
#include "kernel/lanes.hpp"

namespace damier {

/// Positions that wait to be counted, all with the same side to move.
struct Batch {
    static constexpr int enough = 256;

    void add(Bitboard own_men, Bitboard own_kings, Bitboard other_pieces) {
        men[size] = own_men;
        kings[size] = own_kings;
        other[size++] = other_pieces;
    }
    bool full() const { return size >= enough; }

    /// Fills the last vector up with empty boards, on which nothing moves.
    void pad() {
        for (int i = size; i < size + Lanes::width; ++i) men[i] = kings[i] = other[i] = 0;
    }

    int size = 0;
    Bitboard men[enough + 2 * Lanes::width];
    Bitboard kings[enough + 2 * Lanes::width];
    Bitboard other[enough + 2 * Lanes::width];
};

/// Counts the moves of positions without making any: the last ply of a tree.
///
/// Quiet moves and captures of one piece are counted for all pieces at once, those of two and three
/// pieces for all men at once, in several positions at a time. Positions with longer captures are passed
/// on from batch to batch, so that a vector never waits for its slowest lane; what is left goes
/// through `count_moves`. Counting set by set is exact as far as it goes:
///
/// - In each direction a square is reached by at most one sliding king, the nearest behind it.
/// - The second jump of a king cannot be helped or hindered by its first: it leads straight on or
///   at right angles, away from the origin and the captured piece.
/// - In its first three jumps a man can neither come back to its origin nor meet a piece twice, so
///   the order of shifts that led to a square tells the route.
/// - No two routes that short take the same pieces between the same squares (shortest_repeat).
template <class G, Color C, Convention V>
class LeafCounter {
public:
    void add(Bitboard own, Bitboard other, Bitboard all_kings) {
        if (const Bitboard kings = own & all_kings) {
            with_kings_.add(own ^ kings, kings, other);
            if (with_kings_.full()) count_quiet_moves<true>();
        } else {
            men_only_.add(own, 0, other);
            if (men_only_.full()) count_quiet_moves<false>();
        }
    }

    /// The moves of all positions added since the last call.
    std::uint64_t total() {
        count_quiet_moves<false>();
        count_quiet_moves<true>();
        count_captures_by_men<1>();
        count_captures_by_men<2>();
        count_captures_by_men<3>();
        count_captures_with_kings();
        return std::exchange(total_, 0);
    }

private:
    using Vector = Lanes::Vector;

    static constexpr int most_jumps = 3;
    static_assert(most_jumps < shortest_repeat);

    /// Positions of one batch, a lane each.
    struct Positions {
        Positions(const Batch& batch, int at)
            : men(Lanes::load(batch.men + at)), kings(Lanes::load(batch.kings + at)),
              other(Lanes::load(batch.other + at)), empty(~(men | kings | other) & G::board) {}

        void store(Batch& batch, unsigned chosen) const {
            Lanes::store(batch.men + batch.size, chosen, men);
            Lanes::store(batch.kings + batch.size, chosen, kings);
            Lanes::store(batch.other + batch.size, chosen, other);
            batch.size += count(chosen);
        }

        Vector men;
        Vector kings;
        Vector other;
        Vector empty;
    };

    /// For each direction, the squares from which a man, or a king, can jump that way.
    template <bool King>
    struct Takeoffs {
        Takeoffs(Vector other, Vector empty) {
            each_direction([&]<Direction D>() {
                if constexpr (King)
                    in[D] = king_takeoffs<G, D>(other, empty);
                else
                    in[D] = takeoffs<G, D>(other, empty);
            });
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

    /// Moves that capture a certain number of pieces, and what shows that there are longer ones.
    struct Captures {
        Vector moves{};
        Vector longer{};
    };

    /// Calls `count(positions)` on each vector of a batch. Lanes with longer captures than it
    /// counts are handed to `pass_on(positions, chosen)`.
    template <class Count, class PassOn>
    void each_vector(Batch& batch, Count&& count, PassOn&& pass_on) {
        batch.pad();
        Vector moves{};
        for (int at = 0; at < batch.size; at += Lanes::width) {
            const Positions positions(batch, at);
            const Captures counted = count(positions);
            moves += Lanes::where_empty(counted.longer, counted.moves);
            if (const unsigned chosen = Lanes::occupied(counted.longer)) pass_on(positions, chosen);
        }
        batch.size = 0;
        total_ += Lanes::sum(moves);
    }

    /// Quiet moves, if there is no capture at all.
    template <bool Kings>
    static Captures quiet_moves(const Positions& at) {
        using S = Side<G, C>;
        Captures found;
        found.moves = Lanes::count(G::template step<S::forward_left>(at.men) & at.empty) +
                      Lanes::count(G::template step<S::forward_right>(at.men) & at.empty);
        each_direction([&]<Direction D>() {
            found.longer |= at.men & takeoffs<G, D>(at.other, at.empty);
            if constexpr (Kings) {
                const Vector swept = fill<G, D>(at.kings, at.empty);
                const Vector over = G::template step<D>(swept) & at.other;
                found.longer |= G::template step<D>(over) & at.empty;
                found.moves += Lanes::count(swept & at.empty);
            }
        });
        return found;
    }

    template <bool Kings>
    void count_quiet_moves() {
        each_vector(
            Kings ? with_kings_ : men_only_,
            [](const Positions& at) { return quiet_moves<Kings>(at); },
            [&](const Positions& at, unsigned chosen) {
                Batch& capturing = Kings ? capturing_with_kings_ : capturing_[0];
                at.store(capturing, chosen);
                if (!capturing.full()) return;
                if constexpr (Kings)
                    count_captures_with_kings();
                else
                    count_captures_by_men<1>();
            });
    }

    /// Jumps of men in a direction and, if more are to follow, in all directions from there.
    template <int Jumps, Direction D>
    [[gnu::always_inline]] static void jump(Vector standing, const Takeoffs<false>& men, const Takeoffs<false>& after,
                     Captures& captures) {
        const Vector jumping = standing & men.in[D];
        const Vector landed = G::template step<D, 2>(jumping);
        if constexpr (Jumps == 1) {
            captures.moves += Lanes::count(jumping);
            captures.longer |= landed & after.going_on(D);
        } else {
            each_direction([&]<Direction Next>() __attribute__((always_inline)) {
                if constexpr (Next != opposite(D)) jump<Jumps - 1, Next>(landed, men, after, captures);
            });
        }
    }

    template <int Jumps>
    static Captures captures_by_men(const Positions& at) {
        const Takeoffs<false> men(at.other, at.empty);
        // A fourth jump can end on the origin. Taking all men for origins errs to the safe side:
        // the lane is counted one by one.
        const Takeoffs<false> after = Jumps < 3 ? men : Takeoffs<false>(at.other, at.empty | at.men);
        Captures captures;
        each_direction([&]<Direction D>() __attribute__((always_inline)) {
            jump<Jumps, D>(at.men, men, after, captures);
        });
        return captures;
    }

    static void add_captures_by_kings(const Positions& at, Captures& captures) {
        const Takeoffs<true> kings(at.other, at.empty);
        each_direction([&]<Direction D>() {
            const Vector swept = fill<G, D>(at.kings, at.empty);
            const Vector over = G::template step<D>(swept) & at.other;
            const Vector behind = G::template step<D>(over) & at.empty;
            const Vector landings = fill<G, D>(behind, at.empty);
            captures.moves += Lanes::count(landings);
            captures.longer |= landings & kings.going_on(D);
        });
    }

    template <int Jumps>
    void count_captures_by_men() {
        each_vector(
            capturing_[Jumps - 1],
            [](const Positions& at) { return captures_by_men<Jumps>(at); },
            [&](const Positions& at, unsigned chosen) {
                if constexpr (Jumps < most_jumps) {
                    at.store(capturing_[Jumps], chosen);
                    if (capturing_[Jumps].full()) count_captures_by_men<Jumps + 1>();
                } else {
                    count_one_by_one(at, chosen);
                }
            });
    }

    void count_captures_with_kings() {
        each_vector(
            capturing_with_kings_,
            [](const Positions& at) {
                Captures captures = captures_by_men<1>(at);
                add_captures_by_kings(at, captures);
                return captures;
            },
            [&](const Positions& at, unsigned chosen) { count_one_by_one(at, chosen); });
    }

    void count_one_by_one(const Positions& at, unsigned chosen) {
        Batch batch;
        at.store(batch, chosen);
        for (int i = 0; i < batch.size; ++i) {
            const Bitboard own = batch.men[i] | batch.kings[i];
            const Position position = C == Color::white
                                          ? Position{own, batch.other[i], batch.kings[i], C}
                                          : Position{batch.other[i], own, batch.kings[i], C};
            total_ += std::uint64_t(count_moves<G, C, V>(position, scratch_));
        }
    }

    std::uint64_t total_ = 0;
    Batch men_only_;
    Batch with_kings_;
    Batch capturing_[most_jumps]; ///< men only, with captures of one, two, three pieces or more
    Batch capturing_with_kings_;
    MoveList scratch_;
};

} // namespace damier
