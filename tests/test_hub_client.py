"""`HubEngine` and `AsyncHubEngine`, against engines that behave as engines were seen to."""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from damier import Board, Color, Game
from damier.engine import Limit
from damier.errors import GameOverError
from damier.hub import AsyncHubEngine, Fault, HubEngine, HubError
from processes import descendants, runs, wait_for

FAKE = Path(__file__).with_name("fake_engine.py")
OWN = [sys.executable, "-m", "damier", "engine", "hub"]
SHORT = Limit(time=0.05)
SILENT_IN_A_SEARCH = ("silent-at-go", "ignores-stop", "garbage", "half-a-line", "endless-line")


def fake(*faults: str) -> list[str]:
    return [sys.executable, str(FAKE), *faults]


@pytest.fixture
def engine() -> Iterator[Callable[..., HubEngine]]:
    """Opens engines, and sees to it that none is left."""
    opened = []

    def start(*faults: str, patience: float = 5.0, **options: object) -> HubEngine:
        opened.append(HubEngine.open(fake(*faults), patience=patience, **options))
        return opened[-1]

    yield start
    for one in opened:
        one.close()
        assert not runs(one.pid)


class TestPlaying:
    def test_the_move_comes_with_what_is_told(self, engine) -> None:
        board = Board("international")
        one = engine()
        result = one.play(board, SHORT)
        assert result.move == board.legal_moves[0]
        info = result.info
        assert (info["depth"], info["score"].centimen, info["nodes"]) == (3, 25, 1000)
        assert info["pv"] == (result.move,)
        assert one.name == "fake 1"
        assert one.parameters["bb-size"].most == 7

    def test_a_game_may_be_given(self, engine) -> None:
        game = Game("international")
        assert game.play(engine().play(game, SHORT).move)

    def test_moves_by_kings_are_sent_for_repetitions(self, engine) -> None:
        board = Board("international", "W:WK46,33:BK4,18")
        for text in ("46-41", "4-10"):
            board.push(text)
        with pytest.raises(HubError, match="bad move 46-41"):
            engine("refuses-moves").play(board, SHORT)

    def test_eight_by_eight_is_a_variant(self, engine) -> None:
        board = Board("brazilian", "W:W22:B18")
        assert str(engine(variant="brazilian").play(board, SHORT).move) == "22x15"
        with pytest.raises(ValueError, match="does not play brazilian"):
            engine("one-game", variant="brazilian")
        with pytest.raises(ValueError, match="plays international draughts, not brazilian"):
            engine().play(board, SHORT)

    def test_without_a_move_nothing_is_asked(self, engine) -> None:
        with pytest.raises(GameOverError):
            engine("dies").play(Board("international", "W:W:B1"), SHORT)

    def test_something_must_be_limited(self, engine) -> None:
        with pytest.raises(ValueError, match="give it a time"):
            engine().play(Board("international"), Limit())

    def test_only_one_line_can_be_had(self, engine) -> None:
        one = engine()
        assert len(one.analyse(Board("international"), SHORT)) == 1
        with pytest.raises(ValueError, match="only the best move"):
            one.analyse(Board("international"), SHORT, multipv=2)

    def test_several_threads_take_turns(self, engine) -> None:
        one, moves = engine("overruns"), []
        threads = [
            threading.Thread(
                target=lambda: moves.append(one.play(Board("international"), SHORT).move)
            )
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(moves) == 4

    def test_a_clock_is_sent_without_the_increment(self, engine) -> None:
        one = engine("dies")
        limit = Limit(white_clock=10, white_inc=0.5, moves_to_go=7, depth=9)
        with pytest.raises(HubError) as error:
            one.play(Board("international"), limit)
        assert "level depth=9" in str(error.value)
        assert "level moves=7 time=9.500 inc=0.500" in str(error.value)


class TestParameters:
    def test_they_are_set_by_name(self, engine) -> None:
        with pytest.raises(HubError, match="no bb-size here") as error:
            engine("refuses-params", bb_size=3)
        assert error.value.fault is Fault.REFUSED

    @pytest.mark.parametrize(
        ("params", "reason"),
        [
            ({"hash": 1}, "no parameter hash; it has: book, bb-size, variant"),
            ({"bb_size": 9}, "bb-size: expected a whole number from 0 to 7, not '9'"),
            ({"book": "maybe"}, "book: expected true or false, not 'maybe'"),
        ],
    )
    def test_what_cannot_be_is_refused(self, engine, params, reason) -> None:
        with pytest.raises(ValueError, match=reason):
            engine(**params)

    def test_configuring_starts_it_anew(self, engine) -> None:
        one = engine()
        before = one.pid
        one.configure(book=False)
        assert one.pid != before
        assert not runs(before)
        with pytest.raises(ValueError, match="bb-size"):
            one.configure(bb_size=8)
        one.ping()


class TestSeen:
    """What engines were seen to do."""

    @pytest.mark.parametrize("form", ["short-captures", "other-order"])
    def test_captures_in_any_form(self, engine, form: str) -> None:
        board = Board("international", "W:W32:B28,19")
        assert engine(form).play(board, SHORT).move == board.legal_moves[0]

    def test_a_position_it_refuses_is_not_searched(self, engine) -> None:
        board = Board("international", "W:WK46:BK5")
        board.push("46-41")
        one = engine("refuses-moves")
        with pytest.raises(HubError) as error:
            one.play(board, SHORT)
        assert error.value.fault is Fault.REFUSED
        assert one.play(Board("international"), SHORT).move  # it is as good as before

    def test_noise_before_ready(self, engine) -> None:
        assert engine("noise").play(Board("international"), SHORT).info["depth"] == 3

    def test_no_info_for_a_forced_move(self, engine) -> None:
        info = engine("forced").play(Board("international"), SHORT).info
        assert (info["depth"], info["nodes"], info["score"].value) == (0, 0, 0)
        assert len(info["pv"]) == 1

    def test_a_score_without_depth(self, engine) -> None:
        info = engine("book").play(Board("international"), SHORT).info
        assert (info["depth"], info["score"].centimen) == (0, 7)

    def test_analysis_and_pondering_that_end_by_themselves(self, engine) -> None:
        one, board = engine(), Board("international")
        with one.analysis(board) as analysis:
            assert [info["depth"] for info in analysis] == [3]
        assert analysis.lines[0]["pv"][0] == board.legal_moves[0]
        with one.ponder(board, SHORT) as pondering:
            assert wait_for(lambda: bool(pondering.lines))
            assert pondering.hit().move == board.legal_moves[0]

    def test_an_overrun_is_no_fault(self, engine) -> None:
        assert engine("overruns").play(Board("international"), Limit(time=0.1)).move

    def test_lines_of_any_length(self, engine) -> None:
        assert engine("long-info").play(Board("international"), SHORT).info["depth"] == 4

    def test_a_broken_off_search_does_not_answer_the_next(self, engine, monkeypatch) -> None:
        one = engine("slow-to-stop")
        with monkeypatch.context() as patch:
            patch.setattr("damier.hub.search.Watch.due", _interrupt)
            with pytest.raises(KeyboardInterrupt):
                one.play(Board("international"), SHORT)
        board = Board("international", "W:W28:B23")
        assert one.play(board, SHORT).move in board.legal_moves

    def test_an_engine_that_ignores_quit(self, engine) -> None:
        one = engine("ignores-quit")
        one.close()
        assert not runs(one.pid)

    def test_its_children_end_with_it(self, engine) -> None:
        one = engine("child")
        (child,) = descendants(one.pid)
        one.close()
        assert wait_for(lambda: not runs(child))


def _play_in_vain(fault: str, limit: Limit) -> None:
    engine = HubEngine.open(fake(fault), patience=4, longest=0.1)
    try:
        engine.play(Board("international"), limit)
    finally:
        assert engine.closed
        assert not runs(engine.pid)
        with pytest.raises(ValueError, match="the engine is closed"):
            engine.ping()


class TestFaults:
    """One clear error each, within the time-out."""

    @pytest.mark.parametrize(
        ("reasons", "limit"),
        [
            (
                {
                    "silent-at-hub": 'no "wait" within 4 s',
                    "silent-at-init": 'no "ready" within 4 s; it said: loading 4 GB',
                    "silent-at-ping": 'no "pong" within 4 s',
                },
                SHORT,
            ),
            (dict.fromkeys(SILENT_IN_A_SEARCH, "no move within 4"), SHORT),
            (dict.fromkeys(SILENT_IN_A_SEARCH, "no move within 4"), Limit(depth=3)),
        ],
    )
    def test_silence(self, reasons: dict[str, str], limit: Limit) -> None:
        def play(fault: str) -> tuple[HubError, float]:
            began = time.monotonic()
            with pytest.raises(HubError) as error:
                _play_in_vain(fault, limit)
            return error.value, time.monotonic() - began

        with ThreadPoolExecutor() as pool:  # all at once, since each takes its time
            found = list(pool.map(play, reasons))
        for (error, seconds), reason in zip(found, reasons.values(), strict=True):
            assert error.fault is Fault.SILENT
            assert reason in str(error)
            assert seconds < 10

    @pytest.mark.parametrize(
        ("fault", "kind", "reason"),
        [
            ("too-long-line", Fault.GARBLED, "8 MiB without the end of a line"),
            ("dies", Fault.DIED, "ended with status 3; it said: .*segmentation fault, sorry"),
            ("error", Fault.REFUSED, "out of ideas"),
            ("illegal", Fault.ILLEGAL, "gave 1-50 in W:W31"),
            ("no-move", Fault.GARBLED, "gave no move: done"),
            ("strange-done", Fault.GARBLED, "gave no move: done move="),
        ],
    )
    def test_in_a_search(self, fault: str, kind: Fault, reason: str) -> None:
        one = HubEngine.open(fake(fault))
        with pytest.raises(HubError, match=reason) as error:
            one.play(Board("international"), SHORT)
        assert error.value.fault is kind
        if kind is Fault.DIED:
            assert one.closed
            assert not runs(one.pid)
        one.close()
        assert not runs(one.pid)

    @pytest.mark.parametrize(
        ("command", "reason"),
        [
            ("/no/such/engine hub", "cannot be run: No such file"),
            ("", "an empty command"),
            ("'unclosed", "no command"),
            ([sys.executable, "-c", "print('hello')"], "ended with status 0; it said: hello"),
            ([sys.executable, "-c", "import os, time; os.close(1); time.sleep(99)"], "closed its"),
        ],
    )
    def test_a_command_that_is_no_engine(self, command, reason: str) -> None:
        with pytest.raises(HubError, match=reason):
            HubEngine.open(command, patience=3)

    def test_an_illegal_move_leaves_it_open(self) -> None:
        with HubEngine.open(fake("illegal")) as one:
            for _ in range(2):
                with pytest.raises(HubError, match="1-50"):
                    one.play(Board("international"), SHORT)
            one.ping()

    def test_closing_from_another_thread_ends_a_search(self) -> None:
        one = HubEngine.open(OWN)
        threading.Timer(0.3, one.close).start()
        with one.analysis(Board("international")) as analysis:
            assert analysis.wait()[0]["pv"]
        with pytest.raises(ValueError, match="closed"):
            one.ping()


PROGRAM = """
    import sys, time
    from damier import Board
    from damier.engine import Limit
    from damier.hub import HubEngine
    engine = HubEngine.open({command!r}, patience=2)
    print(engine.pid, flush=True)
    {then}
"""


class TestEnds:
    """Whatever ends the program, no process is left."""

    @pytest.mark.parametrize("command", [fake("silent-at-go", "ignores-quit"), OWN])
    @pytest.mark.parametrize(
        "then",
        [
            "pass",
            "raise RuntimeError('oops')",
            "sys.exit(3)",
            "analysis = engine.analysis(Board('international')); time.sleep(0.3)",
            "engine = None; time.sleep(0.1)",
        ],
    )
    def test_at_the_end_of_the_program(self, command: list[str], then: str) -> None:
        program = textwrap.dedent(PROGRAM).format(command=command, then=then)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=30)
        assert wait_for(lambda: not runs(int(done.stdout)))
        assert b"Fatal" not in done.stderr

    @pytest.mark.parametrize("command", [fake("silent-at-go", "ignores-quit"), OWN])
    def test_after_ctrl_c(self, command: list[str]) -> None:
        then = "engine.play(Board('international'), Limit(time=60))"
        program = textwrap.dedent(PROGRAM).format(command=command, then=then)
        child = subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert child.stdout is not None
        pid = int(child.stdout.readline())
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=30)
        assert b"KeyboardInterrupt" in err
        assert wait_for(lambda: not runs(pid))

    def test_when_it_is_forgotten(self) -> None:
        pid = HubEngine.open(fake("ignores-quit")).pid
        gc.collect()
        assert wait_for(lambda: not runs(pid))

    def test_a_fork_does_not_end_it(self) -> None:
        with HubEngine.open(fake()) as one:
            child = os.fork()
            if child == 0:
                one._conversation.kill()
                os._exit(0)
            os.waitpid(child, 0)
            one.ping()


class TestOwn:
    """The engine of this package, in a process of its own."""

    @pytest.mark.parametrize("variant", ["international", "brazilian"])
    def test_a_game(self, variant: str) -> None:
        game = Game(variant, rules="fmjd" if variant == "international" else "fmjd64")
        with HubEngine.open(OWN, variant, hash=1) as one:
            while game.outcome is None and len(game.moves) < 60:
                game.play(one.play(game, Limit(nodes=300)).move)
        assert game.moves

    def test_pondering(self) -> None:
        board = Board("international")
        board.push("32-28")
        with HubEngine.open(OWN) as one:
            with one.ponder(board, Limit(depth=6)) as pondering:
                next(iter(pondering))
                assert pondering.hit().info["depth"] == 6
            with one.ponder(board, Limit(depth=6)) as pondering:
                assert pondering.stop()[0]["pv"]
            one.clear()
            one.ping()

    def test_wins_keep_their_distance(self) -> None:
        with HubEngine.open(OWN) as one:
            score = one.play(Board("international", "W:W28:B23"), Limit(depth=5)).info["score"]
        assert score.win_in == 1
        assert score.turn is Color.WHITE


def _interrupt(watch: object) -> list[str]:
    time.sleep(0.05)
    raise KeyboardInterrupt


class TestAsync:
    def test_it_has_what_its_twin_has(self) -> None:
        for name, member in inspect.getmembers(HubEngine):
            if name.startswith("_") or name == "begin":
                continue
            twin = getattr(AsyncHubEngine, name)
            if callable(member):
                names = inspect.signature(member).parameters
                assert list(inspect.signature(twin).parameters) == list(names)

    def test_it_does_what_its_twin_does(self) -> None:
        async def use() -> None:
            board = Board("international")
            async with await AsyncHubEngine.open(OWN, hash=2) as one:
                assert one.name.startswith("damier")
                assert one.parameters["hash"].kind == "int"
                await one.ping()
                await one.clear()
                assert (await one.play(board, Limit(depth=3))).move in board.legal_moves
                assert (await one.analyse(board, Limit(depth=3)))[0]["depth"] == 3
                async with one.analysis(board) as analysis:
                    async for info in analysis:
                        if info["depth"] >= 5:
                            break
                async with one.ponder(board, Limit(depth=3)) as pondering:
                    assert (await pondering.hit()).move in board.legal_moves
                await one.configure(hash=1)
                pid = one.pid
            assert one.closed
            assert not runs(pid)

        asyncio.run(use())

    def test_a_cancelled_call_stops_its_search(self) -> None:
        async def use() -> None:
            async with await AsyncHubEngine.open(OWN) as one:
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(one.play(Board("international"), Limit(time=60)), 0.3)
                await one.ping()

        began = time.monotonic()
        asyncio.run(use())
        assert time.monotonic() - began < 10

    def test_its_faults_are_the_same(self) -> None:
        async def use() -> None:
            async with await AsyncHubEngine.open(fake("dies")) as one:
                with pytest.raises(HubError, match="segmentation fault"):
                    await one.play(Board("international"), SHORT)

        asyncio.run(use())


class TestVersion1:
    """The first version of the protocol, as Scan 2.0 speaks it."""

    ENGINE = """
        import sys
        for line in sys.stdin:
            print("heard", line, end="", file=sys.stderr)
            word = line.split()[0]
            print({
                "hub": "name Old 1.0\\nauthor Somebody\\nwait",
                "init": "ready",
                "ping": "pong",
                "go": "info 9 8.5 -12 1000 0.01 0.1 32-28 19-23\\nmove 32-28 19-23",
                "quit": "error bye",
            }.get(word, ""), flush=True)
    """

    def test_it_is_spoken(self) -> None:
        command = [sys.executable, "-c", textwrap.dedent(self.ENGINE)]
        with HubEngine.open(command, protocol=1, bb_size=4) as one:
            limit = Limit(white_clock=9, white_inc=0.1, time=0.1, depth=3)
            result = one.play(Board("international"), limit)
            one.clear()
            heard = one._conversation._process
            assert wait_for(lambda: "heard new" in heard.last_words())
        assert one.name == "Old 1.0"
        assert (str(result.move), str(result.ponder)) == ("32-28", "19-23")
        assert result.info["score"].centimen == -12

    def test_it_has_no_nodes_and_no_small_board(self) -> None:
        with pytest.raises(ValueError, match="international draughts alone"):
            HubEngine.open("none", "brazilian", protocol=1)
        command = [sys.executable, "-c", textwrap.dedent(self.ENGINE)]
        with (
            HubEngine.open(command, protocol=1) as one,
            pytest.raises(ValueError, match="no limit of nodes"),
        ):
            one.play(Board("international"), Limit(nodes=5))

    def test_there_are_two(self) -> None:
        with pytest.raises(ValueError, match="expected 1 or 2"):
            HubEngine.open("none", protocol=3)
