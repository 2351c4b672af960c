"""Messages of the Hub protocol."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compare import board_of
from damier import Board, Color, Variant
from damier.engine import Score
from damier.hub.answers import read_done, read_info
from damier.hub.dialects import Version1
from damier.hub.messages import (
    Message,
    read_position,
    read_score,
    write_position,
    write_score,
)
from reference import number
from strategies import VARIANTS, scattered


class TestMessage:
    @pytest.mark.parametrize(
        ("line", "word", "fields"),
        [
            ("wait", "wait", {}),
            ("go think\r\n", "go", {"think": None}),
            ("done move=32-28 ponder=19x28x23", "done", {"move": "32-28", "ponder": "19x28x23"}),
            ('info score=-0.10 pv="32-28 19-23"', "info", {"score": "-0.10", "pv": "32-28 19-23"}),
            ('param name=book-file value="" type=string', "param", None),
            ('error message="a = b"', "error", {"message": "a = b"}),
            ("done move= ponder=19-23", "done", {"move": "", "ponder": "19-23"}),
            ('error message="not closed', "error", {"message": "not closed"}),
            ("", "", {}),
            ("= == x", "=", {"x": None}),
        ],
    )
    def test_a_line_is_a_word_and_fields(self, line, word, fields) -> None:
        message = Message.parse(line)
        assert message.word == word
        if fields is None:
            fields = {"name": "book-file", "value": "", "type": "string"}
        assert message.fields == fields

    def test_numbers_are_finite_or_none(self) -> None:
        message = Message.parse("info a=1 b=-0.25 c=nan d=inf e=1e9 f= g h=99999999999999999999")
        assert [message.number(name) for name in "abcdefghi"] == [1, -0.25, *[None] * 7]

    @given(
        st.from_regex(r"[a-z-]{1,9}", fullmatch=True),
        st.dictionaries(
            st.from_regex(r"[a-z-]{1,9}", fullmatch=True),
            st.none() | st.from_regex(r"[^\"\x00-\x1f\x7f\x85\u2028\u2029]{0,20}", fullmatch=True),
        ),
    )
    def test_what_is_written_reads_as_the_same(self, word, fields) -> None:
        message = Message(word, fields)
        assert Message.parse(str(message)) == message

    @given(st.text(), st.text())
    def test_any_text_is_one_line(self, value: str, line: str) -> None:
        written = str(Message("error", {"message": value}))
        assert len(written.splitlines()) == 1
        assert Message.parse(written).word == "error"
        Message.parse(line)


class TestAnswers:
    """What engines say may be anything."""

    WORDS = st.sampled_from(
        ["32-28", "19-23", "28x19x23", "28x19", "1-50", "x", "-1", "0.25", "9" * 18, "", "nan"]
    )

    @given(
        st.dictionaries(
            st.sampled_from(["depth", "score", "nodes", "time", "pv", "move", "ponder"]),
            st.none() | st.text(max_size=8) | st.lists(WORDS, max_size=4).map(" ".join),
        )
    )
    def test_any_fields_are_an_info(self, fields) -> None:
        board = Board("international")
        info = read_info(fields, board, 0.1)
        assert not info["pv"] or info["pv"][0] in board.legal_moves
        assert info["nodes"] >= 0
        try:
            done = read_done(Message("done", fields), info, board)
        except ValueError:
            return
        assert done["pv"][0] in board.legal_moves

    @given(st.sampled_from(["move", "info", "error", "name", ""]), st.lists(WORDS, max_size=9))
    def test_any_line_of_version_1_is_a_message(self, word: str, words: list[str]) -> None:
        message = Version1().read(" ".join([word, *words]))
        read_info(message.fields, Board("international"), 0.1)


class TestPosition:
    @pytest.mark.parametrize("variant", VARIANTS)
    @given(st.data())
    def test_each_square_has_a_letter(self, variant: str, data: st.DataObject) -> None:
        position = data.draw(scattered(variant))
        letters = ["e"] * Variant(variant).squares
        for square, letter in position.pieces.items():
            letters[number(position.size, square) - 1] = letter
        text = position.turn.upper() + "".join(letters)
        board = read_position(text, Variant(variant))
        assert write_position(board) == text
        assert board == board_of(variant, position)

    def test_the_initial_position_has_a_name(self) -> None:
        assert read_position("start", Variant.BRAZILIAN) == Board("brazilian")

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("", "expected 33 characters"),
            ("Wbbb", "expected 33 characters for brazilian draughts, not 4"),
            ("w" + "e" * 32, "W or B to move"),
            ("W" + "e" * 31 + "x", "square 32: expected w, W, b, B or e, not 'x'"),
            ("Ww" + "e" * 31, "promotion"),
        ],
    )
    def test_what_is_none_is_told(self, text: str, reason: str) -> None:
        with pytest.raises(ValueError, match=reason):
            read_position(text, Variant.BRAZILIAN)


class TestScore:
    @given(
        st.integers(-8_000, 8_000)
        | st.integers(29_745, 30_000)
        | st.integers(-30_000, -29_745)
        | st.integers(19_745, 20_000),
        st.sampled_from(Color),
    )
    def test_what_is_written_reads_as_the_same(self, value: int, turn: Color) -> None:
        score = Score(value, turn)
        assert read_score(float(write_score(score)), turn) == score

    def test_a_lead_is_no_win(self) -> None:
        assert write_score(Score(9_999, Color.WHITE)) == "80.00"
        assert read_score(1e18, Color.WHITE).win_in is None
        assert read_score(-97.0, Color.WHITE).centimen == -9700
