#pragma once

#include "damier/movegen.hpp"
#include "perft/kernel/short_captures.hpp"

namespace damier {

/// Calls `visit(own, other, kings)`, as the other side sees it, with the position after each move.
/// Overwrites `scratch`, which the visitor must leave alone.
template <class G, Color C, Convention V, class Visit>
void visit_children(Bitboard own, Bitboard other, Bitboard kings, MoveList& scratch,
                    Visit&& visit) {
    const Side<G, C> side(own, other, kings);
    if (const Capturers capturing = capturers(side)) {
        auto take = [&](Bitboard from, Bitboard to, Bitboard captured) {
            const Bitboard crown = kings & from ? from ^ to : to & G::promotion_row(C);
            visit(other ^ captured, own ^ from ^ to, (kings & ~captured) ^ crown);
        };
        if (!capturing.kings && visit_short_captures<G>(capturing.men, other, side.empty, take))
            return;
        scratch.clear();
        CaptureLister<V> lister(scratch);
        visit_captures(side, capturing, lister);
        lister.finish();
        for (const Move& move : scratch) take(bit(move.from), bit(move.to), move.captured);
        return;
    }
    visit_steps(side, [&](Bitboard from, Bitboard to) {
        visit(other, own ^ from ^ to, kings | (to & G::promotion_row(C)));
    });
    visit_slides(side, [&](Bitboard from, Bitboard to) {
        visit(other, own ^ from ^ to, kings ^ from ^ to);
    });
}

} // namespace damier
