"""What engines have in common: the same pairing everywhere, numbers of tables, byes that are asked for."""

from __future__ import annotations

import pytest

from domain.tournament.facts import Bye, RoundPaired, RoundPublished, Seating
from domain.tournament.pairing import next_round_input, pairing_costs, propose_pairing
from domain.tournament.pairing.matching import lightest_matching
from domain.tournament.plan import CHESS_POINTS, Format, Stage
from domain.tournament.refusals import Refused
from replays.proof.chain import canonical_json, event_fields

from ..day import Day
from .played import paired, round_played, words
from .test_pods import in_order


@pytest.mark.parametrize(
    ("plan", "third"),
    [
        (Stage("swiss", 5), "d-a c-e f-k h-i b-g, j bye"),
        (Stage("swiss", 5, (4, 3)), "a-k-f b-j-c-d e-i-h-g"),
        (Stage("swiss", 5, engine="dutch"), "a-c b-h f-e j-d k-g, i bye"),
        (Stage("round_robin"), "e-h f-d i-b g-k j-c, a zero_bye"),
        (Stage("double_elimination"), "b-f a-c j-d h-k i-e, g bye"),
    ],
    ids=lambda each: each.format if isinstance(each, Stage) else "",
)
def test_a_pairing_is_the_same_on_any_machine(plan: Stage, third: str) -> None:
    day = Day(*"abcdefghijk", stages=(plan,), points=CHESS_POINTS)
    for _ in range(2):
        round_played(day, in_order)
    assert words(propose_pairing(day.t)) == third


def test_what_it_goes_by_has_a_digest_that_everybody_can_compute() -> None:
    day = Day(*"abcd")
    proposed = propose_pairing(day.t)
    assert (proposed.engine, proposed.version[:3], len(proposed.digest)) == ("swiss", "1, ", 64)
    assert proposed.digest != propose_pairing(day.t, {"a": "half_bye"}).digest
    day.registers("e")
    assert proposed.digest != propose_pairing(day.t).digest


def test_a_round_is_due_anew_until_it_starts() -> None:
    day = Day(*"abcd")
    paired(day)
    assert next_round_input(day.t).number == 1
    day.starts(1)
    assert next_round_input(day.t).number == 2


def test_no_round_is_due_after_the_last_one() -> None:
    day = Day(*"ab", stages=(Stage("swiss", 1),))
    round_played(day)
    with pytest.raises(Refused, match="This stage ends with round 1"):
        propose_pairing(day.t)


def test_who_needs_the_same_table_keeps_it() -> None:
    day = Day(*"bcdefgh")
    day.registers("a", need="no stairs")
    for _ in range(3):
        round_played(day, lambda seats: in_order(seats[::-1]) if "a" in seats else in_order(seats))
    at = {number for known in day.t.rounds for number, table in known.tables.items() if "a" in table.seats}
    assert len(at) == 1
    assert {number for known in day.t.rounds for number in known.tables} == {1, 2, 3, 4}


@pytest.mark.parametrize("format", ["single_elimination", "double_elimination"])
def test_byes_are_asked_for_where_everybody_plays_every_round(format: Format) -> None:
    day = Day(*"abcd", stages=(Stage(format),))
    with pytest.raises(Refused, match="In this format nobody can ask for a bye"):
        propose_pairing(day.t, {"a": "half_bye"})
    day = Day(*"abcd")
    with pytest.raises(Refused, match="A forfeit is a result, and no bye"):
        propose_pairing(day.t, {"a": "forfeit_won"})
    with pytest.raises(Refused, match="z does not play this round"):
        propose_pairing(day.t, {"z": "half_bye"})


def test_a_bye_that_was_asked_for_is_told_from_one_that_was_given() -> None:
    day = Day(*"abcdef")
    round_played(day, a="bye")
    asked = day.t.rounds[0].bye_list
    assert [bye.asked for bye in asked] == [True, False]
    published = next(fact.event for fact in day.facts if isinstance(fact.event, RoundPublished))
    assert published.byes == asked
    seated = [Seating(table.number, table.seats) for table in day.t.rounds[0].tables.values()]
    assert pairing_costs(day.t, 1, seated, asked) == day.t.rounds[0].costs
    older = RoundPaired(1, 1, (), (Bye("a", "bye"),), "swiss", "organizer:desk", 0)
    assert canonical_json(event_fields(older)["byes"]) == b'[{"kind":"bye","player":"a"}]', (
        "as it was hashed before"
    )


def test_what_a_change_by_hand_costs_is_told_before_it_is_made() -> None:
    day = Day(*"abcde")
    round_played(day)
    met = day.t.rounds[0].tables[1].seats
    bye = next(iter(day.t.rounds[0].byes))
    rest = tuple(who for who in "abcde" if who not in (*met, bye))
    by_hand = pairing_costs(day.t, 2, [Seating(1, met), Seating(2, rest)], [Bye(bye, "bye")])
    assert (by_hand["rematches"], by_hand["byes_again"]) == (2, 1)
    proposed = propose_pairing(day.t)
    assert pairing_costs(day.t, 2, proposed.tables, proposed.byes) == proposed.costs


def test_what_cannot_be_weighed_is_refused() -> None:
    assert lightest_matching(4, [(0, 1, 5), (2, 3, 5), (0, 2, 4), (1, 3, 5)]) == [(0, 2), (1, 3)]
    with pytest.raises(Refused, match="Points lie too far apart"):
        lightest_matching(2, [(0, 1, 1 << 124)])
