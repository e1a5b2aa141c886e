"""Sorcerer's Apprentice Mickey's cards."""

from __future__ import annotations

import pytest

from .play import make_play, story_text

FACE_TO_FACE = """
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


# -- Magical Mob: 2 Magic Broom, then up to 1 adjacent rival takes 1 for each counter ------------------


def test_magical_mob_strikes_with_the_brooms_it_has_just_called() -> None:
    play = make_play(FACE_TO_FACE, "SAM", blue="SAM01")
    play.blue("play:SAM01")
    assert play.asked.prompt == "target"
    assert play.options == {"GAS"}
    play.blue("GAS")
    assert play.story == story_text("""
        SA-313 PhaseBegan phase=action
        SA-313 CardPlayed seat=0 card=SAM01
        SA-501 StatusCountersAdded who=SAM status=magic_broom counters=2 total=2
        SAM01.2 DamageDealt who=GAS by=SAM damage=2 hp=8
        SA-313 CardResolved seat=0 card=SAM01
    """)


def test_magical_mob_counts_every_broom_on_the_tile_and_no_other_counter() -> None:
    statuses = {"SAM": {"magic_broom": 3, "stealthy": 2}}
    play = make_play(FACE_TO_FACE, "SAM", blue="SAM02", statuses=statuses)
    play.blue("play:SAM02").blue("GAS")
    assert play.effect == story_text("""
        SA-501 StatusCountersAdded who=SAM status=magic_broom counters=2 total=5
        SAM02.2 DamageDealt who=GAS by=SAM damage=5 hp=5
    """)


def test_magical_mob_may_spare_everyone() -> None:
    play = make_play(FACE_TO_FACE, "SAM", blue="SAM01").blue("play:SAM01").blue()
    assert play.effect == "SA-501 StatusCountersAdded who=SAM status=magic_broom counters=2 total=2"


def test_magical_mob_with_nobody_near_asks_nothing() -> None:
    play = make_play(FAR_APART, "SAM", blue="SAM01").blue("play:SAM01")
    assert play.effect == "SA-501 StatusCountersAdded who=SAM status=magic_broom counters=2 total=2"
    assert play.asked.prompt == "turn"


# -- spells ------------------------------------------------------------------------------------------

THREE_AWAY = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .  GAS  .   .   .
     .   .   .   .  ARI  .
       .   .   .   .   .
         .  SAM ALA  .
"""


def test_shooting_star_hits_1_rival_within_3() -> None:
    play = make_play(THREE_AWAY, "SAM", blue="SAM03").blue("play:SAM03")
    assert play.options == {"GAS", "ARI"}
    play.blue("ARI")
    assert play.effect == "SAM03.1 DamageDealt who=ARI by=SAM damage=2 hp=6"


def test_shooting_star_does_not_reach_beyond_3() -> None:
    play = make_play(FAR_APART, "SAM", blue="SAM04")
    assert play.refusal("play:SAM04").rule == "SA-403"


def test_spellbinding_swirlpool_deals_3_to_1_rival_within_2() -> None:
    play = make_play(FACE_TO_FACE, "SAM", blue="SAM05").blue("play:SAM05")
    assert play.options == {"GAS", "ARI"}
    play.blue("ARI")
    assert play.effect == "SAM05.1 DamageDealt who=ARI by=SAM damage=3 hp=5"


def test_spellbinding_swirlpool_does_not_reach_beyond_2() -> None:
    play = make_play(THREE_AWAY, "SAM", blue="SAM05")
    assert play.refusal("play:SAM05").rule == "SA-403"


def test_swing_of_the_handle_deals_3_to_the_only_adjacent_rival_unasked() -> None:
    play = make_play(FACE_TO_FACE, "SAM", blue="SAM09").blue("play:SAM09")
    assert play.effect == "SAM09.1 DamageDealt who=GAS by=SAM damage=3 hp=7"


def test_swing_of_the_handle_needs_an_adjacent_rival() -> None:
    assert make_play(THREE_AWAY, "SAM", blue="SAM09").refusal("play:SAM09").rule == "SA-403"


# -- Errand of Brooms: in either phase, 1 Magic Broom, then up to 1 space ------------------------------


@pytest.mark.parametrize(("phase", "left"), [("movement", "action"), ("action", "movement")])
def test_errand_of_brooms_is_played_in_either_phase(phase: str, left: str) -> None:
    play = make_play(FACE_TO_FACE, "SAM", blue="SAM06").blue("play:SAM06")
    assert play.asked.prompt == "phase"
    play.blue(phase)
    assert play.asked.prompt == "where"
    play.blue("c3")
    assert play.story == story_text(f"""
        SA-313 PhaseBegan phase={phase}
        SA-313 CardPlayed seat=0 card=SAM06
        SA-501 StatusCountersAdded who=SAM status=magic_broom counters=1 total=1
        SA-304 CharacterMoved who=SAM path=[d3,c3]
        SA-313 CardResolved seat=0 card=SAM06
    """)
    assert [name for name, times in play.board.phases.items() if times] == [left]


def test_errand_of_brooms_may_stay_where_it_is() -> None:
    play = make_play(FACE_TO_FACE, "SAM", blue="SAM06").blue("play:SAM06").blue("action").blue()
    assert play.effect == "SA-501 StatusCountersAdded who=SAM status=magic_broom counters=1 total=1"


# -- movements ---------------------------------------------------------------------------------------


def test_studied_steps_moves_up_to_2_and_calls_2_brooms() -> None:
    play = make_play(FACE_TO_FACE, "SAM", blue="SAM07").blue("play:SAM07").blue("c4")
    assert play.effect == story_text("""
        SA-304 CharacterMoved who=SAM path=[d3,c4]
        SA-501 StatusCountersAdded who=SAM status=magic_broom counters=2 total=2
    """)


def test_studied_steps_calls_its_brooms_without_a_step() -> None:
    play = make_play(FACE_TO_FACE, "SAM", blue="SAM07").blue("play:SAM07").blue()
    assert play.effect == "SA-501 StatusCountersAdded who=SAM status=magic_broom counters=2 total=2"


def test_borrowed_hat_moves_up_to_3() -> None:
    play = make_play(FAR_APART, "SAM", blue="SAM08").blue("play:SAM08").blue("e4")
    assert play.effect == "SA-304 CharacterMoved who=SAM path=[e1,e2,e3,e4]"


# -- Mystic Rush: up to 2, 2 Magic Broom, and with 3 counters 1 more Movement Phase --------------------


def test_mystic_rush_with_3_counters_grants_another_movement_phase() -> None:
    play = make_play(FAR_APART, "SAM", blue="SAM10", statuses={"SAM": {"magic_broom": 1}})
    play.blue("play:SAM10").blue("e3")
    assert play.effect == story_text("""
        SA-304 CharacterMoved who=SAM path=[e1,e2,e3]
        SA-501 StatusCountersAdded who=SAM status=magic_broom counters=2 total=3
        SAM10.3 ExtraPhaseGranted phase=movement
    """)
    play.blue("move:e4")
    assert play.at("SAM") == "e4"
    assert play.offers("move") == set()


def test_mystic_rush_with_2_counters_grants_nothing() -> None:
    play = make_play(FAR_APART, "SAM", blue="SAM10").blue("play:SAM10").blue("e3")
    assert play.effect == story_text("""
        SA-304 CharacterMoved who=SAM path=[e1,e2,e3]
        SA-501 StatusCountersAdded who=SAM status=magic_broom counters=2 total=2
    """)
    assert play.refusal("move:e4").rule == "SA-301"


def test_mystic_rush_counts_the_counters_of_all_status_effects() -> None:
    play = make_play(FACE_TO_FACE, "SAM", blue="SAM10", statuses={"SAM": {"immobilized": 1}})
    play.blue("play:SAM10")
    assert play.effect == story_text("""
        SA-504 MovementPrevented who=SAM
        SA-501 StatusCountersAdded who=SAM status=magic_broom counters=2 total=2
        SAM10.3 ExtraPhaseGranted phase=movement
    """)


def test_brooms_pile_up_over_two_movement_phases_and_an_action() -> None:
    play = make_play(FACE_TO_FACE, "SAM", blue="SAM10 SAM07 SAM01", statuses={"SAM": {"magic_broom": 1}})
    play.blue("play:SAM10").blue().blue("play:SAM07").blue().blue("play:SAM01")
    assert play.statuses("SAM") == {"magic_broom": 7}
    play.blue("GAS")
    assert play.hp("GAS") == 3
