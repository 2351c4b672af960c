"""One table: a game, those who look at it, and the order in which things happen to it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from copy import copy
from functools import partial
from typing import Any, Protocol, TypeVar

from ..errors import RefusedError
from . import actions, bots
from .actions import Action
from .analysis import Analysis
from .shown import ShownTable
from .state import COLORS, Role, Side, TableState, sides
from .store import ConflictError, Row, Store, StoreError
from .words import RefusalError

_T = TypeVar("_T")

log = logging.getLogger("damier.web")

# A flag is looked at a little after it has fallen, never a little before.
_AFTER_FLAG = 0.002
# A store that has failed is tried again after so long.
_AGAIN = 1.0


class Watcher(Protocol):
    """A page that looks at a table.

    Attributes:
        role: What it sees and may do.
        secret: Of its player; None for a spectator.
        left: Whether it has gone.
    """

    role: Role
    secret: str | None
    left: bool

    def show(self) -> None:
        """Has the page told the state as it will be when the page can take it."""
        ...

    def show_analysis(self) -> None:
        """The same for the analysis."""
        ...

    def dismiss(self, code: str, *, final: bool) -> None:
        """Says goodbye."""
        ...


class Host(Protocol):
    """What a table needs of the server."""

    store: Store
    thinkers: bots.Thinkers

    def new_id(self) -> str:
        """A name for a new game."""
        ...

    def open_new(self, state: TableState) -> None:
        """Opens a table that has been stored."""
        ...

    def forget(self, id: str) -> None:
        """Lets a table go that is no longer stored."""
        ...


class Table:
    """A table.

    All that happens is done one after the other: on a copy of the state, which is stored, then
    becomes the state, then is told.

    Attributes:
        state: What is stored.
        analysis: That of the game, if anybody has asked for it.
    """

    def __init__(self, state: TableState, host: Host) -> None:
        self.state = state
        self.analysis: Analysis | None = None
        self._host = host
        self._lock = asyncio.Lock()
        self._watchers: set[Watcher] = set()
        self._shown = ShownTable()
        self._gone = False
        self._flag: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._go_on()

    @property
    def busy(self) -> bool:
        """Whether something is going on here that is not in the store."""
        return bool(
            self._watchers or self._flag or self._tasks or (self.analysis and self.analysis.runs)
        )

    @property
    def timed(self) -> bool:
        """Whether somebody's time runs."""
        return self._flag is not None

    @property
    def spectators(self) -> int:
        """How many pages look on."""
        return sum(watcher.role == "spectator" for watcher in self._watchers)

    async def join(self, watcher: Watcher, name: str | None) -> None:
        """A page comes, of a player or a spectator.

        Raises:
            RefusalError: The game has been removed.
        """
        await self._in_turn(lambda: self._join(watcher, name))

    async def _join(self, watcher: Watcher, name: str | None) -> None:
        self._require_here()
        await self._notice_flag()
        await self._arrive(watcher.role, name)
        if watcher.left:
            return
        news = not set(sides(watcher.role)) <= self._present()
        self._watchers.add(watcher)
        if news:
            self._tell()
        else:
            watcher.show()
        if self.analysis is not None:
            watcher.show_analysis()

    async def _arrive(self, role: Role, name: str | None) -> None:
        """Stores that a player has come, if that is news; again, if another process was faster."""
        for last in (False, False, True):
            state = self.state.twin()
            if not state.arrive(role, name):
                return
            try:
                await self._save(state)
                return
            except RefusalError as error:
                if last or error.code != "stale":
                    raise

    def leave(self, watcher: Watcher) -> None:
        """A page goes."""
        before = self._present()
        self._watchers.discard(watcher)
        if self._present() != before:
            self._tell()

    async def act(self, role: Role, action: Action) -> None:
        """Does what a player asks for, once.

        Raises:
            RefusedError: The game refuses it.
            RefusalError: The server does.
        """
        await self._in_turn(lambda: self._act(role, action))

    async def _act(self, role: Role, action: Action) -> None:
        self._require_here()
        if role == "spectator":
            raise RefusalError("not-a-player", 403)
        await self._notice_flag()
        side = sides(role)[0]
        if action.number <= self.state.last_done(side, action.client):
            return
        if action.version != self.state.game.version:
            raise RefusalError("stale", 409)
        if action.name == "abort":
            await self._abort()
            return
        state = self.state.twin()
        again = None
        if action.name == "rematch":
            again = actions.rematch(state, role, self._host.new_id())
        else:
            actions.perform(state, role, action)
        state.remember(side, action.client, action.number)
        await self._save(state, again)

    async def _abort(self) -> None:
        if not actions.may_abort(self.state):
            raise RefusalError("not-now")
        await self._remove()

    async def remove(self) -> None:
        """Removes the game from the store and sends everybody away."""
        await self._in_turn(self._remove)

    async def _remove(self) -> None:
        if self._gone:
            return
        await self._written([], [self.state.id])
        self.close("removed", final=True)
        self._host.forget(self.state.id)

    def close(self, code: str, *, final: bool = False) -> None:
        """Ends what goes on at the table, which stays in the store."""
        self._gone = True
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        if self.analysis is not None:
            self.analysis.stop()
        for watcher in tuple(self._watchers):
            watcher.dismiss(code, final=final)

    async def reload(self) -> None:
        """Another process has changed the game."""
        await self._in_turn(self._reload)

    async def _reload(self) -> None:
        row = await self._host.store.load(self.state.id)
        if row is None:
            self.close("removed", final=True)
            self._host.forget(self.state.id)
        elif row.revision > self.state.revision:
            self._adopt(TableState.from_row(row, self._host.store.now))

    def start_analysis(self, analysis: Analysis) -> None:
        """Has the game analysed, which has ended; everybody at the table is told."""
        self.analysis = analysis
        analysis.start(self._tell_analysis)

    def _tell_analysis(self) -> None:
        for watcher in self._watchers:
            watcher.show_analysis()

    def text(self, watcher: Watcher) -> str | None:
        """The message `state` for this page; None if a flag has fallen and that is not yet stored,
        whereupon all will be told."""
        if self._flag_has_fallen():
            return None
        return self._shown.text(self.state, watcher.role, self._present(), watcher.secret)

    async def _in_turn(self, work: Callable[[], Awaitable[_T]]) -> _T:
        """Does something when all before it is done; who asked may go away meanwhile."""

        async def locked() -> _T:
            async with self._lock:
                return await work()

        return await asyncio.shield(self._spawn(locked()))

    def _spawn(self, work: Coroutine[Any, Any, _T]) -> "asyncio.Task[_T]":
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _require_here(self) -> None:
        if self._gone:
            raise RefusalError("no-such-game", 404)

    async def _save(self, state: TableState, again: TableState | None = None) -> None:
        """Stores a changed state, and a new table with it; then all are told."""
        state.revision += 1
        state.ended = state.game.outcome is not None
        over = state.ended and state.practice
        rows = [] if over else [state.row(self._host.store.now())]
        if again is not None:
            again.revision = 1
            rows.append(again.row(self._host.store.now()))
        await self._written(rows, [state.id] if over else [])
        if again is not None:
            self._host.open_new(again)
        self._adopt(state)

    async def _written(self, rows: list[Row], delete: list[str]) -> None:
        try:
            await self._host.store.write(rows, delete)
        except ConflictError:
            await self._reload()
            raise RefusalError("stale", 409) from None
        except StoreError as error:
            log.error("game %s: %s", self.state.id, error)
            raise RefusalError("not-stored", 503) from None

    def _adopt(self, state: TableState) -> None:
        """Makes a stored state that of the table."""
        self.state = state
        self._tell()
        self._go_on()

    def _tell(self) -> None:
        for watcher in self._watchers:
            watcher.show()

    def _present(self) -> set[Side]:
        return {side for watcher in self._watchers for side in sides(watcher.role)}

    def _go_on(self) -> None:
        """Sets the timer of the flag, and has bots think."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        if self._gone:
            return
        clock = self.state.game.clock
        falls = clock.flag_at() if clock is not None and not self.state.ended else None
        if falls is not None:
            wait = max(0.0, falls - self._host.store.now()) + _AFTER_FLAG
            self._flag = asyncio.get_running_loop().call_later(wait, self._flag_fell)
        if self._bot_to_act() is not None and self._thinking is None:
            self._thinking = self._spawn(self._think())

    def _flag_fell(self) -> None:
        self._flag = None
        self._spawn(self._end_by_flag())

    async def _end_by_flag(self) -> None:
        try:
            await self._in_turn(self._notice_flag)
        except RefusalError as error:
            if error.code == "not-stored":
                loop = asyncio.get_running_loop()
                self._flag = loop.call_later(_AGAIN, self._flag_fell)

    async def _notice_flag(self) -> None:
        """Stores the end of the game, if it has ended by itself; sees to what has been missed."""
        if self._gone:
            return
        if self._flag_has_fallen():
            state = self.state.twin()
            if state.game.outcome is not None:
                await self._save(state)
        elif self._flag is None:
            self._go_on()

    def _flag_has_fallen(self) -> bool:
        """Whether somebody's time has run out and that is not stored."""
        clock = self.state.game.clock
        falls = None if clock is None or self.state.ended else clock.flag_at()
        return falls is not None and falls <= self._host.store.now()

    def _bot_to_act(self) -> Side | None:
        state = self.state
        clock = state.game.clock
        waits = not state.complete or (clock is not None and clock.paused)
        if waits or self.state.ended or self._gone:
            return None
        for side, seat in state.seats.items():
            if seat.level and bots.must_act(state.game, COLORS[side]):
                return side
        return None

    async def _think(self) -> None:
        """Has a bot act until it is the player's turn."""
        try:
            while (side := self._bot_to_act()) is not None:
                state, color = self.state, COLORS[side]
                game, seat = copy(state.game), state.seats[side]
                what = await self._host.thinkers.run(partial(bots.reply, game, color, seat))
                async with self._lock:
                    await self._bot_acts(state, side, what)
        except (RefusedError, RefusalError) as error:
            log.warning("game %s: the bot stops: %s", self.state.id, error)
            if isinstance(error, RefusalError):  # the store failed, or another process was faster
                asyncio.get_running_loop().call_later(_AGAIN, self._go_on)
        finally:
            self._thinking = None

    async def _bot_acts(self, seen: TableState, side: Side, what: bots.Reply) -> None:
        """Does what the bot has thought of, if the game still is as it saw it."""
        await self._notice_flag()
        if self.state.game.version == seen.game.version and not self._gone:
            state = self.state.twin()
            bots.act(state.game, COLORS[side], what)
            await self._save(state)
