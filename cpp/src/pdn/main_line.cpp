#include "pdn/main_line.hpp"

#include <algorithm>

#include "damier/board.hpp"
#include "damier/error.hpp"
#include "damier/move_reader.hpp"
#include "damier/movegen.hpp"
#include "damier/notation.hpp"
#include "text/text.hpp"

namespace damier {
namespace {

constexpr std::size_t npos = std::string_view::npos;

constexpr bool is_mark(char c) { return c == '!' || c == '?'; }

/// Whether a quiet move is legal, if there is no capture.
template <class G, Color C>
bool can_step(const Side<G, C>& side, Bitboard from, Bitboard to) {
    if (!(to & side.empty)) return false;
    using S = Side<G, C>;
    if (from & side.men)
        return to &
               (G::template step<S::forward_left>(from) | G::template step<S::forward_right>(from));
    return (from & side.kings) && (to & king_reach<G>(lowest(from), side.empty));
}

} // namespace

bool MainLine::read() {
    while (true) {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
        if (at_ == text_.size()) return true;
        const char c = text_[at_];
        if (is_digit(c) || ('a' <= c && c <= 'h')) {
            if (!read_number_or_move()) return false;
            continue;
        }
        if (c == '.') {
            ++at_;
            continue;
        }
        number_at_ = npos;
        const bool skipped = c == '{'     ? skip_comment()
                             : is_mark(c) ? skip_marks()
                             : c == '$'   ? skip_nag()
                             : c == '('   ? skip_variation()
                                          : false;
        if (!skipped) return false;
    }
}

bool MainLine::read_number_or_move() {
    const std::size_t start = at_;
    int number = 0;
    for (; is_digit(peek()) && at_ - start < 6; ++at_) number = number * 10 + (peek() - '0');
    if (at_ > start && peek() == '.') {
        ++at_;
        number_at_ = start;
        if (moves.empty()) first_number = number;
        return true;
    }
    at_ = start;
    // A number counts only right before its move; one that stands further off is not plain.
    if (moves.empty() && number_at_ == npos) first_number = 1;
    if (moves.empty() && number_at_ != npos && at_ - number_at_ > 12) return false;
    return read_move();
}

/// The number of the square that begins here, or 0.
int MainLine::read_square() {
    const char first = peek();
    if (is_digit(first)) {
        if (first == '0') return 0;
        int square = first - '0';
        ++at_;
        if (is_digit(peek())) square = square * 10 + (text_[at_++] - '0');
        return square <= square_count(variant_) ? square : 0;
    }
    const int column = first - 'a';
    const int row = '8' - peek(1);
    if (variant_ != Variant::brazilian || column < 0 || column > 7 || row < 0 || row > 7 ||
        (row + column) % 2 == 0)
        return 0;
    at_ += 2;
    return row * 4 + column / 2 + 1;
}

bool MainLine::read_move() {
    const std::size_t start = at_;
    const int from = read_square();
    const char sign = peek();
    if (!from || (sign != '-' && sign != 'x')) return false;
    std::size_t squares = 1;
    int to = 0;
    int highest = from;
    while (peek() == sign) {
        ++at_;
        to = read_square();
        if (!to) return false;
        highest = std::max(highest, to);
        ++squares;
    }
    const char next = peek();
    if (at_ < text_.size() && !is_blank(next) && !is_mark(next) && next != '$' && next != '{' &&
        next != '(')
        return false;
    plies_past_32 += highest > square_count(Variant::brazilian);
    if (squares == 2) return play(from, to, sign == 'x');
    return sign == 'x' && play_path(text_.substr(start, at_ - start), squares);
}

bool MainLine::play(int from_square, int to_square, bool capture) {
    return with_side(variant_, position_.turn, [&]<class G, Color C>() {
        const Side<G, C> side(position_);
        Move move{std::uint8_t(G::index(from_square)), std::uint8_t(G::index(to_square)), 0};
        if (bool(capturers(side)) != capture) return false;
        if (capture) {
            generate<G, C>(position_, legal_);
            auto fits = [&](const Move& m) { return m.from == move.from && m.to == move.to; };
            const auto found = std::ranges::find_if(legal_, fits);
            if (found == legal_.end() || std::any_of(found + 1, legal_.end(), fits)) return false;
            move = *found;
        } else if (!can_step(side, bit(move.from), bit(move.to))) {
            return false;
        }
        moves.push_back(move);
        ambiguous.push_back(false);
        position_ = after<G, C>(position_, move);
        return true;
    });
}

bool MainLine::play_path(std::string_view path, std::size_t squares) {
    legal_moves(variant_, position_, legal_);
    try {
        const Move move = damier::read_move(variant_, position_, legal_, path);
        // So many squares may be meant for those of the captured pieces, which is worth a note.
        if (!move.is_capture() || squares == std::size_t(count(move.captured)) + 2) return false;
        moves.push_back(move);
        ambiguous.push_back(is_ambiguous(legal_, move));
        position_ = after(variant_, position_, move);
        return true;
    } catch (const Refusal&) {
        return false;
    }
}

/// Not one that goes over lines and holds a bracket: it may be left open before a tag.
bool MainLine::skip_comment() {
    const std::size_t close = text_.find('}', at_);
    if (close == npos) return false;
    const std::string_view comment = text_.substr(at_, close - at_);
    if (comment.find('[') != npos && comment.find_first_of("\r\n") != npos) return false;
    at_ = close + 1;
    return true;
}

bool MainLine::skip_variation() {
    const std::size_t start = at_++;
    if (is_mark(peek()) && skip_marks() && peek() == ')') {
        ++at_;
        return true;
    }
    at_ = start;
    branches = true;
    std::size_t depth = 0;
    while (at_ < text_.size()) {
        switch (text_[at_]) {
        case '{':
            if (!skip_comment()) return false;
            continue;
        case '(':
            ++depth;
            break;
        case ')':
            if (--depth == 0) {
                ++at_;
                return true;
            }
            break;
        case ';':
        case '[':
        case '%':
        case '"':
        case '}':
            return false;
        default:
            break;
        }
        ++at_;
    }
    return false;
}

bool MainLine::skip_marks() {
    while (is_mark(peek())) ++at_;
    return true;
}

bool MainLine::skip_nag() {
    const std::size_t digits = ++at_;
    while (is_digit(peek())) ++at_;
    return at_ > digits && at_ - digits <= 5;
}

} // namespace damier
