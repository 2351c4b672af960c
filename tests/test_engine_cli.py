"""`damier engine play` and `damier engine analyse`."""

from __future__ import annotations

import io
import json

import pytest

from damier import Board
from damier.cli.main import main


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch):
    """Types lines into the program."""

    def type_in(*lines: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))

    return type_in


class TestAnalyse:
    def test_json_tells_the_best_moves(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["engine", "analyse", "--depth", "6", "--multipv", "3", "--json"]) == 0
        lines = json.loads(capsys.readouterr().out)
        assert [line["multipv"] for line in lines] == [1, 2, 3]
        legal = {move.long() for move in Board("international").legal_moves}
        assert {line["pv"][0] for line in lines} <= legal
        assert all(line["depth"] == 6 for line in lines)

    def test_each_depth_is_a_line(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["engine", "analyse", "-v", "brazilian", "--depth", "4"]) == 0
        rows = capsys.readouterr().out.splitlines()
        assert [int(row.split()[0]) for row in rows] == [1, 2, 3, 4]

    def test_moves_are_played_first(self, capsys: pytest.CaptureFixture[str]) -> None:
        moves = ["--moves", "32-28 19-23"]
        assert main(["engine", "analyse", *moves, "--depth", "2", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)[0]["pv"][0] == "28x19"

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (["--fen", "W:W:B1"], "no legal move"),
            (["--time", "-1"], "Limit.time"),
            (["--depth", "300"], "Limit.depth"),
            (["--hash", "0"], "--hash"),
        ],
    )
    def test_what_makes_no_sense_is_refused(
        self, capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
    ) -> None:
        assert main(["engine", "analyse", *arguments]) == 2
        assert reason in capsys.readouterr().err


class TestPlay:
    def test_a_game_is_played_to_its_end(self, say, capsys: pytest.CaptureFixture[str]) -> None:
        say("22x15")
        assert main(["engine", "play", "-v", "brazilian", "--fen", "W:W22:B18"]) == 0
        assert "You win: no-legal-moves" in capsys.readouterr().out

    def test_a_move_that_is_refused_is_asked_again(
        self, say, capsys: pytest.CaptureFixture[str]
    ) -> None:
        say("32-20", "moves", "32-28", "undo", "board", "hint", "quit")
        assert main(["engine", "play", "--seed", "1"]) == 0
        out = capsys.readouterr().out
        assert "beginner plays" in out
        assert "31-26" in out

    def test_resigning_ends_it(self, say, capsys: pytest.CaptureFixture[str]) -> None:
        say("undo", "resign")
        assert main(["engine", "play", "-v", "brazilian", "--color", "white"]) == 0
        out = capsys.readouterr().out
        assert "nothing to take back" in out
        assert "You lose: resignation" in out

    def test_the_player_begins_if_it_has_white(
        self, say, capsys: pytest.CaptureFixture[str]
    ) -> None:
        say()
        assert main(["engine", "play", "-v", "brazilian", "--color", "black", "--seed", "1"]) == 0
        assert "easy plays" in capsys.readouterr().out

    def test_an_unknown_level_is_refused(self, say, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["engine", "play", "--level", "hard"]) == 2
        assert "beginner, intermediate, expert" in capsys.readouterr().err
