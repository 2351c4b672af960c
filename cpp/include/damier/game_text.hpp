#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace damier {

/// Where one game lies in the bytes of a PDN file. Offsets; `terminator` is where the result or
/// `*` that ends the game begins, or `end` if another game or the end of the file ends it.
struct GameText {
    std::size_t begin;
    std::size_t body; ///< behind the last tag
    std::size_t terminator;
    std::size_t closing; ///< behind the terminator; comments on the game follow, if any
    std::size_t end;
    std::size_t lines_before; ///< line breaks between the offset searched from and `begin`
    std::size_t lines_within; ///< line breaks between `begin` and `end`
};

/// Finds the first game at or after an offset in text whose ASCII bytes mean ASCII characters
/// (UTF-8, cp1252). Games are separated by `*`, a result, tags after moves, a blank line before a
/// tag that has been given, or a move number 1 after higher ones; all of these only outside
/// comments and variations. A comment left open ends before a tag at the beginning of a line, a
/// variation too.
///
/// Returns nothing if there is no game, or, unless `whole`, if more text could change the answer.
std::optional<GameText> next_game(std::string_view text, std::size_t at, bool whole);

} // namespace damier
