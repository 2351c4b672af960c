"""The openings of a match."""

import random
from collections.abc import Iterator
from pathlib import Path

from .. import pdn
from .._core import Board
from ..values import Variant

# After so many lines at random that were nothing new, there are no more.
_MOST_TRIES = 20_000
_MOST_PLIES = 60


def openings(text: str, variant: Variant | str, count: int, seed: int = 1) -> list[tuple[str, ...]]:
    """Lines of play that leave both sides equal: as many pieces, no capture due, none twice.

    More openings of the same kind begin with the same ones.

    Args:
        text: "start" for the initial position, "random:3" for lines of three plies at random,
            "all:2" for all lines of two plies, in random order; else a file: PDN, whose games are
            taken whole, or moves, a line for each opening.
        variant: The game, by `Variant` or name.
        count: How many at most. Of a file all that is there is as it stands.
        seed: What is random depends on it.

    Raises:
        ValueError: The text is none of that, a move in a file is illegal, or nothing is found.
        OSError: The file cannot be read.

    >>> sorted(openings("all:1", "brazilian", 3))[0] in openings("all:1", "brazilian", 99)
    True
    >>> len(openings("all:1", "brazilian", 99))
    7
    """
    variant = Variant(variant)
    kind, _, number = text.partition(":")
    if text == "start":
        return [()]
    if kind in ("random", "all") and number.isascii() and number.isdecimal():
        plies = int(number)
        if plies > _MOST_PLIES:
            raise ValueError(f"openings {text}: expected at most {_MOST_PLIES} plies")
        found = _random(variant, plies, count, seed) if kind == "random" else _all(variant, plies)
        if kind == "all":
            random.Random(seed).shuffle(found)
    elif Path(text).is_file():
        found = list(_file(Path(text), variant))
    else:
        raise ValueError(f"openings {text!r}: expected start, random:PLIES, all:PLIES or a file")
    if not found:
        raise ValueError(f"openings {text}: there are none")
    return found[:count]


def _is_fair(board: Board) -> bool:
    white, black = board.piece_counts
    return white == black and not board.must_capture and bool(board.legal_moves)


def _random(variant: Variant, plies: int, count: int, seed: int) -> list[tuple[str, ...]]:
    dice = random.Random(seed)
    found: dict[int, tuple[str, ...]] = {}
    tries = 0
    while len(found) < count and tries < _MOST_TRIES:
        tries += 1
        board = Board(variant)
        for _ in range(plies):
            if board.legal_moves:
                board.push(dice.choice(board.legal_moves))
        if _is_fair(board) and board.key not in found:
            found[board.key] = _moves(board)
            tries = 0
    return list(found.values())


def _all(variant: Variant, plies: int) -> list[tuple[str, ...]]:
    """All lines; the number of plies is small, or it takes long."""
    lines = {Board(variant).key: Board(variant)}
    for _ in range(plies):
        longer: dict[int, Board] = {}
        for board in lines.values():
            for move in board.legal_moves:
                after = board.copy()
                after.push(move)
                longer.setdefault(after.key, after)
        lines = longer
    return [_moves(board) for board in lines.values() if _is_fair(board)]


def _moves(board: Board) -> tuple[str, ...]:
    return tuple(move.hub() for move in board.move_stack)


def _file(path: Path, variant: Variant) -> Iterator[tuple[str, ...]]:
    if ".pdn" in path.suffixes:
        for record in pdn.read_games(path, variant=variant, strict=True):
            if record.fen is not None:
                raise ValueError(f"{path}: game {record.number} begins in another position")
            yield tuple(move.hub() for move in record.moves)
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        board = Board(variant)
        for text in line.split():
            try:
                board.push(text)
            except ValueError as error:
                raise ValueError(f"{path}, line {number}, {text}: {error}") from None
        yield _moves(board)
