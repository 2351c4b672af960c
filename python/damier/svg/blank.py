"""An empty board with its pieces apart, for a page that places them itself."""

from .._core import Piece
from ..values import Color, Variant
from .colors import colors
from .drawing import SQUARE, Drawing
from .picture import FONT

_SIZE = 480


def blank(
    variant: Variant | str, *, numbers: bool = False, perspective: Color = Color.WHITE
) -> str:
    """An empty board as the text of an SVG document, for a page that moves the pieces.

    Playable squares are `rect` elements of the class `square` with their places, `data-square`
    and `data-name`, the name in the official notation. The pieces are the symbols `white-man`,
    `white-king`, `black-man` and `black-king`, as large as a square. There is no style sheet in
    it and no text to be read aloud.

    Args:
        variant: The game, by `Variant` or name.
        numbers: Whether the squares show their numbers.
        perspective: Whose side is at the bottom.

    Raises:
        ValueError: The variant is unknown.

    >>> board = blank("brazilian")
    >>> board.count('class="square '), board.count("<symbol ")
    (32, 4)
    """
    variant = Variant(variant)
    drawing = Drawing(variant, perspective, _SIZE, variant is Variant.BRAZILIAN, colors("light"))
    symbols = []
    for color in Color:
        for king in (False, True):
            drawing.figure(SQUARE / 2, SQUARE / 2, Piece(color, king))
            name = f"{color.name.lower()}-{'king' if king else 'man'}"
            symbols.append(
                f'<symbol id="{name}" viewBox="0 0 {SQUARE} {SQUARE}">{drawing.take()}</symbol>'
            )
    drawing.squares(named=True)
    if numbers:
        drawing.numbers(range(1, variant.squares + 1))
    if variant is Variant.BRAZILIAN:
        drawing.edges()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawing.width} {drawing.width}" '
        f'class="damier" {FONT}><defs>{"".join(symbols)}</defs>{drawing.take()}</svg>'
    )
