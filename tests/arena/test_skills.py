"""The skills of the heroes' ability cards, in a Skills Phase (SA-310): what they cost and what they do."""

from __future__ import annotations

import pytest

from domain.arena.board import Edition

from .cards_play import counters, healing
from .play import RED, A, B, C, make_play, story_text

FACE_TO_FACE = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .  {} {}  .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
"""
FOUR = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  ALA GAS  .   .
     .   .   .  DEM  .   .
       .   .   .   .   .
         .   .   .   .
"""
BOTH_SIDES = pytest.mark.parametrize("upgraded", [False, True], ids=["start", "upgraded"])


def facing(who: str, rival: str) -> str:
    """A character beside a rival, and nobody else."""
    return FACE_TO_FACE.format(who, rival)


# -- SAM.s1, Chores by Charm: a Magical card for a broom ---------------------------------------------


@BOTH_SIDES
def test_chores_by_charm_costs_a_magical_card_and_gives_a_broom(upgraded: bool) -> None:
    broom = counters("SAM.s1", "magic_broom")
    turned = "SAM" if upgraded else ""
    play = make_play(facing("SAM", "GAS"), "SAM", chapter=3, blue="SAM08 ALA01 SAM09", upgraded=turned)
    play.blue("skill:SAM.s1").blue("SAM08")
    assert play.story == story_text(f"""
        SA-310 PhaseBegan phase=skills
        SA-310 SkillUsed who=SAM skill=SAM.s1
        SA-310 CardDiscarded seat=0 card=SAM08
        SA-501 StatusCountersAdded who=SAM status=magic_broom counters={broom} total={broom}
    """)


def test_chores_by_charm_takes_any_magical_card_and_no_other() -> None:
    """SA-311: of whichever character."""
    teams = "SAM FAC ALA / GAS ARI DEM"
    play = make_play(facing("SAM", "GAS"), "SAM", teams=teams, chapter=3, blue="SAM08 FAC03 ALA01")
    assert play.blue("skill:SAM.s1").options == {"SAM08", "FAC03"}
    plain = make_play(facing("SAM", "GAS"), "SAM", chapter=3, blue="SAM09 ALA01")
    assert plain.refusal("skill:SAM.s1").rule == "SA-311"


def test_a_skill_is_used_once_in_a_phase_that_is_not_entered_again() -> None:
    """SA-310, SA-905: once used it is spent, and moving leaves the Skills Phase."""
    play = (
        make_play(facing("SAM", "GAS"), "SAM", chapter=3, blue="SAM08 SAM06")
        .blue("skill:SAM.s1")
        .blue("SAM08")
    )
    assert play.refusal("skill:SAM.s1").rule == "SA-310"
    play.blue("move:c4")
    assert play.refusal("skill:SAM.s1").rule == "SA-310"


def test_mickey_gathers_at_most_7_brooms_in_one_turn() -> None:
    """What the publisher says of him: Mystic Rush, Studied Steps, Magical Mob and his skill."""
    play = make_play(
        facing("SAM", "GAS"), "SAM", chapter=3, blue="SAM10 SAM07 SAM01 SAM08", statuses={"SAM": {}}
    )
    play.blue("skill:SAM.s1").blue("SAM08")
    play.blue("play:SAM10").blue().blue("play:SAM07").blue().blue("play:SAM01").blue()
    assert play.statuses("SAM") == {"magic_broom": 7}


# -- ALA.s1, Around the Corner: a Movement card for Stealthy -----------------------------------------


@BOTH_SIDES
def test_around_the_corner_costs_a_movement_card_and_hides(upgraded: bool) -> None:
    hidden = counters("ALA.s1", "stealthy")
    turned = "ALA" if upgraded else ""
    play = make_play(facing("ALA", "GAS"), "ALA", chapter=3, blue="ALA01 ALA04 ALA05", upgraded=turned)
    play.blue("skill:ALA.s1")
    assert play.options == {"ALA01", "ALA04"}, "a card with both banners fits too (SA-309)"
    asked = play.now
    assert play.blue("ALA04").since(asked) == story_text(f"""
        SA-310 CardDiscarded seat=0 card=ALA04
        SA-501 StatusCountersAdded who=ALA status=stealthy counters={hidden} total={hidden}
    """)


# -- ALA.s2, Light Fingers: a rival Summoner's top card ----------------------------------------------


@BOTH_SIDES
def test_light_fingers_heal_if_the_owner_of_the_card_is_adjacent(upgraded: bool) -> None:
    back = healing("ALA.s2")
    turned = "ALA" if upgraded else ""
    play = make_play(facing("ALA", "GAS"), "ALA", chapter=3, hp={"ALA": 1}, red_deck="GAS01", upgraded=turned)
    play.blue("skill:ALA.s2")
    assert play.story == story_text(f"""
        SA-310 PhaseBegan phase=skills
        SA-310 SkillUsed who=ALA skill=ALA.s2
        ALA.s2.1 CardRevealed seat=1 card=GAS01
        SA-408 HealthRecovered who=ALA amount={back} hp={1 + back}
    """)
    assert play.cards(RED).deck == ("GAS01",)


@pytest.mark.parametrize("deck", ["ARI01", ""])
def test_light_fingers_find_nothing_of_somebody_elses_or_in_an_empty_deck(deck: str) -> None:
    play = make_play(facing("ALA", "GAS"), "ALA", chapter=3, hp={"ALA": 1}, red_deck=deck).blue(
        "skill:ALA.s2"
    )
    assert play.hp("ALA") == 1
    assert ("CardRevealed" in play.story) == bool(deck)


def test_light_fingers_choose_between_two_rival_summoners() -> None:
    """In team play the active Summoner says whose deck it is."""
    teams = "ALA SUL / GAS FAC / DEM MAL / ARI SAM"
    play = make_play(FOUR, "ALA", teams=teams, chapter=3, hp={"ALA": 1}, decks="FAC01 DEM01")
    play.answer(A, "skill:ALA.s2")
    assert (play.asked.prompt, play.options) == ("whose-deck", {str(B), str(C)})
    play.answer(A, str(C))
    assert f"CardRevealed seat={C} card=DEM01" in play.story
    assert play.hp("ALA") == 1 + healing("ALA.s2")


def test_light_fingers_take_the_only_deck_that_has_cards() -> None:
    teams = "ALA SUL / GAS FAC / DEM MAL / ARI SAM"
    play = make_play(FOUR, "ALA", teams=teams, chapter=3, hp={"ALA": 1}, decks="GAS01").answer(
        A, "skill:ALA.s2"
    )
    assert f"CardRevealed seat={B} card=GAS01" in play.story


# -- ARI.s1, Voice over the Water, and ARI.s2, Washed Ashore -----------------------------------------


@BOTH_SIDES
def test_voice_over_the_water_costs_a_magical_card_and_heals_her_or_an_ally(upgraded: bool) -> None:
    back = healing("ARI.s1")
    turned = "ARI" if upgraded else ""
    teams, hp = "ARI ALA / GAS DEM", {"ALA": 1, "ARI": 1}
    play = make_play(FOUR, "ARI", teams=teams, chapter=3, blue="ARI01 ARI05", hp=hp, upgraded=turned)
    play.blue("skill:ARI.s1").blue("ARI01")
    assert play.options == {"ARI", "ALA"}
    play.blue("ALA")
    assert play.story == story_text(f"""
        SA-310 PhaseBegan phase=skills
        SA-310 SkillUsed who=ARI skill=ARI.s1
        SA-310 CardDiscarded seat=0 card=ARI01
        SA-408 HealthRecovered who=ALA amount={back} hp={1 + back}
    """)


@pytest.mark.parametrize(("edition", "sung"), [("en", False), ("fr", True), ("it", True)])
def test_voice_over_the_water_is_silenced_by_taunt_in_english(edition: Edition, sung: bool) -> None:
    """SA-903."""
    statuses = {"GAS": {"taunt": 1}}
    teams = "ARI ALA / GAS DEM"
    play = make_play(FOUR, "ARI", teams=teams, chapter=3, blue="ARI01", statuses=statuses, edition=edition)
    assert ("skill:ARI.s1" in play.options) == sung


@BOTH_SIDES
def test_washed_ashore_costs_any_card_and_takes_all_tiles_good_and_bad(upgraded: bool) -> None:
    turned = "ARI" if upgraded else ""
    statuses = {"ALA": {"cursed": 2, "strong": 1}}
    play = make_play(
        FOUR, "ARI", teams="ARI ALA / GAS DEM", chapter=3, blue="ALA01", statuses=statuses, upgraded=turned
    )
    assert play.blue("skill:ARI.s2").blue("ALA").story == story_text("""
        SA-310 PhaseBegan phase=skills
        SA-310 SkillUsed who=ARI skill=ARI.s2
        SA-310 CardDiscarded seat=0 card=ALA01
        SA-205 StatusRemoved who=ALA status=cursed
        SA-205 StatusRemoved who=ALA status=strong
    """)


def test_one_card_pays_for_one_of_ariels_skills_only() -> None:
    """SA-311."""
    play = (
        make_play(FOUR, "ARI", teams="ARI ALA / GAS DEM", chapter=3, blue="ARI01")
        .blue("skill:ARI.s1")
        .blue("ARI")
    )
    assert play.refusal("skill:ARI.s2").rule == "SA-311"


# -- SUL.s1, Behind Me: an Action card for Taunt, and Tough for an ally ------------------------------


@BOTH_SIDES
def test_behind_me_costs_an_action_card_draws_the_blows_and_hardens_an_ally(upgraded: bool) -> None:
    taunt, tough = counters("SUL.s1", "taunt"), counters("SUL.s1", "tough")
    turned = "SUL" if upgraded else ""
    play = make_play(
        FOUR.replace("ALA", "SUL"),
        "SUL",
        teams="SUL ARI / GAS DEM",
        chapter=3,
        blue="SUL06 SUL07",
        upgraded=turned,
    )
    assert play.blue("skill:SUL.s1").blue("SUL06").blue("ARI").story == story_text(f"""
        SA-310 PhaseBegan phase=skills
        SA-310 SkillUsed who=SUL skill=SUL.s1
        SA-310 CardDiscarded seat=0 card=SUL06
        SA-501 StatusCountersAdded who=SUL status=taunt counters={taunt} total={taunt}
        SA-501 StatusCountersAdded who=ARI status=tough counters={tough} total={tough}
    """)


def test_behind_me_is_for_himself_where_no_ally_is_near() -> None:
    play = make_play(facing("SUL", "GAS"), "SUL", teams="SUL ARI / GAS DEM", chapter=3, blue="SUL06")
    play.blue("skill:SUL.s1")
    assert play.statuses("SUL") == {"taunt": counters("SUL.s1", "taunt")}
