"""What a picture says to those who do not see it, in four languages."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from .._core import Move, Piece, square_name
from ..values import Color, Variant

Language = Literal["en", "fr", "pt", "nl"]


class _Words(NamedTuple):
    """The sides, their pieces and what happens on the board, in one language."""

    games: tuple[str, str]  # Brazilian, International
    sides: tuple[str, str]
    to_move: tuple[str, str]
    men: str
    kings: str
    nothing: str
    last_move: str
    start: str


_WORDS = {
    "en": _Words(
        ("Brazilian draughts", "International draughts"),
        ("White", "Black"),
        ("White to move", "Black to move"),
        "men",
        "kings",
        "nothing",
        "Last move",
        "Start",
    ),
    "fr": _Words(
        ("Dames brésiliennes", "Dames internationales"),
        ("Blancs", "Noirs"),
        ("trait aux Blancs", "trait aux Noirs"),
        "pions",
        "dames",
        "rien",
        "Dernier coup",
        "Début",
    ),
    "pt": _Words(
        ("Damas brasileiras", "Damas internacionais"),
        ("Brancas", "Pretas"),
        ("jogam as Brancas", "jogam as Pretas"),
        "pedras",
        "damas",
        "nada",
        "Último lance",
        "Início",
    ),
    "nl": _Words(
        ("Braziliaans dammen", "Internationaal dammen"),
        ("Wit", "Zwart"),
        ("Wit aan zet", "Zwart aan zet"),
        "schijven",
        "dammen",
        "niets",
        "Laatste zet",
        "Begin",
    ),
}


def _words(lang: str) -> _Words:
    if lang not in _WORDS:
        raise ValueError(f"unknown language {lang!r}: expected {', '.join(_WORDS)}")
    return _WORDS[lang]


def start(lang: str) -> str:
    """What stands for the position before the first move."""
    return _words(lang).start


def _of(color: Color, pair: tuple[str, str]) -> str:
    return pair[color is Color.BLACK]


def title(variant: Variant, turn: Color | None, lang: str) -> str:
    """The game, and whose turn it is if that is known."""
    words = _words(lang)
    game = words.games[variant is Variant.INTERNATIONAL]
    return game if turn is None else f"{game}, {_of(turn, words.to_move)}"


def description(
    variant: Variant, pieces: Mapping[int, Piece], last_move: Move | None, lang: str
) -> str:
    """Where the pieces stand, by the official names of the squares, and the last move."""
    words = _words(lang)
    sentences = []
    for color in Color:
        ranks = []
        for rank, king in ((words.men, False), (words.kings, True)):
            standing = [
                square_name(variant, square)
                for square, piece in sorted(pieces.items())
                if piece == (color, king)
            ]
            if standing:
                ranks.append(f"{rank} {', '.join(standing)}")
        sentences.append(f"{_of(color, words.sides)}: {'; '.join(ranks) or words.nothing}.")
    if last_move is not None:
        sentences.append(f"{words.last_move}: {last_move.text('official')}.")
    return " ".join(sentences)
