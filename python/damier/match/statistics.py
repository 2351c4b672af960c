"""What the results of a match say about the difference in strength."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

# Of a normal distribution, 95 % lie within so many standard deviations.
_WIDTH = 1.96
_MOST_ELO = 9999.0


@dataclass(frozen=True)
class Estimate:
    """An Elo difference, with the limits between which it is to 95 %.

    Args:
        elo: The difference.
        low, high: The limits; beyond 9999 they are not told.
        superiority: How likely the first is the stronger, from 0 to 1.
    """

    elo: float
    low: float
    high: float
    superiority: float


def elo_of(score: float) -> float:
    """The Elo difference that a share of the points means.

    >>> round(elo_of(0.75)), elo_of(0.5), elo_of(1)
    (191, 0.0, 9999.0)
    """
    if not 0 < score < 1:
        return math.copysign(_MOST_ELO, score - 0.5)
    return max(-_MOST_ELO, min(_MOST_ELO, 400 * math.log10(score / (1 - score))))


def score_of(elo: float) -> float:
    """The share of the points that an Elo difference means."""
    return 1 / (1 + 10 ** (-elo / 400))


def estimate(pairs: Sequence[Sequence[float]]) -> Estimate:
    """What the points of games say, which are 0, 0.5 or 1.

    The two games of an opening are no two trials, so the spread is that of pairs. A drawn pair is
    added for it: a few equal results prove little.

    Args:
        pairs: The points of the games of each opening; those of one game where there is only one.

    Raises:
        ValueError: There are no games.

    >>> found = estimate([(1, 1), (1, 0.5), (0.5, 0.5), (1, 0)])
    >>> round(found.elo), found.low < found.elo < found.high
    (137, True)
    """
    games = sum(map(len, pairs))
    if not games:
        raise ValueError("there are no games to judge by")
    score = sum(map(sum, pairs)) / games
    supposed = [*pairs, (0.5, 0.5)]
    weight = games + 2
    centre = sum(map(sum, supposed)) / weight
    squares = sum((sum(pair) - len(pair) * centre) ** 2 for pair in supposed)
    deviation = math.sqrt(squares) / weight or 0.5 / math.sqrt(weight)
    return Estimate(
        elo=elo_of(score),
        low=elo_of(max(min(centre - _WIDTH * deviation, score), 0.0)),
        high=elo_of(min(max(centre + _WIDTH * deviation, score), 1.0)),
        superiority=0.5 * (1 + math.erf((centre - 0.5) / (deviation * math.sqrt(2)))),
    )


@dataclass(frozen=True)
class Sprt:
    """A sequential test of two hypotheses about the Elo difference.

    Args:
        low: The difference of one.
        high: That of the other, which is greater.
        error: How often it may be wrong, either way.

    Raises:
        ValueError: The differences are not in order, or `error` is not between 0 and 0.5.
    """

    low: float
    high: float
    error: float = 0.05

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise ValueError(f"sprt: expected two Elo differences in order, not {self}")
        if not 0 < self.error < 0.5:
            raise ValueError(f"sprt: error: expected a number between 0 and 0.5, not {self.error}")

    def ratio(self, pairs: Sequence[Sequence[float]]) -> float:
        """The logarithm of the likelihood ratio of `high` against `low`, by complete pairs.

        The mean of pairs is taken as normal, with their variance; a drawn pair is added, as for
        `estimate`.
        """
        means = [sum(pair) / 2 for pair in pairs if len(pair) == 2] + [0.5]
        mean = sum(means) / len(means)
        variance = sum((one - mean) ** 2 for one in means) / len(means)
        if not variance:
            return 0.0
        low, high = score_of(self.low), score_of(self.high)
        return len(means) * (high - low) * (2 * mean - low - high) / (2 * variance)

    def decision(self, pairs: Sequence[Sequence[float]]) -> str | None:
        """Which is accepted, "low" or "high", once it is decided; else None."""
        ratio = self.ratio(pairs)
        if abs(ratio) < math.log((1 - self.error) / self.error):
            return None
        return "high" if ratio > 0 else "low"

    def __str__(self) -> str:
        return f"{self.low:g},{self.high:g}"
