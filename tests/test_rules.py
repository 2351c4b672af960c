"""Positions that show one rule each; R1 to R19 are the rules as tests/reference.py cites them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import reference
from compare import as_reference, identity
from damier import Board, InvalidFenError, perft

CASES = json.loads((Path(__file__).parent / "data" / "rules.json").read_text(encoding="utf-8"))


def named(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=f"{case['rule']} {case['name']}") for case in cases]


def key(move: dict[str, Any]) -> reference.Move:
    return reference.Move(move["from"], move["to"], frozenset(move.get("captured", [])))


@pytest.mark.parametrize("case", named(CASES["movement"]))
class TestMovement:
    def test_exactly_these_moves_are_legal(self, case: dict[str, Any]) -> None:
        board = Board(case["variant"], case["fen"])
        assert len(board.legal_moves) == len(case["moves"])
        assert {identity(move) for move in board.legal_moves} == {key(m) for m in case["moves"]}
        assert board.must_capture == any("captured" in move for move in case["moves"])

    def test_each_move_has_its_text_paths_and_result(self, case: dict[str, Any]) -> None:
        board = Board(case["variant"], case["fen"])
        legal = {identity(move): move for move in board.legal_moves}
        for expected in case["moves"]:
            move = legal[key(expected)]
            assert str(move) == expected["text"]
            assert move.is_promotion == expected.get("promotes", False)
            paths = expected.get("paths", [[expected["from"], expected["to"]]])
            assert sorted(board.paths(move)) == [tuple(path) for path in paths]
            if "letters" in expected:
                assert move.text("algebraic") == expected["letters"]
            board.push(move)
            assert board.fen() == expected["after"]
            board.pop()

    def test_each_text_plays_its_move(self, case: dict[str, Any]) -> None:
        board = Board(case["variant"], case["fen"])
        for expected in case["moves"]:
            spellings = [expected["text"], expected.get("letters", expected["text"])]
            spellings += ["x".join(map(str, path)) for path in expected.get("paths", [])]
            for text in spellings:
                assert identity(board.push(text)) == key(expected)
                assert board.fen() == expected["after"]
                board.pop()

    def test_the_reference_generator_agrees(self, case: dict[str, Any]) -> None:
        position = reference.read_fen(case["variant"], case["fen"])
        assert set(reference.legal_moves(position)) == {key(move) for move in case["moves"]}


@pytest.mark.parametrize("case", named(CASES["validity"]))
def test_only_a_possible_position_is_accepted(case: dict[str, Any]) -> None:
    if case["valid"]:
        expected = ":".join(sorted(case["fen"].split(":")[1:3], reverse=True))
        assert Board(case["variant"], case["fen"]) == Board(
            case["variant"], f"{case['fen'][0]}:{expected}"
        )
    else:
        with pytest.raises(InvalidFenError):
            Board(case["variant"], case["fen"])


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        pytest.param("brazilian", "W:W9:B1,2,5,6", id="blocked, 8x8"),
        pytest.param("international", "W:W6:B1", id="blocked, 10x10"),
        pytest.param("brazilian", "W:W:B1", id="no pieces, 8x8"),
        pytest.param("international", "B:W50:B", id="no pieces, 10x10"),
    ],
)
def test_r19_a_side_that_cannot_move_has_no_legal_move(variant: str, fen: str) -> None:
    board = Board(variant, fen)
    assert board.legal_moves == ()
    assert not board.must_capture
    assert board.next_squares() == ()


def test_r2_a_multiple_capture_is_one_ply() -> None:
    board = Board("international", "W:W34,44:B19,20,29,30,39")
    move = board.push("34x43")
    assert board.ply == 1
    assert board.move_stack == (move,)
    assert len(move.captured) == 5


def test_a_position_with_several_hundred_captures_lists_them_all() -> None:
    fen = (
        "W:WK1,K2,K6,K15,K16,K25,K35,K45,K50:BK4,K9,K10,K13,K18,K20,K21,K22,K30,K31,K32,K36,K38,"
        "K40,K43,K44"
    )
    board = Board("international", fen)
    assert len(board.legal_moves) == 385
    assert perft(board, 1) == 385
    assert perft(board, 1, routes=True) == 392
    moves = reference.legal_moves(as_reference(board))
    assert {identity(move) for move in board.legal_moves} == set(moves)
    for move in board.legal_moves:
        assert sorted(board.paths(move)) == sorted(moves[identity(move)])
