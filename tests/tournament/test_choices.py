"""What players choose: characters from a pool one after the other, and a character or the first turn."""

from __future__ import annotations

import pytest

from domain.tournament.facts import ChoicesDrawn, RoundStarted, Seating, TurnOrCharacter, WarningOverruled
from domain.tournament.lots.seeds import draw_lot
from domain.tournament.plan import Casting, Format, Order, Stage
from domain.tournament.play import rounds
from domain.tournament.play.choices import (
    choose_character,
    choose_turn_or_character,
    choosing_order,
    free_characters,
    open_choice,
)
from domain.tournament.play.pairings import change_pairing
from domain.tournament.refusals import Overrulable, Refused, Unsound
from domain.tournament.state import Table, TableRef

from .day import DESK, SECOND_ABSENT, Day

POOL = ("bear", "crow", "fox", "owl")
ONE, TWO = TableRef(1, 1, 1), TableRef(1, 1, 2)


def published(casting: Casting = "turn_or_character", choosing: Order = "seed", seats: int = 2) -> Day:
    """A day whose first round is published: Ann is the best seed, then Bob, Cid and Dot."""
    format: Format = "single_elimination" if seats == 2 else "pods"
    day = Day(stages=(Stage(format, seats=(seats,), pools=(POOL,), casting=casting, choosing=choosing),))
    for name, rating in (("Ann", 1800), ("Bob", 1700), ("Cid", 1600), ("Dot", 1500)):
        day.registers(name, rating=rating)
    day.pairs(1, *(("Bob Ann", "Cid Dot") if seats == 2 else ("Bob Dot Ann Cid",)))
    day.does(rounds.publish_round(day.t, 1, 1, DESK, day.at))
    return day


def chosen(day: Day, place: TableRef, who: str, what: str) -> None:
    """A player takes the `turn`, the right to a `character`, or one by its name."""
    by = f"player:{who}"
    if what in POOL or what == "elk":
        day.does(choose_character(day.t, place, who, what, by, day.at))
    else:
        taken: TurnOrCharacter = "turn" if what == "turn" else "character"
        day.does(choose_turn_or_character(day.t, place, who, taken, by, day.at))


def table(day: Day, number: int = 1) -> Table:
    """A table of the first round."""
    return day.t.rounds[0].tables[number]


def test_who_takes_the_first_turn_chooses_last() -> None:
    day = published()
    assert open_choice(day.t, day.t.rounds[0], table(day)) == ("Ann", "turn_or_character")
    chosen(day, ONE, "Ann", "turn")
    assert (table(day).seats, choosing_order(table(day))) == (("Ann", "Bob"), ("Bob", "Ann"))
    chosen(day, ONE, "Bob", "owl")
    assert free_characters(day.t, day.t.rounds[0], table(day)) == ("bear", "crow", "fox")
    chosen(day, ONE, "Ann", "fox")
    assert table(day).characters == ("fox", "owl")
    assert open_choice(day.t, day.t.rounds[0], table(day)) is None


def test_who_takes_a_character_leaves_the_first_turn_to_the_other() -> None:
    day = published()
    chosen(day, TWO, "Cid", "character")
    assert table(day, 2).seats == ("Dot", "Cid")
    chosen(day, TWO, "Cid", "bear")
    chosen(day, TWO, "Dot", "crow")
    assert table(day, 2).characters == ("crow", "bear")


def test_those_at_a_table_choose_one_after_the_other() -> None:
    day = published("chosen", seats=4)
    for who, character in zip(("Ann", "Bob", "Cid", "Dot"), POOL, strict=True):
        assert open_choice(day.t, day.t.rounds[0], table(day)) == (who, "character")
        chosen(day, ONE, who, character)
    assert (table(day).seats, table(day).characters) == (
        ("Bob", "Dot", "Ann", "Cid"),
        ("crow", "owl", "bear", "fox"),
    )
    assert type(day.does(rounds.start_round(day.t, 1, 1, DESK, day.at))[0].event) is RoundStarted


def test_lots_tell_who_chooses_first_where_seeds_do_not() -> None:
    day = published("chosen", "lot", seats=4)
    by_lot = sorted(table(day).seats, key=lambda who: draw_lot(day.t, who, "choose:1:1"), reverse=True)
    assert table(day).choosing == tuple(by_lot)


@pytest.mark.parametrize(
    ("before", "who", "what", "refused"),
    [
        ((), "Bob", "turn", "It is for Ann to choose now."),
        (
            (),
            "Ann",
            "owl",
            "The choice between the first turn and a character comes first, ",
        ),
        (
            ("Ann turn",),
            "Bob",
            "turn",
            "The choice between the first turn and a character comes first, ",
        ),
        (("Ann character", "Ann owl"), "Bob", "owl", "Ann has taken owl already."),
        (("Ann character",), "Ann", "elk", "The pool of this round has no elk, but bear, crow, fox, owl."),
        (("Ann character", "Ann owl", "Bob fox"), "Bob", "elk", "Everything is chosen at table 1."),
        ((), "Dot", "turn", "Dot does not sit at table 1."),
        ((), "Eve", "turn", "Eve is not registered."),
    ],
)
def test_what_cannot_be_chosen_is_said(before: tuple[str, ...], who: str, what: str, refused: str) -> None:
    day = published()
    for one in before:
        chosen(day, ONE, *one.split())
    with pytest.raises(Refused) as said:
        chosen(day, ONE, who, what)
    assert str(said.value).startswith(refused)


def test_nothing_is_chosen_where_lots_hand_out_before_publication_after_the_start_or_after_a_result() -> None:
    drawn, early, late = published("drawn"), published(), published()
    early.pairs(1, "Ann Bob", "Cid Dot", reason="the wrong list")
    late.does(rounds.start_round(late.t, 1, 1, DESK, late.at, "time"))
    over = published()
    over.records(1, 1, SECOND_ABSENT)
    for day, refused in (
        (drawn, "Nobody chooses anything at table 1."),
        (early, "Round 1 is not published yet."),
        (late, "Round 1 has started: nothing is chosen any more."),
        (over, "Table 1 has a result already."),
    ):
        with pytest.raises(Refused) as said:
            chosen(day, ONE, "Ann", "turn")
        assert str(said.value) == refused


def test_a_round_does_not_start_while_something_is_to_be_chosen_unless_lots_are_to_choose() -> None:
    day = published()
    chosen(day, ONE, "Ann", "character")
    chosen(day, ONE, "Ann", "owl")
    with pytest.raises(Overrulable) as warned:
        rounds.start_round(day.t, 1, 1, DESK, day.at)
    assert (warned.value.warning, warned.value.tables) == ("choices_missing", (1, 2))
    overruled, drawn, _ = day.does(rounds.start_round(day.t, 1, 1, DESK, day.at, "they are late"))
    assert isinstance(overruled.event, WarningOverruled)
    assert isinstance(drawn.event, ChoicesDrawn)
    assert table(day).seats == ("Bob", "Ann")
    assert table(day).characters[1] == "owl" != table(day).characters[0]
    assert len({*table(day, 2).characters} & {*POOL}) == 2
    assert {*table(day, 2).seats} == {"Cid", "Dot"}


def test_where_somebody_did_not_come_nobody_needs_to_have_chosen_and_the_seats_stay() -> None:
    day = published()
    for number in (1, 2):
        day.records(1, number, SECOND_ABSENT)
    drawn, _ = day.does(rounds.start_round(day.t, 1, 1, DESK, day.at))
    assert isinstance(drawn.event, ChoicesDrawn)
    assert [table(day, number).seats for number in (1, 2)] == [("Bob", "Ann"), ("Cid", "Dot")]


def test_a_table_that_is_changed_chooses_anew_until_the_round_starts() -> None:
    day = published()
    chosen(day, ONE, "Ann", "turn")
    same = (Seating(1, ("Bob", "Ann")),)
    day.does(change_pairing(day.t, 1, 1, same, (), DESK, day.at, "she pressed the wrong button"))
    assert open_choice(day.t, day.t.rounds[0], table(day)) == ("Ann", "turn_or_character")
    day.does(rounds.start_round(day.t, 1, 1, DESK, day.at, "time"))
    day.does(change_pairing(day.t, 1, 1, same, (), DESK, day.at, "the wrong seats"))
    assert table(day).seats == ("Bob", "Ann")
    assert len({*table(day).characters} & {*POOL}) == 2


@pytest.mark.parametrize(
    ("stage", "refused"),
    [
        (Stage("swiss", 3, casting="chosen"), "Stage 1: players choose from pools: announce them."),
        (
            Stage("pods", seats=(4,), pools=(POOL,), casting="turn_or_character"),
            "Stage 1: a character or the first turn is chosen at tables of two.",
        ),
    ],
)
def test_a_stage_in_which_nobody_could_choose_is_refused(stage: Stage, refused: str) -> None:
    with pytest.raises(Unsound) as said:
        Day(stages=(stage,))
    assert str(said.value) == refused
