"""Random Swiss days for the report file: late entries, byes, forfeits, withdrawals, draws."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from domain.tournament.facts import Requested
from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import CHESS_POINTS, Points, Stage
from domain.tournament.play.bye_requests import ask_bye
from domain.tournament.play.pairings import pair_round
from domain.tournament.registrations.roster import drop_player
from tests.tournament.day import BOTH_ABSENT, DESK, DRAW, FIRST_ABSENT, LOSS, SECOND_ABSENT, WIN, Day

BYES: tuple[Requested, ...] = ("zero_bye", "half_bye", "full_bye")
RESULTS = (*(WIN,) * 5, *(LOSS,) * 4, *(DRAW,) * 3, FIRST_ABSENT, SECOND_ABSENT, BOTH_ABSENT)


def swiss(seed: int, engine: str = "", points: Points = CHESS_POINTS) -> Iterator[Day]:
    """Yields a random Swiss day after each of its rounds, and while some tables are still playing."""
    rng = Random(seed)
    count, rounds = rng.randint(9, 16), rng.randint(3, 5)
    ratings = rng.sample(range(1200, 2600), count + 3)
    day = Day(
        stages=[Stage("swiss", rounds, engine=engine)],
        points=points,
        tiebreakers=("buchholz_cut_1", "sonneborn_berger", "wins"),
        title=f"Day {seed}",
    )
    for number in range(count):
        day.registers(f"P{number}", rating=ratings[number])
    for number in range(1, rounds + 1):
        if number in (2, 3) and rng.random() < 0.4:
            day.registers(f"late{number}", rating=ratings.pop())
        for who in day.t.active_players(1):
            if rng.random() < 0.05:
                day.does(ask_bye(day.t, who, number, rng.choice(BYES), DESK, day.at))
        day.does(pair_round(day.t, number, propose_pairing(day.t), DESK, day.at))
        day.starts(number)
        tables = [*day.t.rounds[-1].tables]
        for table in tables:
            if table == tables[-1] and rng.random() < 0.3:
                yield day
            day.records(number, table, rng.choice(RESULTS))
        day.closes(number)
        if len(day.t.active_players(1)) > 6 and rng.random() < 0.3:
            day.does(drop_player(day.t, rng.choice(day.t.active_players(1)), DESK, day.at))
        yield day
