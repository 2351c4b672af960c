#include "damier/notation.hpp"

#include <algorithm>

#include "damier/error.hpp"
#include "text/text.hpp"

namespace damier {

void require(Variant variant, Notation notation) {
    if (notation == Notation::algebraic && variant != Variant::brazilian)
        throw Refusal(Subject::notation, Code::no_letters, variant);
}

std::string square_text(Variant variant, int square, Notation notation) {
    if (notation == Notation::numeric) return std::to_string(square);
    const int half = board_size(variant) / 2;
    const int row = (square - 1) / half;
    const int column = (square - 1) % half * 2 + (row % 2 == 0);
    return {char('a' + column), char('0' + board_size(variant) - row)};
}

int parse_square(Variant variant, std::string_view text) {
    auto refuse = [=](Code code, int square = 0) {
        Refusal refusal(Subject::square, code, variant);
        if (square > 0) refusal.squares = {square};
        refusal.given = code == Code::unreadable_square ? shown(text) : text.substr(0, 20);
        throw refusal;
    };
    auto digits = [](std::string_view part) { return std::ranges::all_of(part, is_digit); };
    if (text.empty() || !digits(text.substr(1))) refuse(Code::unreadable_square);
    if (is_digit(text[0])) {
        int square = 0;
        for (char c : text) square = std::min(square * 10 + (c - '0'), 1000);
        if (square == 1000) refuse(Code::off_board);
        if (square < 1 || square > square_count(variant)) refuse(Code::off_board, square);
        return square;
    }
    const int column = lower(text[0]) - 'a';
    if (column < 0 || column > 25 || text.size() < 2) refuse(Code::unreadable_square);
    if (variant != Variant::brazilian) refuse(Code::no_letters);
    const int size = board_size(variant);
    const int row = text.size() == 2 ? size - (text[1] - '0') : -1;
    if (column >= size || row < 0 || row >= size) refuse(Code::off_board);
    if ((row + column) % 2 == 0) refuse(Code::light_square);
    return row * size / 2 + column / 2 + 1;
}

std::string path_text(Variant variant, const Path& path, bool capture, Notation notation) {
    std::string text;
    for (int square : path) {
        if (!text.empty()) text += capture ? 'x' : '-';
        text += square_text(variant, square, notation);
    }
    return text;
}

std::string short_text(Variant variant, const Move& move, Notation notation) {
    return path_text(variant, {square_of(variant, move.from), square_of(variant, move.to)},
                     move.is_capture(), notation);
}

std::string hub_text(Variant variant, const Move& move) {
    Path squares{square_of(variant, move.from), square_of(variant, move.to)};
    for (int index : Squares{move.captured}) squares.push_back(square_of(variant, index));
    return path_text(variant, squares, move.is_capture(), Notation::numeric);
}

std::string long_text(Variant variant, const Position& position, const Move& move) {
    return path_text(variant, written_path(variant, position, move), move.is_capture(),
                     Notation::numeric);
}

bool is_ambiguous(std::span<const Move> legal, const Move& move) {
    return std::ranges::count_if(legal, [&](const Move& other) {
               return other.from == move.from && other.to == move.to;
           }) > 1;
}

} // namespace damier
