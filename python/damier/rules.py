"""Sets of draw rules, and the parts to build others: the public door of `damier.game.rules`."""

from .game.draws import Ending, KingPlies, MainRoad, PieceCount, Repetition, Rule
from .game.rules import RULE_SETS, RuleSet, default_rules, rule_set

__all__ = [
    "RULE_SETS",
    "Ending",
    "KingPlies",
    "MainRoad",
    "PieceCount",
    "Repetition",
    "Rule",
    "RuleSet",
    "default_rules",
    "rule_set",
]
