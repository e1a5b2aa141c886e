"""Games of OpenSpiel, `recount_arena` and `recount_villainous`, registered on import.

Parameters are `seats`, `options` (JSON, as for a new match) and `limit` (largest number of player actions).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pyspiel

from domain.games import GAMES
from domain.model import CHANCE

from .episode import ACTION_COUNT, MAX_ACTIONS, MAX_OUTCOMES, Episode


def _game_type(game: str) -> Any:
    seats = GAMES[game].SEATS
    return pyspiel.GameType(
        short_name=f"recount_{game}",
        long_name=GAMES[game].TITLE,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"seats": min(seats), "options": "{}", "limit": MAX_ACTIONS},
    )


class RecountGame(pyspiel.Game):  # type: ignore[misc] # published without types
    """Game of OpenSpiel."""

    name = ""
    kind: Any = None

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        values = dict(params or {})
        self.seats = int(values.get("seats", min(GAMES[self.name].SEATS)))
        self.options = json.loads(values.get("options", "{}"))
        self.limit = int(values.get("limit", MAX_ACTIONS))
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTION_COUNT,
            max_chance_outcomes=MAX_OUTCOMES,
            num_players=self.seats,
            min_utility=-float(self.seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.limit,
        )
        super().__init__(self.kind, info, values)

    def new_initial_state(self) -> RecountState:
        """Returns the state before the first action."""
        return RecountState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RecountObserver:
        """Returns an observer of the present view, or of the whole history with perfect recall."""
        return RecountObserver(iig_obs_type is not None and iig_obs_type.perfect_recall)


class RecountState(pyspiel.State):  # type: ignore[misc] # published without types
    """State of a game."""

    def __init__(self, game: RecountGame) -> None:
        super().__init__(game)
        self.episode = Episode(game.name, game.options, game.seats, game.limit)

    def current_player(self) -> int:
        """Returns the acting seat, chance, or the terminal player."""
        if self.episode.is_over or self.episode.question is None:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.episode.question.seat
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the outcomes of chance, all equally likely."""
        open_to = self.episode.legal_actions()
        return [(action, 1 / len(open_to)) for action in open_to]

    def _apply_action(self, action: int) -> None:
        self.episode.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.episode.label_action(action)

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.episode.is_over

    def returns(self) -> list[float]:
        """Returns the return of each player."""
        return self.episode.seat_returns()

    def __str__(self) -> str:
        return f"{len(self.episode.facts)} facts, {self.episode.actions} actions, {self.episode.picked}"


class RecountObserver:
    """Observer of a player's view as text, without a tensor."""

    def __init__(self, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor: None = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: RecountState, player: int) -> None:
        """Does nothing, because there is no tensor."""

    def string_from(self, state: RecountState, player: int) -> str:
        """Returns the view of *player* in *state*."""
        return state.episode.history_text(player) if self._recalls else state.episode.observation_text(player)


for _game in GAMES:
    _kind = _game_type(_game)
    pyspiel.register_game(
        _kind, type(f"Recount{_game.title()}", (RecountGame,), {"name": _game, "kind": _kind})
    )
