"""Commands in comments, such as `[%clock w0:03:00 B0:02:41]` (PDN 3.0, "Clock times")."""

import re
from datetime import timedelta
from typing import NamedTuple

from ..values import Color

_COMMAND = re.compile(r"\[%(\w{1,50})\s+([^\]]*)\]")
_TIME = re.compile(r"(?:([0-9]{1,4})[:.])?([0-9]{1,4})[:.]([0-9][0-9])(?:\.([0-9]{1,6}))?")
_CLOCK = re.compile(r"([wWbB])(\S+)")
_TIMES = {"clk", "emt", "egt", "mct"}


class Clock(NamedTuple):
    """The clocks of the players; `running` is whose clock runs, where the comment tells it."""

    white: timedelta | None = None
    black: timedelta | None = None
    running: Color | None = None


class Command(NamedTuple):
    """A command in a comment: its name, and what it says as it was written."""

    name: str
    text: str

    @property
    def value(self) -> Clock | timedelta | float | str:
        """A `Clock` for clock, a time for clk, emt, egt and mct, a number for eval; else the text.

        >>> Command("clk", "0:02:41").value
        datetime.timedelta(seconds=161)
        """
        name = self.name.lower()
        value: Clock | timedelta | float | None = None
        if name in _TIMES:
            value = read_time(self.text)
        elif name == "clock":
            value = _read_clock(self.text)
        elif name == "eval" and re.fullmatch(r"[-+]?[0-9]{1,9}(\.[0-9]{1,9})?", self.text):
            value = float(self.text)
        return self.text if value is None else value

    def __str__(self) -> str:
        return f"[%{self.name} {self.text}]"


def read_commands(comment: str) -> tuple[Command, ...]:
    """The commands in the text of a comment."""
    return tuple(Command(name, text.strip()) for name, text in _COMMAND.findall(comment))


def read_time(text: str) -> timedelta | None:
    """A time as h:mm:ss or m:ss, or None."""
    match = _TIME.fullmatch(text.strip())
    if not match:
        return None
    hours, minutes, seconds, fraction = match.groups()
    microseconds = int((fraction or "0").ljust(6, "0"))
    return timedelta(
        hours=int(hours or 0),
        minutes=int(minutes),
        seconds=int(seconds),
        microseconds=microseconds,
    )


def _read_clock(text: str) -> Clock | timedelta | None:
    if (time := read_time(text)) is not None:
        return time
    times = {}
    running = None
    for letter, written in _CLOCK.findall(text):
        if (time := read_time(written)) is None:
            return None
        color = Color.WHITE if letter in "wW" else Color.BLACK
        times[color] = time
        if letter.isupper():
            running = color
    return Clock(times.get(Color.WHITE), times.get(Color.BLACK), running) if times else None


def write_time(seconds: float) -> str:
    """A time as h:mm:ss, with milliseconds where there are any.

    >>> write_time(161.25)
    '0:02:41.250'
    """
    milliseconds = round(seconds * 1000)
    minutes, milliseconds = divmod(milliseconds, 60_000)
    text = f"{minutes // 60}:{minutes % 60:02}:{milliseconds // 1000:02}"
    fraction = milliseconds % 1000
    return f"{text}.{fraction:03}" if fraction else text
