"""Whatever happens on a day, the next round is paired so that the record takes it, or refused."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.tournament.facts import Bye, Seating
from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import CHESS_POINTS, FULL_FIELD_FORMATS, Stage
from domain.tournament.play import pairings
from domain.tournament.play.pairings import Pairing
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.refusals import Refused
from domain.tournament.registrations import roster
from domain.tournament.scoring.results import Result

from ..day import DESK, Day

PLANS = [
    Stage("swiss", 6),
    Stage("swiss", 6, (4, 3)),
    Stage("swiss", 6, engine="dutch"),
    Stage("round_robin", legs=2),
    Stage("single_elimination", third_place=True),
    Stage("double_elimination"),
    Stage("pods", seats=(4, 3, 2)),
]


def any_result(random: Random, seats: int, draws: bool) -> Result:
    """Returns how a table may end: in order, drawn, won by nobody, or with seats that were not there."""
    places = [*range(1, seats + 1)]
    random.shuffle(places)
    kind = random.random()
    if kind < 0.1:
        return Result((seats,) * seats, forfeits=tuple(range(seats)) if random.random() < 0.5 else ())
    if kind < 0.25 and draws:
        return Result((1,) * seats)
    absent = tuple(seat for seat, place in enumerate(places) if place == seats) if kind < 0.4 else ()
    return Result(tuple(places), forfeits=absent)


def swapped(day: Day, random: Random) -> None:
    """Changes two tables by hand: the first players of both change places."""
    known = day.t.rounds[-1]
    if len(known.tables) > 1:
        (a, one), (b, other) = random.sample(sorted(known.tables.items()), 2)
        tables = (
            Seating(a, (other.seats[0], *one.seats[1:])),
            Seating(b, (one.seats[0], *other.seats[1:])),
        )
        byes = tuple(Bye(who, kind) for who, kind in known.byes.items())
        day.does(pairings.change_pairing(day.t, 1, known.number, tables, byes, DESK, day.at, "wished"))


def attendance(day: Day, random: Random) -> None:
    """Lets somebody drop out or come back."""
    playing = day.t.active_players(1)
    gone = [who for who, entry in day.t.players.items() if entry.attendance == "dropped"]
    if gone and random.random() < 0.5:
        day.does(roster.return_player(day.t, random.choice(gone), DESK, day.at))
    elif len(playing) > 3:
        day.does(roster.drop_player(day.t, random.choice(playing), DESK, day.at))


def proposal(day: Day) -> Pairing | None:
    """Returns how the next round would be paired, if it would."""
    try:
        return propose_pairing(day.t)
    except Refused:
        return None


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.engine or f"{plan.format}-{plan.seats[0]}")
@settings(max_examples=5, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_next_round_can_be_paired_or_it_is_said_why_not(plan: Stage, random: Random) -> None:
    everybody = plan.format in FULL_FIELD_FORMATS
    day = Day(*"abcdefghijklmnop"[: random.randrange(3, 17)], stages=(plan,), points=CHESS_POINTS)
    assert proposal(day)
    for number in range(1, 12):
        proposed = proposal(day)
        if proposed is None:
            break
        day.does(pairings.pair_round(day.t, number, proposed, DESK, day.at))
        if random.random() < 0.2:
            swapped(day, random)
        day.starts(number)
        for table, sits in sorted(day.t.rounds[-1].tables.items()):
            day.records(number, table, any_result(random, len(sits.seats), everybody))
        day.closes(number)
        if random.random() < 0.4:
            attendance(day, random)
        assert {row.player for row in compute_standings(day.t)} == set(day.t.players)
