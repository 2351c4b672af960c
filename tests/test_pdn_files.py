"""Files that `damier pdn` reads and writes: what is not ours is left alone, whoever reads it."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from damier import Variant, pdn
from damier.cli.main import main
from pdn_games import plain_text

FOREIGN = [
    b'[Event "English"]\r\n[GameType "21"]\r\n[Result "1-0"]\r\n\r\n1. 11-15  23-19 2. 8-11 1-0',
    b'[Result "0-1"]\n\n1. 11-16 24-20 {a { nice } move} 2. 8-11 28-24 0-1',
    '[Event "Чемпионат"]\n[GameType "25"]\n\n1. c3:d4 f6-g5 2. b2-c3! (2. a1-b2) g7-f6 *'.encode(
        "cp1251"
    ),
    '[White "Чижов"]\n[Variant "Russian"]\n\n1.cd4 fg5 2. bc3 gf6 *'.encode(),
    b"1. ab4 ba5 2. ed4 dc5 3. bd6 ce5 *",
    b"1. c3-d4 f6-g5 2. b2-c3 g7-f6 1/2-1/2 {agreed}",
    b'[GameType "27"]\n1. 37-32 24-29 *',
    b"what is this ) ] } \xff\xfe *",
    b'[GameType "22,W,8,8,N2,1"]\n1. 21-17 ; over the\n 12-15 *',
]


def run(*arguments: object) -> int:
    return main(["pdn", *map(str, arguments)])


def mixed_file(chance: random.Random, path: Path) -> list[bytes]:
    """Writes a file of games of ours and of others; returns the others."""
    parts = []
    foreign = []
    for _ in range(chance.randrange(1, 7)):
        if chance.random() < 0.5:
            foreign.append(chance.choice(FOREIGN))
            parts.append(foreign[-1])
        else:
            variant = chance.choice(list(Variant))
            text = plain_text(chance, variant, 12)
            parts.append(
                f'[GameType "{variant.game_type}"]\n{text}'.encode()
                if "GameType" not in text
                else text.encode()
            )
    path.write_bytes(b"\n\n".join(parts) + b"\n")
    return foreign


class TestConvert:
    def test_no_game_that_is_not_ours_is_changed(
        self, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        chance = random.Random(3)
        for number in range(200):
            path, out = tmp_path / f"{number}.pdn", tmp_path / "out.pdn"
            foreign = mixed_file(chance, path)
            run("convert", "--keep-results", path, "-o", out)
            written = out.read_bytes()
            at = 0
            for game in foreign:
                at = written.index(game + b"\n\n", at) + len(game)
            assert [r.variant for r in pdn.read_games(out)].count(None) == len(foreign)
            assert list(pdn.read_games(out)) == list(pdn.read_games(path))
            said = capsysbinary.readouterr().err.decode()
            if foreign:
                games = (
                    "1 game left as it is"
                    if len(foreign) == 1
                    else f"{len(foreign)} games left as they are"
                )
                assert games in said
            else:
                assert "left" not in said

    def test_a_chosen_encoding_is_that_of_all_games(self, tmp_path: Path) -> None:
        path, out = tmp_path / "a.pdn", tmp_path / "out.pdn"
        path.write_bytes(FOREIGN[2])
        run("convert", path, "-o", out, "--encoding", "utf-8")
        assert out.read_bytes() == FOREIGN[2].decode("cp1251").encode() + b"\n\n"

    def test_the_encoding_of_the_input_can_be_given(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "a.pdn"
        path.write_bytes('[White "Чижов"] [GameType "20"] 1. 32-28 *'.encode("koi8-r"))
        assert run("convert", path, "--input-encoding", "koi8-r") == 0
        assert "Чижов" in capsys.readouterr().out
        assert run("check", path, "--input-encoding", "klingon") == 2
        assert "klingon" in capsys.readouterr().err


class TestOutput:
    TEXT = '[GameType "20"] 1. 32-28 *'

    def test_a_symbolic_link_is_written_through(self, tmp_path: Path) -> None:
        source, real, link = (
            tmp_path / "a.pdn",
            tmp_path / "deep" / "real.pdn",
            tmp_path / "link.pdn",
        )
        source.write_text(self.TEXT)
        real.parent.mkdir()
        real.write_text("old")
        link.symlink_to(real)
        assert run("convert", source, "-o", link) == 0
        assert link.is_symlink()
        assert "32-28" in real.read_text()
        assert sorted(tmp_path.iterdir()) == [source, real.parent, link]
        assert list(real.parent.iterdir()) == [real]

    def test_a_link_to_nothing_makes_what_it_names(self, tmp_path: Path) -> None:
        source, link = tmp_path / "a.pdn", tmp_path / "link.pdn"
        source.write_text(self.TEXT)
        link.symlink_to(tmp_path / "new.pdn")
        assert run("convert", source, "-o", link) == 0
        assert link.is_symlink()
        assert (tmp_path / "new.pdn").is_file()

    @pytest.mark.parametrize("mode", [0o600, 0o640, 0o444, 0o777])
    def test_the_mode_of_the_file_is_kept(self, tmp_path: Path, mode: int) -> None:
        source, out = tmp_path / "a.pdn", tmp_path / "out.pdn"
        source.write_text(self.TEXT)
        out.write_text("old")
        out.chmod(mode)
        assert run("convert", source, "-o", out) == 0
        assert stat.S_IMODE(out.stat().st_mode) == mode

    def test_a_new_file_has_the_usual_mode(self, tmp_path: Path) -> None:
        source, out = tmp_path / "a.pdn", tmp_path / "out.pdn"
        source.write_text(self.TEXT)
        assert run("convert", source, "-o", out) == 0
        assert out.stat().st_mode == source.stat().st_mode

    def test_other_names_of_the_file_see_the_same(self, tmp_path: Path) -> None:
        source, out, other = tmp_path / "a.pdn", tmp_path / "out.pdn", tmp_path / "other.pdn"
        source.write_text(self.TEXT)
        out.write_text("old")
        other.hardlink_to(out)
        assert run("convert", source, "-o", out) == 0
        assert "32-28" in other.read_text()

    def test_nothing_else_is_touched(self, tmp_path: Path) -> None:
        source, part = tmp_path / "a.pdn", tmp_path / "out.pdn.part"
        source.write_text(self.TEXT)
        part.write_text("mine")
        assert run("convert", source, "-o", tmp_path / "out.pdn") == 0
        assert part.read_text() == "mine"
        assert run("convert", source, "-o", source) == 0
        assert "32-28" in source.read_text()

    def test_a_device_is_written_into(self, tmp_path: Path) -> None:
        source = tmp_path / "a.pdn"
        source.write_text(self.TEXT)
        assert run("convert", source, "-o", os.devnull) == 0
        assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


class TestJobs:
    @pytest.fixture
    def files(self, tmp_path: Path) -> list[Path]:
        chance = random.Random(5)
        paths = [tmp_path / f"{number}.pdn" for number in range(6)]
        for path in paths:
            mixed_file(chance, path)
        paths[3].write_text("1. 32-28 19-23 2. 37-32 *\n1. 35-1 *")
        packed = tmp_path / "packed.pdn.gz"
        packed.write_bytes(gzip.compress(b"1. 33-29 (1. 99-1) 20-24 *"))
        return [*paths, packed]

    @pytest.mark.parametrize(
        "command",
        [["check"], ["check", "--json"], ["check", "--notes"], ["stats"], ["convert"],
         ["convert", "--encoding", "utf-16"]],
    )  # fmt: skip
    def test_the_output_does_not_depend_on_them(
        self, command: list[str], files: list[Path], capsysbinary: pytest.CaptureFixture[bytes]
    ) -> None:
        one = run(*command, "--jobs", 1, *files), capsysbinary.readouterr()
        several = run(*command, "--jobs", 3, *files), capsysbinary.readouterr()
        assert one == several
        assert one[1].out

    def test_a_file_that_cannot_be_read_is_told_after_those_before(
        self, files: list[Path], capsys: pytest.CaptureFixture[str]
    ) -> None:
        files[4] = files[4].with_suffix(".pdn.gz")
        files[4].write_bytes(gzip.compress(b"1. 35-1 *")[:25])
        one = run("check", "--jobs", 1, *files), capsys.readouterr()
        several = run("check", "--jobs", 2, *files), capsys.readouterr()
        assert one == several
        assert one[0] == 2
        assert "gzip" in one[1].err

    def test_ctrl_c_ends_all_processes(self, tmp_path: Path) -> None:
        text = (
            plain_text(random.Random(1), Variant.INTERNATIONAL).replace("1-1", "*")
            + "{a} 1. 35-1 x *\n"
        )
        for number in range(4):
            (tmp_path / f"{number}.pdn").write_text(text * 20_000)
        command = [sys.executable, "-m", "damier", "pdn", "check", "--jobs", "2", str(tmp_path)]
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        )
        time.sleep(2.0)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
        assert (process.returncode, said) == (130, b"damier: interrupted\n")
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, 0)


class TestCheck:
    def test_notes_are_shown_when_asked_for(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "a.pdn"
        path.write_text('[GameType "20"]\n[FEN "W:WK4:B13,20,32,37"]\n\n1. 4x15 37-41 *')
        assert run("check", path) == 0
        assert capsys.readouterr().out == "1 file: 1 game, 0 errors, 0 warnings\n"
        assert run("check", "--notes", path) == 0
        assert f"{path}:4: note: game 1, move 1: 4x15:" in capsys.readouterr().out
        assert run("check", "--json", path) == 0
        (note,) = json.loads(capsys.readouterr().out)["notes"]
        assert note["alternatives"] == ["4x27x38x15", "4x31x42x15"]


class TestStats:
    def test_openings_of_games_that_write_the_initial_position(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "a.pdn"
        for fen in ("W:W21-32:B1-12", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1-12:H0:F1"):
            path.write_text(f'[GameType "26"]\n[SetUp "1"]\n[FEN "{fen}"]\n1. c3-d4 f6-g5 *')
            assert run("stats", "--json", "--opening", 2, path) == 0
            assert json.loads(capsys.readouterr().out)["openings"] == {"c3-d4 f6-g5": 1}
