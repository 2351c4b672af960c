"""Matches of engines."""

import os
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from .. import pdn
from ..engine import Limit
from ..pdn.files import write_whole
from ..values import Variant
from .arena import Effort, GameResult, Plan
from .contender import Contender, contender
from .journal import Journal
from .openings import openings as find_openings
from .sides import Playing
from .statistics import Estimate, Sprt, estimate
from .workers import play_all

_RULES = {Variant.INTERNATIONAL: "fmjd", Variant.BRAZILIAN: "fmjd64"}


@dataclass(frozen=True)
class Match:
    """A match, as the first contender sees it.

    Args:
        one, other: Who played.
        variant: The game.
        games: How many were to be played.
        results: The games that were, by number.
        sprt: The test that was to end it, or None.
    """

    one: str
    other: str
    variant: Variant
    games: int
    results: tuple[GameResult, ...]
    sprt: Sprt | None = None

    @property
    def wins(self) -> int:
        """Games that the first won."""
        return sum(result.points == 1 for result in self.results)

    @property
    def draws(self) -> int:
        """Games drawn."""
        return sum(result.points == 0.5 for result in self.results)

    @property
    def losses(self) -> int:
        """Games that the first lost."""
        return sum(result.points == 0 for result in self.results)

    @property
    def points(self) -> float:
        """Points of the first."""
        return sum(result.points for result in self.results)

    @property
    def pairs(self) -> list[tuple[float, ...]]:
        """The points of the first in the games of each opening."""
        pairs: dict[int, list[float]] = {}
        for result in self.results:
            pairs.setdefault((result.number - 1) // 2, []).append(result.points)
        return [tuple(points) for points in pairs.values()]

    @property
    def estimate(self) -> Estimate | None:
        """The Elo difference with its limits; None before the first game."""
        return estimate(self.pairs) if self.results else None

    @property
    def decision(self) -> str | None:
        """What the test has accepted, "low" or "high"; None if it has not, or there is none."""
        return None if self.sprt is None else self.sprt.decision(self.pairs)

    @property
    def failures(self) -> list[GameResult]:
        """The games that one has lost by an illegal move, a crash or its time."""
        return [result for result in self.results if result.failed is not None]

    @property
    def records(self) -> list[pdn.Record]:
        """The games, to read and edit."""
        return [result.record for result in self.results]

    def effort(self, first: bool = True) -> Effort:
        """How the first contender, or the other, has thought in all games."""
        total = Effort()
        for result in self.results:
            total.add(result.efforts[0 if first else 1])
        return total

    def to_plain(self) -> dict[str, object]:
        """All but the games as plain data, for JSON."""
        found = self.estimate
        played = len(self.results)
        return {
            "one": self.one,
            "other": self.other,
            "variant": str(self.variant),
            "games": played,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": round(self.points / played, 4) if played else None,
            "elo": round(found.elo, 1) if found else None,
            "elo_low": round(found.low, 1) if found else None,
            "elo_high": round(found.high, 1) if found else None,
            "superiority": round(found.superiority, 4) if found else None,
            "sprt": None if self.sprt is None else self._test(self.sprt),
            "ends": dict(Counter(result.rule for result in self.results).most_common()),
            "failures": [
                {"game": result.number, "by": result.failed, "kind": result.rule}
                | {"reason": result.reason}
                for result in self.failures
            ],
            "efforts": [self.effort().to_plain(), self.effort(first=False).to_plain()],
        }

    def _test(self, sprt: Sprt) -> dict[str, object]:
        ratio = round(sprt.ratio(self.pairs), 3)
        return {"low": sprt.low, "high": sprt.high, "ratio": ratio, "accepted": self.decision}


#: Called after each game with the match so far.
Progress = Callable[[Match], object]


def play_match(
    one: str | Playing | Contender,
    other: str | Playing | Contender,
    *,
    variant: Variant | str = Variant.INTERNATIONAL,
    games: int = 40,
    openings: str = "random:3",
    limit: Limit | None = None,
    clock: str | None = None,
    rules: str | None = None,
    seed: int = 1,
    jobs: int = 1,
    sprt: Sprt | None = None,
    margin: float = 1.0,
    max_plies: int | None = None,
    journal: str | os.PathLike[str] | None = None,
    pdn_file: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Match:
    """Plays a match; each opening is played twice, with colours changed.

    A side that gives an illegal move, ends, is silent or oversteps its time has lost the game,
    which is told as such; it is then started again.

    Args:
        one, other: Who plays, as for `contender`.
        variant: The game, by `Variant` or name.
        games: How many, an even number for as many with each colour.
        openings: As for `openings`; if there are fewer they are taken again from the first.
        limit: For each move.
        clock: A time control for each game, such as "1+0.6"; see `Clock`.
        rules: The draw rules; `fmjd` on 10x10 and `fmjd64` on 8x8 if left out.
        seed: Of the openings, and of levels.
        jobs: Games at once, each in a process of its own. More than one needs sides that can be
            pickled, such as text and functions of a module, and in a program `if __name__ ==
            "__main__":` around the call.
        sprt: End as soon as this test is decided.
        margin, max_plies: As for `play_game`.
        journal: A file in which each finished game is kept at once. A match that was broken off
            goes on from there, and takes more games than it had if `games` is more.
        pdn_file: A file that is written with all games at the end, or where it was broken off.
        progress: Called after each game with the `Match` so far.

    Raises:
        HubError: A contender cannot be started.
        ValueError: An argument makes no sense, or the journal is of another match.
        OSError: A file cannot be read or written.
        KeyboardInterrupt: It was broken off; finished games are kept.

    >>> match = play_match("easy", "easy", variant="brazilian", games=2, openings="random:2")
    >>> match.wins + match.draws + match.losses, match.failures
    (2, [])
    """
    if games < 1 or jobs < 1:
        raise ValueError(f"{'games' if games < 1 else 'jobs'}: expected 1 or more")
    variant = Variant(variant)
    plan = Plan(
        *_named_apart(contender(one), contender(other)),
        variant,
        rules or _RULES[variant],
        tuple(find_openings(openings, variant, (games + 1) // 2, seed)),
        limit,
        clock,
        margin,
        max_plies,
        seed,
    )
    book = None if journal is None else Journal(journal, {**plan.to_plain(), "openings": openings})
    results = {} if book is None else book.results
    try:
        with closing(_played(plan, games, jobs, results, sprt)) as playing:
            for result in playing:
                if book is None:
                    results[result.number] = result
                else:
                    book.add(result)
                if progress is not None:
                    progress(_match(plan, games, results, sprt))
    finally:
        if book is not None:
            book.close()
        match = _match(plan, games, results, sprt)
        if pdn_file is not None and match.results:
            texts = (f"{result.text}\n".encode() for result in match.results)
            write_whole(str(Path(pdn_file)), texts)
    return match


def _named_apart(one: Contender, other: Contender) -> tuple[Contender, Contender]:
    if one.name != other.name:
        return one, other
    return replace(one, name=f"{one.name} 1"), replace(other, name=f"{other.name} 2")


def _played(
    plan: Plan, games: int, jobs: int, results: dict[int, GameResult], sprt: Sprt | None
) -> Generator[GameResult, None, None]:
    """Plays the games that are not there, until the test is decided."""
    missing = [number for number in range(1, games + 1) if number not in results]
    if not missing or _match(plan, games, results, sprt).decision:
        return
    with closing(play_all(plan, missing, min(jobs, len(missing)))) as playing:
        for result in playing:
            yield result
            if _match(plan, games, results, sprt).decision:
                return


def _match(plan: Plan, games: int, results: dict[int, GameResult], sprt: Sprt | None) -> Match:
    played = tuple(results[number] for number in sorted(results) if number <= games)
    return Match(plan.one.name, plan.other.name, plan.variant, games, played, sprt)
