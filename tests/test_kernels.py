"""Kernels, tables and threads change how fast a count is, never the count."""

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import reference
from damier import Board, build_info, divide, perft
from damier.tables import TABLES

KERNELS = build_info()["kernels"]
DEFAULT_LIMIT = 100_000  # larger counts are marked "deep", up to the following
DEEP_LIMIT = 100_000_000


@pytest.fixture(params=KERNELS)
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("DAMIER_KERNEL", request.param)
    name: str = request.param
    try:
        build_info()
    except ValueError as error:
        pytest.skip(f"this machine does not run it: {error}")
    return name


def counts() -> Iterator[Any]:
    for table in TABLES:
        for convention in ("moves", "routes"):
            values = getattr(table, convention)
            for limit in (DEFAULT_LIMIT, DEEP_LIMIT):
                depth = sum(count <= limit for count in values)
                yield pytest.param(
                    Board(table.variant, table.fen),
                    convention == "routes",
                    values[:depth],
                    id=f"{table.variant} {table.name} {convention} to {limit:,}",
                    marks=[pytest.mark.deep] if limit > DEFAULT_LIMIT else [],
                )


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("hash_mb", [0, 1, 16, pytest.param(1024, marks=pytest.mark.deep)])
@pytest.mark.parametrize(("board", "routes", "values"), list(counts()))
def test_each_way_to_count_gives_the_tables(
    kernel: str, board: Board, routes: bool, values: tuple[int, ...], hash_mb: int, threads: int
) -> None:
    assert build_info()["kernel"] == kernel
    for depth, count in enumerate(values, 1):
        options = {"routes": routes, "hash_mb": hash_mb, "threads": threads}
        assert perft(board, depth, **options) == count


@cache
def remembered_perft(variant: str, fen: str, depth: int) -> int:
    if depth == 0:
        return 1
    position = reference.read_fen(variant, fen)
    children = [reference.play(position, move) for move in reference.legal_moves(position)]
    return sum(remembered_perft(variant, reference.write_fen(p), depth - 1) for p in children)


@pytest.mark.parametrize(
    ("variant", "fen", "depth"),
    [
        ("brazilian", "W:WK4:BK1", 26),
        pytest.param("international", "W:WK1:BK46", 20, marks=pytest.mark.deep),
    ],
)
def test_counts_go_on_past_64_bits(kernel: str, variant: str, fen: str, depth: int) -> None:
    expected = remembered_perft(variant, fen, depth)
    assert expected > 2**64
    board = Board(variant, fen)
    assert perft(board, depth, hash_mb=16) == expected
    assert sum(divide(board, depth, hash_mb=16, threads=2).values()) == expected


def test_a_table_beyond_the_memory_is_refused_with_its_size() -> None:
    with pytest.raises(MemoryError, match="1000000000 MiB"):
        perft(Board("brazilian"), 5, hash_mb=10**9)
    assert perft(Board("brazilian"), 5, hash_mb=1) == 7473


def test_a_kernel_that_is_not_there_is_refused_by_name() -> None:
    code = "import damier; damier.perft(damier.Board('brazilian'), 3)"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={"DAMIER_KERNEL": "abacus"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 1
    assert "abacus" in run.stderr.splitlines()[-1]
    assert "plain" in run.stderr.splitlines()[-1]


def test_the_plain_kernel_is_always_there() -> None:
    assert KERNELS[0] == "plain"
