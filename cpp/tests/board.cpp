#include "damier/board.hpp"
#include "damier/diagram.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "support.hpp"

namespace damier::tests {
namespace {

/// The legal move between two squares.
Move move_of(const Board& board, int from, int to) {
    for (const Move& move : legal_moves(board.variant(), board.position()))
        if (square_of(board.variant(), move.from) == from &&
            square_of(board.variant(), move.to) == to)
            return move;
    throw std::logic_error("no move from " + std::to_string(from) + " to " + std::to_string(to));
}

void play(Board& board, std::initializer_list<std::pair<int, int>> moves) {
    for (const auto& [from, to] : moves) board.push(move_of(board, from, to));
}

/// Two kings that go to and fro.
constexpr std::initializer_list<std::pair<int, int>> there_and_back{
    {50, 45}, {1, 6}, {45, 50}, {6, 1}};

bool same(const Board& one, const Board& other) {
    return one.position() == other.position() && one.ply() == other.ply() &&
           one.reversible_plies() == other.reversible_plies() &&
           one.repetitions() == other.repetitions();
}

/// What a player with a score sheet and patience finds out about a game.
struct ScoreSheet {
    std::vector<Position> positions; // the present one last
    int reversible_plies;

    int repetitions() const { return int(std::ranges::count(positions, positions.back())); }
};

void check_game(Variant variant, const Position& start, Random& random) {
    Board board(variant, start);
    std::vector<ScoreSheet> sheets{{{start}, 0}};
    auto agrees = [&](const ScoreSheet& sheet) {
        return board.position() == sheet.positions.back() &&
               board.reversible_plies() == sheet.reversible_plies &&
               board.repetitions() == sheet.repetitions() &&
               board.ply() == int(sheet.positions.size()) - 1 &&
               board.history().size() == sheet.positions.size() - 1;
    };
    auto here = [&] { return text_of(variant, board.position()); };
    for (int ply = 0; ply < 200; ++ply) {
        const MoveList legal = legal_moves(variant, board.position());
        if (legal.empty()) break;
        const Move move = legal[std::size_t(random.below(legal.size()))];
        const bool king = board.position().kings & bit(move.from);
        ScoreSheet next = sheets.back();
        next.reversible_plies = king && !move.is_capture() ? next.reversible_plies + 1 : 0;
        next.positions.push_back(after(variant, board.position(), move));
        sheets.push_back(std::move(next));

        board.push(move);
        CHECK_IN(here(), agrees(sheets.back()));
        CHECK_IN(here(), is_sound(variant, board.position()));
        CHECK_IN(here(), same(board.shortened(), board));
        if (random.below(8) == 0) { // take it back and play it again
            CHECK_IN(here(), board.pop() == move);
            CHECK_IN(here(), agrees(sheets.end()[-2]));
            board.push(move);
            CHECK_IN(here(), agrees(sheets.back()));
        }
    }
    while (!board.history().empty()) {
        board.pop();
        sheets.pop_back();
        CHECK_IN(here(), agrees(sheets.back()));
    }
}

} // namespace

TEST(a_board_and_its_history) {
    Board board(Variant::international, starting_position(Variant::international));
    CHECK(board.ply() == 0 && board.reversible_plies() == 0 && board.repetitions() == 1);
    CHECK(board.history().empty());

    play(board, {{32, 28}, {19, 23}, {28, 19}, {14, 23}});
    CHECK(board.ply() == 4 && board.reversible_plies() == 0 && board.repetitions() == 1);
    CHECK(board.history().size() == 4);
    CHECK(board.history()[0].before == starting_position(Variant::international));
    CHECK(count(board.position().white) == 19 && count(board.position().black) == 19);

    const Move last = board.pop();
    CHECK(last.is_capture() && square_of(board.variant(), last.to) == 23);
    for (int ply = 0; ply < 3; ++ply) board.pop();
    CHECK(board.position() == starting_position(Variant::international) && board.ply() == 0);
}

TEST(repetitions_are_counted_over_the_whole_position) {
    const Variant variant = Variant::international;
    Board board(variant, position_of(variant, "W:W35,K50:BK1,16"));
    for (int times = 2; times <= 4; ++times) {
        play(board, there_and_back);
        CHECK(board.repetitions() == times);
        CHECK(board.reversible_plies() == board.ply());
    }
    play(board, {{35, 30}});
    CHECK(board.repetitions() == 1 && board.reversible_plies() == 0);
    play(board, {{1, 6}, {50, 45}, {6, 1}, {45, 50}});
    CHECK(board.repetitions() == 2 && board.reversible_plies() == 4);
    board.pop();
    CHECK(board.repetitions() == 1 && board.reversible_plies() == 3);
    for (int ply = 0; ply < 4; ++ply) board.pop();
    CHECK(board.repetitions() == 4 && board.reversible_plies() == 12);
}

/// The same squares with the other side to move are another position.
TEST(the_side_to_move_belongs_to_a_position) {
    const Variant variant = Variant::international;
    Board board(variant, position_of(variant, "W:WK45:BK5"));
    play(board, {{45, 40}, {5, 10}, {40, 34}, {10, 5}, {34, 45}}); // White loses a move
    CHECK(board.position() == position_of(variant, "B:WK45:BK5"));
    CHECK(board.repetitions() == 1);
    play(board, {{5, 10}, {45, 40}, {10, 14}, {40, 45}, {14, 5}}); // so does Black
    CHECK(board.position() == position_of(variant, "W:WK45:BK5"));
    CHECK(board.repetitions() == 2);
}

TEST(a_promotion_a_man_and_a_capture_end_the_run_of_king_moves) {
    const Variant variant = Variant::international;
    struct Case {
        const char* fen;
        int from;
        int to;
    };
    for (const auto& [fen, from, to] : {Case{"W:W6,K46:BK5", 6, 1}, Case{"W:W35,K46:BK5", 35, 30},
                                        Case{"W:WK46:BK5,28", 46, 23}}) {
        Board board(variant, position_of(variant, fen), 7, 20);
        CHECK_IN(fen, board.reversible_plies() == 7 && board.ply() == 20);
        board.push(move_of(board, from, to));
        CHECK_IN(fen, board.reversible_plies() == 0 && board.ply() == 21);
        board.pop();
        CHECK_IN(fen, board.reversible_plies() == 7 && board.ply() == 20);
    }
}

/// Plies that a FEN counts but nobody saw cannot repeat anything.
TEST(plies_before_the_start_are_counted_only) {
    const Variant variant = Variant::international;
    Board board(variant, position_of(variant, "W:WK50:BK1,16"), 30, 100);
    CHECK(board.repetitions() == 1);
    play(board, there_and_back);
    CHECK(board.reversible_plies() == 34 && board.ply() == 104 && board.repetitions() == 2);
    const Board brief = board.shortened();
    CHECK(same(brief, board) && brief.history().size() == 4);
}

TEST(a_shortened_board_keeps_what_repetitions_need) {
    const Variant variant = Variant::international;
    Board board(variant, position_of(variant, "W:W35,K50:BK1,16"));
    play(board, {{35, 30}, {16, 21}});
    play(board, there_and_back);
    Board brief = board.shortened();
    CHECK(same(brief, board) && brief.history().size() == 4 && board.history().size() == 6);

    play(board, there_and_back);
    play(brief, there_and_back);
    CHECK(brief.repetitions() == 3 && same(brief, board));
    while (!brief.history().empty()) {
        CHECK(brief.pop() == board.pop());
        CHECK(same(brief, board));
    }
    CHECK(brief.ply() == 2 && brief.reversible_plies() == 0);

    play(board, {{30, 24}});
    CHECK(board.shortened().history().empty() && same(board.shortened(), board));
}

TEST(random_games) {
    Random random(4);
    for (Variant variant : variants) {
        for (int games = 0; games < 60; ++games)
            check_game(variant, starting_position(variant), random);
        for (int games = 0; games < 60; ++games)
            check_game(variant, random_position(variant, random), random);
        // Few squares and many plies: positions come back.
        for (int games = 0; games < 20; ++games)
            check_game(variant, position_of(variant, "W:W27,K31:BK2,18"), random);
        const Position locked = position_of(Variant::brazilian, "W:WK1,17-24,27:B6,9-16,K32");
        check_game(Variant::brazilian, locked, random);
    }
}

MoveList mirrored_all(Variant variant, const MoveList& moves) {
    MoveList list;
    for (const Move& move : moves) list.push_back(mirrored(variant, move));
    std::ranges::sort(list);
    return list;
}

TEST(a_mirrored_position_has_the_mirrored_moves) {
    Random random(8);
    for (Variant variant : variants) {
        CHECK(mirrored(variant, starting_position(variant)).white ==
              starting_position(variant).white);
        for (int times = 0; times < 2000; ++times) {
            const Position position = random_position(variant, random);
            const Position other = mirrored(variant, position);
            CHECK_IN(text_of(variant, position), is_sound(variant, other));
            CHECK_IN(text_of(variant, position), mirrored(variant, other) == position);
            CHECK_IN(text_of(variant, position),
                     mirrored_all(variant, legal_moves(variant, position)) ==
                         legal_moves(variant, other));
        }
    }
}

TEST(a_mirrored_board_remembers_what_was_repeated) {
    const Variant variant = Variant::international;
    Board board(variant, position_of(variant, "W:W35,K50:BK1,16"));
    play(board, there_and_back);
    const Board other = board.mirrored();
    CHECK(same(other.mirrored(), board) && other.repetitions() == 2 && other.ply() == 4);
    CHECK(other.history()[0].before == position_of(variant, "B:WK50,35:BK1,16"));
    CHECK(other.history()[0].move == move_of(Board(variant, other.history()[0].before), 1, 6));
}

TEST(a_set_is_numbered_square_by_square) {
    Random random(9);
    for (Variant variant : variants)
        for (int times = 0; times < 2000; ++times) {
            const Bitboard set = random_position(variant, random).occupied();
            std::uint64_t bits = 0;
            for (int index : Squares{set}) bits |= bit(square_of(variant, index) - 1);
            CHECK(numbered(variant, set) == bits);
        }
}

TEST(either_side_may_be_asked_whether_it_can_capture) {
    Random random(10);
    for (Variant variant : variants)
        for (int times = 0; times < 2000; ++times) {
            Position position = random_position(variant, random);
            for (Color color : {Color::white, Color::black}) {
                const bool can = can_capture(variant, position, color);
                position.turn = color;
                const MoveList moves = legal_moves(variant, position);
                CHECK_IN(text_of(variant, position),
                         can == (!moves.empty() && moves[0].is_capture()));
            }
        }
}

TEST(a_key_depends_on_everything_in_a_position) {
    const char* fens[] = {"W:W27:B11",    "B:W27:B11",    "W:B27:W11", "W:WK27:B11", "W:W27:BK11",
                          "W:W27,28:B11", "W:W27:B11,12", "W:W27:B",   "W:W:B11",    "W:W:B"};
    std::vector<std::uint64_t> keys;
    for (Variant variant : variants)
        for (const char* fen : fens)
            keys.push_back(position_key(variant, position_of(variant, fen)));
    std::ranges::sort(keys);
    CHECK(std::ranges::adjacent_find(keys) == keys.end());
}

/// However a position came about, its key is the same.
TEST(a_key_is_of_the_position_alone) {
    const Variant variant = Variant::international;
    Board board(variant, position_of(variant, "W:W12:B7,20"));
    play(board, {{12, 1}});
    CHECK(position_key(variant, board.position()) ==
          position_key(variant, position_of(variant, "B:WK1:B20")));
}

TEST(a_diagram_has_square_1_at_the_top) {
    CHECK(diagram(Variant::brazilian, position_of(Variant::brazilian, "W:W21,K32:BK1,12")) ==
          "  B   .   .   .\n"
          ".   .   .   .\n"
          "  .   .   .   b\n"
          ".   .   .   .\n"
          "  .   .   .   .\n"
          "w   .   .   .\n"
          "  .   .   .   .\n"
          ".   .   .   W");
}

TEST(a_diagram_can_be_seen_from_the_other_side_and_numbered) {
    const Position position = position_of(Variant::brazilian, "W:W21,K32:BK1,12");
    CHECK(diagram(Variant::brazilian, position,
                  {.unicode = true, .numbers = true, .perspective = Color::black}) ==
          "    \u26c132      31      30      29\n"
          " 28      27      26      25\n"
          "     24      23      22     \u26c021\n"
          " 20      19      18      17\n"
          "     16      15      14      13\n"
          "\u26c212      11      10       9\n"
          "      8       7       6       5\n"
          "  4       3       2      \u26c31");
}

} // namespace damier::tests
