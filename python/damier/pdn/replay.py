"""Plays the tree of a game on a board and collects what cannot be played."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Literal

from .._core import Board, Move, _replay
from ..errors import AmbiguousMoveError, Code, InvalidFenError, RefusedError
from ..values import Variant
from .tree import Item, Line, Ply, Setup

# Texts are handed to the core in blocks, so that those behind a refused text are not handed over
# again and again.
_BLOCK = 256

# How many plies may be tried in one game to find out which of several captures was meant.
_TRIALS = 20_000

_COMPACT = re.compile(r"(?:[a-hA-H][0-9]){2,}|[0-9]{4}")
_TWO = re.compile(r"..")
_SHORT = re.compile(r"([a-hA-H])[-x]?([a-hA-H][0-9])")
_SQUARES = re.compile(r"[a-hA-H]?[0-9]+")
_UNKNOWN_TURN = re.compile(r"\s*\?\s*:")
_NULL_MOVE = re.compile(r"[WwBb]::?\.?")

# The core cannot judge such texts.
_UNJUDGED = (Code.UNREADABLE_MOVE, Code.NO_LETTERS, Code.CAPTURE_UNFINISHED)

# Of several refusals, the most telling first.
_TELLING = (
    Code.AMBIGUOUS_MOVE,
    Code.MAJORITY,
    Code.CAPTURE_UNFINISHED,
    Code.CAPTURE_COMPULSORY,
    Code.NOT_A_MOVE,
    Code.OTHER_CAPTURE,
    Code.OCCUPIED,
)

Report = Callable[[Code, str, Ply, tuple[str, ...], bool], None]


def read_position(variant: Variant, fen: str | None) -> tuple[Board, Code | None, str]:
    """The board of a FEN, and what is wrong with it.

    A man on its promotion row stays where it is, and White moves if the turn is unknown.

    Raises:
        InvalidFenError: The FEN cannot be read.
    """
    if fen is None:
        return Board(variant), None, ""
    try:
        return Board(variant, fen), None, ""
    except InvalidFenError as error:
        if _UNKNOWN_TURN.match(fen):
            board = Board(variant, _UNKNOWN_TURN.sub("W:", fen, count=1), strict=False)
            return board, Code.BAD_FEN, f"{error}; White is taken"
        return Board(variant, fen, strict=False), Code.UNCROWNED_MAN, str(error)


def set_up(board: Board, setup: Setup) -> Board:
    """The board that a setup puts in place of another; with no pieces it only changes the turn.

    Raises:
        InvalidFenError: The FEN cannot be read.
    """
    if _NULL_MOVE.fullmatch(setup.fen):
        return Board(board.variant, setup.fen[0] + board.fen()[1:], strict=False)
    return Board(board.variant, setup.fen, strict=False)


def last_setup(items: Sequence[Item]) -> Setup | None:
    """The setup that counts among the items behind a ply."""
    return next((item for item in reversed(items) if isinstance(item, Setup)), None)


class Replay:
    """Plays the lines of a tree from a board, and sets the move of every ply.

    `errors`, `warnings` and `notes` are called with what there is to say about a ply.
    """

    def __init__(self, board: Board, errors: Report, warnings: Report, notes: Report) -> None:
        self._start = board
        self._errors = errors
        self._warnings = warnings
        self._notes = notes
        self._trials = _TRIALS
        self._signs: list[tuple[Ply, bool]] = []  # plies whose sign is wrong; inside a variation?

    def play(self, line: Line, branches: bool = True, setups: bool = True) -> None:
        """Plays the main line and, with `branches`, its variations.

        Without `setups` there are none in the main line.
        """
        self._line(_fresh(self._start), line, setups, inside=False)
        pending = [(self._start, line)] if branches else []
        while pending:
            board, parent = pending.pop()
            self._put_in_place(board, parent)
            for before, variation in variations(board, parent):
                self._line(_fresh(before), variation, setups=True, inside=True)
                pending.append((before, variation))
        self._remark_signs()

    def _put_in_place(self, board: Board, line: Line) -> None:
        """Moves variations behind the move they replace, where they were written before it."""
        following = {id(ply): after for ply, after in pairwise(line.plies)}
        places = {id(v): ply for ply in line.plies for v in ply.variations if v.plies}
        if not places:
            return
        for before, variation in variations(board, line):
            ply = places.pop(id(variation), None)
            after = following.get(id(ply))
            if ply is None or ply.move is None or after is None or last_setup(ply.items):
                continue
            text = variation.plies[:1]
            if not _replay(before, [text[0].text])[0]:
                before.push(ply.move)
                if _replay(before, [text[0].text])[0]:
                    ply.items = [item for item in ply.items if item is not variation]
                    after.items = [variation, *after.items]
                    reason = f"the variation replaces {after.text}"
                    self._notes(Code.MISPLACED, reason, variation.plies[0], (), True)

    def _line(self, board: Board, line: Line, setups: bool, inside: bool) -> None:
        if not setups:
            line.plies = self._stretch(board, line.plies, inside)
            return
        played: list[Ply] = []
        start = 0
        setup = last_setup(line.items)
        for end in range(len(line.plies) + 1):
            if end:
                setup = last_setup(line.plies[end - 1].items)
            if setup is None:
                continue
            played += self._stretch(board, line.plies[start:end], inside, onward=True)
            start = end
            try:
                board = set_up(board, setup)
            except InvalidFenError as error:
                place = line.plies[max(end - 1, 0)] if line.plies else Ply("")
                self._errors(Code.BAD_FEN, f"setup: {error}", place, (), inside)
                line.plies = played + line.plies[start:]
                return
        line.plies = played + self._stretch(board, line.plies[start:], inside)

    def _stretch(
        self, board: Board, plies: list[Ply], inside: bool, onward: bool = False
    ) -> list[Ply]:
        """Plays plies between two setups, and returns them with the parts of captures joined.

        With `onward` the board stands after them, if they can be played.
        """
        played: list[Ply] = []
        at = 0
        while at < len(plies):
            block = plies[at : at + _BLOCK]
            moves, odd, refusal = _replay(board, [ply.text for ply in block])
            for ply, move in zip(block, moves, strict=False):
                ply.move = move
                if len(ply.text) > 8:
                    self._remark_hub(ply, move, inside)
            self._signs += [(block[index], inside) for index in odd]
            played += block[: len(moves)]
            at += len(moves)
            if refusal is None and at == len(plies) and not onward:
                break
            for move in moves:
                board.push(move)
            if refusal is not None:
                used = self._resolve(board, plies, at, refusal, inside)
                if not used:
                    return played + plies[at:]
                played.append(plies[at])
                at += used
        return played

    def _resolve(
        self, board: Board, plies: list[Ply], at: int, refusal: RefusedError, inside: bool
    ) -> int:
        """Plays a ply whose text the core refused, if it is clear what was meant.

        Returns:
            How many plies went into the move; 0 if none could be played.
        """
        ply = plies[at]
        if ply.text in ("--", "-"):
            self._warnings(Code.UNKNOWN_MOVE, "the move is not known", ply, (), inside)
            return 0
        text = ply.text
        if _COMPACT.fullmatch(text):
            text = "-".join(_TWO.findall(text))
        elif short := _SHORT.fullmatch(text):
            meant, text = _spelled_out(board, short[1].lower(), short[2].lower())
            if len(meant) > 1:
                refusal = AmbiguousMoveError(
                    Code.AMBIGUOUS_MOVE,
                    alternatives=tuple(meant),
                    variant=board.variant,
                    notation="algebraic",
                    path=ply.text,
                )
                self._choose(board, plies, at, refusal, inside)
                return 1
        used = 1
        while True:
            try:
                ply.move = board.push(text)
            except RefusedError as error:
                refusal = error
            else:
                if used > 1:
                    ply.text = text
                    self._notes(Code.JOINED, f"captures in {used} parts: {text}", ply, (), inside)
                return used
            follower = plies[at + used] if at + used < len(plies) else None
            if refusal.code is not Code.CAPTURE_UNFINISHED or follower is None:
                break
            last, first = _SQUARES.findall(text)[-1], _SQUARES.findall(follower.text)[:1]
            if [last.lstrip("0")] != [square.lstrip("0") for square in first]:
                break
            text += follower.text[len(first[0]) :]
            ply.marks = [*ply.marks, *follower.marks]
            ply.items = [*ply.items, *follower.items]
            used += 1
        if isinstance(refusal, AmbiguousMoveError):
            self._choose(board, plies, at, refusal, inside)
            return used
        notation = _notation(board, ply.text)
        legal = tuple(move.text(notation) for move in board.legal_moves)
        self._errors(refusal.code, str(refusal), ply, legal, inside)
        return 0

    def _choose(
        self, board: Board, plies: list[Ply], at: int, refusal: RefusedError, inside: bool
    ) -> None:
        """Plays the one of several captures that lets the rest of the line be played furthest."""
        ply = plies[at]
        candidates = refusal.alternatives
        rest = [ply.text for ply in plies[at + 1 : at + 1 + max(self._trials, 0)]]
        reached = []
        for candidate in candidates:
            branch = _fresh(board)
            branch.push(candidate)
            reached.append(self._reach(branch, rest))
        best = reached.index(max(reached))
        ply.move = board.push(candidates[best])
        notation = _notation(board, ply.text)
        spelled = tuple(candidate.text(notation, full=True) for candidate in candidates)
        if reached.count(reached[best]) == 1:
            reason = f"{refusal}; only {spelled[best]} lets the game go on as written"
            self._notes(Code.RESOLVED, reason, ply, spelled, inside)
        else:
            ply.guessed = True
            reason = f"{refusal}; {spelled[best]} is taken"
            self._errors(Code.AMBIGUOUS_MOVE, reason, ply, spelled, inside)

    def _reach(self, board: Board, texts: list[str]) -> int:
        """How many of the texts can be played, with every choice where they are ambiguous.

        Texts that the core cannot judge count as playable, and so does what lies beyond the trials.
        """
        furthest = 0
        pending = [(board, 0)]
        while pending:
            board, at = pending.pop()
            moves, _, refusal = _replay(board, texts[at : at + _BLOCK])
            self._trials -= 1 + len(moves)
            at += len(moves)
            if self._trials <= 0 or at == len(texts):
                return len(texts)
            furthest = max(furthest, at)
            for move in moves:
                board.push(move)
            if refusal is None:
                pending.append((board, at))
            elif isinstance(refusal, AmbiguousMoveError):
                for candidate in refusal.alternatives:
                    branch = _fresh(board)
                    branch.push(candidate)
                    pending.append((branch, at + 1))
            elif refusal.code in _UNJUDGED:
                return len(texts)
        return furthest

    def _remark_signs(self) -> None:
        """One remark for each of the two slips, at the first ply that has it."""
        for capture, reason in (
            (True, "written with - for a capture"),
            (False, "written as a capture"),
        ):
            odd = [
                (p, inside) for p, inside in self._signs if p.move and p.move.is_capture is capture
            ]
            if odd:
                ply, inside = odd[0]
                more = f", as {len(odd) - 1} more of the game" if len(odd) > 1 else ""
                self._warnings(Code.SIGN, reason + more, ply, (), inside)

    def _remark_hub(self, ply: Ply, move: Move, inside: bool) -> None:
        if len(_SQUARES.findall(ply.text)) == len(move.captured) + 2:
            self._notes(Code.HUB, f"read as hub notation for {move.long()}", ply, (), inside)


def variations(board: Board, line: Line) -> Iterator[tuple[Board, Line]]:
    """The variations of a line, each with the board it starts from, as far as that is known."""
    if not any(isinstance(item, Line) for items in _items(line) for item in items):
        return
    known, lost = _fresh(board), False  # lost behind a move that could not be played
    for variation in line.items:
        if isinstance(variation, Line):
            yield _fresh(known), variation
    setup = last_setup(line.items)
    for ply in [None, *line.plies]:
        if ply is not None:
            if not lost:
                for variation in ply.variations:
                    yield _fresh(known), variation
                if ply.move is None:
                    lost = True
                else:
                    known.push(ply.move)
            setup = last_setup(ply.items)
        if setup is not None:
            try:
                known, lost = set_up(known, setup), False
            except InvalidFenError:
                return


def _items(line: Line) -> Iterator[Sequence[Item]]:
    yield line.items
    for ply in line.plies:
        if ply.items:
            yield ply.items


def _fresh(board: Board) -> Board:
    """The position alone: a whole copy would take a long history along."""
    return board.copy(stack=False)


def _notation(board: Board, text: str) -> Literal["numeric", "algebraic"]:
    """The notation in which a text of a game on this board is answered."""
    letters = board.variant is Variant.BRAZILIAN and re.search("[a-hA-H]", text)
    return "algebraic" if letters else "numeric"


def _spelled_out(board: Board, file: str, target: str) -> tuple[list[Move], str]:
    """What the short form `ab4` (file of the origin, destination) means.

    Returns:
        The legal moves, and a text of origin and destination: that of the first, or without any
        the one that is refused with the most telling reason.
    """
    texts = [f"{file}{rank}-{target}" for rank in range(1, 9)]
    refused: dict[Code, str] = {}
    legal = []
    for text in texts:
        try:
            legal.append(board.parse_move(text))
        except RefusedError as error:
            refused.setdefault(error.code, text)
    if legal:
        return legal, legal[0].long()
    return legal, next((refused[code] for code in _TELLING if code in refused), texts[0])
