#include "damier/plain_game.hpp"

#include <string>

#include "check.hpp"

namespace damier::tests {
namespace {

std::optional<PlainGame> read(const std::string& text, std::optional<Variant> variant = {}) {
    const auto place = next_game(text, 0, true);
    if (!place || place->begin != 0) return {};
    return read_plain_game(text, *place, variant);
}

} // namespace

TEST(a_game_in_plain_form_is_played) {
    const std::string text = "[White \"a\"]\n[GameType \"20\"]\n[Result \"1-1\"]\n\n"
                             "1. 32-28 {c} 19-23! 2. 28x19 (2. 33-29 {)}) 14x23 $3 1-1\n";
    const auto game = read(text);
    CHECK(game.has_value());
    CHECK(game->variant == Variant::international);
    CHECK(game->moves.size() == 4);
    CHECK(game->moves[2].is_capture() && !game->moves[1].is_capture());
    CHECK(game->tags.size() == 3 && game->tags[0].name == "White" && game->tags[0].value == "a");
    CHECK(game->result == "1-1");
    CHECK(game->branches);
}

TEST(letters_are_those_of_the_board_of_64_squares) {
    const auto game = read("[GameType \"26\"]\n7. c3-d4 f6-g5 *");
    CHECK(game && game->moves.size() == 2 && game->first_number == 7);
    CHECK(!read("[GameType \"26\"]\n1. c3-c4 *"));
    CHECK(!read("[GameType \"26\"]\n1. i3-h4 *"));
    CHECK(!read("[GameType \"20\"]\n1. c3-d4 *"));
}

TEST(what_is_odd_or_wrong_is_left_to_another_reader) {
    for (const char* text :
         {"1. 32-28 19-23 2. 37-32 *", "1. 32x28 *", "1. 32-28 19-23 2. 28-19 *", "1. 33-29 foo *",
          "1. 33-29 {open", "1. 33-29 (open *", "1. 33-29 ) *", "1. 3329 *", "1. 33-29 $ *",
          "[FEN \"W:W33:B1\"]\n1. 33-29 *", "[Result \"2-0\"]\n1. 33-29 0-2", "1. 033-29 *",
          "[A \"b\"]\n[a \"c\"]\n1. 33-29 *", "[A \"\\\"\"]\n1. 33-29 *", "1. 33-29 /FEN *",
          "1. 32-28 19-23 *", "[GameType \"25\"]\n1. 33-29 *", "[Variant \"x\"]\n1. 33-29 *"})
        CHECK_IN(std::string(text), !read(text));
    CHECK(read("1. 33-29 *").has_value());
}

} // namespace damier::tests
