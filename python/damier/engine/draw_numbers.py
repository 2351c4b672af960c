"""The draw rules of a game as a search counts them, in plain numbers."""

from dataclasses import dataclass
from typing import NamedTuple

from .._core import Board
from ..game import Game
from ..game.draw_watch import DrawWatch
from ..game.draws import (
    MAIN_ROAD,
    Ending,
    KingPlies,
    MainRoad,
    PieceCount,
    Repetition,
    Tally,
    Timed,
)

_Materials = tuple[tuple[int, int, int, int], ...]

_THREE_AGAINST_ONE = ("KKK-K", "KKM-K", "KMM-K")

# What a lone king has to do with the main road, as in cpp/include/damier/draw_numbers.hpp.
_NONE, _HELD, _TOTAL = range(3)


class EndingNumbers(NamedTuple):
    """A draw rule with a clock of its own, and what its clock shows.

    Args:
        plies: Its limit.
        begun_by: Men and kings of one side, men and kings of the other, that start the clock.
        outlasted_by: Further material in which it goes on.
        least_pieces, most_pieces: Without `begun_by`: so many pieces, while each side has a king.
        restarted: Whether a capture or promotion starts it again.
        road: What a lone king has to do with the main road.
        age: Plies since it began, -1 if it does not run.
        counted: Those of them that count.
    """

    plies: int
    begun_by: _Materials = ()
    outlasted_by: _Materials = ()
    least_pieces: int = 0
    most_pieces: int = 0
    restarted: bool = False
    road: int = _NONE
    age: int = -1
    counted: int = 0


@dataclass(frozen=True)
class DrawNumbers:
    """What a search is told of draw rules.

    Args:
        repetitions: Times that a position draws, 0 for never.
        king_plies: Plies by kings without capture that draw, whether only while each side has a
            king, and with how many pieces at least.
        endings: The rules with clocks of their own.
        main_road: Its squares; bit n-1 is square n.
    """

    repetitions: int = 3
    king_plies: tuple[tuple[int, bool, int], ...] = ()
    endings: tuple[EndingNumbers, ...] = ()
    main_road: int = 0


def draw_numbers(game: Game, board: Board) -> DrawNumbers:
    """Those of a game whose board this is."""
    rules = game.rules.rules_on(game.variant)
    plan = game.rules.plan_on(game.variant)
    shown = dict(DrawWatch(plan, board).tallies(board))
    return DrawNumbers(
        min((rule.times for rule in rules if isinstance(rule, Repetition)), default=0),
        tuple(
            (rule.plies, rule.both_kings, rule.least_pieces)
            for rule in rules
            if isinstance(rule, KingPlies)
        ),
        tuple(_ending(rule, shown.get(rule)) for rule in plan.timed),
        MAIN_ROAD[game.variant],
    )


def _ending(rule: Timed, tally: Tally | None) -> EndingNumbers:
    numbers = EndingNumbers(rule.plies)
    if tally is not None:
        numbers = numbers._replace(age=tally.age, counted=tally.counted)
    if isinstance(rule, Ending):
        return numbers._replace(
            begun_by=_counts(rule.materials),
            outlasted_by=_counts(rule.outlasts),
            restarted=rule.restarted,
        )
    if isinstance(rule, MainRoad):
        return numbers._replace(
            begun_by=_counts(_THREE_AGAINST_ONE), road=_TOTAL if rule.total else _HELD
        )
    assert isinstance(rule, PieceCount)
    least, most = rule.pieces
    return numbers._replace(least_pieces=least, most_pieces=most, restarted=True)


def _counts(materials: tuple[str, ...]) -> _Materials:
    sides = (material.split("-") for material in materials)
    return tuple(
        (one.count("M"), one.count("K"), other.count("M"), other.count("K")) for one, other in sides
    )
