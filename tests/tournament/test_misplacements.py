"""A result of a bracket corrected after the next round started: the seats are named, repaired or decided."""

from __future__ import annotations

import pytest

from domain.tournament.decision.misplacements import find_misplacements
from domain.tournament.decision.ranking import final_ranking, vacancy_reason
from domain.tournament.decision.survivors import is_decided
from domain.tournament.decision.winners import may_name_winner, name_winner, stage_winners, winner_candidates
from domain.tournament.facts import Bye, Player, Seating
from domain.tournament.lifecycle import end_tournament
from domain.tournament.plan import Stage
from domain.tournament.play import pairings
from domain.tournament.ranking.impact import correction_impact
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.refusals import Overrulable
from domain.tournament.scoring.result_entry import correct_result
from domain.tournament.scoring.results import Result
from domain.tournament.state import TableRef

from .day import DESK, LOSS, WIN, Day
from .pairing.played import by_name, paired, round_played

SEATED = (
    "Round 2: Cid sits at table {table}, where Fay should by the corrected result of round 1.",
    "Round 2: Cid has a bye, where Fay should be by the corrected result of round 1.",
)


def second_round(format: str = "single_elimination") -> Day:
    """Returns a cup of six whose second round has started: Cid won against Fay in the first."""
    day = Day(stages=(Stage(format),))  # type: ignore[arg-type]
    for place, player in enumerate(("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")):
        day.registers(player, rating=2000 - place)
    round_played(day)
    paired(day)
    day.starts(2)
    return day


def table_of(day: Day, number: int, player: Player) -> int:
    (table,) = (each.number for each in day.t.rounds[number - 1].tables.values() if player in each.seats)
    return table


def reversed_result(day: Day, number: int, table: int) -> Result:
    result = day.t.rounds[number - 1].tables[table].result
    assert result is not None
    return LOSS if result.places == WIN.places else WIN


def corrected(day: Day) -> None:
    """Corrects the first round: Fay has won against Cid."""
    table = table_of(day, 1, "Fay")
    day.corrects(1, table, reversed_result(day, 1, table))


def plays_on(day: Day) -> None:
    """Plays the second round and the final: Cid wins both."""
    favourite = {"Cid": 0}
    for number in (2, 3):
        if number == 3:
            paired(day)
            day.starts(3)
        for table in [*day.t.rounds[-1].tables.values()]:
            first, second = table.seats
            order = sorted((first, second), key=lambda who: (favourite.get(who, 1), who))
            day.records(number, table.number, WIN if order[0] == first else LOSS)
        day.closes(number)


def test_the_preview_of_a_correction_names_the_player_who_sits_and_the_one_who_should() -> None:
    day = second_round()
    table = table_of(day, 1, "Fay")
    facts = correct_result(
        day.t,
        TableRef(1, 1, table),
        reversed_result(day, 1, table),
        "entered",
        DESK,
        day.at,
        "a misread slip",
    )
    assert SEATED[0].format(table=table_of(day, 2, "Cid")) in [
        str(one) for one in correction_impact(day.t, facts).sentences
    ]


def test_the_successor_takes_the_seat_while_the_later_table_has_no_result() -> None:
    day = second_round()
    corrected(day)
    (found,) = find_misplacements(day.t, 1)
    assert (found.player, found.successor, found.round) == ("Cid", "Fay", 2)
    seats = tuple("Fay" if who == "Cid" else who for who in day.t.rounds[1].tables[found.table].seats)
    day.does(
        pairings.change_pairing(
            day.t, 1, 2, (Seating(found.table, seats),), (), DESK, day.at, "round 1 corrected"
        )
    )
    assert find_misplacements(day.t, 1) == ()
    for number, table in day.t.rounds[1].tables.items():
        day.records(2, number, by_name(table.seats))
    day.closes(2)
    round_played(day)
    assert stage_winners(day.t) == ("Ann",)
    assert {row.player: row.rank for row in compute_standings(day.t)}["Cid"] > 4


def test_without_a_repair_the_first_place_waits_for_the_organizers() -> None:
    day = second_round()
    corrected(day)
    assert not may_name_winner(day.t, 1)
    plays_on(day)
    assert (stage_winners(day.t), is_decided(day.t, 1), may_name_winner(day.t, 1)) == ((), False, True)
    assert winner_candidates(day.t, 1) == ("Cid", "Fay")
    ranks = {row.player: row.rank for row in compute_standings(day.t)}
    assert (ranks["Cid"], ranks["Fay"], max(ranks.values())) == (1, 1, 6)
    with pytest.raises(Overrulable):
        end_tournament(day.t, DESK, day.at)
    ended = Day()
    ended.t = day.t
    ended.does(end_tournament(day.t, DESK, day.at, "the hall closes"))
    assert "have not decided the first place" in str(vacancy_reason(ended.t))
    day.does(name_winner(day.t, 1, "Cid", DESK, day.at, "Fay had gone home"))
    day.does(end_tournament(day.t, DESK, day.at))
    assert stage_winners(day.t) == ("Cid",)
    assert [row.player for row in final_ranking(day.t)][:2] == ["Cid", "Fay"]


def test_a_correction_taken_back_or_for_points_alone_misplaces_nobody() -> None:
    day = second_round()
    table = table_of(day, 1, "Fay")
    was = day.t.rounds[0].tables[table].result
    day.corrects(1, table, reversed_result(day, 1, table), effect="points")
    assert find_misplacements(day.t, 1) == ()
    day.corrects(1, table, was, effect="stand")
    assert find_misplacements(day.t, 1) == ()
    plays_on(day)
    assert stage_winners(day.t) == ("Cid",)


def test_a_player_out_by_a_double_loss_wins_nothing_without_the_organizers() -> None:
    day = second_round()
    day.corrects(1, table_of(day, 1, "Cid"), "0-0")
    (found,) = find_misplacements(day.t, 1)
    assert "Cid plays on, but is out" in str(found.sentence)
    plays_on(day)
    assert (stage_winners(day.t), may_name_winner(day.t, 1)) == ((), True)
    day.does(name_winner(day.t, 1, "Bob", DESK, day.at, "lost the semifinal to Cid"))
    assert stage_winners(day.t) == ("Bob",)


def test_in_a_double_elimination_the_two_players_change_places() -> None:
    day = second_round("double_elimination")
    corrected(day)
    (found,) = find_misplacements(day.t, 1)
    known = day.t.rounds[1]
    new = {"Cid": "Fay", "Fay": "Cid"}
    tables = tuple(
        Seating(each.number, tuple(new.get(who, who) for who in each.seats)) for each in known.tables.values()
    )
    byes = tuple(Bye(new.get(who, who), kind) for who, kind in known.byes.items())
    assert (found.player, found.successor) == ("Cid", "Fay")
    day.does(pairings.change_pairing(day.t, 1, 2, tables, byes, DESK, day.at, "round 1 corrected"))
    assert find_misplacements(day.t, 1) == ()
