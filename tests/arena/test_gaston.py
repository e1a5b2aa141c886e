"""Gaston's cards."""

from __future__ import annotations

import pytest

from domain.arena.board import Edition

from .play import BLUE, RED, make_play, marked, story_text

BETWEEN_TWO = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
MICKEY_ALONE = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM  .   .   .
       .   .   .   .   .
         .   .  ALA  .
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


# -- Quarrel Seeker: 4 to an adjacent rival; if it is alone, its Summoner banishes 1 card --------------


def test_quarrel_seeker_against_a_lone_rival_costs_its_summoner_a_card() -> None:
    play = make_play(MICKEY_ALONE, "GAS", red="GAS01", blue="SAM01 ALA02").red("play:GAS01")
    assert play.asked.prompt == "banish"
    assert play.asked.seat == BLUE
    play.blue("ALA02")
    assert play.effect == story_text("""
        GAS01.1 DamageDealt who=SAM by=GAS damage=4 hp=4
        SA-413 CardBanished seat=0 card=ALA02
    """)
    assert play.cards(BLUE).hand == ("SAM01",)
    assert play.cards(BLUE).banished == ("ALA02",)


def test_quarrel_seeker_against_two_who_stand_together_is_damage_only() -> None:
    play = make_play(BETWEEN_TWO, "GAS", red="GAS02", blue="SAM01 ALA02").red("play:GAS02").red("SAM")
    assert play.effect == "GAS02.1 DamageDealt who=SAM by=GAS damage=4 hp=4"


def test_quarrel_seeker_against_a_hand_of_1_asks_nothing() -> None:
    play = make_play(MICKEY_ALONE, "GAS", red="GAS01", blue="ALA02").red("play:GAS01")
    assert play.effect == story_text("""
        GAS01.1 DamageDealt who=SAM by=GAS damage=4 hp=4
        SA-413 CardBanished seat=0 card=ALA02
    """)


def test_quarrel_seeker_against_an_empty_hand_is_damage_only() -> None:
    play = make_play(MICKEY_ALONE, "GAS", red="GAS01").red("play:GAS01")
    assert play.effect == "GAS01.1 DamageDealt who=SAM by=GAS damage=4 hp=4"


def test_quarrel_seeker_that_knocks_out_has_nobody_left_to_be_alone_in_english() -> None:
    play = make_play(MICKEY_ALONE, "GAS", red="GAS01", blue="SAM01 ALA02", hp={"SAM": 4})
    play.red("play:GAS01")
    assert play.effect == story_text("""
        GAS01.1 DamageDealt who=SAM by=GAS damage=4 hp=0
        SA-601 CharacterKnockedOut who=SAM
        SA-902 FigureRemoved who=SAM
        SA-602 VictoryPointsGained team=1 points=4 total=4
    """)


@pytest.mark.parametrize("edition", ["fr", "it"])
def test_quarrel_seeker_that_knocks_out_asks_with_the_figure_still_standing(edition: Edition) -> None:
    """SA-902: in French and Italian the figure leaves after the paragraph."""
    play = make_play(MICKEY_ALONE, "GAS", red="GAS01", blue="SAM01 ALA02", hp={"SAM": 4}, edition=edition)
    play.red("play:GAS01").blue("SAM01")
    assert play.effect == story_text("""
        GAS01.1 DamageDealt who=SAM by=GAS damage=4 hp=0
        SA-601 CharacterKnockedOut who=SAM
        SA-602 VictoryPointsGained team=1 points=4 total=4
        SA-413 CardBanished seat=0 card=SAM01
        SA-902 FigureRemoved who=SAM
    """)


@pytest.mark.parametrize("edition", ["fr", "it"])
def test_quarrel_seeker_that_knocks_out_beside_another_rival_costs_nothing(edition: Edition) -> None:
    play = make_play(BETWEEN_TWO, "GAS", red="GAS01", blue="SAM01 ALA02", hp={"SAM": 4}, edition=edition)
    play.red("play:GAS01").red("SAM")
    assert "CardBanished" not in play.story
    assert play.at("SAM") == ""


# -- Shove: 3 to an adjacent rival, then it is moved up to 2, never through occupied spaces ------------


def test_shove_deals_3_and_moves_the_rival() -> None:
    play = make_play(BETWEEN_TWO, "GAS", red="GAS05").red("play:GAS05")
    assert play.asked.prompt == "target"
    assert play.options == {"SAM", "ALA"}
    play.red("SAM")
    assert play.asked.prompt == "where"
    assert play.asked.seat == RED
    play.red("d1")
    assert play.effect == story_text("""
        GAS05.1 DamageDealt who=SAM by=GAS damage=3 hp=5
        SA-304 CharacterMoved who=SAM path=[d3,d2,d1]
    """)


def test_shove_moves_through_nobody_not_even_the_rivals_own_ally() -> None:
    mickey_in_the_way = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .   .  ALA  .   .
       .   .  SAM  .   .
         .   .   .   .
    """
    play = make_play(mickey_in_the_way, "GAS", red="GAS06").red("play:GAS06")
    assert play.options == marked("""
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   x   .
   .   .   x   .   x   x   .
     .   x   x   .   x   x
       .   x   .   x   x
         .   .   x   x
    """)


def test_shove_may_leave_the_rival_where_it_is() -> None:
    play = make_play(MICKEY_ALONE, "GAS", red="GAS05").red("play:GAS05").red()
    assert play.effect == "GAS05.1 DamageDealt who=SAM by=GAS damage=3 hp=5"


@pytest.mark.parametrize("edition", ["en", "fr", "it"])
def test_shove_that_knocks_out_moves_nobody(edition: Edition) -> None:
    """SA-406: the handbook's own example."""
    play = make_play(MICKEY_ALONE, "GAS", red="GAS05", hp={"SAM": 3}, edition=edition).red("play:GAS05")
    assert play.asked.prompt == "turn"
    assert "CharacterMoved" not in play.story
    assert play.at("SAM") == ""


def test_shove_hurts_an_immobilized_rival_and_does_not_move_it() -> None:
    play = make_play(MICKEY_ALONE, "GAS", red="GAS05", statuses={"SAM": {"immobilized": 1}})
    play.red("play:GAS05")
    assert play.effect == story_text("""
        GAS05.1 DamageDealt who=SAM by=GAS damage=3 hp=5
        SA-504 MovementPrevented who=SAM
    """)


# -- the other blows ---------------------------------------------------------------------------------


def test_bear_hug_deals_2_and_immobilizes() -> None:
    play = make_play(MICKEY_ALONE, "GAS", red="GAS07").red("play:GAS07")
    assert play.effect == story_text("""
        GAS07.1 DamageDealt who=SAM by=GAS damage=2 hp=6
        SA-501 StatusCountersAdded who=SAM status=immobilized counters=2 total=2
    """)


@pytest.mark.parametrize("edition", ["en", "fr", "it"])
def test_bear_hug_that_knocks_out_immobilizes_nobody(edition: Edition) -> None:
    play = make_play(MICKEY_ALONE, "GAS", red="GAS07", hp={"SAM": 1}, edition=edition).red("play:GAS07")
    assert "StatusCountersAdded" not in play.story


def test_table_over_hits_everyone_near_in_the_order_that_gaston_likes() -> None:
    play = make_play(BETWEEN_TWO, "GAS", red="GAS09").red("play:GAS09")
    assert play.asked.prompt == "order-of-damage"
    play.red("ALA", "SAM")
    assert play.effect == story_text("""
        GAS09.1 DamageDealt who=ALA by=GAS damage=2 hp=7
        GAS09.1 DamageDealt who=SAM by=GAS damage=2 hp=6
    """)


def test_table_over_with_1_near_asks_nothing_and_with_none_does_nothing() -> None:
    assert make_play(MICKEY_ALONE, "GAS", red="GAS09").red("play:GAS09").effect == (
        "GAS09.1 DamageDealt who=SAM by=GAS damage=2 hp=6"
    )
    assert make_play(FAR_APART, "GAS", red="GAS09").red("play:GAS09").effect == ""


# -- Shouldered Aside: in either phase, up to 2 spaces, then 2 to up to 1 adjacent rival ---------------


@pytest.mark.parametrize("phase", ["movement", "action"])
def test_shouldered_aside_is_played_in_either_phase(phase: str) -> None:
    play = make_play(BETWEEN_TWO, "GAS", red="GAS04").red("play:GAS04").red(phase).red("f3").red("ALA")
    assert play.story == story_text(f"""
        SA-313 PhaseBegan phase={phase}
        SA-313 CardPlayed seat=1 card=GAS04
        SA-304 CharacterMoved who=GAS path=[d4,e4,f3]
        GAS04.2 DamageDealt who=ALA by=GAS damage=2 hp=7
        SA-313 CardResolved seat=1 card=GAS04
    """)


def test_shouldered_aside_may_neither_move_nor_hit() -> None:
    play = make_play(BETWEEN_TWO, "GAS", red="GAS04").red("play:GAS04").red("action").red().red()
    assert play.effect == ""


def test_an_immobilized_gaston_shoulders_whoever_stands_there() -> None:
    play = make_play(MICKEY_ALONE, "GAS", red="GAS04", phases="action", statuses={"GAS": {"immobilized": 1}})
    play.red("play:GAS04").red("SAM")
    assert play.since(0).splitlines()[2:4] == [
        "SA-504 MovementPrevented who=GAS",
        "GAS04.2 DamageDealt who=SAM by=GAS damage=2 hp=6",
    ]


# -- movements ---------------------------------------------------------------------------------------


def test_head_down_moves_up_to_3() -> None:
    play = make_play(FAR_APART, "GAS", red="GAS03").red("play:GAS03").red("b4")
    assert play.effect == "SA-304 CharacterMoved who=GAS path=[b7,b6,b5,b4]"


def test_round_for_the_house_moves_up_to_1_and_recovers_2() -> None:
    play = make_play(FAR_APART, "GAS", red="GAS08", hp={"GAS": 5}).red("play:GAS08").red("b6")
    assert play.effect == story_text("""
        SA-304 CharacterMoved who=GAS path=[b7,b6]
        SA-408 HealthRecovered who=GAS amount=2 hp=7
    """)


def test_round_for_the_house_never_heals_above_the_starting_hp() -> None:
    play = make_play(FAR_APART, "GAS", red="GAS08", hp={"GAS": 9}).red("play:GAS08").red()
    assert play.effect == "SA-408 HealthRecovered who=GAS amount=1 hp=10"
    assert make_play(FAR_APART, "GAS", red="GAS08").red("play:GAS08").red().effect == ""


def test_on_the_trail_moves_up_to_2_and_draws() -> None:
    play = make_play(FAR_APART, "GAS", red="GAS10", red_deck="ARI01").red("play:GAS10").red("b5")
    assert play.effect == story_text("""
        SA-304 CharacterMoved who=GAS path=[b7,b6,b5]
        SA-210 CardDrawn seat=1 card=ARI01
    """)
    assert play.cards(RED).hand == ("ARI01",)


def test_on_the_trail_on_an_empty_deck_makes_this_round_the_last() -> None:
    play = make_play(FAR_APART, "GAS", red="GAS10", red_deck="").red("play:GAS10").red()
    assert play.effect == story_text("""
        SA-210 DrawSkipped seat=1
        SA-703 FinalRoundCalled
    """)
