"""Demona's cards."""

from __future__ import annotations

from typing import Any

import pytest

from domain.arena.board import Edition

from .cards_play import attack, counters, damage, full, healing, points, threshold, worth
from .play import BLUE, Play, make_play, story_text

FACE_TO_FACE = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .  DEM SUL  .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
"""
IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  MAL  .   .
   .   .  ALA DEM SUL  .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
"""
A_STEP_AWAY = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .  DEM  .  SUL  .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
"""
EDITIONS = pytest.mark.parametrize("edition", ["en", "fr", "it"])


def dealt(drawing: str, hand: str, **more: Any) -> Play:
    """Demona's turn, with Maleficent at her side against Sulley and Aladdin."""
    return make_play(drawing, "DEM", teams="DEM MAL / SUL ALA", chapter=3, blue=hand, **more)


# -- Dive off the Ledge: a move, then damage ---------------------------------------------------------


def test_dive_off_the_ledge_moves_then_hits() -> None:
    hit = damage("DEM01")
    play = dealt(A_STEP_AWAY, "DEM01").blue("play:DEM01").blue("e4").blue("SUL")
    assert play.effect == story_text(f"""
        SA-304 CharacterMoved who=DEM path=[d4,e4]
        DEM01.2 DamageDealt who=SUL by=DEM damage={hit} hp={full("SUL") - hit}
    """)


def test_dive_off_the_ledge_may_stay_and_may_spare() -> None:
    play = dealt(FACE_TO_FACE, "DEM02").blue("play:DEM02").blue().blue()
    assert play.effect == ""


def test_dive_off_the_ledge_is_only_a_move_where_nobody_is_near() -> None:
    """SA-403: “up to” one rival may be none, so it may always be played."""
    play = dealt(A_STEP_AWAY, "DEM01").blue("play:DEM01").blue("c4")
    assert play.effect == "SA-304 CharacterMoved who=DEM path=[d4,c4]"


def test_an_immobilized_demona_hits_without_a_dive() -> None:
    play = dealt(FACE_TO_FACE, "DEM01", statuses={"DEM": {"immobilized": 1}}).blue("play:DEM01").blue("SUL")
    assert play.effect.startswith("SA-504 MovementPrevented who=DEM\nDEM01.2 DamageDealt who=SUL")


def test_dive_off_the_ledge_does_not_offer_a_stealthy_rival_who_cannot_be_paid_for() -> None:
    play = dealt(FACE_TO_FACE, "DEM01", statuses={"SUL": {"stealthy": 1}}).blue("play:DEM01").blue()
    assert play.effect == ""
    assert play.asked.prompt == "turn"


# -- No Quarter: damage, and a point for a knock-out -------------------------------------------------


def test_no_quarter_gains_nothing_from_a_rival_who_stands() -> None:
    hit = damage("DEM03")
    play = dealt(FACE_TO_FACE, "DEM03").blue("play:DEM03")
    assert play.effect == f"DEM03.1 DamageDealt who=SUL by=DEM damage={hit} hp={full('SUL') - hit}"


@EDITIONS
def test_no_quarter_gains_points_beyond_those_of_the_tile_for_a_knock_out(edition: Edition) -> None:
    play = dealt(FACE_TO_FACE, "DEM03", hp={"SUL": 1}, edition=edition).blue("play:DEM03")
    tile, bonus = worth("SUL"), points("DEM03")
    assert play.effect.splitlines()[1] == "SA-601 CharacterKnockedOut who=SUL"
    assert [line for line in play.effect.splitlines() if "VictoryPointsGained" in line] == [
        f"SA-602 VictoryPointsGained team=0 points={tile} total={tile}",
        f"DEM03.1 VictoryPointsGained team=0 points={bonus} total={tile + bonus}",
    ]


# -- Grudge of an Age: damage and Cursed -------------------------------------------------------------


def test_grudge_of_an_age_hurts_and_curses() -> None:
    hit, cursed = damage("DEM04"), counters("DEM04", "cursed")
    play = dealt(FACE_TO_FACE, "DEM04").blue("play:DEM04")
    assert play.effect == story_text(f"""
        DEM04.1 DamageDealt who=SUL by=DEM damage={hit} hp={full("SUL") - hit}
        SA-501 StatusCountersAdded who=SUL status=cursed counters={cursed} total={cursed}
    """)


@EDITIONS
def test_grudge_of_an_age_curses_nobody_whom_it_knocks_out(edition: Edition) -> None:
    play = dealt(FACE_TO_FACE, "DEM04", hp={"SUL": 1}, edition=edition).blue("play:DEM04")
    assert "CharacterKnockedOut who=SUL" in play.effect
    assert "StatusCountersAdded" not in play.effect


def test_grudge_of_an_age_is_paid_for_once_though_two_clauses_hit() -> None:
    """SA-507: one payment per card and target."""
    play = dealt(FACE_TO_FACE, "DEM04 DEM07 DEM08", statuses={"SUL": {"stealthy": 1}}).blue("play:DEM04")
    play.blue("DEM07")
    assert play.effect.count("CardBanished") == 1
    assert play.statuses("SUL")["cursed"] == counters("DEM04", "cursed")


# -- Reckless Claws: heavy damage, and a card of her own ---------------------------------------------


def test_reckless_claws_costs_a_card_of_the_own_choice() -> None:
    hit = damage("DEM05")
    play = dealt(FACE_TO_FACE, "DEM05 DEM07 MAL08").blue("play:DEM05")
    assert (play.asked.seat, play.asked.prompt, play.options) == (BLUE, "banish", {"DEM07", "MAL08"})
    play.blue("MAL08")
    assert play.effect == story_text(f"""
        DEM05.1 DamageDealt who=SUL by=DEM damage={hit} hp={full("SUL") - hit}
        SA-413 CardBanished seat=0 card=MAL08
    """)


def test_reckless_claws_with_an_empty_hand_is_damage_only() -> None:
    play = dealt(FACE_TO_FACE, "DEM05").blue("play:DEM05")
    assert "CardBanished" not in play.effect
    assert play.hp("SUL") == full("SUL") - damage("DEM05")


@EDITIONS
def test_reckless_claws_costs_a_card_though_it_knocked_out(edition: Edition) -> None:
    """SA-406: the rest of the card goes on."""
    play = dealt(FACE_TO_FACE, "DEM05 DEM07", hp={"SUL": 1}, edition=edition).blue("play:DEM05")
    assert play.effect.splitlines()[-1] == "SA-413 CardBanished seat=0 card=DEM07"


# -- Stone until Dusk: Tough, and HP back ------------------------------------------------------------


@pytest.mark.parametrize("phase", ["movement", "action"])
def test_stone_until_dusk_hardens_and_heals_in_either_phase(phase: str) -> None:
    tough, back = counters("DEM06", "tough"), healing("DEM06")
    play = dealt(FACE_TO_FACE, "DEM06", hp={"DEM": 1}).blue("play:DEM06").blue(phase)
    assert play.effect == story_text(f"""
        SA-501 StatusCountersAdded who=DEM status=tough counters={tough} total={tough}
        SA-408 HealthRecovered who=DEM amount={back} hp={1 + back}
    """)


def test_stone_until_dusk_never_heals_above_the_starting_hp() -> None:
    play = dealt(FACE_TO_FACE, "DEM06", phases="action").blue("play:DEM06")
    assert "HealthRecovered" not in play.effect
    assert play.statuses("DEM") == {"tough": counters("DEM06", "tough")}


# -- Rising Draught: a long move ---------------------------------------------------------------------


def test_rising_draught_moves_past_an_ally() -> None:
    play = dealt(IN_THE_THICK, "DEM07").blue("play:DEM07")
    assert "d5" not in play.options
    play.blue("d6")
    assert play.at("DEM") == "d6"


# -- Circle and Strike Again: with counters enough, a further Action Phase ---------------------------


def test_circle_and_strike_again_lets_her_attack_twice() -> None:
    play = dealt(FACE_TO_FACE, "DEM09", statuses={"DEM": {"tough": threshold("DEM09")}})
    play.blue("play:DEM09").blue("d5")
    assert play.effect == story_text("""
        SA-304 CharacterMoved who=DEM path=[d4,d5]
        DEM09.2 ExtraPhaseGranted phase=action
    """)
    play.blue("attack:SUL").blue("attack:SUL")
    assert play.hp("SUL") == full("SUL") - 2 * attack("DEM")
    assert play.refusal("attack:SUL").rule == "SA-301"


def test_circle_and_strike_again_counts_all_her_tiles_together() -> None:
    enough = threshold("DEM09")
    statuses = {"DEM": {"cursed": 1, "strong": enough - 1}}
    play = dealt(FACE_TO_FACE, "DEM09", statuses=statuses).blue("play:DEM09").blue()
    assert play.effect == "DEM09.2 ExtraPhaseGranted phase=action"


def test_circle_and_strike_again_with_a_counter_too_few_is_a_move() -> None:
    statuses = {"DEM": {"strong": threshold("DEM09") - 1}}
    play = dealt(FACE_TO_FACE, "DEM09", statuses=statuses).blue("play:DEM09").blue("d5")
    assert play.effect == "SA-304 CharacterMoved who=DEM path=[d4,d5]"
    assert play.board.phases["action"] == 1


# -- Friend or Foe: everyone adjacent, of either side ------------------------------------------------


def test_friend_or_foe_hits_her_own_side_too_and_not_herself() -> None:
    hit = damage("DEM10")
    play = dealt(IN_THE_THICK, "DEM10").blue("play:DEM10")
    assert (play.asked.prompt, play.options) == ("order-of-damage", {"MAL", "ALA", "SUL"})
    play.blue("MAL", "SUL", "ALA")
    assert play.effect == story_text(f"""
        DEM10.1 DamageDealt who=MAL by=DEM damage={hit} hp={full("MAL") - hit}
        DEM10.1 DamageDealt who=SUL by=DEM damage={hit} hp={full("SUL") - hit}
        DEM10.1 DamageDealt who=ALA by=DEM damage={hit} hp={full("ALA") - hit}
    """)


def test_friend_or_foe_that_knocks_out_an_ally_pays_the_rivals() -> None:
    """SA-602: whoever caused it."""
    play = dealt(IN_THE_THICK, "DEM10", hp={"MAL": 1}).blue("play:DEM10").blue("MAL", "SUL", "ALA")
    assert f"SA-602 VictoryPointsGained team=1 points={worth('MAL')} total={worth('MAL')}" in play.effect
    assert play.hp("ALA") == full("ALA") - damage("DEM10")


def test_friend_or_foe_passes_taunt_and_stealth_by() -> None:
    statuses = {"SUL": {"taunt": 1}, "ALA": {"stealthy": 1}}
    play = dealt(IN_THE_THICK, "DEM10", statuses=statuses).blue("play:DEM10").blue("MAL", "SUL", "ALA")
    assert play.hp("ALA") == full("ALA") - damage("DEM10")


def test_a_strong_demona_deals_1_more_to_each() -> None:
    """SA-508: whatever the number of counters."""
    play = dealt(IN_THE_THICK, "DEM10", statuses={"DEM": {"strong": 3}})
    play.blue("play:DEM10").blue("MAL", "SUL", "ALA")
    assert {who: full(who) - play.hp(who) for who in ("MAL", "SUL", "ALA")} == dict.fromkeys(
        ("MAL", "SUL", "ALA"), damage("DEM10") + 1
    )
