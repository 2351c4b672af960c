#include <map>
#include <set>
#include <tuple>

#include "check.hpp"
#include "damier/boards.hpp"
#include "damier/planes.hpp"
#include "damier/route.hpp"
#include "support.hpp"

namespace damier::tests {
namespace {

template <class G>
const Action& action_between(int from, int to) {
    return ActionTable<G>::action(ActionTable<G>::number(from, to));
}

/// The moves that walks from a position make, and whether every set of actions on the way is that
/// of `next_squares`.
template <class G, Color C>
class Walked {
public:
    explicit Walked(const Position& position) : position_(position) {
        follow(Walker<G, C>::begin(position));
    }

    MoveList moves() const { return {moves_.begin(), moves_.end()}; }
    bool steps_are_legal() const { return steps_are_legal_; }

private:
    void follow(const Walk& walk) {
        if (!known_.insert({walk.origin, walk.at, walk.captured, walk.left}).second) return;
        const Walker<G, C> walker(walk);
        std::set<std::pair<int, int>> listed;
        walker.each([&](int from, int to) { listed.insert({from, to}); });
        for (int number = 0; number < ActionTable<G>::count; ++number) {
            const Action& action = ActionTable<G>::action(number);
            steps_are_legal_ &=
                walker.is_legal(action) == listed.contains({action.from, action.to});
        }
        for (const auto& [from, to] : listed) {
            Walk next = walk;
            steps_are_legal_ &= next.before() == position_;
            if (!Walker<G, C>::step(next, action_between<G>(from, to))) {
                follow(next);
                continue;
            }
            const Move move{next.origin, next.at, next.captured};
            moves_.insert(move);
            steps_are_legal_ &= next.position == after<G, C>(position_, move);
        }
    }

    const Position& position_;
    std::set<std::tuple<int, int, Bitboard, int>> known_;
    std::set<Move> moves_;
    bool steps_are_legal_ = true;
};

/// The numbers of the actions along a path.
template <class G>
std::vector<int> numbers_of(const Path& path) {
    std::vector<int> numbers;
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
        numbers.push_back(ActionTable<G>::number(G::index(path[i]), G::index(path[i + 1])));
    return numbers;
}

/// Walks make the legal moves, and the actions of each move lead back to it.
void check_walks(Variant variant, const Position& position) {
    with_side(variant, position.turn, [&]<class G, Color C>() {
        const Walked<G, C> walked(position);
        const MoveList legal = legal_moves(variant, position);
        CHECK_IN(text_of(variant, position), walked.moves() == legal);
        CHECK_IN(text_of(variant, position), walked.steps_are_legal());
        for (const Move& move : legal) {
            Walk walk = Walker<G, C>::begin(position);
            bool complete = false;
            for (int number : numbers_of<G>(written_path(variant, position, move))) {
                const Action& action = ActionTable<G>::action(number);
                CHECK_IN(text_of(variant, position), Walker<G, C>(walk).is_legal(action));
                complete = Walker<G, C>::step(walk, action);
            }
            CHECK_IN(text_of(variant, position),
                     complete && Move{walk.origin, walk.at, walk.captured} == move);
        }
    });
}

} // namespace

TEST(actions_are_the_moves_of_a_bishop_on_its_colour) {
    CHECK(action_count(Variant::brazilian) == 280);
    CHECK(action_count(Variant::international) == 570);
    for (Variant variant : variants)
        with_geometry(variant, [&]<class G>() {
            using Table = ActionTable<G>;
            for (int number = 0; number < Table::count; ++number) {
                const auto& [between, from, to] = Table::action(number);
                CHECK(Table::number(from, to) == number);
                CHECK(king_reach<G>(from, G::board) & bit(to));
                for (int passed : Squares{between}) // whatever stands there is in the way
                    CHECK(!(king_reach<G>(from, G::board & ~bit(passed)) & bit(to)));
                CHECK(Table::number(G::bits - 1 - from, G::bits - 1 - to) ==
                      Table::count - 1 - number);
            }
        });
}

TEST(walks_of_actions_make_the_legal_moves) {
    Random random(15);
    for (Variant variant : variants)
        for (int i = 0; i < 4000; ++i) check_walks(variant, random_position(variant, random));
}

TEST(legal_actions_are_the_squares_that_follow) {
    Random random(16);
    for (Variant variant : variants)
        for (int i = 0; i < 1000; ++i) {
            const Position position = random_position(variant, random);
            with_side(variant, position.turn, [&]<class G, Color C>() {
                Walk walk = Walker<G, C>::begin(position);
                Path path;
                for (bool complete = false; !complete;) {
                    std::map<int, std::set<int>> landings;
                    Walker<G, C>(walk).each(
                        [&](int from, int to) { landings[G::square(from)].insert(G::square(to)); });
                    if (landings.empty()) break;
                    auto [from, to] = *std::next(landings.begin(), random.below(landings.size()));
                    if (path.empty()) path.push_back(from);
                    const auto squares = next_squares(variant, position, path);
                    CHECK_IN(text_of(variant, position),
                             std::set(squares.begin(), squares.end()) == to);
                    path.push_back(*std::next(to.begin(), random.below(to.size())));
                    complete = Walker<G, C>::step(
                        walk, action_between<G>(G::index(from), G::index(path.back())));
                }
            });
        }
}

TEST(many_boards_play_as_one_does) {
    for (Variant variant : variants)
        for (int threads : {1, 3}) {
            Boards boards(variant, starting_position(variant), 2100, 40, threads);
            std::vector<std::int32_t> actions(boards.size());
            std::vector<std::int8_t> outcomes(boards.size());
            std::vector<Position> positions(boards.size(), starting_position(variant));
            for (std::uint64_t turn = 0; turn < 120; ++turn) {
                boards.sample(turn, actions.data());
                CHECK(boards.push(actions.data()) == boards.size());
                boards.outcomes(outcomes.data());
                for (std::size_t i = 0; i < boards.size(); ++i) {
                    const Board board = boards.board(i);
                    if (board.position() == positions[i]) continue; // a capture is under way
                    bool found = false;
                    for (const Move& move : legal_moves(variant, positions[i]))
                        found |= after(variant, positions[i], move) == board.position();
                    CHECK(found);
                    positions[i] = board.position();
                    if (legal_moves(variant, positions[i]).empty())
                        CHECK(outcomes[i] == (positions[i].turn == Color::white
                                                  ? Boards::black_won
                                                  : Boards::white_won));
                    else
                        CHECK(outcomes[i] ==
                              (board.reversible_plies() >= 40 ? Boards::drawn : Boards::on));
                }
            }
        }
}

TEST(an_illegal_action_changes_no_board) {
    Boards boards(Variant::brazilian, starting_position(Variant::brazilian), 3, 0, 1);
    std::vector<std::int32_t> actions(3);
    boards.sample(1, actions.data());
    actions[2] = 0;
    CHECK(boards.push(actions.data()) == 2);
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(boards.board(i).position() == starting_position(Variant::brazilian));
    actions[2] = Boards::none;
    CHECK(boards.push(actions.data()) == 3);
    CHECK(boards.board(2).position() == starting_position(Variant::brazilian));
    CHECK(boards.board(0).position() != starting_position(Variant::brazilian));
}

TEST(planes_show_every_piece_in_its_place) {
    Random random(17);
    for (Variant variant : variants)
        for (int i = 0; i < 200; ++i) {
            const Position position = random_position(variant, random);
            with_geometry(variant, [&]<class G>() {
                std::vector<std::uint8_t> planes(planes_size(variant));
                Planes<G>::write({.position = position}, planes.data());
                int ones = 0;
                for (std::uint8_t byte : planes) ones += byte;
                const int black_to_move = position.turn == Color::black;
                CHECK(ones == count(position.occupied()) + black_to_move * G::size * G::size);
                for (int index : Squares{position.occupied()}) {
                    const int square = G::square(index) - 1;
                    const int row = square / G::half;
                    const int column = square % G::half * 2 + (row + 1) % 2;
                    const int plane =
                        2 * bool(position.black & bit(index)) + bool(position.kings & bit(index));
                    CHECK(planes[std::size_t((plane * G::size + row) * G::size + column)] == 1);
                }
            });
        }
}

} // namespace damier::tests
