"""Games and matches that engines play."""

from .arena import Effort, GameResult
from .contender import Contender, Options, contender
from .match import Match, play_match
from .openings import openings
from .play import Failure, Loss, Played, play_game
from .statistics import Estimate, Sprt, elo_of, estimate

__all__ = [
    "Contender",
    "Effort",
    "Estimate",
    "Failure",
    "GameResult",
    "Loss",
    "Match",
    "Options",
    "Played",
    "Sprt",
    "contender",
    "elo_of",
    "estimate",
    "openings",
    "play_game",
    "play_match",
]
