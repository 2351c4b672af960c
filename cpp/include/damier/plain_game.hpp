#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "damier/game_text.hpp"
#include "damier/move.hpp"
#include "damier/variant.hpp"

namespace damier {

/// A game of a PDN file that can be played to its end as it is written, from the initial position.
///
/// Views point into the text it was read from.
struct PlainGame {
    struct Tag {
        std::string_view name;
        std::string_view value;
    };

    std::vector<Tag> tags;
    Variant variant;
    std::vector<Move> moves;      ///< of the main line
    std::vector<bool> ambiguous;  ///< whether another move with its ends was legal, for each move
    std::string_view result = ""; ///< the tag, or else what ends the game; `*` if it is not known
    int first_number = 1;         ///< of the first move
    bool branches = false;        ///< whether there are variations, at which nobody has looked
};

/// Reads a game that is written as most are: tags on lines of their own, moves of the main line in
/// numbers or in letters, numbers of moves, comments, strength marks, variations, a result.
///
/// Returns nothing for all others: what is odd, in doubt, or wrong needs the reader that can tell
/// so. Never throws for anything in the text.
///
/// `text` is the game from its beginning to its end, `place` has the offsets in it. Without a
/// `variant` the tags and the squares must tell which game it is.
std::optional<PlainGame> read_plain_game(std::string_view text, const GameText& place,
                                         std::optional<Variant> variant);

} // namespace damier
