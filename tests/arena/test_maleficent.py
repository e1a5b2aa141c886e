"""Maleficent's cards."""

from __future__ import annotations

from typing import Any

import pytest

from domain.arena.board import Edition

from .cards_play import attack, counters, damage, full, looks
from .play import BLUE, Play, make_play, story_text

FACE_TO_FACE = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .  MAL SUL  .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
"""
BETWEEN_TWO = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  DEM  .   .
   .   .  ALA MAL SUL  .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
"""
FAR_APART = """
        DEM MAL  .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .  SUL ALA
"""


def dealt(drawing: str, hand: str, **more: Any) -> Play:
    """Maleficent's turn, with Demona at her side against Sulley and Aladdin."""
    return make_play(drawing, "MAL", teams="MAL DEM / SUL ALA", chapter=3, blue=hand, **more)


# -- Lance of Green Light: damage from afar ----------------------------------------------------------


def test_lance_of_green_light_hits_a_rival() -> None:
    hit = damage("MAL01")
    play = dealt(FACE_TO_FACE, "MAL01").blue("play:MAL01")
    assert play.effect == f"MAL01.1 DamageDealt who=SUL by=MAL damage={hit} hp={full('SUL') - hit}"


def test_lance_of_green_light_finds_nobody_at_the_other_end() -> None:
    play = dealt(FAR_APART, "MAL02")
    assert play.refusal("play:MAL02").rule == "SA-403"


def test_lance_of_green_light_against_stealth_costs_another_card_first() -> None:
    hit = damage("MAL01")
    play = dealt(FACE_TO_FACE, "MAL01 MAL08 DEM07", statuses={"SUL": {"stealthy": 1}}).blue("play:MAL01")
    assert (play.asked.prompt, play.options) == ("pay", {"MAL08", "DEM07"})
    play.blue("DEM07")
    assert play.effect == story_text(f"""
        SA-507 CardBanished seat=0 card=DEM07
        MAL01.1 DamageDealt who=SUL by=MAL damage={hit} hp={full("SUL") - hit}
    """)


def test_lance_of_green_light_does_not_pay_for_itself() -> None:
    """SA-507: the card being played is not in the hand any more."""
    play = dealt(FACE_TO_FACE, "MAL01", statuses={"SUL": {"stealthy": 1}})
    assert play.refusal("play:MAL01").rule == "SA-507"


# -- Ill Wish: Cursed from afar, then a step ---------------------------------------------------------


def test_ill_wish_curses_and_moves_on() -> None:
    cursed = counters("MAL03", "cursed")
    play = dealt(FACE_TO_FACE, "MAL03").blue("play:MAL03").blue("c4")
    assert play.effect == story_text(f"""
        SA-501 StatusCountersAdded who=SUL status=cursed counters={cursed} total={cursed}
        SA-304 CharacterMoved who=MAL path=[d4,c4]
    """)


def test_ill_wish_adds_to_a_curse_and_an_immobilized_maleficent_stays() -> None:
    cursed = counters("MAL04", "cursed")
    statuses = {"SUL": {"cursed": 2}, "MAL": {"immobilized": 1}}
    play = dealt(FACE_TO_FACE, "MAL04", statuses=statuses).blue("play:MAL04")
    assert play.effect == story_text(f"""
        SA-501 StatusCountersAdded who=SUL status=cursed counters={cursed} total={cursed + 2}
        SA-504 MovementPrevented who=MAL
    """)


def test_ill_wish_has_to_choose_the_one_who_taunts() -> None:
    play = dealt(BETWEEN_TWO, "MAL03", statuses={"SUL": {"taunt": 1}}).blue("play:MAL03").blue()
    assert play.statuses("ALA") == {}
    assert play.statuses("SUL") == {"taunt": 1, "cursed": counters("MAL03", "cursed")}


def test_ill_wish_has_nobody_to_choose_while_a_rival_taunts_from_afar() -> None:
    """SA-510: Taunt has no range."""
    far = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
  MAL ALA  .   .   .   .  SUL
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
    """
    assert "play:MAL03" in dealt(far, "MAL03").options
    play = dealt(far, "MAL03", statuses={"SUL": {"taunt": 1}})
    assert play.refusal("play:MAL03").rule == "SA-510"


# -- Sweep of the Staff: everyone adjacent, then away ------------------------------------------------


def test_sweep_of_the_staff_hits_rivals_and_no_ally_in_the_order_she_likes() -> None:
    hit = damage("MAL05")
    play = dealt(BETWEEN_TWO, "MAL05").blue("play:MAL05")
    assert (play.asked.prompt, play.options) == ("order-of-damage", {"SUL", "ALA"})
    play.blue("SUL", "ALA").blue("d3")
    assert play.effect == story_text(f"""
        MAL05.1 DamageDealt who=SUL by=MAL damage={hit} hp={full("SUL") - hit}
        MAL05.1 DamageDealt who=ALA by=MAL damage={hit} hp={full("ALA") - hit}
        SA-304 CharacterMoved who=MAL path=[d4,d3]
    """)


def test_sweep_of_the_staff_asks_no_price_of_stealth() -> None:
    """SA-507: an Indirect Effect costs nothing."""
    play = dealt(FACE_TO_FACE, "MAL05 MAL08", statuses={"SUL": {"stealthy": 1}}).blue("play:MAL05").blue()
    assert "CardBanished" not in play.story
    assert play.hp("SUL") == full("SUL") - damage("MAL05")


def test_sweep_of_the_staff_with_nobody_near_is_a_step() -> None:
    """SA-404."""
    play = dealt(FAR_APART, "MAL05").blue("play:MAL05").blue("c7")
    assert play.effect == "SA-304 CharacterMoved who=MAL path=[b7,c7]"


@pytest.mark.parametrize("edition", ["en", "fr", "it"])
def test_sweep_of_the_staff_may_end_where_it_knocked_somebody_out(edition: Edition) -> None:
    """SA-902: at the latest after the paragraph the space is free."""
    play = dealt(FACE_TO_FACE, "MAL05", hp={"SUL": 1}, edition=edition).blue("play:MAL05")
    assert "e4" in play.options


# -- Charm Unravelled: no status tile stays, then damage ---------------------------------------------


def test_charm_unravelled_takes_every_tile_before_it_hurts() -> None:
    """Tough is gone when the damage comes, Stealthy had to be paid for, and Cursed does not trigger."""
    hit = damage("MAL06")
    statuses = {"SUL": {"tough": 2, "stealthy": 1, "cursed": 3}}
    play = dealt(FACE_TO_FACE, "MAL06 MAL08", statuses=statuses).blue("play:MAL06")
    assert play.effect == story_text(f"""
        SA-507 CardBanished seat=0 card=MAL08
        SA-205 StatusRemoved who=SUL status=tough
        SA-205 StatusRemoved who=SUL status=stealthy
        SA-205 StatusRemoved who=SUL status=cursed
        MAL06.1 DamageDealt who=SUL by=MAL damage={hit} hp={full("SUL") - hit}
    """)


def test_charm_unravelled_hurts_whoever_has_no_status_too() -> None:
    play = dealt(FACE_TO_FACE, "MAL06").blue("play:MAL06")
    assert "StatusRemoved" not in play.story
    assert play.hp("SUL") == full("SUL") - damage("MAL06")


# -- Raven's Report: a look ahead, then a move; in either phase --------------------------------------


@pytest.mark.parametrize("phase", ["movement", "action"])
def test_ravens_report_orders_the_next_cards_then_moves(phase: str) -> None:
    deck = ["MAL01", "MAL05", "DEM03", "DEM07", "DEM08"]
    seen = deck[: looks("MAL07")]
    play = dealt(FACE_TO_FACE, "MAL07", blue_deck=" ".join(deck)).blue("play:MAL07").blue(phase)
    assert (play.asked.prompt, play.asked.sight) == ("order-of-cards", "secret")
    play.blue(*reversed(seen)).blue("c4")
    assert play.effect == story_text(f"""
        MAL07.1 CardsLookedAt seat=0 cards=[{",".join(seen)}]
        MAL07.1 CardsPutBack seat=0 cards=[{",".join(reversed(seen))}]
        SA-304 CharacterMoved who=MAL path=[d4,c4]
    """)
    assert play.cards(BLUE).deck == (*reversed(seen), *deck[len(seen) :])


def test_ravens_report_looks_at_what_is_there() -> None:
    """SA-412: that is no draw, and ends nothing."""
    play = dealt(FACE_TO_FACE, "MAL07", blue_deck="MAL01", phases="action").blue("play:MAL07").blue()
    assert play.effect == story_text("""
        MAL07.1 CardsLookedAt seat=0 cards=[MAL01]
        MAL07.1 CardsPutBack seat=0 cards=[MAL01]
    """)
    empty = dealt(FACE_TO_FACE, "MAL07", blue_deck="", phases="action").blue("play:MAL07").blue("c4")
    assert empty.effect == "SA-304 CharacterMoved who=MAL path=[d4,c4]"
    assert not empty.board.final


# -- movements ---------------------------------------------------------------------------------------


def test_trailing_cloak_moves_past_an_ally_and_not_past_a_rival() -> None:
    play = dealt(BETWEEN_TWO, "MAL08").blue("play:MAL08")
    assert {"d5", "c4", "e4"} & play.options == set()
    play.blue("d6")
    assert play.effect.startswith("SA-304 CharacterMoved who=MAL path=[d4,")


@pytest.mark.parametrize("top", ["MAL01", "DEM03"])
def test_guest_without_invitation_draws_a_magical_card_only(top: str) -> None:
    play = dealt(FACE_TO_FACE, "MAL09", blue_deck=f"{top} DEM07").blue("play:MAL09").blue("c4")
    drawn = ["SA-210 CardDrawn seat=0 card=MAL01"] if top == "MAL01" else []
    assert play.effect.splitlines() == [
        "SA-304 CharacterMoved who=MAL path=[d4,c4]",
        f"MAL09.2 CardRevealed seat=0 card={top}",
        *drawn,
    ]
    assert play.cards(BLUE).deck == (("DEM07",) if drawn else (top, "DEM07"))


def test_guest_without_invitation_on_an_empty_deck_is_a_move() -> None:
    """SA-412: nothing is revealed, so nothing has to be drawn."""
    play = dealt(FACE_TO_FACE, "MAL09", blue_deck="").blue("play:MAL09").blue()
    assert play.effect == ""
    assert not play.board.final


# -- Small as a Spindle: Shrunken from afar ----------------------------------------------------------


def test_small_as_a_spindle_shrinks_a_rival_who_strikes_with_1_and_plays_no_attack() -> None:
    shrunken = counters("MAL10", "shrunken")
    play = dealt(FACE_TO_FACE, "MAL10", red="SUL06 SUL09").blue("play:MAL10")
    assert play.effect == (
        f"SA-501 StatusCountersAdded who=SUL status=shrunken counters={shrunken} total={shrunken}"
    )
    play.blue("end")
    assert (play.board.active, play.statuses("SUL")) == ("SUL", {"shrunken": shrunken - 1})
    assert play.refusal("play:SUL06").rule == "SA-506"
    play.red("attack:MAL")
    assert play.hp("MAL") == full("MAL") - 1
    assert attack("SUL") > 1


def test_small_as_a_spindle_leaves_the_discard_for_more_damage() -> None:
    """SA-506: an Attack card may still be discarded for +1."""
    play = dealt(FACE_TO_FACE, "MAL10", red="SUL06 SUL09").blue("play:MAL10").blue("end").red("attack+:MAL")
    play.red("SUL06")
    assert play.hp("MAL") == full("MAL") - 2
