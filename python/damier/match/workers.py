"""Games played one after another, or in several processes."""

import _thread
import multiprocessing
import pickle
import signal
import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import cast

from ..hub import HubError
from ..interrupts import children_without_ctrl_c
from .arena import Arena, GameResult, Plan

# Seconds that a process is given to end its engines.
_FAREWELL = 10.0


def play_all(plan: Plan, numbers: Iterable[int], jobs: int) -> Generator[GameResult, None, None]:
    """Plays games, in any order; closing the iterator ends all processes.

    Args:
        plan: The match.
        numbers: The games.
        jobs: How many at once, each in a process of its own; 1 is in this one.

    Raises:
        HubError, ValueError: A contender cannot be had.
        RuntimeError: A process has ended.
    """
    if jobs == 1:
        arena = Arena(plan)
        try:
            for number in numbers:
                yield arena.play(number)
        finally:
            arena.close()
        return
    crew = _Crew(plan, jobs)
    try:
        yield from crew.play(iter(numbers))
    finally:
        crew.close()


class _Crew:
    """Processes that each play a game at a time."""

    def __init__(self, plan: Plan, jobs: int) -> None:
        try:
            pickle.dumps(plan)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise ValueError(f"jobs: a side cannot be sent to other processes: {error}") from None
        context = multiprocessing.get_context("spawn")
        self._processes: dict[Connection, BaseProcess] = {}
        self._busy: list[Connection] = []
        try:
            with children_without_ctrl_c():
                for _ in range(jobs):
                    own, theirs = context.Pipe()
                    process = context.Process(target=_work, args=(theirs, plan), daemon=True)
                    self._processes[own] = process
                    process.start()
                    theirs.close()
        except BaseException:
            self.close()
            raise

    def play(self, numbers: Iterator[int]) -> Iterator[GameResult]:
        for connection in self._processes:
            if (number := next(numbers, None)) is not None:
                connection.send(number)
                self._busy.append(connection)
        while self._busy:
            for ready in wait(self._busy):
                connection = cast(Connection, ready)
                result = self._receive(connection)
                if (number := next(numbers, None)) is None:
                    self._busy.remove(connection)
                else:
                    connection.send(number)
                yield result

    def _receive(self, connection: Connection) -> GameResult:
        try:
            answer = connection.recv()
        except (EOFError, OSError):
            process = self._processes[connection]
            process.join(_FAREWELL)
            reason = f"a process of the match has ended with status {process.exitcode}"
            raise RuntimeError(reason) from None
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, GameResult)
        return answer

    def close(self) -> None:
        for connection, process in self._processes.items():
            connection.close()  # who plays no game ends by that alone
            if connection in self._busy:
                process.terminate()
        for process in self._processes.values():
            if process.pid is not None:
                process.join(_FAREWELL)
                process.kill()


def _work(connection: Connection, plan: Plan) -> None:
    """Plays the games whose numbers come in, until the owner has enough or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_leave_with_the_owner, daemon=True).start()
    with suppress(EOFError, OSError, KeyboardInterrupt):
        try:
            _serve(connection, plan)
        except (EOFError, OSError):
            raise
        except Exception as error:
            known = isinstance(error, HubError | ValueError)
            connection.send(error if known else RuntimeError(f"{type(error).__name__}: {error}"))


def _serve(connection: Connection, plan: Plan) -> None:
    with closing(Arena(plan)) as arena:
        while True:
            connection.send(arena.play(connection.recv()))


def _leave(number: int, frame: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough
    raise KeyboardInterrupt


def _leave_with_the_owner() -> None:
    owner = multiprocessing.parent_process()
    assert owner is not None
    wait([owner.sentinel])
    _thread.interrupt_main(signal.SIGTERM)
