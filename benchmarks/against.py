"""Another commit of this repository, built beside this one, as rows to measure side by side."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from measure import Row, Work
from own import WORKLOADS

_HERE = Path(__file__).parent
_SCRIPT = _HERE / "own.py"

# Under callgrind everything takes some fifty times longer.
_FEWER = 20


@contextmanager
def built(ref: str) -> Iterator[tuple[str, str]]:
    """Two interpreters, one with damier as it stands here, one as of another commit.

    Both are built alike, and are there until this is left.
    """
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        git = ["git", "-C", str(_HERE), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), ref], check=True)
        try:
            here = _installed(_HERE.parent, Path(folder, "here"))
            there = _installed(tree, Path(folder, "there"))
            yield here, there
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def _installed(tree: Path, venv: Path) -> str:
    """The interpreter of a new environment with the damier of a source tree."""
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    python = str(venv / ("Scripts" if os.name == "nt" else "bin") / "python")
    options = ["--quiet", "--disable-pip-version-check", f"-Cbuild-dir={venv / 'build'}"]
    subprocess.run([python, "-m", "pip", "install", *options, str(tree)], check=True)
    return python


def rows(here: str, there: str, ref: str) -> Iterator[Row]:
    """Our own rows by two interpreters; what one of them cannot do is left out."""
    for name, workload in WORKLOADS.items():
        try:
            answers = [_run([python], name, 1)["answer"] for python in (here, there)]
        except subprocess.CalledProcessError as error:
            reason = error.stderr.strip().splitlines()[-1]
            print(f"{name}: left out, {reason}", file=sys.stderr)
            continue
        assert answers[0] == answers[1], f"{name}: {answers[0]} here, {answers[1]} in {ref}"

        def work(python: str, name: str = name, times: int = workload.times) -> Work:
            return times, _run([python], name, times)["seconds"]

        yield Row(name, lambda work=work: work(here), lambda work=work: work(there), ref)


def instructions(python: str, name: str) -> int:
    """How many instructions a row takes, by callgrind; preparations do not count."""
    times = max(1, WORKLOADS[name].times // _FEWER)
    return _collected(python, name, times) - _collected(python, name, 0)


def can_count_instructions() -> bool:
    return shutil.which("valgrind") is not None


def _collected(python: str, name: str, times: int) -> int:
    tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}", python]
    found = re.search(r"Collected : (\d+)", _process(tool, name, times).stderr)
    assert found is not None
    return int(found[1])


def _run(command: list[str], name: str, times: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_process(command, name, times).stdout)
    return found


def _process(command: list[str], name: str, times: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*command, str(_SCRIPT), name, str(times)],
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
