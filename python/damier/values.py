"""The names of the two games and of the two sides."""

from enum import Enum, StrEnum
from operator import index

TYPE_CHECKING = False  # the module `typing` doubles the time of the import
if TYPE_CHECKING:
    from typing import SupportsIndex


class Variant(StrEnum):
    """A game: its board, its notation and how its results are written; the rules are the same."""

    BRAZILIAN = "brazilian"
    INTERNATIONAL = "international"

    @classmethod
    def _missing_(cls, value: object) -> None:
        if isinstance(value, str):
            raise ValueError(f"unknown variant {value[:40]!r}: expected brazilian or international")

    @property
    def size(self) -> int:
        """Squares along one side of the board: 8 or 10."""
        return 8 if self is Variant.BRAZILIAN else 10

    @property
    def squares(self) -> int:
        """Squares that are played on, numbered from 1: 32 or 50."""
        return self.size * self.size // 2

    @property
    def game_type(self) -> int:
        """The number of the game in the PDN tag GameType: 26 or 20."""
        return 26 if self is Variant.BRAZILIAN else 20

    @property
    def starting_fen(self) -> str:
        """The starting position."""
        if self is Variant.BRAZILIAN:
            return "W:W21-32:B1-12"
        return "W:W31-50:B1-20"

    def row_column(self, square: int) -> tuple[int, int]:
        """Where a square is: its row from Black's side and its column from White's left, from 0.

        Raises:
            InvalidSquareError: The square is off the board.

        >>> Variant.INTERNATIONAL.row_column(46)
        (9, 0)
        """
        number = integer(square, "square")
        if not 1 <= number <= self.squares:
            from .errors import Code, InvalidSquareError  # which knows this module

            raise InvalidSquareError(Code.OFF_BOARD, (number,), variant=self, given=number)
        row, nth = divmod(number - 1, self.size // 2)
        return row, 2 * nth + (row + 1) % 2

    def square_at(self, row: int, column: int) -> int | None:
        """The square in a row and a column, counted as in `row_column`.

        None stands for a light square and for what is off the board.

        >>> Variant.INTERNATIONAL.square_at(9, 0), Variant.INTERNATIONAL.square_at(9, 1)
        (46, None)
        """
        down, across = integer(row, "row"), integer(column, "column")
        if not (0 <= down < self.size and 0 <= across < self.size) or (down + across) % 2 == 0:
            return None
        return down * self.size // 2 + across // 2 + 1


def integer(value: "SupportsIndex", name: str) -> int:
    """An integer of any type that is one, such as numpy's; True and False are a slip.

    Raises:
        TypeError: It is no integer; the message calls it by its name.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}")
    return index(value)


class Color(Enum):
    """A side; `~color` is the other one. White moves first."""

    WHITE = 0
    BLACK = 1

    @classmethod
    def _missing_(cls, value: object) -> "Color | None":
        """`Color("white")` and `Color("black")`."""
        return (
            {"white": cls.WHITE, "black": cls.BLACK}.get(value) if isinstance(value, str) else None
        )

    def __invert__(self) -> "Color":
        return Color.BLACK if self is Color.WHITE else Color.WHITE
