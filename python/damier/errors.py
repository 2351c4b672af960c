"""Why something was refused: every refusal is a ValueError that keeps its reason as data."""

from enum import StrEnum

from .values import Color, Variant
from .words import vocabulary

TYPE_CHECKING = False  # `typing` itself would double the time of the import
if TYPE_CHECKING:
    from typing import Literal

    from ._core import Move

    Notation = Literal["numeric", "algebraic", "official"]


class Code(StrEnum):
    """The kind of a refusal, and of a problem in a PDN file. The words are stable."""

    # Moves
    CAPTURE_COMPULSORY = "capture-compulsory"
    MAJORITY = "majority"
    CAPTURE_UNFINISHED = "capture-unfinished"
    OTHER_CAPTURE = "other-capture"
    NO_PIECE = "no-piece"
    NOT_YOUR_PIECE = "not-your-piece"
    OCCUPIED = "occupied"
    NOT_A_MOVE = "not-a-move"
    NO_SUCH_PATH = "no-such-path"
    AMBIGUOUS_MOVE = "ambiguous-move"
    OTHER_VARIANT = "other-variant"
    UNREADABLE_MOVE = "unreadable-move"
    GAME_OVER = "game-over"

    # Squares
    OFF_BOARD = "off-board"
    LIGHT_SQUARE = "light-square"
    UNREADABLE_SQUARE = "unreadable-square"
    NO_LETTERS = "no-letters"

    # Positions
    BAD_FEN = "bad-fen"
    UNKNOWN_TURN = "unknown-turn"
    MISSING_TURN = "missing-turn"
    GHOST_PIECE = "ghost-piece"
    DESCENDING_RANGE = "descending-range"
    SQUARE_TWICE = "square-twice"
    UNCROWNED_MAN = "uncrowned-man"

    # Games
    NOT_YOUR_TURN = "not-your-turn"
    CANNOT_TOUCH = "cannot-touch"
    NOTHING_TO_UNDO = "nothing-to-undo"
    OFFER_PENDING = "offer-pending"
    NO_OFFER = "no-offer"
    UNDO_OFFER_PENDING = "undo-offer-pending"
    NO_UNDO_OFFER = "no-undo-offer"
    OFFERS_USED_UP = "offers-used-up"
    NO_CLAIM = "no-claim"
    CLOCK_PAUSED = "clock-paused"
    ALREADY_PAUSED = "already-paused"
    NOT_PAUSED = "not-paused"
    CLOCK_STOPPED = "clock-stopped"
    NO_TIME_LEFT = "no-time-left"

    # Problems of PDN files
    UNKNOWN_TOKEN = "unknown-token"
    UNCLOSED_COMMENT = "unclosed-comment"
    UNCLOSED_VARIATION = "unclosed-variation"
    TAG = "tag"
    STRAY = "stray-text"
    GAME_TYPE = "game-type"
    RESULT = "result"
    SIGN = "sign"
    UNKNOWN_MOVE = "unknown-move"
    HUB = "hub-notation"
    JOINED = "capture-in-parts"
    MISPLACED = "variation-moved"
    RESOLVED = "ambiguity-resolved"


class RefusedError(ValueError):
    """Something that was refused; `str()` is the reason as an English sentence.

    Attributes:
        code: The kind of the refusal.
        squares: The squares concerned, as numbers. Of a move these are the squares it was given by.
        alternatives: The legal moves instead: all of the position; where the move was ambiguous or
            not complete, those that it can be.

    >>> from damier import Board
    >>> try:
    ...     Board("brazilian", "W:Wd4,g1:Be5").push("g1-h2")
    ... except RefusedError as refusal:
    ...     print(refusal, refusal.text("numeric"), sep="; ")
    ...     refusal.code, refusal.squares, refusal.alternatives
    capture is compulsory: d4xf6; capture is compulsory: 18x11
    (<Code.CAPTURE_COMPULSORY: 'capture-compulsory'>, (32, 28), (<Move 18x11>,))
    """

    def __init__(
        self,
        code: Code,
        squares: tuple[int, ...] = (),
        alternatives: "tuple[Move, ...]" = (),
        variant: Variant | None = None,
        notation: "Notation" = "numeric",
        **fields: object,
    ) -> None:
        self.code = code
        self.squares = squares
        self.alternatives = alternatives
        self._variant = variant
        self._notation: Notation = notation
        self._fields = fields

    def text(self, notation: "Notation | None" = None, language: str = "en") -> str:
        """The reason as a sentence.

        Args:
            notation: "numeric", "algebraic" (8x8 only), "official" (letters on 8x8, numbers on
                10x10), or None for that of the text refused.
            language: "en", "fr", "pt" or "nl".

        Raises:
            ValueError: The notation or the language is unknown, or algebraic on 10x10.
        """
        words = vocabulary(language)
        fields = _Fields(self, language, self._spelling(notation))
        sentence = words[self.code].format_map(fields)
        if "position" not in self._fields:
            return sentence
        return words["place"].format(position=self._fields["position"], reason=sentence)

    def _spelling(self, notation: "Notation | None") -> "Notation":
        large = self._variant is Variant.INTERNATIONAL
        if notation is None:
            return self._notation
        if notation == "official":
            return "numeric" if large else "algebraic"
        if notation not in ("numeric", "algebraic"):
            raise ValueError(
                f"unknown notation {notation!r}: expected numeric, algebraic or official"
            )
        if notation == "algebraic" and large:
            raise RefusedError(Code.NO_LETTERS, variant=self._variant)
        return notation

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.code}: {self}>"


class InvalidSquareError(RefusedError):
    """The text or number is no square of the board."""


class InvalidFenError(RefusedError):
    """The text or the pieces are no position.

    `position` is the number of the character at fault, from 1; None where no text was read.
    """

    @property
    def position(self) -> int | None:
        """The number of the character at fault, from 1; None where no text was read."""
        position = self._fields.get("position")
        return position if isinstance(position, int) else None


class InvalidMoveError(RefusedError):
    """The text cannot be read as a move, or names a square off the board."""


class IllegalMoveError(RefusedError):
    """The move was read but is not legal in this position."""


class AmbiguousMoveError(RefusedError):
    """The text fits several legal moves, which are the `alternatives`."""


class GameOverError(RefusedError):
    """The game has ended, so nothing more can be done in it."""


class GameStateError(RefusedError):
    """The game or its clock is in no state for that: offers, claims, turns, pauses."""


class NothingToUndoError(GameStateError, IndexError):
    """There is no move to take back."""


class Stopped(RuntimeError):
    """A call was ended by its `damier.Stop`; nothing was wrong with what it was given."""


# A message lists so many of the legal moves.
_MOST = 12

# Where these are the alternatives, they differ in their way, so all of it is shown.
_SPELLED = (Code.AMBIGUOUS_MOVE, Code.CAPTURE_UNFINISHED, Code.OTHER_CAPTURE)


class _Fields(dict[str, object]):
    """What the fields of a sentence stand for, made when the sentence asks for them."""

    def __init__(self, refusal: RefusedError, language: str, notation: "Notation") -> None:
        super().__init__(refusal._fields)
        self._refusal = refusal
        self._words = vocabulary(language)
        self._notation: Notation = notation
        for name, value in refusal._fields.items():
            if isinstance(value, Color):
                self[name] = self._side(value).lower() if name == "color" else self._side(value)
            elif isinstance(value, tuple):
                self[name] = ", ".join(map(self._square, value))
            elif callable(sentence := getattr(value, "sentence", None)):
                self[name] = sentence(language)

    def _side(self, color: Color) -> str:
        return self._words[color.name.lower()]

    def __missing__(self, name: str) -> object:
        squares = self._refusal.squares
        match name:
            case "reason":
                return self._words[str(self["detail"])].format_map(self)
            case "square" | "destination":
                return self._square(squares[-1])
            case "origin":
                return self._square(squares[0])
            case "squares":
                return " ".join(map(self._square, squares))
            case "piece":
                return self._words["king" if self.get("king") else "man"]
            case "given":
                return ""
            case "path":
                return "x".join(map(self._square, squares))
            case "moves":
                return self._moves()
            case "variant":
                return self._words[str(self._refusal._variant)]
            case "other":
                turn = self._refusal._fields["turn"]
                assert isinstance(turn, Color)
                return self._side(~turn)
            case "theirs":
                (theirs,) = set(Variant) - {self._refusal._variant}
                return self._words[theirs]
        raise KeyError(name)

    def _square(self, square: int) -> str:
        from ._core import square_name

        variant = self._refusal._variant
        if self._notation == "numeric" or variant is None or not 1 <= square <= variant.squares:
            return str(square)
        return square_name(variant, square)

    def _moves(self) -> str:
        moves = self._refusal.alternatives
        if self._refusal.code in _SPELLED:
            return ", ".join(move.text(self._notation, full=True) for move in moves)
        texts = [move.text(self._notation) for move in moves[:_MOST]]
        if len(moves) > _MOST:
            texts.append(self._words["more"].format(count=len(moves) - _MOST))
        return ", ".join(texts)
