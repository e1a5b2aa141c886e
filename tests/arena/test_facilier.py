"""Dr. Facilier's cards."""

from __future__ import annotations

from typing import Any

import pytest

from domain.arena.board import Edition

from .cards_play import counters, damage, full, looks, points, worth
from .play import BLUE, RED, A, B, C, Play, make_play, story_text

FACE_TO_FACE = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .  FAC SUL  .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
"""
TWO_IN_FRONT = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .  ALA  .
   .   .   .  FAC SUL  .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
"""
ON_EITHER_SIDE = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .  ALA FAC SUL  .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
"""
EDITIONS = pytest.mark.parametrize("edition", ["en", "fr", "it"])


def dealt(drawing: str, hand: str, **more: Any) -> Play:
    """Facilier's turn, with Maleficent at his side against Sulley and Aladdin."""
    return make_play(drawing, "FAC", teams="FAC MAL / SUL ALA", chapter=3, blue=hand, **more)


# -- Clutch of Shadows: damage and Flustered ---------------------------------------------------------


def test_clutch_of_shadows_hurts_and_flusters() -> None:
    hit, flustered = damage("FAC01"), counters("FAC01", "flustered")
    play = dealt(FACE_TO_FACE, "FAC01").blue("play:FAC01")
    assert play.effect == story_text(f"""
        FAC01.1 DamageDealt who=SUL by=FAC damage={hit} hp={full("SUL") - hit}
        SA-501 StatusCountersAdded who=SUL status=flustered counters={flustered} total={flustered}
    """)


def test_clutch_of_shadows_takes_a_card_by_chance_when_the_rivals_turn_comes() -> None:
    play = dealt(FACE_TO_FACE, "FAC02", red="SUL01 SUL09", chance=[("SUL09",)]).blue("play:FAC02").blue("end")
    assert "SA-503 CardBanished seat=1 card=SUL09" in play.story
    assert play.cards(RED).banished == ("SUL09",)


@EDITIONS
def test_clutch_of_shadows_flusters_nobody_whom_it_knocks_out(edition: Edition) -> None:
    play = dealt(FACE_TO_FACE, "FAC01", hp={"SUL": 1}, edition=edition).blue("play:FAC01")
    assert "StatusCountersAdded" not in play.effect


# -- Small Print: a card of the rival's, and a point -------------------------------------------------


def test_small_print_lets_the_rivals_summoner_choose_the_card_it_costs() -> None:
    less = points("FAC03")
    play = dealt(FACE_TO_FACE, "FAC03", red="SUL01 SUL09", points=(0, 5)).blue("play:FAC03")
    assert (play.asked.seat, play.asked.prompt, play.options) == (RED, "banish", {"SUL01", "SUL09"})
    play.red("SUL09")
    assert play.effect == story_text(f"""
        SA-413 CardBanished seat=1 card=SUL09
        SA-605 VictoryPointsLost team=1 points={less} total={5 - less}
    """)


def test_small_print_takes_nothing_where_there_is_nothing() -> None:
    """SA-413 and SA-605: an empty hand, and no points."""
    assert dealt(FACE_TO_FACE, "FAC03").blue("play:FAC03").effect == ""


def test_small_print_against_stealth_costs_both_sides_a_card() -> None:
    play = dealt(FACE_TO_FACE, "FAC03 FAC07", red="SUL01", statuses={"SUL": {"stealthy": 1}})
    play.blue("play:FAC03")
    assert play.effect == story_text("""
        SA-507 CardBanished seat=0 card=FAC07
        SA-413 CardBanished seat=1 card=SUL01
    """)


def test_small_print_in_team_play_asks_the_summoner_of_the_rival_it_names() -> None:
    play = make_play(
        ON_EITHER_SIDE,
        "FAC",
        teams="FAC DEM / SUL GAS / ALA SAM / MAL ARI",
        chapter=3,
        hands="FAC03 SUL01 SUL09 ALA01 ALA05",
    )
    play.answer(A, "play:FAC03").answer(A, "ALA")
    assert (play.asked.seat, play.options) == (C, {"ALA01", "ALA05"})
    play.answer(C, "ALA01")
    assert play.cards(C).banished == ("ALA01",)
    assert play.cards(B).hand == ("SUL01", "SUL09")


# -- Dwindling Powder: Shrunken, then a step ---------------------------------------------------------


def test_dwindling_powder_shrinks_and_moves_on() -> None:
    shrunken = counters("FAC04", "shrunken")
    play = dealt(FACE_TO_FACE, "FAC04").blue("play:FAC04").blue("c4")
    assert play.effect == story_text(f"""
        SA-501 StatusCountersAdded who=SUL status=shrunken counters={shrunken} total={shrunken}
        SA-304 CharacterMoved who=FAC path=[d4,c4]
    """)


def test_dwindling_powder_is_open_to_a_shrunken_facilier_and_his_cane_is_not() -> None:
    """SA-506 names the Attack type only."""
    play = dealt(FACE_TO_FACE, "FAC04 FAC05", statuses={"FAC": {"shrunken": 1}})
    assert play.offers("play") == {"FAC04"}
    assert play.refusal("play:FAC05").rule == "SA-506"


# -- Cane to the Shins: damage, and a point where nobody helps ---------------------------------------


def test_cane_to_the_shins_gains_from_a_lone_rival() -> None:
    hit, more = damage("FAC05"), points("FAC05")
    play = dealt(ON_EITHER_SIDE, "FAC05").blue("play:FAC05").blue("SUL")
    assert play.effect == story_text(f"""
        FAC05.1 DamageDealt who=SUL by=FAC damage={hit} hp={full("SUL") - hit}
        FAC05.1 VictoryPointsGained team=0 points={more} total={more}
    """)


def test_cane_to_the_shins_gains_nothing_from_two_who_stand_together() -> None:
    play = dealt(TWO_IN_FRONT, "FAC05").blue("play:FAC05")
    assert "VictoryPointsGained" not in play.effect


@pytest.mark.parametrize(("edition", "bonus"), [("en", 0), ("fr", points("FAC05")), ("it", points("FAC05"))])
def test_cane_to_the_shins_that_knocks_out_asks_as_the_edition_says(edition: Edition, bonus: int) -> None:
    """SA-902: in English nobody is there any more to be alone."""
    play = dealt(FACE_TO_FACE, "FAC05", hp={"SUL": 1}, edition=edition).blue("play:FAC05")
    assert play.board.points == (worth("SUL") + bonus, 0)


# -- Masks on the Wall: Flustered for up to two ------------------------------------------------------


def test_masks_on_the_wall_flusters_two_one_or_nobody() -> None:
    flustered = {"flustered": counters("FAC06", "flustered")}
    both = dealt(TWO_IN_FRONT, "FAC06").blue("play:FAC06").blue("ALA").blue("SUL")
    assert (both.statuses("ALA"), both.statuses("SUL")) == (flustered, flustered)
    one = dealt(TWO_IN_FRONT, "FAC06").blue("play:FAC06").blue("ALA").blue()
    assert (one.statuses("ALA"), one.statuses("SUL")) == (flustered, {})
    assert dealt(TWO_IN_FRONT, "FAC06").blue("play:FAC06").blue().effect == ""


def test_masks_on_the_wall_may_be_played_to_an_empty_room() -> None:
    """SA-403."""
    alone = """
        FAC  .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
    """
    assert dealt(alone, "FAC06").blue("play:FAC06").effect == ""


def test_masks_on_the_wall_are_paid_for_one_by_one_as_far_as_cards_go() -> None:
    """SA-507: a payment for each target; with the last card gone the other cannot be chosen."""
    play = dealt(TWO_IN_FRONT, "FAC06 FAC07", statuses={"SUL": {"stealthy": 1}, "ALA": {"stealthy": 1}})
    play.blue("play:FAC06").blue("ALA")
    flustered = counters("FAC06", "flustered")
    assert play.effect == story_text(f"""
        SA-507 CardBanished seat=0 card=FAC07
        SA-501 StatusCountersAdded who=ALA status=flustered counters={flustered} total={flustered}
    """)


# -- movements ---------------------------------------------------------------------------------------


def test_sideways_exit_moves() -> None:
    play = dealt(FACE_TO_FACE, "FAC07").blue("play:FAC07").blue("c4")
    assert play.effect == "SA-304 CharacterMoved who=FAC path=[d4,c4]"


def test_an_immobilized_facilier_exits_nowhere() -> None:
    play = dealt(FACE_TO_FACE, "FAC07", statuses={"FAC": {"immobilized": 1}}).blue("play:FAC07")
    assert play.effect == "SA-504 MovementPrevented who=FAC"
    assert play.cards(BLUE).discards == ("FAC07",)


def test_past_present_price_draws_the_card_that_was_put_on_top() -> None:
    deck = ["FAC01", "FAC05", "MAL08", "MAL05", "FAC02"]
    seen = deck[: looks("FAC08")]
    play = dealt(FACE_TO_FACE, "FAC08", blue_deck=" ".join(deck)).blue("play:FAC08")
    play.blue(*reversed(seen)).blue("c4")
    assert play.effect == story_text(f"""
        FAC08.1 CardsLookedAt seat=0 cards=[{",".join(seen)}]
        FAC08.1 CardsPutBack seat=0 cards=[{",".join(reversed(seen))}]
        SA-210 CardDrawn seat=0 card={seen[-1]}
        SA-304 CharacterMoved who=FAC path=[d4,c4]
    """)


def test_past_present_price_on_an_empty_deck_makes_this_round_the_last() -> None:
    """SA-703: looking ends nothing (SA-412), the draw does."""
    play = dealt(FACE_TO_FACE, "FAC08", blue_deck="").blue("play:FAC08").blue()
    assert play.effect == story_text("""
        SA-210 DrawSkipped seat=0
        SA-703 FinalRoundCalled
    """)


# -- Pins and Rags: a step, then Cursed from afar ----------------------------------------------------


@pytest.mark.parametrize("phase", ["movement", "action"])
def test_pins_and_rags_steps_and_curses_in_either_phase(phase: str) -> None:
    cursed = counters("FAC09", "cursed")
    play = dealt(FACE_TO_FACE, "FAC09").blue("play:FAC09").blue(phase).blue("d5").blue("SUL")
    assert play.effect == story_text(f"""
        SA-304 CharacterMoved who=FAC path=[d4,d5]
        SA-501 StatusCountersAdded who=SUL status=cursed counters={cursed} total={cursed}
    """)


# -- On a String: a rival is moved, then hurt --------------------------------------------------------


def test_on_a_string_moves_a_rival_where_facilier_likes_and_hurts_it_there() -> None:
    hit = damage("FAC10")
    play = dealt(FACE_TO_FACE, "FAC10").blue("play:FAC10")
    assert (play.asked.seat, play.asked.prompt) == (BLUE, "where")
    play.blue("f4")
    assert play.effect == story_text(f"""
        SA-304 CharacterMoved who=SUL path=[e4,f4]
        FAC10.2 DamageDealt who=SUL by=FAC damage={hit} hp={full("SUL") - hit}
    """)


def test_on_a_string_hurts_an_immobilized_rival_where_it_stands() -> None:
    play = dealt(FACE_TO_FACE, "FAC10", statuses={"SUL": {"immobilized": 1}}).blue("play:FAC10")
    assert play.effect.startswith("SA-504 MovementPrevented who=SUL\nFAC10.2 DamageDealt who=SUL")


def test_on_a_string_passes_the_rivals_allies_and_not_its_rivals() -> None:
    """SA-304: the usual rule, seen from the one who moves."""
    play = dealt(TWO_IN_FRONT, "FAC10").blue("play:FAC10").blue("SUL")
    assert "e6" in play.options
    assert {"d4", "c4"} & play.options == set()
