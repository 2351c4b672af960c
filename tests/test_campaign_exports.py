"""Exports of campaigns, and how they are verified."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import damier
from campaigns import SMALL, SMALL_UNITS, command, interrupt, small
from damier import Board, build_info
from damier.campaign import Campaign
from damier.campaign.export import export


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
        record = export(campaign)
    result = command("verify", str(path))
    assert result.returncode == 2
    assert result.stderr == (
        f"damier: {path}: this campaign is not complete yet;"
        f" damier campaign resume {path} goes on\n"
    )
    file = path.with_name("result.json")
    file.write_text(json.dumps(record))
    result = command("verify", str(file))
    assert result.returncode == 2
    assert result.stderr == f"damier: {file}: an export of a campaign that is not complete\n"


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


@pytest.mark.parametrize(
    "forged",
    [
        {"depth": 10**18, "plies": 2**31},
        {"depth": 2**62, "plies": 2**62},
        {"depth": 10**30, "plies": 10**30},
        {"depth": 101, "plies": 101},
        {"depth": 9, "plies": -1},
        {"unit_size": 10**30},
        {"unit_size": 0},
    ],
)
def test_verify_refuses_a_split_that_would_work_without_end(
    path: Path, tmp_path: Path, forged: dict[str, int]
) -> None:
    record = exported(path)
    record["problem"] |= {"variant": "international", "fen": "W:WK1:BK50"} | forged
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(record))
    result = command("verify", str(file), "--check", "0")
    assert result.returncode == 2, result.stdout
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"damier: {file}: no export of a campaign: ")
    assert "split at a ply" in line or "a unit has" in line


def test_no_campaign_starts_that_could_not_be_verified(path: Path) -> None:
    board = Board("international", "W:WK1:BK50")
    for options in ({"depth": 101, "plies": 101}, {"depth": 9, "plies": 2, "unit_size": 10**7}):
        with pytest.raises(ValueError, match=r"split at a ply|a unit has"):
            Campaign.start(path, board, **options)
        assert not path.exists()
