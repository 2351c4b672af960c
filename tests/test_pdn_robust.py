"""Whatever the bytes are: records, errors or nothing, in linear time and bounded memory."""

from __future__ import annotations

import doctest
import importlib
import io
import pkgutil
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damier import pdn
from fuzz_pdn import mutate, read_in_the_core
from pdn_games import PIECES

SOUP = st.lists(
    st.tuples(st.sampled_from(PIECES), st.sampled_from(["", " ", " ", "\n"])), max_size=25
).map(lambda parts: "".join(piece + gap for piece, gap in parts))
VARIANTS = st.sampled_from([None, "international", "brazilian"])


@given(SOUP | st.text(max_size=60), VARIANTS)
def test_what_is_written_is_read_alike(text: str, variant: str | None) -> None:
    records = pdn.loads(text, variant=variant)
    for record in records:
        written = pdn.dumps(record)
        assert pdn.loads(written, variant=variant) == [record]
        assert pdn.dumps(pdn.loads(written, variant=variant)) == written
    assert pdn.loads(pdn.dumps(records), variant=variant) == records


@given(SOUP)
def test_headings_and_games_agree(text: str) -> None:
    games = pdn.loads(text)
    headings = list(pdn.read_headers(io.StringIO(text, newline="")))
    assert [h[:3] for h in headings] == [(g.number, g.line_number, g.offset) for g in games]


@given(st.binary(max_size=200) | SOUP.map(lambda text: text.encode("utf-16")))
def test_any_bytes(data: bytes) -> None:
    for record in pdn.loads(data):
        assert pdn.loads(pdn.dumps(record)) == [record]
        for problem in (*record.errors, *record.warnings):
            assert 1 <= problem.line <= 1 + data.count(b"\n") + data.count(b"\r")


def test_a_coverage_guided_run(tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="needs atheris")
    script = Path(__file__).parent / "fuzz_pdn.py"
    for number, piece in enumerate(PIECES):
        (tmp_path / str(number)).write_text(piece, "utf-8", newline="")
    (tmp_path / "club").write_bytes((script.parent / "data/pdn/club.pdn").read_bytes())
    options = ["-max_total_time=10", "-timeout=10", "-rss_limit_mb=1000", str(tmp_path)]
    run = subprocess.run(
        [sys.executable, str(script), *options], capture_output=True, text=True, cwd=tmp_path
    )
    assert run.returncode == 0, run.stderr[-3000:]


def test_mutated_games() -> None:
    assert mutate(3.0, seed=7) > 50
    assert mutate(1.0, seed=8, check=read_in_the_core) > 500


def test_a_null_move_behind_a_refused_one_and_a_variation() -> None:
    """The position is the one before the refused move, for variations as for the main line."""
    text = '1. 32-28 19-23 2. 99-1 /FEN "B::"/ 23x32 (23x32) 3. 37x28 (38x27) *'
    (record,) = pdn.loads(text, variant="international")
    assert [str(ply.move) for ply in record.line.plies[3:]] == ["23x32", "37x28"]
    assert [error.text for error in record.errors] == ["99-1"]
    assert pdn.loads(pdn.dumps(record), variant="international") == [record]


def shuffle(n: int) -> str:
    return '[FEN "W:WK1:BK50"]\n' + "1-6 (1-7) 50-45 6-1 45-50 " * (n // 26)


HOSTILE: dict[str, Callable[[int], str]] = {
    "parentheses": lambda n: "(" * n,
    "nested variations": lambda n: "1. 32-28 " + "(1. 33-28 " * (n // 20) + ")" * (n // 20),
    "braces": lambda n: "{" * n,
    "open comments": lambda n: '{\n[A "b"]\n' * (n // 10),
    "tags": lambda n: '[A "b"]' * (n // 7),
    "tags on lines": lambda n: '[A "b"]\n\n' * (n // 9),
    "open tags": lambda n: '[A "' * (n // 4),
    "open tags on lines": lambda n: 'x [A "x\n' * (n // 8),
    "backslashes": lambda n: '[A "' + "\\" * n,
    "brackets": lambda n: "[A" * (n // 2),
    "numbers": lambda n: "1." * (n // 2),
    "illegal moves": lambda n: "32-28 " * (n // 6),
    "half moves": lambda n: "28x" * (n // 3),
    "words": lambda n: "o " * (n // 2) + "}",
    "one word": lambda n: "a" * n,
    "dashes": lambda n: "- " * (n // 2),
    "marks": lambda n: "!" * n,
    "blanks": lambda n: "1. 32-28" + " " * n + "x",
    "lines": lambda n: "1. 32-28 foo\n" * (n // 13),
    "setups": lambda n: '/FEN "W:W31:B1"/ ' * (n // 17),
    "ambiguous": lambda n: '[FEN "W:WK29,K30:B1,7,K12,19,38"]\n' + "30x43 " * (n // 6),
    "a capture in parts": lambda n: '[FEN "W:W33:B28,18"]\n33x22 ' + "22x22 " * (n // 6),
    "a long game": shuffle,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear(name: str) -> None:
    def seconds(size: int) -> float:
        text = HOSTILE[name](size)
        start = time.process_time()
        pdn.dumps(pdn.loads(text))
        return time.process_time() - start

    # Quadratic time would be 64 times as long. The least of some runs leaves out interruptions.
    small = min(seconds(4_000) for _ in range(3))
    large = min(seconds(32_000) for _ in range(3))
    assert large < 30 * max(small, 0.002)


def test_deep_nesting_does_not_exhaust_the_stack() -> None:
    depth = 20_000
    (record,) = pdn.loads("1. 32-28 " + "(1. 33-28 " * depth + ")" * depth + " *")
    assert record.errors == []
    (again,) = pdn.loads(pdn.dumps(record))
    assert again == record


def test_memory_does_not_grow_with_the_file() -> None:
    game = b'[White "a"]\n\n1. 32-28 {' + b"word " * 1000 + b"} 19-23 1-1\n\n"

    class Many(io.RawIOBase):
        left = 4_000

        def read(self, size: int = -1) -> bytes:
            count = min(self.left, 1 + max(size, 0) // len(game))
            self.left -= count
            return game * count

    games = pdn.read_games(Many())
    tracemalloc.start()
    try:
        held = [
            tracemalloc.get_traced_memory()[0]
            for number, _ in enumerate(games, 1)
            if number % 500 == 0
        ]
    finally:
        tracemalloc.stop()
    assert len(held) == 8
    assert max(held) < 6_000_000


def modules() -> list[str]:
    return [f"damier.pdn.{module.name}" for module in pkgutil.iter_modules(pdn.__path__)]


@pytest.mark.parametrize("name", modules())
def test_the_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
