"""Costs of meetings in a Swiss round, by criteria in the order of weight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby
from math import lcm
from typing import TypeAlias

from ..facts import Player
from ..scoring.history import penalties_in, stage_history
from .round_input import RoundInput

CRITERIA = (
    "rematches",
    "byes_again",
    "bye_score",
    "floats",
    "turn_balance",
    "turn_alternation",
    "floats_again",
)
"""Criteria of a pairing in the order of weight, each 0 at best.

- `rematches`: number of earlier meetings between opponents.
- `byes_again`: earlier rounds with points and without a game of the player with the bye.
- `bye_score`: points of that player above the lowest score, in units.
- `floats`: differences of scores at the tables, in units, squared.
- `turn_balance`: surplus of first turns over other games of players, beyond one, squared.
- `turn_alternation`: number of equal turns in a row, beyond one, squared.
- `floats_again`: repeated opponents with a higher or a lower score, 2 after one round and 1 after two.
"""
Cost: TypeAlias = tuple[int, ...]
NO_COST: Cost = (0,) * len(CRITERIA)
Node: TypeAlias = Player | None
"""A player, or `None` for the bye."""
Kind: TypeAlias = tuple[int, ...]
"""Score, earlier byes, turn balance, last seat, run of that seat, and two floats of a player.

The bye has none.
"""
POINTS_WITHOUT_GAME = ("bye", "full_bye", "forfeit_won")


class Criteria:
    """Costs of the round of *round_input* at tables of two seats."""

    def __init__(self, round_input: RoundInput) -> None:
        self.round_input, self.past_games = round_input, round_input.past_games
        self._games = stage_history(round_input.t, round_input.stage, round_input.number - 1, pairing=True)

    @cached_property
    def scores(self) -> Mapping[Player, int]:
        """Score of each player as an integer, in units or parts of a unit."""
        return self.scores_before(self.round_input.number)

    @cached_property
    def parts_per_unit(self) -> int:
        """Number of parts of a unit in which all scores are integers, mostly one."""
        unit = self.round_input.t.settings.points.unit
        all_units = (game.points * unit for games in self._games.values() for game in games)
        return lcm(*(units.denominator for units in all_units))

    def scores_before(self, number: int) -> dict[Player, int]:
        """Returns the scores before a round, in parts of a unit."""
        parts_per_point = self.parts_per_unit * self.round_input.t.settings.points.unit
        scores = {
            player: sum(int(game.points * parts_per_point) for game in games if game.round < number)
            for player, games in self._games.items()
        }
        for penalty in penalties_in(self.round_input.t, self.round_input.stage, number - 1):
            scores[penalty.event.player] -= penalty.event.points * self.parts_per_unit
        return scores

    @cached_property
    def floats(self) -> Mapping[Player, Sequence[int]]:
        """Floats of the last two rounds, the last first, 1 against a higher score and -1 a lower.

        A bye of the pairing counts as a lower score.
        """
        rows_of: dict[Player, list[int]] = {player: [] for player in self._games}
        for round_ in self.round_input.earlier_rounds[:-3:-1]:
            scores = self.scores_before(round_.number)
            direction_of = dict.fromkeys(
                (player for player, kind in round_.byes.items() if kind == "bye"), -1
            )
            for table in round_.tables.values():
                for player in table.seats:
                    highest = max(scores[opponent] for opponent in table.seats if opponent != player)
                    direction_of[player] = (highest > scores[player]) - (highest < scores[player])
            for player, rows in rows_of.items():
                rows.append(direction_of.get(player, 0))
        return rows_of

    @cached_property
    def seat_runs(self) -> Mapping[Player, tuple[int, int]]:
        """Last seat of each player and the length of its run; -1 without a game."""
        runs = {}
        for player in self._games:
            seats = self.past_games.seats[player]
            last = seats[-1] if seats else -1
            runs[player] = last, next((len([*run]) for _, run in groupby(reversed(seats))), 0)
        return runs

    @cached_property
    def lowest_score(self) -> int:
        """Lowest score of the players in the round."""
        return min((self.scores[player] for player in self.round_input.players), default=0)

    @cached_property
    def _kind_by_player(self) -> Mapping[Node, Kind]:
        kinds: dict[Node, Kind] = {None: ()}
        for player, games in self._games.items():
            free_points = sum(game.unplayed in POINTS_WITHOUT_GAME for game in games)
            balance = self.past_games.turn_balance(player)
            kinds[player] = (
                self.scores[player],
                free_points,
                balance,
                *self.seat_runs[player],
                *self.floats[player],
            )
        return kinds

    def kind_of(self, node: Node) -> Kind:
        """Returns all data of a player that costs depend on, except the opponents met."""
        return self._kind_by_player[node]

    def cost_of_pair(self, first: Node, second: Node) -> Cost:
        """Returns the cost of a meeting in the better order of turns, or of a bye."""
        rematches = (
            0 if first is None or second is None else self.past_games.meetings[frozenset((first, second))]
        )
        return rematches, *self.cost_between_kinds(self.kind_of(first), self.kind_of(second))[1:]

    def cost_between_kinds(self, first: Kind, second: Kind) -> Cost:
        """Returns the cost of a first meeting between players of two kinds."""
        if not first and not second:
            return NO_COST
        if not first or not second:
            score, earlier_byes, _, _, _, *floats = first or second
            return 0, earlier_byes, score - self.lowest_score, 0, 0, 0, _repeated_floats(floats, -1)
        difference = first[0] - second[0]
        direction = (difference > 0) - (difference < 0)
        again = (
            _repeated_floats(first[5:], -direction) + _repeated_floats(second[5:], direction)
            if difference
            else 0
        )
        return (
            0,
            0,
            0,
            difference * difference,
            *min(_turn_costs(first, second), _turn_costs(second, first)),
            again,
        )

    def seat_pair(self, player: Player, opponent: Player) -> tuple[Player, Player]:
        """Returns two players in the order of their turns, by lot where turns are level."""
        lots = self.round_input.lots
        first, second = sorted((player, opponent), key=lambda candidate: (-lots[candidate], candidate))
        kinds = self.kind_of(first), self.kind_of(second)
        return (second, first) if _turn_costs(kinds[1], kinds[0]) < _turn_costs(*kinds) else (first, second)


def _turn_costs(first: Kind, second: Kind) -> tuple[int, int]:
    (_, _, balance, seat, run, *_), (_, _, other_balance, other_seat, other_run, *_) = first, second
    balances = max(abs(balance + 1), 1), max(abs(other_balance - 1), 1)
    alternation = (run * run if seat == 0 else 0) + (other_run * other_run if other_seat == 1 else 0)
    return sum((excess - 1) ** 2 for excess in balances), alternation


def _repeated_floats(floats: Sequence[int], direction: int) -> int:
    return sum(2 - i for i, float in enumerate(floats) if float == direction)
