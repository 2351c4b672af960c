"""Brazilian and International draughts: rules, notation, games and fast perft."""

from . import campaign as campaign
from . import difference as difference
from . import endgame as endgame
from . import engine as engine
from . import errors as errors
from . import game as game
from . import hub as hub
from . import match as match
from . import pdn as pdn
from . import rules as rules
from . import svg as svg
from ._core import (
    Board,
    Move,
    Piece,
    Stop,
    __version__,
    build_info,
    divide,
    parse_square,
    perft,
    square_name,
)
from .difference import Difference, first_difference
from .errors import (
    AmbiguousMoveError,
    GameOverError,
    GameStateError,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
    InvalidSquareError,
    RefusedError,
    Stopped,
)
from .game import RULE_SETS, Clock, Game, Outcome, RuleSet, Termination
from .values import Color, Variant

__all__ = [
    "RULE_SETS",
    "AmbiguousMoveError",
    "Board",
    "Clock",
    "Color",
    "Difference",
    "Game",
    "GameOverError",
    "GameStateError",
    "IllegalMoveError",
    "InvalidFenError",
    "InvalidMoveError",
    "InvalidSquareError",
    "Move",
    "Outcome",
    "Piece",
    "RefusedError",
    "RuleSet",
    "Stop",
    "Stopped",
    "Termination",
    "Variant",
    "__version__",
    "build_info",
    "divide",
    "first_difference",
    "parse_square",
    "perft",
    "square_name",
]
