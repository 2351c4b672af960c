"""Brazilian and International draughts: rules, notation, games and fast perft."""

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
    "RULE_SETS",
    "AmbiguousMoveError",
    "Board",
    "Clock",
    "Color",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "InvalidFenError",
    "InvalidMoveError",
    "Move",
    "Outcome",
    "Piece",
    "RuleSet",
    "Termination",
    "Variant",
    "__version__",
    "build_info",
    "divide",
    "parse_square",
    "perft",
    "square_name",
]

# Games, PDN and campaigns need modules that cost more than a board is worth, so they load when
# first asked for. What type checkers see is in __init__.pyi.
_ROOMS = ("campaign", "game", "pdn", "rules")
_OF_GAMES = ("RULE_SETS", "Clock", "Game", "Outcome", "RuleSet", "Termination")


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _ROOMS:
        return import_module(f".{name}", __name__)
    if name not in _OF_GAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(".game", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_ROOMS})
