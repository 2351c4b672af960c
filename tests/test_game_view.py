"""What a page shows of a game."""

from __future__ import annotations

import json

import pytest

from damier import Clock, Color, Game

WHITE, BLACK = Color.WHITE, Color.BLACK


class TestView:
    def test_it_is_plain_data(self) -> None:
        game = Game("brazilian", clock=Clock("3+2", now=lambda: 0.0))
        for text in ("22-18", "11-15", "18x11"):
            game.play(text)
        game.offer_draw(WHITE)
        view = game.view()
        assert json.loads(json.dumps(view))["history"] == "1. c3-d4 f6-e5 2. d4xf6"
        assert (view["variant"], view["turn"]) == ("brazilian", "black")
        assert view["pieces"] == {
            square: "w" if piece.color is WHITE else "b"
            for square, piece in game.board.piece_map().items()
        }
        assert view["must_capture"] == [7, 8]
        assert view["legal_moves"] == {
            origin: [
                {
                    "text": move.text("algebraic"),
                    "from": origin,
                    "to": move.to_square,
                    "path": list(move.path),
                    "captured": list(move.captured),
                }
                for move in game.legal_moves
                if move.from_square == origin
            ]
            for origin in (7, 8)
        }
        assert view["last_move"]["captured"] == [15]
        assert view["clocks"] == {
            "white": 184.0,
            "black": 182.0,
            "running": "black",
            "paused": False,
        }
        assert view["offers"] == {
            "pending": "white",
            "undo": None,
            "left": {"white": 2, "black": 3},
            "can_claim": False,
        }
        assert view["outcome"] is None

    def test_a_player_sees_moves_on_the_own_turn_only(self) -> None:
        game = Game("international")
        game.touch(32)
        mine, theirs = game.view(WHITE), game.view(BLACK)
        assert mine == game.view()
        assert sorted(mine["legal_moves"]) == [31, 32, 33, 34, 35]
        assert mine["next_squares"] == [27, 28]
        assert theirs["legal_moves"] == {}
        assert theirs["next_squares"] == []
        assert theirs["pieces"] == mine["pieces"]
        with pytest.raises(TypeError):
            game.view("white")  # type: ignore[arg-type]

    def test_kings_and_the_outcome(self) -> None:
        game = Game("international", "B:WK28:B23,K5")
        assert game.view()["pieces"] == {5: "B", 23: "b", 28: "W"}
        assert game.view()["clocks"] is None
        assert game.view()["last_move"] is None
        game.resign(BLACK)
        assert game.view()["outcome"] == {
            "winner": "white",
            "termination": "resignation",
            "rule": "resignation",
            "result": "2-0",
        }

    def test_the_history_when_black_begins(self) -> None:
        game = Game("international", "B:W28,40:B10,19")
        assert game.view()["history"] == ""
        game.play("19-23")
        assert game.view()["history"] == "1... 19-23"
        game.play("28x19")
        game.play("10-14")
        assert game.view()["history"] == "1... 19-23 2. 28x19 10-14"

    def test_only_the_player_on_turn_sees_the_half_made_move(self) -> None:
        game = Game("international", "B:W6,24,28,38,41:B13,K49")
        game.touch(49)
        game.touch(32)
        game.touch(19)
        for viewer in (BLACK, None):
            view = game.view(viewer)
            assert view["touched"] == [49, 32, 19]
            assert (view["at"], view["jumped"]) == (19, [38, 28])
            assert view["next_squares"] == [30, 35]
        for other in (WHITE, "spectator"):
            view = game.view(other)  # type: ignore[arg-type]
            assert (view["touched"], view["at"], view["jumped"]) == ([], None, [])
            assert (view["legal_moves"], view["next_squares"]) == ({}, [])
        with pytest.raises(TypeError):
            game.view("white")  # type: ignore[arg-type]

    def test_a_piece_that_passes_its_origin_has_not_jumped_itself(self) -> None:
        game = Game("international", "W:W32:B17,18,27,28")
        for square in (32, 21, 12, 23):
            game.touch(square)
        assert sorted(game.view()["jumped"]) == [17, 18, 27]

    def test_the_frame_of_the_page(self) -> None:
        clock = Clock("3+2", "5", now=lambda: 0.0)
        game = Game("brazilian", rules="cbd", clock=clock, headers={"White": "Ada"})
        game.play("22-18")
        view = game.view("spectator")
        assert (view["ply"], view["rules"]) == (1, "cbd")
        assert view["players"] == {"white": "Ada", "black": None}
        assert view["time_control"] == {"white": "180+2", "black": "300"}
        assert Game("brazilian").view()["time_control"] is None

    def test_the_draws_under_way_count_down(self) -> None:
        """FMJD 6.2, 25 moves by kings, and 6.4, 5 moves of two kings against one: 50, 10 plies."""
        game = Game("international", "W:WK47,K48:BK5", rules="fmjd")
        assert game.view()["draws"] == [{"rule": "5-moves", "plies_left": 10}]
        met = set()
        for plies in range(9, -1, -1):
            for move in game.legal_moves:  # one that loses no king, to a position that is new
                after = game.board.copy()
                after.push(move)
                if not after.must_capture and after.key not in met:
                    break
            met.add(after.key)
            game.play(move)
            left = {draw["rule"]: draw["plies_left"] for draw in game.view()["draws"]}
            assert left.get("5-moves", 0) == plies
        assert game.outcome is not None
        assert (game.outcome.rule, game.view()["draws"]) == ("5-moves", [])

    def test_the_count_by_kings_goes_with_a_capture(self) -> None:
        game = Game("international", "W:WK46,31:BK5,K10,14", rules="belote-tarot")
        assert game.view()["draws"] == []
        game.play("46-41")
        assert game.view()["draws"] == [{"rule": "25-moves", "plies_left": 49}]

    def test_the_result(self) -> None:
        game = Game("brazilian")
        assert game.result == "*"
        game.resign(WHITE)
        assert game.result == game.view()["outcome"]["result"] == "0-1"  # type: ignore[index]
