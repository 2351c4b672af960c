#pragma once

#include <stdexcept>

namespace damier {

/// A FEN that cannot be read or is no position; the message names the character and the reason.
struct InvalidFenError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// Text that is no move at all, or names a square off the board.
struct InvalidMoveError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// A move that was read but is not legal here; the message gives the reason.
struct IllegalMoveError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// Text that fits several legal moves; the message spells them in full.
struct AmbiguousMoveError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

} // namespace damier
