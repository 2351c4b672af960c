"""What `damier.pdn` makes of files (section numbers: the PDN 3.0 digest the reader follows)."""

from __future__ import annotations

import datetime
import io
from pathlib import Path

import pytest

import damier
from damier import Color, Variant, pdn
from damier.pdn import Clock, Code, Comment, Line, Record, Score, Setup

CLUB = Path(__file__).parent / "data" / "pdn" / "club.pdn"


def only(text: str | bytes, variant: str | None = None) -> Record:
    (record,) = pdn.loads(text, variant=variant)
    return record


def texts(record: Record) -> list[str]:
    return [str(move) for move in record.moves]


class TestPitfalls:
    """Faults reported against other readers (the PDN and NOT entries of the project's list)."""

    @pytest.mark.parametrize(
        ("text", "plies"),
        [
            ('\ufeff[Event "A"]\n\n1. 32-28 19-23 *', [2]),
            ("{a comment only} 2-0\n\n1. 32-28 19-23 1-1", [0, 2]),
            ("1. 32-28* 19-23* 2. 28x19 *", [3]),
            ("1. 32 - 28 19 - 23 *", [2]),
            ('[FEN "B:W28:B10,19"]\n1... 19-23 2. 28x19 *', [2]),
            ('[Event "A"]\r\n\r\n1. 32-28 19-23 *\r\n', [2]),
            ("[Event A]\n\n1. 32-28 19-23 *", [2]),
        ],
    )
    def test_files(self, text: str, plies: list[int]) -> None:
        for source in (text, text.encode()):
            records = pdn.loads(source, variant="international")
            assert [len(record.moves) for record in records] == plies
            assert [record.errors for record in records] == [[]] * len(plies)
            assert {record.headers.get("Event", "A") for record in records} == {"A"}

    def test_the_path_of_ambiguous_captures_survives(self) -> None:
        for path, captured in (("1x18x9x25", (12, 13, 20)), ("1x23x14x25", (12, 19, 20))):
            record = only(f'[FEN "W:WK1:B12,13,19,20"]\n1. {path} *', "international")
            (again,) = pdn.loads(pdn.dumps(record))
            assert again.moves[0].captured == record.moves[0].captured == captured


class TestHeadings:
    def test_they_lead_back_to_the_game(self) -> None:
        records = list(pdn.read_games(CLUB))
        headings = list(pdn.read_headers(CLUB))
        assert [h.headers.pairs for h in headings] == [r.headers.pairs for r in records]
        assert [h[:3] for h in headings] == [(r.number, r.line_number, r.offset) for r in records]
        for source in (CLUB, CLUB.read_bytes(), CLUB.read_text(), io.BytesIO(CLUB.read_bytes())):
            game = pdn.read_game(source, headings[1])
            assert game == records[1]
            assert game is not None
            assert (game.number, game.line_number) == (2, headings[1].line_number)

    def test_they_lead_back_in_utf_16(self) -> None:
        data = CLUB.read_text().encode("utf-16")
        headings = list(pdn.read_headers(data))
        assert pdn.read_game(data, headings[2]) == list(pdn.read_games(CLUB))[2]

    def test_a_text_handle_cannot_go_there(self) -> None:
        (*_, heading) = pdn.read_headers(CLUB)
        with CLUB.open() as handle, pytest.raises(ValueError, match="offset"):
            pdn.read_game(handle, heading)


class TestTags:
    def test_names_in_any_case_and_the_order_of_the_file(self) -> None:
        headers = only('[Zeta "1"] [Setup "1"]\n  [ white  "a" ]\n\n[Black\t"b"]\n*').headers
        assert list(headers.items()) == [
            ("Zeta", "1"), ("Setup", "1"), ("white", "a"), ("Black", "b"),
        ]  # fmt: skip
        assert headers["SETUP"] == "1"
        assert "setup" in headers
        assert "event" not in headers

    @pytest.mark.parametrize(
        ("tag", "value"),
        [
            (r'[White "the \"boss\""]', 'the "boss"'),
            (r'[White "the "boss" himself"]', 'the "boss" himself'),
            (r'[White "C:\\games\\new"]', r"C:\games\new"),
            (r'[White "C:\games\new"]', r"C:\games\new"),
            ('[White ""]', ""),
            ('[White "a {b} (c) * [d] 1-0"]', "a {b} (c) * [d] 1-0"),
            ('[White "over\nlines"]', "over\nlines"),
            ('[\nWhite "a"]', "a"),
        ],
    )
    def test_values(self, tag: str, value: str) -> None:
        record = only(f"{tag}\n\n1. 32-28 19-23 *")
        assert record.headers["White"] == value
        assert (len(record.moves), record.warnings) == (2, [])

    @pytest.mark.parametrize("tag", ['[White "a', "[White a]", "[White", "[White]"])
    def test_a_malformed_tag_is_a_warning_and_harms_nothing_else(self, tag: str) -> None:
        record = only(f'[Event "e"]\n{tag}\n[Black "b"]\n\n1. 32-28 19-23 *')
        assert [w.code for w in record.warnings] == [Code.TAG]
        assert record.warnings[0].line == 2
        assert (record.headers["Event"], record.headers["Black"]) == ("e", "b")
        assert record.headers["White"] in ("a", "")
        assert len(record.moves) == 2

    def test_names_of_other_languages(self) -> None:
        text = '[Type de jeu "20"] [R&#x00e9;sultat "0-1"] [Результат "1-1"] *'
        assert list(only(text).headers) == ["Type de jeu", "R&#x00e9;sultat", "Результат"]

    def test_of_two_the_last_counts(self) -> None:
        record = only('[White "a"]\n[white "b"]\n*')
        assert record.headers["White"] == "b"
        assert record.headers.pairs == [("White", "a"), ("white", "b")]
        assert [w.code for w in record.warnings] == [Code.TAG]

    @pytest.mark.parametrize(
        ("text", "date"),
        [
            ("2007.05.19", datetime.date(2007, 5, 19)),
            ("2003-10-19", datetime.date(2003, 10, 19)),
            ("2007.05.??", None),
            ("09.07.2007", None),
            ("2004.10.27 - 2004.11.01", None),
            ("2007.13.01", None),
        ],
    )
    def test_dates(self, text: str, date: datetime.date | None) -> None:
        headers = only(f'[Date "{text}"] *').headers
        assert (headers["Date"], headers.date) == (text, date)

    def test_typed_views(self) -> None:
        headers = only(
            '[WhiteRating "2300"] [BlackElo " 1999 "] [GameType "20,W,10,10,N2,0"] *'
        ).headers
        assert (headers.white_rating, headers.black_rating, headers.game_type) == (2300, 1999, 20)
        assert only('[WhiteRating "?"] *').headers.white_rating is None
        club = pdn.read_game(CLUB)
        assert club is not None
        assert club.headers.time_control is not None
        assert [stage.moves for stage in club.headers.time_control] == [50, None]
        assert only('[TimeControl "?"] *').headers.time_control is None


class TestResults:
    @pytest.mark.parametrize(
        ("text", "result", "score"),
        [
            ("1. 32-28 2-0", "2-0", Score.WHITE),
            ("1. 32-28 0 - 2", "0-2", Score.BLACK),
            ("1. 32-28 ½-½", "1/2-1/2", Score.DRAW),
            ("1. 32-28 0.5-0.5", "1/2-1/2", Score.DRAW),
            ("1. 32-28 2\u20140", "2-0", Score.WHITE),
            ("1. 32-28 1 \u2212 1", "1-1", Score.DRAW),
            ("1. 32-28 0\u00a0-\u00a02", "0-2", Score.BLACK),
            ('[Result " 0-1"] 1. 32-28 *', "0-1", Score.BLACK),
            ('[Result "1-1"] 1. 32-28', "1-1", Score.DRAW),
            ('[Result "0-0"] 1. 32-28 0-0', "0-0", Score.BOTH_LOST),
            ("1. 32-28 0-0", "*", Score.UNKNOWN),
            ("1. 32-28 *", "*", Score.UNKNOWN),
            ('[Result "?"] 1. 32-28 1-1', "1-1", Score.DRAW),
            ('[Result "4-6"] 1. 32-28 19-23 4-6', "4-6", Score.BLACK),
            ('[Result "1.02-0.98"] 1. 32-28', "1.02-0.98", Score.WHITE),
        ],
    )
    def test_tag_and_terminator(self, text: str, result: str, score: Score) -> None:
        record = only(text, "international")
        assert (record.result, record.score, record.errors) == (result, score, [])

    @pytest.mark.parametrize("dash", "-\u2010\u2011\u2012\u2013\u2014\u2212")
    @pytest.mark.parametrize("gap", ["", " ", "\u00a0", " \u00a0\t"])
    @pytest.mark.parametrize("behind", ["", " 19-23 *"])
    def test_a_result_is_no_move_whatever_its_dash(self, dash: str, gap: str, behind: str) -> None:
        text = f"1. 32-28 1{gap}{dash}{gap}0{behind}"
        for encoding in ("utf-8", "cp1252"):
            records = pdn.loads(text.encode(encoding, "replace").replace(b"?", b"-"))
            assert [record.result for record in records] == ["1-0", "*"][: 1 + bool(behind)]
            assert [len(record.line.plies) for record in records] == [1, 1][: 1 + bool(behind)]
            assert pdn.loads(pdn.dumps(records)) == records

    def test_a_tag_outranks_another_terminator(self) -> None:
        record = only('[Result "2-0"] 1. 32-28 0-2')
        assert record.result == "2-0"
        assert [w.code for w in record.warnings] == [Code.RESULT]
        assert only('[Result "2-0"] 1. 32-28 1-0').warnings == []


class TestMoves:
    @pytest.mark.parametrize(
        "text",
        [
            "1. 32-28 19-23 2. 28x19 14x23",
            "1.32-28 19-23 2.28x19 14x23",
            "32-28 19-23 28x19 14x23",
            "1 . 32 - 28  19- 23  7. 28 x19 14x 23",
            "01. 32-28 19-23 02. 28:19 14X23",
            "1. 32\u201328 19\u201123 2. 28\u00d719 14\u00d723",
            "1. 3228 1923 2. 2819 1423",
            "1. 32-28\u00a019-23\u200b2.\r28x19\r\n14x23",
            "1. 32-28! 19-23 (?) 2. 28x19$3 14x23*",
        ],
    )
    def test_spellings(self, text: str) -> None:
        record = only(text, "international")
        assert texts(record) == ["32-28", "19-23", "28x19", "14x23"]
        assert record.errors == []

    @pytest.mark.parametrize(
        "text", ["c3-d4 f6-g5", "C3-D4 f6g5", "22-18 11-16", "cd4 fg5", "c-d4 f:g5"]
    )
    def test_spellings_on_8x8(self, text: str) -> None:
        assert texts(only(text, "brazilian")) == ["22-18", "11-16"]

    def test_signs_that_do_not_fit_are_warnings(self) -> None:
        record = only("1. 32x28 19-23 2. 28-19 14x23", "international")
        assert [w.code for w in record.warnings] == [Code.SIGN, Code.SIGN]
        assert [w.ply for w in record.warnings] == [1, 3]
        assert len(record.moves) == 4

    def test_a_capture_in_parts_is_joined(self) -> None:
        record = only('[FEN "W:W33:B28,18,2"]\n1. 33x22 22x13! 2-7', "international")
        assert [move.long() for move in record.moves] == ["33x22x13", "2-7"]
        assert [note.code for note in record.notes] == [Code.JOINED]
        assert record.line.plies[0].marks == ["!"]
        assert record.errors == []

    def test_hub_notation_is_read_and_told(self) -> None:
        record = only('[FEN "W:WK4:B13,20,32,37"]\n1. 4x15x13x20x37 *', "international")
        assert record.moves[0].captured == (13, 20, 37)
        assert [note.code for note in record.notes] == [Code.HUB]

    def test_circular_captures(self) -> None:
        # A king goes round 27, 12, 30 and 40 and comes back to where it stood.
        text = '[FEN "W:WK49:B2,K12,27,30,40"]\n1. {} *'
        for move in ("49x21x8x35x49", "49x49"):
            record = only(text.replace("{}", move), "international")
            assert record.moves[0].captured == (12, 27, 30, 40)
            assert record.moves[0].to_square == 49

    def test_an_unknown_move_ends_what_can_be_played(self) -> None:
        record = only("1. 32-28 - - 2. 28-22", "international")
        assert (len(record.moves), record.errors) == (1, [])
        assert [w.code for w in record.warnings] == [Code.UNKNOWN_MOVE]
        assert [ply.text for ply in record.line.plies] == ["32-28", "--", "28-22"]

    @pytest.mark.parametrize("dots", ["1...", "1. ...", "1. …", ""])
    def test_black_begins(self, dots: str) -> None:
        record = only(f'[FEN "B:W28:B10,19"]\n{dots} 19-23 2. 28x19 *', "international")
        assert texts(record) == ["19-23", "28x19"]
        assert record.begins is Color.BLACK

    def test_the_number_of_the_first_move_is_kept(self) -> None:
        record = only('[FEN "W:W27,30:B1,2"]\n41. 30-24 1-7 {x} 42. 24-19 *', "international")
        assert record.first_number == 41
        assert "41. 30-24 1-7 {x} 42. 24-19" in pdn.dumps(record)


class TestAmbiguity:
    FEN = '[FEN "W:WK4:B13,20,32,37"]\n'

    def test_the_rest_of_the_game_decides(self) -> None:
        # 4x27x38x15 leaves 37, 4x31x42x15 leaves 32: only one of them can move as written.
        for reply, captured in (("37-41", (13, 20, 32)), ("32-38", (13, 20, 37))):
            record = only(f"{self.FEN}1. 4x15 {reply} *", "international")
            assert record.moves[0].captured == captured
            assert [note.code for note in record.notes] == [Code.RESOLVED]
            assert record.errors == []

    def test_nothing_decides(self) -> None:
        record = only(f"{self.FEN}1. 4x15 *", "international")
        assert len(record.moves) == 1
        (error,) = record.errors
        assert error.code is Code.AMBIGUOUS_MOVE
        assert error.alternatives == ("4x27x38x15", "4x31x42x15")
        with pytest.raises(pdn.PdnError, match="ambiguous"):
            pdn.loads(f"{self.FEN}1. 4x15 *", variant="international", strict=True)

    def test_the_short_form_must_be_unique(self) -> None:
        # c5 and c3 can both go to d4.
        record = only('[FEN "W:WKc5,c3:Ba7"]\n1. cd4 *', "brazilian")
        assert [error.code for error in record.errors] == [Code.AMBIGUOUS_MOVE]


class TestTree:
    def test_variations_comments_and_marks(self) -> None:
        record = pdn.read_game(CLUB)
        assert record is not None
        assert record.errors == []
        first, second, _, fourth, *_ = record.line.plies
        (comment,) = first.comments
        assert comment.commands[0].value == datetime.timedelta(hours=1, minutes=59, seconds=58)
        assert second.marks == ["!"]
        (variation,) = fourth.variations
        assert [ply.text for ply in variation.plies] == ["13x24", "33-28", "24-30"]
        assert [str(m) for m in variation.moves] == ["13x24", "33-28", "24-30"]
        assert variation.plies[2].nags == (4,)
        (inner,) = variation.plies[1].variations
        assert [str(m) for m in inner.moves] == ["37-32", "9-13"]

    def test_a_variation_before_the_first_move_and_one_that_begins_with_words(self) -> None:
        record = only("(1. 33-28 18-22) {so} 1. 32-28 ({or} 1. 31-27) *", "international")
        before, words = record.line.items
        assert isinstance(before, Line)
        assert [str(m) for m in before.moves] == ["33-28", "18-22"]
        assert words == Comment("so")
        (variation,) = record.line.plies[0].variations
        assert variation.items == [Comment("or")]
        assert record.errors == []

    def test_a_variation_written_before_the_move_it_replaces(self) -> None:
        record = only("1. 32-28 19-23 (2. 28x19 14x23) 2. 28x19 13x24 *", "international")
        assert record.errors == []
        assert [note.code for note in record.notes] == [Code.MISPLACED]
        assert [len(ply.variations) for ply in record.line.plies] == [0, 0, 1, 0]

    def test_strength_is_no_variation(self) -> None:
        record = only("1. 32-28(!?) ( 1.33-28 ) 19-23 (?) *", "international")
        assert [ply.marks for ply in record.line.plies] == [["(!?)"], ["(?)"]]
        assert [ply.nags for ply in record.line.plies] == [(5,), (2,)]

    def test_the_forced_move_mark(self) -> None:
        record = only("1. 32-28* 19-23 □ *", "international")
        assert [ply.marks for ply in record.line.plies] == [["$7"], ["$7"]]

    def test_a_setup_replaces_the_position(self) -> None:
        text = '1. 32-28 19-23 /FEN "W:W30:B1,20"/ 2. 30-25 20-24 3. 25-20 24x15 *'
        record = only(text, "international")
        assert record.line.plies[1].items == [Setup("W:W30:B1,20")]
        assert record.errors == []
        assert len(record.moves) == 6
        assert record.end().fen() == "W:W:B1,15"
        assert [str(m) for m in record.end().move_stack] == ["30-25", "20-24", "25-20", "24x15"]

    def test_a_setup_without_pieces_changes_the_turn(self) -> None:
        record = only('1. 32-28 /FEN "W::"/ 2. 33-29 *', "international")
        assert (texts(record), record.errors) == (["32-28", "33-29"], [])

    def test_a_setup_helps_over_a_wrong_move(self) -> None:
        record = only('1. 32-28 50-45 /FEN "W:W30:B20"/ 2. 30-24 20x29 *', "international")
        assert [error.ply for error in record.errors] == [2]
        assert [ply.move is not None for ply in record.line.plies] == [True, False, True, True]

    def test_a_bad_setup_is_an_error(self) -> None:
        record = only('1. 32-28 /FEN "W:W99:B1"/ 19-23 *', "international")
        assert [error.code for error in record.errors] == [Code.BAD_FEN]
        assert "99" in record.errors[0].reason
        assert len(record.moves) == 1

    @pytest.mark.parametrize(
        ("command", "value"),
        [
            ("[%clock w0:03:00 B0:02:41]", Clock(
                datetime.timedelta(minutes=3), datetime.timedelta(seconds=161), Color.BLACK)),
            ("[%clock W1:00:00]", Clock(datetime.timedelta(hours=1), None, Color.WHITE)),
            ("[%clock 0:03:00]", datetime.timedelta(minutes=3)),
            ("[%clk 0:02:41]", datetime.timedelta(seconds=161)),
            ("[%emt 0:05]", datetime.timedelta(seconds=5)),
            ("[%eval -0.25]", -0.25),
            ("[%eval #3]", "#3"),
            ("[%clk soon]", "soon"),
            ("[%wrong 28-23 33-29]", "28-23 33-29"),
        ],
    )  # fmt: skip
    def test_commands(self, command: str, value: object) -> None:
        (found,) = Comment(f"words {command} words").commands
        assert found.value == value
        assert str(found) == command

    def test_other_comments(self) -> None:
        record = only("1. 32-28 ; to the end * 1-1\n19-23 {a { b } *", "international")
        assert [ply.comments for ply in record.line.plies] == [
            [Comment("to the end * 1-1")], [Comment("a { b")],
        ]  # fmt: skip
        assert record.errors == record.warnings == []

    def test_a_stray_brace_is_a_warning(self) -> None:
        record = only("1. 32-28 {a { b } c } 19-23 *", "international")
        assert (record.errors, len(record.moves)) == ([], 2)
        assert {w.code for w in record.warnings} == {Code.STRAY}


class TestGames:
    """Which game it is: section 3 and the rule that nothing is guessed in silence."""

    @pytest.mark.parametrize(
        ("text", "variant"),
        [
            ('[GameType "20"] *', "international"),
            ('[GameType "26,W,8,8,A0,0"] *', "brazilian"),
            ('[GameType "20,W,10,10,N1,0"] 1. 32-28 *', "international"),
            ('[Variant "Brazilian"] *', "brazilian"),
            ('[Variant "standard"] *', "international"),
            ("1. 33-29 *", "international"),
            ('[FEN "W:W48:B1"] *', "international"),
            # No square past 32, but no man of an 8x8 board can go so.
            ("1. 31-27 17-22 *", "international"),
        ],
    )
    def test_decided(self, text: str, variant: str) -> None:
        record = only(text)
        assert (record.variant, record.errors, record.warnings) == (variant, [], [])

    def test_letters_alone_stay_undecided(self) -> None:
        record = only("1. c3-d4 f6-g5 *")
        assert record.variant is None
        assert record.candidates == (Variant.BRAZILIAN, "russian")
        assert [w.code for w in record.warnings] == [Code.GAME_TYPE]
        assert texts(record) == ["22-18", "11-16"]
        assert only("1. c3-d4 f6-g5 *", "brazilian").variant == "brazilian"

    def test_no_move_to_tell_by(self) -> None:
        record = only('[White "a"] *')
        assert record.variant is None
        assert record.candidates == (Variant.INTERNATIONAL, Variant.BRAZILIAN)

    def test_moves_outrank_the_tag(self) -> None:
        record = only('[GameType "20"] 1. c3-d4 f6-g5 *')
        assert record.variant is None
        assert record.candidates[0] is Variant.BRAZILIAN
        record = only('[GameType "26"] 1. 33-29 19-24 *')
        assert record.variant == "international"
        assert [w.code for w in record.warnings] == [Code.GAME_TYPE]

    @pytest.mark.parametrize("tag", ['[GameType "25"]', '[Variant "Russian"]', '[GameType "40"]'])
    def test_other_games_are_kept_as_text(self, tag: str) -> None:
        record = only(f"{tag} 1. c3-d4 f6-g5 *")
        assert (record.variant, record.moves, record.errors) == (None, [], [])
        assert record.candidates[0] in ("russian", "frisian")
        assert [ply.text for ply in record.line.plies] == ["c3-d4", "f6-g5"]
        with pytest.raises(ValueError, match="not known which game"):
            record.board()

    def test_letters_that_brazilian_rules_refuse(self) -> None:
        # The ballot of section 9.13: in the Brazilian game c7 must take two.
        record = only("1. ab4 ba5 2. ed4 dc5 3. bd6 ce5 *")
        assert (record.variant, record.candidates) == (None, ("russian",))
        assert record.errors == []


class TestPositions:
    def test_they_are_read_as_the_core_does(self) -> None:
        record = only('[FEN "W:W 31, 32:\n B 1,2.:H0:F1"]\n1. 31-27 *', "international")
        assert record.board().fen() == "W:W31,32:B1,2"

    def test_a_man_on_its_promotion_row_is_a_warning(self) -> None:
        record = only('[FEN "W:W4,40:B20"]\n1. 40-34 *', "international")
        assert ([w.code for w in record.warnings], record.errors) == ([Code.UNCROWNED_MAN], [])
        assert len(record.moves) == 1

    def test_an_unknown_turn_is_an_error_and_white(self) -> None:
        record = only('[FEN "?:W40:B20"]\n1. 40-34 *', "international")
        assert [e.code for e in record.errors] == [Code.BAD_FEN]
        assert len(record.moves) == 1

    def test_a_bad_position_keeps_the_moves_as_text(self) -> None:
        record = only('[FEN "W:W31,31:B1"]\n1. 31-27 *', "international")
        (error,) = record.errors
        assert (error.code, error.ply) == (Code.BAD_FEN, 0)
        assert "31 is named twice" in error.reason
        assert [ply.text for ply in record.line.plies] == ["31-27"]
        with pytest.raises(damier.InvalidFenError):
            record.board()
