#pragma once

#include <utility>

#include "damier/movegen.hpp"
#include "perft/kernel/lanes.hpp"

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
/// Quiet moves, captures of up to three pieces by men and of up to two by kings are counted for all
/// pieces at once, in several positions at a time. Positions with longer captures are passed on
/// from batch to batch, so that a vector never waits for its slowest lane; what is left goes
/// through `count_moves`. Counting set by set is exact as far as it goes:
///
/// - In each direction a square is reached by at most one sliding king, the nearest behind it.
/// - The second jump of a king cannot be helped or hindered by its first: it leads straight on or
///   at right angles, away from the origin and the captured piece. Where two kings could turn off
///   along one line, the lane is passed on.
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

    /// Adds the chosen lanes, positions in which the side to move has no king.
    void add_men(Lanes::Vector own, Lanes::Vector other, unsigned chosen) {
        Lanes::store(men_only_.men + men_only_.size, chosen, own);
        Lanes::store(men_only_.other + men_only_.size, chosen, other);
        Lanes::store(men_only_.kings + men_only_.size, chosen, Lanes::Vector{});
        men_only_.size += count(chosen);
        if (men_only_.full()) count_quiet_moves<false>();
    }

    /// The moves of all positions added since the last call.
    std::uint64_t total() {
        count_quiet_moves<false>();
        count_quiet_moves<true>();
        count_captures<false, 1>();
        count_captures<false, 2>();
        count_captures<false, 3>();
        count_captures<true, 1>();
        count_captures<true, 2>();
        return std::exchange(total_, 0);
    }

private:
    using Vector = Lanes::Vector;
    using MenTakeoffs = Takeoffs<G, false, Vector>;
    using KingTakeoffs = Takeoffs<G, true, Vector>;

    static constexpr int most_jumps_of_men = 3;
    static constexpr int most_jumps_of_kings = 2;
    static_assert(most_jumps_of_men < shortest_repeat);

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

    /// Quiet moves, if there is no capture at all; tells the captures by kings as well.
    template <bool Kings>
    static Captures quiet_moves(const Positions& at, Vector& by_kings) {
        using S = Side<G, C>;
        Captures found;
        found.moves = Lanes::count(G::template step<S::forward_left>(at.men) & at.empty) +
                      Lanes::count(G::template step<S::forward_right>(at.men) & at.empty);
        by_kings = Vector{};
        each_direction([&]<Direction D>() {
            found.longer |= at.men & takeoffs<G, D>(at.other, at.empty);
            if constexpr (Kings) {
                const Vector swept = fill<G, D>(at.kings, at.empty);
                const Vector over = G::template step<D>(swept) & at.other;
                by_kings |= G::template step<D>(over) & at.empty;
                found.moves += Lanes::count(swept & at.empty);
            }
        });
        found.longer |= by_kings;
        return found;
    }

    template <bool Kings>
    void count_quiet_moves() {
        Vector by_kings;
        each_vector(
            Kings ? with_kings_ : men_only_,
            [&](const Positions& at) { return quiet_moves<Kings>(at, by_kings); },
            [&](const Positions& at, unsigned chosen) {
                const unsigned with_kings = Kings ? Lanes::occupied(by_kings) : 0;
                if constexpr (Kings) put_off<true, 1>(at, with_kings);
                put_off<false, 1>(at, chosen & ~with_kings);
            });
    }

    /// Positions wait for those that are to be counted the same way.
    template <bool Kings, int Jumps>
    void put_off(const Positions& at, unsigned chosen) {
        Batch& batch = capturing<Kings, Jumps>();
        at.store(batch, chosen);
        if (batch.full()) count_captures<Kings, Jumps>();
    }

    template <bool Kings, int Jumps>
    Batch& capturing() {
        if constexpr (Kings)
            return kings_capture_[Jumps - 1];
        else
            return men_capture_[Jumps - 1];
    }

    template <bool Kings, int Jumps>
    void count_captures() {
        each_vector(
            capturing<Kings, Jumps>(),
            [](const Positions& at) {
                Captures captures = captures_by_men<Jumps>(at);
                if constexpr (Kings) add_captures_by_kings<Jumps>(at, captures);
                return captures;
            },
            [&](const Positions& at, unsigned chosen) {
                if constexpr (Jumps < (Kings ? most_jumps_of_kings : most_jumps_of_men))
                    put_off<Kings, Jumps + 1>(at, chosen);
                else
                    count_one_by_one(at, chosen);
            });
    }

    /// Jumps of men in a direction and, if more are to follow, in all directions from there.
    template <int Jumps, Direction D>
    DAMIER_ALWAYS_INLINE static void jump(Vector standing, const MenTakeoffs& men,
                                          const MenTakeoffs& after, Captures& captures) {
        const Vector jumping = standing & men.in[D];
        const Vector landed = G::template step<D, 2>(jumping);
        if constexpr (Jumps == 1) {
            captures.moves += Lanes::count(jumping);
            captures.longer |= landed & after.template going_on<D>();
        } else {
            each_direction([&]<Direction Next>() DAMIER_ALWAYS_INLINE {
                if constexpr (Next != opposite(D))
                    jump<Jumps - 1, Next>(landed, men, after, captures);
            });
        }
    }

    template <int Jumps>
    static Captures captures_by_men(const Positions& at) {
        const MenTakeoffs men(at.other, at.empty);
        // A fourth jump can end on the origin. Taking all men for origins errs to the safe side:
        // the lane is counted one by one.
        const MenTakeoffs after = Jumps < 3 ? men : MenTakeoffs(at.other, at.empty | at.men);
        Captures captures;
        each_direction([&]<Direction D>()
                           DAMIER_ALWAYS_INLINE { jump<Jumps, D>(at.men, men, after, captures); });
        return captures;
    }

    template <int Jumps>
    static void add_captures_by_kings(const Positions& at, Captures& captures) {
        // A third jump can slide over the origin. Taking all kings for origins errs to the safe
        // side.
        const KingTakeoffs after(at.other, Jumps == 1 ? at.empty : at.empty | at.kings);
        auto end = [&]<Direction D>(Vector landings) {
            captures.moves += Lanes::count(landings);
            captures.longer |= landings & after.template going_on<D>();
        };
        each_direction([&]<Direction D>() {
            const Vector landings = land<D>(fill<G, D>(at.kings, at.empty), at);
            if constexpr (Jumps == 1) {
                end.template operator()<D>(landings);
            } else {
                end.template operator()<D>(land<D>(landings, at));
                each_direction([&]<Direction Turn>() {
                    if constexpr (Turn != D && Turn != opposite(D)) {
                        const Vector beyond =
                            fill<G, Turn>(G::template step<Turn>(landings) & at.empty, at.empty);
                        captures.longer |= beyond & landings; // two on a line: one would be counted
                        end.template operator()<Turn>(land<Turn>(landings | beyond, at));
                    }
                });
            }
        });
    }

    /// Where kings come down that jump from the last of the squares they swept.
    template <Direction D>
    static Vector land(Vector swept, const Positions& at) {
        const Vector over = G::template step<D>(swept) & at.other;
        return fill<G, D>(G::template step<D>(over) & at.empty, at.empty);
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
    Batch men_capture_[most_jumps_of_men];     ///< and kings do not; one piece, two, three or more
    Batch kings_capture_[most_jumps_of_kings]; ///< one piece, two or more
    MoveList scratch_;
};

} // namespace damier
