"""What a site asks of a game at sixty plies: its page, and the whole of it out of a store."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from damier import Clock, Game

PLIES = 60


@pytest.fixture(params=["brazilian", "international"])
def game(request: pytest.FixtureRequest) -> Game:
    """A random game that is still on."""
    for seed in range(1000):
        rng = random.Random(seed)
        game = Game(request.param, rules="lidraughts", clock=Clock("10+5", now=lambda: 0.0))
        while game.outcome is None and len(game.moves) < PLIES:
            game.play(rng.choice(game.legal_moves))
        if game.outcome is None and len(game.legal_moves) > 4:
            return game
    raise AssertionError("no random game lasts so long")


def test_view(benchmark: Any, game: Game) -> None:
    view = benchmark(game.view)
    assert view["history"] == Game.from_dict(game.to_dict()).view()["history"]
    assert sum(map(len, view["legal_moves"].values())) == len(game.legal_moves)
    assert len(view["pieces"]) == len(game.board.piece_map())


def test_from_dict(benchmark: Any, game: Game) -> None:
    stored = json.loads(json.dumps(game.to_dict()))
    again = benchmark(Game.from_dict, stored, now=lambda: 0.0)
    assert again == game
    assert again.legal_moves == game.legal_moves


def test_to_dict(benchmark: Any, game: Game) -> None:
    stored = benchmark(game.to_dict)
    assert [move.long() for move in game.moves] == stored["moves"]
