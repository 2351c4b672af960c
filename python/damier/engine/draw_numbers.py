"""The draw rules of a game as far as a search counts them, in plain numbers."""

from dataclasses import dataclass

from .._core import Board
from ..game import Game
from ..game.draws import Ending, KingPlies, Repetition

_Material = tuple[int, int, int, int]


@dataclass(frozen=True)
class DrawNumbers:
    """What a search is told of draw rules.

    Repetition, plies by kings without capture (the rule with the smallest limit) and endings by
    material. The clocks of the main road and of few pieces are not told.

    Args:
        repetitions: Times that a position draws, 0 for never.
        king_plies: Plies by kings without capture that draw, 0 for any number.
        both_kings: Whether these count only while each side has a king.
        endings: Men and kings of one side, men and kings of the other, plies that draw.
        ending_plies: Plies that what is on the board has lasted.
    """

    repetitions: int = 3
    king_plies: int = 0
    both_kings: bool = False
    endings: tuple[tuple[int, int, int, int, int], ...] = ()
    ending_plies: int = 0


def draw_numbers(game: Game, board: Board) -> DrawNumbers:
    """Those of a game whose board this is."""
    rules = game.rules.rules_on(game.variant)
    repetitions = [rule.times for rule in rules if isinstance(rule, Repetition)]
    by_kings = [rule for rule in rules if isinstance(rule, KingPlies) and not rule.least_pieces]
    first = min(by_kings, key=lambda rule: rule.plies, default=None)
    endings = tuple(
        (*_counts(material), rule.plies)
        for rule in rules
        if isinstance(rule, Ending)
        for material in rule.materials
    )
    return DrawNumbers(
        min(repetitions, default=0),
        first.plies if first else 0,
        first.both_kings if first else False,
        endings,
        _plies_of_material(board) if endings else 0,
    )


def _counts(material: str) -> _Material:
    one, other = material.split("-")
    return one.count("M"), one.count("K"), other.count("M"), other.count("K")


def _plies_of_material(board: Board) -> int:
    """Plies since the last capture or promotion, as far back as the board knows."""
    plies = 0
    for move in reversed(board.move_stack):
        if move.is_capture or move.is_promotion:
            break
        plies += 1
    return plies
