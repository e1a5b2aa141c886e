"""Dutch rounds by the library of others, from our facts: slow, but an independent reading of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import caissify_pairings

from domain.tournament.facts import Player
from domain.tournament.pairing.criteria import POINTS_WITHOUT_GAME, Criteria
from domain.tournament.pairing.round_input import RoundInput
from domain.tournament.scoring.history import Game, stage_history


def paired_by_library(due: RoundInput) -> set[frozenset[Player]] | None:
    """Returns the meetings, the bye as a single player; `None` if the library leaves out several players."""
    ranks = {player: number for number, player in enumerate(due.ranking, 1)}
    players = {ranks[player]: player for player in due.players}
    criteria = Criteria(due)
    tables = caissify_pairings.generate_pairings(
        system="dutch",
        players=[*_players(due, criteria, ranks)],
        previous_pairings={
            (ranks[one], ranks[other]) for one, other in map(sorted, criteria.past_games.meetings)
        },
        round_number=due.number,
        total_rounds=due.plan.rounds,
    )
    seats = [{table["white_id"], table["black_id"]} - {None} for table in tables]
    met = {frozenset(players[number] for number in pair) for pair in seats}
    alone = {
        player
        for player in due.players
        if frozenset((player,)) in met or not any(player in pair for pair in met)
    }
    return met | {frozenset((player,)) for player in alone} if len(alone) < 2 else None


def _players(due: RoundInput, criteria: Criteria, ranks: dict[Player, int]) -> Iterator[dict[str, Any]]:
    games = stage_history(due.t, due.stage, due.number - 1, pairing=True)
    scores = [criteria.scores_before(number) for number in range(1, due.number)]
    for player in due.players:
        given = [game.unplayed for game in games[player] if game.unplayed in POINTS_WITHOUT_GAME]
        yield {
            "id": ranks[player],
            "name": player,
            "score": criteria.scores[player] / (criteria.parts_per_unit * due.t.settings.points.win),
            "rating": 0,
            "starting_number": ranks[player],
            "color_hist": ["white" if seat == 0 else "black" for seat in criteria.past_games.seats[player]],
            "float_history": [_float(player, game, scores[game.round - 1]) for game in games[player]],
            "bye_count": len(given) - given.count("forfeit_won"),
            "forfeit_win_count": given.count("forfeit_won"),
        }


def _float(player: Player, game: Game, scores: dict[Player, int]) -> str:
    if game.unplayed is not None:
        return "down" if game.points > 0 else "none"
    (opponent,) = game.against
    if scores[player] == scores[opponent]:
        return "none"
    return "down" if scores[player] > scores[opponent] else "up"
