"""What can play a side: engines, levels and functions, behind one interface."""

from collections.abc import Callable
from typing import Any, Protocol

from .._core import Board, Move
from ..engine import Engine, Info, Limit, Player, PlayResult, Score
from ..game import Game
from ..hub import HubEngine

#: Is given the position, with its history, and the limit; returns the move that it plays.
Function = Callable[[Board, Limit], Move | str | PlayResult]
#: What `play_game` lets play.
Playing = Engine | HubEngine | Player | Function


class Side(Protocol):
    """Who plays a side of games."""

    def play(self, game: Game, limit: Limit) -> PlayResult:
        """The move it plays; whatever goes wrong is raised."""
        ...

    def answers_draw(self, game: Game) -> bool:
        """Whether it takes the draw that is offered."""
        ...

    def begin(self, seed: int) -> None:
        """Forgets the game before; play may vary with the seed."""
        ...

    @property
    def closed(self) -> bool:
        """Whether it can play no more."""
        ...

    def close(self) -> None:
        """Ends it."""
        ...


def side_of(playing: "Playing | Side") -> Side:
    """What plays, as a side.

    Raises:
        TypeError: It cannot play.
    """
    if isinstance(playing, Engine | HubEngine):
        return EngineSide(playing)
    if isinstance(playing, Player):
        return LevelSide(playing)
    if isinstance(playing, EngineSide | LevelSide | FunctionSide):
        return playing
    if callable(playing):
        return FunctionSide(playing)
    raise TypeError(f"expected an engine, a player or a function, not {type(playing).__name__}")


class EngineSide:
    """An engine of this package, or one in a process."""

    def __init__(self, engine: Engine | HubEngine) -> None:
        self._engine = engine

    def play(self, game: Game, limit: Limit) -> PlayResult:
        return self._engine.play(game, limit)

    def answers_draw(self, game: Game) -> bool:
        return False

    def begin(self, seed: int) -> None:
        self._engine.clear()

    @property
    def closed(self) -> bool:
        return isinstance(self._engine, HubEngine) and self._engine.closed

    def close(self) -> None:
        self._engine.close()


class LevelSide:
    """A player of a level."""

    closed = False

    def __init__(self, player: Player, *, seeded: bool = False) -> None:
        self._player = player
        self._seeded = seeded

    def play(self, game: Game, limit: Limit) -> PlayResult:
        return self._player.play(game)

    def answers_draw(self, game: Game) -> bool:
        return self._player.answers_draw(game)

    def begin(self, seed: int) -> None:
        if self._seeded:
            self._player = Player(self._player.variant, self._player.level, seed=seed)

    def close(self) -> None:
        pass


class FunctionSide:
    """A function; its attributes `new_game()` and `close()` are called if it has them."""

    closed = False

    def __init__(self, function: Function) -> None:
        self._function = function

    def play(self, game: Game, limit: Limit) -> PlayResult:
        board = game.board
        answer = self._function(board.copy(), limit)
        if isinstance(answer, PlayResult):
            return answer
        if not isinstance(answer, Move | str):
            raise TypeError(f"it gave a {type(answer).__name__}, which is no move")
        move = board.parse_move(answer) if isinstance(answer, str) else answer
        return PlayResult(move, None, _nothing_told(board))

    def answers_draw(self, game: Game) -> bool:
        return False

    def begin(self, seed: int) -> None:
        _call(self._function, "new_game")

    def close(self) -> None:
        _call(self._function, "close")


def _call(function: Any, name: str) -> None:
    method = getattr(function, name, None)
    if method is not None:
        method()


def _nothing_told(board: Board) -> Info:
    return Info(
        depth=0,
        seldepth=0,
        score=Score(0, board.turn),
        bound="exact",
        nodes=0,
        nps=0,
        time=0.0,
        pv=(),
        multipv=1,
    )
