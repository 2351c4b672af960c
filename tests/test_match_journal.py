"""Matches that go on where they were broken off."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from damier import Board, pdn
from damier.engine import Limit
from damier.match import play_match
from damier.match.journal import Journal
from processes import descendants, runs, wait_for


def first(board: Board, limit: Limit) -> object:
    return board.legal_moves[0]


def last(board: Board, limit: Limit) -> str:
    return board.legal_moves[-1].long()


class TestJournal:
    def play(self, journal: Path, games: int, **options: object):
        match = {"variant": "brazilian", "openings": "random:2", **options}
        return play_match(first, last, games=games, journal=journal, **match)

    def test_a_match_goes_on(self, tmp_path: Path) -> None:
        journal = tmp_path / "match.journal"
        whole = self.play(tmp_path / "whole", 6)
        before = self.play(journal, 2)
        told = journal.read_bytes()
        after = self.play(journal, 6)
        assert journal.read_bytes().startswith(told)
        assert after.results[:2] == before.results
        assert [game.result for game in after.results] == [game.result for game in whole.results]
        assert self.play(journal, 6).results == after.results

    def test_half_a_line_is_taken_away(self, tmp_path: Path) -> None:
        journal = tmp_path / "match.journal"
        self.play(journal, 4)
        lines = journal.read_bytes()
        for cut in (1, 100, len(lines.splitlines()[-1]), len(lines) - 5):
            journal.write_bytes(lines[:-cut])
            assert len(self.play(journal, 4).results) == 4
            assert len(self.play(journal, 5).results) == 5

    def test_another_match_is_refused(self, tmp_path: Path) -> None:
        journal = tmp_path / "match.journal"
        self.play(journal, 1)
        with pytest.raises(ValueError, match="of another match: seed was 1, not 2"):
            self.play(journal, 1, seed=2)
        with pytest.raises(ValueError, match="of another match: first opening"):
            self.play(journal, 1, openings="random:3")

    @pytest.mark.parametrize(
        "content", ["hello\n", "[]\n", "{}\n", '{"damier match": 1}\n{}\n', "hello", "a\nb", "\nb"]
    )
    def test_another_file_is_refused(self, tmp_path: Path, content: str) -> None:
        path = tmp_path / "file"
        path.write_text(content)
        with pytest.raises(ValueError, match=r"no journal|another match"):
            self.play(path, 1)
        assert path.read_text() == content

    def test_a_journal_is_used_by_one(self, tmp_path: Path) -> None:
        book = Journal(tmp_path / "journal", {})
        with pytest.raises(ValueError, match="another match uses it"):
            Journal(tmp_path / "journal", {})
        book.close()


SLOW = """
    import time
    def slow(board, limit):
        time.sleep(0.004)
        return board.legal_moves[-1]
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_match_broken_off_goes_on_without_losing_a_game(
    tmp_path: Path, how: signal.Signals, jobs: int
) -> None:
    (tmp_path / "slow.py").write_text(textwrap.dedent(SLOW))
    command = [sys.executable, "-m", "damier", "match", f"python:{tmp_path}/slow.py:slow"]
    command += [f"{sys.executable} -m damier engine hub --hash 1", "--jobs", str(jobs)]
    command += ["-v", "brazilian", "--games", "8", "--nodes", "50", "--pdn", "games.pdn", "--json"]
    journal = tmp_path / "games.pdn.journal"

    def lines() -> list[bytes]:
        return journal.read_bytes().splitlines() if journal.exists() else []

    running = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert wait_for(lambda: len(lines()) >= 3)
    started = descendants(running.pid)
    assert len(started) >= (1 if jobs == 1 else 4)
    running.send_signal(how)
    _, err = running.communicate(timeout=30)
    kept = lines()
    if how is signal.SIGINT:
        assert running.returncode == 130
        assert err == b"damier: interrupted; the same command goes on from games.pdn.journal\n"
        assert len(list(pdn.read_games(tmp_path / "games.pdn"))) == len(kept) - 1
    assert wait_for(lambda: not any(map(runs, started)))

    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, check=True)
    assert done.stderr == b""
    told = json.loads(done.stdout)
    assert told["games"] == 8
    assert told["failures"] == []
    whole = [line for line in kept if line.endswith(b"}")]
    assert lines()[: len(whole)] == whole
    rounds = [int(record.headers["Round"]) for record in pdn.read_games(tmp_path / "games.pdn")]
    assert rounds == list(range(1, 9))
