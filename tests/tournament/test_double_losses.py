"""A result without a winner in a bracket: the preview says what becomes of the final, and so it comes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from domain.tournament.decision.winners import may_name_winner, name_winner, stage_winners
from domain.tournament.knockout.bracket_effects import double_loss_effects
from domain.tournament.plan import Stage
from domain.tournament.ranking.impact import correction_impact
from domain.tournament.registrations import roster
from domain.tournament.scoring.result_entry import correct_result
from domain.tournament.state import TableRef

from .day import BOTH_ABSENT, DESK, DOUBLE_LOSS, LOSS, WIN, Day
from .pairing.played import by_name, paired, round_played

EMPTY = "No player is left, so the first place stays empty until the organizers decide it."
OTHER = "The final falls away: the winner of the other match is first without it."
WALKOVER = "A player who would meet one of them next goes on without a game."
CUP, CUP_WITH_THIRD = Stage("single_elimination"), Stage("single_elimination", third_place=True)
DOUBLE = Stage("double_elimination")


def bracket(stage: Stage, players: Sequence[str], rounds: int = 0) -> Day:
    """Returns a bracket after so many rounds, won by the first in the alphabet."""
    day = Day(stages=(stage,))
    for place, player in enumerate(players):
        day.registers(player, rating=2000 - place)
    for _ in range(rounds):
        round_played(day)
    return day


def starts_next(day: Day) -> int:
    """Pairs and starts the next round, and returns its number."""
    paired(day)
    number = day.t.rounds[-1].number
    day.starts(number)
    return number


def preview(day: Day, table: int = 1) -> list[str]:
    """Returns what the desk says of the final before nobody wins at a *table* of the last round."""
    place = TableRef(day.t.current_stage, day.t.rounds[-1].number, table)
    return [str(one) for one in double_loss_effects(day.t, place, BOTH_ABSENT)][1:]


def plays_rest(day: Day, number: int) -> None:
    for table in [*day.t.rounds[-1].tables.values()]:
        if table.result is None:
            day.records(number, table.number, by_name(table.seats))
    day.closes(number)


@pytest.mark.parametrize("stage", [CUP, CUP_WITH_THIRD])
@pytest.mark.parametrize("leaver", ["", "Dot"])
def test_a_final_that_nobody_wins_leaves_the_first_place_empty(stage: Stage, leaver: str) -> None:
    day = bracket(stage, ("Ann", "Bob", "Cid", "Dot"), rounds=1)
    if leaver:
        day.does(roster.drop_player(day.t, leaver, DESK, day.at))
    number = starts_next(day)
    assert bool(day.t.rounds[-1].byes) == (stage.third_place and bool(leaver))
    assert preview(day) == [EMPTY]
    day.records(number, 1, BOTH_ABSENT)
    plays_rest(day, number)
    assert (stage_winners(day.t), may_name_winner(day.t, 1)) == ((), True)


@pytest.mark.parametrize("stage", [CUP, CUP_WITH_THIRD])
def test_of_two_semifinals_one_without_a_winner_leaves_the_other_to_decide_the_first_place(
    stage: Stage,
) -> None:
    day = bracket(stage, ("Ann", "Bob", "Cid", "Dot"))
    number = starts_next(day)
    assert preview(day, 1) == [OTHER]
    day.records(number, 1, BOTH_ABSENT)
    assert preview(day, 2) == [EMPTY]
    plays_rest(day, number)
    assert stage_winners(day.t) == (min(day.t.rounds[-1].tables[2].seats),)


def test_the_player_who_is_first_without_a_final_is_named_once_certain() -> None:
    day = bracket(CUP, ("Ann", "Bob", "Cid"))
    number = starts_next(day)
    assert preview(day) == ["The final falls away: Ann is first without it."]
    day.records(number, 1, BOTH_ABSENT)
    day.closes(number)
    assert stage_winners(day.t) == ("Ann",)


def test_with_more_matches_the_next_opponent_goes_on() -> None:
    day = bracket(CUP, "abcdefgh")
    number = starts_next(day)
    assert preview(day) == [WALKOVER]
    day.records(number, 1, BOTH_ABSENT)
    plays_rest(day, number)
    assert len(paired(day).byes) == 1


def test_two_unbeaten_players_at_the_other_table_still_play_a_final() -> None:
    day = bracket(DOUBLE, ("Ann", "Bob", "Cid", "Dot"))
    number = starts_next(day)
    assert preview(day) == [WALKOVER]
    day.records(number, 1, BOTH_ABSENT)
    plays_rest(day, number)
    assert (len(paired(day).tables), stage_winners(day.t)) == (1, ())


def test_a_last_match_of_losers_without_a_winner_leaves_the_unbeaten_player_first() -> None:
    day = bracket(DOUBLE, ("Ann", "Bob", "Cid", "Dot"), rounds=2)
    number = starts_next(day)
    assert preview(day) == ["The final falls away: Ann is first without it."]
    day.records(number, 1, BOTH_ABSENT)
    day.closes(number)
    assert stage_winners(day.t) == ("Ann",)


@pytest.mark.parametrize("is_reset", [False, True])
def test_a_final_of_a_double_elimination_and_its_second_game_leave_the_first_place_empty(
    is_reset: bool,
) -> None:
    day = bracket(DOUBLE, ("Ann", "Bob", "Cid", "Dot"), rounds=3)
    if is_reset:
        round_played(day, lambda seats: LOSS if seats[0] == "Ann" else WIN)
    number = starts_next(day)
    assert preview(day) == [EMPTY]
    day.records(number, 1, BOTH_ABSENT)
    day.closes(number)
    assert (stage_winners(day.t), may_name_winner(day.t, 1)) == ((), True)


def test_a_correction_says_the_same_of_the_final_and_leaves_a_named_winner() -> None:
    day = bracket(CUP_WITH_THIRD, ("Ann", "Bob", "Cid", "Dot"), rounds=2)
    final = TableRef(1, 2, 1)

    def sentences() -> list[str]:
        facts = correct_result(day.t, final, DOUBLE_LOSS, "entered", DESK, day.at, "both were absent")
        return [str(one) for one in correction_impact(day.t, facts).sentences]

    assert EMPTY in sentences()
    day.corrects(2, 1, DOUBLE_LOSS)
    assert stage_winners(day.t) == ()
    day.does(name_winner(day.t, 1, "Ann", DESK, day.at, "the better seed"))
    day.corrects(2, 1, WIN)
    assert EMPTY not in sentences()
    day.corrects(2, 1, DOUBLE_LOSS)
    assert stage_winners(day.t) == ("Ann",)
