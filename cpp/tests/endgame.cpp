#include "damier/endgame.hpp"

#include <algorithm>
#include <deque>
#include <stdexcept>

#include "check.hpp"
#include "damier/movegen.hpp"
#include "endgame/index.hpp"
#include "endgame/table_file.hpp"
#include "support.hpp"

namespace damier::tests {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr auto watch_nothing = [](const SolveProgress&) { return true; };

/// The sets of so many pieces, each after those that its captures and promotions lead to.
std::vector<PieceSet> sets_of(int pieces) {
    std::vector<PieceSet> sets;
    for (int all_men = 0; all_men <= pieces; ++all_men)
        for (int own = 1; own < pieces; ++own)
            for (int men = std::max(0, all_men - pieces + own); men <= std::min(own, all_men);
                 ++men)
                sets.push_back({men, own - men, all_men - men, pieces - own - all_men + men});
    return sets;
}

/// All endgames of a variant up to a number of pieces, solved from nothing.
struct Solved {
    Solved(Variant variant, int most, int threads = 1) : tables(variant) {
        for (int pieces = 2; pieces <= most; ++pieces)
            for (const PieceSet& set : sets_of(pieces)) {
                if (tables.answers(set)) continue;
                for (Bytes& file : solve(tables, set, threads, watch_nothing)) {
                    files.push_back(std::move(file));
                    tables.add(files.back());
                }
            }
    }

    EndgameTables tables;
    std::deque<Bytes> files;
};

Bytes joined(const Solved& solved) {
    Bytes all;
    for (const Bytes& file : solved.files) all.insert(all.end(), file.begin(), file.end());
    return all;
}

const Solved& solved(Variant variant) {
    static const Solved brazilian(Variant::brazilian, 3);
    static const Solved international(Variant::international, 3);
    return variant == Variant::brazilian ? brazilian : international;
}

/// Calls `visit(position)` with each position of a set, White to move.
template <class Visit>
void each_position(Variant variant, const PieceSet& set, Visit&& visit) {
    with_geometry(variant, [&]<class G>() {
        const endgame::Index<G> index(set);
        for (std::uint64_t number = 0; number < index.size(); ++number)
            if (const auto position = index.position(number)) visit(*position);
    });
}

Position seen_from_the_other_side(Variant variant, const Position& position) {
    return with_geometry(variant, [&]<class G>() { return endgame::turned<G>(position); });
}

/// How a position ends, from its legal moves alone; the tables must know where these lead.
Endgame by_its_moves(const EndgameTables& tables, const Position& position) {
    std::optional<Endgame> best;
    for (const Move& move : legal_moves(tables.variant(), position)) {
        const Endgame next = *tables.probe(after(tables.variant(), position, move));
        const auto value = Endgame::Value(-next.value);
        const int plies = value == Endgame::draw ? Endgame::unknown : next.plies + 1;
        const bool longer = best && plies > best->plies;
        if (!best || value > best->value ||
            (value == best->value && longer == (value == Endgame::loss)))
            best = {value, plies};
    }
    return best.value_or(Endgame{Endgame::loss, 0});
}

} // namespace

TEST(endgame_positions_are_numbered_without_gap_or_repetition) {
    for (Variant variant : variants)
        for (int pieces = 2; pieces <= 3; ++pieces)
            for (const PieceSet& set : sets_of(pieces))
                with_geometry(variant, [&]<class G>() {
                    const endgame::Index<G> index(set);
                    for (std::uint64_t number = 0; number < index.size(); ++number) {
                        const auto position = index.position(number);
                        if (!position) continue;
                        auto here = [&] { return text_of(variant, *position); };
                        CHECK_IN(here(), is_sound(variant, *position));
                        CHECK_IN(here(), piece_set(*position) == set);
                        CHECK_IN(here(), index.number(*position) == number);
                    }
                });
}

TEST(endgame_numbers_every_position_of_a_set) {
    // Placements of a man and a king against a man: those of the men, times the squares left.
    for (Variant variant : variants) {
        const int squares = square_count(variant);
        const int row = board_size(variant) / 2;
        const int men = (squares - row) * (squares - row) - (squares - 2 * row);
        long long positions = 0;
        each_position(variant, {1, 1, 1, 0}, [&](const Position&) { ++positions; });
        CHECK(positions == (long long)(men) * (squares - 2));
    }
}

TEST(endgame_positions_end_as_the_best_of_their_moves) {
    for (Variant variant : variants)
        for (int pieces = 2; pieces <= 3; ++pieces)
            for (const PieceSet& set : sets_of(pieces))
                each_position(variant, set, [&](const Position& position) {
                    const EndgameTables& tables = solved(variant).tables;
                    auto here = [&] { return text_of(variant, position); };
                    const auto found = tables.probe(position);
                    CHECK_IN(here(), found == by_its_moves(tables, position));
                    CHECK_IN(here(),
                             found == tables.probe(seen_from_the_other_side(variant, position)));
                });
}

TEST(endgame_files_do_not_depend_on_the_number_of_threads) {
    CHECK(Solved(Variant::brazilian, 3, 4).files == solved(Variant::brazilian).files);
}

TEST(endgame_tables_packed_give_the_same_answers) {
    for (Variant variant : variants) {
        const Bytes all = joined(solved(variant));
        const Bytes packed = pack(variant, all);
        CHECK(packed.size() * 10 < all.size());
        EndgameTables tables(variant);
        tables.add(packed);
        CHECK(tables.pieces() == 3);
        for (int pieces = 2; pieces <= 3; ++pieces)
            for (const PieceSet& set : sets_of(pieces))
                each_position(variant, set, [&](const Position& position) {
                    CHECK_IN(text_of(variant, position),
                             tables.probe(position) == solved(variant).tables.probe(position));
                });
        CHECK(refusal<std::invalid_argument>([&] { pack(variant, packed); }) ==
              "this endgame table is packed already");
    }
}

TEST(endgame_tables_unpack_any_bytes) {
    Random random(1);
    for (const PieceSet& set : {PieceSet{1, 1, 1, 0}, PieceSet{0, 1, 0, 1}})
        for (std::size_t size = 0; size < 200; ++size) {
            Bytes payload(size);
            for (std::uint8_t& byte : payload) byte = std::uint8_t(random.below(256));
            EndgameTables tables(Variant::international);
            const Bytes file =
                endgame::write_table(Variant::international, {set, true, true, payload});
            tables.add(file);
            CHECK(tables.answers(set));
        }
}

TEST(endgame_tables_know_how_many_pieces_they_serve) {
    CHECK(EndgameTables(Variant::brazilian).pieces() == 1);
    CHECK(solved(Variant::brazilian).tables.pieces() == 3);
    EndgameTables tables(Variant::brazilian);
    for (const Bytes& file : solved(Variant::brazilian).files)
        if (file[10] + file[11] + file[12] + file[13] == 2) tables.add(file);
    CHECK(tables.pieces() == 2);
}

TEST(endgame_has_no_answer_for_more_pieces_and_for_men_not_crowned) {
    const EndgameTables& tables = solved(Variant::brazilian).tables;
    CHECK(!tables.probe(starting_position(Variant::brazilian)));
    CHECK(!tables.probe(position_of(Variant::brazilian, "W:WK1,K2:BK31,K32")));
    CHECK(!tables.probe(parse_fen(Variant::brazilian, "W:W1,9:B31", false).position));
}

TEST(endgame_is_lost_for_a_side_without_pieces) {
    for (Variant variant : variants)
        CHECK(EndgameTables(variant).probe({bit(0), 0, bit(0), Color::black}) ==
              Endgame{Endgame::loss, 0});
}

TEST(endgame_solution_stops_when_it_is_told_to) {
    int told = 0;
    auto third = [&](const SolveProgress&) { return ++told < 3; };
    CHECK(solve(EndgameTables(Variant::international), {0, 1, 0, 1}, 2, third).empty());
    CHECK(told == 3);
}

TEST(endgame_solution_needs_the_sets_it_leads_to) {
    const EndgameTables nothing(Variant::brazilian);
    for (const PieceSet& set : {PieceSet{1, 0, 0, 1}, PieceSet{0, 1, 0, 2}})
        CHECK(refusal<std::invalid_argument>([&] { solve(nothing, set, 1, watch_nothing); }) ==
              "a piece set that this one leads to has not been solved");
    for (const PieceSet& set : {PieceSet{1, 0, 0, 0}, PieceSet{4, 0, 0, 4}})
        CHECK(refusal<std::invalid_argument>([&] { solve(nothing, set, 1, watch_nothing); }) ==
              "there is no table of such a set");
}

TEST(endgame_files_with_any_damage_are_refused) {
    const Bytes& whole = solved(Variant::brazilian).files.front();
    EndgameTables tables(Variant::brazilian);
    auto refused = [&](const Bytes& file) {
        return is_one_line(refusal<std::invalid_argument>([&] { tables.add(file); }));
    };
    for (std::size_t size = 1; size < whole.size(); ++size)
        CHECK(refused({whole.begin(), whole.begin() + std::ptrdiff_t(size)}));
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (int flipped = 0; flipped < 8; ++flipped) {
            Bytes file = whole;
            file[at] ^= std::uint8_t(1 << flipped);
            CHECK(refused(file));
        }
    Bytes longer = whole;
    longer.push_back(0);
    CHECK(refused(longer));
    CHECK(tables.pieces() == 1);
    EndgameTables other(Variant::international);
    CHECK(refusal<std::invalid_argument>([&] { other.add(whole); }) ==
          "this is an endgame table of the other variant");
}

TEST(endgame_headers_that_lie_are_refused) {
    const Bytes cells(1024);
    EndgameTables tables(Variant::brazilian);
    for (const PieceSet& set : {PieceSet{0, 0, 0, 1}, PieceSet{0, 9, 0, 1}, PieceSet{0, 1, 1, 0},
                                PieceSet{255, 255, 255, 255}}) {
        const Bytes file = endgame::write_table(Variant::brazilian, {set, true, false, cells});
        CHECK(!refusal<std::invalid_argument>([&] { tables.add(file); }).empty());
    }
}

} // namespace damier::tests
