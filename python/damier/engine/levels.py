"""Players of several strengths."""

import random
from dataclasses import dataclass, replace
from typing import Final

from ..game import Game
from ..values import Color, Variant
from .info import PlayResult
from .limit import Limit
from .searcher import Noise, Searcher


@dataclass(frozen=True)
class Level:
    """How a player of this strength thinks.

    Args:
        nodes: Positions it looks at for a move.
        depth: Plies that it looks ahead at most.
        noise: Centimen by which it misjudges what it looks at: the difference of two numbers up
            to this, fixed for each position. What is forced or proven it never misjudges.
    """

    nodes: int
    depth: int
    noise: int


LEVELS: Final[dict[Variant, dict[str, Level]]] = {
    Variant.BRAZILIAN: {
        "easy": Level(nodes=1_000, depth=1, noise=60),
        "medium": Level(nodes=5_000, depth=4, noise=50),
        "hard": Level(nodes=100_000, depth=255, noise=0),
    },
    Variant.INTERNATIONAL: {
        "beginner": Level(nodes=1_000, depth=2, noise=80),
        "intermediate": Level(nodes=5_000, depth=3, noise=50),
        "expert": Level(nodes=100_000, depth=6, noise=0),
    },
}

# A draw is offered or taken after so many plies by who is not ahead by more than this, and taken
# at any time by who is clearly worse; in centimen.
_PLIES_BEFORE_DRAW = 60
_LEVEL = 15
_CLEARLY_WORSE = 100
# Who resigns is behind by more than this, or sees that it has lost.
_HOPELESS = 400


class Player:
    """A player of a level: "easy", "medium", "hard" on 8x8, "beginner", "intermediate", "expert"
    on 10x10.

    Its moves depend on the game and the seed, on nothing else. It never resigns; whoever wants it
    to asks `resigns` before its move.

    Args:
        variant: The game, by `Variant` or name.
        level: One of the names.
        seed: What its errors depend on; None draws one.

    Raises:
        ValueError: The variant or the level is unknown.

    >>> game = Game("brazilian")
    >>> result = Player("brazilian", "easy", seed=1).play(game)
    >>> result.move in game.legal_moves
    True
    """

    def __init__(self, variant: Variant | str, level: str, *, seed: int | None = None) -> None:
        self.variant = Variant(variant)
        levels = LEVELS[self.variant]
        if level not in levels:
            names = ", ".join(levels)
            raise ValueError(f"unknown level {level!r}: {self.variant} draughts has {names}")
        self.level = level
        self._level = levels[level]
        self._noise = Noise(self._level.noise, random.Random(seed).getrandbits(64))
        self._searcher = Searcher(threads=1, hash_mb=1)

    def play(self, game: Game) -> PlayResult:
        """The move it plays, which it does not play on the game; `draw_offered` tells whether it
        offers a draw with it.

        Raises:
            GameOverError: The game has ended.
            ValueError: The game is of the other variant.
        """
        if game.variant is not self.variant:
            raise ValueError(f"this player plays {self.variant} draughts, not {game.variant}")
        limit = Limit(nodes=self._level.nodes, depth=self._level.depth)
        self._searcher.clear()
        result = PlayResult.of(self._searcher.search(game, limit, noise=self._noise))
        level = _is_late(game) and abs(result.info["score"].value) <= _LEVEL
        may_offer = game.draw_offer is None and game.draw_offers_left(game.turn) != 0
        return replace(result, draw_offered=level and may_offer)

    def answers_draw(self, game: Game) -> bool:
        """Whether it accepts a draw that is offered now.

        Raises:
            GameOverError, ValueError: As for `play`.
        """
        score = self.play(game).info["score"]
        offered_by = game.draw_offer
        own = ~offered_by if offered_by is not None else game.turn
        value = score.white() if own is Color.WHITE else score.black()
        return value <= -_CLEARLY_WORSE or (_is_late(game) and value <= _LEVEL)

    def resigns(self, game: Game) -> bool:
        """Whether the side to move is so clearly lost that the player would give up.

        Raises:
            GameOverError, ValueError: As for `play`.

        >>> game = Game("brazilian", "B:W22,25,29,30,31,32:B17")
        >>> Player("brazilian", "hard", seed=1).resigns(game)
        True
        """
        return self.play(game).info["score"].value <= -_HOPELESS


def _is_late(game: Game) -> bool:
    return len(game.moves) >= _PLIES_BEFORE_DRAW
