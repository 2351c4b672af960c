"""Why something was refused; every class of those is a ValueError whose message says it."""


class InvalidFenError(ValueError):
    """The text or the pieces are no position; the message names the place."""


class InvalidMoveError(ValueError):
    """The text cannot be read as a move, or names a square off the board."""


class IllegalMoveError(ValueError):
    """The move was read but is not legal in this position."""


class AmbiguousMoveError(ValueError):
    """The text fits several legal moves; the message spells them in full."""


class GameOverError(ValueError):
    """The game has ended, so nothing more can be done in it."""


class Stopped(RuntimeError):
    """A call was ended by its `damier.Stop`; nothing was wrong with what it was given."""
