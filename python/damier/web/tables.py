"""All tables of a server: made, found again, and cleaned away."""

import asyncio
import contextlib
import logging
import random
import re
import secrets
from collections.abc import Awaitable, Coroutine, Mapping
from typing import Any, NamedTuple, TypeVar

from ..engine import LEVELS
from ..game import Game
from ..game.clock import Clock
from ..game.rules import RULE_SETS
from ..values import Variant
from .analysis import Analysis
from .bots import Thinkers
from .limits import Limits
from .state import Role, Seat, Side, TableState, hashed, today
from .store import Store, StoreError
from .table import Table
from .words import RefusalError

_T = TypeVar("_T")

log = logging.getLogger("damier.web")

_BEAT = 1.0  # seconds of a player's time that a crash may lose
_SWEEP = 60.0  # seconds between looking for tables at which nothing goes on
_CLEAN = 3600.0
_ID = re.compile(r"[A-Za-z0-9_-]{12}")
_CLOCK = re.compile(r"(\d{1,3})(?:\+(\d{1,2}))?")
_MOST_MINUTES = 180


class Wish(NamedTuple):
    """The game that somebody asks for, checked."""

    variant: Variant
    rules: str | None
    clock: str | None
    color: Side
    opponent: str
    level: str | None
    name: str | None
    practice: bool


class Opened(NamedTuple):
    """A new game: who asked has a seat, and if another is free, there is its secret."""

    id: str
    role: Role
    secret: str
    friend: str | None


class Tables:
    """The tables of a server.

    Args:
        store: Where games are kept.
        limits: How much is taken.
    """

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store, self.limits = store, limits
        self.thinkers = Thinkers(limits.thinkers, "bot")
        self._analysts = Thinkers(1, "analysis")
        self._tables: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Task[Table | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._count = 0

    async def start(self) -> None:
        """Opens the tables at which somebody's time runs."""
        self.store.listen(self._changed)
        self._count = await self.store.count()
        for id in await self.store.flags():
            with contextlib.suppress(RefusalError):
                await self.find(id)
        for work in (self._beats, self._sweeps, self._cleans):
            self._spawn(work())

    async def close(self) -> None:
        """Says goodbye to everybody; the games stay."""
        for task in tuple(self._tasks):
            task.cancel()
        for table in self._tables.values():
            table.close("closing")
        self.thinkers.close()
        self._analysts.close()
        await self.store.close()

    async def create(self, wish: Wish) -> Opened:
        """Stores a new game and returns what opens its seats.

        Raises:
            RefusalError: There are too many games, or they cannot be stored.
        """
        secret = secrets.token_urlsafe(18)
        friend = secrets.token_urlsafe(18) if wish.opponent == "friend" else None
        state = TableState(
            id=self.new_id(),
            game=self._game(wish),
            seats=_seats(wish, secret, friend),
            practice=wish.practice,
            revision=1,
        )
        await self._stored(state)
        self.open_new(state)
        return Opened(state.id, "both" if wish.opponent == "screen" else wish.color, secret, friend)

    async def find(self, id: str) -> Table:
        """The table of a game.

        Raises:
            RefusalError: There is no such game.
        """
        table = self._tables.get(id)
        if table is None and _ID.fullmatch(id):
            if id not in self._opening:
                self._opening[id] = asyncio.ensure_future(self._open(id))
            table = await asyncio.shield(self._opening[id])
        if table is None:
            raise RefusalError("no-such-game", 404)
        return table

    async def analyse(self, id: str) -> None:
        """Begins the analysis of a game that has ended, unless there is one.

        Raises:
            RefusalError: There is no such game, it is on, or too many analyses wait.
        """
        table = await self.find(id)
        if not table.state.ended:
            raise RefusalError("not-now", 409)
        if table.analysis is not None and (table.analysis.runs or table.analysis.done):
            return
        running = sum(t.analysis is not None and t.analysis.runs for t in self._tables.values())
        if running > self.limits.waiting:
            raise RefusalError("too-many", 503)
        table.start_analysis(Analysis(table.state.game, self._analysts))

    def new_id(self) -> str:
        if self._count >= self.limits.games:
            raise RefusalError("too-many", 503)
        return secrets.token_urlsafe(9)

    def open_new(self, state: TableState) -> None:
        self._tables[state.id] = Table(state, self)
        self._count += 1

    def forget(self, id: str) -> None:
        self._tables.pop(id, None)

    async def _open(self, id: str) -> Table | None:
        try:
            row = await self.store.load(id)
            if row is None:
                return None
            self._tables[id] = Table(TableState.from_row(row, self.store.now), self)
            return self._tables[id]
        except StoreError as error:
            log.error("game %s: %s", id, error)
            raise RefusalError("not-stored", 503) from None
        except (ValueError, TypeError, KeyError) as error:
            log.error("game %s cannot be read: %s", id, error)
            return None
        finally:
            del self._opening[id]

    async def _stored(self, state: TableState) -> None:
        try:
            await self.store.write([state.row(self.store.now())])
        except StoreError as error:
            log.error("a new game: %s", error)
            raise RefusalError("not-stored", 503) from None

    def _game(self, wish: Wish) -> Game:
        """A game whose clock stands until all players are there."""
        clock = None
        if wish.clock is not None:
            clock = Clock(wish.clock, now=self.store.now)
            clock.pause()
        headers = {"Date": today()}
        if wish.opponent != "screen" and wish.name:
            headers[wish.color.capitalize()] = wish.name
        return Game(wish.variant, rules=wish.rules, clock=clock, headers=headers)

    def _changed(self, id: str) -> None:
        if id in self._tables:
            self._spawn(self._tables[id].reload())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _beats(self) -> None:
        """Stores the time while somebody's runs."""
        while True:
            await asyncio.sleep(_BEAT)
            if any(table.timed for table in self._tables.values()):
                await _tried(self.store.beat())

    async def _sweeps(self) -> None:
        """Lets the tables go at which nothing goes on; the store has them."""
        before: set[str] = set()
        while True:
            await asyncio.sleep(_SWEEP)
            idle = {id for id, table in self._tables.items() if not table.busy}
            for id in idle & before:  # one that has just been opened is left alone
                self.forget(id)
            before = idle
            count = await _tried(self.store.count())
            self._count = self._count if count is None else count

    async def _cleans(self) -> None:
        """Removes the games that nobody has touched for long."""
        while True:
            limits = self.limits
            idle = await _tried(self.store.idle(limits.idle_days, limits.unseen_hours)) or []
            removed = 0
            for id in idle:
                with contextlib.suppress(RefusalError):  # what cannot be read stays for a look
                    await (await self.find(id)).remove()
                    removed += 1
            if removed:
                log.info("%d idle games removed", removed)
            await asyncio.sleep(_CLEAN)


async def _tried(work: Awaitable[_T]) -> _T | None:
    """What the store returns; None, and a line in the log, if it fails."""
    try:
        return await work
    except StoreError as error:
        log.error("%s", error)
        return None


def _seats(wish: Wish, secret: str, friend: str | None) -> dict[Side, Seat]:
    own = Seat(key=hashed(secret))
    if wish.opponent == "screen":
        return {"white": own, "black": own}
    if friend is not None:
        other = Seat(key=hashed(friend))
    else:
        other = Seat(level=wish.level, seed=secrets.randbits(32))
    return (
        {"white": own, "black": other} if wish.color == "white" else {"white": other, "black": own}
    )


def read_wish(data: Mapping[str, Any], limits: Limits) -> Wish:
    """The game that a page asks for.

    Raises:
        RefusalError: Something of it cannot be read; the refusal names it.
    """
    variant = _one_of(data, "variant", list(Variant))
    opponent = _one_of(data, "opponent", ["friend", "bot", "screen"])
    color = _one_of(data, "color", ["white", "black", "random"], default="random")
    level = None
    if opponent == "bot":
        level = _one_of(data, "level", list(LEVELS[Variant(variant)]))
    practice = data.get("practice") or False
    if practice not in (True, False) or (practice and opponent == "friend"):
        raise RefusalError("bad-request", field="practice")
    return Wish(
        variant=Variant(variant),
        rules=_rules(data, Variant(variant)),
        clock=_clock(data),
        color=random.choice(("white", "black")) if color == "random" else _side(color),
        opponent=opponent,
        level=level,
        name=read_name(data.get("name"), limits),
        practice=practice,
    )


def read_name(name: object, limits: Limits) -> str | None:
    """A player's name, of printable letters; None if it is empty.

    Raises:
        RefusalError: It is none, or too long.
    """
    if name is None:
        return None
    if not isinstance(name, str) or len(name) > limits.name or not name.isprintable():
        raise RefusalError("bad-request", field="name")
    return name.strip() or None


def _one_of(
    data: Mapping[str, Any], field: str, allowed: list[Any], default: str | None = None
) -> str:
    value = data.get(field, default)
    if not isinstance(value, str) or value not in allowed:
        raise RefusalError("bad-request", field=field)
    return value


def _side(color: str) -> Side:
    return "white" if color == "white" else "black"


def _rules(data: Mapping[str, Any], variant: Variant) -> str | None:
    name = data.get("rules")
    if name is None:
        return None
    if not isinstance(name, str) or name not in rules_for(variant):
        raise RefusalError("bad-request", field="rules")
    return name


def rules_for(variant: Variant) -> list[str]:
    """The names of the rule sets for a board."""
    return [name for name, rules in RULE_SETS.items() if variant in rules.variants]


def _clock(data: Mapping[str, Any]) -> str | None:
    """Minutes, with or without seconds a move."""
    text = data.get("clock")
    if text is None or text == "none":
        return None
    found = _CLOCK.fullmatch(text) if isinstance(text, str) and text.isascii() else None
    if found is None or not 1 <= int(found[1]) <= _MOST_MINUTES:
        raise RefusalError("bad-request", field="clock")
    return found[0]
