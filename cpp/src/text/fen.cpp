#include "damier/fen.hpp"

#include <stdexcept>
#include <vector>

#include "damier/error.hpp"
#include "text/text.hpp"

namespace damier {
namespace {

class FenReader {
public:
    FenReader(Variant variant, std::string_view text, bool strict)
        : variant_(variant), strict_(strict), text_(text), end_(text.size()) {}

    Fen read() {
        unwrap();
        read_turn();
        std::vector<std::size_t> lists; // where each list of pieces begins
        bool suffixed = false;
        for (std::size_t start : field_starts()) {
            at_ = start;
            skip_blanks();
            const char letter = peek();
            if (letter != 'w' && letter != 'b') {
                suffixed |= read_suffix();
                continue;
            }
            if (suffixed) fail(at_, "late-list");
            lists.push_back(at_);
        }
        if (lists.size() == 3 && is_lone_letter(lists.front())) {
            // Old py-draughts wrote W: and then the side to move.
            at_ = lists.front();
            read_turn();
            lists.erase(lists.begin());
        }
        if (lists.size() > 2) fail(lists[2], "third-list");
        for (std::size_t start : lists) read_list(start);
        return fen_;
    }

private:
    Refusal placed(std::size_t at, Refusal refusal) const {
        refusal.subject = Subject::fen;
        refusal.place = 1;
        for (char c : text_.substr(0, at)) refusal.place += !continues_character(c);
        return refusal;
    }
    // Arguments by reference: GCC 12 overlooks what a function that never returns does to others.
    [[noreturn]] void fail(std::size_t at, Code code, const std::vector<int>& squares = {}) const {
        Refusal refusal(Subject::fen, code, variant_);
        refusal.notation = notation_;
        refusal.squares = squares;
        throw placed(at, std::move(refusal));
    }
    [[noreturn]] void fail(std::size_t at, std::string_view detail) const {
        Refusal refusal(Subject::fen, Code::bad_fen, variant_);
        refusal.detail = detail;
        if (at < text_.size()) refusal.character = printable(character_at(text_, at));
        throw placed(at, std::move(refusal));
    }
    [[noreturn]] void fail_unknown() const {
        fail(at_, at_ >= end_ ? "unexpected-end" : "unexpected-character");
    }

    char peek() const { return at_ < end_ ? lower(text_[at_]) : '\0'; }
    void skip_blanks() {
        while (at_ < end_ && is_blank(text_[at_])) ++at_;
    }
    bool accept(char c) {
        skip_blanks();
        if (at_ >= end_ || peek() != c) return false;
        ++at_;
        return true;
    }

    /// Takes off `[FEN "` and `"]`.
    void unwrap() {
        if (!accept('[')) return;
        for (char c : std::string_view("fen\""))
            if (!accept(c)) fail(at_, "no-tag");
        const std::size_t start = at_;
        at_ = text_.find('"', start);
        if (at_ == std::string_view::npos) fail(text_.size(), "open-quotation");
        const std::size_t close = at_++;
        if (!accept(']')) fail(at_, "open-bracket");
        skip_blanks();
        if (at_ < end_) fail_unknown();
        at_ = start;
        end_ = close;
    }

    void read_turn() {
        skip_blanks();
        if (peek() == '?') fail(at_, Code::unknown_turn);
        const std::size_t start = at_;
        if (accept('w'))
            fen_.position.turn = Color::white;
        else if (accept('b'))
            fen_.position.turn = Color::black;
        else
            fail(start, Code::missing_turn);
        if (!accept(':')) fail(start, Code::missing_turn);
    }

    std::vector<std::size_t> field_starts() const {
        std::vector<std::size_t> starts{at_};
        for (std::size_t at = at_; at < end_; ++at)
            if (text_[at] == ':') starts.push_back(at + 1);
        return starts;
    }

    bool is_lone_letter(std::size_t start) {
        at_ = start + 1;
        return accept(':');
    }

    /// A field ends at a colon or with the text; a dot may stand before either.
    bool at_field_end() {
        skip_blanks();
        if (at_ < end_ && text_[at_] == '.') {
            const std::size_t dot = at_++;
            skip_blanks();
            if (at_ < end_ && text_[at_] != ':') fail(dot, "unexpected-character");
        }
        return at_ >= end_ || text_[at_] == ':';
    }

    /// Reads counters, if there are any: capital letters, for f6 and h6 are squares of 8x8.
    bool read_suffix() {
        if (at_field_end()) return false;
        const char letter = text_[at_++];
        if (letter == 'H') {
            fen_.reversible_plies = read_number();
        } else if (letter == 'F') {
            read_number(); // the number of the move
        } else if (letter == '+') {
            read_number(); // king moves of Frisian draughts
            if (!accept('+')) fail_unknown();
            read_number();
        } else {
            --at_;
            fail_unknown();
        }
        if (!at_field_end()) fail_unknown();
        return true;
    }

    int read_number() {
        constexpr int most = 1'000'000;
        const std::size_t start = at_;
        int number = 0;
        for (; at_ < end_ && is_digit(text_[at_]); ++at_)
            if (number <= most) number = number * 10 + (text_[at_] - '0');
        if (at_ == start) fail_unknown();
        if (number > most) fail(start, "large-number");
        return number;
    }

    void read_list(std::size_t start) {
        at_ = start;
        const Color color = peek() == 'w' ? Color::white : Color::black;
        bool& listed = color == Color::white ? white_listed_ : black_listed_;
        if (listed) fail(start, color == Color::white ? "second-white-list" : "second-black-list");
        listed = true;
        ++at_;
        while (!at_field_end()) {
            if (accept(',')) continue;
            read_pieces(color);
            if (!at_field_end() && !accept(',')) fail_unknown();
        }
    }

    /// One piece, or a range of them.
    void read_pieces(Color color) {
        const std::size_t start = at_;
        // On 8x8, g with one digit is a square.
        const bool g_file =
            variant_ == Variant::brazilian && (at_ + 2 >= end_ || !is_digit(text_[at_ + 2]));
        if (peek() == 'p' || (peek() == 'g' && !g_file)) fail(start, Code::ghost_piece);
        const bool king = accept('k');
        skip_blanks();
        const std::size_t first_at = at_;
        const bool numeric = is_digit(peek());
        const int first = read_square();
        const std::size_t dash = at_;
        if (!accept('-')) return place(color, king, first, start);
        if (!numeric) fail(dash, "letter-range");
        skip_blanks();
        if (!is_digit(peek())) fail_unknown();
        const int last = read_square();
        if (last < first) fail(first_at, Code::descending_range, {first, last});
        for (int square = first; square <= last; ++square) place(color, king, square, start);
    }

    int read_square() {
        skip_blanks();
        const std::size_t start = at_;
        const bool letter = 'a' <= peek() && peek() <= 'z';
        if (!letter && !is_digit(peek())) fail_unknown();
        notation_ = letter ? Notation::algebraic : Notation::numeric;
        ++at_;
        while (at_ < end_ && is_digit(text_[at_])) ++at_;
        try {
            return parse_square(variant_, text_.substr(start, at_ - start));
        } catch (const Refusal& refusal) {
            throw placed(start, refusal);
        }
    }

    void place(Color color, bool king, int square, std::size_t at) {
        const Bitboard here = bit(index_of(variant_, square));
        if (fen_.position.occupied() & here) fail(at, Code::square_twice, {square});
        if (strict_ && !king && (here & promotion_row(variant_, color)))
            fail(at, Code::uncrowned_man, {square});
        (color == Color::white ? fen_.position.white : fen_.position.black) |= here;
        if (king) fen_.position.kings |= here;
    }

    Variant variant_;
    bool strict_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t end_;
    bool white_listed_ = false;
    bool black_listed_ = false;
    Notation notation_ = Notation::numeric; // of the last square
    Fen fen_;
};

std::string write_list(Variant variant, const Position& position, Color color, bool ranges,
                       Notation notation) {
    const Bitboard pieces = position.pieces(color);
    auto man_on = [&](int square) {
        return square <= square_count(variant) &&
               (pieces & ~position.kings & bit(index_of(variant, square)));
    };
    std::string text;
    int written = 0; // the last square of a range
    for (int index : Squares{pieces}) {
        const int square = square_of(variant, index);
        if (square <= written) continue;
        if (!text.empty()) text += ',';
        if (position.kings & bit(index)) text += 'K';
        text += square_text(variant, square, notation);
        int last = square;
        while (ranges && man_on(square) && man_on(last + 1)) ++last;
        if (last < square + 2) continue;
        text += '-' + square_text(variant, last, notation);
        written = last;
    }
    return text;
}

} // namespace

Fen parse_fen(Variant variant, std::string_view text, bool strict) {
    return FenReader(variant, text, strict).read();
}

std::string write_fen(Variant variant, const Position& position, bool ranges, Notation notation) {
    require(variant, notation);
    if (ranges && notation == Notation::algebraic)
        throw std::invalid_argument("ranges need numeric notation");
    const std::string turn = position.turn == Color::white ? "W" : "B";
    return turn + ":W" + write_list(variant, position, Color::white, ranges, notation) + ":B" +
           write_list(variant, position, Color::black, ranges, notation);
}

} // namespace damier
