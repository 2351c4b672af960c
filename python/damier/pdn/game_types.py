"""Which game a record is of: GameType numbers, names, and what the moves tell."""

import re
from collections.abc import Sequence

from ..values import Variant

# PDN 3.0, "GameType"; 96 to 98 are lidraughts's.
NAMES = {
    0: "chess",
    1: "xiangqi",
    20: "international",
    21: "english",
    22: "italian",
    23: "american pool",
    24: "spanish",
    25: "russian",
    26: "brazilian",
    27: "canadian",
    28: "portuguese",
    29: "czech",
    30: "turkish",
    31: "thai",
    40: "frisian",
    41: "spantsiretti",
    50: "othello",
    96: "breakthrough",
    97: "frysk!",
    98: "antidraughts",
}

# The numbers of the games on 8x8.
ON_8X8 = range(21, 32)

# Other games on the same board in the same notation, whose moves are not checked here. A game that
# does not say what it is and can be played as Brazilian draughts may be one of them.
OTHERS = ("russian",)

_SYNONYMS = {"standard": "international", "brazil": "brazilian"}
_LETTERS = re.compile(r"[a-hA-H][0-9]")
_FEN_LETTERS = re.compile(r"(?<![A-Za-z])[KWBkwb]{0,2}[ac-h][1-8](?![\w:])")
_SUFFIX = re.compile(r":\s*(?:[HhFf][0-9]+|\+[0-9]+\+[0-9]+)")
_PAST_32 = re.compile(r"(?<![0-9])0?(?:3[3-9]|4[0-9]|50)(?![0-9])")


def named(text: str) -> Variant | str | None:
    """The game that a Variant tag names: a Variant, another game, or None if there is no name."""
    name = text.strip().lower().removesuffix(" draughts")
    if not name:
        return None
    name = _SYNONYMS.get(name, name)
    try:
        return Variant(name)
    except ValueError:
        return name


def board_of(texts: Sequence[str]) -> Variant | None:
    """The board that squares in these texts belong to: letters 8x8, numbers past 32 10x10.

    One number past 32 among many moves is a slip; from every fourth move on it is no more.
    """
    text = " ".join(texts)
    if _LETTERS.search(text):
        return Variant.BRAZILIAN
    past = sum(_PAST_32.search(text) is not None for text in texts) if texts else 0
    return Variant.INTERNATIONAL if past and 4 * past >= len(texts) else None


def board_of_fen(fen: str) -> Variant | None:
    """The board that the squares of a FEN belong to."""
    if _FEN_LETTERS.search(fen):
        return Variant.BRAZILIAN
    pieces = _SUFFIX.sub("", fen)
    return Variant.INTERNATIONAL if _PAST_32.search(pieces) else None


def of_number(number: int) -> Variant | str | None:
    """The game of a GameType number, None for a number that stands for none."""
    for variant in Variant:
        if variant.game_type == number:
            return variant
    return NAMES.get(number)
