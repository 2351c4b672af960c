"""Reads records and headings from a source."""

import io
from collections.abc import Iterator
from typing import NamedTuple

from ..values import Variant
from .body import read_tags
from .builder import build, texts
from .headers import Headers
from .problems import PdnError
from .record import Record
from .source import Piece, Source, check_encoding, pieces


class Heading(NamedTuple):
    """The tags of a game and where it stands, to come back to it with `read_game`."""

    number: int
    line_number: int
    offset: int
    headers: Headers


def read_games(
    source: Source,
    *,
    variant: Variant | str | None = None,
    strict: bool = False,
    encoding: str | None = None,
) -> Iterator[Record]:
    """The games of a source, one after another, as far as they are asked for.

    Args:
        source: A path, a handle of text or bytes, a text or bytes. A str is a path if it is one
            line without a quotation mark that begins like a path (/, ./, ../, C:\\) or ends in a
            dot and two to four letters; else it is the text itself. A directory stands for the
            .pdn and .pdn.gz files in it and below, whose games are numbered file by file; what ends
            in .gz is decompressed.
        variant: The game, if the caller knows it.
        strict: Raise the first error of a game.
        encoding: The encoding of bytes without a byte order mark. If left out, each game is looked
            at: UTF-8, else Windows-1251 or Windows-1252, whichever its words look like.

    Raises:
        OSError: The file cannot be read.
        PdnError: A game has an error, and `strict` is set.
        ValueError: The variant or the encoding is unknown.

    >>> [record.result for record in read_games("1. 32-28 19-23 1-1 1. 33-29 *")]
    ['1-1', '*']
    """
    game = None if variant is None else Variant(variant)
    known = _encoding(encoding)
    return (_record(piece, game, strict) for piece in pieces(source, encoding=known))


def read_game(
    source: Source,
    heading: Heading | None = None,
    *,
    variant: Variant | str | None = None,
    strict: bool = False,
    encoding: str | None = None,
) -> Record | None:
    """The first game of a source, or None.

    Args:
        source, variant, strict, encoding: As for `read_games`.
        heading: Read the game of this heading instead; not from a handle of text or a directory.

    Raises:
        OSError, PdnError, ValueError: As `read_games`.

    >>> text = "1. 32-28 19-23 1-1 1. 33-29 *"
    >>> [heading] = [h for h in read_headers(text) if h.number == 2]
    >>> read_game(text, heading).moves
    [<Move 33-29>]
    """
    game = None if variant is None else Variant(variant)
    offset = heading.offset if heading else None
    for piece in pieces(source, offset, _encoding(encoding)):
        if heading:
            piece = piece._replace(number=heading.number, line_number=heading.line_number)
        return _record(piece, game, strict)
    return None


def loads(
    text: str | bytes,
    *,
    variant: Variant | str | None = None,
    strict: bool = False,
    encoding: str | None = None,
) -> list[Record]:
    """All games of a text, which is never taken for a path.

    Raises:
        PdnError, ValueError: As `read_games`.
    """
    source = io.StringIO(text, newline="") if isinstance(text, str) else text
    return list(read_games(source, variant=variant, strict=strict, encoding=encoding))


def read_headers(source: Source, *, encoding: str | None = None) -> Iterator[Heading]:
    """The tags of the games of a source and where they stand; no move is looked at.

    Args:
        source, encoding: As for `read_games`.

    Raises:
        OSError: The file cannot be read.
        ValueError: The encoding is unknown.

    >>> [(h.offset, h.headers["White"]) for h in read_headers('[White "A"] * [White "B"] *')]
    [(0, 'A'), (14, 'B')]
    """
    for piece in pieces(source, encoding=_encoding(encoding)):
        yield Heading(piece.number, piece.line_number, piece.offset, read_tags(texts(piece)[0]))


def _encoding(name: str | None) -> str | None:
    return None if name is None else check_encoding(name)


def _record(piece: Piece, variant: Variant | None, strict: bool) -> Record:
    record = build(piece, variant)
    if strict and record.errors:
        raise PdnError(record.errors[0])
    return record
