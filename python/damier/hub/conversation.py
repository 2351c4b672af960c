"""What is said between an engine and who uses it."""

import time
from collections.abc import Mapping
from contextlib import suppress

from ..engine import Info
from .answers import read_done, read_info
from .dialects import Dialect
from .errors import Fault, HubError
from .messages import Message
from .parameters import Parameter
from .process import Process
from .search import Search, Watch, reversible

# Seconds between two looks at whether a search is to be stopped.
_LOOK = 0.01


class Conversation:
    """A conversation with the engine in a process.

    Args:
        process: The engine.
        dialect: What it speaks.
        patience: Seconds it may take for an answer.

    Every method raises a HubError if the engine is at fault. After a time-out, and after an error
    in mid-search, the process is ended.
    """

    def __init__(self, process: Process, dialect: Dialect, patience: float) -> None:
        self.about: dict[str, str] = {}
        self.parameters: dict[str, Parameter] = {}
        self._process = process
        self._dialect = dialect
        self._patience = patience
        self._owes_move = False

    @property
    def name(self) -> str:
        """The name of the engine and its version, as it tells them; else the command."""
        told = f"{self.about.get('name', '')} {self.about.get('version', '')}".strip()
        return told or self._process.name

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether the process was ended."""
        return not self._process.kill.alive

    def introduce(self) -> None:
        """Has the engine tell of itself, and of its parameters."""
        self._ask("hub", "wait")

    def set_up(self, params: Mapping[str, str]) -> None:
        """Sets parameters and waits until the engine is ready."""
        for name, value in params.items():
            self._process.send(self._dialect.set(name, value))
        self._ask("init", "ready")
        self.settle()

    def forget(self) -> None:
        """Has the engine forget what it found."""
        self._process.send(self._dialect.new_game)
        self.settle()

    def settle(self) -> None:
        """Waits until the engine has read all that was said, and tells what it refused."""
        if self._owes_move:  # of a search that was broken off
            self._await("done")
            self._owes_move = False
        self._ask("ping", "pong")

    def search(self, search: Search) -> list[Info]:
        """Has a position searched; the answer is a list of one line."""
        level = self._dialect.level(search.limit, search.board.turn)
        for lines in (self._dialect.position(*reversible(search.board)), level):
            for line in lines:
                self._process.send(line)
            self.settle()  # a position that is refused leaves no level behind
        self._process.send(self._dialect.go(search.mode))
        self._owes_move = True
        done, told = self._follow(search)
        self._owes_move = False
        return [self._info(done, told, search)]

    def close(self) -> None:
        """Ends the process."""
        self._process.close()

    def kill(self) -> None:
        """Ends the process at once."""
        self._process.kill()

    def _follow(self, search: Search) -> tuple[Message, Info]:
        """What it says at the end of a search, and what it has told until then."""
        process, board = self._process, search.board
        watch = Watch(search, self._patience)
        told: dict[str, str | None] = {}
        try:
            while True:
                for line in watch.due():
                    process.send(line)
                if watch.over:
                    raise self._silent(f"no move within {watch.seconds():.1f} s, told to stop")
                message = self._receive(_LOOK)
                if message is None:
                    continue
                if message.word == "info":
                    told.update(message.fields)
                    if search.report is not None and message.text("pv"):
                        search.report([read_info(told, board, watch.seconds())], 0)
                elif message.word == "done":
                    return message, read_info(told, board, watch.seconds())
                elif message.word == "error":
                    process.kill()  # whether a move is still to come cannot be known
                    raise self._refused(message)
        except HubError:
            raise
        except BaseException:
            with suppress(HubError):
                process.send("stop")
            raise

    def _info(self, done: Message, told: Info, search: Search) -> Info:
        text = done.text("move")
        if not text:
            if search.mode == "analyze" and told["pv"]:
                return told
            raise HubError(Fault.GARBLED, f"{self.name} gave no move: {done}")
        try:
            return read_done(done, told, search.board)
        except ValueError as error:
            reason = f"{self.name} gave {text} in {search.board.fen()}: {error}"
            raise HubError(Fault.ILLEGAL, reason) from None

    def _ask(self, question: str, answer: str) -> None:
        """Says something and waits for the answer; what was said before is passed over."""
        self._process.send(question)
        self._await(answer)

    def _await(self, answer: str) -> None:
        end = time.monotonic() + self._patience
        refused: Message | None = None
        while (left := end - time.monotonic()) > 0:
            message = self._receive(min(left, 0.1))
            if message is None:
                continue
            if message.word == answer:
                if refused is not None:
                    raise self._refused(refused)
                return
            if message.word == "error":
                refused = message
            elif message.word == "id":
                self.about |= {name: value or "" for name, value in message.fields.items()}
            elif message.word == "param":
                parameter = Parameter.of(message)
                self.parameters[parameter.name] = parameter
            elif message.word not in ("info", "done", "pong"):
                self._process.note(str(message))
        raise self._silent(f'no "{answer}" within {self._patience:g} s')

    def _receive(self, timeout: float) -> Message | None:
        line = self._process.receive(timeout)
        return None if line is None else self._dialect.read(line)

    def _silent(self, reason: str) -> HubError:
        words = self._process.last_words()
        self._process.kill()
        return HubError(Fault.SILENT, f"{self.name}: {reason}{words}")

    def _refused(self, message: Message) -> HubError:
        return HubError(Fault.REFUSED, f"{self.name}: {message.text('message') or message}")
