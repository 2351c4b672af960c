"""A board as an SVG picture."""

from collections.abc import Iterable, Mapping, Sequence
from xml.sax.saxutils import escape
from zlib import crc32

from .._core import Board, Move, Piece
from ..values import Color, Variant
from . import words
from .colors import Theme, colors, style
from .drawing import SQUARE, Drawing
from .words import Language

FONT = 'font-family="Helvetica, Arial, sans-serif" font-weight="bold"'
_LEAST_FOR_NUMBERS = 28  # pixels of a square, where nobody says whether numbers are wanted


def picture(
    variant: Variant | str,
    pieces: Mapping[int, Piece],
    *,
    turn: Color | None = None,
    size: int = 400,
    coordinates: bool | None = None,
    numbers: bool | None = None,
    perspective: Color = Color.WHITE,
    last_move: Move | None = None,
    arrows: Iterable[Move | Sequence[int]] = (),
    squares: Iterable[int] = (),
    lang: Language = "en",
    theme: Theme = "auto",
) -> str:
    """A picture of pieces on a board, as the text of an SVG document.

    Args:
        variant: The game, by `Variant` or name.
        pieces: What stands on which square, 1 to 32 or 50.
        turn: The side to move, for the text that is read aloud.
        size: Width and height in pixels, 50 to 10000.
        coordinates: Letters and digits along the edges of 8x8, on 10x10 the numbers of the squares
            there; if left out on 8x8 only.
        numbers: Every square's number; if left out where squares are large enough to read them.
        perspective: Whose side is at the bottom.
        last_move: Marked with its way; what it took, and is no longer there, is shown pale.
        arrows: Moves, of which the way and what they take is shown, or sequences of squares.
        squares: Squares to mark.
        lang: Of the text that is read aloud: en, fr, pt or nl.
        theme: Colours for light or dark surroundings, or as the viewer has set them.

    Raises:
        ValueError: A square is off the board, a move is one of the other game, or an argument is
            out of range or unknown.

    Squares are `rect` elements with the attribute `data-square`, pieces `g` elements with
    `data-square` and `data-piece` (w and b for men, W and B for kings).

    >>> picture("international", {28: Piece(Color.WHITE, True)})[:40]
    '<svg xmlns="http://www.w3.org/2000/svg" '
    """
    variant = Variant(variant)
    edges = variant is Variant.BRAZILIAN if coordinates is None else coordinates
    drawing = Drawing(variant, perspective, check_size(size), edges, colors(theme))
    if numbers is None:
        numbers = drawing.pixels(SQUARE) >= _LEAST_FOR_NUMBERS

    drawing.squares()
    drawing.mark(squares, "marked")
    if last_move is not None:
        drawing.require(last_move)
        drawing.mark((last_move.from_square, last_move.to_square), "moved")
    if numbers:
        drawing.numbers(range(1, variant.squares + 1))
    if edges:
        drawing.edges()
    if last_move is not None:
        drawing.ghosts(last_move, pieces)
    for square, piece in sorted(pieces.items()):
        drawing.piece(square, piece)
    if last_move is not None and last_move.is_capture:
        drawing.way(last_move.path, "way", arrived=True)
        drawing.crosses(last_move.captured)
    drawing.arrows(list(arrows), pieces)

    title = words.title(variant, turn, lang)
    text = words.description(variant, pieces, last_move, lang)
    # The names are made of the text, so that only what says the same has the same name.
    name = f"damier-{crc32((title + text).encode()):08x}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawing.width} {drawing.width}" '
        f'width="{size}" height="{size}" class="damier damier-{theme}" {FONT} role="img" '
        f'lang="{lang}" aria-labelledby="{name}-title" aria-describedby="{name}-desc">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(text)}</desc>'
        f"{style(theme)}{drawing.take()}</svg>"
    )


def check_size(size: int) -> int:
    """The size, if a picture can have it."""
    if not 50 <= size <= 10_000:
        raise ValueError(f"size must be from 50 to 10000 pixels, not {size}")
    return size


def board_picture(
    board: Board,
    *,
    size: int = 400,
    coordinates: bool | None = None,
    numbers: bool | None = None,
    perspective: Color = Color.WHITE,
    last_move: Move | bool = True,
    arrows: Iterable[Move | Sequence[int]] = (),
    squares: Iterable[int] = (),
    lang: Language = "en",
    theme: Theme = "auto",
) -> str:
    """What `Board.svg` returns."""
    if last_move is True and board.move_stack:
        last_move = board.peek()
    return picture(
        board.variant,
        board.piece_map(),
        turn=board.turn,
        size=size,
        coordinates=coordinates,
        numbers=numbers,
        perspective=perspective,
        last_move=last_move if isinstance(last_move, Move) else None,
        arrows=arrows,
        squares=squares,
        lang=lang,
        theme=theme,
    )
