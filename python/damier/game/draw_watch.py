"""Follows a game and tells when a draw rule is due."""

import sys
from collections.abc import Iterable

from .._core import Board, _push_until
from .draws import KingPlies, Repetition, Rule, Standing, Tally, Timed

_NEVER = sys.maxsize


class DrawPlan:
    """The rules for one board, and how soon they can be due.

    No rule about kings is due before `least_king_plies` plies by kings without capture. No clock
    runs unless the numbers of pieces of White and Black are in `sizes`, which tells of each timed
    rule whether its clock can, and none is due before `least_plies` after it began. `stops` has the
    sizes as the core wants them.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        rules = tuple(rules)
        self.untimed = [r for r in rules if isinstance(r, Repetition | KingPlies)]
        self.timed = [r for r in rules if isinstance(r, Timed)]
        self.least_king_plies = min((r.least_king_plies for r in self.untimed), default=_NEVER)
        self.least_plies = min((r.plies for r in self.timed), default=_NEVER)
        of_rules = [set(rule.sizes()) for rule in self.timed]
        of_rules = [sizes | {(other, one) for one, other in sizes} for sizes in of_rules]
        self.sizes = {
            size: tuple([size in sizes for sizes in of_rules]) for size in set().union(*of_rules)
        }
        stops = bytearray(64 * 64)
        for white, black in self.sizes:
            stops[64 * white + black] = 1
        self.stops = bytes(stops)
        self.claims = any(rule.claim for rule in rules)
        self.no_tallies: tuple[Tally | None, ...] = (None,) * len(self.timed)


class DrawWatch:
    """Follows a game ply by ply and tells which draw rules are due.

    It looks at the board only when a rule can be due, or an ending is on; then it catches up with
    the plies it has let pass. `idle` is how many plies can pass before the next look.

    Args:
        plan: The rules.
        board: The start of the game.
    """

    def __init__(self, plan: DrawPlan, board: Board) -> None:
        self._plan = plan
        self._first = 0
        self._tallies: list[tuple[Tally | None, ...]] = []  # of the plies from _first on
        self._rest(board)

    def follow(self, board: Board) -> list[Rule]:
        """The rules due after one more ply, in the order of the tests."""
        if self.idle:
            self.idle -= 1
            return []
        return self._look(board)

    def play(self, board: Board, moves: list[str]) -> list[Rule]:
        """Plays the moves of a game that come next, up to a ply after which a rule can be due.

        Returns the rules due then. A move that is refused leaves those before it played.
        """
        plan = self._plan
        _push_until(board, moves, board.ply, plan.stops, plan.least_king_plies)
        return self._look(board)

    def _look(self, board: Board) -> list[Rule]:
        self._rest(board)
        return [] if self.idle else self.due(board)

    def undo(self) -> None:
        """Follows a ply that has been taken back: all that was seen is looked at again."""
        self._first = 0
        self._tallies.clear()
        self.idle = 0

    def due(self, board: Board) -> list[Rule]:
        """The rules due in this position, in the order of the tests; none before the first ply."""
        if board.ply == 0:
            return []
        due: list[Rule] = []
        if board.reversible_plies >= self._plan.least_king_plies:
            due += [rule for rule in self._plan.untimed if rule.due(board)]
        due += [rule for rule, tally in self.tallies(board) if rule.due(tally)]
        return due

    def tallies(self, board: Board) -> list[tuple[Timed, Tally | None]]:
        """The clocks that can run in this position, with what they show."""
        if board.piece_counts not in self._plan.sizes:
            return []
        self._catch_up(board)
        return list(zip(self._plan.timed, self._tallies[-1], strict=True))

    def claimable(self, board: Board) -> list[Rule]:
        """The rules due in this position that ask for a claim."""
        return [rule for rule in self.due(board) if rule.claim] if self._plan.claims else []

    def under_way(self, board: Board) -> list[tuple[Rule, int]]:
        """The counts that run in this position, and the plies left to the draw by each."""
        left: list[tuple[Rule, int | None]] = [
            (rule, rule.plies_left(board))
            for rule in self._plan.untimed
            if isinstance(rule, KingPlies)
        ]
        left += [(rule, rule.plies_left(tally)) for rule, tally in self.tallies(board)]
        return [(rule, plies) for rule, plies in left if plies is not None]

    def __copy__(self) -> "DrawWatch":
        twin = DrawWatch.__new__(DrawWatch)
        twin.__dict__.update(self.__dict__)
        twin._tallies = self._tallies.copy()
        return twin

    def _rest(self, board: Board) -> None:
        """Settles how many plies can pass before the next look."""
        self.idle = 0
        if board.piece_counts not in self._plan.sizes:
            until_kings = self._plan.least_king_plies - board.reversible_plies - 1
            self.idle = max(0, min(until_kings, self._plan.least_plies))
            self._tallies.clear()
            self._first = board.ply + 1

    def _catch_up(self, board: Board) -> None:
        """Fills in the tallies up to this position."""
        missing = board.ply + 1 - self._first - len(self._tallies)
        if missing == 0:
            return
        standings = [self._standing(board)]
        if missing > 1:
            trail = board.copy()
            for _ in range(missing - 1):
                trail.pop()
                standings.append(self._standing(trail))
        for standing in reversed(standings):
            self._tallies.append(self._next_tallies(standing))

    def _standing(self, board: Board) -> Standing | None:
        """None where no clock can run."""
        return Standing(board) if board.piece_counts in self._plan.sizes else None

    def _next_tallies(self, standing: Standing | None) -> tuple[Tally | None, ...]:
        if standing is None:
            return self._plan.no_tallies
        before = self._tallies[-1] if self._tallies else self._plan.no_tallies
        runs = self._plan.sizes[standing.size]
        timed = zip(self._plan.timed, before, runs, strict=True)
        return tuple([rule.tally(tally, standing) if run else None for rule, tally, run in timed])
