"""Aladdin's cards."""

from __future__ import annotations

import pytest

from domain.arena.board import Edition

from .play import BLUE, make_play, story_text

IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
FAR_APART = """
         .  GAS ARI  .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .  SAM ALA  .
"""


# -- movements ---------------------------------------------------------------------------------------


def test_across_the_roofs_moves_up_to_3_past_an_ally() -> None:
    play = make_play(FAR_APART, "ALA", blue="ALA01").blue("play:ALA01")
    assert "e1" not in play.options
    play.blue("d1")
    assert play.effect == "SA-304 CharacterMoved who=ALA path=[f1,e1,d1]"


def test_lost_in_the_bazaar_moves_up_to_2_and_hides() -> None:
    play = make_play(FAR_APART, "ALA", blue="ALA03").blue("play:ALA03").blue("f3")
    assert play.effect == story_text("""
        SA-304 CharacterMoved who=ALA path=[f1,f2,f3]
        SA-501 StatusCountersAdded who=ALA status=stealthy counters=1 total=1
    """)


@pytest.mark.parametrize("phase", ["movement", "action"])
def test_into_the_shadows_hides_first_and_is_played_in_either_phase(phase: str) -> None:
    play = make_play(FAR_APART, "ALA", blue="ALA04").blue("play:ALA04").blue(phase).blue("f2")
    assert play.story == story_text(f"""
        SA-313 PhaseBegan phase={phase}
        SA-313 CardPlayed seat=0 card=ALA04
        SA-501 StatusCountersAdded who=ALA status=stealthy counters=2 total=2
        SA-304 CharacterMoved who=ALA path=[f1,f2]
        SA-313 CardResolved seat=0 card=ALA04
    """)


def test_into_the_shadows_takes_the_phase_that_is_left_unasked() -> None:
    play = make_play(FAR_APART, "ALA", blue="ALA04", phases="action").blue("play:ALA04")
    assert play.asked.prompt == "where"
    assert play.board.phases == {"movement": 0, "action": 0}


def test_lucky_find_moves_up_to_1_and_draws() -> None:
    play = make_play(FAR_APART, "ALA", blue="ALA09", blue_deck="SAM08 SAM09").blue("play:ALA09").blue("f2")
    assert play.effect == story_text("""
        SA-304 CharacterMoved who=ALA path=[f1,f2]
        SA-210 CardDrawn seat=0 card=SAM08
    """)
    assert play.cards(BLUE).hand == ("SAM08",)
    assert play.cards(BLUE).deck == ("SAM09",)


def test_lucky_find_on_an_empty_deck_makes_this_round_the_last() -> None:
    play = make_play(FAR_APART, "ALA", blue="ALA09", blue_deck="").blue("play:ALA09").blue()
    assert play.effect == story_text("""
        SA-210 DrawSkipped seat=0
        SA-703 FinalRoundCalled
    """)


# -- strikes -----------------------------------------------------------------------------------------


def test_quick_blade_deals_3_to_1_adjacent_rival() -> None:
    play = make_play(IN_THE_THICK, "ALA", blue="ALA05").blue("play:ALA05")
    assert play.effect == "ALA05.1 DamageDealt who=GAS by=ALA damage=3 hp=7"


def test_well_aimed_melon_deals_2_to_1_rival_within_3() -> None:
    play = make_play(IN_THE_THICK, "ALA", blue="ALA07 ALA08").blue("play:ALA08")
    assert play.options == {"GAS", "ARI"}
    play.blue("ARI")
    assert play.effect == "ALA08.1 DamageDealt who=ARI by=ALA damage=2 hp=6"


def test_tripping_rope_immobilizes_1_rival_within_2_without_harm() -> None:
    play = make_play(IN_THE_THICK, "ALA", blue="ALA10").blue("play:ALA10").blue("ARI")
    assert play.effect == "SA-501 StatusCountersAdded who=ARI status=immobilized counters=2 total=2"


# -- Stun and Run: up to 1 adjacent rival takes 2 damage and 2 Immobilized; then move up to 1 ----------


def test_stun_and_run() -> None:
    play = make_play(IN_THE_THICK, "ALA", blue="ALA06").blue("play:ALA06").blue("GAS").blue("f2")
    assert play.effect == story_text("""
        ALA06.1 DamageDealt who=GAS by=ALA damage=2 hp=8
        SA-501 StatusCountersAdded who=GAS status=immobilized counters=2 total=2
        SA-304 CharacterMoved who=ALA path=[e3,f2]
    """)


def test_stun_and_run_may_only_run() -> None:
    play = make_play(IN_THE_THICK, "ALA", blue="ALA06").blue("play:ALA06").blue().blue("f2")
    assert play.effect == "SA-304 CharacterMoved who=ALA path=[e3,f2]"


def test_stun_and_run_with_nobody_to_stun_asks_where_to_run_at_once() -> None:
    play = make_play(FAR_APART, "ALA", blue="ALA06").blue("play:ALA06")
    assert play.asked.prompt == "where"
    assert play.blue().effect == ""


def test_stun_and_run_may_only_stun() -> None:
    play = make_play(IN_THE_THICK, "ALA", blue="ALA06").blue("play:ALA06").blue("GAS").blue()
    assert play.at("ALA") == "e3"
    assert play.statuses("GAS") == {"immobilized": 2}


@pytest.mark.parametrize("edition", ["en", "fr", "it"])
def test_stun_and_run_that_knocks_out_does_not_stun_and_still_runs(edition: Edition) -> None:
    """SA-406: the handbook's own example; whichever moment the figure leaves at."""
    play = make_play(IN_THE_THICK, "ALA", blue="ALA06", hp={"GAS": 2}, edition=edition)
    play.blue("play:ALA06").blue("GAS")
    assert "StatusCountersAdded" not in play.story
    assert play.at("GAS") == ""
    assert "d4" in play.options
    play.blue("d4")
    assert play.at("ALA") == "d4"


def test_an_immobilized_aladdin_stuns_and_does_not_run() -> None:
    play = make_play(IN_THE_THICK, "ALA", blue="ALA06", statuses={"ALA": {"immobilized": 1}})
    play.blue("play:ALA06").blue("GAS")
    assert play.effect == story_text("""
        ALA06.1 DamageDealt who=GAS by=ALA damage=2 hp=8
        SA-501 StatusCountersAdded who=GAS status=immobilized counters=2 total=2
        SA-504 MovementPrevented who=ALA
    """)
