"""How a game ended."""

from dataclasses import dataclass, field

from ..values import Color, Variant
from ..words import vocabulary
from .draws import Rule
from .rules import RULE_SETS
from .termination import Termination

__all__ = ["Outcome", "Termination"]


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
        drawn_by: The draw rule itself, which `sentence` puts into words. It does not count either.

    >>> Outcome(Color.WHITE, Termination.RESIGNATION, "resignation").result("international")
    '2-0'
    """

    winner: Color | None
    termination: Termination
    rule: str
    also_due: tuple[str, ...] = field(default=(), compare=False)
    drawn_by: Rule | None = field(default=None, compare=False, repr=False)

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

    def sentence(self, language: str = "en") -> str:
        """The end in words for players; `rule` and its source name the article.

        Args:
            language: "en", "fr", "pt" or "nl".

        Raises:
            ValueError: There are no words in this language.

        >>> Outcome(None, Termination.KING_MOVES, "25-moves").sentence("fr")
        'Nulle : 25 coups de dames sans prise'
        >>> Outcome(Color.BLACK, Termination.TIME, "time").sentence()
        'Black wins: White has run out of time'
        """
        words = vocabulary(language)
        if self.winner is None:
            return words["drawn"].format(reason=self._drawn_by(language))
        winner, loser = (words[color.name.lower()] for color in (self.winner, ~self.winner))
        reason = words[self.termination.value].format(loser=loser)
        return words["won"].format(winner=winner, reason=reason)

    def _drawn_by(self, language: str) -> str:
        """The reason of a draw; by its name alone if that means the same in all sets."""
        known = [self.drawn_by] if self.drawn_by else _rules_named(self.rule, self.termination)
        sentences = {rule.sentence(language) for rule in known}
        if len(sentences) == 1:
            return sentences.pop()
        return vocabulary(language)[self.termination.value]


def _rules_named(name: str, termination: Termination) -> list[Rule]:
    return [
        rule
        for rules in RULE_SETS.values()
        for variant in rules.variants
        for rule in rules.rules_on(variant)
        if rule.rule == name and rule.termination is termination
    ]
