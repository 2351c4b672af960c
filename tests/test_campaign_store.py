"""The file of a campaign, and files that are none."""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from campaigns import SMALL, SMALL_UNITS, Recorder, command, interrupt, known, small
from damier import Board
from damier.campaign import (
    Campaign,
    CampaignError,
)


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
        elif how == "schema that is no text":
            content = file.read()
            for word in (b"CREATE", b"problem", b"result"):
                content = content.replace(word, word[:-1] + b"\xff")
            file.seek(0)
            file.write(content)
        elif how == "names that are no text":
            content = file.read()
            file.seek(0)
            file.write(content.replace(b"table", b"tab\xffe").replace(b"unit", b"un\xfft"))


def alter(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement)
        db.commit()


REFUSED = {
    "empty": "holds no campaign",
    "no database": "holds no campaign",
    "cut short": "malformed",
    "overwritten": "(malformed|damaged)",
    "schema that is no text": "damaged",
    "names that are no text": "malformed database schema",
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


def test_no_byte_that_is_no_text_brings_more_than_a_refusal(path: Path, tmp_path: Path) -> None:
    with small(path) as campaign:
        interrupt(campaign, after=5)
    content = path.read_bytes()
    harmed = tmp_path / "harmed.campaign"
    refusals = []
    for at in range(100, len(content), 37):
        harmed.write_bytes(content[:at] + b"\xff" + content[at + 1 :])
        try:
            with Campaign(harmed) as campaign:
                campaign.status()
                list(campaign.results())
        except CampaignError as error:
            refusals.append(str(error))
    assert len(refusals) > 10
    assert all(str(harmed) in refusal for refusal in refusals)


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
