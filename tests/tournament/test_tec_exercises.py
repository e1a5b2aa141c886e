"""Tie-breakers equal the “Exercises in Tie-Breaking” of FIDE's Technical Commission (Mario Held, 2023).

The exercises are of the rules of 2023. Where those of March 2026 give a player's dummy less (C.07, 16.4), the
value of the exercise stands beside ours. Players are numbered as there.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from domain.tournament.plan import CHESS_POINTS, Stage, Tiebreaker
from domain.tournament.ranking.standings import compute_standings

from .day import Day

NAMES = (
    *("Alyx", "Bruno", "Charline", "David", "Helene", "Franck", "Genevieve", "Irina"),
    *("Jessica", "Lais", "Maria", "Nick", "Opal", "Paul", "Reine", "Stephan"),
)
FOUR_ROUNDS = """
Alyx Jessica 1-0, Lais Bruno 0-1, Charline Maria 1/2, Nick David 0-1, Helene Opal 0-1,
 Paul Franck 1-0, Genevieve Reine 1-0, Stephan Irina 1/2
Opal Alyx 1/2, Bruno Genevieve 1-0, Franck Charline 0-1, Reine Helene 1-0, Irina Paul 1-0,
 Jessica Lais 0-1, Maria Stephan 0-1, David half, Nick bye
Alyx Bruno 1/2, Charline Irina 1-0, David Opal 1-0, Helene Maria 1-0, Stephan Genevieve 1-0,
 Lais Reine 0-1, Paul Nick --+, Jessica half, Franck bye
Reine Alyx 0-1, Bruno Stephan 1-0, David Charline 1/2, Genevieve Helene 1/2, Franck Lais 1-0,
 Irina Opal 1-0, Maria Jessica +--, Nick zero, Paul zero
"""
FIFTH = """
Alyx David 1/2, Helene Lais 1-0, Irina Franck 0-1, Maria Genevieve 1-0, Opal Paul 0-1,
 Stephan Reine 1-0, Jessica bye, Nick zero
"""
LONGER = """
Franck Alyx 1/2, Bruno David 1/2, Stephan Charline 0-1, Paul Helene 1-0, Lais Genevieve 1-0,
 Maria Irina 1/2, Opal Jessica 0-1, Reine Nick 1-0
Charline Alyx 1/2, Bruno Franck 0-1, David Stephan 1/2, Jessica Helene 0-1, Genevieve Opal 1-0,
 Irina Reine 1/2, Nick Lais 0-1, Paul Maria 1-0
Alyx Stephan 1/2, Reine Bruno 1/2, Charline Paul 1-0, Franck David 1/2, Helene Irina 0-1,
 Genevieve Jessica 1-0, Lais Maria 1-0, Opal Nick 1/2
Irina Alyx 0-1, Bruno Helene 1/2, Lais Charline 0-1, David Reine 1-0, Stephan Franck 0-1,
 Paul Genevieve 0-1, Jessica Nick 1/2, Maria Opal 1/2
"""
ROUND_ROBIN = """
Alyx Franck 1/2, Bruno Helene 1-0, Charline David 1-0
Alyx Bruno 1-0, Helene Charline 0-1, Franck David 1-0
Bruno Franck 1-0, Charline Alyx 0-1, David Helene 1/2
Alyx David 0-1, Bruno Charline 1/2, Franck Helene --+
Helene Alyx 0-1, David Bruno 0-1, Charline Franck 1-0
"""


def read(text: str) -> list[list[str]]:
    """Returns the tables and byes of each round that *text* tells; a line that goes on ends with a comma."""
    return [line.split(", ") for line in text.strip().replace(",\n", ",").split("\n")]


def played(breaker: Tiebreaker, rounds: Sequence[Sequence[str]], names: Sequence[str] = NAMES) -> list[float]:
    """Returns what a tie-breaker gives each player, in the order of their numbers."""
    plan = Stage("swiss" if len(names) == len(NAMES) else "round_robin", len(rounds))
    day = Day(*names, stages=(plan,), points=CHESS_POINTS, tiebreakers=(breaker,))
    for number, tables in enumerate(rounds, 1):
        day.plays(number, *tables)
    by = {row.player: float(row.values[0]) for row in compute_standings(day.t)}
    return [by[who] for who in names]


@pytest.mark.parametrize(
    ("breaker", "expected"),
    [
        # Article 7.1: Franck's and Nick's byes and Nick's and Maria's forfeits are wins.
        ("wins", "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3"),
        # Article 8.1. In the exercise David has 15 and Franck 12: the dummies of their byes have no more than
        # five draws now (16.4.2). Maria 13.5: hers has no more than Jessica, who did not come (16.4.1).
        ("buchholz", "12.5 13 15.5 14 8.5 11.5 14.5 13.5 9 13 12.5 11.5 14 11 12 12.5"),
        # Article 14.1 with 16.5: David's bye is cut before all others. Three are not asked for there.
        ("buchholz_cut_1", "11 . 13 11.5 7.5 . 12.5 12 7.5 . 11 9.5 12 9 11 11"),
        # Article 9.1. David 9.75, Franck 6.5 and Maria 5.75 in the exercise, for the same reasons.
        ("sonneborn_berger", "8 9.5 10.5 9.25 4.25 6 3.25 5.25 2.25 1.5 4.75 4 4.25 4.5 3.5 7.25"),
    ],
)
def test_the_swiss_of_the_exercises(breaker: Tiebreaker, expected: str) -> None:
    values = played(breaker, (*read(FOUR_ROUNDS), [*read(FIFTH)[0], "Charline Bruno 1/2"]))
    told = [
        "." if wanted == "." else f"{value:g}" for value, wanted in zip(values, expected.split(), strict=True)
    ]
    assert " ".join(told) == expected


def test_the_round_robin_of_the_exercises() -> None:
    names = ("Alyx", "Bruno", "Charline", "David", "Franck", "Helene")
    assert played("sonneborn_berger", read(ROUND_ROBIN), names) == [9.25, 6.25, 6.25, 4.25, 3.25, 2.25]
    # Article 6: of three with 3½ points Alyx beat both others; of those with 1½ Helene has 1½, Franck 1.
    assert played("head_to_head", read(ROUND_ROBIN), names) == [2, 0, 0, 0, 1, 2]


def test_the_direct_encounter_of_the_exercises() -> None:
    # Franck, Alyx, David and Bruno have 6 of 9 points, and 2, 1½, 1½ and 1 against each other (6.1).
    rounds = (*read(FOUR_ROUNDS), [*read(FIFTH)[0], "Charline Bruno 0-1"], *read(LONGER))
    assert played("head_to_head", rounds) == [1, 0, 0, 1, 0, 3, *[0] * 10]
