"""Campaigns: units, the store, and whatever can happen to both. See test_cluster.py for dask."""

from __future__ import annotations

import doctest
import importlib
import json
import os
import pickle
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import damier
import reference
import strategies
from damier import Board, build_info, cli, perft
from damier.campaign import (
    Campaign,
    CampaignError,
    MismatchError,
    Result,
    Unit,
    cut,
    merge,
    run_unit,
    split,
)
from damier.campaign.units import forget_tables
from damier.tables import TABLES


def known(variant: str, depth: int, *, routes: bool = False) -> int:
    table = next(t for t in TABLES if (t.variant, t.name) == (variant, "initial"))
    return (table.routes if routes else table.moves)[depth - 1]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.campaign"


def small(path: Path, **options: Any) -> Campaign:
    """8x8 to depth 9, of which two units are to be checked."""
    options = {"plies": 2, "unit_size": 3, "check": 0.1} | options
    return Campaign.start(path, Board("brazilian"), 9, **options)


SMALL = 4_431_766  # published, see damier.tables
SMALL_UNITS = 17  # of the 7 * 7 positions after two plies


# split


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


# units


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
    for unit in cut(Board("international"), 12, 5):
        total += run_unit(unit, hash_mb=256, threads=2).nodes
    assert total == known("international", 12)
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
    start = time.monotonic()
    with pytest.raises(CampaignError, match="stopped"):
        run_unit(unit, stopped=lambda: True)
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


# a whole campaign


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


# going on


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


def test_a_new_campaign_takes_nothing_from_a_removed_one_of_its_name(path: Path) -> None:
    log = path.with_name(path.name + "-wal")
    with small(path) as campaign:
        interrupt(campaign, after=5)
        left_behind = log.read_bytes()
    assert left_behind
    path.unlink()
    log.write_bytes(left_behind)
    with Campaign.start(path, Board("brazilian"), 8, plies=2, unit_size=3, check=0.1) as campaign:
        assert campaign.status().finished == 0
        assert campaign.run() == known("brazilian", 8)


def test_a_start_on_another_problem_is_refused(path: Path) -> None:
    small(path).close()
    before = path.read_bytes()
    told = "another problem: .*depth 9, moves, split at ply 2"
    for options in ({"plies": 4}, {"routes": True}, {"unit_size": 10}):
        with pytest.raises(CampaignError, match=told):
            small(path, **options)
    assert path.read_bytes() == before


def test_one_process_drives_and_others_look_on(path: Path) -> None:
    seen = []

    def look(done: int, total: int, nodes: int) -> None:
        with Campaign(path) as other:
            seen.append(other.status().finished)
            with pytest.raises(CampaignError, match="another process is counting"):
                other.run()

    with small(path) as campaign:
        campaign.run(Recorder(), pending=1, progress=look)
    assert seen[0] == 0
    assert seen[-1] == SMALL_UNITS


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="there are no links to files")
def test_another_name_of_the_file_is_no_way_around(path: Path) -> None:
    link = path.with_name("link")
    link.symlink_to(path)

    def look(*_: object) -> None:
        with Campaign(link) as other, pytest.raises(CampaignError, match="is counting"):
            other.run()

    with small(path) as campaign:
        assert campaign.run(Recorder(), progress=look) == SMALL


def test_a_store_that_cannot_be_written_can_be_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with small(path) as campaign:
        campaign.run()
    monkeypatch.setattr(os, "access", lambda *_: False)  # to root, nothing is read-only
    before = path.read_bytes()
    with Campaign(path) as campaign:
        assert campaign.status().nodes == SMALL
        assert not path.with_name(path.name + "-shm").exists()
    assert path.read_bytes() == before


def test_others_databases_are_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipe (cake TEXT)")
    before = path.read_bytes()
    for name in ("status", "resume", "verify", "export"):
        result = command(name, str(path))
        assert (result.returncode, result.stderr) == (2, f"damier: {path} holds no campaign\n")
    assert command("start", str(path), "9").returncode == 2
    assert path.read_bytes() == before


# workers that fail


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


class Wrong(Recorder):
    """The check of a unit finds one line of play more."""

    def result(self, count: Callable[..., Result], unit: Unit, **options: Any) -> Result:
        result = count(unit, **options)
        if options["unlike"] is None or unit.number != 10:
            return result
        first, *rest = result.counts
        return result._replace(counts=(first + 1, *rest), nodes=result.nodes + unit.positions[0][1])


def test_a_mismatch_stops_the_campaign_until_the_unit_is_counted_again(path: Path) -> None:
    with small(path) as campaign:
        with pytest.raises(MismatchError, match="unit 10 differs"):
            campaign.run(Wrong())
        with pytest.raises(MismatchError, match="unit 10 differs"):
            campaign.run()
        assert campaign.recount() == [10]
        assert campaign.run() == SMALL


# stores that do not serve


def damage(path: Path, how: str) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        if how == "empty":
            file.truncate(0)
        elif how == "no database":
            file.write(b"This is a letter to the editor." * 100)
        elif how == "cut short":
            file.truncate(size // 2)
        elif how == "overwritten":
            file.seek(size // 2)
            file.write(b"\xff" * 4096)


def alter(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement)
        db.commit()


REFUSED = {
    "empty": "holds no campaign",
    "no database": "holds no campaign",
    "cut short": "malformed",
    "overwritten": "(malformed|damaged)",
    "PRAGMA application_id = 1": "holds no campaign",
    "PRAGMA user_version = 2": "newer damier: layout 2, this one knows 1",
    "DELETE FROM problem": "damaged",
    "DROP TABLE result": "no such table",
    "UPDATE unit SET positions = 'x' WHERE number = 3": "damaged",
    "UPDATE unit SET positions = replace(positions, '2', '3')": "units of its problem",
    "DELETE FROM unit WHERE number = 16": "units of its problem",
    "INSERT INTO unit SELECT 17, positions, 0 FROM unit WHERE number = 1": "units of its problem",
    "UPDATE unit SET positions = '[3]' WHERE number = 3": "damaged",
    "UPDATE result SET counts = '[' WHERE number = 1": "damaged",
    "UPDATE result SET nodes = nodes + 1 WHERE number = 1": "damaged",
    "UPDATE result SET nodes = 'many' WHERE number = 1": "damaged",
    "UPDATE problem SET depth = 'nine'": "damaged",
    "UPDATE problem SET variant = 'chess'": "damaged",
}


@pytest.mark.parametrize("harm", REFUSED)
def test_a_store_that_does_not_serve_is_refused_with_the_reason(path: Path, harm: str) -> None:
    with small(path) as campaign:
        interrupt(campaign, after=5)
    if harm.split()[0].isupper():
        alter(path, harm)
    else:
        damage(path, harm)
    before = path.read_bytes()
    result = command("resume", str(path))
    assert result.returncode == 2, result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert str(path) in result.stderr
    assert re.search(REFUSED[harm], result.stderr), result.stderr
    assert result.stdout == "" or "depth 9:" not in result.stdout
    assert path.read_bytes() == before


def test_a_missing_store_is_refused(path: Path) -> None:
    result = command("status", str(path))
    assert (result.returncode, result.stderr) == (2, f"damier: there is no campaign {path}\n")


def test_a_locked_store_is_refused_and_stays_intact(path: Path) -> None:
    small(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        result = command("resume", str(path))
    assert result.returncode == 2
    assert result.stderr == f"damier: {path} is locked by another process\n"
    with Campaign(path) as campaign:
        assert campaign.run() == SMALL


def test_a_full_disk_loses_nothing(path: Path) -> None:
    with small(path, plies=3, unit_size=1, check=0) as campaign:
        interrupt(campaign, after=3)
        db = campaign._store._db
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(CampaignError, match="no space for"):
            campaign.run(Recorder())
        assert campaign.status().finished >= 3
    with Campaign(path) as campaign:
        assert campaign.run() == SMALL


# the command line


def answer_ctrl_c() -> None:
    """Tests that run in the background of a shell inherit that Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start_command(*argv: str, start_new_session: bool = False) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "damier", "campaign", *argv],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=start_new_session,
        preexec_fn=answer_ctrl_c if os.name == "posix" else None,
    )


def command(*argv: str) -> subprocess.CompletedProcess[str]:
    with start_command(*argv) as process:
        out, err = process.communicate(timeout=120)
    return subprocess.CompletedProcess(argv, process.returncode, out, err)


def test_start_counts_and_compares_with_the_known_table(path: Path) -> None:
    result = command("start", str(path), "9", "-v", "brazilian", "--split", "2", "--workers", "2")
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0] == (
        "brazilian W:W21-32:B1-12 to depth 9, moves, split at ply 2 into units of 100"
    )
    assert lines[1] == f"depth 9, moves: {SMALL:,}"
    assert lines[2].endswith(" s, checked 1 of 1 units")
    assert lines[3] == "as in the known table"


def test_json(path: Path) -> None:
    argv = ("--routes", "--fen", "W:WK4:B13,20,32,37", "--json")
    result = command("start", str(path), "3", *argv)
    record = json.loads(result.stdout)
    board = Board("international", "W:WK4:B13,20,32,37")
    assert record.pop("seconds") > 0
    assert record == {
        "variant": "international",
        "fen": board.fen(ranges=True),
        "depth": 3,
        "convention": "routes",
        "nodes": perft(board, 3, routes=True),
    }
    state = json.loads(command("status", str(path), "--json").stdout)
    assert state["complete"]
    assert (state["units"], state["finished"], state["depth"]) == (1, 1, 3)


def test_status_tells_what_is_left(path: Path) -> None:
    with small(path) as campaign:
        interrupt(campaign, after=5)
    result = command("status", str(path))
    assert "of 17 units" in result.stdout
    assert "s of work left" in result.stdout


@pytest.mark.parametrize(
    ("argv", "reason"),
    [
        (("start", "F", "9", "--split", "10"), "split at a ply from 0 to the depth"),
        (("start", "F", "-1"), "DEPTH"),
        (("start", "F", "9", "--check", "2"), "from 0 to 1"),
        (("start", "F", "9", "--check", "nan"), "from 0 to 1"),
        (("start", "F", "9", "--unit-size", "0"), "unit-size"),
        (("start", "F", "9", "--fen", "W:W51:B1"), "51"),
        (("start", "F", "9", "--hash", "999999"), "999999 MiB"),
        (("start", "no/such/folder/F", "9"), "no folder no/such/folder"),
        (("resume", "F"), "there is no campaign"),
        (("verify", "F"), "F"),
        (("export", "F"), "there is no campaign"),
        (("dance", "F"), "dance"),
    ],
)
def test_nonsense_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, argv: tuple[str, ...], reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = command(*argv)
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert reason in result.stderr


def test_a_mismatch_is_told_with_its_remedy(path: Path) -> None:
    with small(path) as campaign, pytest.raises(MismatchError):
        campaign.run(Wrong())
    result = command("resume", str(path))
    assert result.returncode == 1
    assert "unit 10 differs" in result.stderr
    assert "--recount" in result.stderr
    result = command("resume", str(path), "--recount")
    assert result.returncode == 0
    assert f"{SMALL:,}" in result.stdout


# exports


def exported(path: Path) -> dict[str, Any]:
    with small(path) as campaign:
        campaign.run()
    record: dict[str, Any] = json.loads(command("export", str(path)).stdout)
    return record


def test_an_export_tells_where_each_count_comes_from(path: Path) -> None:
    record = exported(path)
    assert record["nodes"] == sum(unit["nodes"] for unit in record["results"]) == SMALL
    assert record["complete"]
    assert record["problem"]["fen"] == "W:W21-32:B1-12"
    assert [unit["unit"] for unit in record["results"]] == list(range(SMALL_UNITS))
    assert sum(unit["recount"] is not None for unit in record["results"]) == 2
    unit = record["results"][0]
    assert unit["version"] == record["damier"] == damier.__version__
    assert unit["kernel"] == build_info()["kernel"]
    assert unit["recount"]["hash_mb"] != unit["hash_mb"]


def test_an_export_as_markdown(path: Path) -> None:
    with small(path) as campaign:
        interrupt(campaign, after=5)
        assert "not complete" in command("export", str(path), "--markdown").stdout
        campaign.run()
    page = command("export", str(path), "--markdown").stdout
    assert f"| lines of play | **{SMALL:,}** |" in page
    assert f"| known table | {SMALL:,} |" in page
    assert f" | {build_info()['kernel']} | 256 | 1 | {damier.__version__} | " in page


def test_verify_wants_a_whole_campaign(path: Path) -> None:
    with small(path) as campaign:
        interrupt(campaign, after=5)
    result = command("verify", str(path))
    assert result.returncode == 2
    assert "not complete" in result.stderr


def test_verify_counts_a_share_again(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    file.write_text(json.dumps(exported(path)))
    for name in (file, path):
        result = command("verify", str(name), "--check", "0.5")
        assert result.returncode == 0, result.stdout + result.stderr
        words = [line.split()[-2:] for line in result.stdout.splitlines()]
        total = [f"{SMALL:,}", "ok"]
        assert words == [["17", "ok"], total, ["units", "ok"], total, ["units", "ok"]]
        assert "9 units" in result.stdout


def test_verify_finds_what_was_tampered_with(path: Path, tmp_path: Path) -> None:
    whole = exported(path)
    file = tmp_path / "result.json"

    def verdict() -> str:
        file.write_text(json.dumps(record))
        result = command("verify", str(file), "--check", "1")
        assert result.returncode == 1, result.stdout + result.stderr
        return result.stdout

    record = json.loads(json.dumps(whole))
    record["results"][7]["nodes"] += 2
    record["results"][8]["nodes"] -= 2
    assert "unit 7 differs" in verdict()
    record = whole | {"nodes": SMALL + 1}
    assert verdict().count("DIFFERS") == 2  # the sum and the known table
    record = json.loads(json.dumps(whole))
    record["results"][10]["recount"]["nodes"] += 1
    assert verdict().count("DIFFERS") == 1
    record = whole | {"results": whole["results"][:-1]}
    assert "16 of 17" in verdict()
    record = whole | {"results": whole["results"] + whole["results"][-1:]}
    assert "18 of 17" in verdict()


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        "[]",
        "",
        '{"problem": {"variant": "brazilian", "fen": "W:W32:B1", "depth": 3, "routes": 0,'
        ' "plies": 1, "unit_size": 10}, "results": [], "nodes": 0, "units": 0}',
        '{"problem": 3}',
        '{"problem": {"variant": "chess"}, "results": [], "nodes": 0, "units": 0}',
        '{"problem": {"variant": "brazilian", "fen": "W", "depth": 3, "routes": false, "plies": 1,'
        ' "unit_size": 10}, "results": [], "nodes": 0, "units": 0}',
        '{"problem": {"variant": "brazilian", "fen": "W:W32:B1", "depth": 3, "routes": false,'
        ' "plies": 9, "unit_size": 10}, "results": [], "nodes": 0, "units": 0}',
        '{"problem": {"variant": "brazilian", "fen": "W:W32:B1", "depth": 1e9, "routes": false,'
        ' "plies": 1, "unit_size": 10}, "results": [], "nodes": 0, "units": 0}',
    ],
)
def test_verify_refuses_what_is_no_export(tmp_path: Path, text: str) -> None:
    file = tmp_path / "result.json"
    file.write_text(text)
    result = command("verify", str(file))
    assert result.returncode == 2, result.stdout + result.stderr
    assert "no export" in result.stderr
    assert len(result.stderr.splitlines()) == 1


# sudden ends


@pytest.fixture
def long_one(path: Path) -> Iterator[Campaign]:
    """10x10 to depth 12 in hundreds of units: a second or two of work."""
    with Campaign.start(path, Board("international"), 12, plies=5, unit_size=20) as campaign:
        yield campaign


posix = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


@posix
def test_kill_at_any_moment_loses_and_repeats_nothing(path: Path, long_one: Campaign) -> None:
    moments = random.Random()
    unfinished = 0
    for _ in range(6):
        before = list(long_one.results())
        with start_command("resume", str(path), "--workers", "2") as process:
            delay = moments.uniform(0.1, 0.7)
            time.sleep(delay)
            process.kill()
            process.wait()
        after = list(long_one.results())
        assert [stored for stored in after if stored in before] == before, delay
        unfinished += not long_one.status().complete
    assert unfinished > 0, "every run was over before its end"
    result = command("resume", str(path), "--workers", "2")
    assert f"depth 12, moves: {known('international', 12):,}" in result.stdout
    kept = list(long_one.results())
    assert [stored for stored in kept if stored in after] == after


@posix
def test_a_start_that_is_killed_can_be_started_again(path: Path) -> None:
    argv = ("start", str(path), "9", "--split", "6", "--unit-size", "5")
    for _ in range(5):
        with start_command(*argv) as process:
            time.sleep(random.uniform(0.1, 0.5))
            process.kill()
            process.wait()
    result = command(*argv)
    assert result.returncode == 0, result.stderr
    assert f"depth 9, moves: {known('international', 9):,}" in result.stdout


@posix
def test_ctrl_c_stops_at_once_and_says_how_to_go_on(path: Path) -> None:
    with start_command("start", str(path), "16", "--unit-size", "5", "--workers", "2") as process:
        while not path.exists() or not path.stat().st_size:
            time.sleep(0.05)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        _, err = process.communicate(timeout=60)
    assert time.monotonic() - begun < 2
    assert process.returncode == 130
    assert "interrupted" in err
    assert f"damier campaign resume {path}" in err
    assert len(err.splitlines()) == 1


@posix
def test_status_works_while_it_runs(path: Path) -> None:
    with start_command("start", str(path), "16", "--unit-size", "5", "--workers", "2") as process:
        for _ in range(200):
            result = command("status", str(path))
            if result.returncode == 0 and "counted 0 of" not in result.stdout:
                break
        process.kill()
    assert result.returncode == 0
    assert "s of work left" in result.stdout


def readme_commands() -> list[str]:
    readme = Path(__file__).parent.parent / "README.md"
    return re.findall(r"^damier (campaign .*)$", readme.read_text("utf-8"), re.MULTILINE)


def test_the_commands_of_the_readme_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = readme_commands()
    assert len(commands) == 8
    for line in commands:
        argv, _, output = line.partition(" > ")
        if "tcp://" in argv:  # needs a scheduler; see test_cluster.py
            continue
        assert cli.main(argv.split()) == 0, line
        printed = capsys.readouterr().out
        assert "10,749,771,911" in printed or "10749771911" in printed, line
        if output:
            Path(output).write_text(printed, encoding="utf-8")


@pytest.mark.parametrize("name", ["units", "campaign"])
def test_the_examples_run_as_shown(name: str) -> None:
    module = importlib.import_module(f"damier.campaign.{name}")
    failed, tried = doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert tried > 0
    assert failed == 0
