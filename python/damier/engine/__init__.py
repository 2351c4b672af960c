"""An engine that plays and analyses both games, and players of several strengths."""

from .analysis import Analysis
from .annotate import annotate
from .asynchronous import AsyncAnalysis, AsyncEngine
from .engine import Engine
from .info import Info, PlayResult
from .levels import LEVELS, Player
from .limit import Limit
from .score import Score

__all__ = [
    "LEVELS",
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "Engine",
    "Info",
    "Limit",
    "PlayResult",
    "Player",
    "Score",
    "annotate",
]
