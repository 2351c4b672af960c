"""Games: two players, the rules by which they draw, clocks, offers and outcomes."""

from .clock import Clock
from .game import Game
from .outcome import Outcome, Termination
from .rules import RULE_SETS, RuleSet
from .touch import Touch
from .view import View

__all__ = ["RULE_SETS", "Clock", "Game", "Outcome", "RuleSet", "Termination", "Touch", "View"]
