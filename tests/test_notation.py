"""Reading moves and squares."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from compare import board_of, identity, letters, unchanged
from damier import (
    AmbiguousMoveError,
    Board,
    IllegalMoveError,
    InvalidMoveError,
    parse_square,
    square_name,
)
from strategies import VARIANTS, positions, squares

both_variants = pytest.mark.parametrize("variant", VARIANTS)

REFUSALS = (InvalidMoveError, IllegalMoveError, AmbiguousMoveError)


def spelled(text: str, variant: str, fen: str) -> reference.Move:
    return identity(Board(variant, fen).parse_move(text))


def move(origin: int, destination: int, *captured: int) -> reference.Move:
    return reference.Move(origin, destination, frozenset(captured))


class TestSpellings:
    @pytest.mark.parametrize(
        "text",
        [
            "32-28",
            "32-028",
            " 32-28 ",
            "032 - 0028",
            "32\t-\n28",
            "32\u201328",
            "32\u201128",
            "32\u221228",
        ],
    )
    def test_a_quiet_move_is_read(self, text: str) -> None:
        assert spelled(text, "international", "W:W32:B1") == move(32, 28)

    @pytest.mark.parametrize(
        "text",
        ["28x19", "28X19", "28:19", "28-19", "28 x 19", "28\u00d719", "28x19x23", "28:19:23"],
    )
    def test_a_capture_is_read(self, text: str) -> None:
        assert spelled(text, "international", "W:W28:B12,23") == move(28, 19, 23)

    @pytest.mark.parametrize("text", ["5-10", "05-10", "005-0010"])
    def test_leading_zeros_do_not_matter(self, text: str) -> None:
        assert spelled(text, "international", "B:W50:B5") == move(5, 10)

    @pytest.mark.parametrize("text", ["d4xb6", "D4xB6", "d4:b6", "d4 x b6", "18x9", "d4-b6"])
    def test_letters_are_read_on_the_small_board(self, text: str) -> None:
        assert spelled(text, "brazilian", "W:W18:B5,14") == move(18, 9, 14)

    @pytest.mark.parametrize("text", ["a7-b8", "A7-B8", "5-1"])
    def test_a_quiet_move_is_read_in_letters(self, text: str) -> None:
        assert spelled(text, "brazilian", "W:W5:B28") == move(5, 1)

    def test_a_path_is_read_in_letters(self) -> None:
        fen = "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8"
        expected = spelled("3x17", "brazilian", fen)
        assert len(expected.captured) == 4
        for text in ("3x12x19x10x17", "f8xh6xf4xd6xb4", "f8xb4"):
            assert spelled(text, "brazilian", fen) == expected

    def test_letters_are_no_squares_of_the_large_board(self) -> None:
        with pytest.raises(InvalidMoveError):
            Board("international").parse_move("c3-d4")

    @pytest.mark.parametrize(
        "text",
        ["27x49x14x18x21x29x30x37x40", "27x49x40x37x30x29x21x18x14", "27x49x21x14x40x18x30x37x29"],
    )
    def test_hub_notation_names_the_captured_pieces_in_any_order(self, text: str) -> None:
        fen = "W:WK27:B14,18,21,29,30,37,40"
        assert spelled(text, "international", fen) == move(27, 49, 14, 18, 21, 29, 30, 37, 40)

    def test_hub_notation_tells_captures_with_shared_ends_apart(self) -> None:
        fen = "W:WK4:B13,20,32,37"
        assert spelled("4x15x13x20x32", "international", fen) == move(4, 15, 13, 20, 32)
        assert spelled("4x15x37x20x13", "international", fen) == move(4, 15, 13, 20, 37)

    @pytest.mark.parametrize(
        "text",
        ["28x19x18", "28x19x23x23", "28x19x23x12", "19x28x23", "28x19x28"],
    )
    def test_hub_notation_with_other_pieces_is_refused(self, text: str) -> None:
        board = Board("international", "W:W28:B12,23")
        with unchanged(board), pytest.raises((IllegalMoveError, InvalidMoveError)):
            board.parse_move(text)

    @pytest.mark.parametrize("text", ["49x49", "49x21x8x35x49"])
    def test_a_capture_that_comes_home_is_read(self, text: str) -> None:
        fen = "W:WK49:B2,K12,27,30,40"
        assert spelled(text, "international", fen) == move(49, 49, 12, 27, 30, 40)

    @pytest.mark.parametrize(
        "text", ["46x5", "46x14x5", "46x19x5", "46x23x5", "46x28x5", "46x32x5"]
    )
    def test_any_landing_square_between_two_pieces_may_be_named(self, text: str) -> None:
        assert spelled(text, "international", "W:WK46:B10,37") == move(46, 5, 10, 37)

    @pytest.mark.parametrize("text", ["46x31x5", "46x6x5", "46x28x6x5", "46x5x28"])
    def test_a_path_over_other_squares_is_refused(self, text: str) -> None:
        with pytest.raises(IllegalMoveError):
            Board("international", "W:WK46:B10,37").parse_move(text)

    @given(data=st.data())
    @both_variants
    def test_every_spelling_of_a_legal_move_reads_as_that_move(
        self, variant: str, data: st.DataObject
    ) -> None:
        position = data.draw(positions(variant, most_lines=200))
        board = board_of(variant, position)
        paths = reference.legal_moves(position)
        rng = random.Random(data.draw(st.integers(0, 99)))
        for legal in board.legal_moves:
            shuffled = rng.sample(legal.captured, len(legal.captured))
            ends = [legal.from_square, legal.to_square]
            sign = "x" if legal.is_capture else "-"
            spellings = [str(legal), legal.long(), legal.hub()]
            spellings += ["x".join(map(str, ends + shuffled))] if legal.is_capture else []
            spellings += [sign.join(map(str, path)) for path in paths[identity(legal)]]
            if variant == "brazilian":
                spellings += [legal.text("algebraic"), legal.text("algebraic", full=True)]
                spellings += [sign.join(map(letters, path)) for path in paths[identity(legal)]]
            for text in spellings:
                assert board.parse_move(text) == legal, text
                assert board.is_legal(text)

    @given(data=st.data())
    @both_variants
    def test_origin_and_destination_alone_are_ambiguous_exactly_when_shared(
        self, variant: str, data: st.DataObject
    ) -> None:
        board = board_of(variant, data.draw(positions(variant)))
        for legal in board.legal_moves:
            sign = "x" if legal.is_capture else "-"
            text = f"{legal.from_square}{sign}{legal.to_square}"
            alike = [
                other
                for other in board.legal_moves
                if (other.from_square, other.to_square) == (legal.from_square, legal.to_square)
            ]
            if len(alike) == 1:
                assert board.parse_move(text) == legal
                continue
            assert not board.is_legal(text)
            with unchanged(board), pytest.raises(AmbiguousMoveError) as refusal:
                board.parse_move(text)
            for other in alike:
                assert other.long() in str(refusal.value)


class TestRefusals:
    @pytest.mark.parametrize(
        "text",
        [
            "",
            " ",
            "32",
            "32-",
            "-28",
            "32--28",
            "32-28-",
            "x32-28",
            "32/28",
            "32 28 x",
            "(32-28)",
            "32-28.",
            "32-28\0",
            "\uff13\uff12-28",
            "32-\u0968\u096e",
            "i1-j2",
            "a-b",
            "a10-b2",
            "32-2x",
            "0x20-0x1c",
            "32-28\ud800",
            "\u00e9",
        ],
    )
    @both_variants
    def test_text_that_is_no_move_cannot_be_read(self, variant: str, text: str) -> None:
        board = Board(variant, "W:W32:B1")
        with unchanged(board):
            with pytest.raises(InvalidMoveError, match=r"\S"):
                board.parse_move(text)
            with pytest.raises(InvalidMoveError, match=r"\S"):
                board.push(text)
            assert not board.is_legal(text)

    @pytest.mark.parametrize(
        ("variant", "text", "square"),
        [
            ("international", "51-46", "51"),
            ("international", "46-51", "51"),
            ("international", "0-5", "0"),
            ("international", "46x37x99", "99"),
            ("brazilian", "33-28", "33"),
            ("brazilian", "28-33", "33"),
            ("brazilian", "h9-g8", "h9"),
            ("international", "99999999999999999999-5", "99999999999999999999"),
            ("international", "4294967328-28", "4294967328"),
        ],
    )
    def test_a_square_off_the_board_is_named(self, variant: str, text: str, square: str) -> None:
        with pytest.raises(InvalidMoveError, match=rf"\b{square}\b.*off the board"):
            Board(variant, "W:W32:B1").parse_move(text)

    @pytest.mark.parametrize("text", ["b1-c2", "a3-a4", "c3-c4"])
    def test_a_light_square_is_refused(self, text: str) -> None:
        with pytest.raises(InvalidMoveError):
            Board("brazilian").parse_move(text)

    def test_a_very_long_text_is_refused_with_a_message_of_reasonable_length(self) -> None:
        board = Board("international")
        for text in ("9" * 100_000, "32-28" * 50_000, "46x5" + "x5" * 100_000, "\u00d7" * 10_000):
            with unchanged(board), pytest.raises(REFUSALS) as refusal:
                board.parse_move(text)
            assert len(str(refusal.value)) < 1000


MOVE_LIKE = st.text(st.sampled_from("0123456789" * 3 + "x-: abcdefghX\u00d7\u2013"), max_size=24)


@given(text=st.one_of(st.text(max_size=30), MOVE_LIKE), data=st.data())
@both_variants
@settings(max_examples=250)
def test_any_text_is_a_legal_move_or_refused_for_a_documented_reason(
    variant: str, text: str, data: st.DataObject
) -> None:
    board = board_of(variant, data.draw(positions(variant)))
    with unchanged(board):
        if board.is_legal(text):
            assert board.parse_move(text) in board.legal_moves
        else:
            with pytest.raises(REFUSALS, match=r"\S"):
                board.parse_move(text)


@given(data=st.data())
@both_variants
@settings(max_examples=200)
def test_a_misspelled_move_is_read_as_a_move_between_the_squares_it_names_or_refused(
    variant: str, data: st.DataObject
) -> None:
    board = board_of(variant, data.draw(positions(variant)))
    if not board.legal_moves:
        return
    legal = data.draw(st.sampled_from(board.legal_moves))
    named = data.draw(st.sampled_from([legal.path, (legal.from_square, legal.to_square)]))
    wrong = list(named)
    at = data.draw(st.integers(0, len(wrong) - 1))
    wrong[at] = data.draw(st.sampled_from(squares(variant)))
    text = ("x" if legal.is_capture else "-").join(map(str, wrong))
    try:
        read = board.parse_move(text)
    except REFUSALS:
        return
    assert read in board.legal_moves
    assert read.from_square == wrong[0]
    assert read.to_square == wrong[-1]


class TestSquares:
    def test_the_corners_of_the_small_board_have_their_names(self) -> None:
        names = {1: "b8", 4: "h8", 5: "a7", 29: "a1", 30: "c1", 32: "g1"}
        for square, name in names.items():
            assert square_name("brazilian", square) == name
            assert parse_square("brazilian", name) == square
            assert parse_square("brazilian", name.upper()) == square

    def test_every_square_of_the_small_board_is_named_by_column_and_row(self) -> None:
        for square in squares("brazilian"):
            assert square_name("brazilian", square) == letters(square)

    @both_variants
    def test_every_name_is_read_back_as_its_square(self, variant: str) -> None:
        for square in squares(variant):
            assert parse_square(variant, square_name(variant, square)) == square
            assert parse_square(variant, str(square)) == square

    @both_variants
    @pytest.mark.parametrize("square", [0, -1, 51, 10**12])
    def test_a_number_off_the_board_has_no_name(self, variant: str, square: int) -> None:
        with pytest.raises(ValueError, match="off the board"):
            square_name(variant, square)

    @pytest.mark.parametrize(
        "text", ["", "a", "b1", "a9", "a0", "i1", "aa", "1a", "33", "0", "-1", "a1 x"]
    )
    def test_text_that_names_no_square_of_the_small_board_is_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"board|square"):
            parse_square("brazilian", text)

    @pytest.mark.parametrize("text", ["", "a1", "51", "0", "-1", "5.0", "x"])
    def test_text_that_names_no_square_of_the_large_board_is_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"board|square|notation"):
            parse_square("international", text)
