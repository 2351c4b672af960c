"""A slow draughts generator that reads like the rule book: lists and coordinates, no bitboards.

The tests compare the library with this file, so it favours the obvious over the quick. R1 to R18
are the rules as the test data name them. A square is (row, column) inside and a number outside;
row 0 is Black's first row. A piece is "w" or "b" for a man, "W" or "B" for a king.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

SIZES = {"brazilian": 8, "international": 10}
DIAGONALS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]

Square = tuple[int, int]


class Position(NamedTuple):
    size: int
    turn: str  # "w" or "b"
    pieces: dict[Square, str]


class Line(NamedTuple):
    """One way to play a move: the squares landed on, origin first, and the pieces it takes."""

    path: tuple[int, ...]
    taken: tuple[int, ...]


class Move(NamedTuple):
    """R18: what makes two moves the same."""

    origin: int
    destination: int
    captured: frozenset[int]


def number(size: int, square: Square) -> int:
    """R1: dark squares are numbered left to right, top to bottom, from 1."""
    row, column = square
    return row * size // 2 + column // 2 + 1


def coordinates(size: int, square: int) -> Square:
    row, nth = divmod(square - 1, size // 2)
    return row, 2 * nth + (1 - row % 2)  # R1: the corner at each player's left is dark


def colour(piece: str) -> str:
    return piece.lower()


def forward(piece: str) -> int:
    """R3: White goes to lower numbers, up the board; Black down."""
    return -1 if colour(piece) == "w" else 1


def far_row(size: int, piece: str) -> int:
    return 0 if colour(piece) == "w" else size - 1


def ray(position: Position, start: Square, step: tuple[int, int]) -> list[Square]:
    """The squares on a diagonal beyond `start`, as far as the piece standing there could reach."""
    squares = []
    row, column = start[0] + step[0], start[1] + step[1]
    while 0 <= row < position.size and 0 <= column < position.size:
        squares.append((row, column))
        row, column = row + step[0], column + step[1]
    return squares


def quiet_lines(position: Position, origin: Square) -> Iterator[Line]:
    piece = position.pieces[origin]
    for step in DIAGONALS:
        squares = ray(position, origin, step)
        if piece.islower():
            squares = squares[:1] if step[0] == forward(piece) else []  # R4: one step, forward
        for destination in squares:  # R5: a king slides until something is in the way
            if destination in position.pieces:
                break
            yield Line((number(position.size, origin), number(position.size, destination)), ())


def jumps(
    position: Position, piece: str, square: Square, taken: list[Square]
) -> Iterator[tuple[Square, Square]]:
    """Each (piece jumped, square landed on) from `square`; R7: men look in all directions too."""
    reach = 1 if piece.islower() else position.size
    for step in DIAGONALS:
        squares = ray(position, square, step)
        distance = next((i for i, s in enumerate(squares) if s in position.pieces), reach)
        if distance >= reach:
            continue  # R6, R8: a man jumps its neighbour, a king the first piece on the diagonal
        over = squares[distance]
        if colour(position.pieces[over]) == colour(piece):
            continue  # R11
        if over in taken:
            continue  # R12: no piece is jumped twice
        for landing in squares[distance + 1 :][:reach]:  # R8: a king lands where it likes behind it
            if landing in position.pieces:
                break  # R6, R12: captured pieces are still on the board and block too
            yield over, landing


def capture_lines(position: Position, origin: Square) -> Iterator[Line]:
    """All captures of one piece, each carried on until nothing more can be taken."""
    piece = position.pieces[origin]
    lifted = {square: p for square, p in position.pieces.items() if square != origin}  # R14
    ground = position._replace(pieces=lifted)

    def extend(path: list[Square], taken: list[Square]) -> Iterator[Line]:
        complete = True
        for over, landing in jumps(ground, piece, path[-1], taken):  # R13, R16: it goes on as it is
            complete = False
            yield from extend([*path, landing], [*taken, over])
        if complete and taken:
            size = position.size
            yield Line(
                tuple(number(size, square) for square in path),
                tuple(number(size, square) for square in taken),
            )

    yield from extend([origin], [])


def own_squares(position: Position) -> list[Square]:
    return [s for s, piece in sorted(position.pieces.items()) if colour(piece) == position.turn]


def all_capture_lines(position: Position) -> Iterator[Line]:
    for origin in own_squares(position):
        yield from capture_lines(position, origin)


def legal_lines(position: Position) -> list[Line]:
    captures = list(all_capture_lines(position))
    if captures:  # R6: capturing comes first; R9, R10: the most pieces, whatever their rank
        most = max(len(line.taken) for line in captures)
        return [line for line in captures if len(line.taken) == most]
    return [line for origin in own_squares(position) for line in quiet_lines(position, origin)]


def identity(line: Line) -> Move:
    return Move(line.path[0], line.path[-1], frozenset(line.taken))


def legal_moves(position: Position) -> dict[Move, list[tuple[int, ...]]]:
    """Every legal move with all its paths of landing squares."""
    moves: dict[Move, list[tuple[int, ...]]] = {}
    for line in legal_lines(position):
        moves.setdefault(identity(line), []).append(line.path)
    return moves


def routes(position: Position) -> Counter[Move]:
    """For every legal move the number of orders in which its pieces can be taken."""
    return Counter(move for move, _ in {(identity(i), i.taken) for i in legal_lines(position)})


def promotes(position: Position, move: Move) -> bool:
    piece = position.pieces[coordinates(position.size, move.origin)]
    row, _ = coordinates(position.size, move.destination)
    return piece.islower() and row == far_row(position.size, piece)  # R15, R16: only where it ends


def play(position: Position, move: Move) -> Position:
    pieces = dict(position.pieces)
    piece = pieces.pop(coordinates(position.size, move.origin))
    for square in move.captured:  # R12: they leave the board together, after the move
        del pieces[coordinates(position.size, square)]
    piece = piece.upper() if promotes(position, move) else piece
    pieces[coordinates(position.size, move.destination)] = piece
    return Position(position.size, "b" if position.turn == "w" else "w", pieces)


def perft(position: Position, depth: int, *, by_route: bool = False) -> int:
    """Lines of `depth` plies; a move counts once, or `by_route` once per order of its captures."""
    if depth == 0:
        return 1
    counts = routes(position)
    return sum(
        (n if by_route else 1) * perft(play(position, move), depth - 1, by_route=by_route)
        for move, n in counts.items()
    )


def read_fen(variant: str, fen: str) -> Position:
    size = SIZES[variant]
    turn, *blocks = fen.split(":")
    pieces = {}
    for block in blocks:
        for entry in filter(None, block[1:].split(",")):
            first, _, last = entry.lstrip("K").partition("-")
            for square in range(int(first), int(last or first) + 1):
                piece = block[0] if entry[0] == "K" else block[0].lower()
                pieces[coordinates(size, square)] = piece
    return Position(size, turn.lower(), pieces)


def write_fen(position: Position) -> str:
    def block(side: str) -> str:
        own = {number(position.size, s): p for s, p in position.pieces.items() if p.lower() == side}
        return side.upper() + ",".join("K" * p.isupper() + str(s) for s, p in sorted(own.items()))

    return f"{position.turn.upper()}:{block('w')}:{block('b')}"


def start(variant: str) -> Position:
    """R1: men on the first three (8x8) or four (10x10) rows of each side, White to move."""
    squares = SIZES[variant] ** 2 // 2
    men = squares // 2 - SIZES[variant] // 2
    return read_fen(variant, f"W:W{squares - men + 1}-{squares}:B1-{men}")
