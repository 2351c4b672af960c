"""Draughts as a PettingZoo environment of two agents that move in turn.

It needs NumPy and PettingZoo (`pip install 'damier[pettingzoo]'`), which only this module loads.
"""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from . import arrays
from .game import Game
from .game.rules import RuleSet
from .values import Color, Variant

__all__ = ["Environment"]


class Environment(AECEnv):  # type: ignore[misc]
    """One game after the other, an action at a time.

    Args:
        variant: The game, by `Variant` or name.
        rules: When the game is drawn, as for `Game`; a draw that has to be claimed is claimed.
        render_mode: "ansi" for `render` to return a diagram.

    Raises:
        ValueError: Variant or rule set is unknown, or the set is not for this board.

    The agents are "white" and "black". An observation is a dict: `observation`, the planes of
    `damier.arrays.planes`, and `action_mask`, 1 for each action the agent may take. A capture of
    several pieces takes as many steps of the same agent. At the end the winner is rewarded with 1
    and the loser with -1.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "damier_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        variant: Variant | str = Variant.INTERNATIONAL,
        *,
        rules: RuleSet | str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.variant = Variant(variant)
        self.render_mode = render_mode
        self._rules = rules
        self._start()
        self.possible_agents = ["white", "black"]
        size, count = self.variant.size, arrays.action_count(self.variant)
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (arrays.PLANES, size, size), np.uint8),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {
            agent: spaces.Discrete(count, seed=nth)
            for nth, agent in enumerate(self.possible_agents)
        }

    def _start(self) -> None:
        self.game = Game(self.variant, rules=self._rules)
        self._prefix: list[int] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game; there is no chance in it, and there are no options."""
        self._start()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agent(self.game.turn)

    def observe(self, agent: str) -> dict[str, Any]:
        board = self.game.board
        mask = np.zeros(arrays.action_count(self.variant), np.bool_)
        if agent == self._agent(board.turn) and self.game.outcome is None:
            arrays.legal_mask(board, self._prefix, mask)
        return {
            "observation": arrays.planes(board, prefix=self._prefix),
            "action_mask": mask.view(np.int8),
        }

    def step(self, action: int | None) -> None:
        """Takes an action.

        Raises:
            ValueError: It is not legal; nothing changes.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an action is needed while the game is on")
        board, prefix = self.game.board, [*self._prefix, int(action)]
        if arrays.legal_mask(board, prefix).any():
            self._prefix = prefix
        else:
            self.game.play(arrays.move_from(board, prefix))
            self._prefix = []
            if self.game.can_claim_draw():
                self.game.claim_draw(self.game.turn)
        self._cumulative_rewards[agent] = 0
        outcome = self.game.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                self.rewards = {self._agent(outcome.winner): 1, self._agent(~outcome.winner): -1}
        self.agent_selection = self._agent(self.game.turn)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text, in the mode "ansi"."""
        return str(self.game.board) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    @staticmethod
    def _agent(color: Color) -> str:
        return color.name.lower()
