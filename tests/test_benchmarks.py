"""What the benchmarks measure: that they run, and that what they compare is the same work."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from damier.tables import TABLES

FOLDER = Path(__file__).parent.parent / "benchmarks"


def python(code: str) -> str:
    """What code prints that may import the benchmarks."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=FOLDER, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_each_of_our_own_workloads_gives_an_answer() -> None:
    names = json.loads(python("import json, own; print(json.dumps(list(own.WORKLOADS)))"))
    counts = {c for table in TABLES for c in table.moves}
    assert len(names) > 5
    for name in names:
        done = subprocess.run(
            [sys.executable, str(FOLDER / "own.py"), name, "1"], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        result = json.loads(done.stdout)
        assert result["seconds"] > 0
        assert result["answer"] is not None
        if name.startswith(("perft", "divide")):
            assert result["answer"] in counts


def test_the_bot_of_the_page_and_the_one_with_piece_map_answer_the_same() -> None:
    code = (
        "import bots; bots.DEPTH = 3; ours, theirs = bots.contest();"
        "print(bots.Bot(by_pieces=False).think() == bots.Bot(by_pieces=True).think(), ours()[0])"
    )
    same, nodes = python(code).split()
    assert same == "True"
    assert int(nodes) > 100


def test_another_answer_of_a_bot_is_noticed() -> None:
    code = (
        "import bots; bots.DEPTH = 2; bots._MAN = 101\n"
        "try:\n    bots.contest()\nexcept AssertionError:\n    print('noticed')"
    )
    assert python(code) == "noticed\n"


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_both_sides_are_measured_in_turn(rounds: int) -> None:
    code = (
        "from measure import Row, side_by_side; calls = []\n"
        "def work(name, seconds): return lambda: (calls.append(name), (10, seconds))[1]\n"
        f"ratio = side_by_side(Row('r', work('a', 2), work('b', 4), 'peer'), {rounds})\n"
        "print(''.join(calls), *ratio)"
    )
    calls, *ratio = python(code).split()
    assert calls == ("abba" * rounds)[: 2 * rounds]
    assert [float(figure) for figure in ratio] == [5, 2.5, 2]


def test_the_tactics_are_a_hundred_and_their_proofs_hold() -> None:
    code = (
        "import tactics; found = tactics.read()\n"
        "print(len({t.fen for t in found}), all(t.holds() for t in found))"
    )
    assert python(code) == "100 True\n"


@pytest.mark.parametrize("harm", ["proof.popitem()", "gain += 9", "move = other"])
def test_a_proof_with_a_hole_is_noticed(harm: str) -> None:
    code = (
        "import tactics; from dataclasses import asdict; from damier import Board\n"
        "names = asdict(tactics.read()[0])\n"
        "moves = Board(names['variant'], names['fen']).legal_moves\n"
        "names['other'] = next(m.long() for m in moves if m.long() != names['move'])\n"
        f"exec({harm!r}, names); del names['other'], names['__builtins__']\n"
        "print(tactics.Tactic(**names).holds())"
    )
    assert python(code) == "False\n"


def test_the_fuzz_of_the_engine_runs_and_builds_compare() -> None:
    code = "import engine; engine.fuzz(300); engine.same(20)"
    lines = python(code).splitlines()
    assert "no illegal move" in lines[0]
    assert lines == python(code).splitlines()
    assert len(lines) == 4
