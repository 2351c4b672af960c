"""The file in which the finished games of a match are kept."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from .arena import GameResult

_LAYOUT = 1


class Journal:
    """The finished games of a match, a line of JSON each, after one that tells the match.

    A game is on the disk before `add` returns. Half a line at the end, as it is left where the
    power fails, is taken away.

    Args:
        path: The file, which is made if it is not there.
        match: What tells the match, as plain data.

    Raises:
        ValueError: The file is the journal of another match, or none; or another process uses it.
        OSError: It cannot be read or written.
    """

    def __init__(self, path: str | os.PathLike[str], match: Mapping[str, object]) -> None:
        self._path = Path(path)
        self.results: dict[int, GameResult] = {}
        self._file: IO[bytes] = open(path, "a+b")  # noqa: SIM115 - closed by `close`
        try:
            _lock(self._file, self._path)
            self._read({"damier match": _LAYOUT, **match})
        except BaseException:
            self._file.close()
            raise

    def add(self, result: GameResult) -> None:
        """Keeps a game."""
        self.results[result.number] = result  # first: Ctrl-C mostly comes while the disk works
        self._write(result.to_plain())

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def _read(self, match: Mapping[str, object]) -> None:
        self._file.seek(0)
        content = self._file.read()
        whole, ends, half = content.rpartition(b"\n")
        if not ends and json.dumps(match).encode().startswith(half):  # not even the match was told
            self._file.truncate(0)
            self._write(match)
            _sync(self._path.absolute().parent)
            return
        first, *games = whole.split(b"\n")
        self._require_same(self._parsed(first, 1), match)
        self._file.truncate(len(content) - len(half))
        for number, line in enumerate(games, start=2):
            try:
                result = GameResult.from_plain(self._parsed(line, number))
            except (KeyError, TypeError, ValueError):
                raise ValueError(f"{self._path}, line {number}: no game of a match") from None
            self.results[result.number] = result

    def _parsed(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            data = json.loads(line)
        except ValueError:
            data = None
        if not isinstance(data, dict):
            raise ValueError(f"{self._path}, line {number}: this is no journal of a match")
        return data

    def _require_same(self, there: Mapping[str, Any], match: Mapping[str, object]) -> None:
        here = json.loads(json.dumps(match))
        if "damier match" not in there:
            raise ValueError(f"{self._path}: this is no journal of a match")
        for name, value in here.items():
            if there.get(name) != value:
                raise ValueError(
                    f"{self._path} is of another match: {name} was {there.get(name)}, not {value}"
                )

    def _write(self, data: Mapping[str, object]) -> None:
        self._file.write(json.dumps(data).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def _lock(file: IO[bytes], path: Path) -> None:
    """Keeps other processes away, where the system can do so."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ValueError(f"{path}: another match uses it") from None


def _sync(directory: Path) -> None:
    """Has the name of a new file on the disk, where directories can be opened."""
    if os.name != "posix":
        return
    number = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
