#pragma once

#include <string>
#include <string_view>

namespace damier {

/// Blanks and line breaks, in every locale.
constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

constexpr bool is_digit(char c) { return '0' <= c && c <= '9'; }

constexpr char lower(char c) { return 'A' <= c && c <= 'Z' ? char(c - 'A' + 'a') : c; }

/// Whether a byte goes on with a UTF-8 character that began before it.
constexpr bool continues_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// User text for an error message: control characters would break its line or cut it short.
inline std::string printable(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if ((0 <= c && c < ' ') || c == 127) c = '?';
    return result;
}

/// The whole UTF-8 character that begins at a byte; error messages must not cut one in two.
constexpr std::string_view character_at(std::string_view text, std::size_t at) {
    std::size_t end = at + 1;
    while (end < text.size() && continues_character(text[end])) ++end;
    return text.substr(at, end - at);
}

/// User text for an error message, at most about 60 bytes of it.
inline std::string shown(std::string_view text) {
    constexpr std::size_t most = 60;
    if (text.size() <= most) return printable(text);
    std::size_t end = most;
    while (end > 0 && continues_character(text[end])) --end;
    return printable(text.substr(0, end)) + "...";
}

} // namespace damier
