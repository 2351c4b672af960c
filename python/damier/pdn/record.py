"""One game of a PDN file."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .._core import Board, Move
from ..errors import InvalidFenError
from ..values import Color, Variant
from . import results
from .headers import UNKNOWN, Headers, arranged, one_line
from .problems import Problem
from .replay import last_setup, read_position, set_up, variations
from .tree import Line, Ply, flatten

if TYPE_CHECKING:
    from .._core import _PlainGame
    from ..game import Game
    from ..game.rules import RuleSet
    from .builder import Unread


class Record:
    """One game: its tags, its moves with variations and comments, and what is wrong with it.

    Args:
        variant: The game, by `Variant` or name.
        fen: The position it starts from; the starting position of the game if left out.
        headers: Tags.

    Raises:
        InvalidFenError: `fen` cannot be read.
        ValueError: The variant is unknown, or a file could not hold the name of a tag.

    Attributes:
        headers: The tags, see `Headers`.
        variant: The game, or None if it is undecided or not one that is played here.
        candidates: What the game may be, where it is undecided; the moves are those of the first.
        line: The main line, with its variations.
        errors: What cannot be read or played; `main_errors` are those of the main line, and
            `variation_errors` those of variations.
        warnings: What is odd but clear.
        notes: How doubtful text was understood.
        encoding: The encoding of the text the record was read from, or None.
        first_number: The number of the first move.
        number, line_number, offset: Where in its source the record stood: the how-manieth game,
            the line, and the bytes before it (characters, if the source was a str).

    Records are equal if they are written alike: tags, game, main line and variations with
    comments, marks, setups and text that could not be played, and the result.

    >>> record = Record("international", headers={"White": "Sijbrands, Ton"})
    >>> for text in ("32-28", "19-23"):
    ...     _ = record.append(text)
    >>> record.result, record.end().fen(ranges=True)
    ('*', 'W:W28,31,33-50:B1-18,20,23')
    """

    _unread: Unread

    def __init__(
        self,
        variant: Variant | str | None = None,
        fen: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.headers = Headers()
        self.variant: Variant | None = None if variant is None else Variant(variant)
        self.candidates: tuple[Variant | str, ...] = ()
        self.line = Line()
        self.terminator = ""
        self.errors: list[Problem] = []
        self.warnings: list[Problem] = []
        self.notes: list[Problem] = []
        self.encoding: str | None = None
        self.first_number = 1
        self.number = 1
        self.line_number = 1
        self.offset = 0
        self._start: Board | None = None
        for name, value in (headers or {}).items():
            self.headers[name] = value
        if self.variant is not None:
            board = Board(self.variant, fen)
            if fen is not None and board != Board(self.variant):
                self.headers["SetUp"] = "1"
                self.headers["FEN"] = board.fen()
            self._start = Board(self.variant, fen)

    @classmethod
    def unread(cls, unread: Unread) -> Record:
        """A record whose moves are known, and the rest of which is read when it is asked for."""
        record = cls.__new__(cls)
        record.number, record.line_number, record.offset = unread.piece[:3]
        record.variant, record.candidates = unread.game.variant, ()
        record.first_number = unread.game.first_number
        if not unread.game.branches:
            record.errors, record.warnings, record.notes = [], [], []
        record._start = None
        record._unread = unread
        return record

    def __getattr__(self, name: str) -> Any:
        """An attribute that was not read yet; what was set in the meantime stays as it was set."""
        unread = self.__dict__.get("_unread")
        if unread is None or name.startswith("__"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if name == "headers":
            self.headers = unread.headers()
        else:
            del self._unread
            self.__dict__.update(vars(unread.record()) | self.__dict__)
        return getattr(self, name)

    def __getstate__(self) -> dict[str, object]:
        _ = self.line
        return self.__dict__.copy()

    @property
    def _plain(self) -> _PlainGame | None:
        """The game as the core read it, if nobody looked at its line."""
        state = self.__dict__
        return state["_unread"].game if "_unread" in state and "line" not in state else None

    @property
    def moves(self) -> list[Move]:
        """The moves of the main line, up to the first that cannot be played."""
        plain = self._plain
        return plain.moves if plain else self.line.moves

    @property
    def result(self) -> str:
        """The result: the tag, or else what ends the game, with blanks removed; `*` if unknown."""
        if "headers" not in self.__dict__ and (plain := self._plain):
            return plain.result
        tag = one_line(self.headers.get("Result", "")).strip()
        if tag in ("", "?", "-"):
            # Some programs end a game without a result with 0-0.
            known = results.is_result(self.terminator) and self.terminator != "0-0"
            return self.terminator if known else "*"
        return results.tidy(tag)

    @result.setter
    def result(self, text: str) -> None:
        self.headers["Result"] = text
        self.terminator = text

    @property
    def score(self) -> results.Score:
        """What the result means."""
        return results.score(self.result)

    @property
    def played_as(self) -> Variant | None:
        """The game whose moves the record holds: `variant`, or the first of the candidates."""
        return self.variant or next((c for c in self.candidates if isinstance(c, Variant)), None)

    def board(self) -> Board:
        """The position the game starts from.

        Raises:
            ValueError: It is not known which game this is, or the FEN of the record is bad.
        """
        if self._start is None:
            variant = self.played_as
            if variant is None:
                raise ValueError("it is not known which game this record is of")
            self._start = read_position(variant, self.fen)[0]
        return self._start.copy()

    def start_from(self, board: Board) -> None:
        """Sets the position the game starts from; the FEN tag stays as it is."""
        self._start = board

    @property
    def begins(self) -> Color:
        """The side that moves first."""
        if self._start is not None:
            return self._start.turn
        return Color.BLACK if (self.fen or "").upper().startswith("B") else Color.WHITE

    @property
    def main_errors(self) -> list[Problem]:
        """The errors outside variations: with none of them the game itself can be trusted."""
        return [error for error in self.errors if not error.in_variation]

    @property
    def variation_errors(self) -> list[Problem]:
        """The errors in variations."""
        return [error for error in self.errors if error.in_variation]

    def positions(self) -> Iterator[Board]:
        """The start, and the position after each move of the main line that can be played.

        Setups are followed. Each board is one of its own, without moves to take back.

        Raises:
            ValueError: As `board`.

        >>> from damier.pdn import read_game
        >>> [board.fen(ranges=True) for board in read_game("1. 32-28 19-23 *").positions()][1]
        'B:W28,31,33-50:B1-20'
        """
        for board in self._boards():
            yield board.copy(stack=False)

    def end(self) -> Board:
        """The position after the last move of the main line that can be played.

        The board can take back the moves since the start, or since a position set up on the way.

        Raises:
            ValueError: As `board`.
        """
        return deque(self._boards(), maxlen=1).pop()

    def _boards(self) -> Iterator[Board]:
        """The board at the start, which then moves on; another one after a setup."""
        board = self.board()
        if plain := self._plain:
            yield board
            for move in plain.moves:
                board.push(move)
                yield board
            return
        for ply in [None, *self.line.plies]:
            if ply is not None:
                if ply.move is None:
                    return
                board.push(ply.move)
            setup = last_setup(self.line.items if ply is None else ply.items)
            if setup is not None:
                try:
                    board = set_up(board, setup)
                except InvalidFenError:
                    yield board
                    return
            yield board

    def _repr_svg_(self) -> str | None:
        """The position at the end, for notebooks; None if it is not known which game this is."""
        return None if self.played_as is None else self.end().svg()

    @property
    def fen(self) -> str | None:
        """The position in the FEN tag, or None."""
        if "headers" not in self.__dict__ and self._plain:
            return None
        return one_line(self.headers.get("FEN", "")).strip() or None

    def append(self, move: Move | str) -> Ply:
        """Plays a move at the end of the main line.

        Raises:
            InvalidMoveError, IllegalMoveError, AmbiguousMoveError: As `Board.push`.
            ValueError: As `board`, or the main line ends in a move that cannot be played.
        """
        return self.append_to(self.line, move)

    def append_to(self, line: Line, move: Move | str) -> Ply:
        """Plays a move at the end of a line of this record.

        Raises:
            ValueError: As `append`, or the line is not part of this record.
        """
        board = self._board_after(line)
        played = board.push(move)
        ply = Ply(str(played), played)
        line.plies.append(ply)
        return ply

    def add_variation(
        self, index: int, moves: Iterable[Move | str], *, line: Line | None = None
    ) -> Line:
        """Adds a variation that replaces a ply.

        Args:
            index: The ply in its line, from 0.
            moves: The moves of the variation.
            line: The line of the ply; the main line if left out.

        Raises:
            InvalidMoveError, IllegalMoveError, AmbiguousMoveError: As `Board.push`; then nothing
                is added.
            IndexError: There is no such ply.
            ValueError: As `append_to`.
        """
        line = line or self.line
        if not 0 <= index < len(line.plies):
            raise IndexError(f"there is no ply {index} in the line")
        board = self._board_after(line, index)
        variation = Line()
        for move in moves:
            played = board.push(move)
            variation.plies.append(Ply(str(played), played))
        line.plies[index].add(variation)
        return variation

    def _board_after(self, line: Line, plies: int | None = None) -> Board:
        """The board after so many plies of a line, all of them if left out."""
        board = self._board_before(line)
        setup = last_setup(line.items)
        for ply in [None, *line.plies[:plies]]:
            if ply is not None:
                if ply.move is None:
                    raise ValueError(f"{ply.text} cannot be played")
                board.push(ply.move)
                setup = last_setup(ply.items)
            if setup is not None:
                board = set_up(board, setup)
        return board

    def _board_before(self, line: Line) -> Board:
        if line is self.line:
            return self.board()
        pending = [(self.board(), self.line)]
        while pending:
            board, parent = pending.pop()
            for before, variation in variations(board, parent):
                if variation is line:
                    return before
                pending.append((before, variation))
        raise ValueError("the line is not part of this record")

    @classmethod
    def from_board(cls, board: Board, headers: Mapping[str, str] | None = None) -> Record:
        """A record of the moves a board can take back.

        >>> board = Board("brazilian")
        >>> _ = board.push("c3-d4")
        >>> Record.from_board(board).moves
        [<Move 22-18>]
        """
        start = board.copy()
        for _ in board.move_stack:
            start.pop()
        fen = None if start == Board(board.variant) else start.fen()
        record = cls(board.variant, headers=headers)
        if fen is not None:
            record.headers["SetUp"] = "1"
            record.headers["FEN"] = fen
            record._start = start
        record.line.plies = [Ply(str(move), move) for move in board.move_stack]
        return record

    @classmethod
    def from_game(cls, game: Game) -> Record:
        """A record of a game: its tags, its result, and how it was played.

        Added are the tags TimeControl, Termination and RuleSet (the name of the draw rules, or all
        their parts as JSON), `[%clk]` with the time each move left, and the times at the end.
        """
        from .game_record import record_of

        return record_of(game)

    def to_game(self, rules: RuleSet | str | None = None) -> Game:
        """A game with the tags and the moves of the main line, its clock and its outcome.

        Args:
            rules: The draw rules to play by, as for `Game`. If left out, those of the tag RuleSet;
                without it none, since games were played by many rules.

        Raises:
            ValueError: As `board`; the rules are unknown; the moves go on after a setup, or after
                the end by the rules; or the result is not that to which the moves lead.

        The outcome is that of the moves, or else that of result and Termination. A result whose
        Termination says nothing known counts as an arbiter's decision. There is a clock if the
        record tells its controls and the times at the end.

        >>> from damier.pdn import read_game
        >>> game = read_game("1. 32-28 19-23 2. 28x19 0-2").to_game()
        >>> game.result, game.outcome.rule
        ('0-2', 'adjudication')
        """
        from .game_record import game_of

        return game_of(self, rules)

    def written_headers(self) -> list[tuple[str, str]]:
        """The tags as they are written: the seven usual ones, GameType, SetUp, FEN, the rest."""
        pairs = self.headers.pairs
        missing = {**UNKNOWN, "Result": self.result}
        if self.variant is not None:
            missing["GameType"] = str(self.variant.game_type)
            if self.headers.game_type != self.variant.game_type:
                pairs = [pair for pair in pairs if pair[0].lower() != "gametype"]
        if self.fen:
            missing["SetUp"] = "1"
        return arranged(pairs, missing)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return (
            self.variant == other.variant
            and self.result == other.result
            and self.written_headers() == other.written_headers()
            and list(flatten(self.line)) == list(flatten(other.line))
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        white, black = self.headers.get("White", "?"), self.headers.get("Black", "?")
        return f"<Record {white} - {black} {self.result}, {len(self.line.plies)} plies>"
