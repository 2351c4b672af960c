"""The thinking of bots, in threads that give way to everything else."""

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, NamedTuple, TypeVar

from ..engine import Player
from ..game import Game
from ..values import Color
from .state import Seat

_T = TypeVar("_T")

_NICENESS = 10


class Reply(NamedTuple):
    """What a bot does: it plays a move, perhaps with a draw offer, or answers one."""

    kind: Literal["move", "accept", "decline"]
    move: str = ""
    offers_draw: bool = False


class Thinkers:
    """Threads of low priority, in which the core thinks without holding the others up.

    Args:
        count: How many think at once; what is asked beyond waits its turn.
    """

    def __init__(self, count: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(count, f"damier-{name}", initializer=_give_way)

    async def run(self, work: Callable[[], _T]) -> _T:
        """What the work returns, done in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        """Drops what waits."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _give_way() -> None:
    """Lowers the priority of this thread, where the system knows such a thing."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


def reply(game: Game, color: Color, seat: Seat) -> Reply:
    """What the bot of this seat does in a game that is on, in which it has something to do."""
    assert seat.level is not None
    player = Player(game.variant, seat.level, seed=seat.seed)
    if game.draw_offer is ~color:
        return Reply("accept" if player.answers_draw(game) else "decline")
    result = player.play(game)
    return Reply("move", result.move.long(), result.draw_offered)


def must_act(game: Game, color: Color) -> bool:
    """Whether a bot of this colour has something to do, in a game that is on."""
    return game.turn is color or game.draw_offer is ~color


def act(game: Game, color: Color, what: Reply) -> None:
    """Does it."""
    if what.kind == "accept":
        game.accept_draw(color)
    elif what.kind == "decline":
        game.decline_draw(color)
    else:
        game.play(what.move, by=color)
        if what.offers_draw and game.outcome is None:
            game.offer_draw(color)
