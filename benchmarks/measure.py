"""Work measured side by side, so that a machine whose speed drifts drifts for both."""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

#: How often something was done, and in how many seconds.
Work = tuple[int, float]


class Row(NamedTuple):
    """A line of the table: what damier does, and what a peer does for comparison."""

    name: str
    ours: Callable[[], Work]
    theirs: Callable[[], Work]
    peer: str


class Ratio(NamedTuple):
    """The medians of some rounds, by second, and of their ratios."""

    ours: float
    theirs: float
    times: float


def timed(count: Callable[[], int]) -> Work:
    start = time.perf_counter()
    done = count()
    return done, time.perf_counter() - start


def side_by_side(row: Row, rounds: int) -> Ratio:
    """Measures both in turn; every other round the peer comes first."""
    rates = []
    for number in range(rounds):
        works = [row.ours, row.theirs] if number % 2 == 0 else [row.theirs, row.ours]
        found = [done / seconds for done, seconds in (work() for work in works)]
        ours, theirs = found if number % 2 == 0 else reversed(found)
        rates.append((ours, theirs))
    ours, theirs = (statistics.median(side) for side in zip(*rates, strict=True))
    return Ratio(ours, theirs, statistics.median(a / b for a, b in rates))
