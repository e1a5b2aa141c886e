"""The main phases, and the Movement Phase (section 3 of the rules)."""

from __future__ import annotations

import pytest

from .play import make_play, marked, story_text

HEMMED_IN = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  GAS  .   .
   .   .   .  SAM ALA  .   .
     .   .   .  ARI  .   .
       .   .   .   .   .
         .   .   .   .
"""
AT_HOME = """
         .  GAS ARI  .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .  SAM ALA  .
"""


# -- the main phases ---------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [("move:c5", "attack:GAS"), ("attack:GAS", "move:c5")])
def test_sa_301_the_two_phases_are_taken_in_any_order(order: tuple[str, str]) -> None:
    """SA-301: once each; with both taken the turn is over."""
    play = make_play(HEMMED_IN, "SAM").blue(order[0])
    assert play.asked.about == "SAM"
    play.blue(order[1])
    assert play.at("SAM") == "c5"
    assert play.hp("GAS") == 8
    assert play.asked.about == "ARI"


def test_sa_301_no_phase_is_taken_twice() -> None:
    """SA-301"""
    moved = make_play(HEMMED_IN, "SAM", blue="SAM08").blue("move:c5")
    assert moved.refusal("move:c4").rule == "SA-301"
    assert moved.refusal("play:SAM08").rule == "SA-301"
    struck = make_play(HEMMED_IN, "SAM", blue="SAM09").blue("attack:GAS")
    assert struck.refusal("attack:GAS").rule == "SA-301"
    assert struck.refusal("play:SAM09").rule == "SA-301"


def test_sa_301_both_phases_may_be_skipped() -> None:
    """SA-301"""
    play = make_play(HEMMED_IN, "SAM").blue("end")
    assert "PhaseBegan" not in play.story
    assert play.asked.about == "ARI"


def test_sa_301_the_turn_does_not_end_by_itself_while_a_phase_is_left() -> None:
    """SA-301: nobody learns from a turn's early end what is not in the hand."""
    play = make_play(AT_HOME, "SAM").blue("move:e2")
    assert play.options == {"end"}
    assert play.asked.about == "SAM"


def test_sa_302_a_movement_phase_is_a_standard_movement_or_one_movement_card() -> None:
    """SA-302"""
    play = make_play(AT_HOME, "SAM", blue="SAM08 SAM07")
    assert {"move:e2", "play:SAM08", "play:SAM07"} <= play.options
    play.blue("play:SAM08").blue()
    assert play.options == {"end"}


# -- the standard movement ---------------------------------------------------------------------------


def test_sa_303_a_standard_movement_of_no_space_is_a_movement_too() -> None:
    """SA-303: up to 2 may be none; the phase is taken, and nobody has moved."""
    play = make_play(HEMMED_IN, "SAM").blue("move:d4")
    assert play.story == "SA-303 PhaseBegan phase=movement"
    assert play.at("SAM") == "d4"
    assert play.refusal("move:d4").rule == "SA-301"


def test_sa_303_an_immobilized_character_may_stay_where_it_is() -> None:
    """SA-303, SA-504: it would not be moved a space."""
    play = make_play(HEMMED_IN, "SAM", statuses={"SAM": {"immobilized": 1}})
    assert "move:d4" in play.options
    assert play.refusal("move:c5").rule == "SA-504"


def test_sa_305_a_card_may_be_discarded_for_a_movement_of_no_space() -> None:
    """SA-305, SA-303: it is discarded before the movement, however far that goes."""
    play = make_play(HEMMED_IN, "SAM", chapter=2, blue="SAM08").blue("move+:d4")
    assert play.story == story_text("""
        SA-305 PhaseBegan phase=movement
        SA-305 CardDiscarded seat=0 card=SAM08
    """)
    assert make_play(HEMMED_IN, "SAM", chapter=2).refusal("move+:d4").rule == "SA-305"


def test_sa_303_a_standard_movement_is_up_to_2_spaces_in_any_direction() -> None:
    """SA-303"""
    alone = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .  SAM  .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
        GAS  .   .   .
    """
    play = make_play(alone, "SAM")
    assert play.offers("move") == marked("""
         .   .   .   .
       .   x   x   x   .
     .   x   x   x   x   .
   .   x   x   .   x   x   .
     .   x   x   x   x   .
       .   x   x   x   .
         .   .   .   .
    """)
    play.blue("move:f3")
    assert play.story == story_text("""
        SA-303 PhaseBegan phase=movement
        SA-303 CharacterMoved who=SAM path=[d4,e4,f3]
    """)


def test_sa_303_the_edge_of_the_arena_is_the_end_of_it() -> None:
    """SA-303"""
    assert make_play(AT_HOME, "SAM").offers("move") == marked("""
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   x   x   x   .   .
       x   x   x   x   .
         x   .   .   x
    """)


def test_sa_304_a_move_passes_allies_not_rivals_and_ends_on_a_free_space() -> None:
    """SA-304: past Aladdin, around Gaston and Ariel."""
    play = make_play(HEMMED_IN, "SAM")
    assert play.offers("move") == marked("""
         .   .   .   .
       .   x   x   .   .
     .   x   x   .   x   .
   .   x   x   .   .   x   .
     .   x   x   .   x   .
       .   x   x   .   .
         .   .   .   .
    """)
    assert play.refusal("move:e4").rule == "SA-304"
    assert play.refusal("move:d6").rule == "SA-303"


def test_sa_304_a_move_by_card_keeps_to_it_too() -> None:
    """SA-304"""
    play = make_play(HEMMED_IN, "SAM", blue="SAM08").blue("play:SAM08")
    assert play.options & {"e4", "d5", "e3"} == set()
    assert play.refusal("e4").rule == "SA-304"
    assert "g4" in play.options


def test_sa_304_a_figure_with_no_way_out_stays() -> None:
    """SA-304: cornered by two rivals and an ally, with 1 space to go, there is nothing to ask."""
    cornered = """
        SAM GAS  .   .
      ARI ALA  .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
    """
    play = make_play(cornered, "SAM", blue="SAM06", phases="movement").blue("play:SAM06")
    assert play.effect == "SA-501 StatusCountersAdded who=SAM status=magic_broom counters=1 total=1"


# -- both banners, and more phases -------------------------------------------------------------------


def test_sa_309_a_card_with_both_banners_is_played_in_either_phase() -> None:
    """SA-309: its Summoner says in which; the other one is left."""
    play = make_play(AT_HOME, "SAM", blue="SAM06").blue("play:SAM06")
    assert play.options == {"movement", "action"}
    assert play.refusal("skills").rule == "SA-302"
    play.blue("action").blue()
    assert play.offers("move")


def test_sa_309_with_one_phase_left_it_is_played_in_that_one() -> None:
    """SA-309"""
    play = make_play(AT_HOME, "SAM", blue="SAM06").blue("move:e2").blue("play:SAM06")
    assert play.asked.prompt == "where"
    assert play.board.phases == {"movement": 0, "action": 0}


def test_sa_312_an_extra_phase_is_a_full_phase_of_this_turn() -> None:
    """SA-312: after an action it is still there, and a Movement card may take it."""
    brooms = {"SAM": {"magic_broom": 1}}
    play = make_play(HEMMED_IN, "SAM", blue="SAM10 SAM08", statuses=brooms).blue("play:SAM10").blue()
    assert play.board.phases == {"movement": 1, "action": 1}
    play.blue("attack:GAS").blue("play:SAM08").blue("b4")
    assert play.at("SAM") == "b4"


def test_sa_312_an_extra_phase_that_is_not_taken_is_gone_with_the_turn() -> None:
    """SA-312"""
    play = make_play(AT_HOME, "SAM", blue="SAM10", statuses={"SAM": {"magic_broom": 1}})
    play.blue("play:SAM10").blue().blue("end")
    assert play.board.phases == {"movement": 1, "action": 1}
