"""Hypothesis strategies for positions, as the reference generator holds them."""

from __future__ import annotations

from itertools import islice

from hypothesis import assume
from hypothesis import strategies as st

from reference import (
    SIZES,
    Position,
    Square,
    all_capture_lines,
    coordinates,
    far_row,
    legal_moves,
    play,
    start,
)

VARIANTS = sorted(SIZES)

# What may stand on each square; repeated letters are likelier, and shrinking goes to the first.
ALPHABETS = {
    "sparse": "........wbWB",
    "mixed": "...wbWB",
    "crowded": "..wwbb",
    "kings": "....WB",
    "few against many": ".....wWbbb",
}


def squares(variant: str) -> range:
    return range(1, SIZES[variant] ** 2 // 2 + 1)


def _placed(size: int, turn: str, letters: list[str]) -> Position:
    """A position from one letter per square; men on their promotion row are left out (R17)."""
    pieces: dict[Square, str] = {}
    for number, letter in enumerate(letters, 1):
        square = coordinates(size, number)
        if letter == "." or (letter.islower() and square[0] == far_row(size, letter)):
            continue
        pieces[square] = letter
    return Position(size, turn, pieces)


@st.composite
def scattered(draw: st.DrawFn, variant: str) -> Position:
    alphabet = draw(st.sampled_from(sorted(ALPHABETS.values())))
    n = len(squares(variant))
    letters = draw(st.lists(st.sampled_from(alphabet), min_size=n, max_size=n))
    return _placed(SIZES[variant], draw(st.sampled_from("wb")), letters)


@st.composite
def lattices(draw: st.DrawFn, variant: str) -> Position:
    """Targets with room around them: long captures, many routes, circles."""
    size = SIZES[variant]
    turn = draw(st.sampled_from("wb"))
    other = "b" if turn == "w" else "w"
    shift = draw(st.integers(0, 1))
    target = st.sampled_from([".", other, other, other.upper()])
    captor = st.sampled_from([".", ".", ".", ".", ".", turn, turn.upper()])
    letters = [
        draw(target if coordinates(size, n)[0] % 2 == shift else captor) for n in squares(variant)
    ]
    return _placed(size, turn, letters)


@st.composite
def played(draw: st.DrawFn, variant: str) -> Position:
    """A position out of a game from the initial position."""
    position = start(variant)
    for choice in draw(st.lists(st.integers(0, 63), max_size=60)):
        moves = list(legal_moves(position))
        if not moves:
            break
        position = play(position, moves[choice % len(moves)])
    return position


@st.composite
def positions(draw: st.DrawFn, variant: str, most_lines: int = 2000) -> Position:
    """Any of these, unless the reference generator would have too many captures to walk."""
    position = draw(st.one_of(scattered(variant), lattices(variant), played(variant)))
    lines = sum(1 for _ in islice(all_capture_lines(position), most_lines + 1))
    assume(lines <= most_lines)
    return position


def games(variant: str, most_plies: int = 40) -> st.SearchStrategy[list[int]]:
    """Choices to make one after the other: at each ply the legal move of that number, modulo."""
    return st.lists(st.integers(0, 63), max_size=most_plies)
