"""Counts in threads: stopped, interrupted, and left alone at the end of a program."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer

import pytest

from campaigns import known, posix
from damier import Board, Stop, Stopped, divide, perft
from damier.campaign import Campaign, split

BOARD = Board("international")

LONG: dict[str, Callable[[Stop, Path], object]] = {
    "perft": lambda stop, _: perft(BOARD, 20, stop=stop),
    "perft by several threads": lambda stop, _: perft(BOARD, 20, threads=3, hash_mb=16, stop=stop),
    "divide": lambda stop, _: divide(BOARD, 20, stop=stop),
    "a tree that is very deep": lambda stop, _: perft(BOARD, 500, stop=stop),
    "split": lambda stop, _: sum(1 for _ in split(BOARD, 12, stop=stop)),
    "a campaign": lambda stop, path: Campaign.start(path, BOARD, 20, plies=3).run(
        workers=2, hash_mb=16, stop=stop
    ),
    "a campaign with an executor": lambda stop, path: Campaign.start(
        path, Board("brazilian"), 13, plies=3, check=0, unit_size=1
    ).run(ThreadPoolExecutor(1), pending=1, hash_mb=16, stop=stop),
}


@pytest.mark.parametrize("name", LONG)
def test_a_stop_from_another_thread_ends_the_call(name: str, tmp_path: Path) -> None:
    stop = Stop()
    moments: list[float] = []

    def end() -> None:
        moments.append(time.monotonic())
        stop.set()

    Timer(0.3, end).start()
    with pytest.raises(Stopped, match="stopped before the end"):
        LONG[name](stop, tmp_path / "long.campaign")
    assert time.monotonic() - moments[0] < 2  # alone it takes milliseconds; the machine may be busy


@pytest.mark.parametrize("name", LONG)
def test_a_stop_that_is_set_ends_the_call_at_once(name: str, tmp_path: Path) -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(Stopped):
        LONG[name](stop, tmp_path / "long.campaign")
    assert stop.is_set()


def test_a_stop_that_is_not_set_changes_nothing() -> None:
    stop = Stop()
    assert perft(BOARD, 6, stop=stop) == known("international", 6)
    assert sum(ways for _, ways in split(BOARD, 4, stop=stop)) == known("international", 4)
    assert not stop.is_set()


def test_stopped_is_no_refusal_of_a_value() -> None:
    assert not issubclass(Stopped, ValueError)
    assert issubclass(Stopped, Exception)


def test_what_is_no_stop_is_refused() -> None:
    for wrong in (True, 1, "stop", Stop):
        with pytest.raises(TypeError, match="stop must be a Stop or None"):
            perft(BOARD, 1, stop=wrong)  # type: ignore[arg-type]


# -- the end of a program -------------------------------------------------------------------------


def pythons() -> list[str]:
    """This Python, and those of other versions that have damier too."""
    found = [sys.executable]
    for minor in range(11, 20):
        other = shutil.which(f"python3.{minor}")
        if (
            other is not None
            and minor != sys.version_info.minor
            and run(other, "import damier") == 0
        ):
            found.append(other)
    return found


def run(python: str, program: str) -> int:
    """The exit status of a program."""
    return subprocess.run([python, "-c", program], capture_output=True, timeout=100).returncode


START = """
import random, tempfile, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from damier import Board, divide, perft
from damier.campaign import Campaign, split

board = Board("international")

def count_a_campaign():
    path = Path(tempfile.mkdtemp()) / "long.campaign"
    Campaign.start(path, board, 15, plies=4, unit_size=50).run(workers=2, hash_mb=16)

def play():
    while True:
        board = Board("international")
        while board.legal_moves:
            board.push(random.choice(board.legal_moves))

def daemon(function, *args, **options):
    Thread(target=function, args=args, kwargs=options, daemon=True).start()
"""

ENDS = {
    "perft": "daemon(perft, board, 14)",
    "perft by several threads": "daemon(perft, board, 14, threads=3, hash_mb=16)",
    "perft that reports": "daemon(perft, board, 14, progress=lambda *_: time.sleep(0.001))",
    "divide": "daemon(divide, board, 14)",
    "split": "daemon(lambda: [None for _ in split(board, 9)])",
    "a campaign": "daemon(count_a_campaign)",
    "play": "daemon(play)",
    "all at once": "[daemon(f) for f in (count_a_campaign, play, lambda: perft(board, 14))]",
    "threads that are waited for": "Thread(target=perft, args=(board, 8)).start()",
    "an executor that is waited for": "ThreadPoolExecutor(2).submit(divide, board, 8)",
}


@pytest.mark.parametrize("end", ENDS)
def test_a_program_ends_well_whatever_still_runs(end: str) -> None:
    program = f"{START}\n{ENDS[end]}\ntime.sleep(random.uniform(0, 0.4))"
    for python in pythons():
        assert [run(python, program) for _ in range(5)] == [0] * 5, python


# -- Ctrl-C ---------------------------------------------------------------------------------------

ASYNC = """
import asyncio
from damier import Board, Stop, perft

async def main():
    stop = Stop()
    try:
        print("begun", flush=True)
        await asyncio.to_thread(perft, Board("international"), 15{stop})
    finally:
        stop.set()

asyncio.run(main())
"""


def interrupted(program: str, times: int) -> tuple[int, str]:
    """Exit status and what was told of a program that gets Ctrl-C so often."""
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        for _ in range(times):
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
        return process.returncode, told


@posix
def test_one_ctrl_c_ends_a_program_that_sets_its_stop() -> None:
    status, told = interrupted(ASYNC.format(stop=", stop=stop"), 1)
    assert status == -signal.SIGINT
    assert told.endswith("KeyboardInterrupt\n")


@posix
def test_without_a_stop_ctrl_c_does_what_it_does_to_a_sleep() -> None:
    program = ASYNC.format(stop="")
    sleep = "import time\n" + program.replace(
        'perft, Board("international"), 15', "time.sleep, 1000"
    )
    counting, sleeping = interrupted(program, 3), interrupted(sleep, 3)
    assert counting[0] == sleeping[0] == -signal.SIGINT
    assert "KeyboardInterrupt" in counting[1]


# -- one interpreter, once ------------------------------------------------------------------------

SUB_INTERPRETER = """
try:
    import _interpreters as interpreters
    new = lambda: interpreters.create("legacy")
except ImportError:
    import _xxsubinterpreters as interpreters
    new = lambda: interpreters.create(isolated=False)
before = {before}
program = '''
try:
    import damier
except ImportError as error:
    assert str(error) == "damier does not run in sub-interpreters", error
else:
    raise AssertionError("it was imported")
'''
failed = interpreters.run_string(new(), program)
assert failed is None, failed
import damier
board = damier.Board("international")
assert board.turn is damier.Color.WHITE
assert str(board.push("32-28")) == "32-28"
"""


@pytest.mark.parametrize("before", ["None", "__import__('damier')"])
def test_sub_interpreters_are_refused_and_disturb_nothing(before: str) -> None:
    for python in pythons():
        assert run(python, SUB_INTERPRETER.format(before=before)) == 0, python


TWICE = """
import sys, damier, damier.pdn
for name in [name for name in sys.modules if name.partition(".")[0] == "damier"]:
    del sys.modules[name]
for _ in range(2):
    try:
        import damier
    except ImportError as error:
        assert str(error) == "damier cannot be loaded a second time in a process", error
    else:
        raise AssertionError("it was imported")
"""


def test_a_second_import_is_refused() -> None:
    for python in pythons():
        assert run(python, TWICE) == 0, python
