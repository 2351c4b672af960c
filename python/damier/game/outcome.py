"""How a game ended."""

from dataclasses import dataclass, field
from enum import Enum

from ..values import Color, Variant


class Termination(Enum):
    """What ended a game."""

    NO_MOVES = "no moves"
    REPETITION = "repetition"
    KING_MOVES = "king moves"
    ENDGAME = "endgame"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    TIME = "time"
    ADJUDICATION = "adjudication"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    Args:
        winner: Who won, None after a draw.
        termination: What kind of end it was.
        rule: The name of the rule that ended it: `no-legal-moves`, the name of a draw rule as its
            `RuleSet` has it, or `agreement`, `resignation`, `time`, `adjudication`.
        also_due: The draw rules that were due at the same ply. They do not count when outcomes
            are compared.

    >>> Outcome(Color.WHITE, Termination.RESIGNATION, "resignation").result("international")
    '2-0'
    """

    winner: Color | None
    termination: Termination
    rule: str
    also_due: tuple[str, ...] = field(default=(), compare=False)

    def result(self, variant: Variant | str) -> str:
        """The result as the game writes it (PDN 3.0, "GameType").

        Args:
            variant: Brazilian gives 1-0, 1/2-1/2 or 0-1; International 2-0, 1-1 or 0-2.

        Raises:
            ValueError: The variant is unknown.

        >>> Outcome(None, Termination.AGREEMENT, "agreement").result("brazilian")
        '1/2-1/2'
        """
        if Variant(variant) is Variant.BRAZILIAN:
            won, drawn, lost = "1-0", "1/2-1/2", "0-1"
        else:
            won, drawn, lost = "2-0", "1-1", "0-2"
        if self.winner is None:
            return drawn
        return won if self.winner is Color.WHITE else lost
