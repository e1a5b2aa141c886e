"""What is asked for ahead of a round: byes by players, places by who registers itself."""

from __future__ import annotations

import pytest

from domain.tournament.facts import Bye, PenaltyGiven, PlayerRegistered
from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import Stage
from domain.tournament.play.bye_requests import ask_bye, withdraw_bye
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.refusals import Refused
from domain.tournament.registrations import roster
from domain.tournament.registrations.registration import close_registration, free_places, open_registration
from domain.tournament.scoring import result_entry

from .day import DESK, Day


def test_a_bye_that_was_asked_for_is_in_the_pairing_until_it_is_withdrawn() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", "Eve")
    day.does(ask_bye(day.t, "Dot", 1, "zero_bye", "player:Dot", day.at))
    day.does(ask_bye(day.t, "Dot", 1, "half_bye", DESK, day.at))
    assert ask_bye(day.t, "Dot", 1, "half_bye", DESK, day.at) == []
    assert propose_pairing(day.t).byes == (Bye("Dot", "half_bye", True),)
    day.does(roster.drop_player(day.t, "Dot", DESK, day.at))
    assert propose_pairing(day.t).byes == ()
    day.does(roster.return_player(day.t, "Dot", DESK, day.at))
    day.does(withdraw_bye(day.t, "Dot", 1, DESK, day.at))
    assert [bye.kind for bye in propose_pairing(day.t).byes] == ["bye"]
    with pytest.raises(Refused, match="has asked for no bye in round 1"):
        withdraw_bye(day.t, "Dot", 1, DESK, day.at)


def test_a_bye_is_asked_for_before_the_round() -> None:
    day = Day("Ann", "Bob", stages=(Stage("swiss", 2),))
    day.pairs(1, "Ann Bob")
    with pytest.raises(Refused, match="Round 1 is paired: ask an organizer"):
        ask_bye(day.t, "Ann", 1, "zero_bye", "player:Ann", day.at)
    day.does(ask_bye(day.t, "Ann", 1, "zero_bye", DESK, day.at))
    day.starts(1)
    with pytest.raises(Refused, match="Round 1 has started already"):
        withdraw_bye(day.t, "Ann", 1, DESK, day.at)
    for number in (0, 3):
        with pytest.raises(Refused, match=f"This stage has no round {number}"):
            ask_bye(day.t, "Ann", number, "zero_bye", DESK, day.at)
    cup = Day("Ann", "Bob", stages=(Stage("single_elimination"),))
    with pytest.raises(Refused, match="nobody can ask for a bye"):
        ask_bye(cup.t, "Ann", 1, "zero_bye", DESK, day.at)


def itself(day: Day, who: str) -> None:
    """Somebody registers by itself."""
    day.does(roster.register_player(day.t, PlayerRegistered(who, f"player:{who}", day.at)))


def test_players_register_themselves_while_there_are_places() -> None:
    day = Day()
    with pytest.raises(Refused, match="Players do not register themselves"):
        itself(day, "Ann")
    day.does(open_registration(day.t, 2, 0, DESK, day.at))
    itself(day, "Ann")
    itself(day, "Bob")
    with pytest.raises(Refused, match="All 2 places are taken"):
        itself(day, "Cid")
    day.registers("Cid")
    assert free_places(day.t) == 0
    day.does(roster.drop_player(day.t, "Ann", DESK, day.at))
    day.does(roster.drop_player(day.t, "Bob", DESK, day.at))
    itself(day, "Dot")
    day.does(close_registration(day.t, DESK, day.at))
    with pytest.raises(Refused, match="Players do not register themselves"):
        itself(day, "Eve")


def test_players_register_themselves_until_a_time_and_until_the_first_round() -> None:
    day = Day("Ann", "Bob")
    with pytest.raises(Refused, match="is over already"):
        open_registration(day.t, 0, day.at, DESK, day.at)
    day.does(open_registration(day.t, 0, day.at + 1, DESK, day.at))
    with pytest.raises(Refused, match="is over already"):
        itself(day, "Cid")
    day.does(open_registration(day.t, 0, 0, DESK, day.at))
    itself(day, "Cid")
    day.pairs(1, "Ann Bob", "Cid bye")
    with pytest.raises(Refused, match="The first round is paired"):
        itself(day, "Dot")
    with pytest.raises(Refused, match="The first round is paired"):
        open_registration(day.t, 0, 0, DESK, day.at)


def test_a_penalty_that_is_taken_back_takes_nothing() -> None:
    day = Day("Ann", "Bob")
    day.pairs(1, "Ann Bob")
    day.does(
        result_entry.give_penalty(day.t, PenaltyGiven("Ann", "late", DESK, day.at, "late", stage=1, points=1))
    )
    given = day.t.seq
    assert {row.player: row.points for row in compute_standings(day.t)} == {"Ann": -1, "Bob": 0}
    with pytest.raises(Refused, match="Say why"):
        result_entry.lift_penalty(day.t, given, DESK, day.at, "")
    day.does(result_entry.lift_penalty(day.t, given, DESK, day.at, "it was Bob"))
    assert {row.player: row.points for row in compute_standings(day.t)} == {"Ann": 0, "Bob": 0}
    with pytest.raises(Refused, match=f"No penalty stands that fact {given} gave"):
        result_entry.lift_penalty(day.t, given, DESK, day.at, "again")
