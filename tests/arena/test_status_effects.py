"""The status effects that come with chapter 2, and what they do to each other (section 5 of the rules)."""

from __future__ import annotations

from functools import partial

import pytest

from domain.arena.board import Edition
from domain.arena.facts import CardBanished, DamageDealt
from domain.model import Answered

from .play import BLUE, RED, Play, book, make_play, reprinted, story_text
from .printed import recast, skill

TEAMS = "SAM ALA MAL / GAS ARI DEM"
IN_THE_THICK = """
         .   .   .   .
       .   .  DEM  .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .  MAL  .   .
         .   .   .   .
"""


def full(who: str) -> int:
    return book().characters[who].hp


melee = partial(make_play, IN_THE_THICK, teams=TEAMS, chapter=2)
"""Chapter 2, three against three, Gaston in the middle."""


def damage(play: Play) -> list[tuple[str, int]]:
    """All the damage that was dealt: to whom and how much."""
    events = [fact.event for fact in play.facts]
    return [(event.who, event.damage) for event in events if isinstance(event, DamageDealt)]


# -- Cursed ------------------------------------------------------------------------------------------


def test_sa_502_a_curse_deals_1_when_a_counter_leaves_in_the_bearers_own_turn() -> None:
    """SA-502, SA-203: once, however many counters there are."""
    play = melee("SAM", statuses={"GAS": {"cursed": 3}}).blue("end")
    assert play.story == story_text(f"""
        SA-701 TurnEnded who=SAM
        SA-202 TurnBegan who=GAS
        SA-203 StatusCounterRemoved who=GAS status=cursed left=2
        SA-502 DamageDealt who=GAS by=cursed damage=1 hp={full("GAS") - 1}
        SA-206 VictoryPointsGained team=1 points=1 total=1
        SA-210 CardDrawn seat=1 card=ARI05
    """)


def test_sa_205_a_curse_that_is_washed_off_hurts_nobody() -> None:
    """SA-205, SA-502: only a counter that leaves in step 1 triggers."""
    known = reprinted("SAM09", [{"verb": "lift", "status": "cursed", "to": "one ally within 3"}])
    play = melee("SAM", blue="SAM09", statuses={"ALA": {"cursed": 2, "strong": 1}}, printed=known)
    play.blue("play:SAM09").blue("ALA")
    assert play.effect == "SA-205 StatusRemoved who=ALA status=cursed"
    assert play.statuses("ALA") == {"strong": 1}


def test_sa_208_who_dies_of_a_curse_scores_nothing_on_gold_and_comes_back_for_the_turn() -> None:
    """SA-208, SA-502, SA-602: the rival side scores, step 2 finds nobody, step 3 brings it back."""
    play = melee("SAM", statuses={"GAS": {"cursed": 2}}, hp={"GAS": 1}).blue("end").red("a7")
    vp = book().characters["GAS"].vp
    assert play.story == story_text(f"""
        SA-701 TurnEnded who=SAM
        SA-202 TurnBegan who=GAS
        SA-203 StatusCounterRemoved who=GAS status=cursed left=1
        SA-502 DamageDealt who=GAS by=cursed damage=1 hp=0
        SA-601 CharacterKnockedOut who=GAS keeps=true
        SA-601 StatusRemoved who=GAS status=cursed
        SA-902 FigureRemoved who=GAS
        SA-602 VictoryPointsGained team=0 points={vp} total={vp}
        SA-207 CharacterReturned who=GAS at=a7 hp={full("GAS")}
        SA-210 CardDrawn seat=1 card=ARI05
    """)
    assert play.statuses("GAS") == {}


# -- Flustered ---------------------------------------------------------------------------------------


def test_sa_503_a_flustered_ones_summoner_loses_a_random_card() -> None:
    """SA-503: chance picks it from the own hand, before the draw."""
    chance = (("ARI02",),)
    play = melee("SAM", red="GAS01 ARI02 GAS05", statuses={"GAS": {"flustered": 1}}, chance=chance)
    play.blue("end")
    assert "SA-503 CardBanished seat=1 card=ARI02" in play.story
    assert play.cards(RED).hand == ("GAS01", "GAS05", "ARI05")
    assert play.cards(RED).banished == ("ARI02",)
    assert play.chance.remaining == []


def test_sa_503_with_an_empty_hand_nothing_is_lost() -> None:
    """SA-503: and chance is not asked."""
    play = melee("SAM", statuses={"GAS": {"flustered": 1}}).blue("end")
    assert not any(isinstance(fact.event, CardBanished) for fact in play.facts)
    assert play.cards(RED).hand == ("ARI05",)


# -- several at once ---------------------------------------------------------------------------------


def test_sa_204_several_that_trigger_are_ordered_by_the_characters_summoner() -> None:
    """SA-204: all counters leave first; constant ones are no part of the question."""
    tiles = {"cursed": 1, "flustered": 2, "magic_broom": 1, "tough": 2}
    play = melee(
        "SAM", red="GAS01", red_deck="ARI01 GAS02 GAS05", statuses={"GAS": tiles}, chance=(("GAS01",),)
    )
    play.blue("end")
    assert (play.asked.seat, play.asked.prompt, play.asked.about) == (RED, "order-of-statuses", "GAS")
    assert play.options == {"cursed", "flustered", "magic_broom"}
    assert play.statuses("GAS") == {"flustered": 1, "tough": 1}
    before = play.now
    play.red("flustered", "magic_broom", "cursed").red("ARI01", "GAS02")
    rules = [line.split()[0] for line in play.since(before).splitlines()]
    assert rules[:6] == ["SA-503", "SA-505", "SA-505", "SA-505", "SA-501", "SA-502"]


@pytest.mark.parametrize("order", [("cursed", "magic_broom"), ("magic_broom", "cursed")])
def test_sa_204_a_knock_out_by_the_first_keeps_no_other_from_happening(order: tuple[str, str]) -> None:
    """SA-204, SA-604: their counters have left already; but a knocked out bearer gets no new broom."""
    tiles = {"cursed": 1, "magic_broom": 1}
    play = melee("SAM", red_deck="ARI01 GAS02", statuses={"GAS": tiles}, hp={"GAS": 1}).blue("end")
    play.red(*order).red("ARI01", "GAS02")
    assert "SA-505 CardRevealed seat=1 card=ARI01" in play.story
    assert play.hp("GAS") == 0
    assert play.statuses("GAS") == {}


# -- Shrunken ----------------------------------------------------------------------------------------


def test_sa_506_a_shrunken_ones_standard_attack_is_1() -> None:
    """SA-506: whatever is printed; an Attack card may still be discarded for 1 more."""
    shrunken = {"SAM": {"shrunken": 1}}
    assert damage(melee("SAM", statuses=shrunken).blue("attack:GAS")) == [("GAS", 1)]
    boosted = melee("SAM", statuses=shrunken, blue="ALA05").blue("attack+:GAS")
    assert damage(boosted) == [("GAS", 2)]
    strong = recast("SAM", start={"attack": 5})
    assert damage(melee("SAM", chapter=3, statuses=shrunken, printed=strong).blue("attack:GAS")) == [
        ("GAS", 1)
    ]


def test_sa_506_it_plays_no_card_of_the_attack_type() -> None:
    """SA-506: others it does play, and so does everyone else."""
    play = melee("SAM", statuses={"SAM": {"shrunken": 1}}, blue="SAM05 SAM06 SAM08")
    assert play.offers("play") == {"SAM06", "SAM08"}
    refusal = play.refusal("play:SAM05")
    assert refusal.rule == "SA-506"
    assert "Shrunken" in refusal.sentence


def test_sa_506_on_its_turn_and_no_longer() -> None:
    """SA-506, SA-203: a single counter leaves before the turn it would matter in."""
    play = melee("SAM", red="GAS05", statuses={"GAS": {"shrunken": 1}}).blue("end")
    assert "GAS05" in play.offers("play")


# -- Strong and Tough --------------------------------------------------------------------------------


@pytest.mark.parametrize("counters", [1, 3])
def test_sa_508_strong_adds_1_whatever_the_number_of_counters(counters: int) -> None:
    """SA-508: to a standard attack as to a card."""
    strong = {"SAM": {"strong": counters}}
    assert damage(melee("SAM", statuses=strong).blue("attack:GAS")) == [("GAS", 3)]
    known = reprinted("SAM09", [{"verb": "deal", "damage": 4, "to": "one rival within 1"}])
    play = melee("SAM", statuses=strong, blue="SAM09", printed=known).blue("play:SAM09")
    assert damage(play) == [("GAS", 5)]


@pytest.mark.parametrize("counters", [1, 3])
def test_sa_509_tough_takes_1_whatever_the_number_of_counters(counters: int) -> None:
    """SA-509"""
    assert damage(melee("SAM", statuses={"GAS": {"tough": counters}}).blue("attack:GAS")) == [("GAS", 1)]


def test_sa_508_sa_509_strong_against_tough_is_as_printed() -> None:
    """SA-508, SA-509"""
    both = {"SAM": {"strong": 2}, "GAS": {"tough": 2}}
    assert damage(melee("SAM", statuses=both).blue("attack:GAS")) == [("GAS", 2)]


def test_sa_509_a_tough_one_is_hurt_by_no_curse() -> None:
    """SA-509, SA-408: 1 less than 1 is none, and never a gain."""
    play = melee("SAM", statuses={"GAS": {"cursed": 1, "tough": 2}}).blue("end")
    assert damage(play) == [("GAS", 0)]
    assert play.hp("GAS") == full("GAS")


def test_sa_509_a_tile_whose_last_counter_has_just_left_protects_nobody() -> None:
    """SA-509, SA-204: all counters of the step leave before a curse hurts."""
    play = melee("SAM", statuses={"GAS": {"cursed": 1, "tough": 1}}).blue("end")
    assert damage(play) == [("GAS", 1)]


def test_sa_511_strong_raises_no_curse() -> None:
    """SA-511: its source is the status."""
    play = melee("SAM", statuses={"GAS": {"cursed": 1, "strong": 2}}).blue("end")
    assert damage(play) == [("GAS", 1)]


def test_sa_511_nor_what_a_failed_skill_does_to_its_own_character() -> None:
    """SA-511; but Tough lowers it (SA-509)."""
    known = recast("SAM", start={"skills": [skill([{"verb": "deal", "damage": 2, "to": "self"}])]})
    strong = melee("SAM", chapter=3, statuses={"SAM": {"strong": 1}}, printed=known).blue("skill:SAM.s1")
    assert damage(strong) == [("SAM", 2)]
    tough = melee("SAM", chapter=3, statuses={"SAM": {"tough": 1}}, printed=known).blue("skill:SAM.s1")
    assert damage(tough) == [("SAM", 1)]


def test_sa_508_no_damage_is_not_made_some() -> None:
    """SA-508: damage for each counter, and there is none."""
    known = reprinted(
        "SAM09", [{"verb": "deal", "damage": 1, "per": "magic_broom", "to": "one rival within 1"}]
    )
    play = melee("SAM", statuses={"SAM": {"strong": 1}}, blue="SAM09", printed=known).blue("play:SAM09")
    assert damage(play) == [("GAS", 0)]


# -- Taunt -------------------------------------------------------------------------------------------


def test_sa_510_a_rival_with_taunt_has_to_be_chosen() -> None:
    """SA-510: for attacks and for cards."""
    melon = reprinted("SAM03", [{"verb": "deal", "damage": 1, "to": "one rival within 3"}])
    play = melee("SAM", blue="SAM03", statuses={"DEM": {"taunt": 2}}, printed=melon)
    assert play.offers("attack") == set()
    assert play.refusal("attack:GAS").rule == "SA-510"
    play.blue("play:SAM03")
    assert damage(play) == [("DEM", 1)]


def test_sa_510_it_has_no_range() -> None:
    """SA-510: the one with Taunt is out of reach, and so nobody can be chosen."""
    far = IN_THE_THICK.replace("DEM", " . ").replace(
        "         .   .   .   .\n       .", "        DEM  .   .   .\n       ."
    )
    play = make_play(far, "SAM", teams=TEAMS, chapter=2, blue="SAM09", statuses={"DEM": {"taunt": 1}})
    assert play.refusal("play:SAM09").rule == "SA-510"
    assert play.offers("attack") == set()


def test_sa_510_indirect_effects_pass_it_by() -> None:
    """SA-510: nobody is chosen for them."""
    known = reprinted("SAM09", [{"verb": "deal", "damage": 1, "to": "each rival within 1"}])
    play = melee("SAM", blue="SAM09", statuses={"DEM": {"taunt": 1}}, printed=known).blue("play:SAM09")
    assert damage(play) == [("GAS", 1)]


def test_sa_510_the_own_side_is_not_held_up_by_its_own_taunt() -> None:
    """SA-510: it limits rivals."""
    assert melee("SAM", statuses={"MAL": {"taunt": 2}}).offers("attack") == {"GAS"}


@pytest.mark.parametrize("edition", ["en", "fr", "it"])
def test_sa_512_taunt_and_stealthy_on_one_has_to_be_chosen_and_paid_for(edition: Edition) -> None:
    """SA-512"""
    hidden = {"GAS": {"taunt": 1, "stealthy": 1}}
    play = melee("ALA", blue="SAM01 SAM02", statuses=hidden, edition=edition).blue("attack:GAS")
    assert (play.asked.seat, play.asked.prompt, play.asked.about) == (BLUE, "pay", "GAS")
    play.blue("SAM02")
    assert damage(play) == [("GAS", 2)]


@pytest.mark.parametrize("edition", ["en", "fr", "it"])
def test_sa_512_if_it_cannot_be_paid_for_nobody_of_its_side_can_be_chosen(edition: Edition) -> None:
    """SA-512"""
    near = IN_THE_THICK.replace("ARI  .", "ARI DEM").replace("DEM  .   .\n     .", " .   .   .\n     .")
    play = make_play(
        near, "SAM", teams=TEAMS, chapter=2, statuses={"GAS": {"taunt": 1, "stealthy": 1}}, edition=edition
    )
    assert play.offers("attack") == set()
    assert play.refusal("attack:GAS").rule == "SA-507"
    assert not any(isinstance(fact.event, Answered) for fact in play.facts)
