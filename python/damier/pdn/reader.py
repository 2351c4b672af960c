"""Reads records and headings from a source."""

import io
from collections.abc import Iterator
from typing import NamedTuple

from ..values import Variant
from .builder import build
from .headers import Headers, read_tags
from .problems import PdnError
from .record import Record
from .source import Piece, Source, decode, pieces


class Heading(NamedTuple):
    """The tags of a game and where it stands, to come back to it with `read_game`."""

    number: int
    line_number: int
    offset: int
    headers: Headers


def read_games(
    source: Source, *, variant: Variant | str | None = None, strict: bool = False
) -> Iterator[Record]:
    """The games of a source, one after another, as far as they are asked for.

    Args:
        source: A path, a handle of text or bytes, a text or bytes. A str is the text itself unless
            it is one line that ends in `.pdn`.
        variant: The game, if the caller knows it.
        strict: Raise the first error of a game.

    Raises:
        OSError: The file cannot be read.
        PdnError: A game has an error, and `strict` is set.
        ValueError: The variant is unknown.

    >>> [record.result for record in read_games("1. 32-28 19-23 1-1 1. 33-29 *")]
    ['1-1', '*']
    """
    game = None if variant is None else Variant(variant)
    return (_record(piece, game, strict) for piece in pieces(source))


def read_game(
    source: Source,
    heading: Heading | None = None,
    *,
    variant: Variant | str | None = None,
    strict: bool = False,
) -> Record | None:
    """The first game of a source, or None.

    Args:
        source, variant, strict: As for `read_games`.
        heading: Read the game of this heading instead; not from a handle of text.

    Raises:
        OSError, PdnError, ValueError: As `read_games`.

    >>> text = "1. 32-28 19-23 1-1 1. 33-29 *"
    >>> [heading] = [h for h in read_headers(text) if h.number == 2]
    >>> read_game(text, heading).moves
    [<Move 33-29>]
    """
    game = None if variant is None else Variant(variant)
    for piece in pieces(source, heading.offset if heading else 0):
        if heading:
            piece = piece._replace(number=heading.number, line_number=heading.line_number)
        return _record(piece, game, strict)
    return None


def loads(
    text: str | bytes, *, variant: Variant | str | None = None, strict: bool = False
) -> list[Record]:
    """All games of a text.

    Raises:
        PdnError, ValueError: As `read_games`.
    """
    source = io.StringIO(text, newline="") if isinstance(text, str) else text
    return list(read_games(source, variant=variant, strict=strict))


def read_headers(source: Source) -> Iterator[Heading]:
    """The tags of the games of a source and where they stand; no move is looked at.

    Raises:
        OSError: The file cannot be read.

    >>> [(h.offset, h.headers["White"]) for h in read_headers('[White "A"] * [White "B"] *')]
    [(0, 'A'), (14, 'B')]
    """
    for number, line_number, offset, data, body, _, encoding in pieces(source):
        pairs = read_tags(decode(data[:body], encoding)[0]) if body else []
        yield Heading(number, line_number, offset, Headers(pairs))


def _record(piece: Piece, variant: Variant | None, strict: bool) -> Record:
    record = build(piece, variant)
    if strict and record.errors:
        raise PdnError(record.errors[0])
    return record
