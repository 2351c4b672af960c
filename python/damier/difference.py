"""Where two move generators part: the position in which their moves or counts differ."""

import json
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ._core import Board, Move, divide
from .errors import IllegalMoveError, InvalidMoveError

# "32-28: 1,234", "e3xc5 81", "4x27x38x15 = 1 234"
_SQUARE = r"[a-hA-H]?\d{1,2}"
_MOVE = rf"\s*({_SQUARE}(?:[-xX:]{_SQUARE})+)"
_NUMBER = r"(\d{1,3}(?:[ ,.'_\u00a0\u202f]\d{3})+|\d+)"
_COUNT_LINE = re.compile(rf"{_MOVE}(?:\s*[:=]\s*|\s+){_NUMBER}\s*$")
_MOVE_LINE = re.compile(rf"{_MOVE}(?![\w.])")


class Difference(NamedTuple):
    """A position in which two programs disagree about the moves or what they lead to."""

    path: tuple[Move, ...]  #: the moves that lead to it
    fen: str
    depth: int  #: plies that were counted from it
    ours: dict[str, int]  #: the count of damier by the text of the move
    theirs: dict[str, int]  #: the other program's, in our texts where they are legal moves
    missing: tuple[str, ...]  #: legal moves that the other program has not
    extra: tuple[str, ...]  #: what it has and is no legal move

    @property
    def differing(self) -> list[str]:
        """All moves about which the programs disagree: ours in their order, then what is extra."""
        return [
            text for text in self.ours | self.theirs if self.ours.get(text) != self.theirs.get(text)
        ]


def first_difference(
    board: Board,
    depth: int,
    other_counts: Callable[[Board, int], Mapping[str, int]],
    *,
    routes: bool = False,
    threads: int = 1,
    hash_mb: int = 0,
) -> Difference | None:
    """Follows a count that differs from another program's to the position where they part.

    From the position it goes on with the first move whose counts differ, one ply less deep, until
    the programs list different moves, or count differently what they agree about one ply deeper.

    Args:
        board: Where to start; it is not changed.
        depth: Plies, 1 or more.
        other_counts: Called with a board and a depth; returns the other program's count for each
            move there. Moves are texts as in `Board.parse_move`; see also `read_counts`.
        routes, threads, hash_mb: As for `perft`.

    Returns:
        The position, or None if the counts are the same.

    Raises:
        AmbiguousMoveError: A text of the other program fits several legal moves.
        ValueError, MemoryError, OverflowError: As `perft`.

    >>> def other(board, depth):
    ...     counts = {}
    ...     for move in board.legal_moves:
    ...         if not move.is_promotion:  # its mistake
    ...             board.push(move)
    ...             counts[str(move)] = sum(other(board, depth - 1).values()) if depth > 1 else 1
    ...             board.pop()
    ...     return counts
    >>> found = first_difference(Board("brazilian", "W:W12,31:B1"), 4, other)
    >>> [str(move) for move in found.path], found.fen, found.missing
    (['12-8', '1-5'], 'W:W8,31:B5', ('8-3', '8-4'))
    """
    board = board.copy()
    options = {"routes": routes, "threads": threads, "hash_mb": hash_mb}
    path: tuple[Move, ...] = ()
    found = None
    while True:
        ours = divide(board, depth, **options)  # type: ignore[arg-type]
        deeper = compare(board, depth, ours, other_counts(board.copy(), depth), path)
        if deeper is None:
            return found
        found = deeper
        if found.missing or found.extra or depth == 1:
            return found
        move = next(move for move in ours if str(move) == found.differing[0])
        path += (board.push(move),)
        depth -= 1


def compare(
    board: Board,
    depth: int,
    ours: Mapping[Move, int],
    theirs: Mapping[str, int],
    path: tuple[Move, ...] = (),
) -> Difference | None:
    """Compares a `divide` of a board with another program's; None if they are the same.

    Raises:
        AmbiguousMoveError: A text of the other program fits several legal moves.
    """
    known = {str(move): count for move, count in ours.items()}
    counts: dict[str, int] = {}
    extra = []
    for text, count in theirs.items():
        try:
            name = str(board.parse_move(text))
        except (IllegalMoveError, InvalidMoveError):
            name = text
            extra.append(text)
        counts[name] = counts.get(name, 0) + count
    if counts == known:
        return None
    missing = tuple(text for text in known if text not in counts)
    return Difference(path, board.fen(), depth, known, counts, missing, tuple(extra))


def read_counts(text: str) -> dict[str, int]:
    """The count for each move in what a program prints: lines, or an object of JSON.

    A line that begins with a move holds it and its count, with or without a colon and separators
    of thousands; other lines are passed over. JSON is that of `damier divide --json`, or an
    object of counts by move. What is given for a move twice is added up.

    Raises:
        ValueError: A move has no count that can be read, or there is none at all.

    >>> read_counts("32-28: 1,234\\n19x30 81\\n\\ntotal 1315\\n")
    {'32-28': 1234, '19x30': 81}
    """
    counts: dict[str, int] = {}
    if text.lstrip().startswith("{"):
        counts = _counts_of_json(text)
    else:
        for number, line in enumerate(text.splitlines(), start=1):
            if found := _COUNT_LINE.match(line):
                move, digits = found.groups()
                counts[move] = counts.get(move, 0) + int(re.sub(r"\D", "", digits))
            elif found := _MOVE_LINE.match(line):
                raise ValueError(f"line {number}: no count for {found[1]} that can be read")
    if not counts:
        raise ValueError("there are no counts in it")
    return counts


def _counts_of_json(text: str) -> dict[str, int]:
    try:
        record = json.loads(text)
    except RecursionError:
        raise ValueError("this JSON is nested too deeply") from None
    moves = record.get("moves", record)
    if not isinstance(moves, dict) or not all(type(count) is int for count in moves.values()):
        raise ValueError("its moves have no whole numbers as counts")
    return moves
