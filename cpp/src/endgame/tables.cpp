#include <algorithm>

#include "damier/endgame.hpp"
#include "damier/movegen.hpp"
#include "endgame/index.hpp"
#include "endgame/table_file.hpp"

namespace damier {
namespace {

using endgame::Cell;

Endgame meaning(Cell cell, bool distances) {
    if (cell > endgame::most_plies) return {Endgame::draw, Endgame::unknown};
    return {endgame::is_win(cell) ? Endgame::win : Endgame::loss,
            distances ? int(cell) : Endgame::unknown};
}

/// What the side that moved into a position has of it, from the ply before.
Endgame ply_before(const Endgame& after) {
    return {Endgame::Value(-after.value),
            after.plies == Endgame::unknown ? Endgame::unknown : after.plies + 1};
}

/// A fast win is better than a slow one, a slow loss than a fast one.
bool is_better(const Endgame& one, const Endgame& other) {
    if (one.value != other.value) return one.value > other.value;
    return one.value == Endgame::win ? one.plies < other.plies : one.plies > other.plies;
}

} // namespace

void EndgameTables::add(std::span<const std::uint8_t> file) {
    EndgameTables more = *this;
    while (!file.empty()) {
        const endgame::TableFile read = endgame::read_table(variant_, file);
        const_cast<Table&>(more.table(read.set)) = {read.payload.data(), read.distances};
    }
    *this = std::move(more);
}

int EndgameTables::pieces() const {
    for (int pieces = 2; pieces <= most_pieces; ++pieces)
        for (int own = 1; own < pieces; ++own)
            for (int men = 0; men <= own; ++men)
                for (int other_men = 0; other_men <= pieces - own; ++other_men)
                    if (!holds({men, own - men, other_men, pieces - own - other_men}))
                        return pieces - 1;
    return most_pieces;
}

std::optional<Endgame> EndgameTables::quiet(const Position& position) const {
    if (count(position.occupied()) > most_pieces) return {};
    const PieceSet set = piece_set(position);
    const Table& found = table(set);
    if (!found.cells || uncrowned(variant_, position)) return {};
    const std::uint64_t number = with_geometry(variant_, [&]<class G>() {
        return endgame::Index<G>(set).number(
            position.turn == Color::white ? position : endgame::turned<G>(position));
    });
    return meaning(found.cells[number], found.distances);
}

std::optional<Endgame> EndgameTables::probe(const Position& position) const {
    if (!position.pieces(position.turn)) return Endgame{Endgame::loss, 0};
    return with_side(variant_, position.turn, [&]<class G, Color C>() -> std::optional<Endgame> {
        if (!capturers(Side<G, C>(position))) return quiet(position);
        if (count(position.occupied()) > most_pieces) return {};
        MoveList captures;
        generate<G, C>(position, captures);
        std::optional<Endgame> best;
        for (const Move& capture : captures) {
            const auto reply = probe(after<G, C>(position, capture));
            if (!reply) return {};
            const Endgame here = ply_before(*reply);
            if (!best || is_better(here, *best)) best = here;
        }
        return best;
    });
}

} // namespace damier
