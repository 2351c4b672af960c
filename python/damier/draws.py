"""The parts that a set of draw rules is made of, and the watch that tells when one is due.

Limits are in plies: a text that says "25 moves" means 25 by each side, 50 plies.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from ._core import Board, Move, Piece
from .outcome import Termination
from .values import Color, Variant

_MAIN_ROAD = {
    Variant.BRAZILIAN: frozenset((29, 25, 22, 18, 15, 11, 8, 4)),
    Variant.INTERNATIONAL: frozenset((46, 41, 37, 32, 28, 23, 19, 14, 10, 5)),
}

# The smallest number of plies by kings after which a position can be there again.
_PLIES_TO_RETURN = 4

_MATERIAL = re.compile(r"K*M*-K*M*")


class Standing:
    """What the draw rules look at after a ply, each part made when a rule asks for it.

    Args:
        board: The position.
        move: The ply that led to it, None at the start of a game.
    """

    def __init__(self, board: Board, move: Move | None) -> None:
        self.board = board
        self.played = move is not None
        self.exchanged = move is not None and (move.is_capture or move.is_promotion)

    @cached_property
    def squares(self) -> dict[int, Piece]:
        return self.board.piece_map()

    @cached_property
    def white(self) -> str:
        """What White has, kings first, as "KKM"."""
        return self._material(Color.WHITE)

    @cached_property
    def black(self) -> str:
        return self._material(Color.BLACK)

    @cached_property
    def road(self) -> list[Piece]:
        """What stands on the main road."""
        return [piece for at, piece in self.squares.items() if at in _MAIN_ROAD[self.board.variant]]

    def _material(self, color: Color) -> str:
        return "".join(sorted("KM"[not p.king] for p in self.squares.values() if p.color is color))

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
    """The clock of an ending: plies since it began, and those of them that count."""

    age: int
    counted: int


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

    def due(self, standing: Standing) -> bool:
        return standing.board.repetitions() >= self.times


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

    def due(self, standing: Standing) -> bool:
        return (
            standing.board.reversible_plies >= self.plies
            and len(standing.squares) >= self.least_pieces
            and (standing.both_have_kings or not self.both_kings)
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
            return Tally(0, 0) if self.begins(standing) else None
        if not self.lasts(standing):
            return None
        if self.restarts(standing):
            return Tally(0, 0)
        return Tally(before.age + 1, before.counted + 1)

    def due(self, tally: Tally | None, standing: Standing) -> bool:
        return tally is not None and tally.counted >= self.plies


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
        counted = before.counted if before else 0
        return Tally(after.age, counted + (standing.played and self._alone(standing)))

    def due(self, tally: Tally | None, standing: Standing) -> bool:
        if not super().due(tally, standing) or tally is None:
            return False
        return not self.total or (tally.age >= self.plies and self._alone(standing))

    def _alone(self, standing: Standing) -> bool:
        return len(standing.road) == 1 and standing.lone_king_on_the_road


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
        return standing.both_have_kings and least <= len(standing.squares) <= most

    def restarts(self, standing: Standing) -> bool:
        return standing.exchanged


class DrawPlan:
    """The rules for one board, and what tells that none of them can be due.

    No rule about kings is due before `least_king_plies` plies by kings without capture, and no
    clock runs unless the numbers of pieces of White and Black are in `sizes`.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        rules = tuple(rules)
        self.untimed = [r for r in rules if isinstance(r, Repetition | KingPlies)]
        self.timed = [r for r in rules if isinstance(r, Timed)]
        self.least_king_plies = min(
            (r.least_king_plies if isinstance(r, Repetition) else r.plies for r in self.untimed),
            default=sys.maxsize,
        )
        sizes = {size for rule in self.timed for size in rule.sizes()}
        self.sizes = frozenset(sizes | {(other, one) for one, other in sizes})
        self.no_tallies: tuple[Tally | None, ...] = (None,) * len(self.timed)


class DrawWatch:
    """Follows a game ply by ply and tells which draw rules are due.

    Args:
        plan: The rules.
        board: The start of the game.
    """

    def __init__(self, plan: DrawPlan, board: Board) -> None:
        self._plan = plan
        self._least_king_plies = plan.least_king_plies
        colors = [piece.color for piece in board.piece_map().values()]
        self._white = colors.count(Color.WHITE)
        self._black = len(colors) - self._white
        self._near = (self._white, self._black) in plan.sizes
        self._tallies: dict[int, tuple[Tally | None, ...]] = {}
        if self._near:
            self._advance(Standing(board, None))

    def pieces(self, color: Color) -> int:
        """How many pieces a side has."""
        return self._white if color is Color.WHITE else self._black

    def follow(self, board: Board, move: Move) -> list[Rule]:
        """The rules due after a ply that has just been played."""
        if move.is_capture:
            self._lose(board.turn, len(move.captured))
            if not self._near:
                return []
        elif not self._near and board.reversible_plies < self._least_king_plies:
            return []
        standing = Standing(board, move)
        if self._near:
            self._advance(standing)
        return self._due(standing)

    def undo(self, board: Board, move: Move) -> None:
        """Follows a ply that has just been taken back."""
        self._tallies.pop(board.ply + 1, None)
        self._lose(~board.turn, -len(move.captured))

    def due(self, board: Board) -> list[Rule]:
        """The rules due in this position; none before the first ply."""
        return self._due(Standing(board, board.peek())) if board.move_stack else []

    def _lose(self, color: Color, pieces: int) -> None:
        if color is Color.WHITE:
            self._white -= pieces
        else:
            self._black -= pieces
        self._near = (self._white, self._black) in self._plan.sizes

    def _advance(self, standing: Standing) -> None:
        ply = standing.board.ply
        before = self._tallies.get(ply - 1, self._plan.no_tallies)
        timed = zip(self._plan.timed, before, strict=True)
        self._tallies[ply] = tuple(rule.tally(tally, standing) for rule, tally in timed)

    def _due(self, standing: Standing) -> list[Rule]:
        """The order is that of the tests: the rules without a clock come first."""
        due: list[Rule] = [rule for rule in self._plan.untimed if rule.due(standing)]
        tallies = self._tallies.get(standing.board.ply, self._plan.no_tallies)
        timed = zip(self._plan.timed, tallies, strict=True)
        return due + [rule for rule, tally in timed if rule.due(tally, standing)]
