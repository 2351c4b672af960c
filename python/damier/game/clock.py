"""Time controls, and the clock with two faces that measures them."""

import re
import time
from collections.abc import Callable
from copy import copy
from functools import lru_cache
from typing import NamedTuple

from ..errors import Code, GameStateError
from ..values import Color
from .plain import (
    MOST,
    color_name,
    read_color,
    read_flag,
    read_integer,
    read_number,
    read_object,
    read_text,
)

_NO_LIMIT = "-"

_NUMBER = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)"
_MINUTES = re.compile(rf"{_NUMBER}(?:\+{_NUMBER})?")
_SECONDS = re.compile(rf"(?:([0-9]{{1,9}})/)?{_NUMBER}(?:\+{_NUMBER})?")


class Stage(NamedTuple):
    """A part of a time control, in seconds; the last one has no end or begins again."""

    seconds: float
    increment: float
    moves: int | None

    def __str__(self) -> str:
        moves = "" if self.moves is None else f"{self.moves}/"
        increment = f"+{_digits(self.increment)}" if self.increment else ""
        return f"{moves}{_digits(self.seconds)}{increment}"


def _digits(seconds: float) -> str:
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


def _stage(moves: str | None, seconds: float, increment: str | None, text: str) -> Stage:
    stage = Stage(
        round(seconds, 3), round(float(increment or 0), 3), None if moves is None else int(moves)
    )
    if stage.seconds == 0 or stage.moves == 0:
        raise ValueError(f"time control {text[:60]!r}: a part without time or moves")
    return stage


def read_minutes(text: str) -> tuple[Stage, ...]:
    """The stages of a control as people write it; no stage is no limit."""
    found = _MINUTES.fullmatch(text)
    if found is None:
        return read_time_control(text)
    return (_stage(None, 60 * float(found[1]), found[2], text),)


@lru_cache(maxsize=64)
def read_time_control(text: str) -> tuple[Stage, ...]:
    """The stages of a PDN TimeControl; no stage is no limit."""
    if text == _NO_LIMIT:
        return ()
    stages = []
    for part in text.split(":"):
        found = _SECONDS.fullmatch(part)
        if found is None:
            raise ValueError(
                f"time control {text[:60]!r}: expected minutes with or without an increment in "
                f'seconds, as "10" or "3+2", or a PDN TimeControl, as "40/7200:1800+30" or "-"'
            )
        stages.append(_stage(found[1], float(found[2]), found[3], text))
    if any(stage.moves is None for stage in stages[:-1]):
        raise ValueError(f"time control {text[:60]!r}: only the last part can do without moves")
    return tuple(stages)


@lru_cache(maxsize=64)
def _written(stages: tuple[Stage, ...]) -> str:
    return ":".join(map(str, stages)) or _NO_LIMIT


class _Face:
    """The time of one side."""

    def __init__(self, stages: tuple[Stage, ...]) -> None:
        self.stages = stages
        self.remaining = stages[0].seconds if stages else 0.0
        self.moves = 0
        self.stage = 0

    def spend(self, seconds: float) -> None:
        """Clocks count milliseconds."""
        if self.stages:
            self.remaining = round(self.remaining - seconds, 3)

    def fall(self) -> None:
        """Time that has run out is no time, however late that was noticed."""
        self.remaining = max(0.0, self.remaining)

    def complete(self) -> None:
        """Adds what a completed move earns: the increment, and the time of a new stage."""
        self.moves += 1
        if not self.stages:
            return
        self.remaining += self._increment(self.moves)
        reached = self.stage_after(self.moves)
        if reached > self.stage:
            self.stage = reached
            self.remaining += self._stage(reached).seconds

    def take_back(self) -> None:
        """A move is to be made again. Its increment goes with it, unless nothing would be left;
        the time of a stage stays, since it is given only once."""
        increment = self._increment(self.moves) if self.stages else 0.0
        if self.remaining > increment:
            self.remaining = round(self.remaining - increment, 3)
        self.moves -= 1

    def stage_after(self, moves: int) -> int:
        """The number of the stage in which a side is that has completed so many moves."""
        last = 0
        for number, stage in enumerate(self.stages):
            last += stage.moves or 0
            if stage.moves is None or moves < last:
                return number
        repeated = self.stages[-1].moves if self.stages else None
        return len(self.stages) + (moves - last) // repeated if repeated else 0

    def _increment(self, move: int) -> float:
        """What the move of this number earns, from 1."""
        return self._stage(self.stage_after(move - 1)).increment

    def _stage(self, number: int) -> Stage:
        return self.stages[min(number, len(self.stages) - 1)]

    @property
    def control(self) -> str:
        return _written(self.stages)

    def to_plain(self) -> dict[str, object]:
        return {
            "control": self.control,
            "remaining": self.remaining,
            "moves": self.moves,
            "stage": self.stage,
        }

    @staticmethod
    def from_plain(data: object, where: str) -> "_Face":
        parts = read_object(data, where, ("control", "remaining", "moves", "stage"))
        try:
            face = _Face(read_time_control(read_text(parts["control"], f"{where}.control")))
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
        face.remaining = read_number(parts["remaining"], f"{where}.remaining", least=-MOST)
        face.moves = read_integer(parts["moves"], f"{where}.moves")
        face.stage = read_integer(parts["stage"], f"{where}.stage")
        return face


class Clock:
    """A clock for two players.

    Args:
        control: White's time, and Black's if nothing else is said. "10" is ten minutes, "3+2" three
            minutes and two seconds more for each move. Text with `/` or `:` is read as a PDN
            TimeControl, which counts seconds: "45/5400:30/1800" (PDN 3.0, "TimeControl"). None or
            "-" is no limit.
        black: Black's time, if it is another.
        now: Where the time comes from: seconds that never run backwards.

    Raises:
        ValueError: The text is no time control.

    A new clock stands still. `start` lets one side's time run, `press` ends that side's move and
    lets the other's run. A flag falls when no time is left. Clocks are equal if controls, times at
    the beginning of the move, and state are; the time the move has taken so far is not compared.

    >>> clock = Clock("3+2", now=lambda: 0.0)
    >>> clock.start(Color.WHITE)
    >>> clock.press()
    >>> clock.remaining(Color.WHITE), clock.running
    (182.0, <Color.BLACK: 1>)
    """

    def __init__(
        self,
        control: str | None,
        black: str | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        stages = () if control is None else read_minutes(control)
        self._white = _Face(stages)
        self._black = _Face(stages if black is None else read_minutes(black))
        self._running: Color | None = None
        self._since = 0.0
        self._paused = False
        self._now = now

    @staticmethod
    def from_time_control(
        text: str, black: str | None = None, *, now: Callable[[], float] = time.monotonic
    ) -> "Clock":
        """A clock by the PDN tags TimeControl, in which all times are seconds.

        Args:
            text: The control of White, and of Black if nothing else is said.
            black: The control of Black, if it is another.
            now: As for a new clock.

        Raises:
            ValueError: The text is no control, or a sandglass ("*180"), which is not kept.

        >>> Clock.from_time_control("180+2").remaining(Color.BLACK)
        180.0
        """
        clock = Clock(None, now=now)
        clock._white = _Face(read_time_control(text))
        clock._black = _Face(read_time_control(text if black is None else black))
        return clock

    @property
    def running(self) -> Color | None:
        """Whose time runs, or will after a pause; None before the start and at the end."""
        return self._running

    @property
    def paused(self) -> bool:
        """Whether the clock is paused."""
        return self._paused

    def instant(self) -> float:
        """The time of the clock's source."""
        return self._now()

    @property
    def fallen(self) -> Color | None:
        """Who has no time left."""
        return self.fallen_at(self._now())

    def fallen_at(self, instant: float) -> Color | None:
        """Who had no time left at an instant of the clock's source."""
        color = self._running
        if color is None:
            return None
        face = self._face(color)
        return color if face.stages and face.remaining <= self._spent(instant) else None

    def flag_at(self) -> float | None:
        """The instant at which the flag of the side whose time runs falls, if nobody moves.

        It is an instant of the clock's source, as `instant` is; None if no time runs out.

        >>> clock = Clock("10", now=lambda: 5.0)
        >>> clock.start(Color.WHITE)
        >>> clock.flag_at()
        605.0
        """
        face = None if self._running is None or self._paused else self._face(self._running)
        return self._since + face.remaining if face and face.stages else None

    def remaining(self, color: Color) -> float | None:
        """The seconds a side has left, 0 or more; None without limit."""
        face = self._face(color)
        if not face.stages:
            return None
        spent = self._spent(self._now()) if color is self._running else 0.0
        return max(0.0, face.remaining - spent)

    def control(self, color: Color) -> str:
        """A side's control as PDN TimeControl.

        >>> Clock("3+2").control(Color.WHITE)
        '180+2'
        """
        return self._face(color).control

    def moves(self, color: Color) -> int:
        """How many moves a side has completed, those taken back not counted."""
        return self._face(color).moves

    def set(self, color: Color, seconds: float, moves: int = 0) -> None:
        """Sets what a side has left, and how many moves it has completed, as a record tells it.

        Raises:
            ValueError: A number is below 0.

        >>> clock = Clock("40/7200:1800")
        >>> clock.set(Color.WHITE, 1795.0, moves=40)
        >>> clock.remaining(Color.WHITE), clock.moves(Color.WHITE)
        (1795.0, 40)
        """
        face = self._face(color)
        face.moves = read_integer(moves, "moves")
        face.stage = face.stage_after(moves)
        if face.stages:
            face.remaining = round(read_number(seconds, "seconds"), 3)

    def start(self, color: Color) -> None:
        """Lets the time of a side run, once any pause is over; that of the other stands."""
        instant = self._now()
        self._settle(instant)
        self._running = color

    def press(self, instant: float | None = None) -> None:
        """Ends the move of the side whose time runs, adds what it has earned, starts the other's.

        Args:
            instant: When, by the clock's source; now, if left out.

        Raises:
            GameStateError: The clock is paused or does not run, or the flag has fallen.
        """
        instant = self._now() if instant is None else instant
        color = self._running
        if color is None or self._paused:
            raise GameStateError(Code.CLOCK_PAUSED if self._paused else Code.CLOCK_STOPPED)
        if self.fallen_at(instant):
            raise GameStateError(Code.NO_TIME_LEFT, color=color)
        self._settle(instant)
        self._face(color).complete()
        self._running = ~color

    def take_back(self) -> None:
        """Lets the time of the side run whose move is taken back, and takes its increment back.

        Time used is not given back, nor is the time of a stage taken away.
        """
        if self._running is None:
            raise GameStateError(Code.CLOCK_STOPPED)
        self._settle(self._now())
        self._running = ~self._running
        self._face(self._running).take_back()

    def stop(self, instant: float | None = None) -> None:
        """Ends the measuring, and any pause; the times stay.

        Args:
            instant: As for `press`.
        """
        self._settle(self._now() if instant is None else instant)
        if self._running is not None:
            self._face(self._running).fall()
        self._running = None
        self._paused = False

    def pause(self) -> None:
        """Holds the time, as for a restart of the server or until both players are there.

        Raises:
            GameStateError: The clock is paused already.
        """
        if self._paused:
            raise GameStateError(Code.ALREADY_PAUSED)
        self._settle(self._now())
        self._paused = True

    def resume(self) -> None:
        """Ends a pause.

        Raises:
            GameStateError: The clock is not paused.
        """
        if not self._paused:
            raise GameStateError(Code.NOT_PAUSED)
        self._paused = False
        self._since = self._now()

    def fresh(self, swapped: bool = False) -> "Clock":
        """A new clock with the same controls and source.

        Args:
            swapped: Give White the control of Black and the reverse.
        """
        white, black = self.control(Color.WHITE), self.control(Color.BLACK)
        if swapped:
            white, black = black, white
        return Clock.from_time_control(white, black, now=self._now)

    def to_dict(self) -> dict[str, object]:
        """Plain data, from which `from_dict` makes an equal clock."""
        return {
            "white": self._white.to_plain(),
            "black": self._black.to_plain(),
            "running": None if self._running is None else color_name(self._running),
            "spent": float(self._spent(self._now())),
            "paused": self._paused,
        }

    @staticmethod
    def from_dict(
        data: object, *, now: Callable[[], float] = time.monotonic, elapsed: float = 0.0
    ) -> "Clock":
        """The clock that `to_dict` has written.

        Args:
            data: Plain data; it is checked, not trusted.
            now: As for a new clock.
            elapsed: Seconds since it was written, 0 or more, charged to the side whose time runs.

        Raises:
            ValueError: The data is nothing `to_dict` writes; the message says where.
        """
        parts = read_object(data, "clock", ("white", "black", "running", "spent", "paused"))
        clock = Clock.__new__(Clock)
        clock._now = now
        clock._running = None
        clock._white = _Face.from_plain(parts["white"], "clock.white")
        clock._black = _Face.from_plain(parts["black"], "clock.black")
        if parts["running"] is not None:
            clock._running = read_color(parts["running"], "clock.running")
        clock._paused = read_flag(parts["paused"], "clock.paused")
        spent = read_number(parts["spent"], "clock.spent") + read_number(elapsed, "elapsed")
        clock._since = now() - spent
        return clock

    def _face(self, color: Color) -> _Face:
        return self._white if color is Color.WHITE else self._black

    def _spent(self, instant: float) -> float:
        """What the side whose time runs has taken since it was last settled."""
        if self._running is None or self._paused:
            return 0.0
        return max(0.0, instant - self._since)

    def _settle(self, instant: float) -> None:
        if self._running is not None:
            self._face(self._running).spend(self._spent(instant))
        self._since = instant

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Clock):
            return NotImplemented
        return self._settled() == other._settled()

    __hash__ = None  # type: ignore[assignment]

    def _settled(self) -> dict[str, object]:
        return {**self.to_dict(), "spent": None}

    def __copy__(self) -> "Clock":
        """An independent clock with the same source."""
        twin = Clock.__new__(Clock)
        twin.__dict__.update(self.__dict__)
        twin._white, twin._black = copy(self._white), copy(self._black)
        return twin

    def __deepcopy__(self, memo: object) -> "Clock":
        return copy(self)

    def __reduce__(self) -> tuple[object, ...]:
        """A source of time cannot be pickled: the clock goes on by the machine's."""
        return Clock.from_dict, (self.to_dict(),)
