"""What `damier pdn check`, `convert` and `stats` do with one file; the caller prints."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from ..values import Variant
from .builder import build
from .files import Input
from .problems import Problem
from .record import Record
from .source import Piece, decode, pieces
from .tally import Statistics, Tally
from .writer import Notation, dumps

_BLANKS = b" \t\r\n\x1a"


class Options(NamedTuple):
    """How the games of a file are read, and what is done with them.

    `encoding` and `output_encoding` are None where they are not chosen.
    """

    variant: Variant | None = None
    encoding: str | None = None
    json: bool = False
    notes: bool = False
    notation: Notation | None = None
    ranges: bool = False
    keep_results: bool = False
    star: bool = False
    output_encoding: str | None = None


def check(file: Input, options: Options, tally: Tally) -> Iterator[str]:
    """The lines that tell what is wrong in a file, or a line of JSON for each game."""
    tally.files += 1
    for record in records(file, options):
        tally.add(record)
        if options.json:
            yield json.dumps(check_object(file.name, record)) + "\n"
        elif record.errors or record.warnings or (options.notes and record.notes):
            for line in problem_lines(file.name, record, options.notes):
                yield line + "\n"


def convert(file: Input, options: Options, tally: Tally) -> Iterator[str | bytes]:
    """The games of a file anew; those that may not be of ours stay byte for byte.

    Bytes are to be written as they are, texts in the encoding of the output.

    Raises:
        ValueError: The encoding of the output has not all the letters.
    """
    tally.files += 1
    for piece, record in _games(file, options):
        tally.add(record)
        chosen = options.output_encoding
        if record.variant is None:
            tally.left += 1
            if chosen is None and not piece.encoding.recoded:
                yield piece.data.rstrip(_BLANKS) + b"\n\n"
                continue
            text = decode(piece.data, piece.encoding)[0].strip() + "\n\n"
        else:
            text = converted(record, options)
        try:
            text.encode(chosen or "utf-8")
        except UnicodeEncodeError as error:
            place = f"{file.name}:{record.line_number}: game {record.number}"
            letter = error.object[error.start]
            raise ValueError(f"{place}: {chosen or 'utf-8'} has no {letter!a}") from None
        yield text


def count(file: Input, options: Options, statistics: Statistics) -> Iterator[str]:
    """Counts the games of a file; there are no lines."""
    for record in records(file, options):
        statistics.add(record)
    yield from ()


def records(file: Input, options: Options) -> Iterator[Record]:
    """The games of a file.

    Raises:
        ValueError: It cannot be read.
    """
    return (record for _, record in _games(file, options))


def _games(file: Input, options: Options) -> Iterator[tuple[Piece, Record]]:
    try:
        for piece in pieces(file.source(), encoding=options.encoding):
            yield piece, build(piece, options.variant)
    except OSError as error:
        raise ValueError(f"{file.name}: {error.strerror or error}") from error


def problem_lines(name: str, record: Record, notes: bool = False) -> list[str]:
    """The problems of a game in the form of compilers, in the order of the lines."""
    lines = [(p.line, f"{name}:{p.line}: {p}") for p in record.errors]
    lines += [(p.line, f"{name}:{p.line}: warning: {p}") for p in record.warnings]
    if notes:
        lines += [(p.line, f"{name}:{p.line}: note: {p}") for p in record.notes]
    return [text for _, text in sorted(lines, key=lambda line: line[0])]


def check_object(name: str, record: Record) -> dict[str, object]:
    """A game and its problems as an object for JSON.

    The position is None if it is bad, or if neither tags nor moves tell which game it is of.
    """
    fen = None
    if record.variant is not None or record.moves:
        with suppress(ValueError):
            fen = record.end().fen()
    return {
        "file": name,
        "game": record.number,
        "line": record.line_number,
        "variant": record.variant,
        "plies": len(record.moves),
        "fen": fen,
        "result": record.result,
        "errors": [_problem_object(problem) for problem in record.errors],
        "warnings": [_problem_object(problem) for problem in record.warnings],
        "notes": [_problem_object(problem) for problem in record.notes],
    }


def _problem_object(problem: Problem) -> dict[str, object]:
    return {
        "code": problem.code,
        "reason": problem.reason,
        "line": problem.line,
        "ply": problem.ply,
        "move": problem.move_number,
        "text": problem.text,
        "alternatives": problem.alternatives,
        "variation": problem.in_variation,
    }


def converted(record: Record, options: Options) -> str:
    """The text of a game as `convert` writes it, with a blank line behind.

    Letters are left aside where the game has none.
    """
    notation = options.notation
    if notation == "algebraic" and record.played_as is not Variant.BRAZILIAN:
        notation = None
    text = dumps(
        record,
        notation=notation,
        official_results=not options.keep_results,
        ranges=options.ranges,
        star=options.star,
    )
    return text + "\n"
