#include "damier/movegen.hpp"

#include <algorithm>
#include <set>

#include "check.hpp"
#include "damier/error.hpp"
#include "damier/move_reader.hpp"
#include "damier/notation.hpp"
#include "damier/route.hpp"
#include "support.hpp"
#include "trees.hpp"

namespace damier::tests {
namespace {

/// A position seen from the other side of the board.
Position turned(Variant variant, const Position& position) {
    auto turn = [&](Bitboard squares) {
        Bitboard result = 0;
        for (int index : Squares{squares})
            result |= bit(index_of(variant, square_count(variant) + 1 - square_of(variant, index)));
        return result;
    };
    return {turn(position.black), turn(position.white), turn(position.kings), ~position.turn};
}

/// The listing of routes() as moves, and whether no two take the same pieces in the same order to
/// one destination.
MoveList from_routes(Variant variant, const Position& position, bool& distinct) {
    MoveList found;
    std::set<std::vector<Bitboard>> orders;
    distinct = true;
    for (const Route& route : routes(variant, position)) {
        Bitboard captured = 0;
        std::vector<Bitboard> order{bit(route.origin)};
        for (const Route::Jump& jump : route.jumps) {
            captured |= jump.over;
            order.push_back(jump.over);
        }
        for (int to : Squares{route.jumps.back().landings}) {
            found.push_back({std::uint8_t(route.origin), std::uint8_t(to), captured});
            order.push_back(bit(to));
            distinct &= orders.insert(order).second;
            order.pop_back();
        }
    }
    std::ranges::sort(found);
    return found;
}

/// The ways to list, count and ask agree; captures are equally long.
void check_listing(Variant variant, const Position& position) {
    auto here = [&] { return text_of(variant, position); };
    MoveList moves, routes, scratch;
    std::size_t counted_moves = 0, counted_routes = 0;
    bool any = false;
    with_side(variant, position.turn, [&]<class G, Color C>() {
        generate<G, C, Convention::moves>(position, moves);
        generate<G, C, Convention::routes>(position, routes);
        counted_moves = std::size_t(count_moves<G, C, Convention::moves>(position, scratch));
        counted_routes = std::size_t(count_moves<G, C, Convention::routes>(position, scratch));
        any = any_move<G, C>(position);
    });
    CHECK_IN(here(), counted_moves == moves.size());
    CHECK_IN(here(), counted_routes == routes.size());
    CHECK_IN(here(), any == !moves.empty());

    std::ranges::sort(moves);
    std::ranges::sort(routes);
    CHECK_IN(here(), std::ranges::adjacent_find(moves) == moves.end());
    CHECK_IN(here(), legal_moves(variant, position) == moves);
    CHECK_IN(here(), legal_moves(variant, position, Convention::routes) == routes);

    const bool capture = !moves.empty() && moves.front().is_capture();
    CHECK_IN(here(), must_capture(variant, position) == capture);
    bool distinct = true;
    CHECK_IN(here(), !capture || from_routes(variant, position, distinct) == routes);
    CHECK_IN(here(), distinct);
    routes.erase(std::ranges::unique(routes).begin(), routes.end());
    CHECK_IN(here(), moves == routes);
    CHECK_IN(here(), std::ranges::all_of(moves, [&](const Move& move) {
                 return count(move.captured) == count(moves.front().captured);
             }));
}

/// A move takes the opponent's pieces only, all of them leave the board, and its own piece stands
/// on the destination, as a man unless it is or becomes a king.
void check_after(Variant variant, const Position& position, const Move& move) {
    auto here = [&] { return text_of(variant, position) + " " + hub_text(variant, move); };
    const Color us = position.turn;
    const Position next = after(variant, position, move);
    const Bitboard own = position.pieces(us) & ~bit(move.from);
    CHECK_IN(here(), is_sound(variant, next));
    CHECK_IN(here(), next.turn == ~us);
    CHECK_IN(here(), position.pieces(us) & bit(move.from));
    CHECK_IN(here(), move.is_capture() || move.from != move.to);
    CHECK_IN(here(), !(move.captured & ~position.pieces(~us)));
    CHECK_IN(here(), !(bit(move.to) & (position.occupied() & ~bit(move.from))));
    CHECK_IN(here(), next.pieces(us) == (own | bit(move.to)));
    CHECK_IN(here(), next.pieces(~us) == (position.pieces(~us) & ~move.captured));
    const bool king =
        (position.kings & bit(move.from)) || (promotion_row(variant, us) & bit(move.to));
    CHECK_IN(here(), next.kings ==
                         ((position.kings & (own | next.pieces(~us))) | (king ? bit(move.to) : 0)));
}

/// Counts a tree from the listed moves and checks every position of it.
std::uint64_t walk(Variant variant, const Position& position, std::size_t depth,
                   Convention convention) {
    if (convention == Convention::moves) check_listing(variant, position);
    if (depth == 0) return 1;
    std::uint64_t nodes = 0;
    for (const Move& move : legal_moves(variant, position, convention)) {
        if (convention == Convention::moves) check_after(variant, position, move);
        nodes += walk(variant, after(variant, position, move), depth - 1, convention);
    }
    return nodes;
}

/// How deep a tree can be walked within so many leaves.
std::size_t depth_within(std::uint64_t leaves, const std::vector<std::uint64_t>& counts) {
    return std::size_t(std::ranges::upper_bound(counts, leaves) - counts.begin());
}

void check_tree(const Tree& tree, Convention convention) {
    const auto& counts = convention == Convention::moves ? tree.moves : tree.routes;
    const std::size_t depth = depth_within(40'000, counts);
    const std::uint64_t counted =
        walk(tree.variant, position_of(tree.variant, tree.fen), depth, convention);
    CHECK_IN(std::string(tree.name) + " at depth " + std::to_string(depth) + ": " +
                 std::to_string(counted),
             counted == counts[depth - 1]);
}

/// Seen from the other side, the same moves.
void check_symmetry(Variant variant, const Position& position) {
    const Position other = turned(variant, position);
    for (Convention convention : {Convention::moves, Convention::routes}) {
        MoveList moves = legal_moves(variant, position, convention);
        for (Move& move : moves) {
            const Position ends = turned(variant, {bit(move.from), bit(move.to), 0, Color::white});
            move = {std::uint8_t(lowest(ends.black)), std::uint8_t(lowest(ends.white)),
                    turned(variant, {move.captured, 0, 0, Color::white}).black};
        }
        std::ranges::sort(moves);
        CHECK_IN(text_of(variant, position), moves == legal_moves(variant, other, convention));
    }
}

/// Paths go from the origin to the destination, one landing for each capture, and every spelling
/// of a move is read as that move.
void check_paths(Variant variant, const Position& position, const MoveList& legal, const Move& move,
                 Random& random) {
    auto here = [&] { return text_of(variant, position) + " " + hub_text(variant, move); };
    auto reads = [&](const std::string& text) {
        return read_move(variant, position, legal, text) == move;
    };
    const std::vector<Path> all = paths(variant, position, move);
    const auto length = std::size_t(move.is_capture() ? count(move.captured) + 1 : 2);
    CHECK_IN(here(), !all.empty());
    CHECK_IN(here(), std::ranges::is_sorted(all));
    CHECK_IN(here(), std::ranges::adjacent_find(all) == all.end());
    CHECK_IN(here(), std::ranges::all_of(all, [&](const Path& path) {
                 return path.size() == length && path.front() == square_of(variant, move.from) &&
                        path.back() == square_of(variant, move.to);
             }));
    CHECK_IN(here(), std::ranges::binary_search(all, written_path(variant, position, move)));
    CHECK_IN(here(), reads(long_text(variant, position, move)));
    CHECK_IN(here(), reads(hub_text(variant, move)));
    for (int times = 0; times < 2; ++times) {
        const Path& path = all[std::size_t(random.below(all.size()))];
        for (Notation notation : {Notation::numeric, Notation::algebraic})
            if (notation == Notation::numeric || variant == Variant::brazilian)
                CHECK_IN(here(), reads(path_text(variant, path, move.is_capture(), notation)));
    }
    const std::string brief = short_text(variant, move, Notation::numeric);
    if (is_ambiguous(legal, move))
        CHECK_IN(here(), refusal<Refusal>([&] { reads(brief); }) == "ambiguous-move");
    else
        CHECK_IN(here(), reads(brief));
}

/// Clicks random paths square by square.
void check_clicks(Variant variant, const Position& position, const MoveList& legal,
                  Random& random) {
    std::vector<Path> all;
    for (const Move& move : legal)
        for (Path& path : paths(variant, position, move)) all.push_back(std::move(path));
    for (int times = 0; times < 4; ++times) {
        Path prefix;
        for (std::vector<int> next; !(next = next_squares(variant, position, prefix)).empty();) {
            std::set<int> expected;
            for (const Path& path : all)
                if (path.size() > prefix.size() &&
                    std::ranges::equal(prefix, std::span(path).first(prefix.size())))
                    expected.insert(path[prefix.size()]);
            CHECK_IN(text_of(variant, position), std::ranges::equal(next, expected));

            Path astray = prefix;
            astray.push_back(random.below(std::size_t(square_count(variant)) + 2));
            if (!expected.contains(astray.back()))
                CHECK_IN(text_of(variant, position), refusal<Refusal>([&] {
                                                         next_squares(variant, position, astray);
                                                     }) == "no-such-path");
            prefix.push_back(next[std::size_t(random.below(next.size()))]);
        }
        CHECK_IN(text_of(variant, position),
                 legal.empty() ? prefix.empty() : std::ranges::find(all, prefix) != all.end());
    }
}

void check_random_positions(Variant variant, unsigned seed) {
    Random random(seed);
    for (int times = 0; times < 2'500; ++times) {
        const Position position = random_position(variant, random);
        check_listing(variant, position);
        check_symmetry(variant, position);
        const MoveList legal = legal_moves(variant, position);
        for (const Move& move : legal) check_after(variant, position, move);
        for (int moves = 0; moves < 4 && !legal.empty(); ++moves)
            check_paths(variant, position, legal, legal[std::size_t(random.below(legal.size()))],
                        random);
        check_clicks(variant, position, legal, random);
    }
}

} // namespace

TEST(every_position_of_the_known_trees) {
    for (const Tree& tree : trees) {
        check_tree(tree, Convention::moves);
        check_tree(tree, Convention::routes);
    }
}

TEST(random_positions_of_8x8) { check_random_positions(Variant::brazilian, 1); }
TEST(random_positions_of_10x10) { check_random_positions(Variant::international, 2); }

/// More moves than a fixed list of usual size would hold.
TEST(a_position_with_385_captures) {
    const Variant variant = Variant::international;
    const Position position = position_of(
        variant, "W:WK1,K2,K6,K15,K16,K25,K35,K45,K50:BK4,K9,K10,K13,K18,K20,K21,K22,K30,K31,K32,"
                 "K36,K38,K40,K43,K44");
    const MoveList legal = legal_moves(variant, position);
    CHECK(legal.size() == 385);
    CHECK(legal_moves(variant, position, Convention::routes).size() == 392);
    check_listing(variant, position);
    check_symmetry(variant, position);
    Random random(3);
    for (const Move& move : legal) {
        check_after(variant, position, move);
        check_paths(variant, position, legal, move, random);
    }
}

/// R19: blocked, or without a piece.
TEST(positions_without_moves) {
    for (const char* fen : {"W:W9:B1,2,5,6", "W:W:B1", "B:W:B", "B:WK1:B"}) {
        const Position position = position_of(Variant::brazilian, fen);
        CHECK_IN(fen, legal_moves(Variant::brazilian, position).empty());
        CHECK_IN(fen, next_squares(Variant::brazilian, position, {}).empty());
        check_listing(Variant::brazilian, position);
    }
}

} // namespace damier::tests
