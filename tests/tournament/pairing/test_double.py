"""Double elimination: two brackets, a final that may be played twice, and who came how far."""

from __future__ import annotations

import pytest

from domain.tournament.pairing import propose_pairing
from domain.tournament.plan import Stage
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.refusals import Refused
from domain.tournament.registrations import roster
from domain.tournament.scoring.results import Result

from ..day import BOTH_ABSENT, DESK, LOSS, WIN, Day
from .played import by_name, round_played


def event(*players: str) -> Day:
    """Returns an event whose players are rated in the order they are named, the best first."""
    day = Day(stages=(Stage("double_elimination"),))
    for place, player in enumerate(players):
        day.registers(player, rating=2000 - place)
    return day


def sets(told: str) -> list[str]:
    """Returns who sits at the tables of a round in words, each table in the order of the alphabet."""
    return ["".join(sorted(table.split("-"))) for table in told.split(", ")[0].split()]


def ranks(day: Day) -> list[tuple[int, str]]:
    """Returns who stands where."""
    return [(row.rank, row.player) for row in compute_standings(day.t)]


def test_eight_players_take_six_rounds_if_the_best_always_wins() -> None:
    day = event(*"abcdefgh")
    rounds = [sets(round_played(day)) for _ in range(6)]
    assert rounds == [
        ["ah", "de", "bg", "cf"],
        ["ad", "bc", "eh", "fg"],
        ["ab", "ce", "df"],
        ["cd"],
        ["bc"],
        ["ab"],
    ]
    with pytest.raises(Refused, match="This stage is decided"):
        propose_pairing(day.t)
    assert ranks(day) == [
        (1, "a"),
        (2, "b"),
        (3, "c"),
        (4, "d"),
        (5, "e"),
        (5, "f"),
        (7, "g"),
        (7, "h"),
    ]


def test_the_final_is_played_again_if_who_had_not_lost_loses_it() -> None:
    day = event(*"abcd")

    def b_wins_the_finals(seats: tuple[str, ...]) -> Result:
        late = len(day.t.rounds) > 3 and set(seats) == {"a", "b"}
        return (WIN if seats[0] == "b" else LOSS) if late else by_name(seats)

    rounds = [sets(round_played(day, b_wins_the_finals)) for _ in range(5)]
    assert rounds == [["ad", "bc"], ["ab", "cd"], ["bc"], ["ab"], ["ab"]]
    with pytest.raises(Refused, match="This stage is decided"):
        propose_pairing(day.t)
    assert ranks(day) == [(1, "b"), (2, "a"), (3, "c"), (4, "d")]


def test_byes_are_for_the_best_and_losers_without_an_opponent_have_one() -> None:
    day = event(*"abcdef")
    rounds = [round_played(day) for _ in range(6)]
    assert rounds[0].split(", ")[1:] == ["a bye", "b bye"]
    assert sets(rounds[1]) == ["ad", "bc"]
    assert rounds[1].split(", ")[1:] == ["e bye", "f bye"]
    assert sets(rounds[5]) == ["ab"]


def test_everybody_but_the_winner_loses_twice() -> None:
    day = event(*"abcdefghijk")
    lost = dict.fromkeys("abcdefghijk", 0)

    def by_length(seats: tuple[str, ...]) -> Result:
        result = WIN if (len(day.t.rounds) + ord(seats[0])) % 3 else LOSS
        lost[seats[result.places.index(2)]] += 1
        return result

    for _ in range(8):
        round_played(day, by_length)
    with pytest.raises(Refused, match="This stage is decided"):
        propose_pairing(day.t)
    winner = compute_standings(day.t)[0].player
    assert {who for who, losses in lost.items() if losses != 2} == {winner}


def test_who_drops_out_lets_the_others_go_on() -> None:
    day = event(*"abcd")
    round_played(day)
    day.does(roster.drop_player(day.t, "d", DESK, day.at))
    assert sets(round_played(day)) == ["ab"]
    assert sets(round_played(day)) == ["bc"]
    assert sets(round_played(day)) == ["ab"]


def test_a_double_loss_puts_both_out() -> None:
    day = event(*"abcd")
    round_played(day, lambda seats: BOTH_ABSENT if "a" in seats else by_name(seats))
    assert sets(round_played(day)) == ["bc"]
    assert ranks(day) == [(1, "b"), (2, "c"), (3, "a"), (3, "d")]
