"""Brazilian and International draughts: rules, notation, games and fast perft."""

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

# These rooms cost more than a board is worth, so they load when first asked for. What type
# checkers see is in __init__.pyi.
_ROOMS = (
    "campaign",
    "difference",
    "endgame",
    "engine",
    "errors",
    "game",
    "hub",
    "match",
    "pdn",
    "rules",
    "svg",
)
_LATER = {
    "difference": ("Difference", "first_difference"),
    "errors": (
        "AmbiguousMoveError",
        "GameOverError",
        "GameStateError",
        "IllegalMoveError",
        "InvalidFenError",
        "InvalidMoveError",
        "InvalidSquareError",
        "RefusedError",
        "Stopped",
    ),
    "game": ("RULE_SETS", "Clock", "Game", "Outcome", "RuleSet", "Termination"),
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _ROOMS:
        return import_module(f".{name}", __name__)
    for room, names in _LATER.items():
        if name in names:
            value: object = getattr(import_module(f".{room}", __name__), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_ROOMS})
