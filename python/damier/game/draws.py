"""The parts that a set of draw rules is made of.

Limits are in plies: a text that says "25 moves" means 25 by each side, 50 plies.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from .._core import Board
from ..values import Variant
from ..words import vocabulary
from .termination import Termination

# The squares of the main road: bit n-1 is square n.
MAIN_ROAD = {
    Variant.BRAZILIAN: sum(1 << (n - 1) for n in (29, 25, 22, 18, 15, 11, 8, 4)),
    Variant.INTERNATIONAL: sum(1 << (n - 1) for n in (46, 41, 37, 32, 28, 23, 19, 14, 10, 5)),
}

# The smallest number of plies by kings after which a position can be there again.
_PLIES_TO_RETURN = 4

_MATERIAL = re.compile(r"K*M*-K*M*")

# A side with so many pieces has as many as it likes.
_MANY = 12


class Standing:
    """What the rules about endings look at after a ply.

    `white` and `black` are what each side has, kings first, as "KKM", and `size` how many;
    `on_road` is how many pieces stand on the main road, `lone_king_on_the_road` whether one of them
    is a side's only piece, a king; `played` is False at the start of a game, `exchanged` tells a
    capture or promotion.
    """

    def __init__(self, board: Board) -> None:
        white_men, white_kings, black_men, black_kings = board.material
        self.white = "K" * white_kings + "M" * white_men
        self.black = "K" * black_kings + "M" * black_men
        self.size = white_men + white_kings, black_men + black_kings
        road = MAIN_ROAD[board.variant]
        lone = board.white if self.white == "K" else board.black if self.black == "K" else 0
        self.on_road = ((board.white | board.black) & road).bit_count()
        self.lone_king_on_the_road = bool(lone & road)
        self.played = board.ply > 0
        self.exchanged = False
        if self.played:
            move = board.peek()
            self.exchanged = move.is_capture or move.is_promotion

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

    def sentence(self, language: str = "en") -> str:
        """The rule in words for players.

        Args:
            language: "en", "fr", "pt" or "nl".

        Raises:
            ValueError: There are no words in this language.

        >>> KingPlies(rule="25-moves", plies=50).sentence()
        '25 moves by kings without capture'
        """
        words = vocabulary(language)
        return words[self._wording].format_map(self._fields(words))

    @property
    def _wording(self) -> str:
        """The key of the sentence in the vocabulary."""
        raise NotImplementedError

    def _fields(self, words: dict[str, str]) -> dict[str, object]:
        return {}


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
    def _wording(self) -> str:
        return "same-position"

    def _fields(self, words: dict[str, str]) -> dict[str, object]:
        return {"times": self.times}

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

    def _fields(self, words: dict[str, str]) -> dict[str, object]:
        """Players count moves, of both sides each."""
        return {"moves": f"{self.plies / 2:g}"}


def _amount(words: dict[str, str], least: int, most: int) -> str:
    """So many pieces, in words: no board has room for more than the largest number."""
    if least == most:
        return str(least)
    return words["or-more" if most >= _MANY else "up-to"].format(least=least, most=most)


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
        return board.reversible_plies >= self.plies and self.holds(board)

    def holds(self, board: Board) -> bool:
        """Whether the pieces are those the rule is for."""
        return sum(board.piece_counts) >= self.least_pieces and (
            not self.both_kings or _both_have_kings(board)
        )

    def plies_left(self, board: Board) -> int | None:
        """The plies until the draw, None if none of those that count has been played."""
        plies = board.reversible_plies
        return max(0, self.plies - plies) if plies and self.holds(board) else None

    @property
    def _wording(self) -> str:
        return "king-moves"


def _both_have_kings(board: Board) -> bool:
    _, white_kings, _, black_kings = board.material
    return white_kings > 0 and black_kings > 0


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

    def plies_left(self, tally: Tally | None) -> int | None:
        """The least plies until the draw, None if the clock does not run."""
        return None if tally is None else max(0, self.plies - min(tally.counted, tally.age))


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

    @property
    def _wording(self) -> str:
        sides = self._sides()
        if any(weak != "K" for weak, _ in sides):
            return "ending"
        kings = all(set(strong) == {"K"} for _, strong in sides)
        return "kings-against-king" if kings else "pieces-against-king"

    def _sides(self) -> list[tuple[str, str]]:
        """The two sides of each material, the smaller one first."""
        return [
            (weak, strong)
            for material in self.materials
            for weak, strong in [sorted(material.split("-"), key=len)]
        ]

    def _fields(self, words: dict[str, str]) -> dict[str, object]:
        sizes = [len(strong) for _, strong in self._sides()] or [0]
        amount = _amount(words, min(sizes), max(sizes))
        return {**super()._fields(words), "pieces": amount, "most": max(sizes)}


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
        alone = standing.on_road == 1 and standing.lone_king_on_the_road
        counted = before.counted if before else 0
        return Tally(after.age, counted + (alone and standing.played), alone)

    @property
    def _wording(self) -> str:
        return "main-road"


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

    @property
    def _wording(self) -> str:
        return "piece-count"

    def _fields(self, words: dict[str, str]) -> dict[str, object]:
        return {**super()._fields(words), "pieces": _amount(words, *self.pieces)}
