"""What the tests of campaigns share."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from damier import Board
from damier.campaign import (
    Campaign,
    Result,
    Unit,
)
from damier.tables import TABLES


def known(variant: str, depth: int, *, routes: bool = False) -> int:
    table = next(t for t in TABLES if (t.variant, t.name) == (variant, "initial"))
    return (table.routes if routes else table.moves)[depth - 1]


def small(path: Path, **options: Any) -> Campaign:
    """8x8 to depth 9, of which two units are to be checked."""
    options = {"plies": 2, "unit_size": 3, "check": 0.1} | options
    return Campaign.start(path, Board("brazilian"), 9, **options)


SMALL = 4_431_766  # published, see damier.tables
SMALL_UNITS = 17  # of the 7 * 7 positions after two plies


class Recorder(Executor):
    """Counts in the calling thread, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.units: list[int] = []

    def submit(  # type: ignore[override]
        self, count: Callable[..., Result], unit: Unit, **options: Any
    ) -> Future[Result]:
        self.units.append(unit.number)
        future: Future[Result] = Future()
        try:
            future.set_result(self.result(count, unit, **options))
        except Exception as error:
            future.set_exception(error)
        return future

    def result(self, count: Callable[..., Result], unit: Unit, **options: Any) -> Result:
        return count(unit, **options)


def interrupt(campaign: Campaign, after: int) -> None:
    """Ends a run after so many units."""

    def stop(done: int, total: int, nodes: int) -> None:
        if done >= after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        campaign.run(Recorder(), pending=1, progress=stop)


class Wrong(Recorder):
    """The check of a unit finds one line of play more."""

    def result(self, count: Callable[..., Result], unit: Unit, **options: Any) -> Result:
        result = count(unit, **options)
        if options["unlike"] is None or unit.number != 10:
            return result
        first, *rest = result.counts
        return result._replace(counts=(first + 1, *rest), nodes=result.nodes + unit.positions[0][1])


def start_command(*argv: str, start_new_session: bool = False) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "damier", "campaign", *argv],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=start_new_session,
    )


def command(*argv: str) -> subprocess.CompletedProcess[str]:
    with start_command(*argv) as process:
        out, err = process.communicate(timeout=120)
    return subprocess.CompletedProcess(argv, process.returncode, out, err)


posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


def wait_until(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Waits for what a process does; fails if it ends first or takes a minute."""
    end = time.monotonic() + 60
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.05)
