"""What a reader finds wrong or worth knowing in a game."""

import re
from enum import StrEnum
from typing import NamedTuple


class Code(StrEnum):
    """The kind of a problem; its sentence is in `Problem.reason`."""

    CAPTURE_COMPULSORY = "capture compulsory"
    MAJORITY = "majority"
    CAPTURE_UNFINISHED = "capture unfinished"
    NO_PIECE = "no piece there"
    OTHER_SIDE = "other side's piece"
    OCCUPIED = "target occupied"
    OFF_BOARD = "off the board"
    NOT_A_MOVE = "not a move of that piece"
    GAME_OVER = "game over"
    AMBIGUOUS = "ambiguous"
    UNKNOWN_TOKEN = "unknown token"
    UNCLOSED_COMMENT = "unclosed comment"
    UNCLOSED_VARIATION = "unclosed variation"
    BAD_POSITION = "bad position"

    # Warnings and notes: nothing of the game is lost.
    TAG = "tag"
    STRAY = "stray text"
    GAME_TYPE = "game type"
    RESULT = "result"
    SIGN = "sign"
    UNKNOWN_MOVE = "unknown move"
    UNCROWNED_MAN = "man on its promotion row"
    HUB = "hub notation"
    JOINED = "capture in parts"
    MISPLACED = "variation moved"
    RESOLVED = "ambiguity resolved"


class Problem(NamedTuple):
    """One thing that is wrong in a game, or worth knowing, and where.

    `game` and `line` count from 1. `ply` and `move_number` are those of the move concerned, or of
    the next move where no move is; 0 in the tags. `text` is what was read, `alternatives` are the
    legal moves instead.
    """

    code: Code
    reason: str
    game: int
    line: int
    ply: int
    move_number: int
    text: str
    alternatives: tuple[str, ...] = ()
    in_variation: bool = False

    def __str__(self) -> str:
        where = f", move {self.move_number}" if self.ply else ""
        inside = " in a variation" if self.in_variation else ""
        said = f"{self.text}: " if self.text else ""
        return f"game {self.game}{where}{inside}: {said}{self.reason}"


class PdnError(ValueError):
    """The first error of a game, raised when reading with `strict=True`; see `problem`."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return f"line {self.problem.line}: {self.problem}"


# How the core words its refusals of a move.
_REFUSALS = [
    (Code.CAPTURE_COMPULSORY, re.compile(r"capture is compulsory")),
    (Code.MAJORITY, re.compile(r"takes \d+, must take")),
    (Code.CAPTURE_UNFINISHED, re.compile(r"the capture is not finished")),
    (Code.NO_PIECE, re.compile(r"there is no piece on")),
    (Code.OTHER_SIDE, re.compile(r"the piece on \d+ is ")),
    (Code.OCCUPIED, re.compile(r"square \d+ is occupied")),
    (Code.GAME_OVER, re.compile(r"the game is over")),
    (Code.NOT_A_MOVE, re.compile(r"the (king|man) on|no legal move from")),
    (Code.AMBIGUOUS, re.compile(r".* is ambiguous")),
    (Code.OFF_BOARD, re.compile(r"square .* is (off the board|light)")),
]


def code_of(refusal: ValueError) -> Code:
    """The code of the core's refusal of a move text."""
    for code, pattern in _REFUSALS:
        if pattern.match(str(refusal)):
            return code
    return Code.UNKNOWN_TOKEN
