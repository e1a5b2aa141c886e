"""Check-in: a player without it is not paired, and every step can be taken back."""

from __future__ import annotations

import pytest

from domain.tournament.lifecycle import end_tournament
from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import Stage
from domain.tournament.play import rounds
from domain.tournament.play.check_in import (
    DOOR,
    cancel_check_in,
    check_in,
    close_check_in,
    open_check_in,
    withdraw_check_in,
)
from domain.tournament.play.pairings import pair_round
from domain.tournament.refusals import Overrulable, Refused

from .day import DESK, Day


def checked_in(*players: str, stage: Stage | None = None) -> Day:
    """Returns a day of five, at which these players have checked in."""
    day = Day("Ann", "Bob", "Cid", "Dot", "Eve", stages=(stage or Stage("swiss", 3),))
    day.does(open_check_in(day.t, DESK, day.at))
    for player in players:
        day.does(check_in(day.t, player, f"player:{player}", day.at))
    return day


def paired(day: Day) -> tuple[set[str], dict[str, str]]:
    """Pairs the round that is due; returns the players at tables, and the byes of the others."""
    number = 1 + len(day.t.rounds)
    day.does(pair_round(day.t, number, propose_pairing(day.t), DESK, day.at))
    round_ = day.t.rounds[-1]
    return {who for table in round_.tables.values() for who in table.seats}, dict(round_.byes)


def test_a_player_without_check_in_is_not_paired_until_it_comes_late() -> None:
    day = checked_in("Ann", "Bob", "Cid", "Dot")
    assert day.t.absent_players(1) == ("Eve",)
    assert paired(day) == ({"Ann", "Bob", "Cid", "Dot"}, {"Eve": "zero_bye"})
    assert day.t.rounds[0].bye_requesters == frozenset()
    day.does(close_check_in(day.t, DESK, day.at))
    day.starts(1)
    for table in (1, 2):
        day.records(1, table, "1-0")
    day.closes(1)
    with pytest.raises(Refused, match="Check-in is closed: go to the organizers’ desk"):
        check_in(day.t, "Eve", "player:Eve", day.at)
    with pytest.raises(Refused, match="Check-in is closed"):
        check_in(day.t, "Eve", DOOR, day.at)
    day.does(check_in(day.t, "Eve", DESK, day.at))
    seated, byes = paired(day)
    assert (len(seated | byes.keys()), "zero_bye" in byes.values()) == (5, False)


def test_a_bracket_is_drawn_of_the_players_that_are_present() -> None:
    day = checked_in("Ann", "Bob", "Cid", "Dot", stage=Stage("single_elimination"))
    assert paired(day) == ({"Ann", "Bob", "Cid", "Dot"}, {})
    day.does(rounds.publish_round(day.t, 1, 1, DESK, day.at))
    day.does(rounds.start_round(day.t, 1, 1, DESK, day.at))
    with pytest.raises(Refused, match="Round 1 has started without Eve"):
        check_in(day.t, "Eve", DESK, day.at)
    with pytest.raises(Refused, match="Ann can only drop out"):
        withdraw_check_in(day.t, "Ann", DESK, day.at)


def test_every_step_is_taken_back() -> None:
    day = checked_in("Ann")
    day.does(withdraw_check_in(day.t, "Ann", "player:Ann", day.at))
    assert len(day.t.absent_players(1)) == 5
    with pytest.raises(Refused, match="No player has checked in"):
        propose_pairing(day.t)
    day.does(check_in(day.t, "Ann", DESK, day.at))
    assert check_in(day.t, "Ann", DOOR, day.at) == []
    day.does(close_check_in(day.t, DESK, day.at))
    day.does(open_check_in(day.t, DESK, day.at))
    assert "Ann" not in day.t.absent_players(1)
    day.does(cancel_check_in(day.t, DESK, day.at))
    assert day.t.absent_players(1) == ()
    with pytest.raises(Refused, match="This tournament has no check-in"):
        check_in(day.t, "Bob", DESK, day.at)


def test_a_player_that_organizers_register_once_it_is_closed_is_present() -> None:
    day = checked_in("Ann", "Bob")
    day.registers("Fay")
    day.does(close_check_in(day.t, DESK, day.at))
    day.registers("Gus")
    assert day.t.absent_players(1) == ("Cid", "Dot", "Eve", "Fay")


def test_a_bye_that_an_absent_player_asked_for_keeps_its_points() -> None:
    day = checked_in("Ann", "Bob", "Cid", "Dot")
    day.pairs(1, "Ann Bob", "Cid Dot")
    assert day.t.rounds[0].byes == {}
    day.does(pair_round(day.t, 1, propose_pairing(day.t, {"Eve": "half_bye"}), DESK, day.at, "a letter came"))
    assert day.t.rounds[0].byes == {"Eve": "half_bye"}
    assert day.t.rounds[0].bye_requesters == {"Eve"}


def test_a_bracket_that_began_without_anybody_checked_in_is_not_decided() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", stages=(Stage("single_elimination"),))
    day.does(pair_round(day.t, 1, propose_pairing(day.t), DESK, day.at))
    day.does(open_check_in(day.t, DESK, day.at))
    day.starts(1)
    for table in (1, 2):
        day.records(1, table, "1-0")
    day.closes(1)
    with pytest.raises(Overrulable, match="is not played: the stage “Single elimination” up to its final"):
        end_tournament(day.t, DESK, day.at)
    day.does(pair_round(day.t, 2, propose_pairing(day.t), DESK, day.at))
    assert {*day.t.rounds[1].players} == {table.seats[0] for table in day.t.rounds[0].tables.values()}
