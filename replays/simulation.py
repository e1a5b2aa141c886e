"""A tournament played many times over in memory: how long it takes, and how often the best player wins it."""

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
from domain.tournament import pairings, result_entry, rounds, stages
from domain.tournament.facts import Player, PlayerRegistered, TournamentOpened
from domain.tournament.fold import fold
from domain.tournament.lifecycle import end_tournament, open_tournament
from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import RULES_VERSION
from domain.tournament.refusals import Refused
from domain.tournament.results import Result
from domain.tournament.roster import register_player
from domain.tournament.standings import compute_standings
from domain.tournament.state import TableRef, Tournament

DEVIATION = 25 / 6
"""What one game of a player varies by around its strength, in the model's units (Weng and Lin, 2011)."""
SCALE = sqrt(2) * DEVIATION * UNIT
"""So many points of rating make the odds of winning e times as high: 141."""

BY = "organizer:simulation"


class Played(Struct, frozen=True):
    """A tournament that was played: its rounds, its games, and everybody from the winner to the last."""

    rounds: int
    games: int
    places: tuple[Player, ...]


class Simulated(Struct, frozen=True):
    """What came of playing a tournament many times; `best` has the highest rating.

    `minutes` is what all rounds of the longest one take by the clock, 0 without one.
    """

    best: Player
    minutes: int
    played: tuple[Played, ...]

    @property
    def rounds(self) -> tuple[int, int]:
        """The fewest and the most rounds that it took."""
        taken = [one.rounds for one in self.played]
        return min(taken), max(taken)

    @property
    def places(self) -> tuple[int, ...]:
        """In which place the best player came, each time, counted from 1."""
        return tuple(one.places.index(self.best) + 1 for one in self.played)

    def came(self, place: int) -> float:
        """Returns how often the best player came in this *place* or a better one: a share from 0 to 1."""
        return sum(found <= place for found in self.places) / len(self.places)


def simulate(
    plan: TournamentOpened,
    ratings: Mapping[Player, int],
    times: int,
    seed: str,
    *,
    seeded: bool = True,
    progress: Callable[[], None] = lambda: None,
) -> Simulated:
    """Returns what comes of playing what *plan* announces so many *times*, the same from the same *seed*.

    Each table is drawn by Plackett and Luce's model: first comes each with a chance in proportion to
    `exp(rating / SCALE)`, and so on among the rest. Where players are *seeded*, pairings know the ratings.
    Raises `Refused` for a plan that cannot be played.
    """
    told = []
    for number in range(times):
        told.append(play(plan, ratings, f"{seed}:{number}", seeded=seeded))
        progress()
    best = max(ratings, key=ratings.__getitem__)
    return Simulated(best, plan.minutes * max(one.rounds for one in told), tuple(told))


def play(plan: TournamentOpened, ratings: Mapping[Player, int], seed: str, *, seeded: bool = True) -> Played:
    """Returns a tournament that was played to its end, with the results that *seed* draws."""
    day = Day(plan, ratings, seed, seeded=seeded)
    games = 0
    while True:
        while day.pairs():
            games += len(day.t.rounds[-1].tables)
            day.plays()
        t = day.t
        if t.current_stage == len(t.settings.stages):
            break
        through = tuple(row.player for row in compute_standings(t))[: t.plan_of(t.current_stage + 1).players]
        day.does(stages.cut_stage(t, through, BY, 0))
    order = _order(day.t)
    day.does(end_tournament(day.t, BY, 0))
    return Played(len(day.t.rounds), games, order)


class Day:
    """A tournament while it is played: `t`, made of all `facts`, its results drawn from *seed* by ratings."""

    def __init__(
        self, plan: TournamentOpened, ratings: Mapping[Player, int], seed: str, *, seeded: bool = True
    ) -> None:
        secret = hashlib.sha256(seed.encode()).hexdigest()
        self._ratings, self._drawn = ratings, Random(secret)
        self.facts = open_tournament(
            replace(plan, seed=secret, commitment=chance.seed_commitment(secret), version=RULES_VERSION)
        )
        self.t: Tournament = fold(self.facts)
        for who, rating in ratings.items():
            told = PlayerRegistered(who, BY, 0, rating=rating if seeded else None, nonce=who)
            self.does(register_player(self.t, told))

    def does(self, facts: list[Fact]) -> None:
        """Appends what a command returned."""
        self.facts += facts
        self.t = fold(facts, self.t)

    def pairs(self) -> bool:
        """Pairs the next round and starts it; tells whether there is one, or the stage is over."""
        t, stage = self.t, self.t.current_stage
        announced, done = t.plan_of(stage).rounds, len(t.rounds_of(stage))
        if announced and done == announced:
            return False
        try:
            pairing = propose_pairing(t)
        except Refused:
            if done and not announced:
                return False
            raise
        self.does(pairings.pair_round(t, done + 1, pairing, BY, 0))
        self.does(rounds.publish_round(self.t, stage, done + 1, BY, 0))
        self.does(rounds.start_round(self.t, stage, done + 1, BY, 0, overrule="lots choose for all"))
        return True

    def plays(self) -> None:
        """Draws the result of every table of the last round, and closes it."""
        known = self.t.rounds[-1]
        for table in known.tables.values():
            result = Result(order_of(table.seats, self._ratings, self._drawn))
            place = TableRef(known.stage, known.number, table.number)
            self.does(result_entry.record_result(self.t, place, result, "entered", BY, 0))
        self.does(rounds.close_round(self.t, known.stage, known.number, BY, 0))


def order_of(seats: Sequence[Player], ratings: Mapping[Player, int], drawn: Random) -> tuple[int, ...]:
    """Returns the place of each of *seats*, 1 for the best, drawn by Plackett and Luce's model."""
    waits = [drawn.expovariate(exp((ratings[who] - CENTRE) / SCALE)) for who in seats]
    return tuple(1 + sum(other < mine for other in waits) for mine in waits)


def _order(t: Tournament) -> tuple[Player, ...]:
    """Returns everybody from the winner to the last: by the last stage they played."""
    told: dict[Player, None] = {}
    for stage in range(t.current_stage, 0, -1):
        told |= dict.fromkeys(row.player for row in compute_standings(t, stage))
    return tuple(told)
