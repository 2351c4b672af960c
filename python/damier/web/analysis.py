"""The analysis of a game that has ended, move by move."""

import asyncio
import json
import logging
from collections.abc import Callable
from copy import copy
from functools import partial
from typing import TypedDict

from ..engine import Engine, Limit
from ..game import Game
from ..values import Color
from .bots import Thinkers

log = logging.getLogger("damier.web")

_LIMIT = Limit(nodes=200_000, time=1.0)
_LONGEST_LINE = 10
# A position without a move is lost by as much as the engine counts for it.
_LOST = 30_000


class Scored(TypedDict):
    """A position after `ply` moves; the numbers are White's."""

    ply: int
    centimen: int | None
    win_in: int | None
    best: str | None
    pv: list[str]


class Analysis:
    """An analysis that goes on in a thread, position by position.

    Args:
        game: The game, which is not changed.
        thinkers: Where it is done.
    """

    def __init__(self, game: Game, thinkers: Thinkers) -> None:
        self._game, self._thinkers = copy(game), thinkers
        self._scores: list[Scored] = []
        self._text = ""
        self._task: asyncio.Task[None] | None = None

    @property
    def runs(self) -> bool:
        """Whether more is to come."""
        return self._task is not None and not self._task.done()

    @property
    def done(self) -> bool:
        """Whether every position has its score."""
        return len(self._scores) > len(self._game.moves)

    def start(self, told: Callable[[], None]) -> None:
        """Begins; `told` is called when there is something new."""
        self._task = asyncio.ensure_future(self._run(told))
        self._task.add_done_callback(lambda task: self._ended(task, told))

    def stop(self) -> None:
        """Ends it before the next position."""
        if self._task is not None:
            self._task.cancel()

    def text(self) -> str:
        """What is known, as the pages are told; made once for all of them."""
        if not self._text:
            told = {"done": self.done, "failed": self._failed, "scores": self._scores}
            self._text = json.dumps({"type": "analysis", **told}, ensure_ascii=False)
        return self._text

    @property
    def _failed(self) -> bool:
        return self._task is not None and self._task.done() and not self.done

    def _ended(self, task: "asyncio.Task[None]", told: Callable[[], None]) -> None:
        if task.cancelled():
            return
        if task.exception() is not None:
            log.error("an analysis failed", exc_info=task.exception())
            self._text = ""
            told()

    async def _run(self, told: Callable[[], None]) -> None:
        game = Game(self._game.variant, self._game.start, rules=self._game.rules)
        with Engine(hash_mb=8) as engine:
            for ply in range(len(self._game.moves) + 1):
                work = partial(_score, engine, copy(game), ply)
                self._scores.append(await self._thinkers.run(work))
                self._text = ""
                told()
                if not self.done:
                    game.play(self._game.moves[ply])


def _score(engine: Engine, game: Game, ply: int) -> Scored:
    board = game.board
    if not board.legal_moves:
        value = -_LOST if board.turn is Color.WHITE else _LOST
        return Scored(ply=ply, centimen=value, win_in=0, best=None, pv=[])
    [info] = engine.analyse(board if game.outcome else game, _LIMIT)
    sign = 1 if board.turn is Color.WHITE else -1
    score = info["score"]
    pv = [move.text("official") for move in info["pv"][:_LONGEST_LINE]]
    return Scored(
        ply=ply,
        centimen=None if score.centimen is None else sign * score.centimen,
        win_in=None if score.win_in is None else sign * score.win_in,
        best=pv[0],
        pv=pv,
    )
