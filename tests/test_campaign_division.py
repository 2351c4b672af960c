"""The count of a campaign by first move."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from campaigns import SMALL, command, interrupt, small
from damier import Board, divide
from damier.campaign import Campaign, CampaignError
from damier.campaign.division import divide as by_first_move

MANY_ROUTES = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24"


@pytest.mark.parametrize("plies", [1, 2, 4, 6])
def test_it_is_what_divide_counts(path: Path, plies: int) -> None:
    with Campaign.start(path, Board("international"), 6, plies=plies) as campaign:
        campaign.run(workers=1, hash_mb=0)
        assert by_first_move(campaign) == divide(Board("international"), 6)


def test_a_move_of_many_routes_counts_as_often(path: Path) -> None:
    board = Board("international", MANY_ROUTES)
    with Campaign.start(path, board, 3, plies=2, routes=True) as campaign:
        campaign.run(workers=1, hash_mb=0)
        assert by_first_move(campaign) == divide(board, 3, routes=True)
        assert sum(by_first_move(campaign).values()) == 15_220  # damforum.nl t=2822


def test_a_campaign_that_is_not_complete_is_refused(path: Path) -> None:
    with small(path) as campaign:
        interrupt(campaign, after=5)
        with pytest.raises(CampaignError, match="not complete"):
            by_first_move(campaign)
    result = command("divide", str(path))
    assert result.returncode == 2
    assert f"{path}: this campaign is not complete" in result.stderr


def test_a_campaign_in_one_piece_knows_no_first_moves(path: Path) -> None:
    with small(path, plies=0) as campaign:
        campaign.run(workers=1, hash_mb=0)
        with pytest.raises(CampaignError, match="ply 0"):
            by_first_move(campaign)


def test_the_command(path: Path) -> None:
    with small(path) as campaign:
        campaign.run(workers=1, hash_mb=0)
    counts = divide(Board("brazilian"), 9)
    lines = command("divide", str(path)).stdout.splitlines()
    assert [line.split() for line in lines[1:-1]] == [
        [move.long(), f"{count:,}"] for move, count in counts.items()
    ]
    assert lines[-1] == f"depth 9, moves: {SMALL:,}"
    record = json.loads(command("divide", str(path), "--json").stdout)
    assert record["nodes"] == SMALL
    assert record["moves"] == {move.long(): count for move, count in counts.items()}
