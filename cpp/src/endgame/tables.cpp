#include "damier/endgame.hpp"
#include "damier/movegen.hpp"
#include "endgame/index.hpp"
#include "endgame/pack.hpp"
#include "endgame/table_file.hpp"

namespace damier {
namespace {

using endgame::Cell;

Endgame meaning(Cell cell, bool distances) {
    if (cell > endgame::most_plies) return {Endgame::draw, Endgame::unknown};
    return {endgame::is_win(cell) ? Endgame::win : Endgame::loss,
            distances ? int(cell) : Endgame::unknown};
}

/// The best of the moves of a position, by what they lead to: a fast win before a slow one, a
/// slow loss before a fast one, and a lost game if there is none.
class BestMove {
public:
    void add(const std::optional<Endgame>& next) {
        if (!next) known_ = false;
        if (!known_) return;
        const Endgame here{Endgame::Value(-next->value),
                           next->plies == Endgame::unknown ? Endgame::unknown : next->plies + 1};
        if (!best_ || is_better(here, *best_)) best_ = here;
    }

    /// Nothing if it is not known of every move what it leads to.
    std::optional<Endgame> best() const {
        if (!known_) return {};
        return best_.value_or(Endgame{Endgame::loss, 0});
    }

private:
    static bool is_better(const Endgame& one, const Endgame& other) {
        if (one.value != other.value) return one.value > other.value;
        return one.value == Endgame::win ? one.plies < other.plies : one.plies > other.plies;
    }

    std::optional<Endgame> best_;
    bool known_ = true;
};

/// Plays out the longest captures of a position and keeps the best.
template <class G, Color C>
class BestCapture {
public:
    BestCapture(const EndgameTables& tables, const Position& position)
        : tables_(tables), position_(position) {}

    void enter(Bitboard, Bitboard) {}
    void leave() {}
    void longer(int) { moves_ = {}; }
    void add(int origin, Bitboard landings, Bitboard captured) {
        for (int to : Squares{landings})
            moves_.add(tables_.probe(
                after<G, C>(position_, {std::uint8_t(origin), std::uint8_t(to), captured})));
    }

    std::optional<Endgame> best() const { return moves_.best(); }

private:
    const EndgameTables& tables_;
    const Position& position_;
    BestMove moves_;
};

} // namespace

void EndgameTables::add(std::span<const std::uint8_t> file) {
    EndgameTables more = *this;
    while (!file.empty()) {
        const endgame::TableFile read = endgame::read_table(variant_, file);
        const std::uint8_t* cells = read.payload.data();
        if (read.packed) {
            more.unpacked_.push_back(std::make_shared<const std::vector<std::uint8_t>>(
                endgame::unpack_cells(variant_, read.set, read.payload)));
            cells = more.unpacked_.back()->data();
        }
        more.tables_[place(read.set)] = {cells, read.distances};
    }
    *this = std::move(more);
}

int EndgameTables::pieces() const {
    for (int pieces = 2; pieces <= most_pieces; ++pieces)
        for (int own = 1; own < pieces; ++own)
            for (int men = 0; men <= own; ++men)
                for (int other_men = 0; other_men <= pieces - own; ++other_men)
                    if (!answers({men, own - men, other_men, pieces - own - other_men}))
                        return pieces - 1;
    return most_pieces;
}

std::optional<Endgame> EndgameTables::probe(const Position& position) const {
    if (!position.pieces(position.turn)) return Endgame{Endgame::loss, 0};
    if (count(position.occupied()) > most_pieces || uncrowned(variant_, position)) return {};
    return with_side(variant_, position.turn,
                     [&]<class G, Color C>() { return probe<G, C>(position); });
}

template <class G, Color C>
std::optional<Endgame> EndgameTables::probe(const Position& position) const {
    const Side<G, C> side(position);
    if (const Capturers capturing = capturers(side)) {
        BestCapture<G, C> captures(*this, position);
        visit_captures(side, capturing, captures);
        return captures.best();
    }
    const PieceSet set = piece_set(position);
    if (const Table& table = tables_[place(set)]; table.cells) {
        const auto number = endgame::Index<G>(set).number(
            C == Color::white ? position : endgame::turned<G>(position));
        return meaning(table.cells[number], table.distances);
    }
    if (!answers(set) && position.pieces(~C)) return {};
    BestMove moves;
    auto play = [&](Bitboard from, Bitboard to) {
        moves.add(probe(
            after<G, C>(position, {std::uint8_t(lowest(from)), std::uint8_t(lowest(to)), 0})));
    };
    visit_steps(side, play);
    visit_slides(side, play);
    return moves.best();
}

} // namespace damier
