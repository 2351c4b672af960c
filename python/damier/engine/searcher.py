"""The searches of the core, one for each variant, behind a lock."""

import atexit
import threading
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .._core import Board, Stop, _Search
from ..endgame import Tables, built_in
from ..errors import Code, GameOverError
from ..game import Game
from ..values import Variant
from .draw_numbers import DrawNumbers, draw_numbers
from .info import Info
from .limit import Limit
from .score import Score
from .weights import weights

if TYPE_CHECKING:
    from .._core import _Line

# Called with the best lines when one of them is new, and its index.
Report = Callable[[list[Info], int], object]


@dataclass(frozen=True)
class Noise:
    """An error of judgement: the difference of two numbers from 0 to `most` centimen, fixed by the
    seed and the position."""

    most: int = 0
    seed: int = 0


class Searcher:
    """Searches positions of both variants, one at a time.

    Args:
        threads, hash_mb, endgames: As for `Engine`.

    Raises:
        ValueError, MemoryError: As for `Engine`.
    """

    def __init__(self, threads: int, hash_mb: int, endgames: Tables | None = None) -> None:
        self._lock = threading.Lock()
        self._closed = False
        self._stops: set[Stop] = set()
        self._threads, self._hash_mb = threads, hash_mb
        self._endgames = endgames or built_in
        self._searches = {variant: self._new_search(variant) for variant in Variant}
        _searchers.add(self)

    def search(
        self,
        position: Board | Game,
        limit: Limit,
        *,
        multipv: int = 1,
        noise: Noise | None = None,
        stop: Stop | None = None,
        report: Report | None = None,
    ) -> list[Info]:
        """The best lines, the best first.

        Raises:
            GameOverError: There is no move.
            ValueError: `multipv` is out of range, or this is closed.
        """
        require_moves(position)
        require_lines(multipv)
        board = position.board if isinstance(position, Game) else position.copy()
        numbers = draw_numbers(position, board) if isinstance(position, Game) else DrawNumbers()
        budget = limit.budget(board.turn)
        noise = noise or Noise()
        stop = stop or Stop()

        def infos(lines: "Sequence[_Line]", nodes: int, time: float) -> list[Info]:
            return [
                Info(
                    depth=depth,
                    seldepth=seldepth,
                    score=Score(score, board.turn),
                    bound=bound,
                    nodes=nodes,
                    nps=round(nodes / max(time, 1e-6)),
                    time=time,
                    pv=pv,
                    multipv=rank,
                )
                for rank, (score, bound, depth, seldepth, pv) in enumerate(lines, start=1)
            ]

        def pass_on(found: "tuple[list[_Line], int, float]", fresh: int) -> None:
            if report is not None:
                report(infos(*found), fresh)

        self._stops.add(stop)
        try:
            with self._lock:
                self.require_open()
                found = self._searches[board.variant].run(
                    board,
                    depth=limit.most_depth(),
                    nodes=limit.most_nodes(),
                    seconds=budget.most,
                    planned=budget.planned,
                    repetitions=numbers.repetitions,
                    king_plies=numbers.king_plies,
                    endings=numbers.endings,
                    main_road=numbers.main_road,
                    noise=noise.most,
                    seed=noise.seed,
                    lines=multipv,
                    endgames=self._endgames.core(board.variant),
                    stop=stop,
                    report=None if report is None else pass_on,
                )
        finally:
            self._stops.discard(stop)
        return infos(*found)

    def clear(self) -> None:
        """Forgets what was found."""
        with self._lock:
            for search in self._searches.values():
                search.clear()

    def close(self) -> None:
        """Stops what is running and waits for it; closing twice does nothing."""
        self._closed = True
        for stop in tuple(self._stops):
            stop.set()
        with self._lock:
            self._searches.clear()
        _searchers.discard(self)

    def require_open(self) -> None:
        if self._closed:
            raise ValueError("the engine is closed")

    def _new_search(self, variant: Variant) -> _Search:
        return _Search(variant, weights(variant), self._hash_mb, self._threads)


def require_moves(position: Board | Game) -> None:
    if isinstance(position, Game) and position.outcome is not None:
        raise GameOverError(Code.GAME_OVER, detail="ended", outcome=position.outcome)
    if not position.legal_moves:
        raise GameOverError(Code.GAME_OVER, detail="no-legal-move", turn=position.turn)


def require_lines(multipv: int) -> None:
    if multipv < 1:
        raise ValueError(f"multipv: expected at least 1, not {multipv}")


_searchers: "weakref.WeakSet[Searcher]" = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """No search runs into the end of the interpreter."""
    for searcher in tuple(_searchers):
        searcher.close()
