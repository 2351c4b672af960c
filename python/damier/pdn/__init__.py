"""PDN, the file format of draughts games: read, checked, edited and written (PDN 3.0)."""

from ..errors import Code
from .clocks import Clock, Command
from .headers import Headers, TimeStage
from .problems import PdnError, Problem
from .reader import Heading, loads, read_game, read_games, read_headers
from .record import Record
from .results import Score
from .tree import Comment, Line, Ply, Setup, Text
from .writer import dumps, write_game

__all__ = [
    "Clock",
    "Code",
    "Command",
    "Comment",
    "Headers",
    "Heading",
    "Line",
    "PdnError",
    "Ply",
    "Problem",
    "Record",
    "Score",
    "Setup",
    "Text",
    "TimeStage",
    "dumps",
    "loads",
    "read_game",
    "read_games",
    "read_headers",
    "write_game",
]
