"""Dutch rounds of days with byes, forfeits, late entries and withdrawals, beside another implementation."""

from __future__ import annotations

from random import Random

import pytest

from domain.tournament.pairing import next_round_input, propose_pairing
from domain.tournament.plan import CHESS_POINTS, Stage, Unplayed
from domain.tournament.play import pairings
from domain.tournament.play.pairings import Pairing
from domain.tournament.refusals import Refused
from domain.tournament.registrations import roster

from ..day import BOTH_ABSENT, DESK, DRAW, FIRST_ABSENT, LOSS, SECOND_ABSENT, WIN, Day
from .dutch_library import paired_by_library

RESULTS = [WIN] * 6 + [LOSS] * 6 + [DRAW] * 5 + [FIRST_ABSENT, SECOND_ABSENT, BOTH_ABSENT]


@pytest.mark.parametrize("seed", range(12))
def test_a_day_of_coming_and_going_is_paired_as_others_pair_it(seed: int) -> None:
    random = Random(seed)
    size, rounds = random.randrange(6, 17), random.randrange(3, 8)
    day = Day(stages=(Stage("swiss", rounds, engine="dutch"),), points=CHESS_POINTS)
    for number in range(size):
        day.registers(f"p{number:02}", rating=random.randrange(1200, 2400))
    for number in range(1, rounds + 1):
        requested = byes_of(day, random)
        theirs = paired_by_library(next_round_input(day.t, requested))
        if theirs is None:
            with pytest.raises(Refused, match="this round has no pairing"):
                propose_pairing(day.t, requested)
            return
        ours = propose_pairing(day.t, requested)
        byes = {frozenset((bye.player,)) for bye in ours.byes if not bye.asked}
        assert {frozenset(table.seats) for table in ours.tables} | byes == theirs, number
        played(day, number, ours, random)
        coming_and_going(day, random)
    assert len(day.t.rounds) == rounds


def byes_of(day: Day, random: Random) -> dict[str, Unplayed]:
    """Returns the byes that players ask for in the next round."""
    kinds: list[Unplayed] = ["half_bye", "half_bye", "zero_bye", "full_bye"]
    return {player: random.choice(kinds) for player in day.t.active_players(1) if random.random() < 0.06}


def played(day: Day, number: int, pairing: Pairing, random: Random) -> None:
    """Plays a round as it was proposed."""
    day.does(pairings.pair_round(day.t, number, pairing, DESK, day.at))
    day.starts(number)
    for table in pairing.tables:
        day.records(number, table.number, random.choice(RESULTS))
    day.closes(number)


def coming_and_going(day: Day, random: Random) -> None:
    """Lets a player drop out, one return, and a late one enter."""
    playing = day.t.active_players(1)
    dropped = [player for player, entry in day.t.players.items() if entry.attendance == "dropped"]
    if dropped and random.random() < 0.4:
        day.does(roster.return_player(day.t, random.choice(dropped), DESK, day.at))
    if len(playing) > 5 and random.random() < 0.3:
        day.does(roster.drop_player(day.t, random.choice(playing), DESK, day.at))
    if random.random() < 0.3:
        day.registers(f"late{len(day.t.players):02}", rating=random.randrange(1200, 2400))
