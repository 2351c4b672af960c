"""How positions with few pieces end: tables of all of them.

Every position of up to four pieces on 8x8, and of up to three on 10x10, is built in; build makes
files for more. The counters of draw rules (25 moves by kings, 16 moves, 5 moves, the main road) are
not in the tables: a win that takes longer than such a rule allows is a win here.
"""

import mmap
import os
from collections.abc import Callable, Iterator
from math import comb
from pathlib import Path
from typing import Literal, NamedTuple

from ._core import Board, Stop, _EndgameTables
from .values import Variant, integer

__all__ = ["Endgame", "TableFileError", "Tables", "Value", "build", "probe"]

Value = Literal["win", "draw", "loss"]

_BUILT_IN = Path(__file__).parent / "data"
_SUFFIX = ".endgames"
_VALUES: dict[int, Value] = {1: "win", 0: "draw", -1: "loss"}

# Men, kings, other men, other kings: those of the side to move, then those of the other side.
_PieceSet = tuple[int, int, int, int]


class Endgame(NamedTuple):
    """How a position ends with best play by both sides.

    value: "win", "draw" or "loss", for the side to move.
    plies: to the last move of the game, 0 where there is no legal move; None in a draw.
    """

    value: Value
    plies: int | None


class TableFileError(ValueError):
    """A file is no endgame table, is damaged, or is of another version; the message names it."""


class Tables:
    """The endgame tables that are built in, and those of a directory.

    Tables are read when a variant is first asked for, and shared by threads. Files of a directory
    are mapped into memory; do not change them meanwhile.

    Args:
        directory: what build filled; None for the built-in tables alone.

    Raises:
        TableFileError: when a variant is first asked for and one of its files is not whole.
        OSError: at the same time, if the directory or a file cannot be read.

    >>> from damier import Board
    >>> Tables().probe(Board("brazilian", "W:WK29,K30,K31:BK3"))
    Endgame(value='win', plies=21)
    """

    def __init__(self, directory: str | os.PathLike[str] | None = None) -> None:
        self._directory = None if directory is None else Path(directory)
        self._cores: dict[Variant, _EndgameTables] = {}

    def probe(self, board: Board) -> Endgame | None:
        """How a position ends; None if it has too many pieces for what is there.

        Where the side to move can capture, what counts is the pieces that are left. None also for
        a man on the row that crowns it, where no game leaves one.
        """
        found = self.core(board.variant).probe(board)
        return None if found is None else Endgame(_VALUES[found[0]], found[1])

    def pieces(self, variant: Variant | str) -> int:
        """Up to how many pieces every position of a variant is there."""
        return self.core(Variant(variant)).pieces()

    def core(self, variant: Variant) -> _EndgameTables:
        """What the compiled core reads of a variant; for damier.engine."""
        if variant not in self._cores:
            core = _EndgameTables(variant)
            _add(core, _BUILT_IN / f"{variant}{_SUFFIX}")
            if self._directory is not None:
                for path in _files(self._directory, variant):
                    _add(core, path)
            self._cores.setdefault(variant, core)
        return self._cores[variant]


built_in = Tables()


def probe(board: Board) -> Endgame | None:
    """How a position ends, from the built-in tables; None if it has too many pieces for them.

    >>> from damier import Board
    >>> probe(Board("international", "W:WK46:BK5"))
    Endgame(value='draw', plies=None)
    >>> probe(Board("brazilian")) is None
    True
    """
    return built_in.probe(board)


def build(
    variant: Variant | str,
    pieces: int,
    directory: str | os.PathLike[str],
    *,
    threads: int = 1,
    progress: Callable[[int, int], object] | None = None,
    stop: Stop | None = None,
) -> None:
    """Fills a directory with the tables of every position of up to so many pieces.

    Each piece set is a file, or two, which appear when they are whole. Files that are there already
    are kept, so that a build that was ended in any way goes on with the piece set it had reached.

    Args:
        pieces: 2 to 6.
        directory: made if it is missing.
        threads: 0 is one for each core; the bytes do not depend on it.
        progress: called many times a second with the positions done and their total.
        stop: ends the build when it is set; the files that are whole stay.

    Raises:
        TableFileError: a file that is there already is not whole.
        Stopped: `stop` was set before the end.
        MemoryError: there are less than five bytes for each position of a piece set.
        OSError: the directory cannot be written.
    """
    variant = Variant(variant)
    pieces = integer(pieces, "pieces")
    if not 2 <= pieces <= 6:
        raise ValueError(f"pieces must be from 2 to 6, not {pieces}")
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    core = _EndgameTables(variant)
    for path in _files(directory, variant):
        _add(core, path)
    missing = list(_missing(directory, variant, pieces))
    sizes = [_cells(variant, piece_set) for piece_set in missing]
    done, total = 0, sum(sizes)

    def report(plies: int, passed: int, of: int) -> None:
        if progress is not None:
            progress(done + (size * passed // of if plies == 0 else size), total)

    for piece_set, size in zip(missing, sizes, strict=True):
        files = core.solve(piece_set, threads=threads, progress=report, stop=stop)
        for of, file in zip((piece_set, _turned(piece_set)), files, strict=False):
            path = directory / _name(variant, of)
            _write(path, file)
            _add(core, path)
        done += size


def _missing(directory: Path, variant: Variant, pieces: int) -> Iterator[_PieceSet]:
    """The piece sets to solve, one of each and its turned twin, in the order they build on."""
    for piece_set in _piece_sets(pieces):
        twins = piece_set, _turned(piece_set)
        whole = all((directory / _name(variant, twin)).exists() for twin in twins)
        if piece_set == min(twins) and not whole:
            yield piece_set


def _piece_sets(most: int) -> Iterator[_PieceSet]:
    """Those of 2 pieces, then of 3, ...; of as many, each before those with more men."""
    for pieces in range(2, most + 1):
        for all_men in range(pieces + 1):
            for own in range(1, pieces):
                other = pieces - own
                for men in range(max(0, all_men - other), min(own, all_men) + 1):
                    yield men, own - men, all_men - men, other - all_men + men


def _turned(piece_set: _PieceSet) -> _PieceSet:
    """The same pieces, as the other side sees them."""
    return piece_set[2:] + piece_set[:2]


def _cells(variant: Variant, piece_set: _PieceSet) -> int:
    """The positions in the file of a piece set, the numbers of none included."""
    men, kings, other_men, other_kings = piece_set
    room = variant.squares - variant.size // 2
    free = variant.squares - men - other_men
    return (
        comb(room, men)
        * comb(room, other_men)
        * comb(free, kings)
        * comb(free - kings, other_kings)
    )


def _name(variant: Variant, piece_set: _PieceSet) -> str:
    return f"{variant}-{''.join(map(str, piece_set))}{_SUFFIX}"


def _files(directory: Path, variant: Variant) -> list[Path]:
    return sorted(
        path
        for path in directory.iterdir()
        if path.name.startswith(variant) and path.suffix == _SUFFIX
    )


def _add(core: _EndgameTables, path: Path) -> None:
    with path.open("rb") as file:
        try:
            core.add(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except ValueError as error:  # of mmap too: an empty file
            raise TableFileError(f"{path}: {error}") from None


def _write(path: Path, content: bytes) -> None:
    """Writes a file that appears under its name only when it is whole and on the disk."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
