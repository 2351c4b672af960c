"""Units of a campaign: split, cut, counted and merged."""

from __future__ import annotations

import os
import pickle
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import damier
import reference
import strategies
from campaigns import known
from damier import Board, Stop, Stopped, build_info, perft
from damier.campaign import (
    CampaignError,
    MismatchError,
    cut,
    merge,
    run_unit,
    split,
)
from damier.campaign.units import forget_tables
from damier.tables import RECORDS, TABLES


def reached(position: reference.Position, plies: int, by_route: bool) -> Counter[str]:
    if plies == 0:
        return Counter([reference.write_fen(position)])
    ways: Counter[str] = Counter()
    for move, times in reference.routes(position).items():
        below = reached(reference.play(position, move), plies - 1, by_route)
        for fen, count in below.items():
            ways[fen] += count * (times if by_route else 1)
    return ways


@pytest.mark.parametrize("variant", strategies.VARIANTS)
@given(data=st.data(), plies=st.integers(0, 2), routes=st.booleans())
def test_split_reaches_what_the_rules_reach(
    variant: str, data: st.DataObject, plies: int, routes: bool
) -> None:
    position = data.draw(strategies.positions(variant, most_lines=30))
    board = Board(variant, reference.write_fen(position))
    expected = {
        Board(variant, fen).fen(): count for fen, count in reached(position, plies, routes).items()
    }
    found = list(split(board, plies, routes=routes))
    assert dict(found) == expected
    assert len(found) == len(expected)


@pytest.mark.parametrize("routes", [False, True])
def test_the_trees_below_a_split_add_up(routes: bool) -> None:
    for table in TABLES:
        board = Board(table.variant, table.fen)
        counts = table.routes if routes else table.moves
        for plies, depth in ((0, 3), (1, 4), (3, 5), (5, 5)):
            total = sum(
                ways * perft(Board(table.variant, fen), depth - plies, routes=routes)
                for fen, ways in split(board, plies, routes=routes)
            )
            assert total == counts[depth - 1], (table.variant, table.name, plies)


def test_split_in_little_memory_gives_the_same() -> None:
    board = Board("international")
    assert list(split(board, 5, memory_mb=1)) == list(split(board, 5))


def test_split_says_when_memory_does_not_suffice() -> None:
    with pytest.raises(MemoryError, match="fewer plies"):
        list(split(Board("international"), 8, memory_mb=1))


def test_multiplicities_go_on_past_64_bits() -> None:
    board = Board("brazilian", "W:WK4:BK1")
    positions = list(split(board, 26))
    total = sum(ways for _, ways in positions)
    assert total > 2**64
    assert total == perft(board, 26, hash_mb=16)
    assert total == sum(
        ways * perft(Board("brazilian", fen), 13, hash_mb=16) for fen, ways in split(board, 13)
    )


@pytest.mark.parametrize(
    ("plies", "options", "reason"),
    [(-1, {}, "plies"), (2**70, {}, "plies"), (1, {"memory_mb": 0}, "memory_mb")],
)
def test_split_refuses_nonsense(plies: int, options: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        split(Board("brazilian"), plies, **options)


def test_split_of_a_finished_game_is_empty() -> None:
    assert list(split(Board("brazilian", "W:W:B1"), 3)) == []
    assert list(split(Board("brazilian", "W:W:B1"), 0)) == [("W:W:B1", 1)]


def test_units_and_results_can_be_pickled() -> None:
    unit = next(cut(Board("brazilian"), 7, 2))
    result = run_unit(unit)
    for value in (unit, result, run_unit):
        assert pickle.loads(pickle.dumps(value)) == value


def test_run_unit_counts_each_position_and_tells_how() -> None:
    (unit,) = cut(Board("brazilian"), 7, 2)
    result = run_unit(unit, hash_mb=16, threads=2)
    boards = [Board("brazilian", fen) for fen, _ in unit.positions]
    assert result.counts == tuple(perft(board, 5) for board in boards)
    assert result.nodes == merge([result]) == known("brazilian", 7)
    assert result.seconds > 0
    settings = result.settings
    assert (settings.kernel, settings.hash_mb, settings.threads) == (build_info()["kernel"], 16, 2)
    assert settings.version == damier.__version__
    assert settings.worker.endswith(f":{os.getpid()}")


def test_a_recount_takes_other_settings() -> None:
    (unit,) = cut(Board("brazilian"), 7, 2)
    first = run_unit(unit, hash_mb=64)
    again = run_unit(unit, hash_mb=64, unlike=first.settings)
    assert again.counts == first.counts
    assert again.settings.hash_mb != first.settings.hash_mb
    if first.settings.kernel != "plain":  # then there is another one
        assert again.settings.kernel != first.settings.kernel


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="Linux tells the memory so")
def test_the_table_grows_over_many_short_counts() -> None:
    def mebibytes() -> int:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") >> 20

    forget_tables()
    before = mebibytes()
    total = 0
    for unit in cut(Board("international"), 13, 5):
        total += run_unit(unit, hash_mb=256, threads=2).nodes
    assert total == RECORDS[0].moves[0]  # 10x10, depth 13
    assert mebibytes() - before > 48  # 16 MiB is what a table starts with
    forget_tables()


def test_a_check_does_not_read_what_was_counted_before_the_table_was_made_smaller() -> None:
    (unit,) = cut(Board("international"), 8, 0)
    forget_tables()
    first = run_unit(unit, hash_mb=64)
    run_unit(unit, hash_mb=32)
    again = run_unit(unit, unlike=first.settings)
    assert again.counts == first.counts
    if again.settings.kernel != first.settings.kernel:
        assert again.seconds > first.seconds / 20


def test_the_table_stays_warm_for_the_next_unit() -> None:
    forget_tables()
    (unit,) = cut(Board("international"), 8, 0)
    first = run_unit(unit, hash_mb=32)
    again = [run_unit(unit, hash_mb=32) for _ in range(5)]  # a busy machine may hold one up
    assert {result.counts for result in (first, *again)} == {(known("international", 8),)}
    assert min(result.seconds for result in again) < first.seconds / 2


def test_threads_with_tables_of_every_kind_count_right() -> None:
    units = [
        (unit, board)
        for board in (Board("brazilian"), Board("international"))
        for routes in (False, True)
        for unit in cut(board, 6, 2, routes=routes, size=10)
    ]
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda pair: run_unit(pair[0], hash_mb=1), units * 3))
    for (unit, _), result in zip(units * 3, results, strict=True):
        assert result.counts == run_unit(unit).counts


def test_a_worker_of_another_version_refuses_the_unit() -> None:
    (unit,) = cut(Board("brazilian"), 7, 2)
    with pytest.raises(CampaignError, match=r"has damier .*, the campaign 99\.0"):
        run_unit(unit._replace(version="99.0"))


def test_run_unit_can_be_stopped() -> None:
    (unit,) = cut(Board("international"), 40, 0)
    stop = Stop()
    Timer(0.1, stop.set).start()
    start = time.monotonic()
    with pytest.raises(Stopped):
        run_unit(unit, stop=stop)
    assert time.monotonic() - start < 5


def test_merge_counts_a_unit_once_and_refuses_a_difference() -> None:
    units = list(cut(Board("brazilian"), 7, 2, size=10))
    results = [run_unit(unit) for unit in units]
    assert merge(results[::-1] + results) == known("brazilian", 7)
    wrong = results[3]._replace(counts=(0,) * 10)
    with pytest.raises(MismatchError, match="unit 3 differs"):
        merge([*results, wrong])


@pytest.mark.parametrize(
    ("plies", "options"), [(-1, {}), (8, {}), (2, {"size": 0}), (2, {"size": -5})]
)
def test_cut_refuses_nonsense(plies: int, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"ply|position"):
        next(cut(Board("brazilian"), 7, plies, **options))
