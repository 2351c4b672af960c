"""A refusal says why and leaves the board as it was."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare import board_of, unchanged
from damier import (
    AmbiguousMoveError,
    Board,
    IllegalMoveError,
    InvalidMoveError,
    RefusedError,
)
from strategies import VARIANTS, positions

both_variants = pytest.mark.parametrize("variant", VARIANTS)


@pytest.mark.parametrize(
    ("fen", "text", "error", "reason"),
    [
        ("W:W28,50:B23", "50-45", IllegalMoveError, "capture is compulsory: 28x19"),
        ("W:W34,44:B19,20,29,30,39", "44x15", IllegalMoveError, "takes 3, must take 5: 34x43"),
        ("W:W34,44:B19,20,29,30,39", "34x23", IllegalMoveError, "34x43"),
        ("W:W34,44:B19,20,29,30,39", "34x14", IllegalMoveError, "34x43"),
        ("W:W28:B1", "51-46", InvalidMoveError, "square 51 is off the board"),
        ("W:W28:B1", "28-51", InvalidMoveError, "square 51 is off the board"),
        ("W:W28:B1", "28-0", InvalidMoveError, "square 0 is off the board"),
        (
            "W:WK4:B13,20,32,37",
            "4x15",
            AmbiguousMoveError,
            "4x15 is ambiguous: 4x27x38x15, 4x31x42x15",
        ),
        ("W:W28:B1", "33-29", IllegalMoveError, "no piece on 33"),
        ("W:W28:B1", "1-6", IllegalMoveError, "Black"),
        ("B:W28:B1", "28-22", IllegalMoveError, "White"),
        ("W:W28,33:B1", "33-28", IllegalMoveError, "28 is occupied"),
        ("W:W28:B1", "28-33", IllegalMoveError, "28 cannot move to 33"),
        ("W:WK28:B1", "28-29", IllegalMoveError, "28 cannot move to 29"),
        ("W:W6:B1", "6-1", IllegalMoveError, "no legal move"),
        ("W:W:B1", "1-6", IllegalMoveError, "no legal move"),
    ],
)
def test_the_reason_is_in_the_message(
    fen: str, text: str, error: type[ValueError], reason: str
) -> None:
    board = Board("international", fen)
    with unchanged(board):
        with pytest.raises(error, match=re.escape(reason)):
            board.push(text)
        with pytest.raises(error, match=re.escape(reason)):
            board.parse_move(text)
        assert not board.is_legal(text)


def test_every_capture_to_choose_from_is_named() -> None:
    board = Board("brazilian", "W:W11,K31,24:B16,26")
    with pytest.raises(IllegalMoveError) as refusal:
        board.push("24-20")
    for move in board.legal_moves:
        assert str(move) in str(refusal.value)


def test_an_ambiguous_move_among_the_alternatives_is_spelled_in_full() -> None:
    board = Board("international", "W:WK4,50:B13,20,32,37")
    with pytest.raises(IllegalMoveError, match="4x27x38x15, 4x31x42x15"):
        board.push("50-45")


@pytest.mark.parametrize("error", [InvalidMoveError, IllegalMoveError, AmbiguousMoveError])
def test_each_error_is_a_refusal_and_a_value_error(error: type[ValueError]) -> None:
    assert error.__bases__ == (RefusedError,)
    assert RefusedError.__bases__ == (ValueError,)


def test_a_move_of_another_position_is_refused_with_the_reason() -> None:
    move = Board("international", "W:W50:B1").parse_move("50-45")
    board = Board("international", "W:W28,50:B23")
    with unchanged(board), pytest.raises(IllegalMoveError, match="compulsory: 28x19"):
        board.push(move)
    assert not board.is_legal(move)


def test_a_move_that_took_other_pieces_is_refused() -> None:
    elsewhere = Board("international", "W:WK46:B28").parse_move("46x5")
    board = Board("international", "W:WK46:B32")
    assert elsewhere.captured == (28,)
    with unchanged(board), pytest.raises(IllegalMoveError):
        board.push(elsewhere)
    assert not board.is_legal(elsewhere)


def test_an_equal_move_of_another_position_is_played() -> None:
    move = Board("international", "W:W28:B23").parse_move("28x19")
    board = Board("international", "W:W28,50:B23,1")
    assert board.push(move) == move
    assert board.fen() == "B:W19,50:B1"


def test_a_move_of_the_other_variant_is_checked_against_this_board() -> None:
    small, large = Board("brazilian"), Board("international")
    with unchanged(small), pytest.raises((InvalidMoveError, IllegalMoveError)):
        small.push(large.parse_move("35-30"))
    with unchanged(small), pytest.raises(IllegalMoveError):
        small.push(large.parse_move("32-28"))
    with unchanged(large), pytest.raises(IllegalMoveError):
        large.push(small.parse_move("22-18"))


@given(data=st.data())
@both_variants
def test_a_move_is_legal_exactly_where_it_is_listed(variant: str, data: st.DataObject) -> None:
    one = board_of(variant, data.draw(positions(variant)))
    two = board_of(variant, data.draw(positions(variant)))
    for move in one.legal_moves:
        assert one.is_legal(move)
        assert two.is_legal(move) == (move in two.legal_moves)
    strangers = [move for move in one.legal_moves if move not in two.legal_moves]
    with unchanged(two):
        for move in strangers[:5]:
            with pytest.raises(IllegalMoveError, match=r"\S"):
                two.push(move)


@both_variants
def test_nothing_but_text_and_moves_can_be_pushed(variant: str) -> None:
    board = Board(variant)
    with unchanged(board):
        for thing in (None, 32, (32, 28), b"32-28"):
            with pytest.raises(TypeError):
                board.push(thing)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", ["turn", "variant", "legal_moves", "must_capture", "move_stack", "ply", "key"]
)
def test_a_board_changes_by_moves_only(name: str) -> None:
    board = Board("brazilian")
    with unchanged(board), pytest.raises(AttributeError):
        setattr(board, name, getattr(board, name))
