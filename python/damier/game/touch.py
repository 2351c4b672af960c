"""Moves built square by square, as players click or drag them."""

from itertools import pairwise
from typing import Literal, NamedTuple

from .._core import Board, Move


class Touch(NamedTuple):
    """What the touch of a square did.

    `squares` is the beginning of a move that is now selected, `next_squares` what may be touched
    next, `move` the move that was played.
    """

    action: Literal["selected", "extended", "played"]
    squares: tuple[int, ...]
    next_squares: tuple[int, ...]
    move: Move | None


def follow(board: Board, touched: tuple[int, ...], square: int) -> tuple[int, ...] | None:
    """The squares of the move after one more touch, all of them if it completes the move.

    None if the square cannot be touched.
    """
    if square in board.next_squares(touched):
        return (*touched, square)
    if touched and square == touched[-1]:
        return touched
    if square in board.next_squares():
        return (square,)
    return _finals(board, touched).get(square)


def touchable(board: Board, touched: tuple[int, ...]) -> tuple[int, ...]:
    """All squares that can be touched, ascending."""
    squares = {*board.next_squares(touched), *board.next_squares(), *_finals(board, touched)}
    return tuple(sorted(squares))


def _finals(board: Board, touched: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """The way to each square on which one capture alone ends, of those begun like this.

    The origin is not among them: a touch of it begins again.
    """
    found: dict[int, list[tuple[int, ...]]] = {}
    for move in board.legal_moves if touched and board.must_capture else ():
        if move.from_square != touched[0] or move.to_square == touched[0]:
            continue
        ways = [move.path] if len(touched) == 1 else board.paths(move)
        begun = [way for way in ways if way[: len(touched)] == touched]
        if begun:
            found.setdefault(move.to_square, []).append(begun[0])
    return {square: ways[0] for square, ways in found.items() if len(ways) == 1}


def jumped(board: Board, touched: tuple[int, ...]) -> list[int]:
    """The squares of the pieces that a capture begun like this has jumped, in their order."""
    variant = board.variant
    pieces = board.piece_map()
    squares: list[int] = []
    for one, other in pairwise(touched):
        (row, column), (to_row, to_column) = variant.row_column(one), variant.row_column(other)
        down, right = (1 if to_row > row else -1), (1 if to_column > column else -1)
        for step in range(1, abs(to_row - row)):
            square = variant.square_at(row + step * down, column + step * right)
            if square in pieces and square != touched[0]:
                squares.append(square)
    return squares
