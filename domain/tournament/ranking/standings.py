"""Standings by points and announced tie-breakers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import groupby

from msgspec import Struct

from ...messages import Message
from ..decision import places
from ..facts import Player
from ..knockout.progress import stage_progress
from ..lots.seeds import draw_lot
from ..plan import Tiebreaker
from ..refusals import UnknownRound
from ..scoring.history import History, divide_exactly, penalties_in, stage_history
from ..scoring.results import Exact
from ..state import Tournament
from ..tiebreakers import tiebreak_values
from ..tiebreakers.field import StageField


class Standing(Struct, frozen=True):
    """Place of a player; `rank` counts from 1 and is shared by level players.

    `came` is the progress in a knock-out stage, which counts before points. `values` are those of the
    tie-breakers in order. Head-to-head counts the tied players behind.
    """

    rank: int
    player: Player
    points: Exact
    values: tuple[Exact, ...]
    came: int = 0


def compute_standings(
    t: Tournament, stage: int = 0, after: int | None = None, *, pairing: bool = False
) -> tuple[Standing, ...]:
    """Returns the standings of a *stage* (0 is the current one) after a round, best first.

    Without *after* all rounds count, with the results so far. Disqualified players have no place. For an
    earlier fact, fold the tournament up to it. For *pairing*, corrections for points alone are left out.
    Raises `Refused` for a stage that has not begun.
    """
    stage = stage_of(t, stage)
    return _stage_standings(t, stage, field_of(t, stage, after, pairing=pairing))


def standings_by_round(t: Tournament, stage: int) -> Iterator[tuple[int, tuple[Standing, ...]]]:
    """Yields the rounds of a *stage*, each with the standings after it, from one history."""
    rounds, lots = t.rounds_of(stage), _tie_lots(t, stage)
    games = stage_history(t, stage, len(rounds))
    for round_ in rounds:
        earlier = {
            player: tuple(game for game in all_games if game.round <= round_.number)
            for player, all_games in games.items()
        }
        yield round_.number, _stage_standings(t, stage, _stage_field(t, stage, earlier, round_.number, lots))


def _stage_standings(t: Tournament, stage: int, field: StageField) -> tuple[Standing, ...]:
    came = stage_progress(t, stage, field.rounds)
    breakers, starting = t.settings.tiebreakers, _ranked_players(t, stage)
    if not places.has_knock_out_places(t, stage):
        return tuple(_rank_players(field, breakers, starting, came))
    first = places.first_rank(t, stage, field.rounds)
    shares = places.shares_places(t, stage)
    return tuple(
        _rank_players(field, breakers, starting, came, first, lot_decides_first=False, shares=shares)
    )


def stage_of(t: Tournament, stage: int) -> int:
    """Returns the number of a started *stage*, 0 for the current one; raises `Refused`."""
    if not 0 <= stage <= t.current_stage:
        raise UnknownRound(Message("Stage {stage} has not begun.", stage=stage))
    return stage or t.current_stage


def _ranked_players(t: Tournament, stage: int) -> tuple[Player, ...]:
    return tuple(player for player in t.entrants(stage) if t.players[player].attendance != "disqualified")


def field_of(t: Tournament, stage: int, after: int | None = None, *, pairing: bool = False) -> StageField:
    """Returns the field of a *stage* after a round, with arguments of `compute_standings`."""
    rounds = len(t.rounds_of(stage))
    round_count = rounds if after is None else min(after, rounds)
    return _stage_field(
        t, stage, stage_history(t, stage, round_count, pairing=pairing), round_count, _tie_lots(t, stage)
    )


def _stage_field(
    t: Tournament, stage: int, games: History, round_count: int, lots: Callable[[Player], int]
) -> StageField:
    penalty_points: dict[Player, Exact] = {}
    for penalty in penalties_in(t, stage, round_count):
        player, points = penalty.event.player, divide_exactly(penalty.event.points, t.settings.points.unit)
        penalty_points[player] = penalty_points.get(player, 0) + points
    return StageField(t.settings.points, games, round_count, penalty_points, lots)


def _tie_lots(t: Tournament, stage: int) -> Callable[[Player], int]:
    """Returns the function that draws the lots of a *stage*, the lot of each player once."""
    return cache(lambda player: draw_lot(t, player, f"tie:{stage}"))


def _rank_players(
    field: StageField,
    breakers: tuple[Tiebreaker, ...],
    players: tuple[Player, ...],
    came: Mapping[Player, int],
    first: int = 1,
    *,
    lot_decides_first: bool = True,
    shares: bool = False,
) -> Iterator[Standing]:
    """Yields the *players* in order, from rank *first* on.

    With *shared* places, points and tie-breakers separate no players.
    """
    values_by_breaker: list[Mapping[Player, Exact]] = []
    groups = _split_by(players, came)
    if not shares:
        groups = [part for group in groups for part in _split_by(group, field.scores)]
    for breaker in breakers:
        values_by_breaker.append(
            {
                player: value
                for group in groups
                for player, value in tiebreak_values(breaker, field, group).items()
            }
        )
        if shares:
            continue
        undivided = groups[:1] if breaker == "lot" and not lot_decides_first else []
        groups = [
            *undivided,
            *(part for group in groups[len(undivided) :] for part in _split_by(group, values_by_breaker[-1])),
        ]
    rank = first
    for group in groups:
        for player in group:
            yield Standing(
                rank,
                player,
                field.scores[player],
                tuple(values_of[player] for values_of in values_by_breaker),
                came[player],
            )
        rank += len(group)


def _split_by(group: tuple[Player, ...], by: Mapping[Player, Exact]) -> list[tuple[Player, ...]]:
    """Returns *group* divided by a value, the highest first; level players keep the order."""
    ranking = sorted(group, key=by.__getitem__, reverse=True)
    return [tuple(part) for _, part in groupby(ranking, key=by.__getitem__)]


def tied_with(
    t: Tournament, player: Player, breaker: Tiebreaker, stage: int, rows: tuple[Standing, ...]
) -> tuple[Player, ...]:
    """Returns the players level with a player, itself included, before a tie-breaker.

    *rows* are the standings of the *stage*.
    """
    turn = t.settings.tiebreakers.index(breaker)
    if places.shares_places(t, stage_of(t, stage)):
        level: dict[Player, object] = {row.player: row.came for row in rows}
    else:
        level = {row.player: (row.came, row.points, row.values[:turn]) for row in rows}
    return tuple(candidate for candidate in level if level[candidate] == level.get(player)) or (player,)
