"""The Python door: `pytest benchmarks/test_api.py`."""

import random
from typing import Any

import pytest

from damier import Board, Variant

VARIANTS = list(Variant)


@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_moves(benchmark: Any, variant: Variant) -> None:
    fen = variant.starting_fen
    moves = benchmark(lambda: Board(variant, fen).legal_moves)
    assert len(moves) == (7 if variant is Variant.BRAZILIAN else 9)


@pytest.mark.parametrize("as_text", [False, True], ids=["move", "text"])
def test_push_and_pop(benchmark: Any, as_text: bool) -> None:
    board = Board(Variant.INTERNATIONAL)
    move = board.legal_moves[0]

    def there_and_back() -> None:
        board.push(str(move) if as_text else move)
        board.pop()

    benchmark(there_and_back)
    assert board == Board(Variant.INTERNATIONAL)


@pytest.mark.parametrize("variant", VARIANTS)
def test_fen(benchmark: Any, variant: Variant) -> None:
    fen = Board(variant).fen()
    assert benchmark(lambda: Board(variant, fen).fen()) == fen


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(benchmark: Any, variant: Variant) -> None:
    def play() -> int:
        rng = random.Random(7)
        board = Board(variant)
        while (moves := board.legal_moves) and board.ply < 100:
            board.push(moves[int(rng.random() * len(moves))])
        return board.ply

    assert 0 < benchmark(play) <= 100
