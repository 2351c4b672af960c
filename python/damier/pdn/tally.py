"""What is counted while games pass: problems for `check` and `convert`, figures for `stats`."""

from __future__ import annotations

from collections import Counter

from .._core import Board
from .record import Record
from .results import Score


class Tally:
    """Counts games and problems."""

    def __init__(self) -> None:
        self.files = 0
        self.games = 0
        self.errors = 0
        self.warnings = 0
        self.left = 0  # games that were not converted

    def add(self, record: Record) -> None:
        """Counts a game."""
        self.games += 1
        self.errors += len(record.errors)
        self.warnings += len(record.warnings)

    def merge(self, other: Tally) -> None:
        """Takes in what was counted elsewhere."""
        for name, count in vars(other).items():
            setattr(self, name, getattr(self, name) + count)

    def __str__(self) -> str:
        parts = [
            counted(self.games, "game"),
            counted(self.errors, "error"),
            counted(self.warnings, "warning"),
        ]
        if self.left:
            parts.append(
                f"{counted(self.left, 'game')} left as {'it is' if self.left == 1 else 'they are'}"
            )
        return f"{counted(self.files, 'file')}: " + ", ".join(parts)


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
        if len(moves) >= self._opening_plies > 0 and _starts_anew(record):
            opening = " ".join(move.text("official") for move in moves[: self._opening_plies])
            self.openings[opening] += 1

    def merge(self, other: Statistics) -> None:
        """Takes in what was counted elsewhere."""
        self.longest = max(self.longest, other.longest)
        for name in ("games", "plies", "with_errors"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for counter in ("variants", "results", "openings"):
            getattr(self, counter).update(getattr(other, counter))

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


def _starts_anew(record: Record) -> bool:
    """Whether a game with moves begins in the starting position, whatever the tags say."""
    return record.fen is None or record.board() == Board(record.moves[0].variant)


def counted(number: int, noun: str) -> str:
    """A number of things, as a sentence has it."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
