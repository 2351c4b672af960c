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


def __getattr__(name: str) -> object:
    if name == "pdn":
        from importlib import import_module

        return import_module("damier.pdn")
    raise AttributeError(f"module 'damier' has no attribute {name!r}")
