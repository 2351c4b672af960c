"""The parts that a set of draw rules is made of.

Limits are in plies: a text that says "25 moves" means 25 by each side, 50 plies.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from .._core import Board, Piece
from ..values import Color, Variant
from .outcome import Termination

_MAIN_ROAD = {
    Variant.BRAZILIAN: frozenset((29, 25, 22, 18, 15, 11, 8, 4)),
    Variant.INTERNATIONAL: frozenset((46, 41, 37, 32, 28, 23, 19, 14, 10, 5)),
}

# The smallest number of plies by kings after which a position can be there again.
_PLIES_TO_RETURN = 4

_MATERIAL = re.compile(r"K*M*-K*M*")


class Standing:
    """What the rules about endings look at after a ply.

    `white` and `black` are what each side has, kings first, as "KKM"; `road` is what stands on the
    main road; `played` is False at the start of a game, `exchanged` tells a capture or promotion.
    """

    def __init__(self, board: Board) -> None:
        self._variant = board.variant
        self._squares = board.piece_map()
        white: list[str] = []
        black: list[str] = []
        for color, king in self._squares.values():
            (white if color is Color.WHITE else black).append("K" if king else "M")
        self.white = "".join(sorted(white))
        self.black = "".join(sorted(black))
        self.played = board.ply > 0
        self.exchanged = False
        if self.played:
            move = board.peek()
            self.exchanged = move.is_capture or move.is_promotion

    @property
    def road(self) -> list[Piece]:
        return [self._squares[at] for at in _MAIN_ROAD[self._variant] if at in self._squares]

    @property
    def pieces(self) -> int:
        return len(self.white) + len(self.black)

    @property
    def both_have_kings(self) -> bool:
        return "K" in self.white and "K" in self.black

    @property
    def three_against_a_lone_king(self) -> bool:
        weak, strong = sorted((self.white, self.black), key=len)
        return weak == "K" and len(strong) == 3 and "K" in strong

    @property
    def lone_king_on_the_road(self) -> bool:
        lone = Color.WHITE if self.white == "K" else Color.BLACK
        return any(piece.color is lone for piece in self.road)


class Tally(NamedTuple):
    """The clock of an ending: plies since it began, those of them that count, and whether the
    condition of the rule holds now."""

    age: int = 0
    counted: int = 0
    holds: bool = True


@dataclass(frozen=True, kw_only=True)
class Rule:
    """What all draw rules have.

    Args:
        rule: The name that an outcome gives.
        source: The article or page that states the rule.
        claim: Whether a player has to claim the draw; otherwise it ends the game by itself.
        variant: The only board the rule is for, None if it is for all boards of its set.

    Raises:
        ValueError, TypeError: A value is out of range or of the wrong type.
    """

    termination: ClassVar[Termination]
    rule: str
    source: str = ""
    claim: bool = False
    variant: Variant | None = None

    def __post_init__(self) -> None:
        _require(self, "rule", isinstance(self.rule, str) and self.rule != "", "a name")
        _require(self, "source", isinstance(self.source, str), "text")
        _require(self, "claim", isinstance(self.claim, bool), "True or False")
        known = self.variant is None or isinstance(self.variant, Variant)
        _require(self, "variant", known, "a Variant or None")


def _require(owner: object, name: str, holds: bool, expected: str) -> None:
    if not holds:
        value = repr(getattr(owner, name))[:80]
        raise ValueError(f"{type(owner).__name__}.{name}: expected {expected}, not {value}")


def _require_integer(owner: object, name: str, least: int) -> None:
    value = getattr(owner, name)
    _require(owner, name, type(value) is int and value >= least, f"an int, at least {least}")


@dataclass(frozen=True, kw_only=True)
class Repetition(Rule):
    """A draw when a position has stood on the board so often with the same side to move.

    Args:
        times: Occurrences, the starting position's own included; 2 or more.
    """

    termination: ClassVar[Termination] = Termination.REPETITION
    rule: str = "repetition"
    times: int = 3

    def __post_init__(self) -> None:
        super().__post_init__()
        _require_integer(self, "times", 2)

    @property
    def least_king_plies(self) -> int:
        """Plies by kings without capture before which no position can be there so often."""
        return _PLIES_TO_RETURN * (self.times - 1)

    def due(self, board: Board) -> bool:
        return board.repetitions() >= self.times


@dataclass(frozen=True, kw_only=True)
class Counted(Rule):
    """A draw rule with a limit.

    Args:
        plies: The limit, 1 or more.
    """

    plies: int

    def __post_init__(self) -> None:
        super().__post_init__()
        _require_integer(self, "plies", 1)


@dataclass(frozen=True, kw_only=True)
class KingPlies(Counted):
    """A draw after so many plies in a row by kings without capture.

    Args:
        both_kings: Only while each side has a king.
        least_pieces: Only while so many pieces are on the board.

    >>> KingPlies(rule="25-moves", plies=50).plies
    50
    """

    termination: ClassVar[Termination] = Termination.KING_MOVES
    both_kings: bool = False
    least_pieces: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        _require(self, "both_kings", isinstance(self.both_kings, bool), "True or False")
        _require_integer(self, "least_pieces", 0)

    @property
    def least_king_plies(self) -> int:
        return self.plies

    def due(self, board: Board) -> bool:
        return (
            board.reversible_plies >= self.plies
            and sum(board.piece_counts) >= self.least_pieces
            and (not self.both_kings or Standing(board).both_have_kings)
        )


class Timed(Counted):
    """A draw rule with a clock of its own, which runs from the ply that creates an ending."""

    termination: ClassVar[Termination] = Termination.ENDGAME

    def sizes(self) -> Iterator[tuple[int, int]]:
        """How many pieces the two sides can have while the clock runs, in either order."""
        raise NotImplementedError

    def begins(self, standing: Standing) -> bool:
        raise NotImplementedError

    def lasts(self, standing: Standing) -> bool:
        return self.begins(standing)

    def restarts(self, standing: Standing) -> bool:
        return False

    def tally(self, before: Tally | None, standing: Standing) -> Tally | None:
        """The clock after a ply, from the clock before it."""
        if before is None:
            return Tally() if self.begins(standing) else None
        if not self.lasts(standing):
            return None
        if self.restarts(standing):
            return Tally()
        return Tally(before.age + 1, before.counted + 1)

    def due(self, tally: Tally | None) -> bool:
        return (
            tally is not None
            and tally.holds
            and tally.counted >= self.plies
            and tally.age >= self.plies
        )


@dataclass(frozen=True, kw_only=True)
class Ending(Timed):
    """A draw when an ending has lasted so long.

    Args:
        materials: What the sides have, kings before men: "KKM-K" is two kings and a man against a
            king, whoever has them.
        outlasts: Further materials, in which a clock that runs goes on.
        restarted: Whether a capture or promotion inside the ending starts the clock again.

    >>> Ending(rule="5-moves", plies=10, materials=("K-K", "KK-K", "KM-K")).restarted
    False
    """

    materials: tuple[str, ...]
    outlasts: tuple[str, ...] = ()
    restarted: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        _require(self, "restarted", isinstance(self.restarted, bool), "True or False")
        for name in ("materials", "outlasts"):
            texts = getattr(self, name)
            _require(self, name, isinstance(texts, tuple), "a tuple")
            for text in texts:
                known = isinstance(text, str) and _MATERIAL.fullmatch(text) is not None
                _require(self, name, known, 'texts like "KKM-K"')

    def sizes(self) -> Iterator[tuple[int, int]]:
        for material in self.materials + self.outlasts:
            one, other = material.split("-")
            yield len(one), len(other)

    def begins(self, standing: Standing) -> bool:
        return _is_one_of(standing, self.materials)

    def lasts(self, standing: Standing) -> bool:
        return self.begins(standing) or _is_one_of(standing, self.outlasts)

    def restarts(self, standing: Standing) -> bool:
        return self.restarted and standing.exchanged


def _is_one_of(standing: Standing, materials: tuple[str, ...]) -> bool:
    white, black = standing.white, standing.black
    return f"{white}-{black}" in materials or f"{black}-{white}" in materials


@dataclass(frozen=True, kw_only=True)
class MainRoad(Timed):
    """A draw when three pieces, a king among them, have not dislodged a lone king so long.

    Args:
        total: Count every ply after which the lone king is the only piece on the main road, the
            one that brings it there included, even if it leaves the road meanwhile; the ending
            itself must then be as old as the limit. Otherwise other pieces may stand on the road,
            and leaving it cancels the count.
    """

    total: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        _require(self, "total", isinstance(self.total, bool), "True or False")

    def sizes(self) -> Iterator[tuple[int, int]]:
        yield 3, 1

    def begins(self, standing: Standing) -> bool:
        ending = standing.three_against_a_lone_king
        return ending and (self.total or standing.lone_king_on_the_road)

    def tally(self, before: Tally | None, standing: Standing) -> Tally | None:
        after = super().tally(before, standing)
        if not self.total or after is None:
            return after
        alone = len(standing.road) == 1 and standing.lone_king_on_the_road
        counted = before.counted if before else 0
        return Tally(after.age, counted + (alone and standing.played), alone)


@dataclass(frozen=True, kw_only=True)
class PieceCount(Timed):
    """A draw so long after the last capture or promotion, while each side has a king.

    Args:
        pieces: The least and the greatest number of pieces on the board, both included.
    """

    pieces: tuple[int, int]

    def __post_init__(self) -> None:
        super().__post_init__()
        pair = (
            isinstance(self.pieces, tuple)
            and len(self.pieces) == 2
            and all(type(n) is int for n in self.pieces)
            and 2 <= self.pieces[0] <= self.pieces[1] <= 50
        )
        _require(self, "pieces", pair, "two ints from 2 to 50, ascending")

    def sizes(self) -> Iterator[tuple[int, int]]:
        least, most = self.pieces
        for total in range(least, most + 1):
            for one in range(1, total):
                yield one, total - one

    def begins(self, standing: Standing) -> bool:
        least, most = self.pieces
        return standing.both_have_kings and least <= standing.pieces <= most

    def restarts(self, standing: Standing) -> bool:
        return standing.exchanged
