#include "damier/game_text.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <unordered_set>
#include <vector>

#include "text/text.hpp"

namespace damier {
namespace {

constexpr std::size_t npos = std::string_view::npos;

/// No token needs to look further ahead than this to know where it ends.
constexpr std::size_t lookahead = 256;
constexpr std::size_t longest_name = 200;

/// Blanks before a comment on the game that ended before them.
constexpr std::size_t longest_gap = 40;

constexpr bool ends_line(char c) { return c == '\n' || c == '\r'; }

/// Blanks, line breaks and the mark with which DOS ends a file.
constexpr bool is_gap(char c) { return is_blank(c) || c == '\x1a'; }

constexpr bool begins_name(char c) {
    const char low = lower(c);
    return ('a' <= low && low <= 'z') || c == '&' || static_cast<unsigned char>(c) >= 0x80;
}

/// Blanks, and what cannot be part of a word.
constexpr auto ends_word = [] {
    std::array<bool, 256> ends{};
    for (char c :
         {' ', '\t', '\r', '\n', '\f', '\v', '\x1a', '{', '}', '(', ')', '[', ']', ';', '*'})
        ends[static_cast<unsigned char>(c)] = true;
    return ends;
}();

/// CR, LF and CR LF are line breaks.
std::size_t line_breaks(std::string_view text, std::size_t begin, std::size_t end) {
    const std::string_view part = text.substr(begin, end - begin);
    auto breaks = std::size_t(std::ranges::count(part, '\n'));
    for (std::size_t at = part.find('\r'); at != npos; at = part.find('\r', at + 1))
        if (begin + at + 1 >= text.size() || text[begin + at + 1] != '\n') ++breaks;
    return breaks;
}

/// Reads the tokens of one game, as far as they tell where it ends.
class GameScanner {
public:
    GameScanner(std::string_view text, std::size_t at, bool whole)
        : text_(text), at_(at), whole_(whole) {}

    std::optional<GameText> scan() {
        while (at_ < text_.size() && !ended_) step();
        if (!ended_) terminator_ = closing_ = at_;
        if (!has_content_) return {};
        if (terminator_ < closing_) take_comments();
        return GameText{begin_, std::max(body_, begin_), terminator_, closing_, at_, 0, 0};
    }

    std::size_t at() const { return at_; }

    /// Whether the game ended before the text did, and how far the text was looked at.
    bool ended() const { return ended_; }
    std::size_t seen() const { return std::max(at_, seen_); }

private:
    char peek(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
    bool at_line_start() const { return at_ == 0 || ends_line(text_[at_ - 1]); }

    /// After a blank, a bracket or a word character that cannot be glued to what follows.
    bool after_gap() const {
        return at_ == 0 || is_gap(text_[at_ - 1]) || text_[at_ - 1] == ')' || text_[at_ - 1] == '}';
    }

    void step() {
        const char c = text_[at_];
        if (is_gap(c)) {
            ++at_;
            return;
        }
        if (c == '%' && at_line_start()) return skip_line();
        if (c == ';' && after_gap()) return read_line_comment();
        if (c == '[') return read_bracket();
        heading_ = npos;
        if (c == '*' && depth_ == 0 && after_gap()) return end_with(1);
        if (!has_begun_) begin_ = at_;
        has_begun_ = true;
        switch (c) {
        case '{':
            return read_comment();
        case '(':
            ++depth_;
            has_content_ = true;
            ++at_;
            return;
        case ')':
            if (depth_ > 0) --depth_;
            ++at_;
            return;
        case '}':
        case ']':
        case ';':
        case '*':
            ++at_;
            return;
        default:
            return read_word();
        }
    }

    void skip_line() { at_ = line_end(at_); }

    /// A line comment right above the tags of a game is about that game.
    void read_line_comment() {
        if (!has_begun_) begin_ = at_;
        has_begun_ = true;
        if (heading_ == npos && at_line_start() && after_blank_line()) heading_ = at_;
        skip_line();
    }

    void end_before(std::size_t at) {
        terminator_ = closing_ = at_ = at;
        ended_ = true;
    }

    void end_with(std::size_t length) {
        terminator_ = at_;
        closing_ = at_ += length;
        ended_ = true;
    }

    /// Takes in what is said about the game behind its end: line comments on the same line, braces
    /// near it with tags or an empty line behind, and all comments that nothing follows.
    void take_comments() {
        std::size_t before_anything = at_;
        std::size_t before_tags = at_;
        std::size_t before_nothing = at_;
        std::size_t at = at_;
        int breaks = 0;
        int breaks_behind = 0; // the last comment
        std::size_t behind = at;
        for (; at < text_.size() && at - behind < longest_gap; ++at) {
            const char c = text_[at];
            if (ends_line(c)) {
                const bool whole_break = c == '\n' || peek(at + 1) != '\n';
                breaks += whole_break;
                breaks_behind += whole_break;
                if (breaks_behind == 2) before_anything = before_tags;
            } else if (c == ';') {
                at = behind = line_end(at);
                before_nothing = at;
                if (breaks == 0)
                    before_anything = before_tags = at;
                else
                    breaks = 2; // what follows is no nearer
                --at;
            } else if (c == '{') {
                const std::size_t close = comment_end(at);
                if (close == npos) break;
                at = close - 1;
                behind = before_nothing = close;
                if (breaks < 2) {
                    before_tags = close;
                    breaks_behind = 0;
                }
            } else if (!is_gap(c)) {
                break;
            }
        }
        seen_ = std::max(seen_, at);
        if (at == text_.size())
            at_ = before_nothing;
        else if (text_[at] == '[' && is_tag(at))
            at_ = before_tags;
        else
            at_ = before_anything;
    }

    /// Whether `[Name "` stands here.
    bool is_tag(std::size_t at) const { return quotation(at) != npos; }

    /// Where the quotation mark of the tag is that begins here.
    std::size_t quotation(std::size_t at) const {
        ++at;
        for (int blanks = 0; blanks < 16 && is_blank(peek(at)); ++blanks) ++at;
        if (at >= text_.size() || !begins_name(text_[at])) return npos;
        for (const std::size_t start = at; at < text_.size() && at < start + longest_name; ++at) {
            const char c = text_[at];
            if (c == '"') return at;
            if (ends_line(c) || c == '[' || c == ']' || c == '{' || c == '}') return npos;
        }
        return npos;
    }

    void read_bracket() {
        const bool tag = is_tag(at_) || (at_line_start() && begins_name(peek(at_ + 1)));
        if (!tag || (depth_ > 0 && !at_line_start())) {
            if (!has_begun_) begin_ = at_;
            has_begun_ = true;
            ++at_;
            return;
        }
        if (has_moves_ || depth_ > 0) return end_before(heading_ == npos ? at_ : heading_);
        if (after_blank_line() && is_named_again(at_)) return end_before(at_);
        unnamed_.push_back(at_);
        if (!has_begun_) begin_ = at_;
        has_begun_ = has_content_ = true;
        at_ = body_ = tag_end();
    }

    /// Whether an earlier tag has the name of the one that begins here.
    bool is_named_again(std::size_t at) {
        for (std::size_t tag : unnamed_) names_.insert(name_of(tag));
        unnamed_.clear();
        return names_.contains(name_of(at));
    }

    std::string name_of(std::size_t tag) const {
        std::string name;
        for (std::size_t at = tag + 1; at < tag + longest_name && peek(at) != '"'; ++at)
            if (!is_blank(peek(at))) name += lower(peek(at));
        return name;
    }

    bool after_blank_line() const {
        int breaks = 0;
        for (std::size_t at = at_; at > 0 && is_blank(text_[at - 1]) && breaks < 2; --at)
            breaks += text_[at - 1] == '\n' || (text_[at - 1] == '\r' && text_[at] != '\n');
        return breaks == 2;
    }

    std::size_t line_end(std::size_t at) const {
        while (at < text_.size() && !ends_line(text_[at])) ++at;
        return at;
    }

    /// Behind the tag that begins here. A value may run over lines, but not over a line that
    /// begins with a bracket, and quotation marks inside it only stand on its first line.
    std::size_t tag_end() const {
        const std::size_t quote = quotation(at_);
        if (quote == npos) {
            const std::size_t close = text_.find_first_of("]\r\n", at_);
            if (close == npos) return text_.size();
            return text_[close] == ']' ? close + 1 : close;
        }
        bool on_first_line = true;
        bool line_began = false;
        for (std::size_t at = quote + 1; at < text_.size(); ++at) {
            const char c = text_[at];
            if (ends_line(c)) {
                line_began = true;
                on_first_line = false;
            } else if (c == '[' && line_began) {
                return line_end(at_);
            } else if (c == '"') {
                std::size_t close = at + 1;
                while (peek(close) == ' ' || peek(close) == '\t') ++close;
                if (peek(close) == ']') return close + 1;
                if (!on_first_line) return line_end(at_);
                line_began = false;
            } else if (c != ' ' && c != '\t') {
                line_began = false;
                if (c == '\\' && (peek(at + 1) == '"' || peek(at + 1) == '\\')) ++at;
            }
        }
        return whole_ ? line_end(at_) : text_.size();
    }

    void read_comment() {
        has_content_ = true;
        const std::size_t close = comment_end(at_);
        at_ = close == npos ? seen_ : close;
        if (close == npos && at_ < text_.size()) end_before(at_);
    }

    /// Behind the comment in braces that begins here; nothing if it is not closed before a tag at
    /// the beginning of a line or the end of the text, which is then the last that was seen.
    std::size_t comment_end(std::size_t at) {
        bool line_began = false;
        for (++at; at < text_.size(); ++at) {
            const char c = text_[at];
            if (c == '}') return at + 1;
            if (c == '[' && line_began && is_tag(at)) break;
            line_began = ends_line(c) || (line_began && (c == ' ' || c == '\t'));
        }
        seen_ = at;
        return npos;
    }

    void read_word() {
        if (depth_ == 0 && after_gap())
            if (const std::size_t length = result_length(at_)) return end_with(length);
        const std::size_t start = at_;
        std::size_t number = 0;
        while (at_ < text_.size() && is_digit(text_[at_])) {
            if (number < 1000) number = number * 10 + std::size_t(text_[at_] - '0');
            ++at_;
        }
        if (at_ > start && peek(at_) == '.') {
            if (depth_ == 0 && number == 1 && has_higher_number_ && !dots_follow(at_ + 1))
                return end_before(start);
            if (depth_ == 0 && number > 1) has_higher_number_ = true;
            while (peek(at_) == '.') ++at_;
            return;
        }
        bool digits = at_ > start;
        bool others = false;
        for (; at_ < text_.size() && !ends_word[static_cast<unsigned char>(text_[at_])]; ++at_)
            (is_digit(text_[at_]) ? digits : others) = true;
        // Line breaks that a careless program wrote as two characters are no content.
        const std::string_view word = text_.substr(start, at_ - start);
        if (word == "\\r" || word == "\\n") return;
        const bool is_move = digits && (others || word.size() == 4); // 3228 is 32-28
        if (others || is_move) has_content_ = true;
        if (is_move) has_moves_ = true;
    }

    bool dots_follow(std::size_t at) const {
        for (int blanks = 0; blanks < 16 && is_blank(peek(at)); ++blanks) ++at;
        return peek(at) == '.' || text_.substr(at, 3) == "\u2026";
    }

    /// One of `literals`, or 0.
    std::size_t match(std::size_t at, std::initializer_list<std::string_view> literals) const {
        for (std::string_view literal : literals)
            if (text_.substr(at, literal.size()) == literal) return literal.size();
        return 0;
    }

    /// The length of the result that stands here, or 0. `1-1` begins a move if more of one follows,
    /// but a result may be glued to the number 1 of the next game.
    std::size_t result_length(std::size_t start) const {
        static constexpr std::string_view pairs[] = {"20", "11", "02", "10", "01", "00"};
        std::size_t at = start;
        const std::size_t half = match(at, {"1/2", "0.5", "0,5", "\u00bd", "\xbd"});
        at += half ? half : 1;
        const char left = peek(start);
        if (!half && !('0' <= left && left <= '2')) return 0;
        at = skip_blanks(at);
        // The last two are dashes of Windows-1252 and Windows-1251.
        const std::size_t dash = match(
            at, {"-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212", "\x96", "\x97"});
        if (!dash) return 0;
        at = skip_blanks(at + dash);
        if (half) {
            const std::size_t other = match(at, {"1/2", "0.5", "0,5", "\u00bd", "\xbd"});
            if (!other) return 0;
            at += other;
        } else {
            if (std::ranges::find(pairs, std::string{left, peek(at)}) == std::end(pairs)) return 0;
            ++at;
        }
        const char next = peek(at);
        const bool glued = match(at, {"1.", "01."}) != 0;
        const bool goes_on = is_digit(next) || lower(next) == 'x' || next == ':' || next == '-' ||
                             next == '/' || next == '.' || next == ',';
        return goes_on && !glued ? 0 : at - start;
    }

    std::size_t skip_blanks(std::size_t at) const {
        for (int blanks = 0; blanks < 3; ++blanks) at += match(at, {" ", "\t", "\u00a0", "\xa0"});
        return at;
    }

    std::string_view text_;
    std::size_t at_;
    bool whole_;
    std::size_t begin_ = 0;
    std::size_t body_ = 0;
    std::size_t terminator_ = 0;
    std::size_t closing_ = 0;
    std::size_t seen_ = 0;
    std::size_t heading_ = npos; ///< where line comments began, if nothing followed them yet
    std::size_t depth_ = 0;
    bool ended_ = false;
    bool has_begun_ = false;   ///< anything but blanks
    bool has_content_ = false; ///< more than numbers and a result
    bool has_moves_ = false;
    std::unordered_set<std::string> names_; ///< of tags, needed only after a blank line
    std::vector<std::size_t> unnamed_;      ///< tags whose names are not there yet
    bool has_higher_number_ = false;        ///< a move number above 1, outside variations
};

} // namespace

std::optional<GameText> next_game(std::string_view text, const std::size_t start, bool whole) {
    std::size_t at = start;
    while (at < text.size()) {
        GameScanner scanner(text, at, whole);
        auto game = scanner.scan();
        const bool certain = scanner.ended() && scanner.seen() + lookahead <= text.size();
        if (!whole && !certain) return {};
        if (game) {
            game->lines_before = line_breaks(text, start, game->begin);
            game->lines_within = line_breaks(text, game->begin, game->end);
            return game;
        }
        at = scanner.at();
    }
    return {};
}

} // namespace damier
