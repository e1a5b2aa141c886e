"""The robot's check of champions: it counts from the facts, and takes no winner before a bracket is over."""

from __future__ import annotations

import pytest

from domain.tournament.decision.winners import stage_winners
from domain.tournament.facts import WarningOverruled
from domain.tournament.lifecycle import end_tournament
from domain.tournament.plan import Stage
from domain.tournament.play import check_in
from domain.tournament.registrations import roster
from tests.tournament_robot.champions import check_champion, check_end
from tests.tournament_robot.people import Fault

from .day import DESK, Day
from .pairing.played import round_played
from .test_first_place import cup


def left_early() -> Day:
    """A cup of four that ends after its first round, with a reason."""
    day = cup("P1", "P2", "P3", "P4")
    round_played(day)
    day.ends()
    return day


def test_a_cup_that_ends_after_its_first_round_has_no_champion() -> None:
    day = left_early()
    check_champion(day.facts, stage_winners(day.t))
    with pytest.raises(Fault, match=r"P1 won the bracket with 0 losses; \['P2'\] are still in"):
        check_champion(day.facts, ["P1"])


def test_a_loser_of_the_final_is_no_champion() -> None:
    day = cup("P1", "P2", "P3", "P4")
    round_played(day)
    round_played(day)
    check_champion(day.facts, stage_winners(day.t))
    with pytest.raises(Fault, match="P2 won the bracket with 1 losses"):
        check_champion(day.facts, ["P2"])


def test_a_final_stage_that_never_began_has_no_champion() -> None:
    day = Day("Ann", "Bob", stages=(Stage("swiss", 1), Stage("single_elimination", players=2)))
    day.plays(1, "Ann Bob 1-0")
    day.ends()
    check_champion(day.facts, stage_winners(day.t))
    with pytest.raises(Fault, match="won before stage 2 began"):
        check_champion(day.facts, ["Ann"])


def test_players_whom_the_bracket_never_drew_are_not_in_it() -> None:
    day = cup("P1", "P2", "Absent", "Away")
    day.does(check_in.open_check_in(day.t, DESK, day.at))
    for player in ("P1", "P2", "Away"):
        day.does(check_in.check_in(day.t, player, DESK, day.at))
    day.does(roster.drop_player(day.t, "Away", DESK, day.at))
    round_played(day)
    day.does(roster.return_player(day.t, "Away", DESK, day.at))
    day.does(end_tournament(day.t, DESK, day.at))
    assert stage_winners(day.t) == ("P1",)
    check_champion(day.facts, stage_winners(day.t))
    check_end(day.facts)
    with pytest.raises(Fault, match="Away won the bracket"):
        check_champion(day.facts, ["Away"])


def test_an_end_before_the_announced_rounds_has_a_stored_reason() -> None:
    swiss = Day("Ann", "Bob", stages=(Stage("swiss", 2),))
    swiss.plays(1, "Ann Bob 1-0")
    swiss.ends()
    for day in (left_early(), swiss):
        check_end(day.facts)
        with pytest.raises(Fault, match=r"stages \[1\] were left unplayed without a reason"):
            check_end([fact for fact in day.facts if not isinstance(fact.event, WarningOverruled)])
