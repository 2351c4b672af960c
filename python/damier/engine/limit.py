"""How long an engine may think."""

import math
from dataclasses import dataclass, fields
from typing import NamedTuple

from ..values import Color

_MOST_PLIES = 255
_NO_NODES = 2**64 - 1
_NO_TIME = 1e9

# A clock is shared out over so many moves, if the control does not tell.
_MOVES_TO_GO = 25
# Left on a clock for what happens between the engine and the clock.
_RESERVE = 0.02


class Budget(NamedTuple):
    """Seconds: the search ends after `most`, and begins no depth likely to end after `planned`."""

    most: float
    planned: float


@dataclass(frozen=True, kw_only=True)
class Limit:
    """How long an engine may think about a move; what is reached first ends it.

    Args:
        time: Seconds for this move, above 0.
        depth: Plies, 1 to 255. Forced replies and exchanges are followed beyond it.
        nodes: Positions looked at, 1 or more.
        white_clock, black_clock: Seconds left; the engine shares out those of the side to move.
        white_inc, black_inc: Seconds that a move adds to the clock.
        moves_to_go: Moves to the next time control.

    Raises:
        ValueError: A number is out of range.

    >>> Limit(time=0.5, depth=12).depth
    12
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float = 0.0
    black_inc: float = 0.0
    moves_to_go: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None and not math.isfinite(value):
                raise ValueError(f"Limit.{field.name}: expected a finite number")
        for name in ("white_clock", "black_clock", "white_inc", "black_inc"):
            self._require(name, least=0)
        if self.time is not None and self.time <= 0:
            raise ValueError(f"Limit.time: expected more than 0 seconds, not {self.time}")
        for name in ("depth", "nodes", "moves_to_go"):
            self._require(name, least=1)
        if self.depth is not None and self.depth > _MOST_PLIES:
            raise ValueError(f"Limit.depth: expected at most {_MOST_PLIES}, not {self.depth}")

    def _require(self, name: str, least: int) -> None:
        value = getattr(self, name)
        if value is not None and value < least:
            raise ValueError(f"Limit.{name}: expected at least {least}, not {value}")

    def require(self) -> None:
        """Raises a ValueError if nothing is limited."""
        given = (self.time, self.depth, self.nodes, self.white_clock, self.black_clock)
        if all(value is None for value in given):
            raise ValueError("Limit: give it a time, depth, nodes or clocks")

    def most_depth(self) -> int:
        return self.depth or _MOST_PLIES

    def most_nodes(self) -> int:
        return min(self.nodes or _NO_NODES, _NO_NODES)

    def budget(self, turn: Color) -> Budget:
        """The seconds that a side may think, by `time` and by its clock."""
        white = turn is Color.WHITE
        most = planned = _NO_TIME if self.time is None else min(self.time, _NO_TIME)
        clock = self.white_clock if white else self.black_clock
        if clock is None:
            return Budget(most, _NO_TIME)
        increment = self.white_inc if white else self.black_inc
        usable = max(clock - _RESERVE, clock / 10)
        moves = min(self.moves_to_go or _MOVES_TO_GO, _MOVES_TO_GO)
        share = usable / moves + 0.8 * increment
        return Budget(min(most, usable * 0.9, share * 4), min(planned, usable * 0.9, share))
