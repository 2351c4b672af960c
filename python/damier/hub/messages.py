"""Messages of the Hub protocol, version 2: one line, a word and its fields."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from .._core import Board, Piece
from ..engine import Score
from ..errors import InvalidFenError
from ..values import Color, Variant

# A name, and its value if there is one, in quotes or without blanks. Quotes that are not closed
# end with the line.
_FIELD = re.compile(r'([^\s="]+)(?:=(?:"([^"]*)"?|(\S*)))?')
_TO_QUOTE = re.compile(r'[\s="]')
_CANNOT_SPELL = re.compile(r'["\x00-\x1f\x7f\x85\u2028\u2029]')

_LETTERS = {
    "w": Piece(Color.WHITE, False),
    "W": Piece(Color.WHITE, True),
    "b": Piece(Color.BLACK, False),
    "B": Piece(Color.BLACK, True),
}
_EMPTY = "e"
_TURNS = {"W": Color.WHITE, "B": Color.BLACK}

# Men a side is ahead by if it wins, less a hundredth for each ply to go: by lines that were
# searched, and by endgame tables. And how the engine counts the same, in centimen.
_WIN, _TABLE_WIN = 100_00, 90_00
_OWN_WIN, _OWN_TABLE_WIN = 30_000, 20_000
_MOST_PLIES = 255
_GREATEST_EVALUATION = 80_00


@dataclass(frozen=True)
class Message:
    """A word and its fields, of which those without a value are None.

    What a line cannot hold is written as something like it: quotes as `'`, line ends as blanks.

    >>> str(Message("error", {"message": "no such square"}))
    'error message="no such square"'
    >>> str(Message("level", {"infinite": None}))
    'level infinite'
    """

    word: str
    fields: Mapping[str, str | None] = field(default_factory=dict)

    @staticmethod
    def parse(line: str) -> "Message":
        """The message of a line; what is no field is passed over.

        >>> Message.parse('info depth=9 pv="32-28 19-23" foo')
        Message(word='info', fields={'depth': '9', 'pv': '32-28 19-23', 'foo': None})
        """
        word, _, rest = line.strip().partition(" ")
        fields = {
            name: quoted if plain is None else plain
            for name, quoted, plain in (found.groups() for found in _FIELD.finditer(rest))
        }
        return Message(word, fields)

    def text(self, name: str) -> str:
        """A field, "" if it is not there."""
        return self.fields.get(name) or ""

    def number(self, name: str) -> float | None:
        """A field as a finite number, None if it is none."""
        text = self.text(name)
        return float(text) if re.fullmatch(r"[-+]?\d{1,18}(\.\d{0,18})?", text, re.ASCII) else None

    def __str__(self) -> str:
        return " ".join([self.word, *(_written(*part) for part in self.fields.items())])


def _written(name: str, value: str | None) -> str:
    if value is None:
        return name
    value = _CANNOT_SPELL.sub(lambda found: "'" if found[0] == '"' else " ", value)
    return f'{name}="{value}"' if not value or _TO_QUOTE.search(value) else f"{name}={value}"


def write_position(board: Board) -> str:
    """The side to move and a letter for each square, from 1.

    >>> write_position(Board("brazilian"))
    'Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww'
    """
    letters = {piece: letter for letter, piece in _LETTERS.items()}
    squares = [_EMPTY] * board.variant.squares
    for square, piece in board.piece_map().items():
        squares[square - 1] = letters[piece]
    return ("W" if board.turn is Color.WHITE else "B") + "".join(squares)


def read_position(text: str, variant: Variant) -> Board:
    """The board that `write_position` has written, or the initial one for "start".

    Raises:
        ValueError: The text is no position of this variant; the message says where.

    >>> read_position("Beeeeeeeeeeeeeeeeebeeewwwwwwwwwww", Variant.BRAZILIAN).turn
    <Color.BLACK: 1>
    """
    if text == "start":
        return Board(variant)
    if len(text) != variant.squares + 1:
        raise ValueError(
            f"pos: expected {variant.squares + 1} characters for {variant} draughts, "
            f"not {len(text)}"
        )
    if text[0] not in _TURNS:
        raise ValueError(f"pos: expected W or B to move, not {text[0]!r}")
    pieces = {}
    for square, letter in enumerate(text[1:], start=1):
        if letter in _LETTERS:
            pieces[square] = _LETTERS[letter]
        elif letter != _EMPTY:
            raise ValueError(f"pos: square {square}: expected w, W, b, B or e, not {letter!r}")
    try:
        return Board.from_pieces(variant, pieces, _TURNS[text[0]])
    except InvalidFenError as error:
        raise ValueError(f"pos: {error}") from None


def write_score(score: Score) -> str:
    """Men that the side to move is ahead; 99.95 wins in 5 plies, 89.95 by a table in about 5.

    >>> write_score(Score(-35, Color.WHITE)), write_score(Score(29_995, Color.WHITE))
    ('-0.35', '99.95')
    """
    value = abs(score.value)
    if value >= _OWN_WIN - _MOST_PLIES:
        value += _WIN - _OWN_WIN
    elif value >= _OWN_TABLE_WIN - _MOST_PLIES:
        value += _TABLE_WIN - _OWN_TABLE_WIN
    else:
        value = min(value, _GREATEST_EVALUATION)
    return f"{(value if score.value >= 0 else -value) / 100:.2f}"


def read_score(men: float, turn: Color) -> Score:
    """The score that `write_score` has written.

    >>> read_score(-99.90, Color.BLACK).win_in
    -10
    """
    value = round(abs(men) * 100)
    if _WIN - _MOST_PLIES <= value <= _WIN:
        value += _OWN_WIN - _WIN
    elif _TABLE_WIN - _MOST_PLIES <= value <= _TABLE_WIN:
        value += _OWN_TABLE_WIN - _TABLE_WIN
    else:
        value = min(value, _WIN)
    return Score(value if men >= 0 else -value, turn)
