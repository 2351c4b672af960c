"""What an engine tells."""

from dataclasses import dataclass
from typing import Literal, TypedDict

from .._core import Move
from .score import Score


class Info(TypedDict):
    """What the engine thinks of a move.

    `depth` are the plies searched in full and `seldepth` those of the longest line looked at;
    `bound` tells whether the score is exact or the true one is at least ("lower") or at most
    ("upper") this; `nodes` positions were looked at in `time` seconds, `nps` a second; `pv` is
    the line of play expected, the move first, and `multipv` its rank, from 1.
    """

    depth: int
    seldepth: int
    score: Score
    bound: Literal["exact", "lower", "upper"]
    nodes: int
    nps: int
    time: float
    pv: tuple[Move, ...]
    multipv: int


@dataclass(frozen=True)
class PlayResult:
    """The move the engine plays, the reply it expects, what it thinks of the move, and whether it
    would offer a draw with it."""

    move: Move
    ponder: Move | None
    info: Info
    draw_offered: bool = False

    @staticmethod
    def of(lines: list[Info]) -> "PlayResult":
        """To play the best of the lines of an analysis."""
        best = lines[0]
        return PlayResult(best["pv"][0], best["pv"][1] if len(best["pv"]) > 1 else None, best)
