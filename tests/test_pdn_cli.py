"""`damier pdn check`, `convert` and `stats`."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from damier import pdn, svg
from damier.cli.main import main

BAD = '[White "a"]\n\n1. 32-28 19-23\n2. 37-32 *\n\n1. 33x29 {open'
CLUB = Path(__file__).parent / "data" / "pdn" / "club.pdn"


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.pdn"
    path.write_text(BAD)
    return path


def run(*arguments: object) -> int:
    return main(["pdn", *map(str, arguments)])


class TestCheck:
    def test_a_line_for_each_problem_and_a_summary(
        self, bad: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run("check", bad, CLUB) == 1
        assert capsys.readouterr().out.splitlines() == [
            f"{bad}:4: game 1, move 2: 37-32: capture is compulsory: 28x19",
            f"{bad}:6: game 2, move 1: the comment is not closed",
            f"{bad}:6: warning: game 2, move 1: 33x29: written as a capture",
            "2 files: 5 games, 2 errors, 1 warning",
        ]

    def test_wrong_signs_are_told_once_a_file(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "hyphens.pdn"
        captures = "1. 32-28 19-23 2. 28-19 14-23 *\n\n"  # both for 28x19 and 14x23
        quiet = "1. 32x28 19-23 *\n\n"
        path.write_text(captures * 3 + quiet + "1. 32-28 19-23 *\n\n" + captures)
        assert run("check", path, path) == 0
        assert capsys.readouterr().out.splitlines() == [
            f"{path}:1: warning: game 1, move 2: 28-19: written with - for a capture, "
            "as 1 more of the game",
            f"{path}:7: warning: game 4, move 1: 32x28: written as a capture",
            f"{path}: warning: moves written with - for a capture, in 3 more games of this file",
        ] * 2 + ["2 files: 12 games, 0 errors, 10 warnings"]
        assert run("check", "--json", path) == 0
        games = map(json.loads, capsys.readouterr().out.splitlines())
        assert [len(game["warnings"]) for game in games] == [1, 1, 1, 1, 0, 1]

    def test_a_good_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run("check", CLUB) == 0
        assert capsys.readouterr().out == "1 file: 3 games, 0 errors, 0 warnings\n"

    def test_json(self, bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run("check", "--json", bad) == 1
        first, second = map(json.loads, capsys.readouterr().out.splitlines())
        (error,) = first.pop("errors")
        assert first == {
            "file": str(bad),
            "game": 1,
            "line": 1,
            "variant": "international",
            "plies": 2,
            "fen": "W:W28,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:"
            "B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,20,23",
            "result": "*",
            "warnings": [],
            "notes": [],
        }
        assert error == {
            "code": "capture-compulsory",
            "reason": "capture is compulsory: 28x19",
            "line": 4,
            "ply": 3,
            "move": 2,
            "text": "37-32",
            "alternatives": ["28x19"],
            "variation": False,
        }
        assert second["line"] == 6

    def test_json_of_a_game_that_is_not_known(
        self, bad: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        bad.write_text('[GameType "25"] 1. c3-d4 *')
        assert run("check", "--json", bad) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["variant"], found["fen"], found["plies"]) == (None, None, 0)

    def test_the_variant_given(self, bad: Path, capsys: pytest.CaptureFixture[str]) -> None:
        bad.write_text("1. c3-d4 *")
        assert run("check", "-v", "brazilian", bad) == 0
        assert "0 warnings" in capsys.readouterr().out

    def test_directories_and_standard_input(
        self, bad: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (bad.parent / "deep").mkdir()
        (bad.parent / "deep" / "more.PDN").write_text("1. 32-28 *")
        (bad.parent / "deep" / "readme.txt").write_text("1. 50-1 *")
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1. 35-1 *")))
        assert run("check", bad.parent, "-") == 1
        lines = capsys.readouterr().out.splitlines()
        assert lines[-2:] == [
            "-:1: game 1, move 1: 35-1: square 1 is occupied",
            "3 files: 4 games, 3 errors, 1 warning",
        ]

    @pytest.mark.parametrize("name", ["nowhere.pdn", "."])
    def test_nothing_to_read(
        self,
        name: str,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert run("check", name) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith(f"damier: {name}: no ")


class TestConvert:
    def test_the_official_forms(
        self, bad: Path, capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        bad.write_bytes('[White "é"] [Result "1/2-1/2"] 1. 3228 19:24'.encode("cp1252"))
        assert run("convert", bad) == 0
        captured = capsysbinary.readouterr()
        text = captured.out.decode()
        assert '[White "é"]' in text
        assert text.endswith('[Result "1-1"]\n[GameType "20"]\n\n1. 32-28 19-24 1-1\n\n')
        assert captured.err.decode() == "1 file: 1 game, 0 errors, 1 warning\n"

    def test_options(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        out = tmp_path / "out.pdn"
        options = ["--notation", "numeric", "--keep-results", "--ranges", "--star"]
        assert run("convert", *options, "--encoding", "utf-16", "-o", out, CLUB) == 0
        assert out.read_bytes()[:2] in (b"\xff\xfe", b"\xfe\xff")
        records = list(pdn.read_games(out))
        assert [r.result for r in records] == ["1-1", "0-2", "2-0"]
        assert "22-18 11-16" in out.read_text("utf-16")
        assert "\ufeff" not in out.read_text("utf-16")
        assert list(tmp_path.iterdir()) == [out]

    def test_what_is_converted_is_read_alike(self, tmp_path: Path) -> None:
        out = tmp_path / "out.pdn"
        assert run("convert", "--keep-results", "-o", out, CLUB) == 0
        assert list(pdn.read_games(out)) == list(pdn.read_games(CLUB))

    def test_an_encoding_without_the_letters_leaves_no_file(
        self, bad: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        bad.write_text('[White "Ж"] *', "utf-8")
        assert run("convert", "--encoding", "cp1252", "-o", tmp_path / "out.pdn", bad) == 2
        assert list(tmp_path.iterdir()) == [bad]
        assert run("convert", "--encoding", "klingon", bad) == 2
        assert "klingon" in capsys.readouterr().err


class TestStats:
    def test_figures(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run("stats", CLUB, "--opening", 2) == 0
        rows = [line.split("  ") for line in capsys.readouterr().out.splitlines()]
        figures = {row[0]: [cell.strip() for cell in row[1:] if cell.strip()] for row in rows}
        assert figures["games"] == ["3"]
        assert figures["plies"] == ["14"]
        assert figures["White won"] == ["1", "33.3%"]
        assert figures["32-28 19-23"] == ["1", "33.3%"]

    def test_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run("stats", "--json", CLUB) == 0
        figures = json.loads(capsys.readouterr().out)
        assert (figures["games"], figures["with_errors"]) == (3, 0)
        assert figures["results"]["draw"] == 1
        assert figures["variants"] == {"international": 2, "brazilian": 1}


def test_the_other_commands_do_not_load_it() -> None:
    code = "import sys; from damier.cli.main import main; main(['moves']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert "damier.cli" in loaded
    assert "damier.pdn" not in loaded


class TestShow:
    def test_a_page_of_the_game_asked_for(self, tmp_path: Path) -> None:
        page = tmp_path / "game.html"
        assert run("show", CLUB, "--game", 2, "-o", page) == 0
        record = list(pdn.read_games(CLUB))[1]
        assert page.read_text(encoding="utf-8") == svg.animate(record)

    def test_a_game_that_is_not_there(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run("show", CLUB, "--game", 4) == 2
        assert capsys.readouterr().err == "damier: there is no game 4\n"
        assert run("show", CLUB, "--game", 0) == 2


class TestAnnotate:
    def test_each_move_gets_a_score_and_the_games_read_back(self, tmp_path: Path) -> None:
        path = tmp_path / "out.pdn"
        assert run("annotate", CLUB, "-o", path, "--depth", 2) == 0
        for before, after in zip(pdn.read_games(CLUB), pdn.read_games(path), strict=True):
            assert after.moves == before.moves
            for ply in after.line.plies:
                assert any("%eval" in comment.text for comment in ply.comments)

    def test_games_that_may_not_be_ours_are_left_alone(
        self, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        path = tmp_path / "english.pdn"
        path.write_bytes(b'[Result "0-1"]\n\n1. 11-16 24-20 *\n')
        run("annotate", path, "--depth", 1)
        assert capsysbinary.readouterr().out.strip() == path.read_bytes().strip()

    def test_limits_out_of_range_are_refused(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run("annotate", CLUB, "--time", -1) == 2
        assert "Limit.time" in capsys.readouterr().err
