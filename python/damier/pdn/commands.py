"""What `damier pdn check`, `convert` and `stats` do; printing is left to the caller."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

from ..values import Variant
from .problems import Problem
from .reader import read_games
from .record import Record
from .results import Score
from .writer import Notation, dumps

# Called with how many bytes of how many have been read.
Progress = Callable[[int, int], object]


class Input(NamedTuple):
    """A file to read: its name, where to read it, and its size, 0 if that is not known."""

    name: str
    source: Path | IO[bytes]
    size: int


def inputs(names: Iterable[str]) -> list[Input]:
    """The files that names stand for: `-` is standard input, a directory all .pdn files below it.

    Raises:
        ValueError: There is no such file, or none in a directory.
    """
    found = []
    for name in names:
        path = Path(name)
        if name == "-" and sys.stdin is None:
            raise ValueError("-: standard input is closed")
        if name == "-":
            found.append(Input(name, sys.stdin.buffer, 0))
        elif path.is_dir():
            below = sorted(p for p in path.rglob("*") if p.suffix.lower() == ".pdn" and p.is_file())
            if not below:
                raise ValueError(f"{name}: no .pdn file in this directory")
            found += [Input(str(p), p, p.stat().st_size) for p in below]
        elif path.exists():
            found.append(Input(name, path, path.stat().st_size))
        else:
            raise ValueError(f"{name}: no such file")
    return found


def games(
    files: Iterable[Input], variant: Variant | None, progress: Progress
) -> Iterator[tuple[str, Record]]:
    """All games of the files, each with the name of its file.

    Raises:
        ValueError: A file cannot be read.
    """
    files = list(files)
    total = sum(file.size for file in files)
    done = 0
    for file in files:
        try:
            for record in read_games(file.source, variant=variant):
                progress(done + record.offset, total)
                yield file.name, record
        except OSError as error:
            raise ValueError(f"{file.name}: {error.strerror}") from error
        done += file.size
        progress(done, total)


class Tally:
    """Counts games and problems while they pass."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.games = 0
        self.errors = 0
        self.warnings = 0

    def add(self, name: str, record: Record) -> None:
        """Counts a game."""
        self.files.add(name)
        self.games += 1
        self.errors += len(record.errors)
        self.warnings += len(record.warnings)

    def __str__(self) -> str:
        counted = (
            _counted(self.games, "game"),
            _counted(self.errors, "error"),
            _counted(self.warnings, "warning"),
        )
        return f"{_counted(len(self.files), 'file')}: " + ", ".join(counted)


def problem_lines(name: str, record: Record) -> list[str]:
    """The errors and warnings of a game in the form of compilers, in the order of the lines."""
    lines = [(p.line, f"{name}:{p.line}: {p}") for p in record.errors]
    lines += [(p.line, f"{name}:{p.line}: warning: {p}") for p in record.warnings]
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


def converted(
    record: Record, notation: Notation | None, ranges: bool, keep_results: bool, star: bool
) -> str:
    """The text of a game as `convert` writes it, with a blank line behind.

    Letters are left aside where the game has none.
    """
    if notation == "algebraic" and record.played_as is not Variant.BRAZILIAN:
        notation = None
    text = dumps(
        record, notation=notation, official_results=not keep_results, ranges=ranges, star=star
    )
    return text + "\n"


def write_whole(path: str, texts: Iterable[bytes]) -> None:
    """Writes a file, which only takes its name when it is complete.

    Raises:
        OSError: It cannot be written.
    """
    part = Path(f"{path}.part")
    try:
        with part.open("wb") as handle:
            handle.writelines(texts)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


class Statistics:
    """Games, plies, results and openings, counted while the games pass."""

    def __init__(self, opening_plies: int) -> None:
        self.games = 0
        self.plies = 0
        self.longest = 0
        self.with_errors = 0
        self.variants: Counter[str] = Counter()
        self.results: Counter[Score] = Counter()
        self.openings: Counter[str] = Counter()
        self._opening_plies = opening_plies

    def add(self, record: Record) -> None:
        """Counts a game; openings only of games from the starting position."""
        moves = record.moves
        self.games += 1
        self.plies += len(moves)
        self.longest = max(self.longest, len(moves))
        self.with_errors += bool(record.errors)
        self.variants[record.variant or "undecided"] += 1
        self.results[record.score] += 1
        if record.fen is None and len(moves) >= self._opening_plies > 0:
            opening = " ".join(move.text("official") for move in moves[: self._opening_plies])
            self.openings[opening] += 1

    def as_object(self) -> dict[str, object]:
        """The figures as an object for JSON."""
        return {
            "games": self.games,
            "plies": self.plies,
            "longest": self.longest,
            "with_errors": self.with_errors,
            "variants": dict(self.variants.most_common()),
            "results": {score.value: self.results[score] for score in Score},
            "openings": dict(self.openings.most_common(10)),
        }

    def rows(self) -> list[tuple[str, str, str]]:
        """The figures as rows: what, how many, which part of the games."""
        rows = [
            ("games", f"{self.games:,}", ""),
            ("plies", f"{self.plies:,}", ""),
            ("longest game", f"{self.longest:,}", ""),
            ("games with errors", f"{self.with_errors:,}", self._part(self.with_errors)),
        ]
        for name, count in self.variants.most_common():
            rows.append((name, f"{count:,}", self._part(count)))
        for score in Score:
            rows.append((score.value, f"{self.results[score]:,}", self._part(self.results[score])))
        for opening, count in self.openings.most_common(10):
            rows.append((opening, f"{count:,}", self._part(count)))
        return rows

    def _part(self, count: int) -> str:
        return f"{count / self.games:.1%}" if self.games else ""


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
