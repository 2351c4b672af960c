"""Engines that speak the Hub protocol."""

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType, TracebackType
from typing import Self

from .._core import Board, Stop
from ..engine import Analysis, Info, Limit, PlayResult
from ..engine.searcher import Report, require_lines, require_moves
from ..game import Game
from ..values import Variant
from .conversation import Conversation
from .dialects import DIALECTS, Dialect, Mode
from .parameters import Parameter
from .process import Process
from .search import Search

# What engines of the protocol call the two games.
_NAMES = {
    Variant.INTERNATIONAL: ("normal", "international"),
    Variant.BRAZILIAN: ("brazilian",),
}


@dataclass(frozen=True)
class _Launch:
    """How an engine is started."""

    command: str | Sequence[str]
    variant: Variant
    cwd: str | os.PathLike[str] | None
    patience: float
    longest: float
    dialect: Dialect


class HubEngine:
    """An engine in a process of its own, with the methods of `Engine`.

    `HubEngine.open` starts one. Several threads may use it; they take turns. After a time-out, or
    an error that it tells in mid-search, its process is ended and the engine closed; after an
    illegal move it can be used on. The process never outlives this object or the program.

    >>> import sys
    >>> with HubEngine.open([sys.executable, "-m", "damier", "engine", "hub"]) as engine:
    ...     result = engine.play(Board("international", "W:W28:B23"), Limit(depth=3))
    >>> str(result.move)
    '28x19'
    """

    def __init__(self, launch: _Launch, params: Mapping[str, object]) -> None:
        self._launch = launch
        self._params = dict(params)
        self._lock = threading.RLock()
        self._searches: set[Stop] = set()
        self._closed = False
        self._conversation = self._start(self._params)

    @classmethod
    def open(
        cls,
        command: str | Sequence[str],
        variant: Variant | str = Variant.INTERNATIONAL,
        *,
        cwd: str | os.PathLike[str] | None = None,
        patience: float = 10.0,
        longest: float = 600.0,
        protocol: int = 2,
        **params: object,
    ) -> Self:
        """Starts an engine.

        Args:
            command: The program and its arguments: a list, or a line with quotes as in a shell.
            variant: The game, by `Variant` or name. Engines play 8x8 if they have a parameter
                `variant` that can be `brazilian`.
            cwd: The directory it runs in.
            patience: Seconds it may take for each answer: to start, to stop, to a ping.
            longest: Seconds for a search that only depth or nodes limit.
            protocol: The version of the protocol, 2 or 1 (Scan 2.0).
            params: Parameters it declares; `_` stands for `-` in their names.

        Raises:
            HubError: It cannot be started, is silent, or refuses.
            ValueError: It does not play the game, or a parameter is unknown or cannot be that.
        """
        if protocol not in DIALECTS:
            raise ValueError(f"protocol: expected 1 or 2, not {protocol!r}")
        dialect = DIALECTS[protocol]
        variant = Variant(variant)
        dialect.require(variant)
        return cls(_Launch(command, variant, cwd, patience, longest, dialect), params)

    @property
    def variant(self) -> Variant:
        """The game it plays."""
        return self._launch.variant

    @property
    def name(self) -> str:
        """Its name and version, as it tells them; else the command."""
        return self._conversation.name

    @property
    def about(self) -> Mapping[str, str]:
        """What it tells of itself: name, version, author, country."""
        return MappingProxyType(self._conversation.about)

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """The parameters it declares, by name."""
        return MappingProxyType(self._conversation.parameters)

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._conversation.pid

    @property
    def closed(self) -> bool:
        """Whether it was closed, or ended after a fault."""
        return self._closed or self._conversation.ended

    def configure(self, **params: object) -> None:
        """Changes parameters: the process ends, and another is started.

        Raises:
            HubError, ValueError: As for `open`; after a HubError the engine is closed.
        """
        self._require_open()
        params = {**self._params, **params}
        self._spelled(params, self._conversation)
        self._stop_searches()
        with self._lock:
            self._require_open()
            self._conversation.close()
            self._conversation = self._start(params)
            self._params = params

    def clear(self) -> None:
        """Has it forget what it found, as before a new game.

        Raises:
            HubError: It is silent or has ended.
            ValueError: The engine is closed.
        """
        with self._lock:
            self._require_open()
            self._conversation.forget()

    def ping(self) -> None:
        """Waits until it answers.

        Raises:
            HubError, ValueError: As for `clear`.
        """
        with self._lock:
            self._require_open()
            self._conversation.settle()

    def play(self, position: Board | Game, limit: Limit) -> PlayResult:
        """The move that it plays.

        Args:
            position: A `Board` or a `Game`; of its history the engine is told the moves by kings
                since the last move that cannot be taken back. It knows draw rules of its own.
            limit: When to stop; at least one thing must be limited. Engines overrun a limit of
                time a little; half a second after it they are stopped.

        Raises:
            GameOverError: There is no move.
            HubError: It is at fault: its process has ended, it gives no move in time, or an
                illegal one, or refuses.
            ValueError: Nothing is limited, the game is another, or the engine is closed.
        """
        limit.require()
        search = Search(self._board(position), "think", limit, self._launch.longest)
        return PlayResult.of(self._search(search))

    def analyse(self, position: Board | Game, limit: Limit, multipv: int = 1) -> list[Info]:
        """What it thinks of the best move, as a list of one.

        What it does not tell is 0 or empty. `seldepth` is `depth`: the protocol knows none.

        Args:
            position, limit: As for `play`; it is stopped when the time is over.
            multipv: 1, as the protocol has only the best move.

        Raises:
            GameOverError, HubError, ValueError: As for `play`.
        """
        limit.require()
        with self.analysis(position, limit, multipv) as analysis:
            return analysis.wait()

    def analysis(
        self, position: Board | Game, limit: Limit | None = None, multipv: int = 1
    ) -> Analysis:
        """An analysis that goes on until the limit, until it is stopped, or the engine ends it.

        Args:
            position, multipv: As for `analyse`.
            limit: When to stop; None to go on until `Analysis.stop`.

        Raises:
            GameOverError, ValueError: As for `play`; a HubError comes from the `Analysis`.
        """
        require_lines(multipv)
        if multipv > 1:
            raise ValueError("multipv: the Hub protocol has only the best move")
        return self.begin(position, "analyze", limit or Limit())

    def ponder(self, position: Board | Game, limit: Limit) -> "Pondering":
        """Has it think in the opponent's time.

        Args:
            position: The one after the move expected of the opponent.
            limit: For its move, once that move was made.

        Raises:
            GameOverError, ValueError: As for `play`; a HubError comes from the `Pondering`.
        """
        limit.require()
        search = Search(self._board(position), "ponder", limit, self._launch.longest)
        return Pondering(lambda report: self._search(search, report), search.stop, search.hit)

    def begin(self, position: Board | Game, mode: Mode, limit: Limit) -> Analysis:
        """Begins a search of any kind that the protocol has, in a thread of its own."""
        search = Search(self._board(position), mode, limit, self._launch.longest)
        return Analysis(lambda report: self._search(search, report), search.stop)

    def close(self) -> None:
        """Stops what is running and ends the process; closing twice does nothing."""
        self._closed = True
        try:
            self._stop_searches()
            with self._lock:
                self._conversation.close()
        finally:
            self._conversation.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _start(self, params: Mapping[str, object]) -> Conversation:
        launch = self._launch
        process = Process(launch.command, launch.cwd)
        try:
            conversation = Conversation(process, launch.dialect, launch.patience)
            conversation.introduce()
            conversation.set_up(self._spelled(params, conversation))
        except BaseException:
            process.close()
            raise
        return conversation

    def _spelled(self, params: Mapping[str, object], engine: Conversation) -> dict[str, str]:
        """Names and values of parameters as the engine knows them, and the game's among them."""
        if not self._launch.dialect.declares:
            return {name.replace("_", "-"): str(value) for name, value in params.items()}
        spelled = {}
        for given, value in params.items():
            name = given if given in engine.parameters else given.replace("_", "-")
            if name not in engine.parameters:
                known = ", ".join(engine.parameters) or "none"
                raise ValueError(f"{engine.name} has no parameter {name}; it has: {known}")
            spelled[name] = engine.parameters[name].spell(value)
        return spelled | self._game(spelled, engine)

    def _game(self, spelled: Mapping[str, str], engine: Conversation) -> dict[str, str]:
        """What sets the game."""
        parameter = engine.parameters.get("variant")
        names = _NAMES[self.variant]
        if parameter is None and self.variant is Variant.INTERNATIONAL:
            return {}
        if parameter is not None:
            if spelled.get("variant", parameter.value) in names:
                return {}
            for name in names:
                if name in parameter.values:
                    return {"variant": name}
        raise ValueError(f"{engine.name} does not play {self.variant} draughts")

    def _board(self, position: Board | Game) -> Board:
        require_moves(position)
        board = position.board if isinstance(position, Game) else position.copy()
        if board.variant is not self.variant:
            raise ValueError(f"{self.name} plays {self.variant} draughts, not {board.variant}")
        self._require_open()
        return board

    def _search(self, search: Search, report: Report | None = None) -> list[Info]:
        search.report = report
        self._searches.add(search.stop)
        try:
            with self._lock:
                self._require_open()
                return self._conversation.search(search)
        finally:
            self._searches.discard(search.stop)

    def _stop_searches(self) -> None:
        for stop in tuple(self._searches):
            stop.set()

    def _require_open(self) -> None:
        if self.closed:
            raise ValueError("the engine is closed")


class Pondering(Analysis):
    """Thinking in the opponent's time, in a thread of its own; the rest is as for `Analysis`."""

    def __init__(self, run: Callable[[Report], list[Info]], stop: Stop, hit: Stop) -> None:
        self._hit = hit
        super().__init__(run, stop)

    def hit(self) -> PlayResult:
        """The move, now that the opponent has made the move expected.

        Raises:
            HubError: As for `HubEngine.play`.
            ValueError: The engine is closed.
        """
        self._hit.set()
        return PlayResult.of(self.wait())
