"""Every refusal carries its reason as data, and docs/errors.md lists them all."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import damier
from compare import board_of, unchanged
from damier import (
    AmbiguousMoveError,
    Board,
    Game,
    GameStateError,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
    InvalidSquareError,
    Move,
    RefusedError,
    parse_square,
    pdn,
    square_name,
)
from damier.errors import Code
from strategies import VARIANTS, positions

PAGE = (Path(__file__).parent.parent / "docs" / "errors.md").read_text("utf-8")
ROWS = re.findall(r"^\| `([a-z-]+)` \| `(.+?)` \| (.+) \|$", PAGE, re.MULTILINE)
FILES = PAGE.index("## PDN files")
REFUSED = [row for row in ROWS if PAGE.index(f"| `{row[0]}` |") < FILES]
PROBLEMS = [row for row in ROWS if PAGE.index(f"| `{row[0]}` |") > FILES]

both_variants = pytest.mark.parametrize("variant", VARIANTS)


def refusal_of(statement: str) -> RefusedError:
    names = {name: getattr(damier, name) for name in damier.__all__}
    with pytest.raises(RefusedError) as refusal:
        exec(statement, names)
    return refusal.value


class TestTheTable:
    def test_it_lists_every_code_once(self) -> None:
        assert sorted(code for code, _, _ in ROWS) == sorted(Code)

    @pytest.mark.parametrize(("code", "statement", "says"), REFUSED)
    def test_an_example_is_refused_as_it_says(self, code: str, statement: str, says: str) -> None:
        refusal = refusal_of(statement)
        assert refusal.code is Code(code)
        assert str(refusal) == refusal.text() == says

    @pytest.mark.parametrize(("code", "text", "meaning"), PROBLEMS)
    def test_an_example_of_a_file_has_that_problem(
        self, code: str, text: str, meaning: str
    ) -> None:
        (record,) = pdn.loads(text)
        problems = [*record.errors, *record.warnings, *record.notes]
        assert code in [problem.code for problem in problems]

    def test_files_have_the_same_codes(self) -> None:
        assert pdn.Code is Code

    @pytest.mark.parametrize("code", Code)
    def test_codes_are_words_with_hyphens(self, code: Code) -> None:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)


class TestData:
    def test_a_refused_move_names_all_legal_moves(self) -> None:
        board = Board("international")
        for text in ("28-23", "1-6", "37-32", "32-23", "32-99", "castles", "32x23x14"):
            with pytest.raises(RefusedError) as refusal:
                board.push(text)
            assert refusal.value.alternatives == board.legal_moves

    def test_a_long_list_is_cut_in_the_sentence_only(self) -> None:
        board = Board("international", "W:W50,K1,K5:B7,10")
        assert len(board.legal_moves) > 12
        with pytest.raises(IllegalMoveError) as refusal:
            board.push("50-45")
        assert refusal.value.alternatives == board.legal_moves
        assert str(refusal.value).endswith(f", {len(board.legal_moves) - 12} more")

    def test_an_ambiguous_text_names_what_it_can_be(self) -> None:
        board = Board("international", "W:WK4,50:B13,20,32,37")
        with pytest.raises(AmbiguousMoveError) as refusal:
            board.push("4x15")
        assert [move.long() for move in refusal.value.alternatives] == ["4x27x38x15", "4x31x42x15"]
        assert refusal.value.squares == (4, 15)
        for move in refusal.value.alternatives:
            assert board.is_legal(move)

    def test_an_unfinished_capture_names_those_that_go_on(self) -> None:
        board = Board("international", "W:W33,50:B28,18,44,34")
        with pytest.raises(IllegalMoveError) as refusal:
            board.push("33x22")
        assert [move.long() for move in refusal.value.alternatives] == ["33x22x13"]

    @pytest.mark.parametrize(
        ("text", "squares"),
        [
            ("28-23", (28,)),
            ("1-6", (1,)),
            ("37-32", (32,)),
            ("32-23", (32, 23)),
            ("32-51", (51,)),
            ("32-99999999999999999999", ()),
            ("32", ()),
        ],
    )
    def test_the_squares_concerned_are_numbers(self, text: str, squares: tuple[int, ...]) -> None:
        with pytest.raises(RefusedError) as refusal:
            Board("international").push(text)
        assert refusal.value.squares == squares

    def test_a_fen_tells_the_character_and_the_square(self) -> None:
        with pytest.raises(InvalidFenError) as refusal:
            Board("international", "W:W31,31:B1")
        assert (refusal.value.position, refusal.value.squares) == (7, (31,))
        with pytest.raises(InvalidFenError) as refusal:
            Board.from_pieces(
                "international", {51: damier.Piece(damier.Color.WHITE, False)}, damier.Color.WHITE
            )
        assert (refusal.value.position, refusal.value.squares) == (None, (51,))

    @both_variants
    def test_a_square_off_the_board_is_refused_alike_everywhere(self, variant: str) -> None:
        top = len(Board(variant).piece_map()) + 99
        for function in (
            lambda: Board(variant).piece_at(top),
            lambda: square_name(variant, top),
            lambda: damier.Variant(variant).row_column(top),
            lambda: parse_square(variant, str(top)),
        ):
            with pytest.raises(InvalidSquareError, match="off the board") as refusal:
                function()
            assert (refusal.value.code, refusal.value.squares) == (Code.OFF_BOARD, (top,))


class TestNotation:
    @pytest.mark.parametrize(
        ("fen", "letters", "numbers"),
        [
            (None, "c3-c5", "22-14"),
            (None, "b2-c3", "25-22"),
            (None, "d4-c5", "18-14"),
            (None, "b6-a5", "9-13"),
            ("W:Wd4,g1:Be5", "g1-h2", "32-28"),
            ("W:Wd4,g1:Be5,c5", "d4xg1", "18x32"),
            ("W:Wc3:Bd4,d6", "c3xe5", "22x15"),
            ("W:W11,K31,24:B16,26", "g3-h4", "24-20"),
        ],
    )
    def test_a_message_speaks_the_notation_of_the_move(
        self, fen: str | None, letters: str, numbers: str
    ) -> None:
        board = Board("brazilian", fen)
        said = []
        for text in (letters, numbers):
            with pytest.raises(RefusedError) as refusal:
                board.push(text)
            said.append(refusal.value)
        in_letters, in_numbers = said
        assert in_letters.code is in_numbers.code
        assert str(in_letters) == in_numbers.text("algebraic") == in_numbers.text("official")
        assert str(in_numbers) == in_letters.text("numeric") != str(in_letters)
        assert not re.search(r"\b[a-h][1-8]\b", str(in_numbers))
        assert not re.search(r"\b[1-9][0-9]\b", str(in_letters))

    def test_the_large_board_has_numbers_only(self) -> None:
        with pytest.raises(IllegalMoveError) as refusal:
            Board("international").push("37-32")
        assert refusal.value.text("official") == refusal.value.text("numeric")
        with pytest.raises(ValueError, match="no algebraic notation"):
            refusal.value.text("algebraic")

    def test_an_unknown_notation_or_language_is_refused(self) -> None:
        refusal = refusal_of('Board("brazilian").push("22-26")')
        with pytest.raises(ValueError, match="expected numeric, algebraic or official"):
            refusal.text("roman")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="unknown language 'xx'"):
            refusal.text(language="xx")

    def test_files_in_letters_get_reasons_in_letters(self) -> None:
        (record,) = pdn.loads("1. c3-d4 b6-a5 2. e3-f2 *", variant="brazilian")
        (error,) = record.errors
        assert error.reason == "square f2 is occupied"
        assert "a3-b4" in error.alternatives


@pytest.mark.parametrize("statement", [statement for _, statement, _ in REFUSED])
def test_a_copy_says_the_same(statement: str) -> None:
    refusal = refusal_of(statement)
    copies = [copy.copy(refusal), copy.deepcopy(refusal)]
    copies += [
        pickle.loads(pickle.dumps(refusal, protocol))
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    ]
    for other in copies:
        assert type(other) is type(refusal)
        assert (other.code, other.squares) == (refusal.code, refusal.squares)
        assert other.alternatives == refusal.alternatives
        assert str(other) == str(refusal)


def test_the_offers_of_a_player_are_used_up() -> None:
    game = Game("brazilian", rules="dream-games")
    for _ in range(3):
        game.offer_draw(damier.Color.WHITE)
        game.withdraw_draw(damier.Color.WHITE)
    with pytest.raises(GameStateError, match="used up") as refusal:
        game.offer_draw(damier.Color.WHITE)
    assert refusal.value.code is Code.OFFERS_USED_UP


HOSTILE = st.one_of(
    st.text(max_size=40),
    st.text(st.sampled_from('0123456789WBKwbkGPHF:,.-xX?+[] "abcdefgh\0\u00e9\ud800'), max_size=40),
)


def check(refusal: RefusedError, kinds: tuple[type[RefusedError], ...]) -> None:
    assert isinstance(refusal, kinds)
    assert refusal.code in Code
    assert all(isinstance(square, int) for square in refusal.squares)
    assert all(isinstance(move, Move) for move in refusal.alternatives)
    for notation in (None, "numeric", "official"):
        sentence = refusal.text(notation)
        assert sentence
        assert not re.search(r"[\x00-\x1f\x7f]", sentence)


@given(text=HOSTILE, data=st.data())
@example(text="{moves}{0}{text.__class__}%s%(x)s", data=None)
@both_variants
def test_whatever_text_is_given_is_refused_with_a_code(
    variant: str, text: str, data: st.DataObject | None
) -> None:
    board = Board(variant) if data is None else board_of(variant, data.draw(positions(variant)))
    doors = [
        (lambda: board.parse_move(text), (IllegalMoveError, InvalidMoveError, AmbiguousMoveError)),
        (lambda: Board(variant, text), (InvalidFenError,)),
        (lambda: Board(variant, f"W:W{text}:B"), (InvalidFenError,)),
        (lambda: parse_square(variant, text), (InvalidSquareError,)),
    ]
    with unchanged(board):
        for door, kinds in doors:
            try:
                door()
            except RefusedError as refusal:
                check(refusal, kinds)
