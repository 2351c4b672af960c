"""Where games are kept: one small interface, and a file of SQLite behind it.

Everything a table says has been stored before. Changes of many games share one transaction: while
one is being written to the disk, the next ones gather.
"""

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol

_FORMAT = 1

_SCHEMA = """
create table if not exists games (
    id text primary key,
    revision integer not null,
    changed real not null,
    flag real,
    played integer not null,
    data text not null
) without rowid;
create index if not exists games_flag on games (flag) where flag is not null;
create table if not exists server (one integer primary key check (one = 1), now real not null);
insert or ignore into server values (1, 0);
"""


@dataclass(frozen=True)
class Row:
    """A game in the store.

    Attributes:
        id: The game.
        revision: How often it has been written, from 1.
        flag: When the flag falls whose time runs, by `Store.now`; None if none does.
        played: Moves played.
        data: The game and its seats, as JSON.
    """

    id: str
    revision: int
    flag: float | None
    played: int
    data: str


class ConflictError(Exception):
    """Another process has written this game meanwhile."""


class StoreError(Exception):
    """The store cannot be read or written."""


class Store(Protocol):
    """What a server asks of a store. A site with its own database and broker writes its own.

    A call that returns has been made durable. Times are by `now`, in seconds, which stand still
    while no server runs.
    """

    def now(self) -> float:
        """Seconds that servers have run on this store in all, which clocks count."""
        ...

    async def load(self, id: str) -> Row | None:
        """The game as it was written last."""
        ...

    async def write(self, rows: Sequence[Row], delete: Sequence[str] = ()) -> None:
        """Writes and deletes games, all or none.

        Raises:
            ConflictError: A row is not the next revision of what is stored.
            StoreError: It cannot be written.
        """
        ...

    async def beat(self) -> None:
        """Stores the time, so that no more than what has passed since is lost at a crash."""
        ...

    async def flags(self) -> list[str]:
        """The games in which somebody's time runs."""
        ...

    async def count(self) -> int:
        """How many games there are."""
        ...

    async def idle(self, days: float, unseen_hours: float) -> list[str]:
        """The games not touched for so long, or not for so many hours and without a move."""
        ...

    def listen(self, changed: Callable[[str], None]) -> None:
        """Has `changed` called with a game that another process has written or deleted."""
        ...

    async def close(self) -> None:
        """Waits for what is being written."""
        ...


class _Job(NamedTuple):
    """Work within a transaction, and who waits for its commit."""

    work: Callable[[sqlite3.Connection], Any]
    writes: bool
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[Any]"


class SqliteStore:
    """Games in a file of SQLite, in write-ahead mode with `synchronous=FULL`.

    What has been written survives the end of the process at any moment, and the loss of power as
    far as the disk keeps its word.

    Args:
        path: The file, which is made if there is none.

    Raises:
        StoreError: It cannot be opened, or is not such a file.
    """

    def __init__(self, path: str) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        try:
            self._base = _open(path)
            stood: float = self._base.execute("select now from server").fetchone()[0]
        except sqlite3.Error as error:
            raise StoreError(f"cannot open the store {path}: {error}") from None
        self._began = time.monotonic() - stood
        self._thread = threading.Thread(target=self._run, name="damier-store", daemon=True)
        self._thread.start()

    def now(self) -> float:
        return time.monotonic() - self._began

    async def load(self, id: str) -> Row | None:
        sql = "select id, revision, flag, played, data from games where id = ?"
        row = await self._do(lambda base: base.execute(sql, (id,)).fetchone())
        return None if row is None else Row(*row)

    async def write(self, rows: Sequence[Row], delete: Sequence[str] = ()) -> None:
        await self._do(lambda base: _write(base, rows, delete), writes=True)

    async def beat(self) -> None:
        await self._do(lambda base: None, writes=True)  # whatever writes stores the time

    async def flags(self) -> list[str]:
        return await self._ids("flag is not null")

    async def count(self) -> int:
        sql = "select count(*) from games"
        number: int = await self._do(lambda base: base.execute(sql).fetchone()[0])
        return number

    async def idle(self, days: float, unseen_hours: float) -> list[str]:
        old, unseen = time.time() - days * 86_400, time.time() - unseen_hours * 3600
        return await self._ids("changed < ? or (played = 0 and changed < ?)", old, unseen)

    def listen(self, changed: Callable[[str], None]) -> None:
        """A file has one server: nobody else changes it."""

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _ids(self, where: str, *values: float) -> list[str]:
        sql = f"select id from games where {where}"
        rows = await self._do(lambda base: base.execute(sql, values).fetchall())
        return [id for (id,) in rows]

    async def _do(self, work: Callable[[sqlite3.Connection], Any], writes: bool = False) -> Any:
        """What the work returns, once it has been committed."""
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        self._jobs.put(_Job(work, writes, loop, done))
        return await done

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            jobs = [job]
            last = False
            while not self._jobs.empty():
                other = self._jobs.get()
                if other is None:
                    last = True
                    break
                jobs.append(other)
            self._commit(jobs)
            if last:
                break
        self._base.close()

    def _commit(self, jobs: list[_Job]) -> None:
        try:
            writes = any(job.writes for job in jobs)
            self._base.execute("begin immediate" if writes else "begin")
            results = [_attempt(self._base, job) for job in jobs]
            if writes:
                self._base.execute("update server set now = max(now, ?)", (self.now(),))
            self._base.execute("commit")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self._base.execute("rollback")
            results = [StoreError(f"the store failed: {error}")] * len(jobs)
        for job, result in zip(jobs, results, strict=True):
            with contextlib.suppress(RuntimeError):  # nobody waits: the loop has ended
                job.loop.call_soon_threadsafe(_settle, job.done, result)


def _open(path: str) -> sqlite3.Connection:
    base = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    (version,) = base.execute("pragma user_version").fetchone()
    (tables,) = base.execute("select count(*) from sqlite_master").fetchone()
    if version not in (0, _FORMAT):
        raise sqlite3.DatabaseError(f"written by another version of damier (format {version})")
    if version == 0 and tables:
        raise sqlite3.DatabaseError("a database of something else")
    base.execute("pragma journal_mode = wal")
    base.execute("pragma synchronous = full")
    base.executescript(f"begin; {_SCHEMA} pragma user_version = {_FORMAT}; commit;")
    return base


def _attempt(base: sqlite3.Connection, job: _Job) -> Any:
    """The result of one job, or its conflict, which leaves the others of the transaction alone."""
    base.execute("savepoint job")
    try:
        return job.work(base)
    except ConflictError as error:
        base.execute("rollback to job")
        return error
    finally:
        base.execute("release job")


def _write(base: sqlite3.Connection, rows: Sequence[Row], delete: Sequence[str]) -> None:
    for row in rows:
        values = (row.revision, time.time(), row.flag, row.played, row.data, row.id)
        if row.revision == 1:
            sql = (
                "insert or ignore into games (revision, changed, flag, played, data, id)"
                " values (?, ?, ?, ?, ?, ?)"
            )
            cursor = base.execute(sql, values)
        else:
            sql = (
                "update games set revision = ?, changed = ?, flag = ?, played = ?, data = ?"
                " where id = ? and revision = ?"
            )
            cursor = base.execute(sql, (*values, row.revision - 1))
        if cursor.rowcount != 1:
            raise ConflictError(row.id)
    base.executemany("delete from games where id = ?", [(id,) for id in delete])


def _settle(done: "asyncio.Future[Any]", result: Any) -> None:
    if done.cancelled():
        return
    if isinstance(result, Exception):
        done.set_exception(result)
    else:
        done.set_result(result)
