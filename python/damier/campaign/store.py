"""The file of a campaign: the problem, its units, and every result with its settings (SQLite)."""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import damier
from damier import Board, Stop

from .errors import CampaignError
from .units import Result, Settings, Unit, cut

_APPLICATION = 0x64616D43  # in the header of the file, so that others know it: "damC"
_LAYOUT = 1

_SCHEMA = """
CREATE TABLE problem (
    variant TEXT, fen TEXT, depth INTEGER, routes INTEGER, plies INTEGER, unit_size INTEGER,
    version TEXT, started TEXT
);
CREATE TABLE unit (
    number INTEGER PRIMARY KEY, positions TEXT NOT NULL, chosen INTEGER CHECK (chosen IN (0, 1))
);
CREATE TABLE result (
    number INTEGER, recount INTEGER CHECK (recount IN (0, 1)), counts TEXT, nodes TEXT,
    seconds REAL, kernel TEXT, hash_mb INTEGER, threads INTEGER, version TEXT, worker TEXT,
    finished TEXT,
    PRIMARY KEY (number, recount)
) WITHOUT ROWID;
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

    def board(self) -> Board:
        return Board(self.variant, self.fen, strict=False)

    def units(self, stop: Stop | None = None) -> Iterator[Unit]:
        """Its units, made from the rules."""
        return cut(
            self.board(),
            self.depth,
            self.plies,
            routes=self.routes,
            size=self.unit_size,
            stop=stop,
        )

    def require_sense(self) -> None:
        """Raises a ValueError or TypeError if this can be no problem."""
        for value, kind in zip(self, (str, str, int, bool, int, int), strict=True):
            if type(value) is not kind:
                raise TypeError(f"{value!r} is no {kind.__name__}")
        self.units()

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


class Status(NamedTuple):
    """How far a campaign has come."""

    units: int
    finished: int  #: of the units
    chosen: int  #: units that are to be counted again
    checked: int  #: of those
    nodes: int  #: the sum of the finished units
    seconds: float  #: spent by the workers

    @property
    def complete(self) -> bool:
        """Whether all is counted and checked."""
        return self.finished == self.units and self.checked == self.chosen


class Store:
    """An open store.

    Every change is one transaction. The write-ahead log is flushed to the disk before a result
    counts as stored, so it survives the end of the process at any moment, and of the machine.
    """

    def __init__(self, path: Path) -> None:
        """Opens a store that is there; raises a CampaignError that says why it cannot be used."""
        self.path = path
        _require_campaign(path)
        with self._explained():
            self._db = _connect(path)
        try:
            with self._explained():
                row = self._db.execute("SELECT * FROM problem").fetchone()
            with self._readable():
                variant, fen, depth, routes, plies, unit_size, _, _ = row
                self.problem = Problem(variant, fen, depth, routes != 0, plies, unit_size)
                self.problem.require_sense()
        except BaseException:
            self._db.close()
            raise

    @staticmethod
    def create(path: Path, problem: Problem, units: Iterable[tuple[Unit, bool]]) -> None:
        """Makes the file of a campaign, with units and whether each is to be checked.

        The file appears when it is whole.
        """
        new = path.with_name(path.name + "-new")
        with _explained(path):
            new.unlink(missing_ok=True)
            try:
                with closing(sqlite3.connect(new.absolute(), isolation_level=None)) as db:
                    _fill(db, problem, units)
                for suffix in ("-wal", "-shm"):  # of a campaign of this name that was removed
                    path.with_name(path.name + suffix).unlink(missing_ok=True)
                new.replace(path)
            except BaseException:
                new.unlink(missing_ok=True)
                raise

    def close(self) -> None:
        self._db.close()

    def require_sound(self, units: Iterable[Unit]) -> None:
        """Reads the whole file; raises a CampaignError if it is damaged or has not these units."""
        with self._explained():
            (verdict,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise CampaignError(f"{self.path} is damaged: {verdict}")
        there = self._numbers("SELECT number FROM unit UNION SELECT number FROM result")
        for number, unit in zip_longest(there, units):
            if number is None or unit is None or self.unit(number)[0] != unit:
                raise CampaignError(f"{self.path} is damaged: it has not the units of its problem")
            self.results(number)

    def status(self) -> Status:
        """How far it has come, as of one moment."""
        with self._explained(), self._readable():
            units, chosen = self._db.execute("SELECT count(*), total(chosen) FROM unit").fetchone()
            results = self._db.execute("SELECT recount, nodes, seconds FROM result").fetchall()
            counted = [int(nodes) for recount, nodes, _ in results if not recount]
            seconds = sum(float(seconds) for _, _, seconds in results)
        checked = len(results) - len(counted)
        return Status(units, len(counted), int(chosen), checked, sum(counted), seconds)

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
            ).fetchone() or ("", False)
        with self._readable():
            positions = tuple((str(fen), int(ways)) for fen, ways in json.loads(text))
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
        found = []
        with self._readable():
            for _, recount, text, nodes, seconds, *made, finished in rows:
                counts = tuple(json.loads(text))
                if unit.nodes(counts) != int(nodes):
                    raise ValueError
                kernel, hash_mb, threads, version, worker = made
                settings = Settings(
                    str(kernel), int(hash_mb), int(threads), str(version), str(worker)
                )
                result = Result(number, counts, int(nodes), float(seconds), settings)
                found.append(Stored(result, recount != 0, str(finished)))
        return found

    def _explained(self) -> AbstractContextManager[None]:
        return _explained(self.path)

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """Turns what values raise that nothing here wrote into a CampaignError."""
        try:
            yield
        except (ValueError, TypeError, RecursionError):
            raise CampaignError(f"{self.path} is damaged: it holds senseless values") from None


def _require_campaign(path: Path) -> None:
    """Looks at the header of a file, and changes nothing."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except FileNotFoundError:
        raise CampaignError(f"there is no campaign {path}") from None
    except OSError as error:
        raise CampaignError(f"cannot read {path}: {error.strerror}") from None
    # https://sqlite.org/fileformat2.html, section 1.3
    application, layout = header[68:72], int.from_bytes(header[60:64])
    if not header.startswith(b"SQLite format 3\0") or int.from_bytes(application) != _APPLICATION:
        raise CampaignError(f"{path} holds no campaign")
    if layout > _LAYOUT:
        raise CampaignError(
            f"{path} is of a newer damier: layout {layout}, this one knows {_LAYOUT}"
        )


def _connect(path: Path) -> sqlite3.Connection:
    log = path.resolve().with_name(path.resolve().name + "-wal")
    if not os.access(path, os.W_OK) and not log.exists():  # for those who only look on
        address = path.absolute().as_uri() + "?mode=ro&immutable=1"
        return sqlite3.connect(address, uri=True, isolation_level=None)
    db = sqlite3.connect(path.absolute(), timeout=5, isolation_level=None)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA fullfsync = 1")  # macOS keeps what it flushed in the drive else
    except BaseException:
        db.close()
        raise
    return db


def _fill(db: sqlite3.Connection, problem: Problem, units: Iterable[tuple[Unit, bool]]) -> None:
    with _transaction(db):
        for statement in _SCHEMA.split(";"):
            db.execute(statement)
        marks = (*problem, damier.__version__, _now())
        db.execute("INSERT INTO problem VALUES (?, ?, ?, ?, ?, ?, ?, ?)", marks)
        rows = ((unit.number, json.dumps(unit.positions), chosen) for unit, chosen in units)
        db.executemany("INSERT INTO unit VALUES (?, ?, ?)", rows)
        db.execute(f"PRAGMA application_id = {_APPLICATION}")
        db.execute(f"PRAGMA user_version = {_LAYOUT}")


@contextmanager
def driving(path: Path) -> Iterator[None]:
    """Keeps other processes from driving the same campaign, until this one ends in any way."""
    if not path.absolute().parent.is_dir():
        raise CampaignError(f"there is no folder {path.parent}")
    real = path.resolve()
    try:
        lock = sqlite3.connect(real.with_name(real.name + "-lock"), timeout=0, isolation_level=None)
    except sqlite3.Error as error:
        raise CampaignError(f"cannot lock {path}: {error}") from None
    with closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if _code(error) == sqlite3.SQLITE_BUSY:
                raise CampaignError(f"another process is counting {path}") from None
            raise CampaignError(f"cannot lock {path}: {error}") from None
        yield


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
    """Turns what SQLite and the system raise into a CampaignError."""
    try:
        yield
    except sqlite3.Error as error:
        code = _code(error)
        if code == sqlite3.SQLITE_BUSY:
            raise CampaignError(f"{path} is locked by another process") from None
        if code == sqlite3.SQLITE_FULL:
            raise CampaignError(f"no space for {path}; what it holds is kept") from None
        raise CampaignError(f"{path} cannot be used: {error}") from None
    except UnicodeDecodeError:  # the message of SQLite is no text either
        raise CampaignError(f"{path} is damaged: its schema is no text") from None
    except OSError as error:
        raise CampaignError(f"{path} cannot be used: {error.strerror}") from None


def _code(error: sqlite3.Error) -> int:
    """The primary result code; 0 for what Python's own module raises."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
