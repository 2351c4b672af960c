"""What `damier pdn check`, `convert`, `annotate` and `stats` do with a file; the caller prints."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from ..errors import Code
from ..values import Variant
from .builder import build
from .files import Input
from .problems import Problem
from .record import Record
from .source import Piece, decode, pieces
from .tally import Statistics, Tally, counted
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
    """The lines that tell what is wrong in a file, or a line of JSON for each game.

    Wrong signs are a habit of a whole file: of each of the two slips the first game tells, and at
    the end how many more have it.
    """
    tally.files += 1
    slips: Counter[str] = Counter()
    for record in records(file, options):
        tally.add(record)
        if options.json:
            yield json.dumps(check_object(file.name, record)) + "\n"
        elif record.errors or record.warnings or (options.notes and record.notes):
            warnings = [p for p in record.warnings if not _told(p, slips)]
            notes = record.notes if options.notes else []
            for line in problem_lines(file.name, record.errors, warnings, notes):
                yield line + "\n"
    for slip, games in slips.items():
        if games > 1:
            more = counted(games - 1, "more game")
            yield f"{file.name}: warning: moves {slip}, in {more} of this file\n"


def _told(problem: Problem, slips: Counter[str]) -> bool:
    """Counts the games that have a slip of sign; whether one of them has told it."""
    if problem.code is not Code.SIGN:
        return False
    slip = problem.reason.partition(",")[0]
    slips[slip] += 1
    return slips[slip] > 1


def convert(
    file: Input, options: Options, tally: Tally, change: Callable[[Record], object] | None = None
) -> Iterator[str | bytes]:
    """The games of a file anew, each `change`d before; those that may not be of ours stay byte for
    byte.

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
            if change is not None:
                change(record)
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


def problem_lines(
    name: str, errors: list[Problem], warnings: list[Problem], notes: list[Problem]
) -> list[str]:
    """Problems of a game in the form of compilers, in the order of the lines."""
    lines = [(p.line, f"{name}:{p.line}: {p}") for p in errors]
    lines += [(p.line, f"{name}:{p.line}: warning: {p}") for p in warnings]
    lines += [(p.line, f"{name}:{p.line}: note: {p}") for p in notes]
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
