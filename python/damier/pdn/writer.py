"""Writes records as PDN 3.0."""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Literal, NamedTuple, cast

from ..errors import InvalidFenError
from ..values import Color
from . import results
from .headers import write_tag
from .record import Record
from .replay import last_setup
from .tree import Comment, Item, Line, Ply, Setup, Text

Notation = Literal["numeric", "algebraic", "official"]

# A comment is broken at single blanks only, and never so that a line begins like a tag or a line
# comment; so a line break stands for one blank.
_BREAK = re.compile(r"(?<=[^ \t]) (?=[^ \t%\[])")


class _Options(NamedTuple):
    notation: Notation | None
    official_results: bool
    ranges: bool
    width: int | None
    star: bool


def dumps(
    records: Record | Iterable[Record],
    *,
    notation: Notation | None = None,
    official_results: bool = False,
    ranges: bool = False,
    width: int | None = 79,
    star: bool = False,
) -> str:
    """The PDN text of a record or of several.

    The seven usual tags come first, then GameType, SetUp and FEN, then the others in their order.
    A capture is written in full only where origin and destination do not settle what is taken.
    Where it is in doubt which game this is, or which of several captures was made, moves stay as
    they were written.

    Args:
        records: What to write.
        notation: As in `Move.text`; the official notation of the game if left out.
        official_results: Write the result in the style of the game, 2-0 or 1-0.
        ranges: Write the FEN tag anew, with ranges; not all programs read them.
        width: The longest line; None for no line breaks.
        star: End games with `*`, which PDN 3.0 prefers, and not with the result.

    Raises:
        ValueError: The notation is unknown, or algebraic on 10x10.

    >>> from damier.pdn import Record
    >>> record = Record("brazilian", headers={"White": "A", "Black": "B"})
    >>> _ = record.append("22-18"), record.append("11-16")
    >>> print(dumps(record))
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "A"]
    [Black "B"]
    [Result "*"]
    [GameType "26"]
    <BLANKLINE>
    1. c3-d4 f6-g5 *
    <BLANKLINE>
    """
    if notation not in (None, "numeric", "algebraic", "official"):
        raise ValueError(f"unknown notation {notation!r}")
    options = _Options(notation, official_results, ranges, width, star)
    several: Iterable[Record] = [records] if isinstance(records, Record) else records
    return "\n".join(_game(record, options) for record in several)


def write_game(
    record: Record,
    handle: IO[str] | IO[bytes],
    *,
    notation: Notation | None = None,
    official_results: bool = False,
    ranges: bool = False,
    width: int | None = 79,
    star: bool = False,
) -> None:
    """Writes a record and a blank line to a handle of text or bytes; bytes are UTF-8.

    Raises:
        OSError: The handle cannot be written to.
        ValueError: As `dumps`, whose arguments it takes.
    """
    text = dumps(
        record,
        notation=notation,
        official_results=official_results,
        ranges=ranges,
        width=width,
        star=star,
    )
    if isinstance(handle, (io.RawIOBase, io.BufferedIOBase)):
        cast("IO[bytes]", handle).write(f"{text}\n".encode())
    else:
        cast("IO[str]", handle).write(f"{text}\n")


def _game(record: Record, options: _Options) -> str:
    result = record.result
    if options.official_results and record.variant is not None:
        result = results.official(result, record.variant)
    tags = []
    for name, value in record.written_headers():
        if name.lower() == "result" and result != record.result:
            value = result
        elif name.lower() == "fen" and options.ranges:
            value = _with_ranges(record, value)
        tags.append(write_tag(name, value))
    end = result if results.is_result(result) and not options.star else "*"
    movetext = _wrapped([*_Movetext(record, options.notation).tokens(), end], options.width)
    return "\n".join([*tags, "", movetext, ""])


def _with_ranges(record: Record, fen: str) -> str:
    try:
        return record.board().fen(ranges=True)
    except (InvalidFenError, ValueError):
        return fen


def _wrapped(tokens: list[str], width: int | None) -> str:
    if width is None:
        return " ".join(tokens)
    lines = []
    line: list[str] = []
    length = -1
    for token in tokens:
        if line and length + 1 + len(token) > width:
            lines.append(" ".join(line))
            line, length = [], -1
        line.append(token)
        length += 1 + len(token)
    return "\n".join([*lines, " ".join(line)])


class _Movetext:
    """The words of the body of a game."""

    def __init__(self, record: Record, notation: Notation | None) -> None:
        self._line = record.line
        self._decided = record.variant is not None
        self._first = (record.first_number - 1) * 2
        setup = last_setup(record.line.items)
        black = _black_moves(setup) if setup else record.begins is Color.BLACK
        self._first += black
        self._notation: Notation = notation or "official"

    def tokens(self) -> Iterator[str]:
        # What is left to write, the next last: a ply or an item with the number of half-moves
        # before it, or a word.
        pending: list[tuple[Line | Ply | Item | str, int]] = []
        self._push_line(pending, self._line, self._first)
        numbered = False  # whether Black's move can do without a number
        while pending:
            entry, half_moves = pending.pop()
            if isinstance(entry, str):
                numbered = False
                yield entry
            elif isinstance(entry, Ply):
                yield self._numbered(entry, half_moves, numbered)
                yield from entry.marks[self._glued(entry) :]
                numbered = True
                pending.extend((item, half_moves) for item in reversed(entry.items))
            elif isinstance(entry, Line):
                pending.append((")", 0))
                self._push_line(pending, entry, half_moves)
                numbered = False
                yield "("
            else:
                numbered = False
                yield from _words(entry)

    @staticmethod
    def _push_line(
        pending: list[tuple[Line | Ply | Item | str, int]], line: Line, half_moves: int
    ) -> None:
        before = half_moves
        numbered: list[tuple[Line | Ply | Item | str, int]] = []
        half_moves = _after_setup(half_moves, line.items)
        for ply in line.plies:
            numbered.append((ply, half_moves))
            half_moves = _after_setup(half_moves + 1, ply.items)
        pending.extend(reversed(numbered))
        pending.extend((item, before) for item in reversed(line.items))

    def _numbered(self, ply: Ply, half_moves: int, numbered: bool) -> str:
        text = self._text(ply) + "".join(ply.marks[: self._glued(ply)])
        number, black = divmod(half_moves, 2)
        if not black:
            return f"{number + 1}. {text}"
        return text if numbered else f"{number + 1}... {text}"

    def _text(self, ply: Ply) -> str:
        """The move, as it was written where the game or the move itself is in doubt."""
        move = ply.move
        if move is None or not self._decided:
            return ply.text
        if ply.guessed:
            origin, *_, destination = move.text(self._notation, full=True).split("x")
            return f"{origin}x{destination}"
        return move.text(self._notation)

    @staticmethod
    def _glued(ply: Ply) -> int:
        """How many marks stand right behind the move: a strength mark, if it is the first."""
        return int(any(not mark.startswith("$") for mark in ply.marks[:1]))


def _after_setup(half_moves: int, items: Sequence[Item]) -> int:
    """The number of half-moves as a setup leaves it: it goes on with the side that moves then."""
    setup = last_setup(items)
    if setup is None:
        return half_moves
    return half_moves + (half_moves % 2 != _black_moves(setup))


def _black_moves(setup: Setup) -> bool:
    return setup.fen.upper().startswith("B")


def _words(item: Comment | Setup | Text) -> Iterator[str]:
    if isinstance(item, Comment):
        first, *rest = _BREAK.split(item.text)
        words = ["{" + first, *rest]
        words[-1] += "}"
        yield from words
    elif isinstance(item, Setup):
        yield f'/FEN "{item.fen}"/'
    else:
        yield item.text
