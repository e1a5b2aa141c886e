"""Simulates a tournament many times for its length and the success of the best player."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from math import exp, sqrt
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from domain import chance
from domain.model import Fact
from domain.ratings import CENTRE, UNIT
from domain.tournament import stages
from domain.tournament.facts import Player, PlayerRegistered, TournamentOpened
from domain.tournament.fold import fold
from domain.tournament.lifecycle import end_tournament, open_tournament
from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import RULES_VERSION
from domain.tournament.play import pairings, rounds
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.refusals import Refused
from domain.tournament.registrations.roster import register_player
from domain.tournament.scoring import result_entry
from domain.tournament.scoring.results import Result
from domain.tournament.state import TableRef, Tournament

GAME_DEVIATION = 25 / 6
"""The standard deviation of a player's performance in one game (Weng and Lin, 2011)."""
SCALE = sqrt(2) * GAME_DEVIATION * UNIT
"""The rating difference that makes the odds of winning e times as high: 141."""

BY = "organizer:simulation"


class PlayedTournament(Struct, frozen=True):
    """A simulated tournament with rounds, games and the final ranking."""

    rounds: int
    games: int
    places: tuple[Player, ...]


class Simulated(Struct, frozen=True):
    """The results of all simulations; `best` has the highest rating.

    `minutes` is the duration of the longest one by the clock, 0 without one.
    """

    best: Player
    minutes: int
    played: tuple[PlayedTournament, ...]

    @property
    def rounds(self) -> tuple[int, int]:
        """The minimum and the maximum of rounds."""
        counts = [result.rounds for result in self.played]
        return min(counts), max(counts)

    @property
    def places(self) -> tuple[int, ...]:
        """The rank of the best player in each simulation, from 1."""
        return tuple(result.places.index(self.best) + 1 for result in self.played)

    def share_within(self, max_rank: int) -> float:
        """Returns the share of simulations in which the best player came in *max_rank* or better."""
        return sum(rank <= max_rank for rank in self.places) / len(self.places)


def simulate(
    plan: TournamentOpened,
    ratings: Mapping[Player, int],
    times: int,
    seed: str,
    *,
    seeded: bool = True,
    progress: Callable[[], None] = lambda: None,
) -> Simulated:
    """Returns the results of *times* simulations of *plan*; the same *seed* gives the same results.

    Each table is drawn by the model of Plackett and Luce. With *seeded*, pairings use the ratings. Raises
    `Refused` for an impossible plan.
    """
    results = []
    for number in range(times):
        results.append(play_tournament(plan, ratings, f"{seed}:{number}", seeded=seeded))
        progress()
    best = max(ratings, key=ratings.__getitem__)
    return Simulated(best, plan.minutes * max(result.rounds for result in results), tuple(results))


def play_tournament(
    plan: TournamentOpened, ratings: Mapping[Player, int], seed: str, *, seeded: bool = True
) -> PlayedTournament:
    """Returns one simulated tournament with results drawn from *seed*."""
    day = Day(plan, ratings, seed, seeded=seeded)
    games = 0
    while True:
        while day.pair_round():
            games += len(day.tournament.rounds[-1].tables)
            day.play_round()
        t = day.tournament
        if t.current_stage == len(t.settings.stages):
            break
        qualifiers = tuple(row.player for row in compute_standings(t))[
            : t.plan_of(t.current_stage + 1).players
        ]
        day.append(stages.cut_stage(t, qualifiers, BY, 0))
    order = _final_ranking(day.tournament)
    day.append(end_tournament(day.tournament, BY, 0))
    return PlayedTournament(len(day.tournament.rounds), games, order)


class Day:
    """A running simulated tournament with all its facts."""

    def __init__(
        self, plan: TournamentOpened, ratings: Mapping[Player, int], seed: str, *, seeded: bool = True
    ) -> None:
        secret = hashlib.sha256(seed.encode()).hexdigest()
        self._ratings, self._drawn = ratings, Random(secret)
        self.facts = open_tournament(
            replace(plan, seed=secret, commitment=chance.seed_commitment(secret), version=RULES_VERSION)
        )
        self.tournament: Tournament = fold(self.facts)
        for player, rating in ratings.items():
            registration = PlayerRegistered(player, BY, 0, rating=rating if seeded else None, nonce=player)
            self.append(register_player(self.tournament, registration))

    def append(self, facts: list[Fact]) -> None:
        """Appends the facts of a command."""
        self.facts += facts
        self.tournament = fold(facts, self.tournament)

    def pair_round(self) -> bool:
        """Pairs and starts the next round; returns whether there is one."""
        t, stage = self.tournament, self.tournament.current_stage
        planned_rounds, round_count = t.plan_of(stage).rounds, len(t.rounds_of(stage))
        if planned_rounds and round_count == planned_rounds:
            return False
        try:
            pairing = propose_pairing(t)
        except Refused:
            if round_count and not planned_rounds:
                return False
            raise
        self.append(pairings.pair_round(t, round_count + 1, pairing, BY, 0))
        self.append(rounds.publish_round(self.tournament, stage, round_count + 1, BY, 0))
        self.append(
            rounds.start_round(self.tournament, stage, round_count + 1, BY, 0, overrule="lots choose for all")
        )
        return True

    def play_round(self) -> None:
        """Draws the results of the last round, and closes it."""
        round_ = self.tournament.rounds[-1]
        for table in round_.tables.values():
            result = Result(draw_order(table.seats, self._ratings, self._drawn))
            table_ref = TableRef(round_.stage, round_.number, table.number)
            self.append(result_entry.record_result(self.tournament, table_ref, result, "entered", BY, 0))
        self.append(rounds.close_round(self.tournament, round_.stage, round_.number, BY, 0))


def draw_order(seats: Sequence[Player], ratings: Mapping[Player, int], rng: Random) -> tuple[int, ...]:
    """Returns the rank of each of *seats*, drawn by the model of Plackett and Luce."""
    times = [rng.expovariate(exp((ratings[player] - CENTRE) / SCALE)) for player in seats]
    return tuple(1 + sum(other < wait for other in times) for wait in times)


def _final_ranking(t: Tournament) -> tuple[Player, ...]:
    """Returns all players from the winner to the last, by the last stage they played."""
    ranking: dict[Player, None] = {}
    for stage in range(t.current_stage, 0, -1):
        ranking |= dict.fromkeys(row.player for row in compute_standings(t, stage))
    return tuple(ranking)
