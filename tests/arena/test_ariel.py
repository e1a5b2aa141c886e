"""Ariel's cards."""

from __future__ import annotations

import pytest

from .play import RED, make_play, marked, story_text

CLOSE = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  GAS  .   .
   .   .   .  ARI  .   .   .
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


# -- songs -------------------------------------------------------------------------------------------


def test_soothing_song_heals_3_of_an_ally_within_2() -> None:
    play = make_play(CLOSE, "ARI", red="ARI01", hp={"GAS": 4}).red("play:ARI01")
    assert play.options == {"ARI", "GAS"}
    play.red("GAS")
    assert play.effect == "SA-408 HealthRecovered who=GAS amount=3 hp=7"


def test_soothing_song_heals_ariel_alone_when_gaston_is_knocked_out() -> None:
    nobody_else = CLOSE.replace("GAS", " . ")
    play = make_play(nobody_else, "ARI", red="ARI02", hp={"ARI": 6}).red("play:ARI02")
    assert play.effect == "SA-408 HealthRecovered who=ARI amount=2 hp=8"


def test_soothing_song_on_the_unharmed_does_nothing() -> None:
    assert make_play(CLOSE, "ARI", red="ARI01").red("play:ARI01").red("ARI").effect == ""


def test_soothing_song_for_a_stealthy_ally_costs_nothing() -> None:
    statuses = {"GAS": {"stealthy": 1}}
    play = make_play(CLOSE, "ARI", red="ARI01 ARI05", hp={"GAS": 4}, statuses=statuses)
    play.red("play:ARI01").red("GAS")
    assert play.effect == "SA-408 HealthRecovered who=GAS amount=3 hp=7"


# -- Breaking Wave: 2 to 1 rival within 2, then it is moved up to 2 ------------------------------------


def test_breaking_wave_hits_and_carries_the_rival_past_its_ally() -> None:
    play = make_play(CLOSE, "ARI", red="ARI03").red("play:ARI03").red("SAM")
    assert play.options == marked("""
         .   .   .   .
       .   .   .   .   .
     .   x   x   .   .   .
   .   x   x   .   x   .   .
     x   x   .   .   x   .
       x   x   x   x   .
         x   x   x   .
    """)
    play.red("f3")
    assert play.effect == story_text("""
        ARI03.1 DamageDealt who=SAM by=ARI damage=2 hp=6
        SA-304 CharacterMoved who=SAM path=[d3,e3,f3]
    """)


def test_breaking_wave_that_knocks_out_carries_nobody() -> None:
    play = make_play(CLOSE, "ARI", red="ARI03", hp={"ALA": 2}).red("play:ARI03").red("ALA")
    assert play.asked.prompt == "turn"
    assert "CharacterMoved" not in play.story


def test_breaking_wave_needs_a_rival_within_2() -> None:
    assert make_play(FAR_APART, "ARI", red="ARI03").refusal("play:ARI03").rule == "SA-403"


# -- Indirect Effects --------------------------------------------------------------------------------


def test_grasping_weeds_holds_each_adjacent_rival() -> None:
    play = make_play(CLOSE, "ARI", red="ARI04", statuses={"ALA": {"immobilized": 1}}).red("play:ARI04")
    assert play.effect == story_text("""
        SA-501 StatusCountersAdded who=SAM status=immobilized counters=2 total=2
        SA-501 StatusCountersAdded who=ALA status=immobilized counters=2 total=3
    """)


def test_grasping_weeds_may_hold_nobody() -> None:
    assert make_play(FAR_APART, "ARI", red="ARI04").red("play:ARI04").effect == ""


def test_whirl_of_foam_hits_each_rival_within_2_in_the_order_that_red_likes() -> None:
    play = make_play(CLOSE, "ARI", red="ARI08", hp={"ALA": 1}).red("play:ARI08").red("ALA", "SAM")
    assert play.effect == story_text("""
        ARI08.1 DamageDealt who=ALA by=ARI damage=2 hp=0
        SA-601 CharacterKnockedOut who=ALA
        SA-902 FigureRemoved who=ALA
        SA-602 VictoryPointsGained team=1 points=5 total=5
        ARI08.1 DamageDealt who=SAM by=ARI damage=2 hp=6
    """)


def test_whirl_of_foam_may_hit_nobody() -> None:
    assert make_play(FAR_APART, "ARI", red="ARI08").red("play:ARI08").effect == ""


def test_whirl_of_foam_finds_the_stealthy_for_nothing() -> None:
    stealthy = {"SAM": {"stealthy": 1}, "ALA": {"stealthy": 1}}
    play = make_play(CLOSE, "ARI", red="ARI08", statuses=stealthy).red("play:ARI08").red("SAM", "ALA")
    assert play.effect == story_text("""
        ARI08.1 DamageDealt who=SAM by=ARI damage=2 hp=6
        ARI08.1 DamageDealt who=ALA by=ARI damage=2 hp=7
    """)


# -- movements ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["ARI05", "ARI06"])
def test_swift_current_moves_up_to_3(card: str) -> None:
    play = make_play(FAR_APART, "ARI", red=card).red(f"play:{card}").red("c4")
    assert play.effect == "SA-304 CharacterMoved who=ARI path=[c7,c6,c5,c4]"


@pytest.mark.parametrize("phase", ["movement", "action"])
def test_rest_in_the_reef_recovers_2_in_either_phase_and_moves_up_to_1(phase: str) -> None:
    play = make_play(FAR_APART, "ARI", red="ARI07", hp={"ARI": 3}).red("play:ARI07").red(phase).red("d6")
    assert play.story == story_text(f"""
        SA-313 PhaseBegan phase={phase}
        SA-313 CardPlayed seat=1 card=ARI07
        SA-408 HealthRecovered who=ARI amount=2 hp=5
        SA-304 CharacterMoved who=ARI path=[c7,d6]
        SA-313 CardResolved seat=1 card=ARI07
    """)


def test_treasures_below_moves_up_to_2_and_draws() -> None:
    play = make_play(FAR_APART, "ARI", red="ARI09", red_deck="GAS01").red("play:ARI09").red("c5")
    assert play.effect == story_text("""
        SA-304 CharacterMoved who=ARI path=[c7,c6,c5]
        SA-210 CardDrawn seat=1 card=GAS01
    """)
    assert play.cards(RED).hand == ("GAS01",)


def test_treasures_below_on_an_empty_deck_makes_this_round_the_last() -> None:
    play = make_play(FAR_APART, "ARI", red="ARI09", red_deck="").red("play:ARI09").red()
    assert play.effect == story_text("""
        SA-210 DrawSkipped seat=1
        SA-703 FinalRoundCalled
    """)


# -- Veil of Water: up to 2, then up to 1 of Ariel and her allies within 3 gets 1 Stealthy -------------


def test_veil_of_water_hides_an_ally_that_it_reaches_after_the_move() -> None:
    apart = """
        GAS  .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .  ARI  .
         .  SAM ALA  .
    """
    play = make_play(apart, "ARI", red="ARI10").red("play:ARI10").red("d4").red("GAS")
    assert play.effect == story_text("""
        SA-304 CharacterMoved who=ARI path=[f2,e3,d4]
        SA-501 StatusCountersAdded who=GAS status=stealthy counters=1 total=1
    """)


def test_veil_of_water_may_hide_ariel_or_nobody() -> None:
    play = make_play(FAR_APART, "ARI", red="ARI10").red("play:ARI10").red().red("ARI")
    assert play.effect == "SA-501 StatusCountersAdded who=ARI status=stealthy counters=1 total=1"
    assert make_play(FAR_APART, "ARI", red="ARI10").red("play:ARI10").red().red().effect == ""
