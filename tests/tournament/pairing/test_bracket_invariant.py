"""Random brackets of 2 to 33 players, with up to 4 leavers and double no-shows: one player is left, or none.

Losses are counted here by the results alone, without any bracket. 300 brackets run every time, and 10,000 in
`ops/check deep`.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from domain.tournament.decision.survivors import is_decided
from domain.tournament.decision.winners import name_winner, stage_winners, winner_candidates
from domain.tournament.facts import Player
from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import LIVES, Stage
from domain.tournament.play import pairings
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.refusals import Refused
from domain.tournament.registrations import roster
from domain.tournament.scoring.results import Result
from tests.examples import SEED, TIMES

from ..day import BOTH_ABSENT, DESK, DOUBLE_LOSS, FIRST_ABSENT, LOSS, SECOND_ABSENT, WIN, Day
from .test_any_day import proposal

BRACKETS = 300 if TIMES == 1 else 500 * TIMES
PARTS = max(6, BRACKETS // 100)
PLANS = (
    Stage("single_elimination"),
    Stage("single_elimination", third_place=True),
    Stage("double_elimination"),
)


class Cup:
    """A bracket played at random; `losses`, players `gone` and a winner gone `home` are counted beside it."""

    def __init__(self, random: Random) -> None:
        self.random, plan = random, random.choice(PLANS)
        players = [f"p{number:02}" for number in range(random.randint(2, 33))]
        self.day = Day(*players, stages=(plan,), tiebreakers=random.choice([(), ("lot",), ("wins", "lot")]))
        self.lives = LIVES[plan.format]
        self.losses = dict.fromkeys(players, 0)
        self.gone: set[Player] = set()
        self.home: list[Player] = []
        self.won = False
        self.leavers = random.randint(0, 4)
        self.absences = random.choice((0.0, 0.1, 0.5))

    @property
    def left(self) -> list[Player]:
        """The players who have not gone, and have lost less than puts them out."""
        return [who for who in self.spared if who not in self.gone]

    @property
    def spared(self) -> list[Player]:
        """The players who have lost less than puts them out, gone or not."""
        return [who for who, lost in self.losses.items() if lost < self.lives]

    def lets_leave(self) -> None:
        """Lets a player go home now and then; some come back at once after a wrong button."""
        here = [who for who in self.losses if who not in self.gone]
        while self.leavers and here and self.random.random() < 0.3:
            self.leavers -= 1
            leaver = self.random.choice(here)
            here.remove(leaver)
            self.day.does(roster.drop_player(self.day.t, leaver, DESK, self.day.at))
            if self.random.random() < 0.2:
                self.day.does(roster.return_player(self.day.t, leaver, DESK, self.day.at))
            else:
                if self.left == [leaver] and self.day.t.rounds:
                    self.home, self.won = [leaver], self.spared == [leaver]
                self.gone.add(leaver)

    def plays(self) -> None:
        """Plays a round, its tables in any order; players leave before, meanwhile and after."""
        day, number = self.day, len(self.day.t.rounds) + 1
        day.does(pairings.pair_round(day.t, number, propose_pairing(day.t), DESK, day.at))
        day.starts(number)
        tables = [*day.t.rounds[-1].tables.values()]
        self.random.shuffle(tables)
        for table in tables:
            self.lets_leave()
            result = self.ends(table.seats)
            day.records(number, table.number, result)
            for player, place in zip(table.seats, result.places, strict=True):
                self.losses[player] += self.lives if 1 not in result.places else place > 1
        self.lets_leave()
        day.closes(number)

    def ends(self, seats: tuple[Player, ...]) -> Result:
        """Returns how a table ends: leavers are absent, and others sometimes too."""
        here = [who not in self.gone and self.random.random() >= self.absences for who in seats]
        if here == [True, True]:
            return self.random.choice((WIN, LOSS))
        if here == [False, False]:
            return self.random.choice((BOTH_ABSENT, DOUBLE_LOSS))
        return SECOND_ABSENT if here[0] else FIRST_ABSENT

    def check(self) -> bool:
        """Checks the places, and that the stage is decided exactly when it should be; tells whether it is."""
        t, left = self.day.t, self.left
        out = {who: min(lost, self.lives) for who, lost in self.losses.items()}
        out |= dict.fromkeys(self.gone, self.lives)
        out |= dict.fromkeys(stage_winners(t), 0)
        ranked = sorted(compute_standings(t), key=lambda row: row.rank)
        for better, worse in pairwise(ranked):
            assert better.rank == worse.rank or out[better.player] <= out[worse.player], (better, worse)
        assert is_decided(t, 1) == (bool(t.rounds) and len(left) < 2)
        return len(left) < 2


@pytest.mark.parametrize("part", range(PARTS))
def test_a_bracket_is_decided_exactly_when_one_player_or_none_is_left(part: int) -> None:
    for example in range(part, BRACKETS, PARTS):
        cup = Cup(Random(f"{SEED}:{example}"))
        cup.lets_leave()
        while not cup.check():
            cup.plays()
        check_over(cup)
        if cup.day.t.rounds:
            check_winner(cup)


def check_over(cup: Cup) -> None:
    """Nothing is left to be paired but a game for the third place."""
    third = proposal(cup.day)
    if third is None:
        with pytest.raises(Refused, match=r"is decided|is left to play"):
            propose_pairing(cup.day.t)
    else:
        assert all(cup.losses[who] for table in third.tables for who in table.seats)


def check_winner(cup: Cup) -> None:
    """The player who is left has won; where none is, the first place is empty until an organizer decides."""
    t, random = cup.day.t, cup.random
    if cup.home and stage_winners(t) == (
        *cup.home,
    ):  # others who went home had missed a round of the bracket
        return
    if left := cup.left or [who for who in cup.home if cup.won]:
        assert stage_winners(t) == (left[0],)
        assert [row.player for row in compute_standings(t) if row.rank == 1] == left
        return
    assert stage_winners(t) == ()
    assert min(row.rank for row in compute_standings(t)) == 2
    named = random.choice(winner_candidates(t, 1))
    cup.day.does(name_winner(t, 1, named, DESK, cup.day.at, "the organizers agree"))
    assert stage_winners(cup.day.t) == (named,)
    ranks = [row.rank for row in compute_standings(cup.day.t)]
    assert (ranks[0], ranks.count(1)) == (1, 1)
