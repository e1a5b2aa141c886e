"""The games as games of OpenSpiel: `recount_arena` and `recount_villainous`, once this module is imported.

Parameters: `seats`, `options` (as when a match is opened, JSON), `limit` (the most actions of players).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pyspiel

from domain.games import GAMES
from domain.model import CHANCE

from .episode import ACTIONS, LIMIT, OUTCOMES, Episode


def _type(game: str) -> Any:
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
        parameter_specification={"seats": min(seats), "options": "{}", "limit": LIMIT},
    )


class RecountGame(pyspiel.Game):  # type: ignore[misc] # published without types
    """A game, of which states are made."""

    name = ""
    kind: Any = None

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.seats = int(given.get("seats", min(GAMES[self.name].SEATS)))
        self.options = json.loads(given.get("options", "{}"))
        self.limit = int(given.get("limit", LIMIT))
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=OUTCOMES,
            num_players=self.seats,
            min_utility=-float(self.seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.limit,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> RecountState:
        """Returns the state before anything happened."""
        return RecountState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RecountObserver:
        """Returns what tells a player's view: all that was seen, with perfect recall, or what is seen now."""
        return RecountObserver(iig_obs_type is not None and iig_obs_type.perfect_recall)


class RecountState(pyspiel.State):  # type: ignore[misc] # published without types
    """Where a play of a game stands."""

    def __init__(self, game: RecountGame) -> None:
        super().__init__(game)
        self.episode = Episode(game.name, game.options, game.seats, game.limit)

    def current_player(self) -> int:
        """Returns who acts: a seat, chance, or nobody."""
        if self.episode.over or self.episode.asked is None:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.episode.asked.seat
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns what chance may do, all of it equally likely."""
        open_to = self.episode.legal()
        return [(action, 1 / len(open_to)) for action in open_to]

    def _apply_action(self, action: int) -> None:
        self.episode.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.episode.label(action)

    def is_terminal(self) -> bool:
        """Tells whether it is over."""
        return self.episode.over

    def returns(self) -> list[float]:
        """Returns what each player gets."""
        return self.episode.returns()

    def __str__(self) -> str:
        return f"{len(self.episode.facts)} facts, {self.episode.actions} actions, {self.episode.picked}"


class RecountObserver:
    """Tells in text what a player may know; there is no tensor."""

    def __init__(self, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor: None = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: RecountState, player: int) -> None:
        """Does nothing: there is no tensor to set."""

    def string_from(self, state: RecountState, player: int) -> str:
        """Returns what *player* knows of *state*."""
        return state.episode.known(player) if self._recalls else state.episode.observed(player)


for _game in GAMES:
    _kind = _type(_game)
    pyspiel.register_game(
        _kind, type(f"Recount{_game.title()}", (RecountGame,), {"name": _game, "kind": _kind})
    )
