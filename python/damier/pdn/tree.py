"""The body of a game: lines of plies, with what is written between them."""

import re
from collections.abc import Iterator
from typing import Union

from .._core import Move
from .clocks import Command, read_commands

_LINE_BREAK = re.compile(r"[ \t]*[\r\n][ \t\r\n]*")
_MARK = re.compile(r"[!?]+|\([!?]+\)|\$[0-9]{1,5}")
_SETUP = re.compile(r"[^\"{}()\[\]*;]*")
_NAGS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


class Comment:
    """Text in braces.

    A line break is a blank, as everywhere in PDN; a closing brace, which a comment cannot hold,
    becomes a parenthesis.

    >>> comment = Comment("good [%clk 0:02:41]")
    >>> comment.commands[0].name, comment.commands[0].value
    ('clk', datetime.timedelta(seconds=161))
    """

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = _LINE_BREAK.sub(" ", text.strip(" \t\r\n")).replace("}", ")")

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands in the comment, such as clock times."""
        return read_commands(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Comment) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Comment({self.text!r})"


class Setup:
    """A position put on the board in the course of a game: `/FEN "..."/`, without blanks.

    Raises:
        ValueError: A file could not hold the FEN.
    """

    __slots__ = ("fen",)

    def __init__(self, fen: str) -> None:
        if not _SETUP.fullmatch(fen):
            raise ValueError(f"{fen!r} is no FEN")
        self.fen = "".join(fen.split())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and self.fen == other.fen

    def __hash__(self) -> int:
        return hash(self.fen)

    def __repr__(self) -> str:
        return f"Setup({self.fen!r})"


class Text:
    """Text in the movetext that means nothing to the reader, and is kept."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = " ".join(text.split())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Text({self.text!r})"


Item = Union[Comment, Setup, Text, "Line"]


class Ply:
    """One move of a line with what belongs to it.

    Attributes:
        move: The move, or None if it could not be played.
        text: How it was written.
        guessed: Whether the text fits several captures, of which `move` is the one taken.
        marks: Strength marks as `!?`, and NAGs as `$7`.
        items: What follows it in the text: comments, variations that replace it, setups.
    """

    __slots__ = ("guessed", "items", "marks", "move", "text")

    def __init__(self, text: str, move: Move | None = None) -> None:
        self.text = text
        self.move = move
        self.guessed = False
        self.marks: list[str] | tuple[()] = ()
        self.items: list[Item] | tuple[()] = ()

    @property
    def comments(self) -> list[Comment]:
        """The comments after the move."""
        return [item for item in self.items if isinstance(item, Comment)]

    @property
    def variations(self) -> list["Line"]:
        """The lines that could be played instead of the move."""
        return [item for item in self.items if isinstance(item, Line)]

    @property
    def nags(self) -> tuple[int, ...]:
        """The marks as numbers of the PGN standard.

        >>> ply = Ply("32-28")
        >>> ply.add_mark("!?")
        >>> ply.nags
        (5,)
        """
        nags = (_NAGS.get(m.strip("()"), 0) if m[0] != "$" else int(m[1:]) for m in self.marks)
        return tuple(nag for nag in nags if nag)

    def add(self, item: Item) -> None:
        """Puts a comment, variation, setup or text behind what follows the move already."""
        if isinstance(self.items, tuple):
            self.items = []
        self.items.append(item)

    def add_mark(self, mark: str) -> None:
        """Adds a strength mark as `!?` or a NAG as `$7`.

        Raises:
            ValueError: It is neither.
        """
        if not _MARK.fullmatch(mark):
            raise ValueError(f"{mark!r} is no strength mark or NAG")
        self.marks = [*self.marks, mark]

    def __repr__(self) -> str:
        return f"<Ply {self.text}>"


class Line:
    """A sequence of plies: the main line of a game, or a variation.

    Attributes:
        plies: The plies.
        items: What is written before the first of them. A variation among it replaces the first.
    """

    __slots__ = ("items", "plies")

    def __init__(self) -> None:
        self.plies: list[Ply] = []
        self.items: list[Item] = []

    @property
    def moves(self) -> list[Move]:
        """The moves that can be played, up to the first that cannot."""
        moves = []
        for ply in self.plies:
            if ply.move is None:
                break
            moves.append(ply.move)
        return moves

    def promote(self, variation: "Line") -> None:
        """Makes a variation of this line its continuation, and the former one the variation.

        Raises:
            ValueError: It is not a variation of this line.
        """
        index, items = self._place(variation)
        if index < 0:
            raise ValueError("a variation before the first move replaces nothing")
        if not variation.plies:
            raise ValueError("a variation without moves cannot be promoted")
        former = Line()
        former.plies = self.plies[index:]
        replaced, first = former.plies[0], variation.plies[0]
        others = [item for item in items if isinstance(item, Line) and item is not variation]
        within = [i for i in (*first.items, *variation.items) if isinstance(i, Line)]
        replaced.items = [item for item in items if not isinstance(item, Line)]
        words = [item for item in first.items if not isinstance(item, Line)]
        first.items = [*words, former, *within, *others]
        before = self.plies[index - 1].add if index else self.items.append
        for item in variation.items:
            if not isinstance(item, Line):
                before(item)
        self.plies[index:] = variation.plies

    def remove(self, variation: "Line") -> None:
        """Takes a variation out of this line.

        Raises:
            ValueError: It is not a variation of this line.
        """
        _, items = self._place(variation)
        items[:] = [item for item in items if item is not variation]

    def reorder(self, variation: "Line", position: int) -> None:
        """Moves a variation among those of the same ply.

        Args:
            variation: The variation.
            position: Where it shall stand among them, from 0.

        Raises:
            ValueError: It is not a variation of this line, or there is no such position.
        """
        _, items = self._place(variation)
        lines = [item for item in items if isinstance(item, Line)]
        if not 0 <= position < len(lines):
            raise ValueError(f"there is no variation {position}")
        lines = [line for line in lines if line is not variation]
        lines.insert(position, variation)
        slots = [i for i, item in enumerate(items) if isinstance(item, Line)]
        for slot, line in zip(slots, lines, strict=True):
            items[slot] = line

    def _place(self, variation: "Line") -> tuple[int, list[Item]]:
        """The index of the ply that has a variation, -1 for the start, and the items around it."""
        if any(item is variation for item in self.items):
            return -1, self.items
        for index, ply in enumerate(self.plies):
            if any(item is variation for item in ply.items):
                assert isinstance(ply.items, list)
                return index, ply.items
        raise ValueError("this is not a variation of the line")

    def __repr__(self) -> str:
        return f"<Line of {len(self.plies)} plies>"


Token = tuple[object, ...]


def flatten(line: Line) -> Iterator[Token]:
    """The line and its variations as a flat sequence, which two equal lines have in common."""
    pending: list[Line | Ply | Item | Token] = [line]
    while pending:
        entry = pending.pop()
        if isinstance(entry, Line):
            pending.append((")",))
            pending.extend(reversed(entry.plies))
            pending.extend(reversed(entry.items))
            yield ("(",)
        elif isinstance(entry, Ply):
            pending.extend(reversed(entry.items))
            yield (entry.move or entry.text, *entry.marks)
        elif isinstance(entry, tuple):
            yield entry
        else:
            yield (entry,)
