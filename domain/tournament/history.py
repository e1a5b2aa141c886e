"""What a stage has been to each of its players: a game a round, with what it was worth and against whom."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from .facts import Player
from .plan import Points, Unplayed
from .results import Exact, Result, result_units
from .state import Round, Table, Tournament
from .withdrawals import annulled_players

HALF = Fraction(1, 2)


class Game(NamedTuple):
    """What a round was to a player; fact `seq` told it, 0 if the player was not there.

    `against` tells of each opponent 1 if the player came ahead, 1/2 if they are level, 0 if behind. Where
    nobody played, these are the opponents there should have been.
    """

    round: int
    points: Exact
    unplayed: Unplayed | None = None
    against: Mapping[Player, Exact] = {}
    score: int = 0
    seq: int = 0


History: TypeAlias = Mapping[Player, tuple[Game, ...]]


def stage_history(t: Tournament, stage: int, after: int, *, pairing: bool = False) -> History:
    """Returns the games of a *stage* up to round *after*, by player; a table without a result is no game yet.

    For *pairing*, corrections that count as points alone are left out. So are, in a round robin, all games of
    who withdrew before half of them were played.
    """
    return _games_by_player(t, stage, after, pairing=pairing, annulled_ones=False)


def annulled_games(t: Tournament, stage: int, after: int) -> History:
    """Returns the games of a *stage* up to round *after* that do not count, because a player withdrew."""
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
    """Returns the games of a round; in a round robin a round without a table that gives nothing is none."""
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
    """Returns *number* divided by *divisor* without rounding, as an integer where it is one."""
    if isinstance(number, int) and number % divisor == 0:
        return number // divisor
    fraction = Fraction(number, divisor)
    return fraction.numerator if fraction.denominator == 1 else fraction
