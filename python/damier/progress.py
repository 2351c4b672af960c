"""How far a long count has come, shown on a terminal while it runs."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

#: Called with the parts done, their total, and the leaves counted so far.
Report = Callable[[int, int, int], None]


@contextmanager
def progress_on(stream: TextIO | None, unit: str = "leaves") -> Iterator[Report | None]:
    """Gives a report that shows a bar and counts units, or None if there is no terminal.

    The bar is tqdm's if that is installed (`pip install 'damier[progress]'`), else one plain line.
    It is taken away at the end.
    """
    if stream is None or not stream.isatty():
        yield None
        return
    try:
        from tqdm import tqdm
    except ImportError:
        bar: _Line | _Bar = _Line(stream, _Pace(unit))
    else:
        bar = _Bar(
            tqdm(file=stream, leave=False, bar_format="{percentage:3.0f} %|{bar}|{desc}"),
            _Pace(unit),
        )
    try:
        yield bar.report
    finally:
        bar.close()


class _Pace:
    """Rate and remaining time, from the first report: work that was resumed is not at its start."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._first: tuple[float, int, int] | None = None

    def text(self, done: int, total: int, nodes: int) -> str:
        now = time.monotonic()
        if self._first is None:
            self._first = now, done, nodes
        start, done_before, nodes_before = self._first
        text = f" {nodes:,} {self._unit}"
        if done > done_before:
            seconds = max(now - start, 1e-9)
            text += f", {(nodes - nodes_before) / seconds:,.0f} per second"
            text += f", {seconds / (done - done_before) * (total - done):,.0f} s left"
        return text


class _Line:
    def __init__(self, stream: TextIO, pace: _Pace) -> None:
        self._stream = stream
        self._pace = pace
        self._width = 0

    def report(self, done: int, total: int, nodes: int) -> None:
        text = f"{done / max(total, 1):4.0%}" + self._pace.text(done, total, nodes)
        self._write(text)

    def close(self) -> None:
        self._write("")
        self._stream.write("\r")
        self._stream.flush()

    def _write(self, text: str) -> None:
        self._stream.write("\r" + text.ljust(self._width))
        self._stream.flush()
        self._width = len(text)


class _Bar:
    def __init__(self, bar: Any, pace: _Pace) -> None:
        self._bar = bar
        self._pace = pace

    def report(self, done: int, total: int, nodes: int) -> None:
        self._bar.total = total
        self._bar.n = done
        self._bar.set_description_str(self._pace.text(done, total, nodes))

    def close(self) -> None:
        self._bar.close()
