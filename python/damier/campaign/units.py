"""Shares of a count: the positions some plies down, each once, in batches for any machine."""

import os
import platform
import threading
import time
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, islice
from typing import NamedTuple

import damier
from damier import Board, Stop, _core, build_info
from damier.values import integer

from .errors import CampaignError, MismatchError

# No count gains by more, and a forged problem must not keep a machine busy without end.
_DEEPEST_SPLIT = 100
_LARGEST_UNIT = 1_000_000


def split(
    board: Board,
    plies: int,
    *,
    routes: bool = False,
    memory_mb: int = 1024,
    stop: Stop | None = None,
) -> Iterator[tuple[str, int]]:
    """The positions that so many plies lead to, each once, with the number of ways to reach it.

    They come in an order that depends on nothing but the position. Positions in which the game
    ends earlier lead nowhere, and the multiplicities add up to `perft(board, plies)`.

    Args:
        board: Where to start; it is not changed.
        plies: 0 or more.
        routes: Count routes, not moves; see `damier.perft`.
        memory_mb: About as many MiB as may be used. The positions of the plies before the last
            must fit into a quarter of it at 96 bytes each; the last is made anew as often as
            needed.
        stop: Ends the iteration when it is set.

    Raises:
        Stopped: `stop` was set before the end.
        ValueError: An argument is out of range.
        MemoryError: The positions of the plies before the last do not fit.
        OverflowError: A position can be reached in 2**128 ways or more.

    >>> list(split(Board("brazilian", "W:W26:BK1"), 1))
    [('B:W22:BK1', 1), ('B:W23:BK1', 1)]
    """
    return chain.from_iterable(_core._Split(board, plies, routes, memory_mb, stop))


class Unit(NamedTuple):
    """A batch of positions to be counted together, by this version of damier."""

    number: int
    variant: str
    positions: tuple[tuple[str, int], ...]  #: FEN and multiplicity
    depth: int  #: plies to count below each
    routes: bool
    version: str

    def nodes(self, counts: Iterable[int]) -> int:
        """What the counts of the positions add to the total."""
        pairs = zip(self.positions, counts, strict=True)
        return sum(multiplicity * count for (_, multiplicity), count in pairs)


def cut(
    board: Board,
    depth: int,
    plies: int,
    *,
    routes: bool = False,
    size: int = 100,
    memory_mb: int = 1024,
    stop: Stop | None = None,
) -> Iterator[Unit]:
    """The units of a count to a depth: its split, cut into batches of `size` positions.

    Raises:
        ValueError: `plies` is not from 0 to `depth` and 100, or `size` is not from 1 to 1,000,000.
            See also `split`.

    >>> [len(unit.positions) for unit in cut(Board("brazilian"), 9, 2, size=20)]
    [20, 20, 9]
    """
    depth, plies, size = integer(depth, "depth"), integer(plies, "plies"), integer(size, "size")
    if not 0 <= plies <= min(depth, _DEEPEST_SPLIT):
        most = f"{_DEEPEST_SPLIT} at most" if depth > _DEEPEST_SPLIT else f"the depth, {depth}"
        raise ValueError(f"split at a ply from 0 to {most}, not at {plies}")
    if not 1 <= size <= _LARGEST_UNIT:
        raise ValueError(f"a unit has from 1 to {_LARGEST_UNIT:,} positions, not {size}")
    positions = split(board, plies, routes=routes, memory_mb=memory_mb, stop=stop)
    batches = iter(lambda: tuple(islice(positions, size)), ())
    variant, below = str(board.variant), depth - plies
    return (
        Unit(number, variant, batch, below, routes, damier.__version__)
        for number, batch in enumerate(batches)
    )


class Settings(NamedTuple):
    """How and where a unit was counted."""

    kernel: str
    hash_mb: int
    threads: int
    version: str
    worker: str  #: host and process


class Result(NamedTuple):
    """What `run_unit` found: a count for each position, and their sum by multiplicity."""

    number: int
    counts: tuple[int, ...]
    nodes: int
    seconds: float
    settings: Settings


def run_unit(
    unit: Unit,
    *,
    threads: int = 1,
    hash_mb: int = 0,
    unlike: Settings | None = None,
    stop: Stop | None = None,
) -> Result:
    """Counts the positions of a unit, in any process that has damier.

    Other Python threads run meanwhile. The table stays warm for the next unit of the process; units
    counted by threads of one process share it.

    Args:
        unit: What to count.
        threads: How many threads count, at most 256; 0 is one for each core.
        hash_mb: Memory for the table, as in `damier.perft`.
        unlike: To check a result: the settings it came from. This count takes another kernel, if
            this machine has one, and a table of another size.
        stop: Ends the count when it is set.

    Raises:
        Stopped: `stop` was set before the end.
        CampaignError: This process has another version of damier than the unit asks for.
        ValueError: An argument is out of range.
        MemoryError: This machine has not so much memory to spare.
        OverflowError: A count is 2**128 or more.

    >>> units = cut(Board("brazilian"), 9, 2, size=20)
    >>> sum(run_unit(unit, hash_mb=16).nodes for unit in units)
    4431766
    """
    worker = f"{platform.node()}:{os.getpid()}"
    if unit.version != damier.__version__:
        raise CampaignError(
            f"worker {worker} has damier {damier.__version__}, the campaign {unit.version}"
        )
    kernel: str = build_info()["kernel"]
    if unlike is not None:
        kernel = _other_kernel(unlike.kernel)
        hash_mb = unlike.hash_mb // 2 or 16

    start = time.perf_counter()
    counts = _warm_table(unit.variant, unit.routes, hash_mb, kernel).perft(
        [fen for fen, _ in unit.positions],
        unit.depth,
        threads=threads,
        kernel=kernel,
        stop=stop,
    )
    seconds = time.perf_counter() - start
    settings = Settings(kernel, hash_mb, threads, damier.__version__, worker)
    return Result(unit.number, tuple(counts), unit.nodes(counts), seconds, settings)


def merge(results: Iterable[Result]) -> int:
    """The sum of some results, in any order; a unit that was counted twice counts once.

    Raises:
        MismatchError: Two results of one unit differ.

    >>> units = list(cut(Board("brazilian"), 9, 2))
    >>> merge(map(run_unit, units + units[:1])) == damier.perft(Board("brazilian"), 9)
    True
    """
    found: dict[int, Result] = {}
    for result in results:
        require_same(found.setdefault(result.number, result), result)
    return sum(result.nodes for result in found.values())


def require_same(result: Result, recount: Result) -> None:
    """Raises a MismatchError if two results of one unit differ."""
    if result.counts != recount.counts:
        first, second = (f"{r.nodes:,} by {_told(r.settings)}" for r in (result, recount))
        raise MismatchError(f"unit {result.number} differs: {first}, {second}")


def _told(settings: Settings) -> str:
    return f"{settings.worker} ({settings.kernel}, table of {settings.hash_mb} MiB)"


# The tables of this process: one for the units of a campaign, one for its checks.
_tables: dict[tuple[str, bool, int, str], _core._WarmTable] = {}
_tables_lock = threading.Lock()


def _warm_table(variant: str, routes: bool, hash_mb: int, kernel: str) -> _core._WarmTable:
    key = variant, routes, hash_mb, kernel  # a check must not read what another kernel counted
    with _tables_lock:
        if key not in _tables:
            if len(_tables) == 2:
                del _tables[next(iter(_tables))]
            _tables[key] = _core._WarmTable(variant, routes, hash_mb)
        return _tables[key]


def forget_tables() -> None:
    """Gives back the memory that `run_unit` keeps for the next unit of this process."""
    with _tables_lock:
        _tables.clear()


@cache
def _other_kernel(kernel: str) -> str:
    """The best kernel of this machine that is not the one named, if it has any other."""
    others = [name for name in build_info()["kernels"] if name != kernel]
    table = _core._WarmTable("brazilian", False, 0)
    for name in reversed(others):
        try:
            table.perft([], 0, kernel=name)
        except ValueError:  # this machine does not run it
            continue
        return str(name)
    return kernel
