"""A lot that decides a place or a cut is announced before it is drawn, and named afterwards."""

from __future__ import annotations

from domain.tournament.bye_lots import bye_sentences, next_bye
from domain.tournament.knockout.qualifying import qualification_certainty
from domain.tournament.lots.lot_decisions import announced_lots, lot_decisions, undrawn_standings
from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import Stage
from domain.tournament.play.pairings import pair_round
from domain.tournament.ranking.impact import correction_impact
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.scoring.result_entry import correct_result
from domain.tournament.stages import cut_stage, expected_qualifiers
from domain.tournament.state import TableRef
from tests.tournament.day import DESK, DRAW, Day

CUT = (Stage("swiss", 1), Stage("single_elimination", players=2))


def level(*tiebreakers: str) -> Day:
    """A day on which N1, N3 and N5 have won: two of them go on."""
    names = [f"N{number}" for number in range(1, 7)]
    day = Day(*names, stages=CUT, tiebreakers=tiebreakers)  # type: ignore[arg-type]
    day.plays(1, "N1 N2 1-0", "N3 N4 1-0", "N5 N6 1-0")
    return day


def sentences(day: Day, stage: int = 1) -> list[str]:
    """What a page says of lots."""
    return [str(lot.sentence) for lot in lot_decisions(day.t, stage)]


def test_a_cut_by_lot_is_announced_before_it_is_drawn_and_named_afterwards() -> None:
    day = level("buchholz")
    assert sentences(day) == [
        "The cut will be drawn by lot among N1, N3, N5 (seeds 1 to 2), because no tie-breaker is left."
    ]
    through = expected_qualifiers(day.t)
    day.does(cut_stage(day.t, through, DESK, day.at))
    assert sentences(day) == [
        "The cut was drawn by lot among N1, N3, N5 (seeds 1 to 2), because no tie-breaker is left."
        f" Drawn: {through[0]}, {through[1]}."
    ]


def test_a_cut_by_hand_is_not_called_a_lot() -> None:
    day = level()
    by_hand = tuple(reversed(expected_qualifiers(day.t)))
    day.does(cut_stage(day.t, by_hand, DESK, day.at, "a play-off on cardboard"))
    assert sentences(day) == []


def test_places_by_lot_name_all_that_were_level() -> None:
    day = level("lot", "buchholz")
    places = [(lot.first, set(lot.players)) for lot in lot_decisions(day.t, 1) if lot.subject == "places"]
    assert places == [(1, {"N1", "N3", "N5"}), (4, {"N2", "N4", "N6"})]


def test_points_decide_before_a_lot_does() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", stages=CUT, tiebreakers=("lot",))
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1/2")
    assert [lot.first for lot in lot_decisions(day.t, 1) if lot.subject == "places"] == [2]
    assert [(lot.first, lot.count) for lot in lot_decisions(day.t, 1) if lot.subject == "cut"] == [(2, 1)]


def test_a_cut_that_has_not_come_would_be_drawn_if_the_stage_ended_now() -> None:
    stages = (Stage("swiss", 2), Stage("single_elimination", players=2))
    day = Day("Ann", "Bob", "Cid", "Dot", stages=stages)
    day.pairs(1, "Ann Bob", "Cid Dot")
    day.starts(1)
    assert announced_lots(day.t, 1) == ()
    day.records(1, 1, "1-0")
    [lot] = announced_lots(day.t, 1)
    assert str(lot.sentence) == (
        "If the stage ended now, the cut would be drawn by lot among Bob, Cid, Dot (seed 2),"
        " because no tie-breaker is left."
    )
    day.records(1, 2, "1-0")
    day.closes(1)
    day.pairs(2, "Ann Dot", "Cid Bob")
    day.starts(2)
    day.records(2, 1, "1-0")
    assert announced_lots(day.t, 1) == ()
    day.records(2, 2, "0-1")
    assert sentences(day) == [
        "The cut will be drawn by lot among Bob, Cid (seed 2), because no tie-breaker is left."
    ]


def test_no_player_is_through_by_lot_before_the_cut_draws_it() -> None:
    day = level("lot")
    names = sorted(day.t.players)
    assert qualification_certainty(day.t, 1) == {
        name: "open" if name in ("N1", "N3", "N5") else "out" for name in names
    }
    assert [(row.rank, row.player) for row in undrawn_standings(day.t, 1, compute_standings(day.t, 1))] == [
        *((1, name) for name in ("N1", "N3", "N5")),
        *((4, name) for name in ("N2", "N4", "N6")),
    ]
    reason = "because they are level up to the tie-breaker Lot."
    assert sentences(day) == [
        f"Places 1 to 3: a lot decides among N1, N3, N5, {reason}",
        f"Places 4 to 6: a lot decides among N2, N4, N6, {reason}",
        f"The cut will be drawn by lot among N1, N3, N5 (seeds 1 to 2), {reason}",
    ]
    through = expected_qualifiers(day.t)
    day.does(cut_stage(day.t, through, DESK, day.at))
    assert [name for name in names if qualification_certainty(day.t, 1)[name] == "through"] == sorted(through)
    rows = compute_standings(day.t, 1)
    assert undrawn_standings(day.t, 1, rows) == rows
    assert sentences(day)[-1] == (
        f"The cut was drawn by lot among N1, N3, N5 (seeds 1 to 2), {reason} Drawn: {', '.join(through)}."
    )


def test_seeds_of_a_bracket_that_a_lot_orders_are_named_before_and_after_the_cut() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", stages=(Stage("swiss", 1), Stage("single_elimination", players=4)))
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1/2")
    because = "Cid, Dot, because no tie-breaker is left."
    assert sentences(day) == [f"After the cut a lot decides seeds 2 to 3 among {because}"]
    through = expected_qualifiers(day.t)
    day.does(cut_stage(day.t, through, DESK, day.at))
    assert sentences(day) == [
        f"After the cut a lot decided seeds 2 to 3 among {because} In their order: {', '.join(through[1:3])}."
    ]


def test_a_bye_by_lot_is_announced_before_the_round_is_paired_and_named_afterwards() -> None:
    day = Day("N1", "N2", "N3", stages=(Stage("swiss", 3),))
    assert [str(sentence) for sentence in next_bye(day.t)] == [
        "Byes of round 1: a lot decides 1 among N1, N2, N3, because they have the same score and history."
    ]
    day.does(pair_round(day.t, 1, propose_pairing(day.t), DESK, day.at))
    [bye] = day.t.rounds[0].byes
    assert [str(sentence) for sentence in bye_sentences(day.t, day.t.rounds[0])] == [
        "Byes of round 1: drawn by lot among N1, N2, N3, because they have the same score and history."
        f" Drawn: {bye}."
    ]


def test_a_bye_that_an_organizer_gives_or_scores_decide_is_no_lot() -> None:
    day = Day("N1", "N2", "N3", stages=(Stage("swiss", 3),))
    day.plays(1, "N1 N2 1-0", "N3 bye")
    assert [*bye_sentences(day.t, day.t.rounds[0])] == []
    assert [*next_bye(day.t)] == []
    day.does(pair_round(day.t, 2, propose_pairing(day.t), DESK, day.at))
    assert ([*day.t.rounds[1].byes], [*bye_sentences(day.t, day.t.rounds[1])]) == (["N2"], [])


def test_the_preview_of_a_correction_names_nobody_whom_a_lot_would_let_through() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", stages=CUT)
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0")
    place = TableRef(1, 1, 1)
    corrected = correct_result(day.t, place, DRAW, "entered", DESK, day.at, reason="misread")
    assert [str(sentence) for sentence in correction_impact(day.t, corrected).cut_changes] == [
        f"A lot would decide whether {name} is among the 2 who go on." for name in ("Ann", "Bob")
    ]
