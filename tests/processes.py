"""Processes that tests start, and what is left of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path


def runs(pid: int) -> bool:
    """Whether there is such a process, one that has ended but is not buried left aside."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def descendants(pid: int) -> list[int]:
    """The processes that it has started, and those that they have."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *descendants(child)]
    return found


def wait_for(condition: Callable[[], bool], seconds: float = 30.0) -> bool:
    """Whether it becomes true in time."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()
