"""What the tests of the library and of the reference generator have in common."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import reference
from damier import Board, Color, Move


def identity(move: Move) -> reference.Move:
    return reference.Move(move.from_square, move.to_square, frozenset(move.captured))


def identities(board: Board) -> set[reference.Move]:
    found = [identity(move) for move in board.legal_moves]
    assert len(found) == len(set(found)), "a move is listed twice"
    return set(found)


def board_of(variant: str, position: reference.Position, **options: Any) -> Board:
    return Board(variant, reference.write_fen(position), **options)


def as_reference(board: Board) -> reference.Position:
    """The position as `piece_map` tells it."""
    size = reference.SIZES[board.variant]
    pieces = {}
    for square, piece in board.piece_map().items():
        letter = "w" if piece.color is Color.WHITE else "b"
        pieces[reference.coordinates(size, square)] = letter.upper() if piece.king else letter
    return reference.Position(size, "w" if board.turn is Color.WHITE else "b", pieces)


def state(board: Board) -> tuple[Any, ...]:
    """Everything a board tells about itself."""
    return (
        board.variant,
        board.turn,
        board.fen(),
        board.key,
        board.ply,
        board.repetitions(),
        board.reversible_plies,
        board.must_capture,
        board.legal_moves,
        board.move_stack,
        board.piece_map(),
        str(board),
        repr(board),
    )


@contextmanager
def unchanged(board: Board) -> Iterator[None]:
    """Whatever happens inside, the board is the same afterwards."""
    before = state(board)
    yield
    assert state(board) == before


def letters(square: int) -> str:
    """The name of a square of the 8x8 board, a1 at White's bottom left."""
    row, column = reference.coordinates(8, square)
    return "abcdefgh"[column] + str(8 - row)
