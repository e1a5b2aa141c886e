"""What a card can say besides what the core set prints: each word plays on a card of its own."""

from __future__ import annotations

import pytest

from domain.arena.book import Book

from .play import BLUE, RED, Play, make_play, reprinted, story_text

IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
HURTS = {"verb": "deal", "damage": 1, "to": "it"}


def mickey(*does: list[dict[str, object]], **values: object) -> Play:
    """Mickey's turn, with a card that says this."""
    known: Book = reprinted("SAM09", *does)
    return make_play(IN_THE_THICK, "SAM", chapter=2, printed=known, **{"blue": "SAM09", **values})  # type: ignore[arg-type]


# -- discard -----------------------------------------------------------------------------------------


def test_sa_413_who_has_to_discard_chooses_the_cards_and_keeps_their_gears() -> None:
    """SA-413, SA-801: they go to the discard pile, and are not banished."""
    discards = [{"verb": "discard", "cards": 2, "to": "one rival within 1"}]
    play = mickey(discards, red="GAS01 GAS05 ARI01").blue("play:SAM09")
    assert (play.asked.seat, play.asked.prompt, play.asked.least) == (RED, "discard-for", 2)
    assert play.refusal("SAM01").rule == "SA-413"
    play.red("ARI01", "GAS01")
    assert play.effect == story_text(
        """
        SA-413 CardDiscarded seat=1 card=ARI01
        SA-413 CardDiscarded seat=1 card=GAS01
        """
    )
    assert play.cards(RED).discards == ("ARI01", "GAS01")


def test_sa_413_with_an_empty_hand_nothing_is_discarded() -> None:
    """SA-413: and one who holds fewer cards discards those."""
    discards = [{"verb": "discard", "cards": 2, "to": "self"}]
    assert mickey(discards).blue("play:SAM09").effect == ""
    play = mickey(discards, blue="SAM09 ALA01").blue("play:SAM09")
    assert play.cards(BLUE).discards == ("ALA01", "SAM09")


# -- conditions --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "statuses", "holds"),
    [
        ("it has cursed", {"GAS": {"cursed": 1}}, True),
        ("it has cursed", {"GAS": {"tough": 2}}, False),
        ("it has no cursed", {"GAS": {"tough": 2}}, True),
        ("it has no cursed", {"GAS": {"cursed": 1}}, False),
        ("self has strong", {"SAM": {"strong": 1}}, True),
        ("self has strong", {"GAS": {"strong": 1}}, False),
        ("self has no strong", {"GAS": {"strong": 1}}, True),
    ],
)
def test_an_instruction_may_depend_on_a_status(
    condition: str, statuses: dict[str, dict[str, int]], holds: bool
) -> None:
    """SA-406, SA-501: of the character itself, or of whom the text has chosen."""
    does = [{"verb": "deal", "damage": 1, "to": "one rival within 1"}, {**HURTS, "when": condition}]
    play = mickey(does, statuses=statuses).blue("play:SAM09")
    assert play.effect.count("DamageDealt") == 1 + holds


@pytest.mark.parametrize(
    ("condition", "drawing", "holds"),
    [
        ("it is on gold", IN_THE_THICK, True),
        ("it is not on gold", IN_THE_THICK, False),
        ("self is on gold", IN_THE_THICK, False),
        ("self is not on gold", IN_THE_THICK, True),
        ("it is on gold", IN_THE_THICK.replace("GAS  . ", " .  GAS"), False),
    ],
)
def test_an_instruction_may_depend_on_standing_on_gold(condition: str, drawing: str, holds: bool) -> None:
    """SA-206, SA-406"""
    does = [{"verb": "deal", "damage": 1, "to": "one rival within 2"}, {**HURTS, "when": condition}]
    known = reprinted("SAM09", does)
    play = make_play(drawing, "SAM", chapter=2, blue="SAM09", printed=known).blue("play:SAM09").blue("GAS")
    assert play.effect.count("DamageDealt") == 1 + holds


def test_sa_406_of_who_has_left_nothing_can_be_asked() -> None:
    """SA-406: neither that it has a status, nor that it has none."""
    does = [
        {"verb": "deal", "damage": 3, "to": "one rival within 1"},
        {"verb": "score", "points": 1, "when": "it has no cursed"},
        {"verb": "score", "points": 1, "when": "it is not on gold"},
    ]
    play = mickey(does, hp={"GAS": 1}).blue("play:SAM09")
    assert "SAM09.1 VictoryPointsGained" not in play.effect


# -- single counters ---------------------------------------------------------------------------------


def test_sa_205_counters_are_removed_one_by_one_and_trigger_nothing() -> None:
    """SA-205: Cursed would deal 1 damage if the Starting Phase took the counter."""
    removes = [{"verb": "remove", "status": "cursed", "counters": 2, "to": "one rival within 1"}]
    play = mickey(removes, statuses={"GAS": {"cursed": 3, "tough": 1}}).blue("play:SAM09")
    assert play.effect == story_text(
        """
        SA-205 StatusCounterRemoved who=GAS status=cursed left=2
        SA-205 StatusCounterRemoved who=GAS status=cursed left=1
        """
    )
    assert play.statuses("GAS") == {"cursed": 1, "tough": 1}


def test_sa_205_no_more_counters_are_removed_than_there_are() -> None:
    """SA-205, SA-203: with the last one the tile is gone."""
    removes = [{"verb": "remove", "status": "cursed", "counters": 9, "to": "each rival"}]
    play = mickey(removes, statuses={"GAS": {"cursed": 1}}).blue("play:SAM09")
    assert play.effect == "SA-205 StatusCounterRemoved who=GAS status=cursed left=0"
    assert play.statuses("GAS") == {}


# -- exact distance ----------------------------------------------------------------------------------


def test_sa_401_a_text_may_reach_exactly_so_far() -> None:
    """SA-401: Ariel is 2 spaces away, Gaston 1."""
    strikes = [{"verb": "deal", "damage": 2, "to": "one rival at 2"}]
    assert mickey(strikes).blue("play:SAM09").effect == "SAM09.1 DamageDealt who=ARI by=SAM damage=2 hp=6"


def test_sa_403_nobody_exactly_so_far_away_is_no_target() -> None:
    """SA-401, SA-403: but for a move before it."""
    strikes = [{"verb": "deal", "damage": 2, "to": "one rival at 3"}]
    assert mickey(strikes).refusal("play:SAM09").rule == "SA-403"
    steps_back = mickey([{"verb": "move", "up_to": 1}], strikes)
    assert steps_back.blue("play:SAM09").blue("c3").hp("ARI") == 6
