"""The abilities of the heroes' upgraded sides (SA-803): each on its occasion, in whoever's turn it is."""

from __future__ import annotations

from typing import Any

import pytest

from .cards_play import attack, damage, full, healing, three, threshold, upgraded, worth
from .play import BLUE, RED, story_text

AROUND_SULLEY = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  DEM  .   .
   .   .   .  SUL GAS  .   .
     .   .   .  MAL  .   .
       .   .   .   .   .
         .   .   .   .
"""


# -- SAM.a, Buckets at the Brim: counters enough when his turn starts, and all around are hurt ---------


def test_buckets_at_the_brim_spill_over_every_rival_near() -> None:
    hit = damage("SAM.a")
    statuses = {"SAM": {"strong": 1, "tough": threshold("SAM.a") + 1}}
    play = upgraded(
        three("ARI", "SAM", "GAS"), "GAS", "SAM", "SAM ALA / GAS ARI", order="GAS SAM ARI", statuses=statuses
    )
    play.red("end")
    assert (play.asked.seat, play.asked.prompt) == (BLUE, "order-of-damage")
    play.blue("ARI", "GAS")
    assert play.story.endswith(
        f"SAM.a.1 DamageDealt who=ARI by=SAM damage={hit} hp={full('ARI') - hit}\n"
        f"SAM.a.1 DamageDealt who=GAS by=SAM damage={hit} hp={full('GAS') - hit}"
    )


def test_buckets_at_the_brim_count_what_is_left_after_the_starting_phase() -> None:
    """SA-202: the ability follows on the four steps, in which every tile has lost a counter."""
    statuses = {"SAM": {"tough": threshold("SAM.a")}}
    teams = "SAM ALA / GAS ARI"
    play = upgraded(three(".", "SAM", "GAS"), "GAS", "SAM", teams, order="GAS SAM", statuses=statuses).red(
        "end"
    )
    assert play.statuses("SAM") == {"tough": threshold("SAM.a") - 1}
    assert "AbilityTriggered" not in play.story


def test_buckets_at_the_brim_may_knock_out_before_the_first_phase() -> None:
    statuses = {"SAM": {"tough": threshold("SAM.a") + 1}}
    teams = "SAM ALA / GAS ARI"
    play = upgraded(
        three(".", "SAM", "GAS"), "GAS", "SAM", teams, order="GAS SAM", statuses=statuses, hp={"GAS": 1}
    ).red("end")
    assert f"SA-602 VictoryPointsGained team=0 points={worth('GAS')}" in play.story
    assert (play.asked.seat, play.asked.about) == (BLUE, "SAM")


def test_mickeys_start_side_spills_nothing() -> None:
    statuses = {"SAM": {"tough": threshold("SAM.a") + 1}}
    teams = "SAM ALA / GAS ARI"
    play = upgraded(three(".", "SAM", "GAS"), "GAS", "", teams, order="GAS SAM", statuses=statuses).red("end")
    assert "DamageDealt" not in play.story


# -- ALA.a, Never Where the Blow Lands: damaged by a rival, he moves ---------------------------------


def test_never_where_the_blow_lands_moves_him_in_the_rivals_turn() -> None:
    play = upgraded(three(".", "ALA", "GAS"), "GAS", "ALA", "ALA SAM / GAS ARI").red("attack:ALA")
    assert (play.asked.seat, play.asked.prompt, play.asked.about) == (BLUE, "where", "ALA.a")
    assert play.blue("c4").story == story_text(f"""
        SA-307 PhaseBegan phase=action
        SA-307 DamageDealt who=ALA by=GAS damage={attack("GAS")} hp={full("ALA") - attack("GAS")}
        SA-803 AbilityTriggered who=ALA ability=ALA.a
        SA-304 CharacterMoved who=ALA path=[d4,c4]
    """)
    assert (play.asked.seat, play.board.active) == (RED, "GAS")


def test_never_where_the_blow_lands_comes_between_the_clauses_of_a_card() -> None:
    """He steps away after the damage of Shove, and is moved on from there."""
    play = upgraded(three(".", "ALA", "GAS"), "GAS", "ALA", "ALA SAM / GAS ARI", red="GAS05")
    play.red("play:GAS05").blue("c4").red("b4")
    assert play.effect.splitlines()[1:] == [
        "SA-803 AbilityTriggered who=ALA ability=ALA.a",
        "SA-304 CharacterMoved who=ALA path=[d4,c4]",
        "SA-304 CharacterMoved who=ALA path=[c4,b4]",
    ]


def test_never_where_the_blow_lands_does_nothing_for_an_immobilized_aladdin() -> None:
    play = upgraded(
        three(".", "ALA", "GAS"),
        "GAS",
        "ALA",
        "ALA SAM / GAS ARI",
        statuses={"ALA": {"immobilized": 1}},
    ).red("attack:ALA")
    assert play.story.endswith("SA-504 MovementPrevented who=ALA")
    assert play.asked.seat == RED


@pytest.mark.parametrize(
    ("statuses", "hp"), [({"ALA": {"tough": 1}, "GAS": {"shrunken": 1}}, {}), ({}, {"ALA": 1})]
)
def test_never_where_the_blow_lands_needs_damage_and_a_standing_aladdin(statuses: Any, hp: Any) -> None:
    """SA-509: 1 less 1 is no damage; and whoever is knocked out does not step aside."""
    play = upgraded(three(".", "ALA", "GAS"), "GAS", "ALA", "ALA SAM / GAS ARI", statuses=statuses, hp=hp)
    play.red("attack:ALA")
    assert "CharacterMoved" not in play.story
    assert play.asked.seat == RED


def test_never_where_the_blow_lands_does_not_follow_on_a_curse_or_an_allys_blow() -> None:
    cursed = upgraded(
        three(".", "ALA", "GAS"), "GAS", "ALA", "ALA / GAS", order="GAS ALA", statuses={"ALA": {"cursed": 1}}
    ).red("end")
    assert "SA-502 DamageDealt who=ALA by=cursed" in cursed.story
    assert cursed.asked.prompt == "turn"
    ally = upgraded(three("ALA", "DEM", "GAS"), "DEM", "ALA", "DEM ALA / GAS", blue="DEM10")
    assert ally.blue("play:DEM10").blue("ALA", "GAS").asked.prompt == "turn"


# -- ARI.a, Gentle Tide: HP for her and hers when her turn starts --------------------------------------


def test_gentle_tide_heals_her_and_every_ally_near() -> None:
    back = healing("ARI.a")
    play = upgraded(
        three("ALA", "ARI", "GAS"),
        "GAS",
        "ARI",
        "ARI ALA / GAS",
        order="GAS ARI ALA",
        hp={"ARI": 1, "ALA": 2, "GAS": 3},
    ).red("end")
    assert play.story.count("HealthRecovered") == 2
    assert (play.hp("ARI"), play.hp("ALA")) == (1 + back, 2 + back)
    assert play.hp("GAS") == 3


# -- SUL.a, Shaken Off: whoever damages him is moved ---------------------------------------------------


def test_shaken_off_moves_the_attacker_where_sulleys_summoner_likes() -> None:
    play = upgraded(AROUND_SULLEY, "GAS", "SUL", "SUL ARI / GAS DEM MAL").red("attack:SUL")
    assert (play.asked.seat, play.asked.prompt, play.asked.about) == (BLUE, "where", "SUL.a")
    assert "f4" in play.options
    assert "d4" not in play.options
    play.blue("f4")
    assert play.story.endswith("SA-304 CharacterMoved who=GAS path=[e4,f4]")


def test_shaken_off_leaves_an_immobilized_attacker_in_place_and_a_standing_one_if_sulley_likes() -> None:
    statuses = {"GAS": {"immobilized": 1}}
    held = upgraded(AROUND_SULLEY, "GAS", "SUL", "SUL ARI / GAS DEM MAL", statuses=statuses).red("attack:SUL")
    assert held.story.endswith("SA-504 MovementPrevented who=GAS")
    free = upgraded(AROUND_SULLEY, "GAS", "SUL", "SUL ARI / GAS DEM MAL").red("attack:SUL").blue()
    assert free.at("GAS") == "e4"


def test_shaken_off_comes_between_the_clauses_and_the_card_goes_on_from_there() -> None:
    """Sweep of the Staff: she is moved after the damage, and moves from where she was put."""
    play = upgraded(AROUND_SULLEY, "MAL", "SUL", "SUL ARI / GAS DEM MAL", red="MAL05")
    play.red("play:MAL05").blue("e2").red("f2")
    assert play.at("MAL") == "f2"
    assert play.effect.splitlines()[-1].endswith("f2]")


def test_in_team_play_it_is_the_summoner_of_the_upgraded_character_who_is_asked() -> None:
    play = upgraded(AROUND_SULLEY, "GAS", "SUL", "ALA ARI / GAS FAC / DEM MAL / SUL SAM").then("attack:SUL")
    assert play.asked.seat == 3
