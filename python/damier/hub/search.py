"""A search that is asked for, and how long it may take."""

import time
from dataclasses import dataclass, field

from .._core import Board, Move, Stop
from ..engine import Limit
from ..engine.searcher import Report
from ..values import Color
from .dialects import Mode

# Seconds by which engines are known to overrun a limit of time; then they are told to stop.
_OVERRUN = 0.5


@dataclass
class Search:
    """A search that is asked for."""

    board: Board
    mode: Mode
    limit: Limit
    #: Seconds it may take if only depth or nodes limit it.
    longest: float
    report: Report | None = None
    stop: Stop = field(default_factory=Stop)
    #: Set when the move was made on which it ponders.
    hit: Stop = field(default_factory=Stop)


class Watch:
    """When a search has to be told something, and when it has lasted too long."""

    def __init__(self, search: Search, patience: float) -> None:
        self._search = search
        self._patience = patience
        self._began = time.monotonic()
        self._seconds = _seconds(search)
        waits = search.mode == "ponder" or self._seconds is None
        self._stop_at = None if waits else self._began + (self._seconds or 0.0)
        self._hit = False
        self._end: float | None = None

    @property
    def over(self) -> bool:
        """Whether there was no answer to stop."""
        return self._end is not None and time.monotonic() > self._end

    def seconds(self) -> float:
        """How long it has lasted."""
        return time.monotonic() - self._began

    def due(self) -> list[str]:
        """What is to be said now."""
        now = time.monotonic()
        lines = []
        if self._search.hit.is_set() and not self._hit:
            self._hit = True
            lines.append("ponder-hit")
            if self._seconds is not None:
                self._stop_at = now + self._seconds
        late = self._stop_at is not None and now >= self._stop_at
        if self._end is None and (late or self._search.stop.is_set()):
            lines.append("stop")
            self._end = now + self._patience
        return lines


def _seconds(search: Search) -> float | None:
    """How long a search may take, None for as long as it wants."""
    limit, turn = search.limit, search.board.turn
    clock = limit.white_clock if turn is Color.WHITE else limit.black_clock
    if search.mode == "analyze":
        if limit.time is not None or clock is not None:
            return limit.budget(turn).most
        return search.longest if limit != Limit() else None
    given = [seconds for seconds in (limit.time, clock) if seconds is not None]
    return min(given) + _OVERRUN if given else search.longest


def reversible(board: Board) -> tuple[Board, list[Move]]:
    """The position after the last move that cannot be taken back, and the moves from there."""
    start = board.copy()
    moves: list[Move] = []
    while start.reversible_plies and start.move_stack:
        moves.append(start.pop())
    return start, moves[::-1]
