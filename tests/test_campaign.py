"""Campaigns: counted, interrupted, gone on with and checked. See test_cluster.py for dask."""

from __future__ import annotations

import doctest
import importlib
import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from campaigns import SMALL, SMALL_UNITS, Recorder, Wrong, interrupt, known, small
from damier import Board, perft
from damier.campaign import (
    Campaign,
    CampaignError,
    MismatchError,
    Result,
    Unit,
)


@pytest.mark.parametrize("routes", [False, True])
@pytest.mark.parametrize(
    ("variant", "depth", "plies"), [("international", 12, 5), ("brazilian", 13, 6)]
)
def test_known_totals(path: Path, variant: str, depth: int, plies: int, routes: bool) -> None:
    with Campaign.start(path, Board(variant), depth, plies=plies, routes=routes) as campaign:
        assert campaign.run(workers=2, hash_mb=512) == known(variant, depth, routes=routes)
        status = campaign.status()
        assert status.complete
        assert status.checked == status.chosen > 0
        assert status.nodes == known(variant, depth, routes=routes)


def test_processes_count_as_well(path: Path) -> None:
    with small(path) as campaign, ProcessPoolExecutor(2) as pool:
        assert campaign.run(pool, hash_mb=1) == SMALL


@pytest.mark.parametrize(("depth", "plies"), [(0, 0), (1, 1), (3, 0), (3, 3)])
def test_small_ones(path: Path, depth: int, plies: int) -> None:
    board = Board("brazilian")
    with Campaign.start(path, board, depth, plies=plies) as campaign:
        assert campaign.run(workers=1, hash_mb=0) == perft(board, depth)


def test_a_finished_game_counts_nothing(path: Path) -> None:
    with Campaign.start(path, Board("brazilian", "W:W:B1"), 5, plies=2) as campaign:
        assert campaign.run() == 0
        assert campaign.status().complete


def test_progress_goes_from_the_start_to_the_whole(path: Path) -> None:
    reports: list[tuple[int, int, int]] = []
    with small(path) as campaign:
        campaign.run(workers=2, progress=lambda *report: reports.append(report))
    total = SMALL_UNITS + 2
    assert reports[0] == (0, total, 0)
    assert reports[-1] == (total, total, SMALL)
    assert reports == sorted(reports)


@pytest.mark.parametrize(("share", "chosen"), [(0, 0), (0.001, 1), (0.1, 2), (0.5, 9), (1, 17)])
def test_the_share_that_is_checked(path: Path, share: float, chosen: int) -> None:
    with small(path, check=share) as campaign:
        assert campaign.status().chosen == chosen
        assert campaign.run(workers=2) == SMALL
        recounts = [stored for stored in campaign.results() if stored.recount]
    assert len(recounts) == chosen


@pytest.mark.parametrize(
    "options",
    [{"check": -0.1}, {"check": 1.1}, {"check": float("nan")}, {"unit_size": 0}, {"plies": 10}],
)
def test_a_start_that_makes_no_sense_leaves_no_file(path: Path, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"share|position|ply"):
        small(path, **options)
    assert list(path.parent.iterdir()) == []


def test_it_goes_on_where_it_was_left(path: Path) -> None:
    with small(path) as campaign:
        interrupt(campaign, after=5)
        assert not campaign.status().complete
    with small(path) as campaign:  # start on the file of the same problem
        interrupt(campaign, after=9)
    with Campaign(path) as campaign:
        before = list(campaign.results())
        rest = Recorder()
        assert campaign.run(rest) == SMALL
        assert len(rest.units) == SMALL_UNITS + 2 - 9
        after = list(campaign.results())
    assert [stored for stored in after if stored in before] == before


def test_a_complete_campaign_counts_nothing_again(path: Path) -> None:
    with small(path) as campaign:
        assert campaign.run() == SMALL
        nobody = Recorder()
        assert campaign.run(nobody) == SMALL
        assert nobody.units == []


class Unlucky(Recorder):
    """Every unit fails twice before it is counted."""

    def result(self, count: Callable[..., Result], unit: Unit, **options: Any) -> Result:
        if self.units.count(unit.number) % 3:
            raise OSError("the worker is gone")
        return count(unit, **options)


def test_units_of_lost_workers_are_counted_again(path: Path) -> None:
    with small(path) as campaign:
        assert campaign.run(Unlucky()) == SMALL


class Hopeless(Recorder):
    def result(self, count: Callable[..., Result], unit: Unit, **options: Any) -> Result:
        if unit.number == 6:
            raise OSError("no such luck")
        return count(unit, **options)


def test_a_unit_that_fails_thrice_stops_the_campaign_and_is_named(path: Path) -> None:
    with small(path) as campaign:
        with pytest.raises(CampaignError, match="unit 6 failed 3 times: OSError: no such luck"):
            campaign.run(Hopeless())
        assert campaign.run() == SMALL


def test_what_was_counted_when_the_executor_refused_more_is_kept(path: Path) -> None:
    class Closing(Recorder):
        def submit(self, *args: Any, **options: Any) -> Future[Result]:  # type: ignore[override]
            if len(self.units) == 5:
                raise RuntimeError("closing time")
            return super().submit(*args, **options)

    with small(path) as campaign:
        with pytest.raises(CampaignError, match="takes no more units: closing time"):
            campaign.run(Closing())
        assert campaign.status().finished == 5


def test_an_executor_that_takes_nothing_is_told(path: Path) -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with small(path) as campaign, pytest.raises(CampaignError, match="takes no more units"):
        campaign.run(pool)


def die(*_: object) -> None:
    os._exit(1)


def test_a_worker_process_that_dies_is_told(path: Path) -> None:
    with small(path) as campaign:
        with ProcessPoolExecutor(1) as pool:
            pool.submit(die)
            with pytest.raises(CampaignError, match=r"process has died|no more units"):
                campaign.run(pool)
        assert campaign.run() == SMALL


@pytest.mark.parametrize(
    "change",
    [
        lambda result: result._replace(nodes=result.nodes + 1),
        lambda result: result._replace(counts=result.counts[1:]),
        lambda result: result._replace(number=result.number + 1),
        lambda result: None,
        lambda result: "done",
    ],
)
def test_what_is_no_result_of_the_unit_is_not_stored(
    path: Path, change: Callable[[Result], Any]
) -> None:
    class Confused(Recorder):
        def result(self, count: Callable[..., Result], unit: Unit, **options: Any) -> Result:
            result: Result = change(count(unit, **options))
            return result

    with small(path) as campaign:
        with pytest.raises(CampaignError, match="no result of unit"):
            campaign.run(Confused(), pending=1)
        assert campaign.status().finished == 0
        assert campaign.run() == SMALL


class Silent(Executor):
    def submit(self, *_: Any, **options: Any) -> Future[Result]:  # type: ignore[override]
        return Future()


def test_a_run_ends_when_nothing_will_come(path: Path) -> None:
    with small(path) as campaign, pytest.raises(CampaignError, match="they have all gone home"):
        campaign.run(Silent(), lost=lambda: "they have all gone home")


def test_a_run_that_makes_no_sense_is_refused(path: Path) -> None:
    with small(path) as campaign:
        with pytest.raises(ValueError, match="pending"):
            campaign.run(Recorder(), pending=0)
        for workers in (-1, 257):
            with pytest.raises(ValueError, match="workers"):
                campaign.run(workers=workers)


def test_a_mismatch_stops_the_campaign_until_the_unit_is_counted_again(path: Path) -> None:
    with small(path) as campaign:
        with pytest.raises(MismatchError, match="unit 10 differs"):
            campaign.run(Wrong())
        with pytest.raises(MismatchError, match="unit 10 differs"):
            campaign.run()
        assert campaign.recount() == [10]
        assert campaign.run() == SMALL


@pytest.mark.parametrize("name", ["units", "campaign"])
def test_the_examples_run_as_shown(name: str) -> None:
    module = importlib.import_module(f"damier.campaign.{name}")
    failed, tried = doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert tried > 0
    assert failed == 0
