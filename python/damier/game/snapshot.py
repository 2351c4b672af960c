"""A game as a plain value."""

from typing import NamedTuple

from .._core import Move
from ..values import Variant
from .clock import Clock
from .headers import Headers
from .offers import Offers
from .outcome import Outcome
from .rules import RuleSet


class Snapshot(NamedTuple):
    """All that a game is: what is stored, shown and compared."""

    variant: Variant
    start: str
    rules: RuleSet
    headers: Headers
    moves: tuple[Move, ...]
    move_times: tuple[float | None, ...]
    touched: tuple[int, ...]
    offers: Offers
    clock: Clock | None
    outcome: Outcome | None
    version: int
    attributes: dict[str, object]

    def comparable(self) -> list[object]:
        """What makes games equal: neither the version, nor the offers of a game that has ended."""
        left_out = ("version",) if self.outcome is None else ("version", "offers")
        return [part for name, part in self._asdict().items() if name not in left_out]
