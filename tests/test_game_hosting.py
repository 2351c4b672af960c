"""What a site needs of a game: who acts, stale clicks, time across processes, undo by agreement."""

from __future__ import annotations

import copy
import json
import pickle
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest

from damier import Clock, Color, Game, GameOverError, IllegalMoveError, Outcome, Termination
from damier.errors import Code, GameStateError, RefusedError
from damier.rules import KingPlies, RuleSet

WHITE, BLACK = Color.WHITE, Color.BLACK

STORED = json.loads(
    (Path(__file__).parent / "data" / "games" / "version-1.json").read_text(encoding="utf-8")
)


CODE = (">>>", "...")


class Seconds:
    """A source of time that goes where it is told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class FloatLike(float):
    """What numpy's float64 is: a float of another class."""


def test_the_site_of_the_documentation_is_short() -> None:
    """Its examples, which the tests run, are the site and two players who try it."""
    page = Path(__file__).parents[1] / "docs" / "host.md"
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line[:3] in CODE]
    assert "class Site:" in " ".join(lines)
    assert len(lines) < 120


class TestWhoActs:
    def test_the_wrong_side_is_refused_and_nothing_changes(self) -> None:
        game = Game("international")
        game.play("32-28", by=WHITE)
        before = game.to_dict()
        for action in (
            lambda: game.play("19-23", by=WHITE),
            lambda: game.touch(19, by=WHITE),
            lambda: game.undo(by=BLACK),
        ):
            with pytest.raises(IllegalMoveError) as refused:
                action()
            assert refused.value.code is Code.NOT_YOUR_TURN
        assert game.to_dict() == before
        assert str(game.undo(by=WHITE)) == "32-28"

    def test_who_acts_is_a_color(self) -> None:
        with pytest.raises(TypeError, match=r"expected Color\.WHITE or Color\.BLACK"):
            Game("international").play("32-28", by="white")  # type: ignore[arg-type]

    def test_the_end_of_the_game_comes_first(self) -> None:
        game = Game("international")
        game.resign(WHITE)
        with pytest.raises(GameOverError):
            game.play("32-28", by=BLACK)


class TestVersion:
    def test_it_grows_with_what_all_can_see(self) -> None:
        game = Game("international")
        seen = [game.version]
        for action in (
            lambda: game.play("32-28"),
            lambda: game.undo(),
            lambda: game.offer_draw(WHITE),
            lambda: game.decline_draw(BLACK),
            lambda: game.play("32-28"),
            lambda: game.offer_undo(WHITE),
            lambda: game.accept_undo(BLACK),
            lambda: game.resign(WHITE),
        ):
            action()
            assert game.version > seen[-1]
            seen.append(game.version)
        assert game.view()["version"] == game.version
        assert Game.from_dict(game.to_dict()).version == game.version

    def test_a_touch_and_a_refusal_leave_it(self) -> None:
        game = Game("international")
        before = game.version
        game.touch(32)
        with pytest.raises(RefusedError):
            game.play("32-27x")
        assert game.version == before


class TestTimeAcrossProcesses:
    def game(self, time: Seconds) -> Game:
        return Game("international", clock=Clock("1+2", now=time))

    def test_g7_the_time_since_it_was_stored_is_charged(self) -> None:
        time = Seconds()
        game = self.game(time)
        time.now = 5.0
        stored = json.loads(json.dumps(game.to_dict()))
        other = Seconds()
        other.now = 1000.0
        again = Game.from_dict(stored, now=other, elapsed=30)
        assert again.clock is not None
        assert again.clock.remaining(WHITE) == 25
        again.play("32-28")
        assert again.move_times == (27,)
        lost = Game.from_dict(stored, now=other, elapsed=FloatLike(55.0))
        assert lost.outcome == Outcome(BLACK, Termination.TIME, "time")
        assert lost.clock is not None
        assert lost.clock.remaining(WHITE) == 0

    def test_a_pause_and_an_end_are_not_charged(self) -> None:
        time = Seconds()
        game = self.game(time)
        assert game.clock is not None
        game.clock.pause()
        paused = Game.from_dict(game.to_dict(), now=time, elapsed=1000)
        assert paused.clock is not None
        assert paused.clock.remaining(WHITE) == 60
        game.clock.resume()
        game.resign(WHITE)
        ended = Game.from_dict(game.to_dict(), now=time, elapsed=1000)
        assert ended == game

    @pytest.mark.parametrize("elapsed", [-1, float("nan"), float("inf"), "3", True, None])
    def test_what_is_no_time_is_refused(self, elapsed: Any) -> None:
        for clock in ("10", None):
            stored = Game("international", clock=clock).to_dict()
            with pytest.raises(ValueError, match="elapsed: expected a number"):
                Game.from_dict(stored, elapsed=elapsed)

    def test_when_the_flag_falls(self) -> None:
        time = Seconds()
        game = self.game(time)
        clock = game.clock
        assert clock is not None
        time.now = 10.0
        assert clock.flag_at() == 60
        game.play("32-28")
        assert clock.flag_at() == 70
        clock.pause()
        assert clock.flag_at() is None
        clock.resume()
        time.now = clock.flag_at() or 0.0
        assert game.outcome == Outcome(WHITE, Termination.TIME, "time")
        assert clock.flag_at() is None
        assert Clock("-").flag_at() is None

    @pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy])
    def test_g2_a_copy_keeps_the_source_of_time(self, twin: Any) -> None:
        time = Seconds()
        game = self.game(time)
        again = twin(game)
        clock = twin(game.clock)
        time.now += 7
        for each in (clock, game.clock, again.clock):
            assert each.remaining(WHITE) == 53
        clock.stop()
        again.resign(WHITE)
        assert game.clock is not None
        assert game.clock.running is WHITE

    def test_float_subclasses_are_floats(self) -> None:
        game = Game("international", clock=Clock("1", now=lambda: FloatLike(3.0)))
        data = game.to_dict()
        data["clock"]["white"]["remaining"] = FloatLike(60.0)
        assert Game.from_dict(data) == game


class TestTakingBack:
    def test_g5_an_increment_is_taken_back(self) -> None:
        game = Game("international", clock=Clock("3+2", now=Seconds()))
        for _ in range(10):
            game.play("32-28")
            game.undo()
        assert game.clock is not None
        assert game.clock.remaining(WHITE) == 180

    def test_time_used_stays_used_and_no_flag_falls(self) -> None:
        time = Seconds()
        game = Game("international", clock=Clock("0.05+2", now=time))
        time.now = 2.5
        game.play("32-28")
        game.play("19-23")
        time.now = 4.5
        game.undo()
        game.undo()
        assert game.clock is not None
        assert game.clock.remaining(WHITE) == 0.5
        assert game.outcome is None

    def test_each_stage_has_its_own_increment(self) -> None:
        game = Game("international", clock=Clock("1/60+5:30+2", now=Seconds()))
        assert game.clock is not None
        game.play("32-28")
        assert game.clock.remaining(WHITE) == 95
        game.undo()
        assert game.clock.remaining(WHITE) == 90
        game.play("32-28")
        assert game.clock.remaining(WHITE) == 95

    def test_g3_a_take_back_ends_the_offer(self) -> None:
        game = Game("international")
        game.play("32-28")
        game.play("19-23")
        game.offer_draw(WHITE)
        game.undo()
        game.undo()
        game.play("33-28")
        with pytest.raises(GameStateError) as refused:
            game.accept_draw(BLACK)
        assert refused.value.code is Code.NO_OFFER
        assert game.outcome is None

    def test_the_other_player_agrees(self) -> None:
        game = Game("international")
        game.play("32-28")
        game.offer_undo(WHITE)
        assert game.undo_offer is WHITE
        assert game.view("spectator")["offers"]["undo"] == "white"
        game.accept_undo(BLACK)
        assert (game.moves, game.turn, game.undo_offer) == ((), WHITE, None)

    def test_the_answer_is_taken_back_too(self) -> None:
        game = Game("international")
        game.play("32-28")
        game.play("19-23")
        game.offer_undo(WHITE)
        game.accept_undo(BLACK)
        assert game.moves == ()

    def test_it_is_declined_by_word_or_by_a_move(self) -> None:
        game = Game("international")
        game.play("32-28")
        game.offer_undo(WHITE)
        game.decline_undo(BLACK)
        game.offer_undo(WHITE)
        game.play("19-23")
        with pytest.raises(GameStateError) as refused:
            game.accept_undo(BLACK)
        assert refused.value.code is Code.NO_UNDO_OFFER

    @pytest.mark.parametrize("color", [WHITE, BLACK])
    def test_nobody_takes_back_what_has_not_been_played(self, color: Color) -> None:
        game = Game("international")
        if color is BLACK:
            game.play("32-28")
        with pytest.raises(GameStateError) as refused:
            game.offer_undo(color)
        assert refused.value.code is Code.NOTHING_TO_UNDO
        if color is WHITE:
            with pytest.raises(IndexError, match="there is no move to take back"):
                game.undo(by=BLACK)

    def test_one_offer_at_a_time_answered_by_the_opponent(self) -> None:
        game = Game("international")
        game.play("32-28")
        game.offer_undo(WHITE)
        with pytest.raises(GameStateError) as refused:
            game.offer_undo(WHITE)
        assert refused.value.code is Code.UNDO_OFFER_PENDING
        with pytest.raises(GameStateError):
            game.accept_undo(WHITE)
        again = Game.from_dict(json.loads(json.dumps(game.to_dict())))
        assert again == game
        assert again.undo_offer is WHITE

    def test_g6_offers_are_used_up(self) -> None:
        game = Game("brazilian", rules="dream-games")
        for _ in range(3):
            game.offer_draw(WHITE)
            game.decline_draw(BLACK)
        with pytest.raises(GameStateError, match="used up") as refused:
            game.offer_draw(WHITE)
        assert refused.value.code is Code.OFFERS_USED_UP


class TestTouch:
    def test_g4_the_final_square_of_a_single_capture_is_taken(self) -> None:
        game = Game("international", "W:W31,47:B8,9,19,27,28", rules="none")
        [move] = [move for move in game.legal_moves if move.from_square == 31]
        game.touch(31)
        touch = game.touch(move.to_square)
        assert touch.action == "played"
        assert touch.move == move
        assert touch.squares == move.path

    def test_the_final_square_in_mid_capture(self) -> None:
        game = Game("international", "B:W6,24,28,38,41:B13,K49")
        game.touch(49)
        game.touch(32)
        touch = game.touch(30)
        assert (touch.action, touch.squares) == ("played", (49, 32, 19, 30))

    def test_where_two_captures_end_on_the_square_it_is_refused(self) -> None:
        game = Game("international", "W:WK4:B13,20,32,37", rules="none")
        two = [move for move in game.legal_moves if move.to_square == 15]
        assert len(two) == 2
        game.touch(4)
        if 15 not in game.next_squares:
            with pytest.raises(IllegalMoveError) as refused:
                game.touch(15)
            assert refused.value.code is Code.CANNOT_TOUCH
        assert game.touched == (4,)

    def test_the_message_lists_all_that_may_be_touched(self) -> None:
        game = Game("international")
        game.touch(32)
        with pytest.raises(IllegalMoveError, match="allowed are 27, 28, 31, 32, 33, 34, 35"):
            game.touch(22)

    def test_a_double_click_on_a_piece_that_comes_back_plays_nothing(self) -> None:
        game = Game("international", "W:W32:B17,18,27,28")
        game.touch(32)
        assert game.touch(32) == ("selected", (32,), game.next_squares, None)
        assert game.moves == ()

    def test_drag_and_drop_after_a_click(self) -> None:
        game = Game("international")
        game.touch(32)
        game.touch(32)
        assert game.touch(28).action == "played"

    def test_v1_what_is_an_integer_is_a_square(self) -> None:
        class Square(IntEnum):
            ORIGIN = 32

        game = Game("international")
        assert game.touch(Square.ORIGIN).squares == (32,)
        assert json.dumps(game.to_dict()["touched"]) == "[32]"


class TestHeaders:
    def test_v6_what_is_no_text_is_refused_at_once(self) -> None:
        headers: Any = Game("brazilian", headers={"Event": "Club"}).headers
        for change in (
            lambda: headers.__setitem__("Round", 3),
            lambda: headers.__setitem__(3, "Round"),
            lambda: headers.update({"Site": "Bar", "Round": 3}),
            lambda: headers.update(Round=3),
            lambda: headers.setdefault("Round", 3),
            lambda: headers.__ior__({"Round": 3}),
        ):
            with pytest.raises(TypeError, match="headers: expected text by name"):
                change()
        assert headers == {"Event": "Club"}
        headers |= {"Round": "3"}
        assert headers.setdefault("Round", "4") == "3"


class Rated(Game):
    """A game that holds more than a Game."""

    rated = False

    def __init__(self, *args: Any, room: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.room = room


class TestDerivedClasses:
    @pytest.mark.parametrize(
        "twin",
        [
            copy.copy,
            copy.deepcopy,
            lambda game: pickle.loads(pickle.dumps(game)),
            lambda game: Rated.from_dict(json.loads(json.dumps(game.to_dict()))),
            lambda game: game.rematch("kept"),
        ],
    )
    def test_v2_they_survive_with_their_attributes(self, twin: Any) -> None:
        game = Rated("international", room="blue", clock="10")
        game.rated = True
        again = twin(game)
        assert type(again) is Rated
        assert (again.room, again.rated) == ("blue", True)
        again.play("32-28")
        assert game.moves == ()

    def test_stored_attributes_cannot_replace_the_game(self) -> None:
        data = Game("international").to_dict()
        for name in ("play", "_board", "__class__"):
            with pytest.raises(ValueError, match=r"attributes: .* is the game's own"):
                Game.from_dict({**data, "attributes": {name: 1}})


class TestRematch:
    def test_the_clock_waits_until_both_are_there(self) -> None:
        time = Seconds()
        game = Game("international", clock=Clock("1", now=time))
        again = game.rematch(start=False)
        time.now = 100.0
        assert again.clock is not None
        assert (again.outcome, again.clock.remaining(WHITE)) == (None, 60)
        again.clock.resume()
        time.now = 110.0
        assert again.clock.remaining(WHITE) == 50
        assert Game("international").rematch(start=False).clock is None


class TestStoredGames:
    @pytest.mark.parametrize("name", sorted(STORED))
    def test_games_of_version_1_load(self, name: str) -> None:
        data = STORED[name]
        assert data["version"] == 1
        game = Game.from_dict(copy.deepcopy(data))
        assert [move.long() for move in game.moves] == data["moves"]
        assert game.start == data["start"]
        assert game.headers == data["headers"]
        assert list(game.touched) == data["touched"]
        assert game.move_times == (None,) * len(data["moves"])
        ended = data["outcome"]
        assert (game.outcome and game.outcome.rule) == (ended and ended["rule"])
        if data["clock"]:
            assert game.clock is not None
            stored = {**game.clock.to_dict(), "spent": 0.0}
            assert stored == {**data["clock"], "spent": 0.0}
        assert Game.from_dict(game.to_dict()) == game

    @pytest.mark.parametrize("times", [None, [1.0], [-1.0, 2.0], [True, None], ["1", "2"]])
    def test_damaged_times_are_refused(self, times: Any) -> None:
        game = Game("international", clock="10")
        game.play("32-28")
        game.play("19-23")
        with pytest.raises(ValueError, match="move_times"):
            Game.from_dict({**game.to_dict(), "move_times": times})

    def test_a_move_after_a_draw_is_refused(self) -> None:
        short = RuleSet(name="short", king_plies=(KingPlies(rule="short", plies=2),))
        game = Game("international", "W:WK46,K47:BK3", rules=short)
        game.play("46-41")
        game.play("3-8")
        assert game.outcome is not None
        data = game.to_dict()
        with pytest.raises(ValueError, match=r"moves\[2\]: the game is over: Draw: 1 moves"):
            Game.from_dict({**data, "moves": [*data["moves"], "41-46"]})
