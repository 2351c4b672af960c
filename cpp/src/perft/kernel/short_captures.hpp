#pragma once

#include <bit>

#include "damier/movegen.hpp"

namespace damier {

/// Calls `visit(from, to, captured)` for each capture, `from` and `to` being sets of one square, if
/// no man can take more than two pieces; else visits nothing and returns false. At least one man
/// must be able to capture. All jump at once: the directions in which a square is reached tell the
/// origin and the pieces, as LeafCounter explains, and no two captures so short are the same move.
template <class G, class Visit>
DAMIER_ALWAYS_INLINE inline bool visit_short_captures(Bitboard men, Bitboard targets,
                                                      Bitboard empty, Visit&& visit) {
    static_assert(2 < shortest_repeat);

    /// Where men come down after the same jumps, and how far back what they passed lies.
    struct Landed {
        Bitboard at;
        int origin;
        int first;
        int second;
    };
    Landed landed[4 * 3];
    int size = 0;
    auto add = [&](const Landed& those) {
        landed[size] = those;
        size += those.at != 0;
    };

    const Takeoffs<G, false, Bitboard> takeoffs(targets, empty);
    auto jump = [&]<Direction D>(Bitboard from) {
        return G::template step<D, 2>(from & takeoffs.in[D]);
    };
    Bitboard longer = 0;
    each_direction([&]<Direction D>() {
        const Bitboard at = jump.template operator()<D>(men);
        constexpr int back = -G::distance(D);
        add({at, 2 * back, back, back});
        longer |= at & takeoffs.template going_on<D>();
    });
    if (longer) {
        size = 0;
        longer = 0;
        each_direction([&]<Direction D>() {
            const Bitboard once = jump.template operator()<D>(men);
            each_direction([&]<Direction Next>() {
                if constexpr (Next != opposite(D)) {
                    const Bitboard at = jump.template operator()<Next>(once);
                    constexpr int back = -G::distance(Next);
                    constexpr int back_at_first = 2 * back - G::distance(D);
                    add({at, back_at_first - G::distance(D), back_at_first, back});
                    longer |= at & takeoffs.template going_on<Next>();
                }
            });
        });
        if (longer) return false;
    }
    for (int i = 0; i < size; ++i)
        for (Bitboard rest = landed[i].at; rest; rest &= rest - 1) {
            const Bitboard to = rest & -rest;
            auto behind = [&](int distance) { return std::rotl(to, distance); };
            visit(behind(landed[i].origin), to, behind(landed[i].first) | behind(landed[i].second));
        }
    return true;
}

} // namespace damier
