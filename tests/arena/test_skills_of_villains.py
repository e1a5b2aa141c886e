"""The skills of the villains' ability cards, in a Skills Phase (SA-310): what they cost and what they do."""

from __future__ import annotations

import pytest

from .cards_play import attack, counters, damage, full
from .play import BLUE, RED, book, make_play, story_text

FACE_TO_FACE = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .  {} {}  .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
"""
VILLAINS = "MAL DEM FAC / SUL ALA SAM"
BOTH_SIDES = pytest.mark.parametrize("upgraded", [False, True], ids=["start", "upgraded"])


def facing(who: str, rival: str) -> str:
    """A character beside a rival, and nobody else."""
    return FACE_TO_FACE.format(who, rival)


# -- GAS.s1, Boast of the Tavern: an Attack card on top, or it hurts ---------------------------------


@BOTH_SIDES
def test_boast_of_the_tavern_makes_strong_if_an_attack_card_lies_on_top(upgraded: bool) -> None:
    strong = counters("GAS.s1", "strong")
    turned = "GAS" if upgraded else ""
    play = make_play(facing("GAS", "SAM"), "GAS", chapter=3, red_deck="GAS01", upgraded=turned)
    assert play.red("skill:GAS.s1").story == story_text(f"""
        SA-310 PhaseBegan phase=skills
        SA-310 SkillUsed who=GAS skill=GAS.s1
        GAS.s1.1 CardRevealed seat=1 card=GAS01
        SA-501 StatusCountersAdded who=GAS status=strong counters={strong} total={strong}
    """)


def test_boast_of_the_tavern_that_fails_hurts_him_and_strength_adds_nothing_to_that() -> None:
    """SA-511."""
    ouch = damage("GAS.s1")
    play = make_play(
        facing("GAS", "SAM"), "GAS", chapter=3, red_deck="GAS03", statuses={"GAS": {"strong": 1}}
    )
    play.red("skill:GAS.s1")
    assert play.story.endswith(f"GAS.s1.1 DamageDealt who=GAS by=GAS damage={ouch} hp={full('GAS') - ouch}")


def test_boast_of_the_tavern_that_fails_may_knock_him_out_and_ends_his_turn() -> None:
    """SA-315; the rivals have the points (SA-602)."""
    play = make_play(facing("GAS", "SAM"), "GAS", chapter=3, red_deck="GAS03", hp={"GAS": 1}).red(
        "skill:GAS.s1"
    )
    assert play.board.points[BLUE] == book().characters["GAS"].vp
    assert play.board.active != "GAS"


def test_boast_of_the_tavern_before_an_empty_deck_does_neither() -> None:
    play = make_play(facing("GAS", "SAM"), "GAS", chapter=3, red_deck="").red("skill:GAS.s1")
    assert play.story.endswith("SkillUsed who=GAS skill=GAS.s1")


# -- MAL.s1, Read in Green Flames: Magical curses, anything else is put in order ---------------------


@BOTH_SIDES
def test_read_in_green_flames_curses_if_a_magical_card_lies_on_top(upgraded: bool) -> None:
    cursed = counters("MAL.s1", "cursed")
    turned = "MAL" if upgraded else ""
    play = make_play(
        facing("MAL", "SUL"), "MAL", teams=VILLAINS, chapter=3, blue_deck="MAL01", upgraded=turned
    )
    assert play.blue("skill:MAL.s1").blue("SUL").story == story_text(f"""
        SA-310 PhaseBegan phase=skills
        SA-310 SkillUsed who=MAL skill=MAL.s1
        MAL.s1.1 CardRevealed seat=0 card=MAL01
        SA-501 StatusCountersAdded who=SUL status=cursed counters={cursed} total={cursed}
    """)


def test_read_in_green_flames_may_curse_nobody_and_works_without_a_rival() -> None:
    """SA-403: “up to” one."""
    play = make_play(facing("MAL", "SUL"), "MAL", teams=VILLAINS, chapter=3, blue_deck="MAL01")
    assert play.blue("skill:MAL.s1").blue().statuses("SUL") == {}
    alone = make_play(facing("MAL", "DEM"), "MAL", teams=VILLAINS, chapter=3, blue_deck="MAL01")
    assert alone.blue("skill:MAL.s1").story.endswith("CardRevealed seat=0 card=MAL01")


def test_read_in_green_flames_otherwise_looks_ahead() -> None:
    play = make_play(facing("MAL", "SUL"), "MAL", teams=VILLAINS, chapter=3, blue_deck="MAL08 MAL01 DEM07")
    play.blue("skill:MAL.s1").blue("MAL01", "MAL08")
    assert play.story.endswith(
        "MAL.s1.2 CardsLookedAt seat=0 cards=[MAL08,MAL01]\nMAL.s1.2 CardsPutBack seat=0 cards=[MAL01,MAL08]"
    )
    assert play.cards(BLUE).deck == ("MAL01", "MAL08", "DEM07")


# -- DEM.s1, Fuel for the Fury: an Attack card for Strong --------------------------------------------


@BOTH_SIDES
def test_fuel_for_the_fury_costs_an_attack_card_and_strengthens_the_next_blow(upgraded: bool) -> None:
    strong = counters("DEM.s1", "strong")
    turned = "DEM" if upgraded else ""
    play = (
        make_play(facing("DEM", "SUL"), "DEM", teams=VILLAINS, chapter=3, blue="DEM01 DEM07", upgraded=turned)
        .blue("skill:DEM.s1")
        .blue("DEM01")
    )
    assert play.story == story_text(f"""
        SA-310 PhaseBegan phase=skills
        SA-310 SkillUsed who=DEM skill=DEM.s1
        SA-310 CardDiscarded seat=0 card=DEM01
        SA-501 StatusCountersAdded who=DEM status=strong counters={strong} total={strong}
    """)
    play.blue("attack:SUL")
    assert play.hp("SUL") == full("SUL") - attack("DEM", upgraded=upgraded) - 1


# -- FAC.s1, Cut the Pack, and FAC.s2, Sign Here -----------------------------------------------------


@BOTH_SIDES
@pytest.mark.parametrize("top", ["MAL01", "MAL08"])
def test_cut_the_pack_draws_a_magical_card_only(upgraded: bool, top: str) -> None:
    turned = "FAC" if upgraded else ""
    play = make_play(facing("FAC", "SUL"), "FAC", teams=VILLAINS, chapter=3, blue_deck=top, upgraded=turned)
    play.blue("skill:FAC.s1")
    assert f"FAC.s1.1 CardRevealed seat=0 card={top}" in play.story
    assert play.cards(BLUE).hand == ((top,) if top == "MAL01" else ())


@BOTH_SIDES
def test_sign_here_costs_a_status_card_and_the_rivals_summoner_one_of_its_choice(upgraded: bool) -> None:
    turned = "FAC" if upgraded else ""
    hands = "FAC06 FAC07 SUL01 SUL06"
    play = make_play(facing("FAC", "SUL"), "FAC", teams=VILLAINS, chapter=3, hands=hands, upgraded=turned)
    play.blue("skill:FAC.s2").blue("FAC06")
    assert (play.asked.seat, play.asked.prompt, play.options) == (RED, "banish", {"SUL01", "SUL06"})
    assert play.red("SUL06").story == story_text("""
        SA-310 PhaseBegan phase=skills
        SA-310 SkillUsed who=FAC skill=FAC.s2
        SA-310 CardDiscarded seat=0 card=FAC06
        SA-413 CardBanished seat=1 card=SUL06
    """)


def test_sign_here_against_stealth_takes_a_card_for_the_skill_and_one_for_the_rival() -> None:
    """SA-507: the card that pays for the skill pays for nothing else."""
    stealthy = {"SUL": {"stealthy": 1}}
    play = make_play(facing("FAC", "SUL"), "FAC", teams=VILLAINS, chapter=3, blue="FAC06", statuses=stealthy)
    assert play.refusal("skill:FAC.s2").rule == "SA-507"
    play = make_play(
        facing("FAC", "SUL"), "FAC", teams=VILLAINS, chapter=3, blue="FAC06 FAC07", statuses=stealthy
    )
    play.blue("skill:FAC.s2").blue("FAC06")
    assert (play.cards(BLUE).discards, play.cards(BLUE).banished) == (("FAC06",), ("FAC07",))


def test_sign_here_needs_a_rival_in_reach() -> None:
    play = make_play(facing("FAC", "DEM"), "FAC", teams=VILLAINS, chapter=3, blue="FAC06")
    assert play.refusal("skill:FAC.s2").rule == "SA-403"
