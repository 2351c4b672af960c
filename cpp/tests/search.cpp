#include "damier/search.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "check.hpp"
#include "search/evaluation.hpp"
#include "search/table.hpp"
#include "support.hpp"

namespace damier::tests {
namespace {

/// Men, kings and nothing else.
std::vector<Weight> material(Variant variant) {
    std::vector<Weight> weights(weight_count(variant));
    auto set = [&](Term term, int centimen) {
        const auto weight = std::int16_t(centimen * weight_unit);
        weights[index_of(variant, term)] = {weight, weight};
    };
    set(Term::men, 100);
    set(Term::first_king, 300);
    set(Term::more_kings, 250);
    return weights;
}

std::vector<Weight> random_weights(Variant variant, Random& random) {
    std::vector<Weight> weights(weight_count(variant));
    auto any = [&] { return std::int16_t(random.below(401) - 200); };
    for (Weight& weight : weights) weight = {any(), any()};
    return weights;
}

/// The board turned by 180 degrees with colours changed: the same game for the other side.
Position turned(Variant variant, const Position& position) {
    auto turned_set = [=](Bitboard squares) {
        Bitboard result = 0;
        for (int index : Squares{squares})
            result |= bit(index_of(variant, square_count(variant) + 1 - square_of(variant, index)));
        return result;
    };
    return {turned_set(position.black), turned_set(position.white), turned_set(position.kings),
            ~position.turn};
}

SearchInfo run(Search& search, const Board& board, const SearchRequest& request) {
    return search.run(board, request, [](const SearchInfo&, int) { return true; });
}

SearchInfo run(const Board& board, const SearchRequest& request, int threads = 1) {
    Search search(board.variant(), material(board.variant()), 1, threads);
    return run(search, board, request);
}

SearchRequest to_depth(int depth) {
    SearchRequest request;
    request.limit.depth = depth;
    return request;
}

SearchRequest to_nodes(std::uint64_t nodes) {
    SearchRequest request;
    request.limit.nodes = nodes;
    return request;
}

/// Few pieces or many, with a legal move.
Board random_board(Variant variant, Random& random) {
    for (;;) {
        const Position position = random_position(variant, random);
        if (!legal_moves(variant, position).empty()) return Board(variant, position);
    }
}

/// At most so many pieces.
Board random_ending(Variant variant, int pieces, Random& random) {
    for (;;) {
        const Board board = random_board(variant, random);
        if (count(board.position().occupied()) <= pieces) return board;
    }
}

/// Whether the side to move can force a win in so many plies, by looking at every move.
bool wins_within(Variant variant, const Position& position, int plies) {
    return std::ranges::any_of(legal_moves(variant, position), [&](const Move& move) {
        const Position reply = after(variant, position, move);
        const MoveList answers = legal_moves(variant, reply);
        if (plies < 3) return plies > 0 && answers.empty();
        return std::ranges::all_of(answers, [&](const Move& answer) {
            return wins_within(variant, after(variant, reply, answer), plies - 2);
        });
    });
}

bool is_playable(const Board& board, const MoveList& line) {
    Board copy = board;
    for (const Move& move : line) {
        const MoveList legal = legal_moves(copy.variant(), copy.position());
        if (std::ranges::find(legal, move) == legal.end()) return false;
        copy.push(move);
    }
    return true;
}

bool same(const SearchInfo& one, const SearchInfo& other) {
    return one.nodes == other.nodes &&
           std::ranges::equal(one.lines, other.lines, [](const SearchLine& a, const SearchLine& b) {
               return a.score == b.score && a.moves == b.moves;
           });
}

} // namespace

TEST(what_the_table_of_a_search_tells_was_stored_for_that_position) {
    Random random(1);
    SearchTable table(1);
    const Variant variant = Variant::international;
    std::map<std::uint64_t, std::vector<Finding>> stored;
    for (int i = 0; i < 100000; ++i) {
        const Position position = random_position(variant, random);
        const Finding finding{Bound(1 + random.below(3)), random.below(60001) - 30000,
                              random.below(256), random.below(65536)};
        const Finding before = table.find(position);
        auto& known = stored[position_key(variant, position)];
        CHECK(before.bound == Bound::none || std::ranges::find(known, before) != known.end());
        table.store(position, finding);
        CHECK(table.find(position) == finding);
        known.push_back(finding);
    }
    table.clear();
    CHECK(table.find(starting_position(variant)).bound == Bound::none);
}

TEST(an_evaluation_is_the_same_for_the_side_to_move_on_the_turned_board) {
    Random random(2);
    for (Variant variant : variants) {
        const auto weights = random_weights(variant, random);
        with_geometry(variant, [&]<class G>() {
            const Evaluation<G> evaluation(weights);
            for (int i = 0; i < 2000; ++i) {
                const Position position = random_position(variant, random);
                CHECK_IN(text_of(variant, position),
                         evaluation(position) == evaluation(turned(variant, position)));
            }
        });
    }
}

TEST(the_shares_of_an_evaluation_add_up_to_it) {
    Random random(3);
    std::vector<Share> parts;
    for (Variant variant : variants) {
        const auto weights = random_weights(variant, random);
        const int most = count(starting_position(variant).occupied());
        with_geometry(variant, [&]<class G>() {
            const Evaluation<G> evaluation(weights);
            for (int i = 0; i < 2000; ++i) {
                const Position position = random_position(variant, random);
                if (drawish<G>(position, true) * drawish<G>(position, false) > 1) continue;
                shares(variant, position, parts);
                int full = 0;
                int bare = 0;
                for (const auto& [weight, times] : parts) {
                    full += weights[weight].full * times;
                    bare += weights[weight].bare * times;
                }
                const int pieces = std::min(count(position.occupied()), most);
                const int white = (full * pieces + bare * (most - pieces)) / most / weight_unit;
                const int score = evaluation(position);
                CHECK_IN(text_of(variant, position),
                         std::abs(white - (position.turn == Color::white ? score : -score)) <= 1);
            }
        });
    }
}

TEST(a_search_plays_legal_moves_and_lines_on_any_position) {
    Random random(4);
    for (Variant variant : variants) {
        Search search(variant, random_weights(variant, random), 1, 1);
        for (int i = 0; i < 200; ++i) {
            const Board board = random_board(variant, random);
            SearchRequest request = to_nodes(std::uint64_t(1 + random.below(500)));
            request.lines = 1 + random.below(3);
            for (const SearchLine& line : run(search, board, request).lines)
                if (line.bound != Bound::none)
                    CHECK_IN(text_of(variant, board.position()),
                             !line.moves.empty() && is_playable(board, line.moves));
        }
    }
}

TEST(a_win_that_a_search_tells_can_be_forced_in_so_many_plies) {
    Random random(5);
    int wins = 0;
    for (Variant variant : variants)
        for (int i = 0; i < 400; ++i) {
            const Board board = random_ending(variant, 5, random);
            const SearchLine best = run(board, to_depth(5)).lines.front();
            const int plies = score_of_win - best.score;
            if (plies > 5) continue;
            ++wins;
            const std::string subject = text_of(variant, board.position());
            CHECK_IN(subject, wins_within(variant, board.position(), plies));
            CHECK_IN(subject, int(best.moves.size()) <= plies);
        }
    CHECK(wins > 100);
}

TEST(a_win_in_three_plies_is_found_at_depth_three) {
    Random random(6);
    int wins = 0;
    for (Variant variant : variants)
        for (int i = 0; i < 400; ++i) {
            const Board board = random_ending(variant, 6, random);
            if (!wins_within(variant, board.position(), 3)) continue;
            ++wins;
            CHECK_IN(text_of(variant, board.position()),
                     score_of_win - run(board, to_depth(3)).lines.front().score <= 3);
        }
    CHECK(wins > 50);
}

TEST(one_thread_finds_the_same_again) {
    Random random(7);
    for (Variant variant : variants)
        for (int i = 0; i < 20; ++i) {
            const Board board = random_board(variant, random);
            const SearchRequest request = to_nodes(3000);
            CHECK_IN(text_of(variant, board.position()),
                     same(run(board, request), run(board, request)));
        }
}

TEST(a_cleared_search_finds_what_a_new_one_does) {
    const Board start(Variant::brazilian, starting_position(Variant::brazilian));
    Search search(start.variant(), material(start.variant()), 1, 1);
    const SearchInfo first = run(search, start, to_depth(8));
    search.clear();
    CHECK(same(first, run(search, start, to_depth(8))));
}

TEST(a_search_keeps_to_its_nodes_and_depth) {
    const Board start(Variant::international, starting_position(Variant::international));
    for (std::uint64_t nodes : {1000u, 1001u, 54321u}) {
        const SearchInfo info = run(start, to_nodes(nodes));
        CHECK(info.nodes == nodes);
    }
    CHECK(run(start, to_depth(7)).lines.front().depth == 7);
}

TEST(a_stop_ends_a_search_which_still_has_a_move) {
    const Board start(Variant::international, starting_position(Variant::international));
    Stop stop;
    SearchRequest request;
    request.stop = &stop;
    std::thread timer([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        stop.set();
    });
    CHECK(run(start, request, 2).lines.front().depth >= 1);
    timer.join();
    CHECK(run(start, request).lines.front().bound == Bound::exact); // it was set before
}

TEST(a_watch_that_says_no_ends_a_search) {
    const Board start(Variant::brazilian, starting_position(Variant::brazilian));
    Search search(start.variant(), material(start.variant()), 1, 1);
    int calls = 0;
    search.run(start, {}, [&](const SearchInfo& info, int fresh) {
        ++calls;
        return fresh < 0 || info.lines[std::size_t(fresh)].depth < 3;
    });
    CHECK(calls >= 3);
}

TEST(several_threads_find_legal_lines) {
    Random random(8);
    for (Variant variant : variants) {
        Search search(variant, material(variant), 1, 3);
        for (int i = 0; i < 10; ++i) {
            const Board board = random_board(variant, random);
            const SearchInfo info = run(search, board, to_depth(5));
            CHECK_IN(text_of(variant, board.position()),
                     is_playable(board, info.lines.front().moves));
        }
    }
}

TEST(several_lines_begin_with_different_moves_and_the_best_comes_first) {
    const Board start(Variant::international, starting_position(Variant::international));
    SearchRequest request = to_depth(6);
    request.lines = 4;
    const SearchInfo info = run(start, request);
    CHECK(info.lines.size() == 4);
    std::set<Move> firsts;
    for (const SearchLine& line : info.lines) firsts.insert(line.moves.front());
    CHECK(firsts.size() == 4);
    CHECK(std::ranges::is_sorted(info.lines, std::greater<>(), &SearchLine::score));
    request.lines = 100;
    CHECK(run(start, request).lines.size() == 9);
}

TEST(the_limit_of_plies_by_kings_makes_a_winning_ending_a_draw) {
    // Four kings beat one in a few moves, but not in the ply that is left.
    const Position position = position_of(Variant::international, "W:WK1,K2,K3,K5:BK46");
    const Board near_limit(Variant::international, position, 49);
    SearchRequest request = to_depth(8);
    CHECK(run(near_limit, request).lines.front().score > 300);
    request.draws.king_plies = {{.plies = 50}};
    CHECK(run(near_limit, request).lines.front().score == 0);
}

TEST(an_ending_that_has_lasted_its_plies_is_a_draw) {
    const Position position = position_of(Variant::international, "W:WK1,K2,K3:BK46");
    const Board board(Variant::international, position);
    SearchRequest request = to_depth(6);
    request.draws.endings = {{.plies = 32, .begun_by = {{0, 3, 0, 1}}, .tally = {31, 31}}};
    CHECK(run(board, request).lines.front().score == 0);
    request.draws.endings.front().tally = {0, 0};
    CHECK(run(board, request).lines.front().score > 0);
}

TEST(the_side_behind_repeats_a_position_that_is_a_draw_the_third_time) {
    // Black's king goes to and fro; White, far ahead, had better not play along. Played twice
    // already, the next return to the start of it is the third time.
    Board board(Variant::international, position_of(Variant::international, "W:WK1,41,42,43:BK50"));
    auto play = [&](int from, int to) {
        const MoveList legal = legal_moves(board.variant(), board.position());
        const auto move = std::ranges::find_if(legal, [&](const Move& each) {
            return each.from == index_of(board.variant(), from) &&
                   each.to == index_of(board.variant(), to);
        });
        CHECK(move != legal.end());
        board.push(*move);
    };
    for (int i = 0; i < 2; ++i) {
        play(1, 7);
        play(50, 45);
        play(7, 1);
        if (i == 0) play(45, 50);
    }
    // Only 45-50 brings the position back a third time.
    const SearchLine best = run(board, to_depth(4)).lines.front();
    CHECK(best.score == 0);
    CHECK(best.moves.front().to == index_of(board.variant(), 50));
}

TEST(noise_depends_on_the_seed_and_leaves_wins_alone) {
    const Board start(Variant::brazilian, starting_position(Variant::brazilian));
    SearchRequest request = to_depth(1);
    std::set<int> scores;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        request.noise = {100, seed * 0x9e3779b97f4a7c15};
        const int score = run(start, request).lines.front().score;
        CHECK(score == run(start, request).lines.front().score);
        scores.insert(score);
    }
    CHECK(scores.size() > 5);
    const Board won(Variant::brazilian, position_of(Variant::brazilian, "W:W22:B18"));
    request.noise = {1000, 1};
    CHECK(run(won, request).lines.front().score == score_of_win - 1);
}

TEST(endgame_tables_tell_a_search_how_soon_it_wins) {
    const Variant variant = Variant::brazilian;
    EndgameTables tables(variant);
    std::vector<std::vector<std::uint8_t>> files;
    auto solved = [&](const PieceSet& set) {
        for (auto& file : solve(tables, set, 1, [](const SolveProgress&) { return true; }))
            files.push_back(std::move(file));
        for (const auto& file : files) tables.add(file);
    };
    solved({0, 1, 0, 1});
    solved({0, 1, 1, 0});
    solved({1, 0, 1, 0});
    CHECK(tables.pieces() == 2);
    Random random(9);
    int wins = 0;
    for (int i = 0; i < 200; ++i) {
        const Board board = random_ending(variant, 2, random);
        const auto ending = tables.probe(board.position());
        if (!ending || ending->value == Endgame::draw || ending->plies < 2) continue;
        ++wins;
        SearchRequest request = to_depth(2);
        request.endgames = &tables;
        const int score = run(board, request).lines.front().score;
        const int plies =
            ending->value == Endgame::win ? score_of_win - score : score + score_of_win;
        CHECK_IN(text_of(variant, board.position()), plies == ending->plies);
    }
    CHECK(wins > 20);
}

} // namespace damier::tests
