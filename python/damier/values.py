"""The names of the two games and of the two sides."""

from enum import Enum, StrEnum


class Variant(StrEnum):
    """A game: its board, its notation and how its results are written; the rules are the same."""

    BRAZILIAN = "brazilian"
    INTERNATIONAL = "international"

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


class Color(Enum):
    """A side; `~color` is the other one. White moves first."""

    WHITE = 0
    BLACK = 1

    def __invert__(self) -> "Color":
        return Color.BLACK if self is Color.WHITE else Color.WHITE
