"""Faults found when real files were read: each test is of the kind, not of the one input."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

from damier import Variant, pdn
from damier.pdn import Code, Comment, Line, Record, Score


def only(text: str | bytes, variant: str | None = None) -> Record:
    (record,) = pdn.loads(text, variant=variant)
    return record


def texts(record: Record) -> list[str]:
    return [str(move) for move in record.moves]


def codes(record: Record) -> list[Code]:
    return [error.code for error in record.errors]


class TestForeignGames:
    """No game is taken for one of ours that nothing shows to be one."""

    @pytest.mark.parametrize(
        "text",
        [
            '[Result "0-1"] 1. 11-16 24-20 *',
            "1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 1-0",
            "1. 9-14 22-18 2. 5-9 24-19 3. 11-15 18x11 *",
            # One slip past 32 does not make it another board.
            "1. 11-15 23-19 2. 8-11 22-17 3. 11-46 24-20 1-0",
        ],
    )
    def test_english_games_stay_undecided_and_as_they_are(self, text: str) -> None:
        record = only(text)
        assert record.variant is None
        assert record.moves == []
        written = pdn.dumps(record, official_results=True)
        assert "GameType" not in written
        assert record.result in written
        assert pdn.loads(written) == [record]

    def test_a_slip_does_not_outrank_the_tag_of_another_game(self) -> None:
        record = only('[GameType "21"] 1. 11-15 23-19 2. 8-11 22-17 3. 11-46 24-20 1-0')
        assert (record.variant, record.candidates) == (None, ("english",))

    def test_moves_of_the_big_board_still_do(self) -> None:
        record = only('[GameType "21"] 1. 33-29 19-24 2. 39-33 14-19 *')
        assert (record.variant, len(record.moves)) == ("international", 4)

    @pytest.mark.parametrize("number", ["100", "7", "9999"])
    def test_an_unknown_number_is_a_warning_and_the_squares_decide(self, number: str) -> None:
        record = only(f'[GameType "{number}"] 1. 32-28 19-23 2. 28x19 14x23 *')
        assert record.variant == "international"
        assert len(record.moves) == 4
        assert [w.code for w in record.warnings] == [Code.GAME_TYPE]

    @pytest.mark.parametrize(
        ("text", "plies", "code"),
        [
            ("1. c3-d4 f6-g5 2. b2-c4 g7-f6 *", 2, Code.LIGHT_SQUARE),
            ("1. c3-d4 f6-g5 2. c5-d6 g7-f6 *", 2, Code.NO_PIECE),
            ("1. c3-d4 f6-g5 2. f6-e5 g7-f6 *", 2, Code.NO_PIECE),
            ("1. c3-d4 f6-g5 2. g7-f6 *", 2, Code.NOT_YOUR_PIECE),
            ("1. c3-d4 f6-g5 2. d2-c3 castles g7-f6 *", 4, Code.UNKNOWN_TOKEN),
        ],
    )
    def test_the_legal_part_and_the_first_refusal(self, text: str, plies: int, code: Code) -> None:
        record = only(text)
        assert record.variant is None
        assert record.candidates[0] is Variant.BRAZILIAN
        assert len(record.moves) == plies
        assert code in codes(record)

    def test_what_other_rules_may_allow_is_no_error(self) -> None:
        record = only("1. ab4 ba5 2. ed4 dc5 3. bd6 ce5 *")
        assert record.errors == []
        assert "must take 2" in record.warnings[0].reason

    def test_the_moves_of_an_undecided_game_stay_as_they_were_written(self) -> None:
        for text in ('[GameType "20"] 1. c3-d4 f6-g5 *', "1. cd4 fg5 *", "1. 22-18 11-16 *"):
            record = only(text)
            assert record.variant is None
            for notation in (None, "numeric", "algebraic"):
                written = pdn.dumps(record, notation=notation)  # type: ignore[arg-type]
                assert pdn.loads(written) == [record]
                assert " ".join(text.split()[-3:]) in written

    def test_the_tag_follows_the_game(self) -> None:
        record = only('[GameType "20"] 1. c3-d4 f6-g5 *', "brazilian")
        written = pdn.dumps(record, notation="numeric")
        assert '[GameType "26"]' in written
        assert "22-18 11-16" in written
        assert pdn.loads(written) == [record]

    @pytest.mark.parametrize(
        ("text", "score"),
        [("1:1", Score.DRAW), ("2:0", Score.WHITE), ("0 : 2", Score.BLACK), ("4:6", Score.BLACK)],
    )
    def test_results_with_a_colon(self, text: str, score: Score) -> None:
        record = only(f'[Result "{text}"] 1. 32-28 19-24 *')
        assert record.score is score
        assert record.headers["Result"] == text


class TestMoves:
    @pytest.mark.parametrize(
        ("fen", "text", "captured"),
        [
            ("W:WK1:B18,34", "1x23x29x40", (18, 34)),
            ("W:WK1:B18,34", "1x23x40", (18, 34)),
            ("W:WK1:B18,34", "1x29x40", (18, 34)),
            ("W:WK1:B18,34", "1x12x23x29x45", (18, 34)),
            ("W:WK5:B14,22", "5x19x23x28x17", (14, 22)),
            ("B:W20,24:BK15", "15x24x29x33", ()),
        ],
    )
    def test_every_square_on_the_way_may_be_named(
        self, fen: str, text: str, captured: tuple[int, ...]
    ) -> None:
        record = only(f'[FEN "{fen}"] 1. {text} *', "international")
        if captured:
            assert [move.captured for move in record.moves] == [captured]
        else:
            assert len(record.errors) == 1

    def test_squares_off_the_way_are_refused(self) -> None:
        for text in ("1x24x40", "1x23x30x40", "1x29x23x40"):
            record = only(f'[FEN "W:WK1:B18,34"] 1. {text} *', "international")
            assert record.moves == [], text
        assert only("1. 32-37-28 *", "international").moves == []

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("c3-d4 f6-g5 e5-f6", "there is no piece on e5"),
            ("c3-d4 f6-g5 f6-e7", "there is no piece on f6"),
            ("c3-d4 f6-g5 d2-c1", "c1"),
            ("c3-d4 f6-e5 b2-c3", "d4xf6"),
            ("22-18 11-16 20-16", "there is no piece on 20"),
        ],
    )
    def test_reasons_are_in_the_notation_of_the_text(self, text: str, reason: str) -> None:
        record = only(f"{text} *", "brazilian")
        (error,) = record.errors
        assert reason in error.reason
        letters = text.startswith("c")
        assert all(move[0].isalpha() is letters for move in error.alternatives)

    @pytest.mark.parametrize("mark", ["(!?!!!)", "!?!!!", "!!!!!!!!!", "(??????)", "?!?!?!?!"])
    def test_runs_of_strength_marks_of_any_length(self, mark: str) -> None:
        record = only(f"1. 32-28 19-23{mark} 2. 28x19 *", "international")
        assert record.line.plies[1].marks == [mark]
        assert not any(ply.variations for ply in record.line.plies)
        assert pdn.loads(pdn.dumps(record)) == [record]

    def test_a_guessed_capture_is_written_as_it_was_read(self) -> None:
        fen = '[FEN "W:WK4:B13,20,32,37"]'
        record = only(f"{fen} 1. 4x15 *", "international")
        assert codes(record) == [Code.AMBIGUOUS_MOVE]
        written = pdn.dumps(record)
        assert "1. 4x15 *" in written
        assert codes(pdn.loads(written)[0]) == [Code.AMBIGUOUS_MOVE]
        assert pdn.loads(written) == [record]

    def test_a_guessed_capture_in_letters(self) -> None:
        fen = '[FEN "W:WK22,K23:BK7,9,10,K12,K18"]'
        record = only(f"{fen} 1. 22x13 *", "brazilian")
        assert codes(record) == [Code.AMBIGUOUS_MOVE]
        assert "1. c3xb6 *" not in pdn.dumps(record, notation="numeric")
        for notation in (None, "numeric"):
            written = pdn.dumps(record, notation=notation)  # type: ignore[arg-type]
            assert codes(pdn.loads(written)[0]) == [Code.AMBIGUOUS_MOVE]

    def test_one_warning_for_a_file_full_of_hyphen_captures(self) -> None:
        record = only("1. 32-28 19-23 2. 28-19 14-23 3. 33-28 23-32 4. 37-28 *", "international")
        (warning,) = record.warnings
        assert (warning.code, warning.ply) == (Code.SIGN, 3)
        assert "3 more" in warning.reason

    @pytest.mark.parametrize(
        "text",
        [
            '[GameType "20"] 1. 32-28 (1... 19-23) /FEN "W:W31:B1"/ 2. 31-27 *',
            '1. 32-28 (1... 19-23) (1... 19-24) /FEN "B:W31:B1"/ 1-6 2. 31-27 *',
            '1. 32-28 /FEN "W:W31:B1"/ (1... 19-23) 2. 31-27 (1... 19-23) *',
        ],
    )
    def test_setups_and_variations_in_the_wrong_place_stop_nothing(self, text: str) -> None:
        first, second = pdn.loads(f"{text} 1. 33-29 *", variant="international")
        assert texts(second) == ["33-29"]
        assert pdn.loads(pdn.dumps(first)) == [first]


class TestComments:
    @pytest.mark.parametrize("between", ["1-1\n", "*\n\n", "\n\n"])
    def test_a_line_above_the_tags_stays_with_its_game(self, between: str) -> None:
        text = f'1. 33-29 {between}; second game\n; of two\n[White "b"]\n\n1. 32-28 *'
        first, second = pdn.loads(text)
        assert first.line.plies[0].items == ()
        assert second.line.items == [Comment("second game"), Comment("of two")]
        assert second.headers["White"] == "b"
        assert pdn.loads(pdn.dumps([first, second])) == [first, second]
        assert [h.headers.pairs for h in pdn.read_headers(text)] == [[], [("White", "b")]]

    def test_a_tag_in_a_comment_above_the_tags_is_none(self) -> None:
        text = '; [White "a"]\n[Black "b"]\n\n1. 32-28 *'
        (heading,) = pdn.read_headers(io.StringIO(text))
        assert heading.headers.pairs == only(text).headers.pairs == [("Black", "b")]

    @pytest.mark.parametrize("end", ["2-0", "*", "1/2-1/2"])
    @pytest.mark.parametrize(
        "comment", ["{White won on time}", "\n{White won on time}", "; White won on time\n"]
    )
    def test_what_is_said_behind_the_result_stays_with_the_game(
        self, end: str, comment: str
    ) -> None:
        text = f'1. 33-29 20-24 {end} {comment}\n\n[White "b"]\n\n1. 32-28 *'
        first, second = pdn.loads(text)
        assert first.line.plies[-1].comments == [Comment("White won on time")]
        assert first.terminator == end
        assert second.line.items == []
        assert pdn.loads(pdn.dumps([first, second])) == [first, second]

    def test_what_is_said_at_the_end_of_the_file_stays_with_the_last_game(self) -> None:
        for comment in ("{end}", "; end", "\n\n; end\n", "\n\n{end}\n"):
            record = only(f"1. 33-29 20-24 1-1 {comment}")
            assert record.line.plies[-1].comments == [Comment("end")]

    def test_a_comment_before_moves_belongs_to_them(self) -> None:
        first, second = pdn.loads("1. 33-29 1-1 {first}\n\n1. 32-28 *")
        assert (first.line.plies[0].comments, second.line.items) == ([Comment("first")], [])
        first, second = pdn.loads("1. 33-29 1-1\n{second}\n1. 32-28 *")
        assert (first.line.plies[0].comments, second.line.items) == ([], [Comment("second")])
        first, second = pdn.loads("1. 33-29 1-1 {second} 1. 32-28 *")
        assert (first.line.plies[0].comments, second.line.items) == ([], [Comment("second")])

    def test_one_error_for_a_run_of_words_and_what_is_written_is_pdn(self) -> None:
        record = only("1. 32-28 this is the best move of 98 , clearly! 19-23 *", "international")
        (error,) = record.errors
        assert error.text == "this is the best move of 98 , clearly!"
        (again,) = pdn.loads(pdn.dumps(record))
        assert (again, again.errors, again.warnings) == (record, [], [])

    def test_one_warning_for_words_and_the_stray_brace_behind_them(self) -> None:
        record = only("1. 32-28 {a { b } and so on } 19-23 } *", "international")
        assert [w.code for w in record.warnings] == [Code.STRAY, Code.STRAY]
        (again,) = pdn.loads(pdn.dumps(record))
        assert (again, again.errors, again.warnings) == (record, [], [])
        assert record.line.plies[0].comments == [Comment("a { b"), Comment("and so on")]


class TestEnds:
    @pytest.mark.parametrize("end", ["-", "?", "4-6", "White won", "1", "2-1", "+-"])
    def test_the_terminator_that_equals_the_tag(self, end: str) -> None:
        record = only(f'[Result "{end}"]\n\n1. 32-28 19-23 2. 33-29 {end}\n', "international")
        assert (texts(record)[:1], len(record.line.plies)) == (["32-28"], 3)
        assert codes(record) == [Code.CAPTURE_COMPULSORY]
        assert record.line.plies[2].marks == ()
        assert pdn.loads(pdn.dumps(record)) == [record]

    @pytest.mark.parametrize(
        "end", [" *\r\n\x1a", " *\x1a", "\r\n\x1a", " *\r\n\x1a\x1a\r\n", "\x1a"]
    )
    def test_the_end_mark_of_dos_is_ignored(self, end: str) -> None:
        text = f"1. 32-28 19-23{end}"
        for source in (text, text.encode()):
            record = only(source, "international")
            assert (len(record.moves), record.errors, record.warnings) == (2, [], [])
        assert len(pdn.loads(f"{text}\r\n1. 33-29 *")) == (1 if "*" not in end else 2)

    @pytest.mark.parametrize("digit", ["\u0663", "\u0967", "\uff12"])
    def test_digits_that_are_not_ascii_are_text(self, digit: str) -> None:
        for text in (
            f"1. 32-28 ]2-0{digit} *",
            f"1. 3{digit}-28 *",
            f"1. 32-28 ${digit} *",
            f'[GameType "2{digit}"] 1. 32-28 *',
            f"{digit}. 32-28 1{digit}-23 *",
        ):
            records = pdn.loads(text)
            for record in records:
                assert pdn.loads(pdn.dumps(record)) == [record]
            assert pdn.loads(pdn.dumps(records)) == records


@pytest.mark.parametrize(
    "text",
    [
        "**t",
        "*1-1",
        "***1. 32-28 *",
        "* *1. 32-28 *1-1 * 33-29",
        "1. 32-28 *[White] x *",
        "1. 32-28 *%x\n *%\n* 1. 33-29 *; x *;y",
        "*)*(*]*[*}*{",
    ],
)
def test_headings_and_single_games_agree_with_all_games(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.pdn"
    path.write_bytes(text.encode())
    wide = text.encode("utf-16")
    for source in (path, text.encode(), io.StringIO(text, newline=""), wide):
        records = list(pdn.read_games(source))
        if isinstance(source, io.StringIO):
            source.seek(0)
        headings = list(pdn.read_headers(source))
        assert [h.offset for h in headings] == [r.offset for r in records]
        again = [pdn.read_game(source, heading) for heading in headings]
        assert again == records
        assert [r.offset for r in again if r] == [r.offset for r in records]


class TestEncodings:
    RUSSIAN = '[White "Чижов, Алексей"]\n[Event "Чемпионат мира"]\n\n1. 32-28 {хорошо} *'

    def test_windows_1251_is_guessed_by_its_words(self) -> None:
        record = only(self.RUSSIAN.encode("cp1251"))
        assert record.headers["White"] == "Чижов, Алексей"
        assert record.encoding == "cp1251"

    @pytest.mark.parametrize(
        "words",
        [
            "Müller, Jörg",
            "São Paulo",
            "naïveté",
            "Großmüller",
            "Zoë Besançon",
            "Łódź".encode().decode("latin-1"),
        ],
    )
    def test_western_words_are_not(self, words: str) -> None:
        record = only(f'[White "{words}"] 1. 32-28 *'.encode("cp1252", "replace"))
        assert record.encoding in ("cp1252", "utf-8")

    @pytest.mark.parametrize("encoding", ["koi8-r", "cp866", "utf-16-be", "gbk", "utf-32-le"])
    def test_the_encoding_can_be_given(self, encoding: str) -> None:
        data = f"{self.RUSSIAN}\n{self.RUSSIAN}".encode(encoding)
        records = list(pdn.read_games(data, encoding=encoding))
        assert {r.headers["White"] for r in records} == {"Чижов, Алексей"}
        assert [r.encoding for r in records] == [encoding] * 2
        headings = list(pdn.read_headers(data, encoding=encoding))
        assert [h.headers["White"] for h in headings] == ["Чижов, Алексей"] * 2
        assert pdn.read_game(data, headings[1], encoding=encoding) == records[1]

    @pytest.mark.parametrize("encoding", ["klingon", "rot13"])
    def test_an_unknown_one_is_refused(self, encoding: str) -> None:
        for read in (pdn.read_games, pdn.read_headers, pdn.loads):
            with pytest.raises(ValueError, match=encoding):
                list(read("1. 32-28 *", encoding=encoding))  # type: ignore[operator]


class TestSources:
    @pytest.mark.parametrize(
        "name",
        ["/no/such.txt", "nowhere.txt", "./nowhere", "../no/such/file", "C:\\no\\a", "a b.gz"],
    )
    def test_a_name_of_no_file_is_an_error(self, name: str) -> None:
        for read in (pdn.read_games, pdn.read_headers):
            with pytest.raises(FileNotFoundError):
                list(read(name))  # type: ignore[operator]

    @pytest.mark.parametrize(
        "text", ["1. 32-28", '/FEN "W:W31:B1"/ 31-27 *', "games", "[White a.pdn]\n*", "1-1", ""]
    )
    def test_a_text_is_a_text(self, text: str) -> None:
        assert list(pdn.read_games(text)) == pdn.loads(text)

    def test_loads_always_takes_text(self) -> None:
        (record,) = pdn.loads("./games.pdn")
        assert codes(record) == [Code.UNKNOWN_TOKEN]

    def test_compressed_files_and_directories(self, tmp_path: Path) -> None:
        (tmp_path / "deep").mkdir()
        (tmp_path / "b.PDN").write_text("1. 33-29 *")
        (tmp_path / "notes.txt").write_text("1. 31-27 *")
        with gzip.open(tmp_path / "deep" / "c.pdn.gz", "wt") as handle:
            handle.write("1. 34-29 * 1. 34-30 *")
        for source in (tmp_path, str(tmp_path)):
            records = list(pdn.read_games(source))
            assert [texts(r) for r in records] == [["33-29"], ["34-29"], ["34-30"]]
            assert [r.number for r in records] == [1, 1, 2]
        packed = tmp_path / "deep" / "c.pdn.gz"
        headings = list(pdn.read_headers(packed))
        second = pdn.read_game(packed, headings[1])
        assert second is not None
        assert texts(second) == ["34-30"]
        with pytest.raises(ValueError, match="directory"):
            pdn.read_game(tmp_path, headings[1])

    def test_a_damaged_compressed_file_is_an_os_error(self, tmp_path: Path) -> None:
        whole = gzip.compress(b"1. 34-29 *" * 100)
        for number, data in enumerate((whole[:20], b"1. 34-29 *", whole[:15] + b"\xff" * 30)):
            path = tmp_path / f"{number}.pdn.gz"
            path.write_bytes(data)
            with pytest.raises(OSError, match="gzip"):
                list(pdn.read_games(path))


class TestRecords:
    def test_positions(self) -> None:
        record = only('1. 32-28 19-23 /FEN "W:W30:B1,20"/ 2. 30-25 50-1 *', "international")
        boards = list(record.positions())
        assert [board.fen(ranges=True) for board in boards] == [
            "W:W31-50:B1-20", "B:W28,31,33-50:B1-20", "W:W30:B1,20", "B:W25:B1,20",
        ]  # fmt: skip
        assert [board.move_stack for board in boards] == [()] * 4
        assert boards[-1] == record.end()

    def test_errors_of_variations_stand_apart(self) -> None:
        record = only("1. 32-28 (1. 32-1) 19-23 2. 50-45 *", "international")
        assert [e.ply for e in record.main_errors] == [3]
        assert [e.ply for e in record.variation_errors] == [1]
        assert record.errors == sorted(
            [*record.main_errors, *record.variation_errors], key=lambda e: e.ply
        )

    def test_a_variation_that_is_read_holds_no_error_of_the_game(self) -> None:
        record = only("1. 32-28 (1. 33-28 18-22) 19-23 *", "international")
        assert isinstance(record.line.plies[0].items[0], Line)
        assert record.main_errors == record.variation_errors == []
