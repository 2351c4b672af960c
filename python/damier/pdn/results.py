"""Results as they are written, and what they mean (PDN 3.0, "Result")."""

import re
from enum import Enum

from ..values import Variant


class Score(Enum):
    """Who won, whatever the spelling."""

    WHITE = "White won"
    BLACK = "Black won"
    DRAW = "draw"
    BOTH_LOST = "lost for both"
    UNKNOWN = "unknown"


_HALF = r"(?:1/2|½|0[.,]5)"
# Hyphens, dashes and minus signs, and the blanks that may stand around them: in moves as well.
DASHES = r"\-\u2010-\u2014\u2212"
GAP = r"[ \t\u00a0]{0,3}"
_DASH = rf"{GAP}[{DASHES}]{GAP}"
RESULT = rf"(?:{_HALF}{_DASH}{_HALF}|0{_DASH}[012]|1{_DASH}[01]|2{_DASH}0)"

_RESULT = re.compile(RESULT)
_DASHES = re.compile(rf"[{DASHES}]")
_NUMBERS = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)[+]?[-:]([0-9]{1,9}(?:\.[0-9]{1,9})?)-?")
_STYLES = {
    Variant.INTERNATIONAL: {Score.WHITE: "2-0", Score.DRAW: "1-1", Score.BLACK: "0-2"},
    Variant.BRAZILIAN: {Score.WHITE: "1-0", Score.DRAW: "1/2-1/2", Score.BLACK: "0-1"},
}


# The plain results, which need no closer look.
_SCORES = {
    "2-0": Score.WHITE,
    "1-0": Score.WHITE,
    "0-2": Score.BLACK,
    "0-1": Score.BLACK,
    "1-1": Score.DRAW,
    "1/2-1/2": Score.DRAW,
    "0-0": Score.BOTH_LOST,
    "*": Score.UNKNOWN,
    "": Score.UNKNOWN,
}


def tidy(text: str) -> str:
    """A result without the blanks and signs that only differ in looks."""
    if text in _SCORES:
        return text
    text = _DASHES.sub("-", "".join(text.split()))
    return re.sub(_HALF, "1/2", text) if re.fullmatch(rf"{_HALF}-{_HALF}", text) else text


def is_result(text: str) -> bool:
    """Whether a text can end a game: one of the two families of results."""
    return _RESULT.fullmatch(text) is not None


def score(text: str) -> Score:
    """What a result means.

    >>> score("2-0"), score("½-½"), score("4-6"), score("?")
    (<Score.WHITE: 'White won'>, <Score.DRAW: 'draw'>, <Score.BLACK: 'Black won'>, <Score.UNKNOWN: 'unknown'>)
    """  # noqa: E501
    text = tidy(text)
    if text in _SCORES:
        return _SCORES[text]
    numbers = _NUMBERS.fullmatch(text)
    if not numbers:
        return Score.UNKNOWN
    white, black = map(float, numbers.groups())
    if white == black:
        return Score.DRAW if white else Score.BOTH_LOST
    return Score.WHITE if white > black else Score.BLACK


def official(text: str, variant: Variant) -> str:
    """The result in the style of the game; what has no such style stays as it is.

    >>> official("1/2-1/2", Variant.INTERNATIONAL), official("2-0", Variant.BRAZILIAN)
    ('1-1', '1-0')
    """
    return _STYLES[variant].get(score(text), text)
