"""Campaigns on a dask cluster."""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import damier
from campaigns import command, known, posix, start_command, wait_until
from damier import Board
from damier.campaign import Campaign, CampaignError
from damier.campaign.cluster import _Watch, dask_cluster
from damier.cli.main import main

distributed = pytest.importorskip("distributed", reason="the cluster extra is not installed")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, memory_limit=None, dashboard_address=":0"
    ) as cluster:
        yield cluster


@pytest.mark.parametrize("routes", [False, True])
@pytest.mark.parametrize(
    ("variant", "depth", "plies"), [("international", 12, 5), ("brazilian", 13, 6)]
)
def test_known_totals(
    path: Path, cluster: Any, variant: str, depth: int, plies: int, routes: bool
) -> None:
    argv = ["start", str(path), str(depth), "-v", variant, "--split", str(plies), "--hash", "512"]
    result = command(*argv, "--dask", cluster.scheduler_address, *["--routes"] * routes)
    assert result.returncode == 0, result.stderr
    assert f"depth {depth}, {'routes' if routes else 'moves'}: " in result.stdout
    assert f" {known(variant, depth, routes=routes):,}\n" in result.stdout
    with Campaign(path) as campaign:
        workers = {stored.result.settings.worker for stored in campaign.results()}
    assert len(workers) == 2


def test_a_cluster_of_this_machine(path: Path) -> None:
    argv = ("start", str(path), "11", "--split", "4", "--dask", "local", "--workers", "2")
    result = command(*argv)
    assert (result.returncode, result.stderr) == (0, "")
    assert f"depth 11, moves: {known('international', 11):,}" in result.stdout


@posix
def test_workers_that_are_killed_do_not_change_the_count(path: Path, cluster: Any) -> None:
    moments = random.Random()
    killed = []

    def kill_workers() -> None:
        while not over.wait(moments.uniform(0.1, 0.5)) and len(killed) < 3:
            pids: list[int] = []
            with (
                suppress(OSError),  # of a worker that was just killed
                distributed.Client(cluster.scheduler_address) as client,
            ):
                pids = list(client.run(os.getpid).values())
            if pids:
                killed.append(moments.choice(pids))
                os.kill(killed[-1], signal.SIGKILL)

    over = threading.Event()
    killer = threading.Thread(target=kill_workers)
    board = Board("international")
    with Campaign.start(path, board, 12, plies=5, unit_size=20) as campaign:
        with dask_cluster(cluster.scheduler_address) as workers:
            killer.start()
            try:
                total = campaign.run(**workers._asdict(), hash_mb=64)
            finally:
                over.set()
                killer.join()
        assert total == known("international", 12)
        assert campaign.status().complete
    assert killed


@posix
def test_kill_of_the_driver_loses_and_repeats_nothing(path: Path, cluster: Any) -> None:
    with Campaign.start(path, Board("international"), 12, plies=5, unit_size=20) as campaign:
        argv = ("resume", str(path), "--hash", "64", "--dask", cluster.scheduler_address)
        for _ in range(3):
            before = list(campaign.results())
            with start_command(*argv) as process:
                delay = random.uniform(0.5, 1.5)
                time.sleep(delay)
                process.kill()
                process.wait()
            after = list(campaign.results())
            assert [stored for stored in after if stored in before] == before, delay
        result = command(*argv)
        assert f"depth 12, moves: {known('international', 12):,}" in result.stdout
        kept = list(campaign.results())
        assert [stored for stored in kept if stored in after] == after


def set_version(version: str) -> None:
    damier.__version__ = version  # type: ignore[misc]


def test_a_worker_of_another_version_is_refused(path: Path, cluster: Any) -> None:
    with distributed.Client(cluster.scheduler_address) as client:
        client.wait_for_workers(2)
        client.run(set_version, "0.0.1")
        try:
            argv = ("start", str(path), "9", "--split", "2", "--dask", cluster.scheduler_address)
            result = command(*argv)
        finally:
            client.run(set_version, damier.__version__)
    assert result.returncode == 2
    (line,) = result.stderr.splitlines()
    assert "has damier 0.0.1, the campaign " + damier.__version__ in line
    with Campaign(path) as campaign:
        assert campaign.run() == known("international", 9)


def hide_damier(hidden: bool) -> None:
    if hidden:
        vars(sys)["damier_was"] = sys.modules["damier"]
        sys.modules["damier"] = None  # type: ignore[assignment]
    else:
        sys.modules["damier"] = vars(sys)["damier_was"]


def test_a_worker_without_damier_is_refused(cluster: Any) -> None:
    with distributed.Client(cluster.scheduler_address) as client:
        client.wait_for_workers(2)
        client.run(__import__, "damier")
        client.run(hide_damier, True)
        try:
            with (
                pytest.raises(CampaignError, match=r"worker .* has no damier"),
                dask_cluster(cluster.scheduler_address),
            ):
                pass
        finally:
            client.run(hide_damier, False)


@posix
def test_ctrl_c_on_a_cluster_of_this_machine(path: Path) -> None:
    argv = ("start", str(path), "16", "--unit-size", "5", "--dask", "local", "--workers", "2")
    with start_command(*argv, start_new_session=True) as process:
        wait_until(
            lambda: path.exists() and "counted 0 of" not in command("status", str(path)).stdout,
            process,
        )
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        begun = time.monotonic()
        _, err = process.communicate(timeout=60)
    assert time.monotonic() - begun < 10
    assert process.returncode == 130
    (line,) = err.splitlines()
    assert "interrupted" in line


class FakeClient:
    status = "running"

    def __init__(self) -> None:
        self.workers: dict[str, Any] = {}

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        return {"workers": self.workers}


def test_a_cluster_that_is_gone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    client = FakeClient()
    watch = _Watch(client)
    now += 100  # a long time with results, in which nobody asked
    assert watch.lost() == ""
    now += 59
    assert watch.lost() == ""
    now += 10
    assert "no workers" in watch.lost()
    client.workers = {"tcp://somewhere": {}}
    now += 10
    assert watch.lost() == ""
    client.status = "closed"
    assert "scheduler is gone" in watch.lost()


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:9", "nowhere", "tcp://127.0.0.1:x", "tls://127.0.0.1:1", ""]
)
def test_a_scheduler_that_does_not_answer_is_told(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr("damier.campaign.cluster._PATIENCE", 1)
    argv = ["campaign", "start", str(path), "9", "-v", "brazilian", "--split", "2"]
    assert main([*argv, "--dask", address]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"damier: no dask workers at {address}: ")
    with Campaign(path) as campaign:
        assert campaign.run() == known("brazilian", 9)


def test_a_scheduler_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damier.campaign.cluster._PATIENCE", 1)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty,
        pytest.raises(CampaignError, match="no dask workers at"),
        dask_cluster(empty.scheduler_address),
    ):
        pass


@pytest.mark.parametrize("hangs", ["__init__", "wait_for_workers", "close"])
def test_a_client_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch, hangs: str) -> None:
    monkeypatch.setattr("damier.campaign.cluster._PATIENCE", 0.2)
    over = threading.Event()
    monkeypatch.setattr(distributed.Client, hangs, lambda *_, **__: over.wait(60))
    begun = time.monotonic()
    with (
        pytest.raises(CampaignError, match=r"no dask workers at tcp://127\.0\.0\.1:9"),
        dask_cluster("tcp://127.0.0.1:9"),
    ):
        pass
    assert time.monotonic() - begun < 20
    over.set()


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(CampaignError, match=r"damier\[cluster\]"), dask_cluster("local"):
        pass
