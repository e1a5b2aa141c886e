"""Sulley's cards."""

from __future__ import annotations

from typing import Any

import pytest

from domain.arena.board import Edition

from .cards_play import attack, counters, damage, full, healing, points, worth
from .play import Play, make_play, story_text

FACE_TO_FACE = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .  SUL GAS  .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
"""
IN_THE_MIDDLE = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .  DEM SUL GAS  .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
"""
WITH_ARIEL = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  SUL  .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
        DEM  .   .   .
"""
EDITIONS = pytest.mark.parametrize("edition", ["en", "fr", "it"])


def dealt(drawing: str, hand: str, **more: Any) -> Play:
    """Sulley's turn, with Ariel at his side against Gaston and Demona."""
    return make_play(drawing, "SUL", teams="SUL ARI / GAS DEM", chapter=3, blue=hand, **more)


# -- Doorway Filled: a step, Taunt and Tough ---------------------------------------------------------


@pytest.mark.parametrize("phase", ["movement", "action"])
def test_doorway_filled_steps_taunts_and_hardens_in_either_phase(phase: str) -> None:
    taunt, tough = counters("SUL01", "taunt"), counters("SUL01", "tough")
    play = dealt(WITH_ARIEL, "SUL01").blue("play:SUL01").blue(phase).blue("c4")
    assert play.effect == story_text(f"""
        SA-304 CharacterMoved who=SUL path=[d4,c4]
        SA-501 StatusCountersAdded who=SUL status=taunt counters={taunt} total={taunt}
        SA-501 StatusCountersAdded who=SUL status=tough counters={tough} total={tough}
    """)


def test_doorway_filled_turns_the_blows_meant_for_ariel_and_softens_them() -> None:
    beside_both = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI GAS  .
   .   .   .   .  SUL  .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
    """
    play = dealt(beside_both, "SUL02", phases="action").blue("play:SUL02").blue()
    assert play.board.active == "GAS"
    assert play.offers("attack") == {"SUL"}
    assert play.refusal("attack:ARI").rule == "SA-510"
    play.red("attack:SUL")
    assert play.hp("SUL") == full("SUL") - attack("GAS") + 1


# -- Roar down the Hall: everyone adjacent is hurt and flustered -------------------------------------


def test_roar_down_the_hall_hits_all_first_and_flusters_all_then() -> None:
    hit, flustered = damage("SUL03"), counters("SUL03", "flustered")
    play = dealt(IN_THE_MIDDLE, "SUL03").blue("play:SUL03").blue("GAS", "DEM")
    assert play.effect.splitlines()[:2] == [
        f"SUL03.1 DamageDealt who=GAS by=SUL damage={hit} hp={full('GAS') - hit}",
        f"SUL03.1 DamageDealt who=DEM by=SUL damage={hit} hp={full('DEM') - hit}",
    ]
    assert play.statuses("GAS") == play.statuses("DEM") == {"flustered": flustered}
    assert play.hp("ARI") == full("ARI")


@EDITIONS
def test_roar_down_the_hall_flusters_only_those_who_stand(edition: Edition) -> None:
    play = dealt(IN_THE_MIDDLE, "SUL03", hp={"DEM": 1}, edition=edition).blue("play:SUL03").blue("DEM", "GAS")
    assert [line for line in play.effect.splitlines() if "StatusCounters" in line] == [
        "SA-501 StatusCountersAdded who=GAS status=flustered"
        f" counters={counters('SUL03', 'flustered')} total={counters('SUL03', 'flustered')}"
    ]


def test_roar_down_an_empty_hall_does_nothing() -> None:
    assert dealt(WITH_ARIEL, "SUL03").blue("play:SUL03").effect == ""


# -- Broad Shoulder: damage, then far away -----------------------------------------------------------


def test_broad_shoulder_hurts_and_carries_off() -> None:
    hit = damage("SUL04")
    play = dealt(FACE_TO_FACE, "SUL04").blue("play:SUL04").blue("f4")
    assert play.effect == story_text(f"""
        SUL04.1 DamageDealt who=GAS by=SUL damage={hit} hp={full("GAS") - hit}
        SA-304 CharacterMoved who=GAS path=[e4,f4]
    """)


@EDITIONS
def test_broad_shoulder_carries_nobody_off_who_is_knocked_out(edition: Edition) -> None:
    """SA-406, as with Shove."""
    play = dealt(FACE_TO_FACE, "SUL05", hp={"GAS": 1}, edition=edition).blue("play:SUL05")
    assert play.asked.prompt == "turn"
    assert "CharacterMoved" not in play.story


def test_a_tough_rival_takes_1_less_and_is_carried_off_all_the_same() -> None:
    """SA-509."""
    play = dealt(FACE_TO_FACE, "SUL04", statuses={"GAS": {"tough": 2}}).blue("play:SUL04").blue("f4")
    assert play.hp("GAS") == full("GAS") - damage("SUL04") + 1
    assert play.at("GAS") == "f4"


# -- Both Paws: plain damage -------------------------------------------------------------------------


def test_both_paws_hit_hard() -> None:
    hit = damage("SUL06")
    play = dealt(IN_THE_MIDDLE, "SUL06").blue("play:SUL06")
    assert play.options == {"GAS", "DEM"}
    play.blue("DEM")
    assert play.effect == f"SUL06.1 DamageDealt who=DEM by=SUL damage={hit} hp={full('DEM') - hit}"


def test_both_paws_that_knock_out_earn_the_tile() -> None:
    play = dealt(FACE_TO_FACE, "SUL06", hp={"GAS": 1}).blue("play:SUL06")
    assert play.board.points == (worth("GAS"), 0)


# -- Ride on the Back: a move, and an ally brought along ---------------------------------------------


def test_ride_on_the_back_brings_an_ally_along() -> None:
    play = dealt(WITH_ARIEL, "SUL07").blue("play:SUL07").blue("e4").blue("ARI").blue("e5")
    assert play.effect == story_text("""
        SA-304 CharacterMoved who=SUL path=[d4,e4]
        SA-304 CharacterMoved who=ARI path=[d5,e5]
    """)


def test_ride_on_the_back_may_be_taken_alone() -> None:
    play = dealt(WITH_ARIEL, "SUL07").blue("play:SUL07").blue("e4").blue()
    assert play.effect == "SA-304 CharacterMoved who=SUL path=[d4,e4]"


def test_ride_on_the_back_leaves_an_immobilized_ally_behind() -> None:
    play = dealt(WITH_ARIEL, "SUL07", statuses={"ARI": {"immobilized": 1}}).blue("play:SUL07").blue("e4")
    play.blue("ARI")
    assert play.effect == story_text("""
        SA-304 CharacterMoved who=SUL path=[d4,e4]
        SA-504 MovementPrevented who=ARI
    """)


@pytest.mark.parametrize(("edition", "brings"), [("en", False), ("fr", True), ("it", True)])
def test_ride_on_the_back_in_front_of_a_taunting_rival(edition: Edition, brings: bool) -> None:
    """SA-903: in English nobody but the taunting rival is chosen, not even an own ally."""
    play = dealt(WITH_ARIEL, "SUL07", statuses={"DEM": {"taunt": 1}}, edition=edition)
    play.blue("play:SUL07").blue("e4")
    assert (play.asked.prompt == "target" and play.options == {"ARI"}) == brings


# -- Warm Fur: HP for himself and whoever is near ----------------------------------------------------


def test_warm_fur_heals_him_and_his_neighbours_and_no_rival() -> None:
    back = healing("SUL08")
    play = dealt(IN_THE_MIDDLE, "SUL08", hp={"SUL": 1, "ARI": 1, "GAS": 1, "DEM": 1}).blue("play:SUL08")
    assert play.effect == story_text(f"""
        SA-408 HealthRecovered who=ARI amount={back} hp={1 + back}
        SA-408 HealthRecovered who=SUL amount={back} hp={1 + back}
    """)


def test_warm_fur_does_not_reach_an_ally_further_off_nor_heal_the_unhurt() -> None:
    apart = """
         .   .   .  ARI
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .  SUL  .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
    """
    assert dealt(apart, "SUL08", hp={"ARI": 1}).blue("play:SUL08").effect == ""


# -- movements ---------------------------------------------------------------------------------------


def test_long_strides_move() -> None:
    play = dealt(FACE_TO_FACE, "SUL09").blue("play:SUL09").blue("c4")
    assert play.effect == "SA-304 CharacterMoved who=SUL path=[d4,c4]"


# -- Name on the Board: the next card decides --------------------------------------------------------


def test_name_on_the_board_scores_with_a_status_card_and_leaves_it_there() -> None:
    more = points("SUL10")
    play = dealt(FACE_TO_FACE, "SUL10", blue_deck="SUL01 ARI05", phases="action").blue("play:SUL10").blue()
    assert play.effect == story_text(f"""
        SUL10.2 CardRevealed seat=0 card=SUL01
        SUL10.2 VictoryPointsGained team=0 points={more} total={more}
    """)
    assert play.cards(0).deck == ("SUL01", "ARI05")


def test_name_on_the_board_draws_any_other_card() -> None:
    play = dealt(FACE_TO_FACE, "SUL10", blue_deck="SUL09 ARI05", phases="movement")
    play.blue("play:SUL10").blue("c4")
    assert play.effect == story_text("""
        SA-304 CharacterMoved who=SUL path=[d4,c4]
        SUL10.2 CardRevealed seat=0 card=SUL09
        SA-210 CardDrawn seat=0 card=SUL09
    """)


def test_name_on_the_board_says_nothing_of_an_empty_deck() -> None:
    """SA-412: nothing is revealed, so neither happens."""
    play = dealt(FACE_TO_FACE, "SUL10", blue_deck="", phases="action").blue("play:SUL10").blue()
    assert play.effect == ""
    assert not play.board.final


def test_name_on_the_board_may_bring_the_final_round() -> None:
    """SA-702."""
    play = dealt(FACE_TO_FACE, "SUL10", blue_deck="SUL01", phases="action", points=(20 - points("SUL10"), 0))
    play.blue("play:SUL10").blue()
    assert play.effect.splitlines()[-1] == "SA-702 FinalRoundCalled"


# -- Sulley can Taunt: his own cards say so ----------------------------------------------------------


def test_taunt_of_sulley_wears_off_with_his_own_next_turn() -> None:
    """SA-203: 1 Taunt covers one full round."""
    play = dealt(FACE_TO_FACE, "SUL01", phases="action", order="SUL GAS").blue("play:SUL01").blue()
    assert play.statuses("SUL")["taunt"] == counters("SUL01", "taunt")
    play.red("end")
    assert play.statuses("SUL").get("taunt", 0) == counters("SUL01", "taunt") - 1
