"""Playing: moves, touches, offers, the end."""

from __future__ import annotations

import ast
import copy
import doctest
import importlib
import json
import pickle
import threading
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damier import (
    AmbiguousMoveError,
    Board,
    Clock,
    Color,
    Game,
    GameOverError,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
    Outcome,
    Termination,
)
from damier.rules import RuleSet

WHITE, BLACK = Color.WHITE, Color.BLACK
VARIANTS = ["brazilian", "international"]

RULES = json.loads((Path(__file__).parent / "data" / "rules.json").read_text(encoding="utf-8"))


class TestPlay:
    @pytest.mark.parametrize("variant", VARIANTS)
    def test_a_new_game(self, variant: str) -> None:
        game = Game(variant)
        board = Board(variant)
        assert game.board == board
        assert game.start == board.fen()
        assert (game.turn, game.moves, game.outcome) == (WHITE, (), None)
        assert game.legal_moves == board.legal_moves
        assert game.movable_squares == board.next_squares()
        assert not game.must_capture

    @pytest.mark.parametrize(
        "case",
        [
            pytest.param(case, id=f"{case['rule']} {case['name']}")
            for case in RULES["movement"]
            if case["moves"]
        ],
    )
    def test_the_movement_rules_inside_games(self, case: dict[str, Any]) -> None:
        """A move of each rule is played and taken back, by its text and by its touches."""
        game = Game(case["variant"], case["fen"], rules="none")
        for expected in case["moves"]:
            for path in Board(case["variant"], case["fen"]).paths(expected["text"]):
                game = Game(case["variant"], case["fen"], rules="none")
                touches = [game.touch(square) for square in path]
                assert [touch.action for touch in touches] == [
                    "selected",
                    *["extended"] * (len(path) - 2),
                    "played",
                ]
                assert str(touches[-1].move) == expected["text"]
                assert game.board.fen() == expected["after"]
            game = Game(case["variant"], case["fen"], rules="none")
            assert str(game.play(expected["text"])) == expected["text"]
            assert game.board.fen() == expected["after"]
            if game.outcome is None:
                game.undo()
                assert game == Game(case["variant"], case["fen"], rules="none")

    def test_what_is_refused_changes_nothing(self) -> None:
        game = Game("international", "W:WK4:B13,20,32,37")
        before = game.to_dict()
        for text, error in (
            ("4x15", AmbiguousMoveError),
            ("4-9", IllegalMoveError),
            ("4x99", InvalidMoveError),
            ("", InvalidMoveError),
        ):
            with pytest.raises(error):
                game.play(text)
        with pytest.raises(TypeError):
            game.play(4)  # type: ignore[arg-type]
        assert game.to_dict() == before
        with pytest.raises(IndexError):
            game.undo()
        assert game.to_dict() == before

    def test_e01_a_move_cannot_be_played_twice(self) -> None:
        game = Game("international", "W:WK2,25:B14,15,16")
        [move] = [m for m in game.legal_moves if str(m) == "25-20"]
        game.play(move)
        with pytest.raises(IllegalMoveError):
            game.play(move)
        assert game.moves == (move,)

    def test_the_board_is_a_copy(self) -> None:
        game = Game("international")
        board = game.board
        board.push("32-28")
        assert game.moves == ()
        assert game.turn is WHITE
        game.play("31-26")
        assert board.turn is BLACK
        assert game.board.move_stack == game.moves

    def test_undo(self) -> None:
        game = Game("international")
        move = game.play("32-28")
        game.play("19-23")
        game.touch(28)
        assert str(game.undo()) == "19-23"
        assert game.touched == ()
        assert game.moves == (move,)
        assert game.turn is BLACK

    def test_must_capture(self) -> None:
        game = Game("international", "W:W28,50:B23")
        assert game.must_capture
        assert game.movable_squares == (28,)

    @pytest.mark.parametrize(
        ("arguments", "error"),
        [
            (("chess",), ValueError),
            (("brazilian", "W:W99:B1"), InvalidFenError),
            (("international", "W:W4:B49"), InvalidFenError),
        ],
    )
    def test_what_cannot_begin_is_refused(
        self, arguments: tuple[str, ...], error: type[Exception]
    ) -> None:
        with pytest.raises(error):
            Game(*arguments)

    def test_headers_are_text(self) -> None:
        assert Game("brazilian", headers={"White": "Ada"}).headers == {"White": "Ada"}
        with pytest.raises(TypeError, match="headers: expected text by name"):
            Game("brazilian", headers={"Round": 3})  # type: ignore[dict-item]


class TestTouch:
    def test_e67_a_capture_square_by_square(self) -> None:
        game = Game("international", "B:W6,24,28,38,41:B13,K49")
        assert game.next_squares == (49,)
        assert game.touch(49) == ("selected", (49,), (32,), None)
        assert game.touch(32) == ("extended", (49, 32), (19,), None)
        game = Game.from_dict(json.loads(json.dumps(game.to_dict())))
        assert game.touched == (49, 32)
        assert game.next_squares == (19,)
        assert game.touch(19) == ("extended", (49, 32, 19), (30, 35), None)
        touch = game.touch(35)
        assert (touch.action, touch.squares) == ("played", (49, 32, 19, 35))
        assert touch.next_squares == game.movable_squares
        assert touch.move == game.moves[-1]
        assert touch.move is not None
        assert touch.move.captured == (24, 28, 38)

    def test_a_quiet_move(self) -> None:
        game = Game("brazilian")
        assert game.touch(22).next_squares == (17, 18)
        assert str(game.touch(18).move) == "22-18"
        assert game.turn is BLACK

    def test_another_piece_and_a_double_click(self) -> None:
        game = Game("international")
        assert game.touch(32).action == "selected"
        assert game.touch(33) == ("selected", (33,), (28, 29), None)
        assert game.touch(33) == ("selected", (33,), (28, 29), None)
        assert game.touched == (33,)

    def test_a_double_click_and_a_new_beginning_in_mid_capture(self) -> None:
        game = Game("international", "B:W6,24,28,38,41:B13,K49")
        game.touch(49)
        game.touch(32)
        assert game.touch(32) == ("extended", (49, 32), (19,), None)
        assert game.touch(49) == ("selected", (49,), (32,), None)

    def test_a_capture_that_comes_back_to_its_origin(self) -> None:
        game = Game("international", "W:W32:B17,18,27,28")
        touches = [game.touch(square) for square in (32, 21, 12, 23, 32)]
        assert [touch.action for touch in touches][-2:] == ["extended", "played"]
        assert len(game.moves[0].captured) == 4

    @pytest.mark.parametrize(
        ("touches", "square", "error", "message"),
        [
            ((), 51, InvalidMoveError, "square 51 is off the board"),
            ((), 0, InvalidMoveError, "square 0 is off the board"),
            ((), 50, IllegalMoveError, "50 cannot be touched: allowed are 31, 32, 33, 34, 35"),
            ((), 20, IllegalMoveError, "20 cannot be touched"),
            ((32,), 26, IllegalMoveError, "26 cannot be touched: allowed are 27, 28"),
            ((), "32", TypeError, "square must be an integer, not str"),
            ((), True, TypeError, "square must be an integer, not bool"),
        ],
    )
    def test_what_is_refused_changes_nothing(
        self, touches: tuple[int, ...], square: Any, error: type[Exception], message: str
    ) -> None:
        game = Game("international")
        for earlier in touches:
            game.touch(earlier)
        before = game.to_dict()
        with pytest.raises(error, match=message):
            game.touch(square)
        assert game.to_dict() == before

    @given(st.sampled_from(VARIANTS), st.lists(st.integers(0, 99), max_size=120))
    def test_any_touches_play_only_legal_moves(self, variant: str, choices: list[int]) -> None:
        """At each touch one of the squares allowed, or now and then any square at all."""
        game = Game(variant, rules="none")
        board = Board(variant)
        for choice in choices:
            if game.outcome is not None:
                break
            allowed = game.next_squares
            square = 1 + choice % game.variant.squares
            if choice % 5:
                square = allowed[choice % len(allowed)]
            before = game.touched
            try:
                touch = game.touch(square)
            except IllegalMoveError:
                assert square not in allowed
                assert game.touched == before
                continue
            if touch.action == "played":
                assert touch.squares in board.paths(touch.move or "")
                board.push(touch.move or "")
            assert game.board == board
            assert game.touched == (() if touch.action == "played" else touch.squares)
            assert touch.next_squares == game.next_squares


class TestOffers:
    def test_agreement(self) -> None:
        game = Game("international")
        game.offer_draw(BLACK)
        assert game.draw_offer is BLACK
        game.accept_draw(WHITE)
        assert game.outcome == Outcome(None, Termination.AGREEMENT, "agreement")
        assert game.outcome is not None
        assert game.outcome.result("international") == "1-1"
        assert game.draw_offer is None

    def test_only_the_opponent_answers_only_the_offerer_withdraws(self) -> None:
        game = Game("international")
        game.offer_draw(WHITE)
        for refused in (game.accept_draw, game.decline_draw):
            with pytest.raises(ValueError, match="no draw offer by black is pending"):
                refused(WHITE)
        with pytest.raises(ValueError, match="no draw offer by black is pending"):
            game.withdraw_draw(BLACK)
        for color in Color:
            with pytest.raises(ValueError, match="a draw offer by white is pending"):
                game.offer_draw(color)
        game.withdraw_draw(WHITE)
        assert game.draw_offer is None
        with pytest.raises(ValueError, match="no draw offer"):
            game.accept_draw(BLACK)

    @pytest.mark.parametrize("offerer", list(Color))
    def test_the_opponents_next_move_declines(self, offerer: Color) -> None:
        game = Game("international")
        game.offer_draw(offerer)
        game.play("32-28")
        assert game.draw_offer is (offerer if offerer is WHITE else None)
        game.play("19-23")
        assert game.draw_offer is None

    def test_every_offer_made_counts(self) -> None:
        game = Game("brazilian", rules="dream-games")
        game.offer_draw(WHITE)
        assert game.draw_offers_left(WHITE) == 2
        game.decline_draw(BLACK)
        game.offer_draw(WHITE)
        game.withdraw_draw(WHITE)
        game.play("22-18")
        game.offer_draw(WHITE)
        game.play("11-16")
        game.undo()
        assert (game.draw_offers_left(WHITE), game.draw_offers_left(BLACK)) == (0, 3)
        with pytest.raises(ValueError, match="white may make 3 draw offers in a game"):
            game.offer_draw(WHITE)
        game.offer_draw(BLACK)
        assert game.draw_offers_left(BLACK) == 2

    def test_sets_without_a_limit_and_without_offers(self) -> None:
        assert Game("international").draw_offers_left(WHITE) is None
        silent = Game("international", rules=RuleSet(name="silent", max_draw_offers=0))
        with pytest.raises(ValueError, match="white may make 0 draw offers"):
            silent.offer_draw(WHITE)

    @pytest.mark.parametrize(
        "name",
        ["offer_draw", "accept_draw", "decline_draw", "withdraw_draw", "resign", "claim_draw"],
    )
    def test_a_colour_is_a_color(self, name: str) -> None:
        game = Game("international")
        with pytest.raises(TypeError, match=r"expected Color\.WHITE or Color\.BLACK"):
            getattr(game, name)("white")
        assert game == Game("international")


class TestEnd:
    @pytest.mark.parametrize("color", list(Color))
    def test_resignation_at_any_time(self, color: Color) -> None:
        game = Game("brazilian")
        game.play("22-18")
        game.resign(color)
        assert game.outcome == Outcome(~color, Termination.RESIGNATION, "resignation")
        assert game.outcome is not None
        assert game.outcome.result("brazilian") == ("0-1" if color is WHITE else "1-0")

    @pytest.mark.parametrize("winner", [WHITE, BLACK, None])
    def test_an_arbiter_decides(self, winner: Color | None) -> None:
        game = Game("brazilian")
        game.adjudicate(winner)
        assert game.outcome == Outcome(winner, Termination.ADJUDICATION, "adjudication")

    def test_results(self) -> None:
        outcomes = [
            Outcome(winner, Termination.ADJUDICATION, "adjudication")
            for winner in (WHITE, None, BLACK)
        ]
        assert [o.result("international") for o in outcomes] == ["2-0", "1-1", "0-2"]
        assert [o.result("brazilian") for o in outcomes] == ["1-0", "1/2-1/2", "0-1"]
        with pytest.raises(ValueError, match="chess"):
            outcomes[0].result("chess")

    @pytest.fixture
    def ended(self) -> Game:
        game = Game("international", clock="10")
        game.play("32-28")
        game.play("19-23")
        game.offer_draw(WHITE)
        game.touch(28)
        game.resign(BLACK)
        return game

    @pytest.mark.parametrize(
        "action",
        [
            lambda game: game.play("28x19"),
            lambda game: game.undo(),
            lambda game: game.touch(28),
            lambda game: game.resign(WHITE),
            lambda game: game.offer_draw(WHITE),
            lambda game: game.accept_draw(BLACK),
            lambda game: game.decline_draw(BLACK),
            lambda game: game.withdraw_draw(WHITE),
            lambda game: game.claim_draw(WHITE),
            lambda game: game.adjudicate(None),
        ],
    )
    def test_nothing_can_be_done_afterwards(self, ended: Game, action: Any) -> None:
        before = ended.to_dict()
        with pytest.raises(GameOverError, match="the game is over: White wins: Black resigns"):
            action(ended)
        assert ended.to_dict() == before

    def test_the_history_stays(self, ended: Game) -> None:
        assert [str(move) for move in ended.moves] == ["32-28", "19-23"]
        assert ended.legal_moves == ended.movable_squares == ended.next_squares == ()
        assert not ended.must_capture
        assert not ended.can_claim_draw()
        assert (ended.draw_offer, ended.touched) == (None, ())
        assert ended.board.legal_moves != ()
        assert ended.view()["history"] == "1. 32-28 19-23"
        assert ended.clock is not None
        assert ended.clock.running is None


class TestRematch:
    def game(self) -> Game:
        headers = {
            "Event": "Club",
            "White": "Ada",
            "WhiteTitle": "GM",
            "Black": "Bo",
            "Result": "2-0",
        }
        fen = "B:W28,32:B14,K5:H7"
        return Game("international", fen, rules="fmjd", clock=Clock("10", "5+3"), headers=headers)

    def test_swapped(self) -> None:
        game = self.game()
        game.resign(WHITE)
        again = game.rematch()
        assert (again.outcome, again.moves) == (None, ())
        assert (again.variant, again.start, again.rules) == (game.variant, game.start, game.rules)
        assert again.headers == {
            "Event": "Club",
            "Black": "Ada",
            "BlackTitle": "GM",
            "White": "Bo",
        }
        assert again.clock is not None
        assert (again.clock.control(WHITE), again.clock.control(BLACK)) == ("300+3", "600")

    def test_kept(self) -> None:
        again = self.game().rematch("kept")
        assert again.headers["White"] == "Ada"
        assert "Result" not in again.headers
        assert again.clock is not None
        assert again.clock.control(WHITE) == "600"

    def test_at_random_by_seed(self) -> None:
        first = [self.game().rematch("random", seed=seed).headers["White"] for seed in range(40)]
        second = [self.game().rematch("random", seed=seed).headers["White"] for seed in range(40)]
        assert first == second
        assert set(first) == {"Ada", "Bo"}

    def test_anything_else_is_refused(self) -> None:
        with pytest.raises(ValueError, match="expected 'swapped', 'kept' or 'random'"):
            self.game().rematch("white")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", ["course", "game", "clock", "rules", "draws", "outcome", "history", "headers"]
)
def test_the_examples_in_the_docstrings_run_as_shown(name: str) -> None:
    module = importlib.import_module(f"damier.game.{name}")
    failed, tried = doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert tried >= 1
    assert failed == 0


def test_the_modules_of_games_know_each_other_one_way() -> None:
    """None imports, even inside a function, one that imports it."""
    folder = Path(str(importlib.import_module("damier.game").__file__)).parent
    known = {}
    for path in folder.glob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        known[path.stem] = {
            node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 1
        }
    assert "game" in known["__init__"]
    order = list(TopologicalSorter(known).static_order())
    assert order.index("view") < order.index("game")
    assert order.index("state") < order.index("game")


class TestValue:
    def test_equality(self) -> None:
        def game(**arguments: Any) -> Game:
            return Game("international", **{"rules": "fmjd", **arguments})

        assert game() == game()
        assert game() != game(rules="none")
        assert game() != game(headers={"White": "Ada"})
        assert game() != game(clock="10")
        assert game() != game(fen="B:W31-50:B1-20")
        assert game() != "game"
        one, other = game(), game()
        for change in (
            lambda g: g.play("32-28"),
            lambda g: g.touch(19),
            lambda g: g.offer_draw(WHITE),
            lambda g: g.decline_draw(BLACK),
            lambda g: g.resign(WHITE),
        ):
            change(one)
            assert one != other
            change(other)
            assert one == other
        with pytest.raises(TypeError):
            hash(one)

    def test_e55_copies_and_pickles(self) -> None:
        game = Game("brazilian", clock="3+2", headers={"White": "Ada"})
        game.play("22-18")
        for twin in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
            assert twin == game
            twin.play("11-16")
            assert game.moves != twin.moves

    def test_e73_games_share_nothing(self) -> None:
        Game("international").play("32-28")
        assert Game("international").board == Board("international")

    def test_repr(self) -> None:
        assert repr(Game("brazilian")) == "<Game of brazilian draughts, 0 plies, on>"

    def test_games_on_threads_never_interfere(self) -> None:
        """The same moves on every thread, and on one alone, lead to the same game."""

        def play(seed: int) -> dict[str, Any]:
            game = Game("international", "W:WK28,K32,30:BK5,K8,10", rules="fmjd")
            while game.outcome is None:
                moves = game.legal_moves
                game.play(moves[(seed * 7 + len(game.moves) * 3) % len(moves)])
            return game.to_dict()

        alone = [play(seed) for seed in range(8)]
        together: dict[int, dict[str, Any]] = {}
        threads = [
            threading.Thread(target=lambda seed=seed: together.update({seed: play(seed)}))
            for seed in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [together[seed] for seed in range(8)] == alone
