"""`damier engine hub`: the engine for programs that speak the Hub protocol."""

from __future__ import annotations

import io
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damier import Board
from damier.cli.main import main
from damier.hub import Server, Settings
from damier.hub.messages import Message, write_position

WORDS = [
    *("hub", "init", "ping", "pos", "level", "go", "set-param", "stop", "ponder-hit", "new-game"),
    *("think", "analyze", "ponder", "pos=start", "pos=W", 'moves="32-28', '19-23"', "nodes=9"),
    *("depth=-1", "move-time=0", "time=-1", "inc=-5", "moves=0", "name=hash", "value=1", "=", '"'),
]
START = write_position(Board("international"))


class Program:
    """The other side: says lines and waits for messages."""

    def __init__(self, **settings: object) -> None:
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._answers: queue.Queue[Message] = queue.Queue()
        server = Server(Settings(**settings), lambda line: self._answers.put(Message.parse(line)))
        self._thread = threading.Thread(
            target=server.run, args=(iter(self._lines.get, None),), daemon=True
        )
        self._thread.start()

    def say(self, *lines: str) -> None:
        for line in lines:
            self._lines.put(line)

    def hear(self, word: str) -> Message:
        """The next message of this word; others are passed over."""
        while True:
            message = self.next()
            if message.word == word:
                return message

    def next(self) -> Message:
        return self._answers.get(timeout=30)

    def heard(self) -> list[str]:
        """The words until the server has ended."""
        self.end()
        return [self._answers.get().word for _ in range(self._answers.qsize())]

    def end(self) -> None:
        self._lines.put(None)
        self._thread.join(30)
        assert not self._thread.is_alive()


@pytest.fixture
def program() -> Iterator[Callable[..., Program]]:
    started = []

    def start(**settings: object) -> Program:
        started.append(Program(**settings))
        return started[-1]

    yield start
    for one in started:
        one.end()


class TestServer:
    def test_it_introduces_itself(self, program) -> None:
        gui = program()
        gui.say("hub")
        assert gui.hear("id").text("name") == "damier"
        names = set()
        for _ in range(6):
            names.add(gui.hear("param").text("name"))
        assert names == {"variant", "threads", "hash", "level", "seed", "endgames"}
        gui.say("init", "ping", "quit")
        assert gui.heard() == ["wait", "ready", "pong"]

    def test_it_thinks_within_the_level(self, program) -> None:
        gui = program()
        gui.say("init", f'pos pos={START} moves="32-28 19-23 28x19x23"', "level depth=3")
        gui.say("go think")
        infos = [gui.hear("info") for _ in range(3)]
        assert [info.text("depth") for info in infos] == ["1", "2", "3"]
        board = Board("international")
        for text in ("32-28", "19-23", "28x19"):
            board.push(text)
        done = gui.hear("done")
        assert done.text("move") in {move.hub() for move in board.legal_moves}
        assert infos[-1].text("pv").split()[:2] == [done.text("move"), done.text("ponder")]

    @pytest.mark.parametrize("last", ["28x19", "28x19x23", "28:19"])
    def test_both_forms_of_captures_are_read(self, program, last: str) -> None:
        gui = program()
        gui.say(f'pos pos={START} moves="32-28 19-23 {last}"', "level nodes=100", "go think")
        assert "x" in gui.hear("done").text("move")

    def test_captured_squares_may_stand_in_any_order(self, program) -> None:
        board = Board("international", "W:W32:B28,19")
        gui = program()
        gui.say(f'pos pos={write_position(board)} moves="32x14x28x19"', "go think", "ping")
        assert "no legal move" in gui.hear("error").text("message")
        gui.hear("pong")

    def test_lines_of_a_level_add_up_until_the_search(self, program) -> None:
        gui = program()
        gui.say(f"pos pos={START}", "level depth=9", "level move-time=60", "go think")
        assert gui.hear("done").word == "done"
        gui.say("level depth=1", "go think")
        assert gui.hear("info").text("depth") == "1"
        gui.hear("done")

    def test_the_clock_counts_for_the_side_to_move(self, program) -> None:
        gui = program()
        gui.say(f"pos pos={START}", "level moves=40 time=0.5 inc=0.1", "go think")
        gui.hear("done")
        gui.say("level time=0", "go think")
        gui.hear("done")

    def test_ping_is_answered_during_a_search(self, program) -> None:
        gui = program()
        gui.say(f"pos pos={START}", "level infinite", "go analyze", "ping")
        gui.hear("pong")
        gui.say("stop")
        gui.hear("done")

    def test_an_endless_search_keeps_its_move_until_stop(self, program) -> None:
        gui = program()
        only = write_position(Board("brazilian", "W:W22:B18"))
        gui.say("set-param name=variant value=brazilian", f"pos pos={only}", "go analyze")
        gui.hear("info")
        time.sleep(0.2)  # the search, which has one move to look at, is over
        gui.say("ping")
        assert gui.next().word == "pong"
        gui.say("stop")
        assert gui.hear("done").text("move") == "22x15x18"

    def test_pondering_ends_with_the_level_once_the_move_was_made(self, program) -> None:
        gui = program()
        gui.say(f"pos pos={START}", "level depth=4", "go ponder", "ping")
        gui.hear("pong")
        gui.say("ponder-hit")
        gui.hear("done")
        gui.say("go ponder", "stop")
        gui.hear("done")

    def test_after_a_bad_position_there_is_none(self, program) -> None:
        gui = program()
        gui.say(f"pos pos={START}", f'pos pos={START} moves="32-28 32-28"', "level depth=1")
        message = gui.hear("error").text("message")
        assert message.startswith("pos: move 2, 32-28:")
        gui.say("go think")
        assert gui.hear("error").text("message") == "go: there is no position"

    @pytest.mark.parametrize("value", ["brazilian", "normal"])
    def test_the_variant_is_a_parameter(self, program, value: str) -> None:
        gui = program()
        board = Board("brazilian" if value == "brazilian" else "international")
        gui.say(f"set-param name=variant value={value}", "init", "new-game")
        gui.say(f"pos pos={write_position(board)}", "level depth=2", "go think")
        assert board.is_legal(gui.hear("done").text("move"))

    def test_a_level_plays_instead(self, program) -> None:
        gui = program(level="beginner", seed=1)
        gui.say("pos pos=start", "level infinite", "go think")
        assert gui.hear("info").text("depth") == "2"
        gui.hear("done")
        gui.say("set-param name=variant value=brazilian", "pos pos=start", "go think")
        assert "brazilian draughts has easy, medium, hard" in gui.hear("error").text("message")

    def test_a_new_search_replaces_one_that_runs(self, program) -> None:
        gui = program()
        gui.say("pos pos=start", "go think", "level depth=1", "go think")
        gui.hear("done")
        gui.say("ping", "quit")
        assert gui.heard() == ["pong"]

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("set-param name=threads value=many", "threads: expected a whole number from 0"),
            ("set-param name=hash value=0", "hash: expected a whole number from 1"),
            ("set-param name=variant value=frisian", "variant: expected normal or brazilian"),
            ("set-param name=level value=godlike", "level: expected full, easy"),
            ("level depth=deep", "level: depth: expected a number"),
            ("pos", "pos: expected 51 characters"),
        ],
    )
    def test_what_cannot_be_is_an_error(self, program, line: str, reason: str) -> None:
        gui = program()
        gui.say(line)
        assert gui.hear("error").text("message").startswith(reason)

    def test_endgame_tables_that_are_not_there_are_an_error(self, program, tmp_path) -> None:
        gui = program(endgames=str(tmp_path / "none"))
        gui.say("init")
        assert "none" in gui.hear("error").text("message")

    def test_what_is_not_known_means_nothing(self, program) -> None:
        gui = program()
        gui.say("uci", "", "set-param name=book value=true", "ponder-hit", "stop", "level x=1")
        gui.say("\x00\xff = =", "quit")
        assert gui.heard() == []

    def test_a_search_ends_with_the_input(self, program) -> None:
        gui = program()
        gui.say("pos pos=start", "go analyze", "ping")
        gui.hear("pong")
        gui.end()

    @settings(max_examples=50)
    @given(
        st.lists(
            st.builds(
                " ".join,
                st.lists(
                    st.sampled_from(WORDS) | st.text(max_size=5),
                    max_size=5,
                ),
            ),
            max_size=12,
        )
    )
    def test_no_line_breaks_it(self, lines: list[str]) -> None:
        said: list[str] = []
        Server(Settings(), said.append).run(lines)
        words = {line.split()[0] for line in said}
        assert words <= {"id", "param", "wait", "ready", "pong", "info", "done", "error"}


class TestCommand:
    def test_it_serves_standard_input(self, monkeypatch, capsys) -> None:
        text = "hub\ninit\nping\nquit\n"
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert main(["engine", "hub", "-v", "brazilian", "--hash", "1"]) == 0
        out = capsys.readouterr().out
        assert "value=brazilian" in out
        assert out.endswith("wait\nready\npong\n")

    def test_an_unknown_level_is_refused(self, capsys) -> None:
        assert main(["engine", "hub", "--level", "godlike"]) == 2
        assert "level: expected full" in capsys.readouterr().err
