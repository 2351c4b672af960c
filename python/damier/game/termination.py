"""The kinds of ends that a game can have."""

from enum import Enum


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
