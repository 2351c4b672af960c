"""What a position is worth."""

from dataclasses import dataclass

from ..values import Color

# As in cpp/include/damier/score.hpp.
_SCORE_OF_WIN = 30_000
_LEAST_COUNTED_WIN = 25_000


@dataclass(frozen=True)
class Score:
    """What a position is worth to the side to move.

    Args:
        value: As the engine counts: centimen, or beyond 25,000 a proven win, 30,000 less the plies
            to it.
        turn: The side to move.

    >>> Score(35, Color.BLACK).white()
    -35
    >>> Score(29_995, Color.WHITE).win_in, Score(-29_990, Color.WHITE).win_in
    (5, -10)
    """

    value: int
    turn: Color

    @property
    def centimen(self) -> int | None:
        """Hundredths of a man; None if the game is won or lost in a number of plies that is known.

        Beyond 10,000 it is won or lost, but the endgame table does not tell how soon.
        """
        return None if self.win_in is not None else self.value

    @property
    def win_in(self) -> int | None:
        """Plies until the opponent has no move; negative if the side to move has lost so."""
        if self.value >= _LEAST_COUNTED_WIN:
            return _SCORE_OF_WIN - self.value
        if self.value <= -_LEAST_COUNTED_WIN:
            return -_SCORE_OF_WIN - self.value
        return None

    def white(self) -> int:
        """The value as White sees it."""
        return self.value if self.turn is Color.WHITE else -self.value

    def black(self) -> int:
        """The value as Black sees it."""
        return -self.white()

    def __str__(self) -> str:
        if self.win_in is not None:
            return f"win in {self.win_in}" if self.win_in > 0 else f"loss in {-self.win_in}"
        return f"{self.value / 100:+.2f}"
