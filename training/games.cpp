#include "games.hpp"

#include <algorithm>
#include <stdexcept>

#include "damier/movegen.hpp"

namespace damier::training {
namespace {

constexpr int most_plies_of_game = 300;
constexpr int king_plies = 40;
constexpr int repetitions = 3;
constexpr int most_tries = 20'000; ///< at an opening that is new

/// No capture is to be made or feared: a position that a search would evaluate.
bool is_quiet(Variant variant, Position position) {
    if (must_capture(variant, position)) return false;
    position.turn = ~position.turn;
    return !must_capture(variant, position);
}

} // namespace

Board random_opening(const GamePlan& plan, Random& random) {
    for (;;) {
        Board board(plan.variant, starting_position(plan.variant));
        const auto range = std::size_t(plan.most_random - plan.least_random + 1);
        int plies = plan.least_random + int(random.below(range));
        for (; plies > 0; --plies) {
            const MoveList moves = legal_moves(plan.variant, board.position());
            if (moves.empty()) break;
            board.push(moves[random.below(moves.size())]);
        }
        if (!legal_moves(plan.variant, board.position()).empty()) return board;
    }
}

std::vector<Board> fair_openings(const GamePlan& plan, std::size_t number, Random& random) {
    std::vector<Board> openings;
    for (int tries = 0; openings.size() < number; ++tries) {
        if (tries == most_tries) throw std::runtime_error("there are not so many openings");
        Board board = random_opening(plan, random);
        const Position& position = board.position();
        const bool is_fair = count(position.white) == count(position.black) &&
                             !must_capture(plan.variant, position);
        const bool is_new = std::ranges::none_of(
            openings, [&](const Board& other) { return other.position() == position; });
        if (!is_fair || !is_new) continue;
        openings.push_back(std::move(board));
        tries = 0;
    }
    return openings;
}

Played play(const GamePlan& plan, Board board, Search& white, Search& black, Random& random) {
    white.clear();
    black.clear();
    SearchRequest request;
    request.limit.nodes = plan.nodes;
    request.draws.king_plies = {{.plies = king_plies}};
    Played played;
    for (;;) {
        const Position& position = board.position();
        const bool white_moves = position.turn == Color::white;
        const MoveList moves = legal_moves(plan.variant, position);
        if (moves.empty()) {
            played.result = white_moves ? 0 : 2;
            break;
        }
        if (board.ply() >= most_plies_of_game || board.reversible_plies() >= king_plies ||
            board.repetitions() >= repetitions)
            break;
        if (int(random.below(1000)) < plan.random_of_1000) {
            board.push(moves[random.below(moves.size())]);
            continue;
        }
        if (moves.size() == 1) {
            board.push(moves.front());
            continue;
        }
        Search& search = white_moves ? white : black;
        const SearchInfo info =
            search.run(board, request, [](const SearchInfo&, int) { return true; });
        const SearchLine& best = info.lines.front();
        if (!is_decided(best.score) && is_quiet(plan.variant, position))
            played.examples.push_back({position, best.score, 0});
        board.push(best.moves.front());
    }
    for (Example& example : played.examples)
        example.result = example.position.turn == Color::white ? played.result : 2 - played.result;
    return played;
}

} // namespace damier::training
