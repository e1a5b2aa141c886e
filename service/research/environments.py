"""The games as environments of PettingZoo, in which seats act one after the other (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from domain.model import CHANCE

from .episode import ACTIONS, LIMIT, Episode

LETTERS = 32_768
"""How many bytes an observation has: the UTF-8 of `Episode.observed`, then zeros."""


class RecountEnv(AECEnv):  # type: ignore[misc] # published without types
    """A game in which `seat_0` and so on are the agents; chance draws from the seed of `reset`.

    An observation holds the bytes of what the seat sees, and which actions are open to it (`action_mask`).
    Raises `decider.Unplayable` for options that no match can have.
    """

    def __init__(
        self, game: str, options: Mapping[str, Any] | None = None, seats: int = 2, limit: int = LIMIT
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"recount_{game}_v1", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self._start = Episode(game, options or {}, seats, limit)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (LETTERS,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Returns the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begins anew; the same *seed* makes the same draws."""
        self._luck = Random(seed)
        self._episode = copy(self._start)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns what *agent* sees now."""
        seat, asked = self.possible_agents.index(agent), self._episode.asked
        body = self._episode.observed(seat).encode()
        assert len(body) <= LETTERS
        ndarray, mask = np.zeros(LETTERS, np.uint8), np.zeros(ACTIONS, np.int8)
        ndarray[: len(body)] = np.frombuffer(body, np.uint8)
        if asked is not None and not self._episode.over and asked.seat == seat:
            mask[self._episode.legal()] = 1
        return {"observation": ndarray, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Lets the selected agent act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None
        self._episode.act(int(action))
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Lets chance draw until a seat is asked, or all is over."""
        episode = self._episode
        while not episode.over and episode.asked is not None and episode.asked.seat == CHANCE:
            episode.act(self._luck.choice(episode.legal()))
        if not episode.over and episode.asked is not None:
            self.agent_selection = self.possible_agents[episode.asked.seat]
            return
        ended = self.terminations if episode.asked is None else self.truncations
        for agent, gain in zip(self.possible_agents, episode.returns(), strict=True):
            self.rewards[agent] = gain
            ended[agent] = True

    def render(self) -> None:
        """Shows nothing: `recount show` draws boards."""

    def close(self) -> None:
        """Holds nothing to let go of."""
