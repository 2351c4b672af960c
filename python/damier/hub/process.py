"""A program that is talked to line by line, and that never outlives its owner."""

import os
import queue
import shlex
import signal
import subprocess
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from .errors import Fault, HubError

# A line may be this long, and so many may wait to be read; then the program has to wait.
_LONGEST_LINE = 1 << 23
_MOST_LINES = 100
# Seconds that a program is given to end by itself.
_FAREWELL = 1.0
# Of what it says beside the protocol, so much is kept to be shown.
_LAST_WORDS = 5
_LONGEST_WORDS = 300

_Lines = queue.Queue[bytes | Fault]


class Process:
    """A running program.

    It is ended by `close` and `kill`, when this is forgotten, and with the interpreter; on POSIX
    with all processes that it has started.

    Args:
        command: The program and its arguments, as a list or as a line for a shell, which is not
            asked.
        cwd: The directory it runs in.

    Raises:
        HubError: It cannot be run.
    """

    def __init__(
        self, command: str | Sequence[str], cwd: str | os.PathLike[str] | None = None
    ) -> None:
        words = _words(command, cwd)
        self.name = shlex.join(words)
        try:
            # In a session of its own, Ctrl-C in the terminal is its owner's alone.
            child = subprocess.Popen(
                words,
                cwd=cwd,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise HubError(Fault.START, f"{self.name}: cannot be run: {reason}") from None
        self._child = child
        self._gone = threading.Event()
        self.kill = weakref.finalize(self, _end, child, self._gone, os.getpid())
        self._lines: _Lines = queue.Queue(_MOST_LINES)
        self._words: deque[str] = deque(maxlen=_LAST_WORDS)
        assert child.stdout is not None
        assert child.stderr is not None
        _start(_read, child.stdout, self._lines, self._gone)
        self._listener = _start(_listen, child.stderr, self._words)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._child.pid

    def send(self, line: str) -> None:
        """Says a line.

        Raises:
            HubError: It does not listen any more.
        """
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(line.encode() + b"\n")
            self._child.stdin.flush()
        except (OSError, ValueError):
            raise self._died() from None

    def receive(self, timeout: float) -> str | None:
        """The next line, or None if there is none within so many seconds.

        Raises:
            HubError: It has ended, or its line has no end.
        """
        try:
            line = self._lines.get(timeout=max(timeout, 0.0))
        except queue.Empty:
            return None
        if line is Fault.GARBLED:
            self.kill()
            reason = f"said {_LONGEST_LINE >> 20} MiB without the end of a line"
            raise HubError(Fault.GARBLED, f"{self.name} {reason}")
        if isinstance(line, Fault):
            raise self._died()
        return line.decode(errors="replace").rstrip("\r")

    def note(self, words: str) -> None:
        """Keeps what it said beside the protocol, for `last_words`."""
        if words.strip():
            self._words.append(words.strip())

    def last_words(self) -> str:
        """What it said last beside the protocol, as the end of a sentence."""
        words = " / ".join(list(self._words))
        if len(words) > _LONGEST_WORDS:
            words = f"…{words[-_LONGEST_WORDS:]}"
        return f"; it said: {words}" if words else ""

    def close(self) -> None:
        """Asks it to quit, and ends it if it does not; closing twice does nothing."""
        try:
            if self.kill.alive:
                self.send("quit")
                assert self._child.stdin is not None
                self._child.stdin.close()
                self._child.wait(_FAREWELL)
        except (HubError, OSError, subprocess.TimeoutExpired):
            pass
        finally:
            self.kill()

    def _died(self) -> HubError:
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(_FAREWELL)
        status = self._child.returncode
        self.kill()
        self._listener.join(_FAREWELL)
        if status is None:
            end = "closed its input or output"
        elif status < 0:
            end = f"was ended by signal {-status}"
        else:
            end = f"ended with status {status}"
        return HubError(Fault.DIED, f"{self.name} {end}{self.last_words()}")


def _words(command: str | Sequence[str], cwd: str | os.PathLike[str] | None) -> list[str]:
    if isinstance(command, str):
        try:
            words = shlex.split(command, posix=os.name == "posix")
        except ValueError as error:
            raise HubError(Fault.START, f"{command}: no command: {error}") from None
    else:
        words = list(command)
    if not words or not words[0]:
        raise HubError(Fault.START, "an empty command cannot be run")
    program = Path(words[0])
    # A path is one from here, or else one from the directory it runs in.
    if cwd is not None and len(program.parts) > 1 and program.exists():
        words[0] = str(program.absolute())
    return words


def _start(target: object, *args: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=args, daemon=True)  # type: ignore[arg-type]
    thread.start()
    return thread


def _read(stream: IO[bytes], lines: _Lines, gone: threading.Event) -> None:
    """Hands on whole lines; half a line at the end is none."""
    begun: list[bytes] = []
    length = 0
    with stream:
        while chunk := stream.read1(1 << 16):  # type: ignore[attr-defined]
            *whole, rest = chunk.split(b"\n")
            if whole:
                whole[0] = b"".join(begun) + whole[0]
                begun, length = [], 0
            for line in whole:
                _put(lines, line, gone)
            begun.append(rest)
            length += len(rest)
            if length > _LONGEST_LINE:
                _put(lines, Fault.GARBLED, gone)
                return
    _put(lines, Fault.DIED, gone)


def _put(lines: _Lines, item: bytes | Fault, gone: threading.Event) -> None:
    """Waits until there is room, or nobody is interested any more."""
    while not gone.is_set():
        with suppress(queue.Full):
            lines.put(item, timeout=0.1)
            return


def _listen(stream: IO[bytes], words: deque[str]) -> None:
    with stream:
        while line := stream.readline(1 << 12):
            if text := line.decode(errors="replace").strip():
                words.append(text)


def _end(child: "subprocess.Popen[bytes]", gone: threading.Event, owner: int) -> None:
    """Ends a process and what it has started."""
    if os.getpid() != owner:  # forked: it is another's
        return
    gone.set()
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()
    with suppress(subprocess.TimeoutExpired):
        child.wait(_FAREWELL)
    with suppress(OSError):
        assert child.stdin is not None
        child.stdin.close()
