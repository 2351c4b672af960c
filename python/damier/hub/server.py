"""The engine for programs that speak the Hub protocol."""

import threading
from collections.abc import Callable, Iterable

from .. import __version__
from .._core import Board, Stop
from ..endgame import Tables
from ..engine import Analysis, Engine, Info, Limit, Player, PlayResult
from ..engine.searcher import Report
from ..game import Game
from .messages import Message, read_position, write_score
from .settings import Settings

# Limits as `level` names them, and as `Limit` does.
_LEAST_SECONDS = 0.001
_MOST_DEPTH = 255

Tell = Callable[[Message], None]


class Server:
    """Answers the messages of one program.

    Args:
        settings: What the parameters are before the program sets them.
        write: Takes the lines of the answers; several threads call it, one at a time.
    """

    def __init__(self, settings: Settings, write: Callable[[str], object]) -> None:
        self._settings = settings
        self._write = write
        self._writing = threading.Lock()
        self._engine: Engine | None = None
        self._board: Board | None = None
        self._level: dict[str, float] = {}
        self._level_is_used = False
        self._search: _Search | None = None

    def run(self, lines: Iterable[str]) -> None:
        """Answers line by line, until `quit` or the end."""
        try:
            for line in lines:
                message = Message.parse(line)
                if message.word == "quit":
                    break
                try:
                    self._answer(message)
                except (ValueError, MemoryError, OSError) as error:
                    if isinstance(error, BrokenPipeError):
                        break
                    self._tell(Message("error", {"message": str(error) or "out of memory"}))
        finally:
            self._end_search()
            self._close_engine()

    def _answer(self, message: Message) -> None:
        match message.word:
            case "hub":
                self._introduce()
            case "init":
                self._own_engine()
                self._tell(Message("ready"))
            case "ping":
                self._tell(Message("pong"))
            case "set-param":
                self._settings.set(message.text("name"), message.text("value"))
                self._end_search()
                self._close_engine()
            case "new-game":
                self._end_search()
                self._own_engine().clear()
            case "pos":
                self._board = None
                self._board = _position(message, self._settings)
            case "level":
                self._add_level(message)
            case "go":
                self._go(message)
            case "stop" if self._search is not None:
                self._search.stop()
            case "ponder-hit" if self._search is not None and self._search.ponders:
                self._end_search()
                self._start(pondering=False)

    def _introduce(self) -> None:
        about = {"name": "damier", "version": __version__, "author": "damier", "country": ""}
        self._tell(Message("id", about))
        for parameter in self._settings.messages():
            self._tell(parameter)
        self._tell(Message("wait"))

    def _add_level(self, message: Message) -> None:
        if self._level_is_used or "infinite" in message.fields:
            self._level = {}
            self._level_is_used = False
        for name in ("depth", "nodes", "move-time", "moves", "time", "inc"):
            if name in message.fields:
                number = message.number(name)
                if number is None:
                    raise ValueError(f"level: {name}: expected a number")
                self._level[name] = number

    def _go(self, message: Message) -> None:
        self._end_search()
        self._level_is_used = True
        if self._board is None:
            raise ValueError("go: there is no position")
        if not self._board.legal_moves:
            raise ValueError("go: there is no legal move")
        self._start(pondering="ponder" in message.fields, analysing="analyze" in message.fields)

    def _start(self, *, pondering: bool, analysing: bool = False) -> None:
        assert self._board is not None
        limit = None if pondering else _limit(self._level, self._board)
        if self._settings.level == "full" or analysing or pondering:
            analysis = self._own_engine().analysis(self._board, limit)
        else:
            analysis = _play_level(self._settings, self._board)
            limit = Limit(nodes=1)
        self._search = _Search(analysis, self._tell, holds=limit is None, ponders=pondering)

    def _end_search(self) -> None:
        if self._search is not None:
            self._search.give_up()
            self._search = None

    def _own_engine(self) -> Engine:
        if self._engine is None:
            has = self._settings
            tables = Tables(has.endgames) if has.endgames else None
            if tables is not None:
                tables.pieces(has.variant)  # a damaged file is told now
            self._engine = Engine(
                threads=has.threads, hash_mb=has.hash, seed=has.seed, endgames=tables
            )
        return self._engine

    def _close_engine(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _tell(self, message: Message) -> None:
        with self._writing:
            self._write(f"{message}\n")


class _Search:
    """A search in a thread of its own, which tells what is found and at last the move.

    Args:
        analysis: The search.
        tell: Takes the messages.
        holds: Keep the move until `stop` even if the search has ended: what was asked for is one
            that goes on.
        ponders: The search is one in the opponent's time.
    """

    def __init__(self, analysis: Analysis, tell: Tell, *, holds: bool, ponders: bool) -> None:
        self.ponders = ponders
        self._analysis = analysis
        self._tell = tell
        self._may_end = threading.Event()
        if not holds:
            self._may_end.set()
        self._given_up = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Has the move told as soon as it can be."""
        self._analysis.halt()
        self._may_end.set()

    def give_up(self) -> None:
        """Ends it; a move that was not told yet is not told any more."""
        self._given_up = True
        self.stop()
        self._thread.join()

    def _run(self) -> None:
        try:
            for info in self._analysis:
                if not self._given_up:
                    self._tell(_told(info))
            result = PlayResult.of(self._analysis.wait())
            self._may_end.wait()
            if not self._given_up:
                self._tell(_done(result))
        except OSError:  # nobody reads any more
            return
        except Exception as error:
            self._tell(Message("error", {"message": str(error)}))


def _position(message: Message, settings: Settings) -> Board:
    board = read_position(message.text("pos"), settings.variant)
    for number, text in enumerate(message.text("moves").split(), start=1):
        try:
            board.push(text)
        except ValueError as error:
            raise ValueError(f"pos: move {number}, {text}: {error}") from None
    return board


def _limit(level: dict[str, float], board: Board) -> Limit | None:
    """The limit of the side to move; the protocol adds the increment before the move."""
    white = board.turn.name == "WHITE"
    increment = max(level.get("inc", 0.0), 0.0)
    clock = max(level["time"], 0.0) + increment if "time" in level else None
    depth = min(int(level.get("depth", 0)), _MOST_DEPTH)
    limit = Limit(
        time=max(level["move-time"], _LEAST_SECONDS) if "move-time" in level else None,
        depth=depth if depth > 0 else None,
        nodes=max(int(level["nodes"]), 1) if "nodes" in level else None,
        white_clock=clock if white else None,
        black_clock=None if white else clock,
        white_inc=increment,
        black_inc=increment,
        moves_to_go=max(int(level["moves"]), 1) if level.get("moves", 0) > 0 else None,
    )
    try:
        limit.require()
    except ValueError:
        return None
    return limit


def _play_level(settings: Settings, board: Board) -> Analysis:
    player = Player(board.variant, settings.level, seed=settings.seed or 0)
    start = board.copy()
    for _ in board.move_stack:
        start.pop()
    game = Game(board.variant, start.fen(), rules="none")
    for move in board.move_stack:
        game.play(move)

    def play(report: Report) -> list[Info]:
        lines = [player.play(game).info]
        report(lines, 0)
        return lines

    return Analysis(play, Stop())


def _told(info: Info) -> Message:
    return Message(
        "info",
        {
            "depth": str(info["depth"]),
            "score": write_score(info["score"]),
            "nodes": str(info["nodes"]),
            "time": f"{info['time']:.3f}",
            "nps": f"{info['nps'] / 1e6:.2f}",
            "pv": " ".join(move.hub() for move in info["pv"]),
        },
    )


def _done(result: PlayResult) -> Message:
    fields = {"move": result.move.hub()}
    if result.ponder is not None:
        fields["ponder"] = result.ponder.hub()
    return Message("done", fields)
