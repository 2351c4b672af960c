"""Threads of this process, as an executor."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any


class Crew(Executor):
    """Threads that work for as long as somebody waits for them.

    A program waits at its end for the threads of a ThreadPoolExecutor, however long their work
    takes; it does not for these. So a campaign in a daemon thread keeps no program from ending.
    """

    def __init__(self, threads: int) -> None:
        self._tasks: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._tasks.put((future, partial(fn, *args, **kwargs)))
        return future

    def close(self) -> None:
        """Ends the threads after what they were given."""
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            future, call = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = call()
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)
