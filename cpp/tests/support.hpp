#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "damier/board.hpp"
#include "damier/error.hpp"
#include "damier/fen.hpp"

namespace damier::tests {

inline constexpr std::array variants{Variant::brazilian, Variant::international};

/// The same numbers everywhere; the distributions of the standard library are not.
class Random {
public:
    explicit Random(unsigned seed) : engine_(seed) {}

    /// A number from 0 to limit - 1.
    int below(std::size_t limit) { return int(engine_() % limit); }

private:
    std::mt19937 engine_;
};

inline Position position_of(Variant variant, std::string_view fen) {
    return parse_fen(variant, fen).position;
}

/// A position for the report of a failure.
inline std::string text_of(Variant variant, const Position& position) {
    return std::string(name(variant)) + " " + write_fen(variant, position);
}

/// No square carries two pieces, every king is a piece, every piece stands on the board, and no
/// man on the row that crowns it.
inline bool is_sound(Variant variant, const Position& position) {
    const Bitboard board = with_geometry(variant, []<class G>() { return G::board; });
    const Bitboard men = position.occupied() & ~position.kings;
    return !(position.white & position.black) && !(position.kings & ~position.occupied()) &&
           !(position.occupied() & ~board) &&
           !(men & position.white & promotion_row(variant, Color::white)) &&
           !(men & position.black & promotion_row(variant, Color::black));
}

/// Any number of pieces up to half of the squares and more, any share of kings.
inline Position random_position(Variant variant, Random& random) {
    const int pieces = 2 + random.below(60); // of a hundred squares
    const int kings = random.below(101);     // of a hundred pieces
    Position position;
    position.turn = random.below(2) ? Color::white : Color::black;
    for (int square = 1; square <= square_count(variant); ++square) {
        if (random.below(100) >= pieces) continue;
        const Bitboard here = bit(index_of(variant, square));
        const Color color = random.below(2) ? Color::white : Color::black;
        (color == Color::white ? position.white : position.black) |= here;
        if (random.below(100) < kings || (here & promotion_row(variant, color)))
            position.kings |= here;
    }
    return position;
}

/// The text with up to four bytes or pieces of it left out, put in, replaced or moved.
inline std::string damaged(std::string text, std::string_view alphabet, Random& random) {
    auto any_byte = [&] {
        return random.below(4) ? alphabet[std::size_t(random.below(alphabet.size()))]
                               : char(random.below(256));
    };
    for (int faults = 1 + random.below(4); faults > 0; --faults) {
        const auto at = std::size_t(random.below(text.size() + 1));
        const auto length = std::size_t(random.below(4));
        switch (random.below(5)) {
        case 0:
            text.erase(at, length);
            break;
        case 1:
            text.insert(at, 1, any_byte());
            break;
        case 2:
            if (at < text.size()) text[at] = any_byte();
            break;
        case 3: {
            const auto from = std::size_t(random.below(text.size() + 1));
            text.insert(at, text.substr(from, length));
            break;
        }
        case 4:
            text.resize(at);
            break;
        }
    }
    return text;
}

/// An error message is one line for a person: not empty, no control character.
inline bool is_one_line(std::string_view message) {
    for (char c : message)
        if ((0 <= c && c < ' ') || c == 127) return false;
    return !message.empty();
}

/// The Refusal that a function throws, if it throws one.
template <class Function>
std::optional<Refusal> refused(Function&& function) {
    try {
        function();
    } catch (const Refusal& refusal) {
        return refusal;
    }
    return {};
}

/// Code and data of a refusal: "majority 44 33 taken 3: 34x29x18x23x43".
inline std::string text_of(const Refusal& refusal) {
    std::string text(name(refusal.code));
    for (int square : refusal.squares)
        text += ' ' + square_text(refusal.variant, square, Notation::numeric);
    if (refusal.taken) text += " taken " + std::to_string(refusal.taken);
    for (std::string_view part :
         {refusal.detail, std::string_view(refusal.given), std::string_view(refusal.character)})
        if (!part.empty()) text += " '" + std::string(part) + "'";
    std::string_view before = ": ";
    for (const Move& move : refusal.alternatives) {
        text += std::string(before) + long_text(refusal.variant, refusal.position, move);
        before = ", ";
    }
    return text;
}

} // namespace damier::tests
