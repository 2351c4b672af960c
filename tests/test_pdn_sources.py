"""Where PDN comes from: paths, texts and bytes, encodings, what stands between games."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import damier
from damier import pdn
from damier.pdn import Record

CLUB = Path(__file__).parent / "data" / "pdn" / "club.pdn"


def only(text: str | bytes, variant: str | None = None) -> Record:
    (record,) = pdn.loads(text, variant=variant)
    return record


def texts(record: Record) -> list[str]:
    return [str(move) for move in record.moves]


class TestSources:
    def test_every_kind_of_source_gives_the_same_games(self) -> None:
        data = CLUB.read_bytes()
        text = data.decode()
        expected = list(pdn.read_games(CLUB))
        assert len(expected) == 3
        for source in (str(CLUB), data, text, io.BytesIO(data), io.StringIO(text)):
            assert list(pdn.read_games(source)) == expected

    def test_a_handle_is_left_open(self) -> None:
        with CLUB.open("rb") as handle:
            assert len(list(pdn.read_games(handle))) == 3
            assert not handle.closed

    def test_games_are_read_when_asked_for(self) -> None:
        class Endless(io.RawIOBase):
            def read(self, size: int = -1) -> bytes:
                return b"1. 32-28 19-23 1-1\n" * 1000

        games = pdn.read_games(Endless())
        assert [next(games).number for _ in range(3)] == [1, 2, 3]

    @pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
    def test_the_size_of_what_a_handle_gives_does_not_matter(self, size: int) -> None:
        class Drops(io.BytesIO):
            def read(self, _: int | None = -1) -> bytes:
                return super().read(size)

        games = list(pdn.read_games(Drops(CLUB.read_bytes())))
        expected = list(pdn.read_games(CLUB))
        assert games == expected
        assert [r.line_number for r in games] == [r.line_number for r in expected]
        assert [r.offset for r in games] == [r.offset for r in expected]

    def test_what_is_no_source_is_refused(self) -> None:
        with pytest.raises(TypeError, match="int"):
            list(pdn.read_games(3))  # type: ignore[arg-type]
        with pytest.raises(FileNotFoundError):
            list(pdn.read_games("nowhere/nothing.pdn"))
        with pytest.raises(ValueError, match="checkers"):
            pdn.read_games("", variant="checkers")

    def test_nothing_gives_no_game(self) -> None:
        for source in ("", " \n\t", "* * *", b"", "% only this\n"):
            assert pdn.loads(source) == []
            assert pdn.read_game(io.StringIO(source) if isinstance(source, str) else source) is None

    def test_the_package_has_it_without_importing_it(self) -> None:
        assert damier.pdn is pdn
        with pytest.raises(AttributeError, match="nothing"):
            damier.nothing  # type: ignore[attr-defined]  # noqa: B018


class TestEncodings:
    WORDS = '[White "Müller, Jörg"]\n\n1. 32-28 19-23 ½-½\n'

    @pytest.mark.parametrize(
        ("encoding", "name"),
        [
            ("utf-8", "utf-8"),
            ("utf-8-sig", "utf-8"),
            ("utf-16", "utf-16"),
            ("cp1252", "cp1252"),
        ],
    )
    def test_the_encoding_is_found_and_told(self, encoding: str, name: str) -> None:
        record = only(self.WORDS.encode(encoding))
        assert record.headers["White"] == "Müller, Jörg"
        assert (record.result, record.encoding) == ("1/2-1/2", name)

    def test_big_endian_and_undefined_bytes(self) -> None:
        record = only(b"\xfe\xff" + self.WORDS.encode("utf-16-be"))
        assert (record.headers["White"], record.encoding) == ("Müller, Jörg", "utf-16")
        assert only(b'[White "\x81\xe9"] *').encoding == "latin-1"

    def test_each_game_of_a_mixed_file_is_looked_at(self) -> None:
        mixed = self.WORDS.encode() + self.WORDS.encode("cp1252")
        assert [r.encoding for r in pdn.loads(mixed)] == ["utf-8", "cp1252"]
        assert {r.headers["White"] for r in pdn.loads(mixed)} == {"Müller, Jörg"}

    def test_a_text_has_none(self) -> None:
        assert only("\ufeff" + self.WORDS).encoding is None
        assert only("\ufeff" + self.WORDS).headers["White"] == "Müller, Jörg"


class TestSeparators:
    @pytest.mark.parametrize(
        ("text", "plies"),
        [
            ("1. 32-28 * 1. 33-29 *", [1, 1]),
            ("1. 32-28 19-23 1-1 33-29 *", [2, 1]),
            ("1. 32-28 19-23 2. 28x19 14x23 1-101.33-29 *", [4, 1]),
            ("1. 32-28 19-23 0-001.33-29 *", [2, 1]),
            ("1. 32-28 19-23 2. 28x19 1. 33-29 20-25", [3, 2]),
            ('1. 32-28 [White "x"] 1. 33-29', [1, 1]),
            ("1. 32-28* 19-23 *", [2]),
            ("1. 32-28 (1. 33-29 20-25 1-1 1. 2-0 *) 19-23 *", [2]),
            ("1. 32-28 {* 1-1 2. 1.} 19-23", [2]),
            ("1. 32-28 1... 19-23", [2]),
            ("1. 32-28 1. ... 19-23", [2]),
            ('[White "a"]\n\n[White "b"]\n1. 32-28', [0, 1]),
            ('[White "a"]\n\n[Black "b"]\n1. 32-28', [1]),
            ("{only words} 2-0 1. 32-28 *", [0, 1]),
        ],
    )
    def test_where_a_game_ends(self, text: str, plies: list[int]) -> None:
        records = pdn.loads(text, variant="international")
        assert [len(r.moves) for r in records] == plies
        assert [r.errors for r in records] == [[]] * len(plies)

    def test_a_move_that_begins_like_a_result(self) -> None:
        text = '[FEN "W:WK1:BK50"]\n1. 1-18 50-45 2. 18-1 45-50 3. 1-12 50-45 *'
        assert len(only(text, "international").moves) == 6

    def test_places(self) -> None:
        text = '\n[White "a"]\r\n\r1. 32-28 *\n\n[White "é"]\n*\n 1. 33-29 *'
        records = pdn.loads(text)
        assert [r.line_number for r in records] == [2, 6, 8]
        assert [text[r.offset] for r in records] == ["[", "[", "1"]
        data = text.encode()
        assert [data[r.offset : r.offset + 3] for r in pdn.loads(data)] == [b"[Wh", b"[Wh", b"1. "]
