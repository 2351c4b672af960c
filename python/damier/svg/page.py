"""A game as a page of its own that needs no script."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Protocol

from .._core import Board, Move, Piece
from ..values import Color, Variant
from . import words
from .colors import Theme, colors, style
from .drawing import Drawing, letter
from .picture import FONT, check_size
from .words import Language


class Played(Protocol):
    """What is shown of a game; a `damier.pdn.Record` is one."""

    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def result(self) -> str: ...
    @property
    def first_number(self) -> int: ...
    @property
    def moves(self) -> list[Move]: ...
    def positions(self) -> Iterator[Board]: ...


def animate(
    record: Played,
    *,
    size: int = 480,
    perspective: Color = Color.WHITE,
    lang: Language = "en",
    theme: Theme = "auto",
) -> str:
    """A game to step through, as an HTML page that stands alone and needs no script.

    Buttons and the arrow keys step, and a move in the list leads to its position.

    Args:
        record: The game; its main line is shown as far as it can be played.
        size: Width and height of the board in pixels, 50 to 10000.
        perspective: Whose side is at the bottom.
        lang: Of the text that is read aloud: en, fr, pt or nl.
        theme: Colours for light or dark surroundings, or as the viewer has set them.

    Raises:
        ValueError: An argument is out of range or unknown, or it is not known which game the
            record is of.

    >>> from damier.pdn import read_game
    >>> page = animate(read_game("1. 32-28 19-23 2. 28x19 *"))
    >>> page.startswith("<!DOCTYPE html>"), page.count('type="radio"')
    (True, 4)
    """
    plies = list(zip(record.positions(), [None, *record.moves], strict=False))
    variant = plies[0][0].variant
    edges = variant is Variant.BRAZILIAN
    drawing = Drawing(variant, perspective, check_size(size), edges, colors(theme))
    groups = "".join(
        _position(drawing, nth, board, move, lang) for nth, (board, move) in enumerate(plies)
    )
    board = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawing.width} {drawing.width}" '
        f'width="{size}" height="{size}" class="damier damier-{theme}" {FONT}>'
        f"{style(theme)}{_figures(drawing, theme)}{_empty(drawing, variant, edges)}{groups}</svg>"
    )
    switches = "".join(
        f'<input type="radio" name="ply" id="p{nth}"{" checked autofocus" if nth == 0 else ""} '
        f'aria-label="{escape(_name(move, lang))}">'
        for nth, (_, move) in enumerate(plies)
    )
    names = [_sides(record), _occasion(record)]
    heading = f"<h1>{escape(names[0])}</h1>" + (f"<p>{escape(names[1])}</p>" if names[1] else "")
    return (
        f'<!DOCTYPE html><html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(names[0])}</title><style>{_style(len(plies), theme)}</style></head>"
        f'<body>{switches}<main>{heading}<div class="game"><div>{board}<div class="buttons">'
        f"{''.join(_buttons(nth, len(plies) - 1) for nth in range(len(plies)))}</div></div>"
        f"{_moves(record, plies, lang)}</div></main></body></html>\n"
    )


def _name(move: Move | None, lang: str) -> str:
    return words.start(lang) if move is None else move.text("official")


def _figures(drawing: Drawing, theme: Theme) -> str:
    """A figure for each piece, that every position copies.

    Each names the theme itself: in a copy browsers do not see what stands around the original.
    """
    found = []
    for color in Color:
        for king in (False, True):
            piece = Piece(color, king)
            drawing.figure(0, 0, piece)
            found.append(f'<g id="{letter(piece)}" class="damier-{theme}">{drawing.take()}</g>')
    return f"<defs>{''.join(found)}</defs>"


def _empty(drawing: Drawing, variant: Variant, edges: bool) -> str:
    drawing.squares()
    drawing.numbers(range(1, variant.squares + 1))
    if edges:
        drawing.edges()
    return drawing.take()


def _position(drawing: Drawing, nth: int, board: Board, move: Move | None, lang: str) -> str:
    """What a ply draws upon the empty board."""
    pieces = board.piece_map()
    if move is not None:
        ends = (move.from_square, move.to_square)
        drawing.mark(ends, "moved")
        drawing.numbers(ends)
        drawing.ghosts(move, pieces)
    for square, piece in pieces.items():
        drawing.use(square, piece)
    if move is not None and move.is_capture:
        drawing.way(move.path, "way", arrived=True)
        drawing.crosses(move.captured)
    title = words.title(board.variant, board.turn, lang)
    text = words.description(board.variant, pieces, move, lang)
    return (
        f'<g class="ply ply{nth}" role="img" aria-label="{escape(f"{title}. {text}")}">'
        f"{drawing.take()}</g>"
    )


def _buttons(nth: int, last: int) -> str:
    steps = ((0, "|◀"), (max(nth - 1, 0), "◀"), (min(nth + 1, last), "▶"), (last, "▶|"))
    labels = "".join(f'<label for="p{to}">{sign}</label>' for to, sign in steps)
    return f'<nav class="ply ply{nth}" aria-hidden="true">{labels}</nav>'


def _moves(record: Played, plies: list[tuple[Board, Move | None]], lang: str) -> str:
    """The list of moves, each a label of its position."""
    number = record.first_number
    texts = [f'<label for="p0">{escape(words.start(lang))}</label>']
    for nth in range(1, len(plies)):
        text = escape(_name(plies[nth][1], lang))
        mover = plies[nth - 1][0].turn
        if mover is Color.WHITE or nth == 1:
            text = f"<b>{number}.{'' if mover is Color.WHITE else '..'}</b> {text}"
        number += mover is Color.BLACK
        texts.append(f'<label for="p{nth}">{text}</label>')
    return f'<p class="moves">{" ".join(texts)} <span>{escape(record.result)}</span></p>'


def _sides(record: Played) -> str:
    headers = record.headers
    return f"{headers.get('White', '?')} - {headers.get('Black', '?')}"


def _occasion(record: Played) -> str:
    values = (record.headers.get(name, "") for name in ("Event", "Site", "Date", "Round"))
    return ", ".join(value for value in values if value.strip("?. "))


_LIGHT = "--paper:#fff;--ink:#222;--quiet:#666;--chosen:#ffe08a"
_DARK = "--paper:#111315;--ink:#e4e4e4;--quiet:#9a9a9a;--chosen:#5c4a12"


def _style(plies: int, theme: Theme) -> str:
    shown = ",".join(f"#p{nth}:checked~main .ply{nth}" for nth in range(plies))
    chosen = ",".join(f"#p{nth}:checked~main p label[for=p{nth}]" for nth in range(plies))
    dark = f"@media (prefers-color-scheme:dark){{:root{{{_DARK}}}}}" if theme == "auto" else ""
    return (
        f":root{{color-scheme:{'light dark' if theme == 'auto' else theme};"
        f"{_DARK if theme == 'dark' else _LIGHT}}}{dark}"
        "body{font:16px/1.6 system-ui,sans-serif;background:var(--paper);color:var(--ink);"
        "max-width:64rem;margin:1rem auto;padding:0 1rem}"
        "h1{font-size:1.3rem;margin:0}h1+p{margin:0;color:var(--quiet)}"
        "input{position:fixed;opacity:0;pointer-events:none}"
        ".game{display:flex;flex-wrap:wrap;gap:1.5rem;margin-top:1rem}"
        "svg{max-width:100%;height:auto;display:block}"
        ".moves{flex:1 1 16rem;margin:0}.moves b,.moves span{font-weight:400;color:var(--quiet)}"
        "label{cursor:pointer;padding:.1em .3em;border-radius:.3em;display:inline-block}"
        ".buttons{text-align:center;font-size:1.4rem;user-select:none}"
        f".ply{{display:none}}{shown}{{display:inline}}"
        f"{chosen}{{background:var(--chosen)}}"
        ":focus-visible~main .game svg{outline:2px solid var(--quiet);outline-offset:3px}"
    )
