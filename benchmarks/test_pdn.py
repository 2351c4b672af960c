"""Reading and writing PDN: `pytest benchmarks/test_pdn.py`."""

import io
import random
from typing import Any

import pytest

from damier import Board, Variant, pdn

GAMES = 100


def records(variant: Variant) -> list[pdn.Record]:
    """Games played at random for up to 60 plies."""
    rng = random.Random(7)
    played = []
    for _ in range(GAMES):
        board = Board(variant)
        while (moves := board.legal_moves) and board.ply < 60:
            board.push(moves[int(rng.random() * len(moves))])
        played.append(pdn.Record.from_board(board))
    return played


@pytest.mark.parametrize("variant", list(Variant))
def test_read(benchmark: Any, variant: Variant) -> None:
    games = records(variant)
    text = pdn.dumps(games)
    assert benchmark(pdn.loads, text) == games


@pytest.mark.parametrize("variant", list(Variant))
def test_write(benchmark: Any, variant: Variant) -> None:
    games = records(variant)
    assert pdn.loads(benchmark(pdn.dumps, games)) == games


def test_read_headers(benchmark: Any) -> None:
    text = pdn.dumps(records(Variant.INTERNATIONAL))

    def count() -> int:
        return sum(1 for _ in pdn.read_headers(io.StringIO(text)))

    assert benchmark(count) == GAMES
