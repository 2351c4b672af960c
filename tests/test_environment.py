"""The PettingZoo environment, by PettingZoo's own test and by a game."""

from __future__ import annotations

import pytest

from damier import Board, Variant

pytest.importorskip("pettingzoo", reason="the environment needs PettingZoo")
from pettingzoo.test import api_test

from damier import arrays
from damier.environment import Environment


@pytest.mark.parametrize("variant", list(Variant))
def test_it_passes_the_test_of_pettingzoo(variant: Variant) -> None:
    api_test(Environment(variant, render_mode="ansi"), num_cycles=400)


def test_a_capture_is_taken_jump_by_jump_and_the_winner_rewarded() -> None:
    env = Environment("international")
    env.reset()
    board = Board("international")
    for text in ("32-28", "19-23", "28x19", "14x23"):
        for action in arrays.actions(board.parse_move(text)):
            assert env.agent_selection == board.turn.name.lower()
            env.step(action)
        board.push(text)
    assert env.game.board == board
    while env.game.outcome is None or env.game.outcome.winner is None:
        env.reset()
        while env.game.outcome is None:
            observation = env.last()[0]
            mask = observation["action_mask"]
            env.step(env.action_space(env.agent_selection).sample(mask))
    winner = env.game.outcome.winner
    assert env.rewards == {winner.name.lower(): 1, (~winner).name.lower(): -1}
    assert env.terminations == {"white": True, "black": True}


def test_what_is_not_legal_changes_nothing() -> None:
    env = Environment("brazilian")
    env.reset()
    before = env.observe("white")
    for action in (0, -1, 280):
        with pytest.raises(ValueError, match="action"):
            env.step(action)
    assert all((before[key] == env.observe("white")[key]).all() for key in before)
    assert env.observe("black")["action_mask"].sum() == 0
