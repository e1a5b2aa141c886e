"""Every “no” is a sentence in the words of the game, and names the rule that forbids."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import pytest

from domain.arena import refusals
from domain.core import Illegal, check
from domain.words import Answered, Asked

from .play import BLUE, Play, book, given, opening

IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
ARIEL_OUT = IN_THE_THICK.replace("ARI", " . ")
MICKEY_ALONE = IN_THE_THICK.replace("SAM ALA", "SAM  . ")
SEVEN = "SAM01 SAM02 SAM03 SAM04 ALA01 ALA02 ALA03"


class No(NamedTuple):
    """What is tried, on which board, and what is said to it."""

    play: Play
    pick: str
    rule: str
    words: str


def after(play: Play, *answers: tuple[str, ...]) -> Play:
    """The play, with these answers of whoever was asked."""
    for picks in answers:
        play.answer(play.asked.seat, *picks)
    return play


mickey = partial(given, IN_THE_THICK, "SAM")
"""Mickey's turn, and everyone near."""


STEALTHY = {"GAS": {"stealthy": 1}}
IMMOBILIZED = {"SAM": {"immobilized": 1}}

TURN = {
    "a standard movement, twice": No(mickey(phases="action"), "move:c3", "SA-301", "already been taken"),
    "a standard attack, twice": No(mickey(phases="movement"), "attack:GAS", "SA-301", "already been taken"),
    "a card, its phase taken": No(
        mickey(phases="action", blue="SAM08"), "play:SAM08", "SA-301", "already been taken"
    ),
    "too far": No(mickey(), "move:a7", "SA-303", "out of reach"),
    "onto an ally": No(mickey(), "move:e3", "SA-304", "free space"),
    "a far rival": No(mickey(), "attack:ARI", "SA-307", "adjacent rival"),
    "another's card": No(mickey(blue="ALA05"), "play:ALA05", "SA-313", "active character"),
    "a card that is not held": No(mickey(), "play:SAM01", "SA-313", "own hand"),
    "a card that does not exist": No(mickey(), "play:XYZ99", "SA-313", "own hand"),
    "no valid target": No(
        given(IN_THE_THICK.replace("GAS", " . "), "SAM", blue="SAM09"), "play:SAM09", "SA-403", "valid target"
    ),
    "an Immobilized one": No(mickey(statuses=IMMOBILIZED), "move:c3", "SA-504", "stays where it is"),
    "a Stealthy one, attacked": No(mickey(statuses=STEALTHY), "attack:GAS", "SA-507", "paid for"),
    "a Stealthy one, by card": No(
        mickey(statuses=STEALTHY, blue="SAM09"), "play:SAM09", "SA-507", "none to banish"
    ),
    "one who is knocked out": No(given(ARIEL_OUT, "SAM"), "attack:ARI", "SA-604", "knocked out"),
    "an ally, attacked": No(mickey(), "attack:ALA", "SA-907", "for rivals"),
    "off the board": No(mickey(), "move:z9", "", "no such thing to do"),
    "a word": No(mickey(), "dance", "", "no such thing to do"),
}

TARGET = {
    "out of range": No(
        after(given(IN_THE_THICK, "ALA", blue="ALA06"), ("play:ALA06",)), "ARI", "SA-401", "range"
    ),
    "an ally": No(
        after(given(IN_THE_THICK, "ALA", blue="ALA06"), ("play:ALA06",)), "SAM", "SA-402", "the text names"
    ),
    "no figure": No(
        after(given(IN_THE_THICK, "ALA", blue="ALA06"), ("play:ALA06",)), "d4", "SA-402", "the text names"
    ),
    "Stealthy and unpaid": No(
        after(
            given(IN_THE_THICK, "GAS", red="GAS04", phases="action", statuses={"SAM": {"stealthy": 1}}),
            ("play:GAS04",),
            (),
        ),
        "SAM",
        "SA-507",
        "none to banish",
    ),
    "knocked out": No(
        after(given(ARIEL_OUT, "ALA", blue="ALA06"), ("play:ALA06",)), "ARI", "SA-604", "knocked out"
    ),
}

OTHER = {
    "place": No(opening(), "d1", "SA-104", "closest to the centre"),
    "return": No(after(given(ARIEL_OUT, "SAM"), ("end",)), "d4", "SA-207", "back-row"),
    "where": No(
        after(given(IN_THE_THICK, "SAM", blue="SAM08"), ("play:SAM08",)), "d4", "SA-304", "passes allies"
    ),
    "pay": No(
        after(mickey(statuses=STEALTHY, blue="ALA01 ALA02"), ("attack:GAS",)), "ALA03", "SA-507", "own hand"
    ),
    "banish": No(
        after(given(MICKEY_ALONE, "GAS", red="GAS01", blue="ALA01 ALA02"), ("play:GAS01",)),
        "ALA03",
        "SA-413",
        "own hand",
    ),
    "discard": No(after(mickey(blue=SEVEN), ("end",)), "GAS01", "SA-701", "down to the limit"),
    "phase": No(after(mickey(blue="SAM06"), ("play:SAM06",)), "skills", "SA-302", "banner"),
    "order-of-damage": No(
        after(given(IN_THE_THICK, "GAS", red="GAS09"), ("play:GAS09",)), "ARI", "SA-407", "order"
    ),
    "order-of-cards": No(
        after(given(IN_THE_THICK, "GAS", statuses={"SAM": {"magic_broom": 1}}), ("end",)),
        "SAM01",
        "SA-410",
        "looked at",
    ),
}


@pytest.mark.parametrize(
    "no", [*TURN.values(), *TARGET.values(), *OTHER.values()], ids=[*TURN, *TARGET, *OTHER]
)
def test_it_says_no_with_the_rule_and_in_words(no: No) -> None:
    refusal = no.play.refusal(*([no.pick] * max(1, no.play.asked.least)))
    assert refusal.rule == no.rule
    assert refusal.sentence.startswith(f"“{no.pick}” cannot be chosen: ")
    assert no.words in refusal.sentence


def test_sa_204_the_order_of_triggered_statuses_is_refused_by_its_rule() -> None:
    """SA-204: chapter 1 has one triggered status, so this is never asked in it."""
    asked = Asked(BLUE, "order-of-statuses", ("magic_broom", "cursed"), 2, 2, "SAM")
    refusal = refusals.refuse(mickey().board, book(), asked, "stealthy")
    assert refusal.rule == "SA-204"
    assert "every status effect that triggered" in refusal.sentence


def test_every_reason_that_there_is_has_been_provoked() -> None:
    assert {no.rule for no in TURN.values()} - {""} == set(refusals._TURN)
    assert {no.rule for no in TARGET.values()} == set(refusals._TARGET)
    assert {*OTHER, "order-of-statuses"} == set(refusals._OTHER)


def test_another_seat_is_not_asked() -> None:
    play = mickey()
    with pytest.raises(Illegal, match="Seat 0 is asked, not seat 1"):
        check(play.rules, play.position, Answered(1, ("end",)))
