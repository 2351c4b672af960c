"""Time controls and the clock; the time comes from a source that the test sets."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest

from damier import Clock, Color, Game, GameOverError, Termination

WHITE, BLACK = Color.WHITE, Color.BLACK


class Time:
    """A source of time that goes where it is told."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.mark.parametrize(
    ("control", "seconds", "written"),
    [
        ("10", 600.0, "600"),
        ("5", 300.0, "300"),
        ("3+2", 180.0, "180+2"),
        ("0.5", 30.0, "30"),
        ("1+0", 60.0, "60"),
        ("45/5400:30/1800", 5400.0, "45/5400:30/1800"),
        ("40/7200:1800+30", 7200.0, "40/7200:1800+30"),
        ("-", None, "-"),
        (None, None, "-"),
    ],
)
def test_controls(control: str | None, seconds: float | None, written: str) -> None:
    clock = Clock(control)
    for color in Color:
        assert clock.remaining(color) == seconds
        assert clock.control(color) == written
    assert Clock.from_time_control(written) == clock


def test_a_pdn_tag_counts_seconds() -> None:
    assert Clock.from_time_control("180+2") == Clock("3+2")
    assert Clock.from_time_control("300", "600") == Clock("5", "10")


@pytest.mark.parametrize(
    "text",
    [
        *("", "ten", "3+", "+2", "-5", "0", "0+2", "3+2+1", "1:40/3600", "0/60", "*180", "?"),
        *("5 ", "1e3", "9999999999", "\u0663", "0.000001", "40/", ":"),
    ],
)
def test_what_is_no_control_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="time control "):
        Clock(text)
    with pytest.raises(ValueError, match="time control "):
        Clock.from_time_control(text)
    with pytest.raises(ValueError, match="time control "):
        Game("brazilian", clock=text)


class TestRunning:
    def test_each_side_spends_its_own_time(self, time: Time) -> None:
        clock = Clock("10", now=time)
        time.seconds += 50
        assert clock.remaining(WHITE) == 600
        clock.start(WHITE)
        time.seconds += 7
        assert (clock.remaining(WHITE), clock.remaining(BLACK)) == (593, 600)
        clock.press()
        time.seconds += 20
        assert (clock.remaining(WHITE), clock.remaining(BLACK)) == (593, 580)
        clock.stop()
        time.seconds += 100
        assert (clock.remaining(WHITE), clock.remaining(BLACK)) == (593, 580)
        assert clock.running is None

    def test_the_increment_comes_after_the_move(self, time: Time) -> None:
        clock = Clock("3+2", now=time)
        clock.start(WHITE)
        time.seconds += 10
        assert clock.remaining(WHITE) == 170
        clock.press()
        assert clock.remaining(WHITE) == 172
        assert clock.remaining(BLACK) == 180

    def test_separate_times(self, time: Time) -> None:
        clock = Clock("10", "5+3", now=time)
        assert (clock.remaining(WHITE), clock.remaining(BLACK)) == (600, 300)
        swapped = clock.fresh(swapped=True)
        assert (swapped.control(WHITE), swapped.control(BLACK)) == ("300+3", "600")
        handicap = Clock("-", "5", now=time)
        handicap.start(WHITE)
        time.seconds += 10**6
        assert handicap.fallen is None
        assert (handicap.remaining(WHITE), handicap.remaining(BLACK)) == (None, 300)

    def test_stages(self, time: Time) -> None:
        clock = Clock("2/100:3/50+5", now=time)
        clock.start(WHITE)
        remaining = []
        for _ in range(8):
            time.seconds += 10
            clock.press()
            remaining.append(clock.remaining(WHITE))
            clock.press()
        # After move 2 come fifty seconds, and after moves 5 and 8 again, as the last part repeats.
        assert remaining == [90, 130, 125, 120, 165, 160, 155, 200]

    def test_a_move_taken_back_does_not_earn_a_stage_twice(self, time: Time) -> None:
        clock = Clock("1/100:50", now=time)
        clock.start(WHITE)
        clock.press()
        assert clock.remaining(WHITE) == 150
        clock.take_back()
        assert (clock.running, clock.remaining(WHITE)) == (WHITE, 150)
        clock.press()
        assert clock.remaining(WHITE) == 150

    def test_a_flag_falls_when_nothing_is_left(self, time: Time) -> None:
        clock = Clock("1", now=time)
        clock.start(BLACK)
        time.seconds += 59.999
        assert clock.fallen is None
        time.seconds = 1060.0
        assert clock.fallen is BLACK
        with pytest.raises(ValueError, match="black has no time left"):
            clock.press()
        time.seconds += 5
        assert clock.remaining(BLACK) == 0

    def test_a_pause_counts_for_nobody(self, time: Time) -> None:
        clock = Clock("1", now=time)
        clock.start(WHITE)
        time.seconds += 10
        clock.pause()
        time.seconds += 1000
        assert (clock.paused, clock.running, clock.remaining(WHITE)) == (True, WHITE, 50)
        with pytest.raises(ValueError, match="paused"):
            clock.press()
        with pytest.raises(ValueError, match="paused already"):
            clock.pause()
        clock.resume()
        time.seconds += 10
        assert clock.remaining(WHITE) == 40
        with pytest.raises(ValueError, match="not paused"):
            clock.resume()

    def test_a_clock_that_stands_cannot_be_pressed(self) -> None:
        with pytest.raises(ValueError, match="does not run"):
            Clock("10").press()
        with pytest.raises(ValueError, match="does not run"):
            Clock("10").take_back()

    def test_a_source_that_runs_backwards_gives_no_time(self, time: Time) -> None:
        clock = Clock("10", now=time)
        clock.start(WHITE)
        time.seconds -= 100
        assert clock.remaining(WHITE) == 600


class TestState:
    @pytest.fixture
    def clock(self, time: Time) -> Clock:
        clock = Clock("2/100:50+5", "3+2", now=time)
        clock.start(WHITE)
        for seconds in (7.25, 11.5, 3.125):
            time.seconds += seconds
            clock.press()
        return clock

    def test_saving_keeps_the_time_spent_so_far(self, clock: Clock, time: Time) -> None:
        time.seconds += 30
        later = Time()
        later.seconds = 5.0
        loaded = Clock.from_dict(json.loads(json.dumps(clock.to_dict())), now=later)
        assert loaded == clock
        for color in Color:
            assert loaded.remaining(color) == clock.remaining(color)
        later.seconds += 10
        assert loaded.remaining(BLACK) == pytest.approx((clock.remaining(BLACK) or 0) - 10)

    def test_equality(self, clock: Clock, time: Time) -> None:
        same = Clock.from_dict(clock.to_dict(), now=time)
        time.seconds += 3
        assert same == clock
        same.pause()
        assert same != clock
        assert clock != "clock"
        with pytest.raises(TypeError):
            hash(clock)

    def test_copies_and_pickles(self, clock: Clock) -> None:
        assert pickle.loads(pickle.dumps(clock)) == clock
        assert copy.deepcopy(clock) == clock

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"paused": 1}, "clock.paused: expected true or false, not 1"),
            ({"running": "red"}, "clock.running: expected 'white' or 'black', not 'red'"),
            ({"spent": -1}, "clock.spent: expected a number"),
            ({"spent": float("nan")}, "clock.spent: expected a number"),
            ({"spent": 10**400}, "clock.spent: expected a number"),
            ({"white": {}}, "clock.white: 'control' is missing"),
            ({"extra": 1}, "clock: unknown key 'extra'"),
        ],
    )
    def test_corrupt_data_is_refused(
        self, clock: Clock, change: dict[str, Any], message: str
    ) -> None:
        with pytest.raises(ValueError, match=message):
            Clock.from_dict({**clock.to_dict(), **change})


class TestInGames:
    def game(self, time: Time, control: str = "3+2") -> Game:
        return Game("international", clock=Clock(control, now=time))

    def test_the_clock_runs_from_the_start_for_the_side_to_move(self, time: Time) -> None:
        game = self.game(time)
        assert game.clock is not None
        time.seconds += 10
        game.play("32-28")
        time.seconds += 20
        assert game.clock.remaining(WHITE) == 172
        assert game.clock.remaining(BLACK) == 160
        black_first = Game("international", "B:W28:B14", clock=Clock("10", now=time))
        assert black_first.clock is not None
        assert black_first.clock.running is BLACK

    @pytest.mark.parametrize(
        "action",
        [
            lambda game: game.play("32-28"),
            lambda game: game.play("nonsense"),
            lambda game: game.undo(),
            lambda game: game.touch(32),
            lambda game: game.resign(BLACK),
            lambda game: game.offer_draw(BLACK),
            lambda game: game.accept_draw(BLACK),
            lambda game: game.decline_draw(BLACK),
            lambda game: game.withdraw_draw(BLACK),
            lambda game: game.claim_draw(BLACK),
            lambda game: game.adjudicate(None),
        ],
    )
    def test_every_action_notices_the_flag_first(self, time: Time, action: Any) -> None:
        game = self.game(time)
        time.seconds += 180
        with pytest.raises(GameOverError, match="the game is over: Black wins"):
            action(game)
        assert game.outcome is not None
        assert (game.outcome.winner, game.outcome.rule) == (BLACK, "time")
        assert game.outcome.termination is Termination.TIME
        assert game.moves == ()

    @pytest.mark.parametrize(
        "look",
        [
            lambda game: game.check_clock(),
            lambda game: game.outcome,
            lambda game: game.view()["outcome"],
            lambda game: game.to_dict()["outcome"],
            lambda game: not game.legal_moves,
        ],
    )
    def test_a_look_notices_the_flag(self, time: Time, look: Any) -> None:
        game = self.game(time)
        time.seconds += 179.9
        assert not look(game)
        time.seconds += 0.2
        assert look(game)
        time.seconds -= 100
        assert game.outcome is not None

    def test_time_loses_whatever_the_material(self, time: Time) -> None:
        game = Game("international", "W:WK28,50,49,48:B6", clock=Clock("10", now=time))
        time.seconds += 600
        outcome = game.check_clock()
        assert outcome is not None
        assert outcome.winner is BLACK
        assert outcome.result("international") == "0-2"

    def test_a_ply_in_time_that_ends_the_game_makes_a_later_flag_void(self, time: Time) -> None:
        game = Game("international", "W:W28:B23", clock=Clock("10", now=time))
        time.seconds += 599
        game.play("28x19")
        time.seconds += 10_000
        assert game.check_clock() is game.outcome
        assert game.outcome is not None
        assert game.outcome.rule == "no-legal-moves"
        assert game.clock is not None
        assert (game.clock.remaining(WHITE), game.clock.remaining(BLACK)) == (1, 600)

    def test_a_refused_move_costs_time_but_earns_none(self, time: Time) -> None:
        game = self.game(time)
        assert game.clock is not None
        time.seconds += 10
        with pytest.raises(ValueError, match="32-27x"):
            game.play("32-27x")
        assert game.clock.remaining(WHITE) == 170

    def test_undo_gives_no_time_back(self, time: Time) -> None:
        game = self.game(time, "10")
        assert game.clock is not None
        time.seconds += 10
        game.play("32-28")
        time.seconds += 5
        game.undo()
        assert game.clock.running is WHITE
        assert (game.clock.remaining(WHITE), game.clock.remaining(BLACK)) == (590, 595)

    def test_a_pause_for_a_restart(self, time: Time) -> None:
        game = self.game(time)
        assert game.clock is not None
        time.seconds += 10
        game.clock.pause()
        stored = json.loads(json.dumps(game.to_dict()))
        later = Time()
        later.seconds = 3.0
        game = Game.from_dict(stored, now=later)
        assert game.clock is not None
        later.seconds += 900
        assert (game.outcome, game.clock.remaining(WHITE)) == (None, 170)
        before = game.to_dict()
        with pytest.raises(ValueError, match="the clock is paused"):
            game.play("32-28")
        with pytest.raises(ValueError, match="the clock is paused"):
            [game.touch(square) for square in (32, 28)]
        assert game.touched == (32,)
        assert game.to_dict() == {**before, "touched": [32]}
        game.clock.resume()
        later.seconds += 1
        game.play("32-28")
        assert game.clock.remaining(WHITE) == 171

    def test_a_game_can_wait_for_its_players(self, time: Time) -> None:
        clock = Clock("5", now=time)
        clock.pause()
        game = Game("brazilian", clock=clock)
        time.seconds += 3600
        assert game.outcome is None
        clock.resume()
        time.seconds += 300
        assert game.outcome is not None

    def test_a_clock_serves_one_game(self, time: Time) -> None:
        clock = Clock("5", now=time)
        Game("brazilian", clock=clock)
        with pytest.raises(ValueError, match="a clock of its own"):
            Game("brazilian", clock=clock)
        used = Clock("5", now=time)
        used.start(WHITE)
        used.press()
        used.stop()
        with pytest.raises(ValueError, match="a clock of its own"):
            Game("brazilian", clock=used)
        with pytest.raises(TypeError, match="clock: expected"):
            Game("brazilian", clock=5)  # type: ignore[arg-type]
