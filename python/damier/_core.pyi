from collections.abc import Callable, Iterable, Mapping, Sequence
from mmap import mmap
from typing import Any, Final, Literal, NamedTuple, Never, TypeAlias, TypedDict, final

from .errors import RefusedError
from .values import Color, Variant

_Notation = Literal["numeric", "algebraic", "official"]

__version__: Final[str]

class Piece(NamedTuple):
    """A piece: whose it is, and whether it is a king."""

    color: Color
    king: bool

@final
class Move:
    """A legal move: origin, destination and the set of captured pieces (R18: two routes over the
    same pieces are one move).

    Moves come from `Board.legal_moves`, `Board.parse_move` and `Board.push`. They never change,
    can be hashed and pickled, and are equal if variant, origin, destination and captured pieces
    are.

    >>> move = Board("international", "W:W32:B28,19").legal_moves[0]
    >>> str(move), move.captured, move.path
    ('32x14', (19, 28), (32, 23, 14))
    """

    def __init__(self, *args: Never, **kwargs: Never) -> None: ...
    @property
    def variant(self) -> Variant:
        """The game the move belongs to."""
    @property
    def from_square(self) -> int:
        """The origin, 1 to 32 or 50."""
    @property
    def to_square(self) -> int:
        """The destination, 1 to 32 or 50."""
    @property
    def captured(self) -> tuple[int, ...]:
        """The squares of the captured pieces, ascending; empty for a quiet move."""
    @property
    def path(self) -> tuple[int, ...]:
        """The origin and every landing square.

        Where the piece turns it is the turning square, where it goes straight on the square right
        behind the captured piece (PDN 3.0, "Moves"). Of several such paths it is the first in
        ascending order; `Board.paths` has them all.
        """
    @property
    def is_capture(self) -> bool:
        """Whether the move captures anything."""
    @property
    def is_promotion(self) -> bool:
        """Whether a man becomes a king by this move (R15)."""
    def long(self) -> str:
        """The text with every landing square.

        >>> Board("international", "W:W32:B28,19").parse_move("32x14").long()
        '32x23x14'
        """
    def hub(self) -> str:
        """Origin, destination and captured squares ascending, as in the Hub protocol of engines.

        >>> Board("international", "W:W32:B28,19").parse_move("32x14").hub()
        '32x14x19x28'
        """
    def text(self, notation: _Notation = "numeric", full: bool = False) -> str:
        """The text in the notation asked for.

        Args:
            notation: Numbers; algebraic is letter and digit, on the 8x8 board only; official is
                what PDN files of the game have, letters on 8x8 and numbers on 10x10.
            full: Every landing square, not only where origin and destination leave a doubt.

        Raises:
            ValueError: The notation is unknown, or algebraic on 10x10.

        >>> Board("brazilian").parse_move("22-18").text("algebraic")
        'c3-d4'
        >>> Board("international").parse_move("32-28").text("official")
        '32-28'
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __format__(self, format_spec: str, /) -> str:
        """`str(move)` in a format for text: `f"{move:>8}"`."""

@final
class Board:
    """A position with the moves that led to it.

    Args:
        variant: The game, by `Variant` or name.
        fen: The position to start from (PDN 3.0, "FEN", and the habits of other programs); the
            starting position of the game if left out.
        strict: Refuse a man on its promotion row (R17).

    Raises:
        InvalidFenError: `fen` cannot be read or is no position; the message says where and why.
        ValueError: The variant is unknown.

    Boards are equal if variant and position are, whatever was played before. They cannot be
    hashed, since they change; use `key`. One thread at a time may use a board. The class is final:
    keep what belongs to a board beside it.

    >>> board = Board("international")
    >>> str(board.push("32-28"))
    '32-28'
    >>> board.push("19-23").to_square
    23
    >>> [str(move) for move in board.legal_moves]
    ['28x19']
    """

    def __init__(
        self, variant: Variant | str, fen: str | None = None, *, strict: bool = True
    ) -> None: ...
    @staticmethod
    def from_pieces(
        variant: Variant | str,
        pieces: Mapping[int, Piece],
        turn: Color,
        *,
        strict: bool = True,
    ) -> Board:
        """A board with these pieces by square.

        Args:
            variant: The game, by `Variant` or name.
            pieces: What stands on which square, 1 to 32 or 50.
            turn: The side to move.
            strict: Refuse a man on its promotion row (R17).

        Raises:
            InvalidFenError: A square is off the board, or a man stands on its promotion row.

        >>> Board.from_pieces("brazilian", {18: Piece(Color.WHITE, True)}, Color.BLACK).fen()
        'B:WK18:B'
        """
    @property
    def variant(self) -> Variant:
        """The game."""
    @property
    def turn(self) -> Color:
        """The side to move."""
    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves, ordered by origin, destination and captured squares.

        If there is none the side to move has lost (R19).
        """
    @property
    def must_capture(self) -> bool:
        """Whether the side to move has to capture (R6)."""
    @property
    def move_stack(self) -> tuple[Move, ...]:
        """The moves that `pop` can take back, oldest first."""
    @property
    def ply(self) -> int:
        """How many moves have been played, those before a copy without its stack included."""
    @property
    def key(self) -> int:
        """64 bits that name variant and position, the same in every process and on every machine.

        With `mix` the finalizer of splitmix64, sums modulo 2^64, and sets of squares as integers
        with bit n - 1 set for square n:
        `mix(mix(mix(mix(size) + white) + black) + 2 * kings + turn)`, where `size` is 8 or 10 and
        `turn` 0 for White, 1 for Black. docs/boards.md has test vectors.
        """
    @property
    def reversible_plies(self) -> int:
        """Plies by kings without capture since the last other ply.

        The suffix `:Hn` of a FEN sets it at the start.
        """
    @property
    def white(self) -> int:
        """The squares of White's pieces, as an integer in which bit n - 1 is square n.

        >>> board = Board("brazilian")
        >>> board.white == sum(1 << (square - 1) for square in range(21, 33))
        True
        """
    @property
    def black(self) -> int:
        """The squares of Black's pieces, as an integer in which bit n - 1 is square n."""
    @property
    def kings(self) -> int:
        """The squares of the kings of both sides, as an integer in which bit n - 1 is square n."""
    def pieces(self, color: Color) -> int:
        """The squares of a side's pieces, as an integer in which bit n - 1 is square n."""
    def men(self, color: Color) -> int:
        """The squares of a side's men, as an integer in which bit n - 1 is square n.

        >>> board = Board("international", "W:W28,32,K50:B19")
        >>> board.men(Color.WHITE) == 1 << 27 | 1 << 31
        True
        """
    def kings_of(self, color: Color) -> int:
        """The squares of a side's kings, as an integer in which bit n - 1 is square n."""
    @property
    def material(self) -> tuple[int, int, int, int]:
        """How many white men, white kings, black men and black kings there are.

        >>> Board("international", "W:W28,32,K50:B19").material
        (2, 1, 1, 0)
        """
    def can_capture(self, color: Color) -> bool:
        """Whether a side could capture if it were its turn (R6).

        >>> board = Board("international", "W:W28:B23,32")
        >>> board.can_capture(Color.WHITE), board.can_capture(Color.BLACK)
        (True, False)
        """
    def push(self, move: Move | str) -> Move:
        """Plays a legal move and returns it.

        Args:
            move: A `Move`, which is checked even if it comes from another position, or text as in
                `parse_move`.

        Raises:
            InvalidMoveError: The text cannot be read, or names a square off the board.
            IllegalMoveError: The move is not legal here; the message says why. The board stays as
                it was.
            AmbiguousMoveError: The text fits several legal moves; the message spells them.

        >>> Board("international", "W:W28,50:B23").push("50-45")
        Traceback (most recent call last):
        damier.errors.IllegalMoveError: capture is compulsory: 28x19
        """
    def pop(self) -> Move:
        """Takes back the last move and returns it.

        Raises:
            IndexError: No move can be taken back.
        """
    def peek(self) -> Move:
        """The last move.

        Raises:
            IndexError: No move can be taken back.
        """
    def parse_move(self, text: str) -> Move:
        """The legal move that a text means.

        Read are origin and destination ("28x19"), a capture with all or some of its landing
        squares ("4x27x38x15"), and hub notation (origin, destination, captured squares in any
        order). Squares are numbers or, on 8x8, letter and digit; `-`, `x` and `:` mean the same.

        Raises:
            InvalidMoveError: The text cannot be read, or names a square off the board.
            IllegalMoveError: The move is not legal here; the message says why.
            AmbiguousMoveError: The text fits several legal moves; the message spells them.

        >>> Board("brazilian").parse_move("c3-d4").from_square
        22
        """
    def is_legal(self, move: object) -> bool:
        """Whether something is a legal move here, or the text of exactly one."""
    def paths(self, move: Move | str) -> tuple[tuple[int, ...], ...]:
        """Every sequence of landing squares of a legal move, in ascending order.

        Raises:
            InvalidMoveError, IllegalMoveError, AmbiguousMoveError: As `push`.

        >>> Board("international", "W:WK46:B37,10").paths("46x5")[:2]
        ((46, 14, 5), (46, 19, 5))
        """
    def next_squares(self, prefix: Iterable[int] = ()) -> tuple[int, ...]:
        """The squares that can follow the beginning of a move, as a player clicks it.

        Args:
            prefix: The squares so far, the origin first.

        Returns:
            Without prefix the squares of the pieces that may move, then each allowed landing
            square; nothing after a complete move.

        Raises:
            IllegalMoveError: No legal move begins so.

        >>> board = Board("international", "W:W32:B28,19")
        >>> board.next_squares(), board.next_squares([32]), board.next_squares([32, 23])
        ((32,), (23,), (14,))
        """
    def piece_at(self, square: int) -> Piece | None:
        """The piece on a square.

        Raises:
            InvalidSquareError: The square is off the board.
        """
    @property
    def piece_counts(self) -> tuple[int, int]:
        """How many pieces White and Black have."""
    def piece_map(self) -> dict[int, Piece]:
        """All pieces by square, ascending."""
    def diagram(
        self, unicode: bool = False, numbers: bool = False, perspective: Color = ...
    ) -> str:
        """The board as text, a line for each row; `str(board)` is this without arguments.

        Args:
            unicode: The symbols of draughts, and not w and b for men, W and B for kings.
            numbers: Every square's number behind what stands on it.
            perspective: Whose side is at the bottom; White's if not given.

        >>> print(Board("brazilian", "W:Wc3,Kg1:Bf6").diagram(numbers=True))
              1       2       3       4
          5       6       7       8
              9      10     b11      12
         13      14      15      16
             17      18      19      20
         21     w22      23      24
             25      26      27      28
         29      30      31     W32
        """
    def svg(
        self,
        *,
        size: int = 400,
        coordinates: bool | None = None,
        numbers: bool | None = None,
        perspective: Color = ...,
        last_move: Move | bool = True,
        arrows: Iterable[Move | Sequence[int]] = (),
        squares: Iterable[int] = (),
        lang: Literal["en", "fr", "pt", "nl"] = "en",
        theme: Literal["auto", "light", "dark"] = "auto",
    ) -> str:
        """The board as a picture, the text of an SVG document; notebooks show it by themselves.

        Args:
            size: Width and height in pixels, 50 to 10000.
            coordinates: Letters and digits along the edges of 8x8, on 10x10 the numbers of the
                squares there; if not given on 8x8 only.
            numbers: Every square's number; if not given where squares are large enough to read it.
            perspective: Whose side is at the bottom; White's if not given.
            last_move: The move to mark, with its way and what it took; True is the last one played.
            arrows: Moves, of which way and captured pieces are shown, or sequences of squares.
            squares: Squares to mark.
            lang: Of the text that is read aloud.
            theme: Colours for light or dark surroundings, or as the viewer has set them.

        Raises:
            ValueError: A square is off the board, a move is one of the other game, or an argument
                is out of range or unknown.

        >>> board = Board("international", "W:WK4:B13,20,32,37")
        >>> picture = board.svg(size=300, arrows=board.legal_moves, squares=[4])
        """
    def _repr_svg_(self) -> str: ...
    def fen(self, ranges: bool = False, notation: _Notation = "numeric") -> str:
        """The position as FEN: White first, squares ascending, kings one by one.

        Counters are not written; pickle keeps them.

        Args:
            ranges: Write three men or more in a row as a range; not all programs read that.
            notation: Numbers, letters or what is official, as in `Move.text`.

        Raises:
            ValueError: The notation is unknown, algebraic on 10x10, or letters with ranges.

        >>> Board("international").fen(ranges=True)
        'W:W31-50:B1-20'
        """
    def repetitions(self) -> int:
        """How often this position has stood on the board with this side to move, now included.

        Whole positions are compared, over the plies since the last capture or move by a man.
        """
    def copy(self, *, stack: bool = True) -> Board:
        """An independent board.

        Args:
            stack: With the moves played. Without them `ply`, `reversible_plies` and
                `repetitions` stay as they are, and `pop` has nothing to take back.
        """
    def mirrored(self) -> Board:
        """The same game for the other side: turned by 180 degrees, with colours changed.

        As in a copy without stack, `ply`, `reversible_plies` and `repetitions` stay as they are,
        and `pop` has nothing to take back.

        >>> Board("international", "W:W28,K50:B19").mirrored().fen()
        'B:W32:BK1,23'
        """
    def passed(self) -> Board:
        """A new board with this position, but with the other side to move and no history.

        The rules know no passing; it tells what the other side threatens.

        >>> [str(move) for move in Board("international", "W:W32:B27").passed().legal_moves]
        ['27x38']
        """
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Board: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]

def square_name(variant: Variant | str, square: int) -> str:
    """The official name of a square: letter and digit on 8x8, the number on 10x10.

    Raises:
        InvalidSquareError: The square is off the board.
        ValueError: The variant is unknown.

    >>> square_name("brazilian", 32), square_name("international", 32)
    ('g1', '32')
    """

def parse_square(variant: Variant | str, text: str) -> int:
    """The number of a square given by number or, on 8x8, by letter and digit.

    Raises:
        InvalidSquareError: The text is no square of this board.

    >>> parse_square("brazilian", "g1"), parse_square("brazilian", "32")
    (32, 32)
    """

@final
class Stop:
    """Ends long work from any thread: `perft`, `divide`, splits and campaigns take one.

    It is set once and for good, and the calls that were given it raise `damier.Stopped` within
    20 ms.

    >>> from threading import Timer
    >>> stop = Stop()
    >>> Timer(0.1, stop.set).start()
    >>> perft(Board("international"), 20, stop=stop)
    Traceback (most recent call last):
    damier.errors.Stopped: stopped before the end
    """

    def __init__(self) -> None: ...
    def set(self) -> None:
        """Asks for the end."""
    def is_set(self) -> bool:
        """Whether the end was asked for."""

def perft(
    board: Board,
    depth: int,
    *,
    routes: bool = False,
    threads: int = 1,
    hash_mb: int = 0,
    progress: Callable[[int, int, int], object] | None = None,
    stop: Stop | None = None,
) -> int:
    """The number of sequences of legal moves of a length.

    Two conventions are in print. *moves*: captures with the same origin, destination and set of
    captured pieces are one, as in `Board.legal_moves`. *routes*: they differ if the pieces are
    taken in another order.

    Other Python threads run meanwhile, and Ctrl-C stops the count.

    Args:
        board: Where to start; it is not changed.
        depth: Plies, 0 or more; depth 0 counts 1.
        routes: Count routes, not moves.
        threads: How many threads count, at most 256; 0 is one for each core.
        hash_mb: At most so many MiB for a table of positions counted before, which deep counts
            need; the greatest power of two in it is taken, 0 is no table. The table is exact, and
            its memory is given back at the end. Counts of 2**83 or more are not kept in it.
        progress: Called about twenty times a second and at the end, with the parts of the work
            done, their total, and the sequences counted so far. What it raises stops the count.
        stop: Ends the count when it is set.

    Raises:
        Stopped: `stop` was set before the end.
        ValueError: An argument is out of range, or DAMIER_KERNEL names no kernel for this machine.
        MemoryError: This machine has not so much memory to spare, or the tree is so deep and
            wide that no memory would do.
        OverflowError: The count is 2**128 or more.

    >>> perft(Board("international"), 6)
    167140
    """

def divide(
    board: Board,
    depth: int,
    *,
    routes: bool = False,
    threads: int = 1,
    hash_mb: int = 0,
    progress: Callable[[int, int, int], object] | None = None,
    stop: Stop | None = None,
) -> dict[Move, int]:
    """The number of sequences of legal moves of a length, by their first move.

    Args:
        board: Where to start; it is not changed.
        depth: Plies, 1 or more.
        routes, threads, hash_mb, progress, stop: As for `perft`.

    Returns:
        A count for each legal move, in their order; together they make `perft`.

    Raises:
        ValueError, MemoryError, OverflowError, Stopped: As `perft`.

    >>> {str(move): count for move, count in divide(Board("brazilian"), 3).items()}["22-18"]
    40
    """

class _BuildInfo(TypedDict):
    version: str
    compiler: str
    kernels: list[str]
    kernel: str

def build_info() -> _BuildInfo:
    """What this build is: its version and compiler, the perft kernels in it and the one in use.

    Raises:
        ValueError: DAMIER_KERNEL names no kernel for this machine.

    >>> build_info()["kernel"] in build_info()["kernels"]
    True
    """

def _replay(
    board: Board, texts: Sequence[str]
) -> tuple[list[Move], list[int], RefusedError | None]:
    """Plays move texts one after another, without changing the board.

    Returns:
        The moves up to the first text that is refused; the indexes of those written as captures
        without being captures or the other way round; and the exception of the text refused.
    """

def _push_until(board: Board, texts: list[str], first: int, stops: bytes, king_plies: int) -> None:
    """Plays move texts one after another; one that is refused leaves those before it played.

    Args:
        board: Where they are played.
        texts: The moves.
        first: The index of the first text to play.
        stops: Stop after a ply that leaves White and Black so many pieces that this is not 0 at 64
            times the one plus the other; 4096 bytes.
        king_plies: Stop after a ply that makes so many by kings without capture, or more.

    Raises:
        InvalidMoveError, IllegalMoveError, AmbiguousMoveError: As `Board.push`.
    """

def _shown_move(move: Move) -> Any:
    """A move as `damier.game.view.ShownMove` describes it."""

def _shown_moves(board: Board) -> dict[int, Any]:
    """The legal moves by their origins, each as `_shown_move` has it."""

def _shown_pieces(board: Board) -> dict[int, str]:
    """The pieces by their squares: w and b are men, W and B kings."""

def _next_game(
    text: bytes, at: int, whole: bool
) -> tuple[int, int, int, int, int, int, int] | None:
    """Finds the first game at or after an offset in the bytes of a PDN file.

    Args:
        text: UTF-8, or another encoding in which ASCII bytes mean ASCII characters.
        at: Where to begin.
        whole: Whether the file ends with this text.

    Returns:
        Where the game begins, where its tags end, where the result or `*` that ends it begins and
        ends, where the comments behind that end, and the line breaks before and within it. None
        if there is no game, or if more text could change the answer.
    """

@final
class _PlainGame:
    """A game in plain form, played to its end: its main line, and what the tags say of it."""

    def __init__(self, *args: Never, **kwargs: Never) -> None: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def moves(self) -> list[Move]: ...
    @property
    def plies(self) -> int: ...
    @property
    def result(self) -> str: ...
    @property
    def first_number(self) -> int: ...
    @property
    def branches(self) -> bool:
        """Whether there are variations, which were not looked at."""

def _read_plain_game(
    text: bytes, body: int, terminator: int, closing: int, variant: Variant | None
) -> _PlainGame | None:
    """Plays a game of a PDN file; None if it is not in plain form or anything is wrong.

    Args:
        text: The bytes of the game.
        body: Where its tags end, as `_next_game` tells it from the beginning of the game.
        terminator: Where the result that ends it begins.
        closing: Where that ends.
        variant: The game, if it is known.
    """

@final
class _WarmTable:
    """Counts of one variant and convention, with a table that stays."""

    def __init__(self, variant: Variant | str, routes: bool, hash_mb: int) -> None: ...
    def perft(
        self,
        fens: Sequence[str],
        depth: int,
        *,
        threads: int = 1,
        kernel: str | None = None,
        stop: Stop | None = None,
    ) -> list[int]:
        """The number of lines of play from each position."""

@final
class _Split:
    """See damier.campaign.split."""

    def __init__(
        self, board: Board, plies: int, routes: bool, memory_mb: int, stop: Stop | None = None
    ) -> None: ...
    def __iter__(self) -> _Split: ...
    def __next__(self) -> list[tuple[str, int]]: ...

@final
class _EndgameTables:
    """Endgame tables of one variant."""

    def __init__(self, variant: Variant | str) -> None: ...
    def add(self, file: bytes | mmap) -> None:
        """Adds the tables of a file."""
    def probe(self, board: Board) -> tuple[int, int | None] | None:
        """How a board ends: 1, 0 or -1, and in how many plies."""
    def pieces(self) -> int:
        """Up to how many pieces every position is there."""
    def solve(
        self,
        pieces: tuple[int, int, int, int],
        *,
        threads: int = 1,
        progress: Callable[[int, int, int], object] | None = None,
        stop: Stop | None = None,
    ) -> list[bytes]:
        """The files of a piece set and of the set turned."""

def _pack_endgames(variant: Variant | str, files: bytes) -> bytes:
    """The tables of files, one after the other, in little room."""

def _planes(board: Board, prefix: Iterable[int], out: object) -> None:
    """See damier.arrays.planes."""

def _legal_mask(board: Board, prefix: Iterable[int], out: object) -> None:
    """See damier.arrays.legal_mask."""

def _actions(move: Move) -> tuple[int, ...]:
    """See damier.arrays.actions."""

def _action_squares(variant: Variant | str, action: int) -> tuple[int, int]:
    """See damier.arrays.action_squares."""

def _move_from(board: Board, actions: Iterable[int]) -> Move:
    """See damier.arrays.move_from."""

def _fill_rows(
    text: bytes,
    body: int,
    terminator: int,
    closing: int,
    variant: Variant | str,
    number: int,
    rows: object,
    at: int,
) -> int:
    """See damier.arrays.read_positions."""

def _planes_of(rows: object, variant: Variant | str, out: object) -> None:
    """See damier.arrays.planes_of."""

@final
class _Boards:
    """See damier.arrays.Boards."""

    def __init__(self, start: Board, n: int, king_plies: int, threads: int) -> None: ...
    def legal_masks(self, out: object) -> None: ...
    def planes(self, out: object) -> None: ...
    def sample(self, seed: int, out: object) -> None: ...
    def push(self, actions: object) -> None: ...
    def outcomes(self, out: object) -> None: ...
    def turns(self, out: object) -> None: ...
    def reset(self, where: object) -> None: ...
    def board(self, index: int) -> Board: ...
    def __len__(self) -> int: ...

# Plies by kings without capture, whether only while each side has a king, least pieces.
_KingPlies: TypeAlias = tuple[int, bool, int]

# As damier.engine.draw_numbers.EndingNumbers.
_Materials: TypeAlias = Sequence[tuple[int, int, int, int]]
_Ending: TypeAlias = tuple[int, _Materials, _Materials, int, int, bool, int, int, int]

# Score, bound, depth, selective depth, moves.
_Line: TypeAlias = tuple[int, Literal["exact", "lower", "upper"], int, int, tuple[Move, ...]]

@final
class _Search:
    """A search of the core with its table; see cpp/include/damier/search.hpp."""

    def __init__(
        self, variant: Variant | str, weights: bytes, hash_mb: int, threads: int
    ) -> None: ...
    def clear(self) -> None: ...
    def run(
        self,
        board: Board,
        *,
        depth: int,
        nodes: int,
        seconds: float,
        planned: float,
        repetitions: int,
        king_plies: Sequence[_KingPlies],
        endings: Sequence[_Ending],
        main_road: int,
        noise: int,
        seed: int,
        lines: int,
        endgames: _EndgameTables,
        stop: Stop,
        report: Callable[[tuple[list[_Line], int, float], int], object] | None,
    ) -> tuple[list[_Line], int, float]:
        """Searches a board and returns the best lines, the nodes looked at, and the seconds."""
