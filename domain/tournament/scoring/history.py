"""Games and penalties of the players of a stage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from ..facts import Player
from ..plan import Points, Unplayed
from ..state import Penalty, Round, Table, Tournament
from .results import Exact, Result, result_units

HALF = Fraction(1, 2)


class Game(NamedTuple):
    """Round of a player, from fact `seq`, 0 for an absent player.

    `against` holds 1 for each opponent behind the player, 1/2 for a level one and 0 for one ahead. In an
    unplayed game they are the intended opponents.
    """

    round: int
    points: Exact
    unplayed: Unplayed | None = None
    against: Mapping[Player, Exact] = {}
    score: int = 0
    seq: int = 0


History: TypeAlias = Mapping[Player, tuple[Game, ...]]


def stage_history(t: Tournament, stage: int, after: int, *, pairing: bool = False) -> History:
    """Returns the games of a *stage* up to round *after*, by player, without open tables.

    For *pairing*, corrections for points alone are left out. A round robin also leaves out games of players
    who withdrew before half of theirs were played.
    """
    return _games_by_player(t, stage, after, pairing=pairing, annulled_ones=False)


def annulled_games(t: Tournament, stage: int, after: int) -> History:
    """Returns the games of a *stage* up to round *after* that a withdrawal annulled."""
    return _games_by_player(t, stage, after, pairing=False, annulled_ones=True)


def _games_by_player(t: Tournament, stage: int, after: int, *, pairing: bool, annulled_ones: bool) -> History:
    games: dict[Player, list[Game]] = {player: [] for player in t.entrants(stage)}
    void = annulled_players(t, stage)
    for round_ in t.rounds_of(stage):
        if round_.number <= after:
            for player, game in _round_games(t, round_, pairing):
                if (player in void or bool(void.intersection(game.against))) == annulled_ones:
                    games[player].append(game)
    return {player: tuple(played_games) for player, played_games in games.items()}


def _round_games(t: Tournament, round_: Round, pairing: bool) -> list[tuple[Player, Game]]:
    """Returns the games of a round; in a round robin a round without table or points is none."""
    points, number = t.settings.points, round_.number
    everybody_meets = t.plan_of(round_.stage).format == "round_robin"
    present = {*round_.players}
    games = [
        (
            player,
            Game(
                number, divide_exactly(points.units_unplayed(kind), points.unit), kind, seq=round_.paired_seq
            ),
        )
        for player, kind in round_.byes.items()
    ]
    games += [
        (player, Game(number, 0, "zero_bye")) for player in t.entrants(round_.stage) if player not in present
    ]
    if everybody_meets:
        games = [(player, game) for player, game in games if game.points]
    for table in round_.tables.values():
        result = table.pairing_result if pairing else table.result
        if result is not None:
            games += _table_games(points, number, table, result, everybody_meets)
    return games


def _table_games(
    points: Points, number: int, table: Table, result: Result, as_played: bool
) -> list[tuple[Player, Game]]:
    """Returns the games at a table; in a round robin forfeits are *as_played* (FIDE C.07)."""
    games = []
    for seat, player in enumerate(table.seats):
        kind = result.unplayed_kind(seat)
        absent = () if kind else result.forfeits
        against = {
            opponent: _share_ahead(result, seat, other_seat)
            for other_seat, opponent in enumerate(table.seats)
            if other_seat != seat and other_seat not in absent
        }
        earned = divide_exactly(result_units(points, result, seat), points.unit)
        score = result.scores[seat] if result.scores else 0
        game = Game(number, earned, kind, against, score, table.records[-1].seq)
        games.append((player, game._replace(unplayed=None) if as_played else game))
    return games


def _share_ahead(result: Result, seat: int, other_seat: int) -> Exact:
    own_place, other_place = result.places[seat], result.places[other_seat]
    if own_place == other_place:
        return HALF if 1 in result.places else 0
    return 1 if own_place < other_place else 0


def divide_exactly(number: Exact, divisor: int = 1) -> Exact:
    """Returns *number* divided by *divisor* without rounding, an integer where possible."""
    if isinstance(number, int) and number % divisor == 0:
        return number // divisor
    fraction = Fraction(number, divisor)
    return fraction.numerator if fraction.denominator == 1 else fraction


def penalties_in(t: Tournament, stage: int, after: int) -> Iterator[Penalty]:
    """Yields the penalties that take points in a *stage*, up to round *after*."""
    for penalty in t.penalties:
        event = penalty.event
        if event.points and event.stage == stage and event.round <= after:
            yield penalty


def annulled_players(t: Tournament, stage: int) -> frozenset[Player]:
    """Returns the players who left a round robin before half of their games were played.

    None of their games count. The games of players who left later all count, the remaining ones as losses.
    """
    if t.plan_of(stage).format != "round_robin":
        return frozenset()
    rounds = t.rounds_of(stage)
    everybody = {player for round_ in rounds for player in round_.players}
    games = (len(everybody) - 1) * t.plan_of(stage).legs
    game_counts = dict.fromkeys(everybody, 0)
    for round_ in rounds:
        for table in round_.tables.values():
            for seat, player in enumerate(table.seats):
                if table.result is not None and table.result.unplayed_kind(seat) is None:
                    game_counts[player] += 1
    leavers = (player for player in everybody if t.players[player].attendance != "playing")
    return frozenset(player for player in leavers if game_counts[player] * 2 < games)


def annulling_players(table: Table, withdrawn_players: frozenset[Player]) -> tuple[Player, ...]:
    """Returns the players of a table whose withdrawal annuls its result."""
    return (
        tuple(player for player in table.seats if player in withdrawn_players)
        if table.result is not None
        else ()
    )
