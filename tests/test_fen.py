from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from compare import as_reference, board_of, letters
from damier import Board, Color, InvalidFenError, Piece
from strategies import VARIANTS, positions, squares

both_variants = pytest.mark.parametrize("variant", VARIANTS)


def placed(variant: str, fen: str, **options: bool) -> str:
    """The position a FEN is read as, written by the reference generator."""
    return reference.write_fen(as_reference(Board(variant, fen, **options)))


class TestReading:
    @pytest.mark.parametrize(
        ("fen", "plain"),
        [
            pytest.param("W:W31,K40:B1,K20", "W:W31,K40:B1,K20", id="plain"),
            pytest.param("B:B1,K20:W31,K40", "B:W31,K40:B1,K20", id="black first"),
            pytest.param("W:WK40,31:BK20,1", "W:W31,K40:B1,K20", id="any order of squares"),
            pytest.param("W:W31,40:B1,20.", "W:W31,40:B1,20", id="trailing dot"),
            pytest.param("W:W31,40.:B1,20.", "W:W31,40:B1,20", id="dot after each block"),
            pytest.param("W:W31-33:B1-3", "W:W31,32,33:B1,2,3", id="ranges"),
            pytest.param("W:W31-31:B1", "W:W31:B1", id="range of one"),
            pytest.param("W:W6,31-33,40:B1", "W:W6,31,32,33,40:B1", id="range among squares"),
            pytest.param("W:WK46-50:B1", "W:WK46,K47,K48,K49,K50:B1", id="range of kings"),
            pytest.param("w:w31,k40:b1,k20", "W:W31,K40:B1,K20", id="lower case"),
            pytest.param("W:W031,K06:B01,012", "W:WK6,31:B1,12", id="leading zeros"),
            pytest.param("W:W:B1", "W:W:B1", id="no white pieces"),
            pytest.param("B:W50:B", "B:W50:B", id="no black pieces"),
            pytest.param("W:W31", "W:W31:B", id="no black block"),
            pytest.param("W:B1", "W:W:B1", id="no white block"),
            pytest.param("B:W50.", "B:W50:B", id="no black block, dot"),
            pytest.param("W:W:B", "W:W:B", id="two empty blocks"),
            pytest.param("W::.", "W:W:B", id="no colours at all"),
            pytest.param("W:B:W31", "W:W31:B", id="empty black block first"),
            pytest.param("W:W31,,32:B1,", "W:W31,32:B1", id="empty entries"),
            pytest.param("W:W,31:B1", "W:W31:B1", id="empty entry first"),
            pytest.param("W:W31:B1:H0:F1", "W:W31:B1", id="both counters"),
            pytest.param("W:W31:B1:H4", "W:W31:B1", id="half-moves alone"),
            pytest.param("W:W31:B1:F20", "W:W31:B1", id="move number alone"),
            pytest.param("W:W31:B1:H0:F1.", "W:W31:B1", id="counters and dot"),
            pytest.param("B:W:WK31:B1", "W:WK31:B1", id="doubled turn, white"),
            pytest.param("W:B:WK31:B1", "B:WK31:B1", id="doubled turn, black"),
            pytest.param('[FEN "W:B:WK2,28:B20,K50"]', "B:WK2,28:B20,K50", id="doubled turn, tag"),
            pytest.param('[FEN "B:W31:B1"]', "B:W31:B1", id="tag"),
            pytest.param(' [FEN  "B:W31:B1." ]\n', "B:W31:B1", id="tag with blanks"),
            pytest.param('[fen "b:w31:b1"]', "B:W31:B1", id="tag in lower case"),
            pytest.param(" W : W 31 , K 40 : B 1 , 2 . ", "W:W31,K40:B1,2", id="blanks"),
            pytest.param("W:W 31,\n 32:\r\n B\t1.\n", "W:W31,32:B1", id="line breaks"),
        ],
    )
    def test_a_spelling_seen_in_files_is_read(self, fen: str, plain: str) -> None:
        assert placed("international", fen) == plain

    @pytest.mark.parametrize(
        ("fen", "plain"),
        [
            ("W:Wa1,Kc3:Bb8", "W:WK22,29:B1"),
            ("W:WA1,KC3:BB8", "W:WK22,29:B1"),
            ("w:wa1,kc3:bb8.", "W:WK22,29:B1"),
            ("W:Wg3,KG1:BG7", "W:W24,K32:B8"),
            ("W:Wa1,22:BKd4", "W:W22,29:BK18"),
            (
                "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8",
                "W:WK3,13,20,21,23,24,25,28:B4,8,14,15,16",
            ),
        ],
    )
    def test_letters_are_read_on_the_small_board(self, fen: str, plain: str) -> None:
        assert placed("brazilian", fen) == plain

    @both_variants
    def test_ranges_give_the_initial_position(self, variant: str) -> None:
        top = len(squares(variant))
        men = {"brazilian": 12, "international": 20}[variant]
        fen = f"W:W{top - men + 1}-{top}:B1-{men}"
        assert as_reference(Board(variant, fen)) == reference.start(variant)

    @pytest.mark.parametrize(
        ("suffix", "plies"),
        [("", 0), (":H0", 0), (":H7", 7), (":H007:F3", 7), (":F3:H12", 12), (":F9", 0)],
    )
    def test_the_half_move_counter_seeds_the_reversible_plies(
        self, suffix: str, plies: int
    ) -> None:
        board = Board("international", "W:WK31:BK1" + suffix)
        assert board.reversible_plies == plies
        assert board.ply == 0
        assert board.repetitions() == 1
        assert board.fen() == "W:WK31:BK1"

    @pytest.mark.parametrize(
        ("variant", "fen"),
        [
            ("international", "W:W4:B49"),
            ("brazilian", "W:W2:B31"),
            ("brazilian", "W:W4:B20"),
            ("international", "W:W1:B45"),
            ("international", "B:W6:B46-50"),
        ],
    )
    def test_a_man_may_stand_on_its_promotion_row_if_the_caller_says_so(
        self, variant: str, fen: str
    ) -> None:
        with pytest.raises(InvalidFenError, match="promotion row"):
            Board(variant, fen)
        board = Board(variant, fen, strict=False)
        assert as_reference(board) == reference.read_fen(variant, fen)

    @both_variants
    def test_a_king_may_stand_anywhere(self, variant: str) -> None:
        top = len(squares(variant))
        for square in squares(variant):
            other = square % top + 1
            board = Board(variant, f"W:WK{square}:BK{other}")
            assert board.piece_map() == {
                square: Piece(Color.WHITE, True),
                other: Piece(Color.BLACK, True),
            }

    @both_variants
    def test_a_man_may_stand_on_every_square_but_its_promotion_row(self, variant: str) -> None:
        row = reference.SIZES[variant] // 2
        top = len(squares(variant))
        for square in squares(variant):
            for side, barred in (("W", square <= row), ("B", square > top - row)):
                fen = f"W:{side}{square}"
                if barred:
                    with pytest.raises(InvalidFenError, match=rf"\b{square}\b"):
                        Board(variant, fen)
                else:
                    assert list(Board(variant, fen).piece_map()) == [square]

    @both_variants
    def test_no_number_of_pieces_is_too_many(self, variant: str) -> None:
        top = len(squares(variant))
        board = Board(variant, f"W:WK1-{top - 1}:BK{top}")
        assert len(board.piece_map()) == top
        assert board.legal_moves == ()


class TestRefusing:
    """Every refusal counts the characters up to the fault, from 1, and says what is wrong there."""

    @pytest.mark.parametrize(
        ("variant", "fen", "character", "reason"),
        [
            ("international", "W:W31,51:B1", 7, "51 is off the board"),
            ("international", "W:W31:B0", 8, "0 is off the board"),
            ("international", "W:W31:BK99", 9, "99 is off the board"),
            ("brazilian", "W:W33:B5", 4, "33 is off the board"),
            ("brazilian", "W:Wi3:B5", 4, "i3 is off the board"),
            ("brazilian", "W:Wa9:B5", 4, "a9 is off the board"),
            ("brazilian", "W:Wb2,b1:B5", 7, "b1"),
            ("international", "W:W48-51:B1", 7, "51 is off the board"),
            ("international", "W:W99999999999999999999:B1", 4, "off the board"),
            ("international", "W:W4294967327:B1", 4, "off the board"),
            ("international", "W:W31,32,31:B1", 10, "31"),
            ("international", "W:W31:B1,31", 10, "31"),
            ("international", "W:W31,K31:B1", 7, "31"),
            ("international", "W:W30-33,K32:B1", 10, "32"),
            ("international", "W:W33-31:B1", 4, "descend"),
            ("international", "W:W31,KX2:B1", 8, "X|algebraic"),
            ("international", "W:WQ31:B1", 4, "Q|algebraic"),
            ("international", "W:W31:B1Q", 9, "Q"),
            ("international", "W:W31!:B1", 6, "!"),
            ("international", "W:W31;32:B1", 6, ";"),
            ("international", "W:W31:B-1", 8, "-"),
            ("international", "W:WKK31:B1", 5, "K|algebraic"),
            ("international", "W:W31-:B1", 7, ":"),
            ("international", "W:W31-33-35:B1", 9, "-"),
            ("international", "W:W31-K33:B1", 7, "K"),
            ("international", "W:WK:B1", 5, ":"),
            ("brazilian", "W:Wa1-c1:B1", 6, "range"),
            ("international", "W:WG31:B1", 4, "ghost"),
            ("international", "W:W31:BP1", 8, "ghost"),
            ("brazilian", "W:W31:BG20", 8, "ghost"),
            ("brazilian", "W:WP3:B1", 4, "ghost"),
            ("international", "W:W4,31:B1", 4, "promotion row"),
            ("international", "W:W31:B1,49", 10, "promotion row"),
            ("international", "W:W31:B1:W32", 10, "third|second"),
            ("international", "W:W31:W32", 7, "second"),
            ("international", "W:W31:B1:Z3", 10, "Z"),
            ("international", "W:W31:B1:Hx", 11, "x"),
            ("international", "W:W31:B1:H-3", 11, "-"),
            ("international", "W:W31:B1:H3x", 12, "x"),
            ("international", "X:W31:B1", 1, "side to move"),
            ("international", "W31:B1", 1, "side to move"),
            ("international", "31-50:1-20", 1, "side to move"),
            ("international", ":W31:B1", 1, "side to move"),
            ("international", "", 1, "side to move"),
            ("international", "  ", 3, "side to move"),
            ("international", "?:W31:B1", 1, "side to move"),
            ("international", '[FEN "W:W31,51:B1"]', 13, "51 is off the board"),
            ("international", '[FEN "W:W31:B1', 15, "quot"),
            ("international", '[FEM "W:W31:B1"]', 4, r"\[FEN"),
            ("international", "W:W31:B1\0", 9, "unexpected"),
            ("international", "W:W\uff13\uff11:B1", 4, "\uff13"),
            ("international", "W:W31:B\u00e91", 8, "\u00e9"),
            ("international", "\u00e9\u00e9:W31:B1", 1, "side to move"),
        ],
    )
    def test_the_place_and_the_reason_are_named(
        self, variant: str, fen: str, character: int, reason: str
    ) -> None:
        with pytest.raises(InvalidFenError, match=rf"\bcharacter {character}: .*({reason}).*"):
            Board(variant, fen)

    @pytest.mark.parametrize(
        "fen",
        ["W:W51:B1", "W:W31,31:B1", "W:W33-31:B1", "W:WX:B1", "W31:B1", "W:WG31:B1", "?:W31:B1"],
    )
    def test_only_the_promotion_row_is_left_open_by_strict_false(self, fen: str) -> None:
        with pytest.raises(InvalidFenError):
            Board("international", fen, strict=False)

    def test_an_invalid_fen_is_a_value_error(self) -> None:
        assert issubclass(InvalidFenError, ValueError)

    def test_letters_are_no_squares_of_the_large_board(self) -> None:
        with pytest.raises(InvalidFenError, match="character 4"):
            Board("international", "W:Wa1:Bb8")

    def test_text_that_no_file_encoding_gives_is_refused_like_any_other(self) -> None:
        with pytest.raises(InvalidFenError):
            Board("international", "W:W31:B1\udcff")

    def test_a_very_long_text_is_refused_with_a_message_of_reasonable_length(self) -> None:
        for fen in (
            "W:W" + "9" * 100_000,
            "W:W31" + ",31" * 50_000,
            "W" * 100_000,
            "W:" * 50_000 + "Q",
        ):
            with pytest.raises(InvalidFenError) as refusal:
                Board("international", fen)
            assert len(str(refusal.value)) < 1000

    def test_a_counter_too_large_to_count_is_refused(self) -> None:
        fen = "W:WK31:BK1:H" + "9" * 30
        with pytest.raises(InvalidFenError, match="character 13"):
            Board("international", fen)


class TestWriting:
    @pytest.mark.parametrize(
        ("variant", "fen"),
        [
            ("brazilian", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"),
            (
                "international",
                "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50"
                ":B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
            ),
        ],
    )
    def test_the_initial_position_is_a_plain_list(self, variant: str, fen: str) -> None:
        assert Board(variant).fen() == fen

    @pytest.mark.parametrize(
        ("fen", "plain"),
        [
            ("B:BK20,1,5:WK40,31,K6.", "B:WK6,31,K40:B1,5,K20"),
            ("W:W:B", "W:W:B"),
            ("W:B1:H3:F4", "W:W:B1"),
        ],
    )
    def test_white_comes_first_squares_ascend_and_nothing_is_added(
        self, fen: str, plain: str
    ) -> None:
        assert Board("international", fen).fen() == plain

    @pytest.mark.parametrize(
        ("fen", "written"),
        [
            ("W:W31-50:B1-20", "W:W31-50:B1-20"),
            ("W:WK46-50:B1-4,6-9", "W:WK46,K47,K48,K49,K50:B1-4,6-9"),
            ("W:W31-33,K34,35-37:B1", "W:W31-33,K34,35-37:B1"),
            ("W:W31,33,35:B1", "W:W31,33,35:B1"),
            ("W:W6-10:B", "W:W6-10:B"),
        ],
    )
    def test_ranges_are_written_on_request_and_kings_one_by_one(
        self, fen: str, written: str
    ) -> None:
        board = Board("international", fen)
        assert board.fen(ranges=True) == written
        assert "-" not in board.fen()

    def test_letters_are_written_on_request(self) -> None:
        board = Board("brazilian", "B:WK22,29:B1,K18")
        assert board.fen(notation="algebraic") == "B:WKc3,a1:Bb8,Kd4"
        assert board.fen(notation="numeric") == board.fen()

    def test_letters_are_refused_on_the_large_board(self) -> None:
        with pytest.raises(ValueError, match="algebraic"):
            Board("international").fen(notation="algebraic")

    def test_the_official_notation_is_that_of_the_game(self) -> None:
        board = Board("brazilian", "B:WK22,29:B1,K18")
        assert board.fen(notation="official") == board.fen(notation="algebraic")
        with pytest.raises(ValueError, match="ranges"):
            board.fen(ranges=True, notation="official")
        board = Board("international")
        assert board.fen(True, "official") == board.fen(ranges=True)

    @pytest.mark.parametrize("notation", ["", "letters", "NUMERIC"])
    def test_an_unknown_notation_is_refused(self, notation: str) -> None:
        with pytest.raises(ValueError, match="notation"):
            Board("brazilian").fen(notation=notation)  # type: ignore[arg-type]

    @given(data=st.data())
    @both_variants
    def test_every_written_form_is_read_back(self, variant: str, data: st.DataObject) -> None:
        position = data.draw(positions(variant))
        board = board_of(variant, position)
        assert board.fen() == reference.write_fen(position)
        forms = [board.fen(), board.fen(ranges=True)]
        if variant == "brazilian":
            forms.append(board.fen(notation="algebraic"))
        for form in forms:
            assert Board(variant, form) == board
            assert as_reference(Board(variant, form)) == position

    @given(data=st.data())
    def test_letters_name_the_same_squares(self, data: st.DataObject) -> None:
        board = board_of("brazilian", data.draw(positions("brazilian")))
        expected = re.sub(r"\d+", lambda number: letters(int(number[0])), board.fen())
        assert board.fen(notation="algebraic") == expected


NUMBERS = {letters(square): square for square in squares("brazilian")}
DEBRIS = st.sampled_from('WBKwbk:,-.0123456789 HFGPQadh?[]"\n\0\u00e9')


@st.composite
def damaged(draw: st.DrawFn, variant: str) -> str:
    """A FEN with a few characters put in, left out or replaced."""
    board = board_of(variant, draw(positions(variant)))
    forms = [board.fen(), board.fen(ranges=True), f'[FEN "{board.fen()}."]']
    text = list(draw(st.sampled_from(forms)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        keep = draw(st.integers(0, 2))
        text[at : at + keep] = draw(st.text(DEBRIS, max_size=2))
    return "".join(text)


def named_squares(variant: str, fen: str) -> tuple[str, dict[int, str]]:
    """The turn and the pieces a FEN names, read with no care for whether it is one."""
    body = re.sub(r"\s", "", fen).strip(".").removeprefix("[").removesuffix("]").lower()
    fields = body.removeprefix("fen").strip('"').replace(".", "").split(":")
    if fields[1] in ("w", "b") and len([f for f in fields[2:] if f[:1] in ("w", "b")]) == 2:
        del fields[0]
    pieces: dict[int, str] = {}
    for field in fields[1:]:
        if field[:1] not in ("w", "b"):
            continue
        for entry in filter(None, field[1:].split(",")):
            first, _, last = entry.lstrip("k").partition("-")
            numbers = [NUMBERS.get(name) or int(name) for name in (first, last or first)]
            for square in range(numbers[0], numbers[1] + 1):
                assert square not in pieces
                pieces[square] = field[0].upper() if entry[0] == "k" else field[0]
    return fields[0], pieces


def refusal(variant: str, fen: str) -> str | None:
    try:
        Board(variant, fen)
    except InvalidFenError as error:
        return str(error)
    return None


@given(data=st.data())
@both_variants
@settings(max_examples=300)
def test_a_damaged_fen_is_refused_or_read_as_it_stands(variant: str, data: st.DataObject) -> None:
    fen = data.draw(damaged(variant))
    reason = refusal(variant, fen)
    if reason is not None:
        assert re.search(r"\bcharacter \d+: .*\S", reason, re.DOTALL)
        return
    board = Board(variant, fen)
    position = as_reference(board)
    turn, pieces = named_squares(variant, fen)
    assert position.turn == turn
    assert position.pieces == {
        reference.coordinates(position.size, square): piece for square, piece in pieces.items()
    }
    for (row, _), piece in position.pieces.items():
        assert piece.isupper() or row != reference.far_row(position.size, piece)
    assert Board(variant, board.fen()) == board


@given(text=st.text(max_size=40))
@both_variants
@settings(max_examples=300)
def test_any_text_is_a_position_or_refused(variant: str, text: str) -> None:
    for strict in (True, False):
        try:
            board = Board(variant, text, strict=strict)
        except InvalidFenError:
            continue
        assert Board(variant, board.fen(), strict=strict) == board
