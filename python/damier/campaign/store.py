"""The file of a campaign: the problem, its units, and every result with its settings (SQLite)."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import damier

from .errors import CampaignError
from .units import Result, Settings, Unit

_APPLICATION = 0x64616D43  # in the header of the file, so that others know it: "damC"
_LAYOUT = 1

_SCHEMA = """
CREATE TABLE problem (
    variant TEXT, fen TEXT, depth INTEGER, routes INTEGER, plies INTEGER, unit_size INTEGER,
    version TEXT, started TEXT
);
CREATE TABLE unit (number INTEGER PRIMARY KEY, positions TEXT, chosen INTEGER);
CREATE TABLE result (
    number INTEGER REFERENCES unit, recount INTEGER, counts TEXT, nodes TEXT, seconds REAL,
    kernel TEXT, hash_mb INTEGER, threads INTEGER, version TEXT, worker TEXT, finished TEXT,
    PRIMARY KEY (number, recount)
);
"""


class Problem(NamedTuple):
    """What a campaign counts."""

    variant: str
    fen: str
    depth: int
    routes: bool
    plies: int  #: of the split
    unit_size: int  #: positions in a unit

    @property
    def convention(self) -> str:
        return "routes" if self.routes else "moves"

    def __str__(self) -> str:
        return (
            f"{self.variant} {self.fen} to depth {self.depth}, {self.convention}, split at ply"
            f" {self.plies} into units of {self.unit_size}"
        )


class Stored(NamedTuple):
    """A result as it stands in the store."""

    result: Result
    recount: bool
    finished: str  #: date and time, UTC


class Store:
    """An open store.

    Every change is one transaction. The write-ahead log is flushed to the disk before a result
    counts as stored, so it survives the end of the process at any moment, and of the machine.
    """

    def __init__(self, path: Path) -> None:
        """Opens a store that is there; raises a CampaignError that says why it cannot be used."""
        self.path = path
        if not path.is_file():
            raise CampaignError(f"there is no campaign {path}")
        with self._explained():
            self._db = _connect(path)
            try:
                self._require_layout()
                self._problem = self._db.execute("SELECT * FROM problem").fetchone()
            except BaseException:
                self._db.close()
                raise

    @classmethod
    def create(cls, path: Path, problem: Problem, units: Iterable[tuple[Unit, bool]]) -> "Store":
        """Makes the file of a campaign, with units and whether each is to be checked."""
        try:
            path.open("x").close()
        except OSError as error:
            raise CampaignError(f"cannot create {path}: {error.strerror}") from None
        try:
            with _explained(path), closing(_connect(path)) as db, _transaction(db):
                for statement in _SCHEMA.split(";"):
                    db.execute(statement)
                now = _now()
                db.execute(
                    "INSERT INTO problem VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (*problem, damier.__version__, now),
                )
                db.executemany(
                    "INSERT INTO unit VALUES (?, ?, ?)",
                    ((u.number, json.dumps(u.positions), chosen) for u, chosen in units),
                )
                db.execute(f"PRAGMA application_id = {_APPLICATION}")
                db.execute(f"PRAGMA user_version = {_LAYOUT}")
        except BaseException:
            for name in (path, *_companions(path)):
                name.unlink(missing_ok=True)
            raise
        return cls(path)

    def close(self) -> None:
        self._db.close()

    @property
    def problem(self) -> Problem:
        variant, fen, depth, routes, plies, unit_size, _, _ = self._problem
        return Problem(variant, fen, depth, bool(routes), plies, unit_size)

    @property
    def version(self) -> str:
        """The damier that started the campaign."""
        return str(self._problem[6])

    @property
    def started(self) -> str:
        """When that was: date and time, UTC."""
        return str(self._problem[7])

    @contextmanager
    def driven(self) -> Iterator[None]:
        """Keeps other processes from driving the same campaign, until this one ends in any way."""
        lock = sqlite3.connect(_lock_file(self.path), timeout=0, isolation_level=None)
        with closing(lock):
            try:
                lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError:
                raise CampaignError(f"another process is counting {self.path}") from None
            yield

    def require_sound(self) -> None:
        """Reads the whole file; raises a CampaignError if it is damaged."""
        with self._explained():
            (verdict,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise CampaignError(f"{self.path} is damaged: {verdict}")

    def tally(self) -> dict[str, int | float]:
        """How many units there are, are counted, are to be checked and were; the seconds spent."""
        with self._explained():
            units, chosen = self._db.execute("SELECT count(*), total(chosen) FROM unit").fetchone()
            finished, checked, seconds = self._db.execute(
                "SELECT count(*) FILTER (WHERE NOT recount), total(recount), total(seconds)"
                " FROM result"
            ).fetchone()
        return {
            "units": units,
            "finished": finished,
            "chosen": int(chosen),
            "checked": int(checked),
            "seconds": seconds,
        }

    def nodes(self) -> int:
        """The sum of what was counted so far."""
        with self._explained():
            rows = self._db.execute("SELECT nodes FROM result WHERE NOT recount")
            return sum(int(nodes) for (nodes,) in rows)

    def to_count(self) -> list[int]:
        """The numbers of the units without a result."""
        return self._numbers(
            "SELECT number FROM unit WHERE number NOT IN"
            " (SELECT number FROM result WHERE NOT recount)"
        )

    def to_check(self) -> list[int]:
        """The numbers of the units with a result that is to be checked and was not."""
        return self._numbers(
            "SELECT number FROM unit JOIN result USING (number) WHERE chosen AND NOT recount"
            " AND number NOT IN (SELECT number FROM result WHERE recount)"
        )

    def differing(self) -> list[int]:
        """The numbers of the units whose check found another count."""
        return self._numbers(
            "SELECT number FROM result AS one JOIN result AS other USING (number)"
            " WHERE NOT one.recount AND other.recount AND one.counts != other.counts"
        )

    def _numbers(self, query: str) -> list[int]:
        with self._explained():
            return [number for (number,) in self._db.execute(query + " ORDER BY number")]

    def unit(self, number: int) -> tuple[Unit, bool]:
        """A unit, for this version of damier, and whether it is to be checked."""
        with self._explained():
            text, chosen = self._db.execute(
                "SELECT positions, chosen FROM unit WHERE number = ?", (number,)
            ).fetchone()
            positions = tuple((fen, multiplicity) for fen, multiplicity in json.loads(text))
        below = self.problem.depth - self.problem.plies
        return Unit(
            number,
            self.problem.variant,
            positions,
            below,
            self.problem.routes,
            damier.__version__,
        ), bool(chosen)

    def add(self, results: Iterable[tuple[Result, bool]]) -> None:
        """Stores results, and whether they are recounts, all or none; what is there stays."""
        rows = [
            (
                result.number,
                recount,
                json.dumps(result.counts),
                str(result.nodes),
                result.seconds,
                *result.settings,
                _now(),
            )
            for result, recount in results
        ]
        with self._explained(), _transaction(self._db):
            self._db.executemany(
                "INSERT OR IGNORE INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows
            )

    def remove(self, number: int) -> None:
        """Removes the results of a unit."""
        with self._explained(), _transaction(self._db):
            self._db.execute("DELETE FROM result WHERE number = ?", (number,))

    def results(self, number: int) -> list[Stored]:
        """The result of a unit and its recount, as far as they are there."""
        unit, _ = self.unit(number)
        with self._explained():
            rows = self._db.execute(
                "SELECT * FROM result WHERE number = ? ORDER BY recount", (number,)
            ).fetchall()
            found = [
                Stored(
                    Result(number, tuple(json.loads(counts)), int(nodes), seconds, Settings(*made)),
                    bool(recount),
                    finished,
                )
                for _, recount, counts, nodes, seconds, *made, finished in rows
            ]
            if any(unit.nodes(result.counts) != result.nodes for result, _, _ in found):
                raise ValueError
        return found

    def _require_layout(self) -> None:
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        (layout,) = self._db.execute("PRAGMA user_version").fetchone()
        if application != _APPLICATION:
            raise CampaignError(f"{self.path} is a database, but holds no campaign")
        if layout > _LAYOUT:
            raise CampaignError(
                f"{self.path} is of a newer damier: layout {layout}, this one knows {_LAYOUT}"
            )

    @contextmanager
    def _explained(self) -> Iterator[None]:
        with _explained(self.path):
            yield


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=5, isolation_level=None)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
    except BaseException:
        db.close()
        raise
    return db


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turns what SQLite raises, and values that cannot be read, into a CampaignError."""
    try:
        yield
    except CampaignError:
        raise
    except sqlite3.Error as error:
        reason = str(error)
        if "locked" in reason:
            raise CampaignError(f"{path} is locked by another process") from None
        if "full" in reason:
            raise CampaignError(
                f"no space for {path}: all before is kept, resume when there is some"
            ) from None
        raise CampaignError(f"{path} cannot be used: {reason}") from None
    except (ValueError, TypeError):
        raise CampaignError(f"{path} is damaged: it holds values that nothing wrote") from None


def _lock_file(path: Path) -> Path:
    return path.with_name(path.name + "-lock")


def _companions(path: Path) -> Iterator[Path]:
    """The files that SQLite keeps beside a store."""
    for suffix in ("-wal", "-shm"):
        yield path.with_name(path.name + suffix)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
