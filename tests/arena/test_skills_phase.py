"""The Skills Phase, from chapter 3 (SA-301, SA-310, SA-311); what characters do in it is elsewhere."""

from __future__ import annotations

from functools import partial

import pytest

from domain.arena.board import Edition
from domain.arena.facts import CardDiscarded, PhaseBegan
from domain.arena.instructions import parse_target

from .play import BLUE, make_play, story_text
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
IN_THE_CORNER = """
         .   .   .   .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
        SAM  .   .   .
"""

melee = partial(make_play, IN_THE_THICK, teams=TEAMS)
alone = partial(make_play, IN_THE_CORNER, "SAM", teams=TEAMS)

THREE = [
    skill([{"verb": "give", "status": "strong", "counters": 1, "to": "self"}]),
    skill([{"verb": "give", "status": "tough", "counters": 1, "to": "self"}], cost="magical"),
    skill([{"verb": "deal", "damage": 1, "to": "one rival within 1"}], cost="magical"),
]
skilled = recast("SAM", start={"skills": THREE}, upgraded={"skills": THREE})


def test_sa_301_from_chapter_3_there_are_three_phases_in_any_order() -> None:
    """SA-301: skills first, between the others or last."""
    for order in (("skill:SAM.s1", "attack:GAS", "move:c3"), ("attack:GAS", "skill:SAM.s1", "move:c3")):
        play = melee("SAM", chapter=3, printed=skilled)
        for pick in order:
            play.blue(pick)
        assert play.asked.seat != BLUE or play.options == {"skill:SAM.s2", "skill:SAM.s3", "end"}
    phases = [fact.event.phase for fact in play.facts if isinstance(fact.event, PhaseBegan)]
    assert phases == ["action", "skills", "movement"]


def test_sa_310_each_skill_once_in_any_order() -> None:
    """SA-310: they share one Skills Phase."""
    play = melee("SAM", chapter=3, printed=skilled, blue="SAM01 SAM02")
    play.blue("skill:SAM.s3").blue("SAM01").blue("skill:SAM.s1")
    assert play.refusal("skill:SAM.s1").rule == "SA-310"
    assert play.refusal("skill:SAM.s3").rule == "SA-310"
    play.blue("skill:SAM.s2")
    assert [f.event for f in play.facts if isinstance(f.event, PhaseBegan)] == [PhaseBegan("skills")]
    assert play.story.count("SkillUsed") == 3
    assert play.offers("skill") == set()


@pytest.mark.parametrize("edition", ["en", "fr", "it"])
@pytest.mark.parametrize("between", ["move:c3", "attack:GAS"])
def test_sa_310_a_skills_phase_that_was_left_is_not_entered_again(edition: Edition, between: str) -> None:
    """SA-310, SA-905: in every edition."""
    play = melee("SAM", chapter=3, printed=skilled, edition=edition, blue="SAM01")
    play.blue("skill:SAM.s1").blue(between)
    assert play.offers("skill") == set()
    refusal = play.refusal("skill:SAM.s2")
    assert refusal.rule == "SA-310"
    assert "not been left" in refusal.sentence


def test_sa_310_skills_are_the_active_characters_and_chapter_3s() -> None:
    """SA-310"""
    assert melee("SAM", chapter=3, printed=skilled).refusal("skill:ALA.s1").rule == "SA-310"
    assert melee("SAM", chapter=2, printed=skilled).refusal("skill:SAM.s1").rule == "SA-310"


def test_sa_310_the_next_character_enters_a_skills_phase_of_its_own() -> None:
    """SA-310, SA-301: though the turn before ended in one."""
    known = recast("GAS", printed=skilled, start={"skills": THREE[:1]})
    play = melee("SAM", chapter=3, printed=known).blue("skill:SAM.s1").blue("end")
    before = play.now
    play.red("skill:GAS.s1")
    assert play.since(before).startswith("SA-310 PhaseBegan phase=skills")
    assert play.board.phases["skills"] == 0


def test_sa_311_one_card_pays_for_one_skill() -> None:
    """SA-311: any card that fits, and it lies on the discard pile before the skill does anything."""
    play = melee("SAM", chapter=3, printed=skilled, blue="SAM01 SAM02 SAM09").blue("skill:SAM.s2")
    assert (play.asked.prompt, play.asked.about, play.options) == ("cost", "SAM.s2", {"SAM01", "SAM02"})
    assert play.refusal("SAM09").rule == "SA-311"
    play.blue("SAM02")
    assert play.story == story_text("""
        SA-310 PhaseBegan phase=skills
        SA-310 SkillUsed who=SAM skill=SAM.s2
        SA-310 CardDiscarded seat=0 card=SAM02
        SA-501 StatusCountersAdded who=SAM status=tough counters=1 total=1
    """)
    play.blue("skill:SAM.s3").blue("SAM01")
    assert play.last(CardDiscarded).event == CardDiscarded(BLUE, "SAM01")
    assert play.cards(BLUE).hand == ("SAM09",)


def test_sa_311_without_a_fitting_card_the_skill_is_not_used() -> None:
    """SA-311"""
    play = melee("SAM", chapter=3, printed=skilled, blue="SAM09")
    assert play.offers("skill") == {"SAM.s1"}
    assert play.refusal("skill:SAM.s2").rule == "SA-311"


def test_sa_403_a_skill_with_a_direct_effect_needs_a_target_and_stealth_another_card() -> None:
    """SA-403, SA-507: the card that pays for the skill does not pay for Stealthy."""
    far = alone(chapter=3, printed=skilled, blue="SAM01")
    assert far.refusal("skill:SAM.s3").rule == "SA-403"
    stealthy = {"GAS": {"stealthy": 1}}
    one = melee("SAM", chapter=3, printed=skilled, blue="SAM01", statuses=stealthy)
    assert one.refusal("skill:SAM.s3").rule == "SA-507"
    two = melee("SAM", chapter=3, printed=skilled, blue="SAM01 SAM09", statuses=stealthy)
    two.blue("skill:SAM.s3").blue("SAM01")
    assert (two.cards(BLUE).discards, two.cards(BLUE).banished) == (("SAM01",), ("SAM09",))
    assert parse_target("one rival within 1").is_direct
