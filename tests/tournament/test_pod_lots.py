"""Players of a pod who share the last place to go on draw a lot, which is announced and named."""

from __future__ import annotations

from domain.tournament.lots.pod_lots import pod_lots
from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import Stage
from domain.tournament.play.pairings import pair_round
from domain.tournament.scoring.results import Result
from tests.tournament.day import DESK, Day

PODS = Stage("pods", seats=(3,), going_on=2)


def nine() -> Day:
    """A day of nine at three tables, two of each go on."""
    day = Day(*(f"N{number}" for number in range(1, 10)), stages=(PODS,))
    day.pairs(1, "N1 N2 N3", "N4 N5 N6", "N7 N8 N9")
    day.starts(1)
    return day


def sentences(day: Day, number: int = 1) -> list[str]:
    """What a page says of the lots of a round."""
    return [str(sentence) for sentence in pod_lots(day.t, day.t.rounds[number - 1])]


def test_a_lot_at_a_table_is_announced_and_names_who_goes_on() -> None:
    day = nine()
    day.records(1, 1, Result((1, 2, 2)))
    day.records(1, 2, Result((1, 1, 3)))
    assert sentences(day) == [
        "Table 1: a lot decides 1 of N2, N3 to go on, because they share a place.",
    ]
    day.records(1, 3, Result((1, 1, 1)))
    day.does(pair_round(day.t, 2, propose_pairing(day.t), DESK, day.at))
    through = {*day.t.rounds[1].players}
    assert {"N1", "N4", "N5"} < through
    [second] = through & {"N2", "N3"}
    third = ", ".join(sorted(through & {"N7", "N8", "N9"}))
    assert sentences(day) == [
        f"Table 1: drawn by lot among N2, N3, because they share a place. Drawn: {second}.",
        f"Table 3: drawn by lot among N7, N8, N9, because they share a place. Drawn: {third}.",
    ]


def test_places_and_forfeits_decide_before_a_lot_does() -> None:
    day = nine()
    day.records(1, 1, Result((1, 2, 2), forfeits=(2,)))
    day.records(1, 2, Result((1, 2, 3)))
    day.records(1, 3, Result((3, 3, 3), forfeits=(0, 1, 2)))
    assert sentences(day) == []


def test_a_next_round_by_hand_leaves_no_lot() -> None:
    day = nine()
    for table in (1, 2, 3):
        day.records(1, table, Result((1, 2, 2)))
    assert len(sentences(day)) == 3
    day.pairs(2, "N1 N4 N7", "N2 N5 N8")
    assert sentences(day) == []


def test_a_shared_first_place_of_the_final_is_no_lot() -> None:
    day = Day("N1", "N2", "N3", stages=(PODS,))
    day.pairs(1, "N1 N2 N3")
    day.starts(1)
    day.records(1, 1, Result((1, 1, 1)))
    assert sentences(day) == []
