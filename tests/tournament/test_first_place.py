"""First place: empty in a bracket without a winner, until an organizer decides (brackets-manager #214)."""

from __future__ import annotations

import pytest

from domain.tournament.decision.survivors import is_decided
from domain.tournament.decision.winners import name_winner, stage_winners
from domain.tournament.lifecycle import end_tournament
from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import Stage
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.refusals import Refused, Unsound
from domain.tournament.registrations import roster
from domain.tournament.scoring.results import Result

from .day import BOTH_ABSENT, DESK, DRAW, Day
from .pairing.played import by_name, paired, round_played

ABSENT = Result((3, 3, 3), forfeits=(0, 1, 2))


def cup(*players: str, stage: Stage | None = None) -> Day:
    """Returns a cup of players rated in this order, whose last tie-breaker is the lot."""
    day = Day(stages=(stage or Stage("single_elimination"),), tiebreakers=("lot",))
    for place, player in enumerate(players):
        day.registers(player, rating=2000 - place)
    return day


def ranks(day: Day) -> dict[str, int]:
    return {row.player: row.rank for row in compute_standings(day.t)}


def final_nobody_came() -> Day:
    """The case `final-nobody-came`: four players, and nobody comes to the final."""
    day = cup("P1", "P2", "P3", "P4")
    round_played(day)
    round_played(day, lambda _: BOTH_ABSENT)
    return day


def test_a_final_that_nobody_comes_to_has_no_winner_and_two_second_places() -> None:
    day = final_nobody_came()
    with pytest.raises(Refused, match="This stage is decided"):
        propose_pairing(day.t)
    assert sorted(ranks(day).values()) == [2, 2, 4, 5]
    assert ranks(day)["P1"] == ranks(day)["P2"] == 2
    day.does(end_tournament(day.t, DESK, day.at))
    assert stage_winners(day.t) == ()


def test_with_three_players_of_whom_one_has_left_it_is_the_same() -> None:
    day = cup("P1", "P2", "P3")
    round_played(day)
    day.does(roster.drop_player(day.t, "P3", DESK, day.at))
    round_played(day, lambda _: BOTH_ABSENT)
    assert (ranks(day), stage_winners(day.t)) == ({"P1": 2, "P2": 2, "P3": 4}, ())


def test_organizers_decide_the_first_place_as_a_fact_and_may_decide_again() -> None:
    day = final_nobody_came()
    for player, error, reason in (("P2", Refused, ""), ("Zoe", Refused, "who"), (None, Refused, "none")):
        with pytest.raises(error):
            name_winner(day.t, 1, player, DESK, day.at, reason)
    day.does(name_winner(day.t, 1, "P2", DESK, day.at, "won against P1 in May"))
    assert (stage_winners(day.t), ranks(day)["P2"], ranks(day)["P1"]) == (("P2",), 1, 2)
    day.does(end_tournament(day.t, DESK, day.at))
    day.does(name_winner(day.t, 1, None, DESK, day.at, "the prize is given away"))
    assert (stage_winners(day.t), ranks(day)["P2"]) == ((), 2)
    day.does(name_winner(day.t, 1, "P1", DESK, day.at, "the better seed"))
    day.corrects(2, 1, "1-0")
    came = day.t.rounds[1].tables[1].seats[0]
    assert stage_winners(day.t) == (came,)  # the final was played after all
    with pytest.raises(Refused, match="only where a bracket ends without one"):
        name_winner(day.t, 1, "P1", DESK, day.at, "again")


def test_a_winner_who_goes_home_stays_the_winner_and_one_disqualified_does_not() -> None:
    day = cup("P1", "P2", "P3", "P4")
    round_played(day)
    round_played(day)
    day.does(roster.drop_player(day.t, "P1", DESK, day.at))
    assert (stage_winners(day.t), is_decided(day.t, 1), ranks(day)["P1"]) == (("P1",), True, 1)
    day.does(roster.disqualify_player(day.t, "P1", DESK, day.at, "a marked deck"))
    assert (stage_winners(day.t), ranks(day)["P2"]) == ((), 2)
    with pytest.raises(Unsound, match="P1 cannot win this stage"):
        name_winner(day.t, 1, "P1", DESK, day.at, "all the same")
    day.does(name_winner(day.t, 1, "P2", DESK, day.at, "moves up"))
    assert stage_winners(day.t) == ("P2",)


def test_the_last_player_at_the_place_wins_by_walkover_and_two_who_leave_do_not() -> None:
    day = cup("P1", "P2", "P3", "P4")
    round_played(day)
    day.does(roster.drop_player(day.t, "P1", DESK, day.at))
    assert (stage_winners(day.t), ranks(day)["P2"], ranks(day)["P1"]) == (("P2",), 1, 2)
    day.does(roster.drop_player(day.t, "P2", DESK, day.at))
    assert (stage_winners(day.t), ranks(day)["P1"], ranks(day)["P2"]) == ((), 2, 2)


def test_no_lot_leads_a_bracket_while_it_is_played() -> None:
    day = cup("P1", "P2", "P3", "P4")
    round_played(day)
    assert sorted(ranks(day).values()) == [1, 1, 3, 4]
    assert stage_winners(day.t) == ()


def test_an_unbeaten_player_leads_those_who_lost_once() -> None:
    day = cup(*"abcdef", stage=Stage("double_elimination"))
    for _ in range(4):
        round_played(day)
    assert compute_standings(day.t)[0].player == "a"
    assert ranks(day)["b"] > 1


def test_an_unbeaten_player_who_waits_is_not_lost_with_walkovers_of_others() -> None:
    day = cup(*"abcdefgh", stage=Stage("double_elimination"))
    for _ in range(3):
        round_played(day)
    for leaver in ("d", "c"):
        day.does(roster.drop_player(day.t, leaver, DESK, day.at))
    while len([who for who in day.t.active_players(1) if ranks(day)[who] < 3]) > 1:
        if is_decided(day.t, 1):
            break
        paired(day)
        day.starts(len(day.t.rounds))
        for table in [*day.t.rounds[-1].tables.values()]:
            day.records(len(day.t.rounds), table.number, by_name(table.seats))
        day.closes(len(day.t.rounds))
    assert stage_winners(day.t) == ("a",)


def test_a_last_pod_that_nobody_comes_to_has_no_winner() -> None:
    day = cup(*"abcdefghi", stage=Stage("pods", seats=(3,)))
    round_played(day, lambda seats: Result((1, 2, 3)))
    round_played(day, lambda _: ABSENT)
    assert (stage_winners(day.t), min(ranks(day).values()), is_decided(day.t, 1)) == ((), 2, True)
    finalists = [who for who, rank in ranks(day).items() if rank == 2]
    assert len(finalists) == 3
    day.does(name_winner(day.t, 1, finalists[0], DESK, day.at, "by agreement"))
    assert stage_winners(day.t) == (finalists[0],)


def test_pods_with_one_player_left_are_won_and_a_drawn_last_pod_is_shared() -> None:
    day = cup(*"abcdef", stage=Stage("pods", seats=(3, 2)))
    round_played(day, lambda seats: Result((1, 2, 3)))
    one, other = (who for who, rank in ranks(day).items() if rank == 1)
    left = day.t
    day.does(roster.drop_player(day.t, one, DESK, day.at))
    assert (stage_winners(day.t), ranks(day)[other]) == ((other,), 1)
    day.t = left
    round_played(day, lambda _: DRAW)
    assert {*stage_winners(day.t)} == {one, other}


@pytest.mark.parametrize("results", [[], ["1-0"]])
def test_swiss_rounds_without_a_result_have_no_winner(results: list[str]) -> None:
    day = Day("a", "b", tiebreakers=("lot",))
    day.pairs(1, "a b")
    day.starts(1)
    for result in results:
        day.records(1, 1, result)
    day.closes(1, overrule="the hall closes")
    assert stage_winners(day.t) == (("a",) if results else ())


def test_a_tournament_that_ends_before_its_last_stage_has_no_winner() -> None:
    day = Day(*"abcd", stages=(Stage("swiss", 1), Stage("single_elimination", players=2)))
    day.plays(1, "a b 1-0", "c d 1-0")
    assert stage_winners(day.t) == ()
    assert stage_winners(day.t, 1) == ("a", "c")
