#include "damier/error.hpp"

namespace damier {

std::string_view name(Code code) {
    static constexpr std::string_view names[code_count] = {
        "capture-compulsory", "majority",         "capture-unfinished", "other-capture",
        "no-piece",           "not-your-piece",   "occupied",           "not-a-move",
        "no-such-path",       "ambiguous-move",   "other-variant",      "unreadable-move",
        "game-over",          "off-board",        "light-square",       "unreadable-square",
        "no-letters",         "bad-fen",          "unknown-turn",       "missing-turn",
        "ghost-piece",        "descending-range", "square-twice",       "uncrowned-man",
    };
    return names[int(code)];
}

Refusal off_board(Subject subject, Variant variant, int square) {
    Refusal refusal(subject, Code::off_board, variant);
    refusal.squares = {square};
    refusal.given = std::to_string(square);
    return refusal;
}

} // namespace damier
