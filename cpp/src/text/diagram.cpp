#include "damier/diagram.hpp"

#include <string_view>

namespace damier {
namespace {

/// Men of White and Black, kings of White and Black, nothing.
constexpr std::string_view letters[] = {"w", "b", "W", "B", "."};
constexpr std::string_view symbols[] = {"⛀", "⛂", "⛁", "⛃", "·"};

int kind_on(const Position& position, Bitboard here) {
    if (!(position.occupied() & here)) return 4;
    return (position.kings & here ? 2 : 0) + (position.black & here ? 1 : 0);
}

/// What a dark square shows.
std::string cell(Variant variant, const Position& position, const DiagramStyle& style, int square) {
    const int kind = kind_on(position, bit(index_of(variant, square)));
    const std::string piece(style.unicode ? symbols[kind] : letters[kind]);
    if (!style.numbers) return piece;
    const std::string number = std::to_string(square);
    return std::string(2 - number.size(), ' ') + (kind == 4 ? " " : piece) + number;
}

} // namespace

std::string diagram(Variant variant, const Position& position, const DiagramStyle& style) {
    const int size = board_size(variant);
    const std::string light(style.numbers ? 3 : 1, ' ');
    const bool turned = style.perspective == Color::black;
    std::string text;
    int square = 1;
    for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) {
            if (column) text += ' ';
            if ((row + column) % 2 == 0) {
                text += light;
                continue;
            }
            text += cell(variant, position, style,
                         turned ? square_count(variant) + 1 - square : square);
            ++square;
        }
        text.erase(text.find_last_not_of(' ') + 1);
        if (row + 1 < size) text += '\n';
    }
    return text;
}

} // namespace damier
