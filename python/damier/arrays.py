"""Boards as NumPy arrays: planes to learn from, actions to choose among, many boards at once.

It needs NumPy (`pip install 'damier[arrays]'`), which only this module loads.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Board, Move
from .values import Color, Variant

if TYPE_CHECKING:
    from .pdn import Record
    from .pdn.source import Source

__all__ = [
    "PLANES",
    "POSITION",
    "Boards",
    "action_count",
    "action_squares",
    "actions",
    "legal_mask",
    "move_from",
    "planes",
    "planes_of",
    "read_positions",
]

#: White men, white kings, black men, black kings, Black to move, taken by the capture under way.
PLANES = 6

#: A position of a game as `read_positions` has it: sets of squares as in `Board.white`; the number
#: of the game in the stream, from 1, and the plies before; the first action of the move played;
#: 0 or 1 for White or Black to move; 1 if White won, -1 if Black did, 0 for a draw, 2 if not known.
POSITION = np.dtype(
    [
        ("white", np.uint64),
        ("black", np.uint64),
        ("kings", np.uint64),
        ("game", np.uint32),
        ("ply", np.uint16),
        ("action", np.int16),
        ("turn", np.uint8),
        ("result", np.int8),
    ],
    align=True,
)

Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]


def action_count(variant: Variant | str) -> int:
    """How many actions there are: 280 on 8x8, 570 on 10x10.

    An action is one step, slide or jump of a piece, from a square to another on the same diagonal;
    they are numbered from 0 by origin, then landing square. On the board turned round
    (`Board.mirrored`) action a is action_count - 1 - a.

    >>> action_count("international")
    570
    """
    size = Variant(variant).size
    return size * (size - 1) * (2 * size - 1) // 3


def action_squares(variant: Variant | str, action: int) -> tuple[int, int]:
    """The origin and the landing square of an action.

    Raises:
        ValueError: There is no such action.

    >>> action_squares("international", actions(Board("international").parse_move("32-28"))[0])
    (32, 28)
    """
    return _core._action_squares(variant, action)


def actions(move: Move) -> tuple[int, ...]:
    """The actions of a move: one of a quiet move, one for each jump of a capture.

    >>> move = Board("international", "W:W32:B28,19").legal_moves[0]
    >>> [action_squares("international", action) for action in actions(move)]
    [(32, 23), (23, 14)]
    """
    return _core._actions(move)


def move_from(board: Board, actions: Iterable[int]) -> Move:
    """The legal move that a run of actions is; any way of a capture will do.

    Raises:
        ValueError: An action is not legal, or the move is not complete.

    >>> board = Board("international", "W:W32:B28,19")
    >>> move_from(board, actions(board.legal_moves[0]))
    <Move 32x14>
    """
    return _core._move_from(board, actions)


def legal_mask(board: Board, prefix: Iterable[int] = (), out: Mask | None = None) -> Mask:
    """Which actions may be taken, as an array of bools by number.

    Args:
        board: The position.
        prefix: The actions of the move so far; after a complete move nothing is legal.
        out: Where to write, an array of that shape; a new one if left out.

    Raises:
        ValueError: An action of the prefix is not legal, or `out` does not fit.

    >>> board = Board("international", "W:W32:B28,19")
    >>> first = legal_mask(board).nonzero()[0]
    >>> [action_squares("international", action) for action in first]
    [(32, 23)]
    >>> int(legal_mask(board, first).sum())
    1
    """
    if out is None:
        out = np.empty(action_count(board.variant), np.bool_)
    _core._legal_mask(board, prefix, out)
    return out


def planes(board: Board, out: Bytes | None = None, *, prefix: Iterable[int] = ()) -> Bytes:
    """The position as bytes 0 and 1, of shape (6, size, size).

    The planes are white men, white kings, black men, black kings, Black to move (all ones, or all
    zeros), and the pieces that the capture under way has taken, which stand on the board to its
    end. Rows run from Black's side and columns from White's left, as in `Variant.row_column`;
    light squares are always 0.

    Args:
        board: The position.
        out: Where to write, an array of uint8 of that shape; a new one if left out.
        prefix: The actions of the move so far; the piece that captures stands where it landed.

    Raises:
        ValueError: An action of the prefix is not legal, or `out` does not fit.

    >>> planes(Board("brazilian", "B:W29:BK4"))[:, [7, 0], [0, 7]].tolist()
    [[1, 0], [0, 0], [0, 0], [0, 1], [1, 1], [0, 0]]
    """
    if out is None:
        size = board.variant.size
        out = np.empty((PLANES, size, size), np.uint8)
    _core._planes(board, prefix, out)
    return out


def read_positions(
    files: "Source | list[Source] | tuple[Source, ...]",
    variant: Variant | str,
    *,
    batch: int = 65_536,
) -> Iterator[NDArray[np.void]]:
    """The positions of PDN files in which a move was played, as arrays of the type `POSITION`.

    Games are read as `damier.pdn.read_games` reads them, their main line as far as it can be
    played; those of the other variant are left out. Memory stays the same however long the files.

    Args:
        files: A source of games as for `read_games`, or several.
        variant: The game, by `Variant` or name.
        batch: About how many positions an array has, 1 or more; a game is not cut in two.

    Raises:
        OSError: A file cannot be read.
        ValueError: The variant is unknown, or `batch` is out of range.

    >>> (rows,) = read_positions(b'[GameType "20"] 1. 32-28 19-23 2. 28x19 2-0', "international")
    >>> rows["ply"].tolist(), rows["result"].tolist()
    ([0, 1, 2], [1, 1, 1])
    >>> [action_squares("international", action) for action in rows["action"]]
    [(32, 28), (19, 23), (28, 19)]
    """
    if batch < 1:
        raise ValueError("batch must be at least 1")
    sources: Sequence[Source] = files if isinstance(files, (list, tuple)) else [files]
    return _batches(sources, Variant(variant), batch)


def _batches(
    sources: "Sequence[Source]", variant: Variant, batch: int
) -> Iterator[NDArray[np.void]]:
    from .pdn.builder import build_whole
    from .pdn.source import pieces

    rows, filled = np.zeros(batch, POSITION), 0
    number = 0
    for source in sources:
        for piece in pieces(source):
            number += 1
            game = piece.data, piece.body, piece.terminator, piece.closing, variant, number
            plies = _core._fill_rows(*game, rows, filled)
            odd = None
            if plies < 0:
                odd = _rows(build_whole(piece, None), variant, number)
                plies = len(odd)
            if filled + plies > len(rows):
                if filled:
                    yield rows[:filled]
                rows, filled = np.zeros(max(batch, plies), POSITION), 0
                if odd is None:
                    _core._fill_rows(*game, rows, 0)
            if odd is not None:
                rows[filled : filled + plies] = odd
            filled += plies
    if filled:
        yield rows[:filled]


def _rows(record: "Record", variant: Variant, number: int) -> NDArray[np.void]:
    """The positions of a game that the core does not read."""
    from .pdn import Score

    results = {Score.WHITE: 1, Score.BLACK: -1, Score.DRAW: 0}
    found = []
    if record.played_as is variant:
        result = results.get(record.score, 2)
        for ply, (board, move) in enumerate(zip(record.positions(), record.moves, strict=False)):
            turn = board.turn is Color.BLACK
            sets = board.white, board.black, board.kings
            found.append((*sets, number, ply % 65_536, actions(move)[0], turn, result))
    return np.array(found, POSITION)


def planes_of(rows: NDArray[np.void], variant: Variant | str, out: Bytes | None = None) -> Bytes:
    """The planes of rows of `read_positions`, of shape (n, 6, size, size); see `planes`.

    Args:
        rows: An array of the type `POSITION`.
        variant: The game they are of.
        out: Where to write, an array of uint8 of that shape; a new one if left out.

    Raises:
        ValueError: The variant is unknown, or an array does not fit.
    """
    if rows.dtype != POSITION:
        raise ValueError("rows: expected an array of the type POSITION")
    if out is None:
        size = Variant(variant).size
        out = np.empty((len(rows), PLANES, size, size), np.uint8)
    _core._planes_of(np.ascontiguousarray(rows), variant, out)
    return out


class Boards:
    """Many boards of one game that play at the same time, by arrays of actions.

    Args:
        variant: The game, by `Variant` or name.
        n: How many boards, 1 or more.
        fen: The position all start from; the starting position of the game if left out.
        king_plies: After so many plies by kings without capture a board is drawn; 0 for never. Of
            the rules of draws this is the only one here; 50 is that of the FMJD on 10x10.
        threads: How many threads work on the boards, at most 256; 0 is one for each core. Each has
            256 boards or more, for with fewer it would cost more than it saves.

    Raises:
        InvalidFenError: `fen` cannot be read or is no position.
        ValueError: The variant is unknown, or a number is out of range.

    A capture of several pieces takes as many actions, one call of `push` each, and the turn stays
    with the same side meanwhile. Other Python threads run while the boards work.

    >>> boards = Boards("international", 4)
    >>> boards.push(boards.sample(seed=1))
    >>> boards.turns.tolist(), boards.outcomes.tolist()
    ([1, 1, 1, 1], [2, 2, 2, 2])
    """

    #: What `outcomes` holds for a game that is not over.
    ON = 2

    def __init__(
        self,
        variant: Variant | str,
        n: int,
        *,
        fen: str | None = None,
        king_plies: int = 50,
        threads: int = 1,
    ) -> None:
        start = Board(variant, fen)
        self._variant = start.variant
        self._boards = _core._Boards(start, n, king_plies, threads)

    @property
    def variant(self) -> Variant:
        """The game."""
        return self._variant

    @property
    def outcomes(self) -> NDArray[np.int8]:
        """1 where White has won, -1 where Black has, 0 for a draw, 2 where the game is on."""
        out = np.empty(len(self), np.int8)
        self._boards.outcomes(out)
        return out

    @property
    def turns(self) -> Bytes:
        """0 where White is to move, 1 where Black is."""
        out = np.empty(len(self), np.uint8)
        self._boards.turns(out)
        return out

    def legal_masks(self, out: Mask | None = None) -> Mask:
        """Which actions may be taken, of shape (n, action_count); none where the game is over.

        Args:
            out: Where to write, an array of bools of that shape; a new one if left out.

        Raises:
            ValueError: `out` does not fit.
        """
        if out is None:
            out = np.empty((len(self), action_count(self._variant)), np.bool_)
        self._boards.legal_masks(out)
        return out

    def planes(self, out: Bytes | None = None) -> Bytes:
        """The positions, of shape (n, 6, size, size); see the function `planes`.

        A piece that is capturing is shown where it has landed, and what it has taken both in its
        place and in the last plane.

        Args:
            out: Where to write, an array of uint8 of that shape; a new one if left out.

        Raises:
            ValueError: `out` does not fit.
        """
        if out is None:
            size = self._variant.size
            out = np.empty((len(self), PLANES, size, size), np.uint8)
        self._boards.planes(out)
        return out

    def sample(self, seed: int, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """A random legal action for each board, all as likely; -1 where the game is over.

        Args:
            seed: 0 to 2**63 - 1; the same seed draws the same on the same boards, on any number of
                threads. Take another for each call.
            out: Where to write, an array of int32 of length n; a new one if left out.

        Raises:
            ValueError: `out` does not fit.
        """
        if out is None:
            out = np.empty(len(self), np.int32)
        self._boards.sample(seed, out)
        return out

    def push(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """Takes one action on each board.

        Args:
            actions: A number for each board; -1 leaves a board as it is.

        Raises:
            ValueError: An action is not legal; it names the first such board, and no board has
                changed.
        """
        self._boards.push(np.ascontiguousarray(actions, np.int32))

    def reset(self, where: Mask | None = None) -> None:
        """Begins games anew.

        Args:
            where: An array of n bools, True for boards to reset; all boards if left out.

        Raises:
            ValueError: `where` does not fit.

        >>> boards = Boards("brazilian", 3)
        >>> boards.push(boards.sample(seed=1))
        >>> boards.reset(np.array([True, False, True]))
        >>> boards.turns.tolist()
        [0, 1, 0]
        """
        self._boards.reset(None if where is None else np.ascontiguousarray(where, np.bool_))

    def __len__(self) -> int:
        return len(self._boards)

    def __getitem__(self, index: int) -> Board:
        """A board of its own with one of the positions, as before the capture under way."""
        return self._boards.board(index)
