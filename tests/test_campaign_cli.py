"""`damier campaign`, and its sudden ends."""

from __future__ import annotations

import json
import random
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaigns import (
    SMALL,
    Wrong,
    command,
    interrupt,
    known,
    posix,
    small,
    start_command,
    wait_until,
)
from damier import Board, perft
from damier.campaign import (
    Campaign,
    MismatchError,
)
from damier.cli.main import main


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


@pytest.fixture
def long_one(path: Path) -> Iterator[Campaign]:
    """10x10 to depth 12 in hundreds of units: a second or two of work."""
    with Campaign.start(path, Board("international"), 12, plies=5, unit_size=20) as campaign:
        yield campaign


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
        wait_until(path.exists, process)
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


def documented_commands() -> list[str]:
    page = Path(__file__).parent.parent / "docs" / "campaigns.md"
    return re.findall(r"^damier (campaign .*)$", page.read_text("utf-8"), re.MULTILINE)


def test_the_commands_of_the_page_on_campaigns_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = documented_commands()
    assert len(commands) == 9
    for line in commands:
        argv, _, output = line.partition(" > ")
        if "tcp://" in argv:  # needs a scheduler; see test_cluster.py
            continue
        assert main(argv.split()) == 0, line
        printed = capsys.readouterr().out
        assert "10,749,771,911" in printed or "10749771911" in printed, line
        if output:
            Path(output).write_text(printed, encoding="utf-8")
