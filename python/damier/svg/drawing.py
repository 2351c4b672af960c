"""The elements of a picture: squares, numbers, pieces, ways."""

import math
from collections.abc import Iterable, Mapping, Sequence

from .._core import Move, Piece, square_name
from ..values import Color, Variant
from .colors import Colors

SQUARE = 40  # all lengths are in units of which a square has so many
_RADIUS = 15.2
_CROWN = "-8,5 -9.5,-5 -4.5,-0.5 0,-8 4.5,-0.5 9.5,-5 8,5"
_LEAST_TEXT = 7.5  # pixels


def _plain(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{_plain(x)},{_plain(y)}" for x, y in points)


def _towards(
    start: tuple[float, float], goal: tuple[float, float], length: float
) -> tuple[float, float]:
    """The point so far from the start, on the way to the goal."""
    (x, y), (goal_x, goal_y) = start, goal
    part = length / (math.dist(start, goal) or 1)
    return x + part * (goal_x - x), y + part * (goal_y - y)


def letter(piece: Piece) -> str:
    """w or b for a man, W or B for a king."""
    name = "w" if piece.color is Color.WHITE else "b"
    return name.upper() if piece.king else name


class Drawing:
    """The elements of one picture, in the order in which they cover one another."""

    def __init__(
        self, variant: Variant, perspective: Color, size: int, edges: bool, colors: Colors
    ) -> None:
        self._variant = variant
        self._turned = Color(perspective) is Color.BLACK
        self._size = size
        self._margin = 22 if edges else 6
        self._width = variant.size * SQUARE + 2 * self._margin
        self._colors = colors
        self._parts: list[str] = []

    def pixels(self, length: float) -> float:
        return length * self._size / self._width

    @property
    def width(self) -> int:
        """The length of the whole picture, and so its height."""
        return self._width

    def take(self) -> str:
        """The elements so far, as text; the next are drawn anew."""
        text = "".join(self._parts)
        self._parts.clear()
        return text

    def squares(self, *, named: bool = False) -> None:
        """The board; `named` squares are of the class `square` and carry their names."""
        inside = self._variant.size * SQUARE
        self._rect(0, 0, self._width, "frame", 'rx="3"')
        self._rect(self._margin, self._margin, inside, "light")
        for square in range(1, self._variant.squares + 1):
            corner = self._corner(square)
            if named:
                more = f'data-square="{square}" data-name="{self._name(square)}"'
                self._rect(*corner, SQUARE, "dark", more, classes="square ")
            else:
                self._rect(*corner, SQUARE, "dark", f'data-square="{square}"')

    def mark(self, squares: Iterable[int], kind: str) -> None:
        """Squares in another colour."""
        for square in dict.fromkeys(squares):
            self._rect(*self._corner(square), SQUARE, kind)

    def numbers(self, squares: Iterable[int]) -> None:
        height = max(8.3, _LEAST_TEXT / self.pixels(1))
        for square in squares:
            x, y = self._corner(square)
            self._text(x + 1.2, y + 0.4 + 0.75 * height, height, str(square), "number", "start")

    def edges(self) -> None:
        """Along the edges: on 8x8 letters and digits, on 10x10 the squares that lie there."""
        n, variant, turned = self._variant.size, self._variant, self._turned
        height = min(14.0, max(11.0, _LEAST_TEXT / self.pixels(1)))
        outside = self._margin / 2
        far = self._width - outside
        for place in range(n):
            there = self._margin + (place + 0.5) * SQUARE
            nth = n - 1 - place if turned else place
            if variant is Variant.BRAZILIAN:
                labels = [
                    ("abcdefgh"[nth], there, outside),
                    ("abcdefgh"[nth], there, far),
                    (str(8 - nth), outside, there),
                    (str(8 - nth), far, there),
                ]
            else:
                first, last = (n - 1, 0) if turned else (0, n - 1)
                labels = [
                    (self._number(first, nth), there, outside),
                    (self._number(last, nth), there, far),
                    (self._number(nth, first), outside, there),
                    (self._number(nth, last), far, there),
                ]
            for label, x, y in labels:
                if label:
                    self._text(x, y + 0.36 * height, height, label, "edge", "middle")

    def ghosts(self, last_move: Move, pieces: Mapping[int, Piece]) -> None:
        """The men that the last move took, pale."""
        mover = pieces.get(last_move.to_square)
        for square in last_move.captured:
            if mover is not None and square not in pieces:
                self._parts.append('<g opacity="0.4">')
                self._disc(*self._centre(square), ~mover.color)
                self._parts.append("</g>")

    def piece(self, square: int, piece: Piece) -> None:
        self._parts.append(f'<g data-square="{square}" data-piece="{letter(piece)}">')
        self.figure(*self._centre(square), piece)
        self._parts.append("</g>")

    def figure(self, x: float, y: float, piece: Piece) -> None:
        """A man is one disc, a king two, with a crown."""
        color, king = piece
        if not king:
            self._disc(x, y, color, ring=True)
            return
        self._disc(x, y + 3, color)
        self._disc(x, y - 2.5, color)
        name = f"{color.name.lower()}_crown"
        self._parts.append(
            f'<polygon class="d-{name.replace("_", "-")}" fill="{getattr(self._colors, name)}" '
            f'points="{_CROWN}" transform="translate({_plain(x)} {_plain(y - 1.5)})"/>'
        )

    def use(self, square: int, piece: Piece) -> None:
        """A piece as a copy of the figure that the document names by its letter."""
        x, y = self._centre(square)
        name = letter(piece)
        self._parts.append(
            f'<use href="#{name}" x="{_plain(x)}" y="{_plain(y)}" '
            f'data-square="{square}" data-piece="{name}"/>'
        )

    def arrows(self, arrows: list[Move | Sequence[int]], pieces: Mapping[int, Piece]) -> None:
        """Side by side, since captures may share a part of their way."""
        taken: dict[int, None] = {}
        for nth, arrow in enumerate(arrows):
            if isinstance(arrow, Move):
                self.require(arrow)
                taken.update(dict.fromkeys(arrow.captured))
                path: Sequence[int] = arrow.path
            else:
                path = arrow
            if len(path) < 2:
                raise ValueError("an arrow needs two squares or more")
            beside = 6 * (nth - (len(arrows) - 1) / 2) if len(arrows) <= 4 else 0
            self.way(path, ("way", "other-way")[nth % 2], left=path[0] in pieces, beside=beside)
        self.crosses(taken)

    def way(
        self,
        path: Sequence[int],
        kind: str,
        *,
        left: bool = False,
        arrived: bool = False,
        beside: float = 0,
    ) -> None:
        """A line through squares that ends in an arrow head.

        It begins at the edge of the piece that is still to leave, and ends at the edge of the one
        that has arrived.
        """
        points = [(x + beside, y) for x, y in map(self._centre, path)]
        if left:
            points[0] = _towards(points[0], points[1], _RADIUS)
        if arrived:
            points[-1] = _towards(points[-1], points[-2], _RADIUS + 1)
        (x, y), (before_x, before_y) = points[-1], points[-2]
        angle = math.atan2(y - before_y, x - before_x)
        head = [
            (x + 13 * math.cos(angle + turn), y + 13 * math.sin(angle + turn))
            for turn in (math.pi - 0.5, math.pi + 0.5)
        ]
        line, tip = _points(points), _points([head[0], (x, y), head[1]])
        color = getattr(self._colors, kind.replace("-", "_"))
        for line_color, width, name in ((self._colors.frame, 6, ""), (color, 3.5, f"d-{kind}")):
            self._parts.append(
                f'<g class="{name}" fill="none" stroke="{line_color}" stroke-width="{width}" '
                'stroke-linecap="round" stroke-linejoin="round">'
                f'<polyline points="{line}"/><polyline points="{tip}"/></g>'
            )

    def crosses(self, taken: Iterable[int]) -> None:
        """Marks the pieces that a capture takes."""
        for square in taken:
            x, y = self._centre(square)
            self._parts.append(
                f'<path class="d-taken" stroke="{self._colors.taken}" stroke-width="4" '
                f'stroke-linecap="round" data-taken="{square}" '
                f'd="M{_plain(x - 7)} {_plain(y - 7)}l14 14m0 -14l-14 14"/>'
            )

    def require(self, move: Move) -> None:
        """Raises a ValueError for a move of the other game."""
        if move.variant is not self._variant:
            raise ValueError(f"{move} is a move of {move.variant} draughts")

    def _number(self, row: int, column: int) -> str:
        square = self._variant.square_at(row, column)
        return "" if square is None else str(square)

    def _corner(self, square: int) -> tuple[float, float]:
        row, column = self._variant.row_column(square)
        if self._turned:
            row, column = self._variant.size - 1 - row, self._variant.size - 1 - column
        return self._margin + column * SQUARE, self._margin + row * SQUARE

    def _centre(self, square: int) -> tuple[float, float]:
        x, y = self._corner(square)
        return x + SQUARE / 2, y + SQUARE / 2

    def _fill(self, kind: str, classes: str = "") -> str:
        return f'class="{classes}d-{kind}" fill="{getattr(self._colors, kind)}"'

    def _name(self, square: int) -> str:
        """The square in the official notation."""
        if self._variant is Variant.BRAZILIAN:
            return square_name(self._variant, square)
        return str(square)

    def _rect(
        self, x: float, y: float, width: float, kind: str, more: str = "", classes: str = ""
    ) -> None:
        self._parts.append(
            f'<rect x="{_plain(x)}" y="{_plain(y)}" width="{_plain(width)}" '
            f'height="{_plain(width)}" {self._fill(kind, classes)} {more}/>'
        )

    def _text(self, x: float, y: float, height: float, text: str, kind: str, anchor: str) -> None:
        self._parts.append(
            f'<text x="{_plain(x)}" y="{_plain(y)}" font-size="{_plain(height)}" '
            f'text-anchor="{anchor}" {self._fill(kind)}>{text}</text>'
        )

    def _disc(self, x: float, y: float, color: Color, *, ring: bool = False) -> None:
        kind = color.name.lower()
        line = getattr(self._colors, f"{kind}_line")
        self._parts.append(
            f'<g class="d-{kind}-line" stroke="{line}" stroke-width="1.5">'
            f'<circle cx="{_plain(x)}" cy="{_plain(y)}" r="{_RADIUS}" {self._fill(kind)}/>'
        )
        if ring:
            self._parts.append(
                f'<circle cx="{_plain(x)}" cy="{_plain(y)}" r="{_RADIUS * 0.62:.1f}" '
                f'fill="none" stroke-width="1" opacity="0.55"/>'
            )
        self._parts.append("</g>")
