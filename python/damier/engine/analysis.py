"""An analysis that goes on while other things are done."""

import queue
import threading
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from .._core import Stop
from .info import Info
from .searcher import Report


class Analysis:
    """An analysis that goes on in a thread of its own.

    Iterating gives each `Info` as it is found and ends with the analysis. As a context manager it
    stops at the end of the block.

    Args:
        run: Does the work in the thread and returns the best lines.
        stop: What stops `run`.
    """

    def __init__(self, run: Callable[[Report], list[Info]], stop: Stop) -> None:
        self._stop = stop
        self._found: queue.SimpleQueue[Info | None] = queue.SimpleQueue()
        self._lines: list[Info] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, args=(run,), daemon=True)
        self._thread.start()

    @property
    def lines(self) -> list[Info]:
        """The best moves known now, the best first; empty before the first is found."""
        return list(self._lines)

    def halt(self) -> None:
        """Stops the analysis without waiting for its end."""
        self._stop.set()

    def stop(self) -> list[Info]:
        """Stops the analysis and returns the best moves; stopping twice does nothing."""
        self.halt()
        return self.wait()

    def wait(self) -> list[Info]:
        """Waits for the end of the analysis and returns the best moves.

        Raises:
            ValueError: The engine was closed before the analysis began.
        """
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self.lines

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        info = self._found.get()
        if info is None:
            self._found.put(None)  # for whoever asks again
            if self._error is not None:
                raise self._error
            raise StopIteration
        return info

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.halt()
        self._thread.join()

    def _work(self, run: Callable[[Report], list[Info]]) -> None:
        try:
            self._lines = run(self._take)
        except BaseException as error:
            self._error = error
        finally:
            self._found.put(None)

    def _take(self, lines: list[Info], fresh: int) -> None:
        self._lines = lines
        self._found.put(lines[fresh])
