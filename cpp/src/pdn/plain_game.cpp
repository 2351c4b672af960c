#include "damier/plain_game.hpp"

#include <algorithm>
#include <span>

#include "pdn/main_line.hpp"
#include "text/text.hpp"

namespace damier {
namespace {

constexpr std::size_t npos = std::string_view::npos;

enum class Means { white_won, black_won, draw, both_lost, unknown };

/// What the results mean that need no closer look; nothing for others.
std::optional<Means> meaning(std::string_view result) {
    using enum Means;
    static constexpr std::pair<std::string_view, Means> plain[] = {
        {"2-0", white_won}, {"1-0", white_won}, {"0-2", black_won}, {"0-1", black_won},
        {"1-1", draw},      {"1/2-1/2", draw},  {"0-0", both_lost}, {"*", unknown},
        {"?", unknown},     {"", unknown},
    };
    for (const auto& [text, means] : plain)
        if (text == result) return means;
    return {};
}

bool is_letter(char c) { return 'a' <= lower(c) && lower(c) <= 'z'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// The tags, if they are those of PDN 3.0, without escapes, each name once.
std::optional<std::vector<PlainGame::Tag>> read_tags(std::string_view text) {
    constexpr std::size_t longest_name = 41;
    constexpr std::size_t most = 32; // each name is compared with all
    std::vector<PlainGame::Tag> tags;
    std::size_t at = 0;
    while (true) {
        while (at < text.size() && is_blank(text[at])) ++at;
        if (at == text.size()) return tags;
        if (text[at] != '[' || tags.size() == most) return {};
        const std::size_t name = ++at;
        while (at < text.size() &&
               (is_letter(text[at]) || (at > name && (is_digit(text[at]) || text[at] == '_'))))
            ++at;
        if (at == name || at - name > longest_name || text.substr(at, 2) != " \"") return {};
        const std::size_t value = at + 2;
        const std::size_t end = text.find_first_of("\"\\\r\n", value);
        if (end == npos || text.substr(end, 2) != "\"]") return {};
        tags.push_back({text.substr(name, at - name), text.substr(value, end - value)});
        at = end + 2;
        for (const PlainGame::Tag& other : std::span(tags).first(tags.size() - 1))
            if (std::ranges::equal(other.name, tags.back().name, {}, lower, lower)) return {};
    }
}

std::optional<std::string_view> find(const std::vector<PlainGame::Tag>& tags,
                                     std::string_view name) {
    for (const PlainGame::Tag& tag : tags)
        if (std::ranges::equal(tag.name, name, {}, lower)) return tag.value;
    return {};
}

/// The game that a GameType names: its number, alone or before a comma.
std::optional<Variant> variant_of(std::string_view game_type) {
    const std::string_view number = game_type.substr(0, game_type.find(','));
    if (number == "20") return Variant::international;
    if (number == "26") return Variant::brazilian;
    return {};
}

/// The result of the tag, or else that at the end; nothing if they differ or are unusual.
std::optional<std::string_view> settle(std::string_view tag, std::string_view end,
                                       std::string_view body) {
    const auto said = meaning(tag);
    const auto means = meaning(end);
    if (!said || !means || end == "?") return {};
    // What the text ends with may be the result of the tag, read as a move.
    if (end.empty() && !tag.empty() && trimmed(body).ends_with(tag)) return {};
    const bool known = *said != Means::unknown && *means != Means::unknown;
    if (known && *said != *means && end != "0-0") return {};
    if (tag.empty() || tag == "?") return end.empty() || end == "0-0" ? "*" : end;
    return tag;
}

} // namespace

std::optional<PlainGame> read_plain_game(std::string_view text, const GameText& place,
                                         std::optional<Variant> variant) {
    auto tags = read_tags(text.substr(0, place.body));
    if (!tags || find(*tags, "fen")) return {};
    const std::string_view body = text.substr(place.body, place.terminator - place.body);
    const std::string_view end = text.substr(place.terminator, place.closing - place.terminator);
    const auto result = settle(find(*tags, "result").value_or(""), end, body);
    if (!result) return {};

    const auto game_type = find(*tags, "gametype");
    const auto stated = variant ? variant : game_type ? variant_of(*game_type) : std::nullopt;
    if (!stated && (game_type || find(*tags, "variant"))) return {};

    // If nobody says which game it is, squares of the larger board must.
    MainLine line(stated.value_or(Variant::international), body);
    if (!line.read() || line.moves.empty()) return {};
    if (!stated && 4 * line.plies_past_32 < line.moves.size()) return {};
    return PlainGame{.tags = std::move(*tags),
                     .variant = stated.value_or(Variant::international),
                     .moves = std::move(line.moves),
                     .ambiguous = std::move(line.ambiguous),
                     .result = *result,
                     .first_number = line.first_number,
                     .branches = line.branches};
}

} // namespace damier
