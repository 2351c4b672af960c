"""Brazilian and International draughts: rules, notation and fast perft."""

from ._core import (
    Board,
    Move,
    Piece,
    __version__,
    build_info,
    divide,
    parse_square,
    perft,
    square_name,
)
from .errors import (
    AmbiguousMoveError,
    GameOverError,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
)
from .values import Color, Variant

__all__ = [
    "AmbiguousMoveError",
    "Board",
    "Color",
    "GameOverError",
    "IllegalMoveError",
    "InvalidFenError",
    "InvalidMoveError",
    "Move",
    "Piece",
    "Variant",
    "__version__",
    "build_info",
    "divide",
    "parse_square",
    "perft",
    "square_name",
]

# As typing has it, without importing typing.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import pdn as pdn
else:

    def __getattr__(name: str) -> object:
        """Loads damier.pdn when it is first used."""
        if name == "pdn":
            from importlib import import_module

            return import_module("damier.pdn")
        raise AttributeError(f"module 'damier' has no attribute {name!r}")
