"""The shell around the commands: closed streams, strange names, letters a terminal has not."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

DAMIER = f"{shlex.quote(sys.executable)} -m damier"
CYRILLIC = '[White "Иванов"]\n\n1. 32-28 19-23\n2. 37-32 {плохой ход} *\n'

posix = pytest.mark.skipif(os.name != "posix", reason="redirections and names as POSIX has them")


def shell(line: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["sh", "-c", line],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        timeout=60,
    )


def one_line(done: subprocess.CompletedProcess[bytes]) -> str:
    """What a refused command says."""
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith(b"damier: "), done.stderr
    (line,) = done.stderr.decode().splitlines()
    return line


@posix
class TestLetters:
    def test_what_the_output_cannot_spell_is_escaped(self, tmp_path: Path) -> None:
        (tmp_path / "Москва.pdn").write_text(CYRILLIC, encoding="utf-8")
        (tmp_path / "other.pdn").write_text("1. 35-29 *")
        line = f"{DAMIER} pdn check Москва.pdn other.pdn"
        plain = shell(line, tmp_path, PYTHONIOENCODING="utf-8")
        for encoding in ("cp1252", "ascii:strict", "iso-8859-5"):
            done = shell(line, tmp_path, PYTHONIOENCODING=encoding)
            assert (done.returncode, done.stderr) == (1, b"")
            name = encoding.partition(":")[0]
            assert done.stdout == plain.stdout.decode().encode(name, "backslashreplace")
            assert b"2 files: 2 games, 2 errors" in done.stdout

    def test_a_file_name_that_is_no_text_keeps_nobody_from_the_rest(self, tmp_path: Path) -> None:
        for name in (b"\xff.pdn", b"other.pdn"):
            (Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), name)))).write_text("1. 35-29 *")
        for line in ("pdn check .", r"pdn check $(printf '\377').pdn other.pdn"):
            done = shell(f"{DAMIER} {line}", tmp_path, PYTHONIOENCODING="utf-8")
            assert (done.returncode, done.stderr) == (1, b"")
            assert rb"\udcff.pdn:1: game 1, move 1: " in done.stdout
            assert b"2 files: 2 games, 2 errors" in done.stdout
        done = shell(f"{DAMIER} pdn check --json .", tmp_path)
        assert len([json.loads(line) for line in done.stdout.splitlines()]) == 2
        assert rb"\xff" not in done.stdout

    def test_a_missing_file_of_such_a_name_is_named(self, tmp_path: Path) -> None:
        done = shell(rf"{DAMIER} pdn check $(printf '\377').pdn", tmp_path)
        assert one_line(done) == r"damier: \udcff.pdn: no such file"


@posix
class TestClosedStreams:
    @pytest.mark.parametrize("command", ["pdn check -", "pdn convert -", "pdn stats a.pdn -"])
    def test_a_closed_standard_input_is_told(self, command: str, tmp_path: Path) -> None:
        (tmp_path / "a.pdn").write_text("1. 32-28 *")
        done = shell(f"{DAMIER} {command} <&-", tmp_path)
        assert one_line(done) == "damier: -: standard input is closed"
        assert done.stdout == b""

    @pytest.mark.parametrize(
        "command",
        [
            "perft 2",
            "divide 2 --json",
            "moves",
            "verify -v brazilian",
            "pdn check a.pdn",
            "pdn convert a.pdn",
            "pdn stats a.pdn",
            "campaign status a.campaign",
        ],
    )
    def test_a_closed_standard_output_is_told(self, command: str, tmp_path: Path) -> None:
        (tmp_path / "a.pdn").write_text("1. 32-28 *")
        done = shell(f"{DAMIER} {command} >&-", tmp_path)
        assert one_line(done) == "damier: cannot write: standard output is closed"

    @pytest.mark.parametrize("command", ["perft 2", "pdn convert a.pdn", "pdn check a.pdn"])
    def test_without_standard_error_the_output_is_the_same(
        self, command: str, tmp_path: Path
    ) -> None:
        (tmp_path / "a.pdn").write_text("1. 32-28 *")

        def output(redirection: str) -> tuple[int, list[bytes]]:
            done = shell(f"{DAMIER} {command} {redirection}", tmp_path)
            lines = done.stdout.splitlines()
            return done.returncode, [line for line in lines if b" s, " not in line]

        assert output("2>&-") == output("")

    def test_a_refusal_that_nobody_can_read_keeps_its_status(self, tmp_path: Path) -> None:
        assert shell(f"{DAMIER} perft -1 2>&-", tmp_path).returncode == 2
        assert shell(f"{DAMIER} perft 2 >&- 2>&-", tmp_path).returncode == 2
        assert shell(f"{DAMIER} pdn check - <&- >&- 2>&-", tmp_path).returncode == 2


class TestEncodings:
    @pytest.mark.parametrize(
        "name",
        ["rot13", "base64", "hex", "zlib", "bz2", "uu", "quopri", "undefined", "nothing", ""],
    )
    def test_what_is_no_encoding_of_text_is_refused(self, name: str, tmp_path: Path) -> None:
        (tmp_path / "a.pdn").write_text("1. 32-28 *")
        line = f"{DAMIER} pdn convert a.pdn -o b.pdn --encoding {shlex.quote(name)}"
        assert "argument --encoding" in one_line(shell(line, tmp_path))
        assert not (tmp_path / "b.pdn").exists()

    def test_a_letter_that_an_encoding_has_not_is_named_with_its_game(self, tmp_path: Path) -> None:
        (tmp_path / "a.pdn").write_text("1. 32-28 *\n\n" + CYRILLIC, encoding="utf-8")
        line = f"{DAMIER} pdn convert a.pdn -o b.pdn --encoding latin-1"
        assert one_line(shell(line, tmp_path)) == (
            r"damier: a.pdn:3: game 2: latin-1 has no '\u0418'"
        )
        assert not (tmp_path / "b.pdn").exists()
