"""perft by position, kernel, table and threads: `pytest benchmarks/test_perft.py`."""

import os
from typing import Any

import pytest

from damier import Board, build_info, perft
from damier.tables import TABLES, Table

#: The deepest count of each position that takes well under a second.
ENOUGH = 50_000_000


def deepest(table: Table) -> tuple[int, int]:
    depth = max(d for d, count in enumerate(table.moves, start=1) if count <= ENOUGH)
    return depth, table.moves[depth - 1]


@pytest.mark.parametrize("kernel", build_info()["kernels"])
@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.variant}-{table.name}")
def test_positions(
    benchmark: Any, monkeypatch: pytest.MonkeyPatch, table: Table, kernel: str
) -> None:
    monkeypatch.setitem(os.environ, "DAMIER_KERNEL", kernel)
    depth, expected = deepest(table)
    benchmark.extra_info.update(depth=depth, leaves=expected)
    assert benchmark(perft, Board(table.variant, table.fen), depth) == expected


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("hash_mb", [0, 16, 256])
def test_tables_and_threads(benchmark: Any, threads: int, hash_mb: int) -> None:
    table = next(t for t in TABLES if (t.variant, t.name) == ("international", "initial"))
    depth, expected = 10, table.moves[9]
    nodes = benchmark.pedantic(
        perft,
        (Board(table.variant), depth),
        {"threads": threads, "hash_mb": hash_mb},
        rounds=3,
    )
    assert nodes == expected
