"""A count in shares: started, resumed, checked, and told from its file."""

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    wait,
)
from contextlib import contextmanager, suppress
from functools import partial
from math import ceil
from pathlib import Path
from typing import NamedTuple, Self

from damier import Board, Stop, Stopped
from damier.values import integer

from .crew import Crew
from .errors import CampaignError
from .store import Problem, Status, Store, Stored, driving
from .units import Result, Settings, Unit, forget_tables, require_same, run_unit

# A unit that fails for a reason that may pass, such as the loss of a worker, is tried so often.
_ATTEMPTS = 3


class Campaign:
    """A count that is kept in a file, so that it can go on tomorrow and on other machines.

    A unit whose result is stored survives whatever happens to the processes and to the power of
    the machine; what was being counted is counted again. One process at a time counts, and others
    can look on.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "brazilian-9.campaign"
    >>> with Campaign.start(path, Board("brazilian"), 9, plies=2) as campaign:
    ...     campaign.run(workers=2)
    4431766
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Opens the file of a campaign.

        Raises:
            CampaignError: There is none, or the file is damaged, locked, or not of a campaign that
                this version of damier knows.
        """
        self._store = Store(Path(path))

    @classmethod
    def start(
        cls,
        path: str | os.PathLike[str],
        board: Board,
        depth: int,
        *,
        plies: int,
        routes: bool = False,
        check: float = 0.01,
        unit_size: int = 100,
    ) -> Self:
        """Makes the file of a campaign, or opens it if it is there for this very problem.

        Args:
            path: The file.
            board: Where to start.
            depth: Plies to count.
            plies: Where the tree is split into units, from 0 to `depth`.
            routes: Count routes, not moves; see `damier.perft`.
            check: The share of units of a new campaign that is counted a second time, with other
                settings (see `run_unit`): from 0 to 1. If it is not 0, at least one is.
            unit_size: Positions in a unit.

        Raises:
            CampaignError: The file cannot be made, or is not for this problem.
            ValueError: An argument is out of range. See also `split`.
        """
        if not 0 <= check <= 1:
            raise ValueError(f"the share to check is from 0 to 1, not {check}")
        path = Path(path)
        problem = Problem(
            str(board.variant),
            board.fen(ranges=True),
            integer(depth, "depth"),
            routes,
            integer(plies, "plies"),
            integer(unit_size, "unit_size"),
        )
        units = problem.units()
        with driving(path):
            if not path.exists():
                chosen = ((unit, _is_chosen(unit.number, check)) for unit in units)
                Store.create(path, problem, chosen)
        campaign = cls(path)
        if campaign.problem != problem:
            found = campaign.problem
            campaign.close()
            raise CampaignError(f"{path} is the campaign of another problem: {found}")
        return campaign

    def close(self) -> None:
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def problem(self) -> Problem:
        return self._store.problem

    def status(self) -> Status:
        """How far it has come, also while another process counts."""
        return self._store.status()

    def run(
        self,
        executor: Executor | None = None,
        *,
        workers: int = 0,
        hash_mb: int = 256,
        pending: int = 64,
        lost: Callable[[], str] | None = None,
        progress: Callable[[int, int, int], object] | None = None,
        stop: Stop | None = None,
    ) -> int:
        """Counts what is left and returns the number of lines of play.

        Args:
            executor: Who counts; it must be able to run `run_unit`. If none is given, threads of
                this process do, which share one table.
            workers: How many threads those are, at most 256; 0 is one for each core.
            hash_mb: Memory for the table of each process that counts. Checks take half as much
                again.
            pending: How many units an executor is given ahead.
            lost: Asked now and then while units are counted; a text, which says why no more
                results will come, ends the run.
            progress: Called at the start and after each step with the units done, their total,
                and the sum so far.
            stop: Ends the run when it is set. Results that came are kept; an executor's workers
                go on with what they have begun.

        Raises:
            Stopped: `stop` was set before the end.
            ValueError: An argument is out of range.
            CampaignError: The store cannot be used, another process is counting, or a worker has
                failed thrice or has another version of damier.
            MismatchError: The check of a unit has found another count; see `recount`.
            MemoryError: A worker has not so much memory to spare.
        """
        pending, workers = integer(pending, "pending"), integer(workers, "workers")
        if pending < 1:
            raise ValueError("pending must be at least 1")
        if not 0 <= workers <= 256:
            raise ValueError(f"workers must be from 0 (all cores) to 256, not {workers}")
        with driving(self._store.path):
            self._store.require_sound(self.problem.units(stop))
            self._require_no_mismatch()
            count = partial(run_unit, hash_mb=hash_mb)
            if executor is not None:
                _Run(self._store, executor, count, pending, progress, lost, stop).finish()
            else:
                threads = workers or os.cpu_count() or 1
                with _crew(threads) as (crew, leaving):
                    count = partial(count, stop=leaving)
                    _Run(self._store, crew, count, 2 * threads, progress, lost, stop).finish()
        if not self.status().complete:
            raise CampaignError(f"{self._store.path} does not keep what it is given")
        return sum(stored.result.nodes for stored in self.results() if not stored.recount)

    def results(self) -> Iterator[Stored]:
        """All results, by unit; where a unit was checked, the recount comes second."""
        for number in range(self.status().units):
            yield from self._store.results(number)

    def counted(self) -> Iterator[tuple[Unit, Stored]]:
        """The units that are counted, with their results; recounts left out."""
        for stored in self.results():
            if not stored.recount:
                yield self._store.unit(stored.result.number)[0], stored

    def recount(self) -> list[int]:
        """Removes the results of units whose check found another count, to have them counted again.

        Returns:
            The numbers of those units.
        """
        with driving(self._store.path):
            differing = self._store.differing()
            for number in differing:
                self._store.remove(number)
        return differing

    def _require_no_mismatch(self) -> None:
        for number in self._store.differing():
            result, recount = self._store.results(number)
            require_same(result.result, recount.result)


class _Task(NamedTuple):
    unit: Unit
    chosen: bool  #: to be checked
    unlike: Settings | None = None  #: for a check: of the result
    attempt: int = 1


class _Run:
    """The rest of a campaign, given to an executor unit by unit."""

    def __init__(
        self,
        store: Store,
        executor: Executor,
        count: Callable[..., Result],
        pending: int,
        progress: Callable[[int, int, int], object] | None,
        lost: Callable[[], str] | None,
        stop: Stop | None,
    ) -> None:
        self._store = store
        self._executor = executor
        self._count = count
        self._pending = pending
        self._progress = progress
        self._lost = lost
        self._stop = stop
        self._again: deque[_Task] = deque()
        self._waiting: dict[Future[Result], _Task] = {}

    def finish(self) -> None:
        status = self._store.status()
        total = status.units + status.chosen
        done = status.finished + status.checked
        nodes = status.nodes
        tasks = self._tasks()
        try:
            self._report(done, total, nodes)
            while self._submit(tasks):
                results, failure = self._collect()
                self._store.add((result, task.unlike is not None) for task, result in results)
                for task, result in results:
                    self._check(task, result)
                    nodes += 0 if task.unlike else result.nodes
                done += len(results)
                self._report(done, total, nodes)
                if failure is not None:
                    raise failure
        finally:
            self._leave()

    def _tasks(self) -> Iterator[_Task]:
        """Checks that are due, then the units that were not counted."""
        for number in self._store.to_check():
            settings = self._store.results(number)[0].result.settings
            yield _Task(*self._store.unit(number), settings)
        for number in self._store.to_count():
            yield _Task(*self._store.unit(number))

    def _submit(self, tasks: Iterator[_Task]) -> bool:
        """Keeps the executor busy; false if nothing is left to wait for."""
        while len(self._waiting) < self._pending:
            task = self._again.popleft() if self._again else next(tasks, None)
            if task is None:
                break
            try:
                future = self._executor.submit(self._count, task.unit, unlike=task.unlike)
            except RuntimeError as error:
                raise CampaignError(f"the executor takes no more units: {error}") from error
            self._waiting[future] = task
        return bool(self._waiting)

    def _collect(self) -> tuple[list[tuple[_Task, Result]], Exception | None]:
        """Waits for results, and for what ends the run; a unit that failed is tried again."""
        finished: set[Future[Result]] = set()
        while not finished:  # in short waits, so that Ctrl-C is answered on every system
            if self._stop is not None and self._stop.is_set():
                raise Stopped("stopped before the end")
            finished, _ = wait(self._waiting, timeout=0.01, return_when=FIRST_COMPLETED)
            if not finished and self._lost is not None and (reason := self._lost()):
                self._waiting.clear()  # there is nobody to take them back from
                raise CampaignError(reason)
        results = []
        failure: Exception | None = None
        for future in finished:
            task = self._waiting.pop(future)
            number = task.unit.number
            try:
                result = future.result()
                _require_answer(task.unit, result)
                results.append((task, result))
            except (CampaignError, MemoryError) as error:
                failure = error
            except BrokenExecutor as error:
                failure = CampaignError(f"a worker process has died: {error}")
            except Exception as error:
                if task.attempt < _ATTEMPTS:
                    self._again.append(task._replace(attempt=task.attempt + 1))
                    continue
                told = f"{type(error).__name__}: {error}"
                failure = CampaignError(f"unit {number} failed {_ATTEMPTS} times: {told}")
        return results, failure

    def _leave(self) -> None:
        """Keeps the results that came meanwhile, and takes back what was not begun."""
        results = []
        for future, task in self._waiting.items():
            if future.cancel() or not future.done() or future.exception():
                continue
            with suppress(CampaignError):
                _require_answer(task.unit, future.result())
                results.append((future.result(), task.unlike is not None))
        with suppress(CampaignError):  # a store that fails has been told of
            self._store.add(results)

    def _check(self, task: _Task, result: Result) -> None:
        """Has a unit checked that is chosen for it, or compares the check with the result."""
        if task.unlike is not None:
            require_same(self._store.results(task.unit.number)[0].result, result)
        elif task.chosen:
            self._again.append(task._replace(unlike=result.settings, attempt=1))

    def _report(self, done: int, total: int, nodes: int) -> None:
        if self._progress is not None:
            self._progress(done, total, nodes)


def _require_answer(unit: Unit, result: object) -> None:
    """Executors are of many makes: nothing is stored that does not belong to the unit."""
    if (
        not isinstance(result, Result)
        or result.number != unit.number
        or len(result.counts) != len(unit.positions)
        or result.nodes != unit.nodes(result.counts)
    ):
        raise CampaignError(f"the executor gave no result of unit {unit.number}")


@contextmanager
def _crew(threads: int) -> Iterator[tuple[Crew, Stop]]:
    """Threads of this process, which stop in the middle of a unit when this is left."""
    leaving = Stop()
    crew = Crew(threads)
    try:
        yield crew, leaving
    finally:
        leaving.set()
        crew.close()
        forget_tables()


def _is_chosen(number: int, share: float) -> bool:
    """Spreads a share of the units evenly; the first is one of them."""
    return ceil((number + 1) * share) > ceil(number * share)
