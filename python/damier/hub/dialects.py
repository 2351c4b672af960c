"""What is said to an engine and what it means, in both versions of the Hub protocol."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from .._core import Board, Move
from ..engine import Limit
from ..values import Color, Variant
from .messages import Message, write_position

Mode = Literal["think", "ponder", "analyze"]


class Dialect(Protocol):
    """A version of the protocol. Engines' answers are read as messages of version 2."""

    new_game: str
    #: Whether engines declare their parameters.
    declares: bool

    def require(self, variant: Variant) -> None:
        """Raises a ValueError if the game cannot be played in it."""
        ...

    def set(self, name: str, value: str) -> str:
        """Sets a parameter."""
        ...

    def position(self, board: Board, moves: Sequence[Move]) -> list[str]:
        """A position, and moves played from there."""
        ...

    def level(self, limit: Limit, turn: Color) -> list[str]:
        """How long to think.

        Raises:
            ValueError: It cannot be said.
        """
        ...

    def go(self, mode: Mode) -> str:
        """Begins a search."""
        ...

    def read(self, line: str) -> Message:
        """What the engine says."""
        ...


class Version2:
    """What Scan 3, Kingsrow, dame and others speak."""

    new_game = "new-game"
    declares = True

    def require(self, variant: Variant) -> None:
        pass

    def set(self, name: str, value: str) -> str:
        return str(Message("set-param", {"name": name, "value": value}))

    def position(self, board: Board, moves: Sequence[Move]) -> list[str]:
        fields = {"pos": write_position(board)}
        if moves:
            fields["moves"] = " ".join(move.hub() for move in moves)
        return [str(Message("pos", fields))]

    def level(self, limit: Limit, turn: Color) -> list[str]:
        levels: list[Mapping[str, str | None]] = []
        if limit.depth is not None:
            levels.append({"depth": str(limit.depth)})
        if limit.nodes is not None:
            levels.append({"nodes": str(limit.nodes)})
        if (clock := _clock(limit, turn)) is not None:
            seconds, increment = clock
            moves = {"moves": str(limit.moves_to_go)} if limit.moves_to_go else {}
            inc = {"inc": f"{increment:.3f}"} if increment else {}
            levels.append({**moves, "time": f"{seconds:.3f}", **inc})
        if limit.time is not None:
            levels.append({"move-time": f"{limit.time:.3f}"})
        return [str(Message("level", fields)) for fields in levels or [{"infinite": None}]]

    def go(self, mode: Mode) -> str:
        return f"go {mode}"

    def read(self, line: str) -> Message:
        return Message.parse(line)


class Version1:
    """What Scan 2.0 speaks: words without names, milliseconds, scores in centimen."""

    new_game = "new"
    declares = False

    def require(self, variant: Variant) -> None:
        if variant is not Variant.INTERNATIONAL:
            raise ValueError("version 1 of the Hub protocol knows international draughts alone")

    def set(self, name: str, value: str) -> str:
        return f"set {name} {value}"

    def position(self, board: Board, moves: Sequence[Move]) -> list[str]:
        text = write_position(board)
        return [f"pos {text[0].lower()}{text[1:]}", *(f"move {move.hub()}" for move in moves)]

    def level(self, limit: Limit, turn: Color) -> list[str]:
        lines = []
        if limit.nodes is not None:
            raise ValueError("version 1 of the Hub protocol has no limit of nodes")
        if limit.depth is not None:
            lines.append(f"depth {limit.depth}")
        if (clock := _clock(limit, turn)) is not None:
            seconds, increment = clock
            lines.append(f"level {limit.moves_to_go or 0} {_ms(seconds)} {_ms(increment)}")
        if limit.time is not None:
            lines.append(f"time {_ms(limit.time)}")
        return lines

    def go(self, mode: Mode) -> str:
        return {"think": "go", "ponder": "ponder", "analyze": "analyse"}[mode]

    def read(self, line: str) -> Message:
        word, *words = line.split() or [""]
        match word:
            case "move":
                return Message("done", dict(zip(("move", "ponder"), words, strict=False)))
            case "info":
                names = ("depth", "mean-depth", "score", "nodes", "time", "nps")
                fields: dict[str, str] = dict(zip(names, words, strict=False))
                if (score := Message("", fields).number("score")) is not None:
                    fields["score"] = f"{score / 100:.2f}"
                return Message("info", {**fields, "pv": " ".join(words[len(names) :])})
            case "error":
                return Message("error", {"message": " ".join(words)})
            case "name" | "author" | "country":
                return Message("id", {word: " ".join(words)})
        return Message(word)


DIALECTS: dict[int, Dialect] = {1: Version1(), 2: Version2()}


def _clock(limit: Limit, turn: Color) -> tuple[float, float] | None:
    """The seconds left and the increment, which an engine adds before it thinks."""
    white = turn is Color.WHITE
    left = limit.white_clock if white else limit.black_clock
    if left is None:
        return None
    increment = min(limit.white_inc if white else limit.black_inc, left)
    return left - increment, increment


def _ms(seconds: float) -> int:
    return max(round(seconds * 1000), 1) if seconds else 0
