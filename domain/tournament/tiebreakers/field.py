"""Field of players that tie-breakers compare.

Unplayed rounds follow article 16 of FIDE's tie-break regulations (C.07, as of March 2026).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property

from ..facts import Player
from ..plan import Points
from ..scoring.history import Game, History, divide_exactly
from ..scoring.results import Exact

REQUESTED_BYES = frozenset(("half_bye", "zero_bye"))
VOLUNTARY_ABSENCES = REQUESTED_BYES | {"forfeit_lost"}
"""Unplayed rounds by the player's own choice (16.1.2)."""


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
        """Scores for opponents, with requested byes at the end counted as draws."""
        return {
            player: score + self._requested_bye_gain(self.games[player])
            for player, score in self.scores.items()
        }

    @cached_property
    def point_rates(self) -> dict[Player, Exact]:
        """Points of each player as a share of the best result in the rounds attended."""
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
        average = (
            divide_exactly(sum(strengths), len(strengths))
            if strengths
            else divide_exactly(self.draw * self.rounds)
        )
        return average if game.unplayed is None else min(self.scores[player], average)

    def points_against(self, game: Game, opponent: Player) -> Exact:
        """Returns the points of a *game* against one of its opponents.

        At a table of two they are those of the game. At a larger one each opponent is a win, a draw or a loss
        by place.
        """
        if len(game.against) == 1:
            return game.points
        ahead = game.against[opponent]
        return self.win if ahead == 1 else self.draw if ahead else self.loss

    def share_of_win(self, game: Game) -> Exact:
        """Returns an unplayed *game* as a share of a win, 1, 1/2 or 0."""
        if game.points >= self.win:
            return 1
        return divide_exactly(1, 2) if game.points >= self.draw else 0
