"""The field of players that tie-breakers compare: their games, their scores, and what these count for others.

Unplayed rounds are managed by article 16 of FIDE's tie-break regulations (C.07, as of March 2026).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property

from ..facts import Player
from ..history import Game, History, divide_exactly
from ..plan import Points
from ..results import Exact

REQUESTED_BYES = frozenset(("half_bye", "zero_bye"))
VOLUNTARY_ABSENCES = REQUESTED_BYES | {"forfeit_lost"}
"""Rounds that a player chose not to play (16.1.2)."""


class StageField:
    """All players of a stage after some *rounds*, with their games and *penalty_points*."""

    def __init__(
        self,
        points: Points,
        games: History,
        rounds: int,
        penalty_points: Mapping[Player, Exact],
        lot: Callable[[Player], int],
    ) -> None:
        self.points, self.games, self.rounds, self.lot = points, games, rounds, lot
        self.win, self.draw = (
            divide_exactly(points.win, points.unit),
            divide_exactly(points.draw, points.unit),
        )
        self.loss = divide_exactly(points.loss, points.unit)
        self.scores: dict[Player, Exact] = {
            player: sum(game.points for game in player_games) - penalty_points.get(player, 0)
            for player, player_games in games.items()
        }

    @cached_property
    def adjusted_scores(self) -> dict[Player, Exact]:
        """What scores count for opponents: requested byes after which no round was played are draws."""
        return {
            player: score + self._requested_bye_gain(self.games[player])
            for player, score in self.scores.items()
        }

    @cached_property
    def point_rates(self) -> dict[Player, Exact]:
        """The points of each player as a part of those that could be had in the rounds it took part in."""
        best = divide_exactly(self.points.best_result, self.points.unit)
        rounds_present = {
            player: sum(game.unplayed != "zero_bye" for game in player_games)
            for player, player_games in self.games.items()
        }
        return {
            player: Fraction(score) / (rounds_present[player] * best)
            if rounds_present[player] and best
            else 0
            for player, score in self.scores.items()
        }

    def _requested_bye_gain(self, games: tuple[Game, ...]) -> Exact:
        gain: Exact = 0
        for game in reversed(games):
            if game.unplayed not in VOLUNTARY_ABSENCES:
                break
            if game.unplayed in REQUESTED_BYES:
                gain += self.draw - game.points
        return gain

    def opponent_strength(self, player: Player, game: Game) -> Exact:
        """Returns the average adjusted score of the opponents of a *game*.

        A round without a game counts as one against a dummy with the score of *player*. The dummy has at most
        the score of the missing opponent, and at most a draw in every round (16.4).
        """
        strengths = [self.adjusted_scores[opponent] for opponent in game.against]
        met = (
            divide_exactly(sum(strengths), len(strengths))
            if strengths
            else divide_exactly(self.draw * self.rounds)
        )
        return met if game.unplayed is None else min(self.scores[player], met)

    def points_against(self, game: Game, opponent: Player) -> Exact:
        """Returns the points that a *game* brought against one of its opponents.

        At a table of two these are those of the game. At a larger one it is a win, a draw or a loss against
        each, by who came ahead, whatever places are worth there.
        """
        if len(game.against) == 1:
            return game.points
        ahead = game.against[opponent]
        return self.win if ahead == 1 else self.draw if ahead else self.loss

    def share_of_win(self, game: Game) -> Exact:
        """Returns what part of a win an unplayed *game* was worth: all of it, half, or nothing."""
        if game.points >= self.win:
            return 1
        return divide_exactly(1, 2) if game.points >= self.draw else 0
