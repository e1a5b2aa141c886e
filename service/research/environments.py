"""Games as environments of PettingZoo with alternating seats (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from domain.model import CHANCE

from .episode import ACTION_COUNT, MAX_ACTIONS, Episode

OBSERVATION_BYTES = 32_768
"""Bytes of an observation, the UTF-8 of `Episode.observation_text` with zeros after it."""


class RecountEnv(AECEnv):  # type: ignore[misc] # published without types
    """Game with the agents `seat_0` and so on. Chance draws from the seed of `reset`.

    An observation has the bytes of the seat's view and the mask of its actions. Raises `decider.Unplayable`
    for invalid options.
    """

    def __init__(
        self, game: str, options: Mapping[str, Any] | None = None, seats: int = 2, limit: int = MAX_ACTIONS
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"recount_{game}_v1", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self._start = Episode(game, options or {}, seats, limit)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (OBSERVATION_BYTES,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(ACTION_COUNT) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Returns the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Starts a new episode; the same *seed* makes the same draws."""
        self._rng = Random(seed)
        self._episode = copy(self._start)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._advance_to_seat()

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns the present observation of *agent*."""
        seat, question = self.possible_agents.index(agent), self._episode.question
        body = self._episode.observation_text(seat).encode()
        assert len(body) <= OBSERVATION_BYTES
        ndarray, mask = np.zeros(OBSERVATION_BYTES, np.uint8), np.zeros(ACTION_COUNT, np.int8)
        ndarray[: len(body)] = np.frombuffer(body, np.uint8)
        if question is not None and not self._episode.is_over and question.seat == seat:
            mask[self._episode.legal_actions()] = 1
        return {"observation": ndarray, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Applies an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None
        self._episode.apply_action(int(action))
        self._advance_to_seat()
        self._accumulate_rewards()

    def _advance_to_seat(self) -> None:
        """Draws chance until a question to a seat or the end."""
        episode = self._episode
        while not episode.is_over and episode.question is not None and episode.question.seat == CHANCE:
            episode.apply_action(self._rng.choice(episode.legal_actions()))
        if not episode.is_over and episode.question is not None:
            self.agent_selection = self.possible_agents[episode.question.seat]
            return
        flags = self.terminations if episode.question is None else self.truncations
        for agent, reward in zip(self.possible_agents, episode.seat_returns(), strict=True):
            self.rewards[agent] = reward
            flags[agent] = True

    def render(self) -> None:
        """Draws nothing, because `recount show` draws boards."""

    def close(self) -> None:
        """Does nothing."""
