#include "damier/game_text.hpp"

#include <string>
#include <vector>

#include "check.hpp"

namespace damier::tests {
namespace {

std::vector<std::string> games(const std::string& text) {
    std::vector<std::string> found;
    std::size_t at = 0;
    while (const auto game = next_game(text, at, true)) {
        CHECK_IN(text, at <= game->begin && game->begin <= game->body &&
                           game->terminator <= game->end && game->end > at);
        found.push_back(text.substr(game->begin, game->end - game->begin));
        at = game->end;
    }
    return found;
}

} // namespace

TEST(games_of_a_text_are_told_apart) {
    using Games = std::vector<std::string>;
    CHECK(games("") == Games{});
    CHECK(games(" * \n") == Games{});
    CHECK(games("1. 32-28 * 33-29") == Games({"1. 32-28 *", "33-29"}));
    CHECK(games("14x23 1-101.33-29") == Games({"14x23 1-1", "01.33-29"}));
    CHECK(games("1-18 {1-1 *} (1-1 *) 2-0") == Games({"1-18 {1-1 *} (1-1 *) 2-0"}));
    CHECK(games("1. a1-b2 2. c1-d2 1. e1-f2") == Games({"1. a1-b2 2. c1-d2 ", "1. e1-f2"}));
    CHECK(games("[A \"*\"] 1. 32-28 [A \"b\"]") == Games({"[A \"*\"] 1. 32-28 ", "[A \"b\"]"}));
    CHECK(games("32-28 {open\n[A \"b\"]") == Games({"32-28 {open\n", "[A \"b\"]"}));
}

TEST(a_game_that_may_go_on_needs_more_text) {
    const std::string text = "1. 32-28 19-23 1-1\n";
    CHECK(!next_game(text, 0, false));
    CHECK(next_game(text + std::string(300, ' '), 0, false).has_value());
    CHECK(!next_game("[A \"" + std::string(300, 'x'), 0, false));
}

TEST(every_beginning_of_a_text_can_be_read) {
    const std::string text = "% x\r\n[A \"b\\\"\"]\r[C d] {c}(1. 32-28!?) 1... \xbd-\xbd ;e\n\\n[";
    for (std::size_t length = 0; length <= text.size(); ++length)
        for (std::size_t at = 0; at <= length; ++at) {
            const std::string part = text.substr(at, length - at);
            CHECK_IN(part, games(part).size() <= part.size());
        }
}

} // namespace damier::tests
