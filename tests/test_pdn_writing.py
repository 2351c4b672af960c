"""What is written is PDN 3.0, and is read as it was."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from damier import pdn
from damier.pdn import Comment, Record

CLUB = Path(__file__).parent / "data" / "pdn" / "club.pdn"


def body(record: Record, **options: object) -> str:
    return pdn.dumps(record, width=None, **options).split("\n\n")[1].strip()  # type: ignore[arg-type]


def one(text: str, variant: str | None = "international") -> Record:
    (record,) = pdn.loads(text, variant=variant)
    return record


class TestTags:
    def test_the_order_of_the_standard(self) -> None:
        record = one(
            '[Zeta "z"] [FEN "W:W32:B19"] [Result "2-0"] [White "w"] [Alpha "a"] [Event "e"] *'
        )
        lines = pdn.dumps(record).split("\n\n")[0].splitlines()
        assert lines == [
            '[Event "e"]', '[Site "?"]', '[Date "????.??.??"]', '[Round "?"]', '[White "w"]',
            '[Black "?"]', '[Result "2-0"]', '[GameType "20"]', '[SetUp "1"]', '[FEN "W:W32:B19"]',
            '[Zeta "z"]', '[Alpha "a"]',
        ]  # fmt: skip

    def test_escapes(self) -> None:
        record = Record("international", headers={"White": 'a "b" \\ c\nd', "Note": "x\\"})
        text = pdn.dumps(record)
        assert r'[White "a \"b\" \\ c d"]' in text
        assert pdn.loads(text) == [record]
        assert pdn.loads(text)[0].headers["Note"] == "x\\"

    def test_a_name_that_no_file_could_hold_is_refused(self) -> None:
        for name in ("", 'a"b', "a]b", " a", "1st"):
            with pytest.raises(ValueError, match="name of a tag"):
                Record("international", headers={name: "x"})

    def test_the_start_position_needs_no_fen(self) -> None:
        assert "FEN" not in Record("brazilian", "W:W21-32:B1-12").headers
        record = Record("brazilian", "W:Wc3:Bf6")
        assert (record.headers["FEN"], record.headers["SetUp"]) == ("W:W22:B11", "1")

    def test_an_undecided_game_gets_no_game_type(self) -> None:
        assert "GameType" not in pdn.dumps(one("1. c3-d4 f6-g5 *", None))
        assert '[GameType "26"]' in pdn.dumps(one("1. c3-d4 f6-g5 *", "brazilian"))


class TestMovetext:
    def test_letters_for_26_and_numbers_for_20(self) -> None:
        record = one("1. 22-18 11-16 *", "brazilian")
        assert body(record) == "1. c3-d4 f6-g5 *"
        assert body(record, notation="numeric") == "1. 22-18 11-16 *"
        assert body(record, notation="official") == body(record) == "1. c3-d4 f6-g5 *"
        assert body(one("1. 32-28 19-23 *")) == "1. 32-28 19-23 *"
        with pytest.raises(ValueError, match="algebraic"):
            pdn.dumps(one("1. 32-28 *"), notation="algebraic")
        with pytest.raises(ValueError, match="roman"):
            pdn.dumps(record, notation="roman")  # type: ignore[arg-type]

    def test_the_path_stands_only_where_it_is_needed(self) -> None:
        long = one('[FEN "W:W32:B28,19"] 1. 32x23x14 *')
        assert body(long) == "1. 32x14 *"
        both = one('[FEN "W:WK4:B13,20,32,37"] 1. 4x31x42x15 *')
        assert body(both) == "1. 4x31x42x15 *"

    def test_captures_that_share_their_ends_on_8x8(self) -> None:
        for path in ("22x15x6x13", "22x11x2x13"):
            record = one(f'[FEN "W:WK22,K23:BK7,9,10,K12,K18"] 1. {path} *', "brazilian")
            captured = record.moves[0].captured
            for notation in (None, "numeric"):
                text = pdn.dumps(record, notation=notation)
                assert pdn.loads(text)[0].moves[0].captured == captured

    def test_numbers_where_due(self) -> None:
        text = '[FEN "B:W28:B10,19"] 7... 19-23 {x} 8. 28x19 {y} (8. 28x19) 8... 10-14 9. 19x10 *'
        assert body(one(text)) == ("7... 19-23 {x} 8. 28x19 {y} ( 8. 28x19 ) 8... 10-14 9. 19x10 *")

    def test_marks_and_commands(self) -> None:
        text = "1. 32-28! $14 (!?) {[%clk 1:59:58]} 19-23 {[%clk 1:59:50] [%odd x]} *"
        assert body(one(text)) == (
            "1. 32-28! $14 (!?) {[%clk 1:59:58]} 1... 19-23 {[%clk 1:59:50] [%odd x]} *"
        )

    def test_setups_and_text_that_cannot_be_played(self) -> None:
        text = '1. 32-28 /FEN "W:W30:B20"/ 2. 30-24 20x29 castles 3. 50-1 1-50 *'
        assert body(one(text)) == (
            '1. 32-28 /FEN "W:W30:B20"/ 2. 30-24 20x29 {castles} 3. 50-1 1-50 *'
        )

    def test_lines_are_short(self) -> None:
        record = one(
            "1. 32-28 {" + "word " * 100 + "} 19-23 2. 28x19 14x23 " + "(33-28) " * 20 + "*"
        )
        text = pdn.dumps(record)
        assert max(map(len, text.splitlines())) < 80
        assert pdn.loads(text) == [record]
        assert max(map(len, pdn.dumps(record, width=None).splitlines())) > 500

    def test_a_comment_survives_the_breaking_of_lines(self) -> None:
        words = 'a  b [%clk 0:01] %odd [White "x"] ' * 8 + "x" * 90
        record = one("1. 32-28 *")
        record.line.plies[0].add(Comment(words))
        assert pdn.loads(pdn.dumps(record)) == [record]
        assert pdn.loads(pdn.dumps(record))[0].line.plies[0].comments == [Comment(words)]

    def test_a_comment_cannot_hold_a_closing_brace(self) -> None:
        assert Comment(" a } b\r\n c ").text == "a ) b c"


class TestResults:
    def test_the_result_ends_the_game(self) -> None:
        record = one('[Result "1/2-1/2"] 1. 32-28 *')
        assert body(record).endswith(" 1/2-1/2")
        assert body(record, star=True).endswith(" *")
        assert body(record, official_results=True).endswith(" 1-1")
        assert '[Result "1-1"]' in pdn.dumps(record, official_results=True)

    def test_a_result_that_would_read_as_a_move_does_not(self) -> None:
        record = one('[Result "4-6"] 1. 32-28 19-23 4-6')
        assert body(record) == "1. 32-28 19-23 *"
        assert pdn.loads(pdn.dumps(record)) == [record]

    def test_the_style_of_the_game(self) -> None:
        record = one("1. c3-d4 2-0", "brazilian")
        assert body(record, official_results=True).endswith(" 1-0")


def test_ranges_on_request() -> None:
    record = one('[FEN "W:W31,32,33,34:B1"] *')
    assert '[FEN "W:W31,32,33,34:B1"]' in pdn.dumps(record)
    assert '[FEN "W:W31-34:B1"]' in pdn.dumps(record, ranges=True)


def test_handles() -> None:
    records = list(pdn.read_games(CLUB))
    text, data = io.StringIO(), io.BytesIO()
    for record in records:
        pdn.write_game(record, text)
        pdn.write_game(record, data)
    assert text.getvalue() == pdn.dumps(records) + "\n"
    assert data.getvalue().decode() == text.getvalue()


def test_what_was_read_is_written_and_read_again() -> None:
    records = list(pdn.read_games(CLUB))
    text = pdn.dumps(records)
    assert pdn.loads(text) == records
    assert pdn.dumps(pdn.loads(text)) == text


@pytest.mark.parametrize(
    "other",
    [
        '[White "b"] 1. 32-28 {c} 19-23! *',
        '[White "a"] [Black "b"] 1. 32-28 {c} 19-23! *',
        '[White "a"] 1. 32-28 {d} 19-23! *',
        '[White "a"] 1. 32-28 {c} 19-23 *',
        '[White "a"] 1. 32-28 {c} 19-24! *',
        '[White "a"] 1. 32-28 {c} 19-23! 2. 37-32 *',
        '[White "a"] 1. 32-28 {c} 19-23! (1... 18-23) *',
        '[White "a"] 1. 32-28 {c} 19-23! castles *',
        '[White "a"] 1. 32-28 {c} 19-23! 1-1',
        '[White "a"] 1. 32-28 {c} /FEN "B:W28:B19"/ 19-23! *',
    ],
)
def test_records_differ_if_anything_that_is_written_differs(other: str) -> None:
    record = one('[White "a"] 1. 32-28 {c} 19-23! *')
    assert one(other) != record
    assert record == one('[White "a"]\n1. 32-28 { c}\n19-23 ! *')
    assert record != "record"
