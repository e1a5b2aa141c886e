"""Abilities of the upgraded side that are activated, for a card where they cost one (SA-803, SA-807)."""

from __future__ import annotations

from functools import partial

import pytest

from domain import arena
from domain.arena.facts import AbilityActivated
from domain.decider import Unplayable

from .play import BLUE, Play, book, make_play, story_text
from .printed import recast, skill

IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
STRIKES = skill([{"verb": "deal", "damage": 2, "to": "one rival within 1"}], cost="magical")
KNOWN = recast("SAM", upgraded={"activated": STRIKES})
TEAMS = "SAM ALA MAL / GAS ARI DEM"
in_chapter_4 = partial(make_play, IN_THE_THICK, "SAM", teams=TEAMS, chapter=4, printed=KNOWN)
upgraded = partial(in_chapter_4, upgraded="SAM")


def test_sa_807_it_is_used_for_a_card_once_a_turn() -> None:
    """SA-807, SA-311: SAM09 is no Magical card. Whoever has one choice is not asked: Gaston alone is near."""
    play = upgraded(blue="SAM01 SAM02 SAM09").blue("ability:SAM.u")
    assert play.options == {"SAM01", "SAM02"}
    play.blue("SAM01")
    assert play.story == story_text(
        """
        SA-807 AbilityActivated who=SAM ability=SAM.u
        SA-807 CardDiscarded seat=0 card=SAM01
        SAM.u.1 DamageDealt who=GAS by=SAM damage=2 hp=8
        """
    )
    assert not play.offers("ability")
    assert play.refusal("ability:SAM.u").rule == "SA-807"


@pytest.mark.parametrize(
    ("play", "rule"),
    [
        (in_chapter_4(blue="SAM01"), "SA-803"),
        (upgraded(blue="SAM09"), "SA-311"),
        (upgraded(blue="SAM01", hp={"GAS": 0}), "SA-403"),
        (upgraded(blue="SAM01", statuses={"GAS": {"stealthy": 1}}), "SA-507"),
        (upgraded(blue="SAM01", printed=book()), ""),
    ],
    ids=["starting side", "no card that pays", "no target", "no card left for Stealthy", "no ability"],
)
def test_why_it_cannot_be_used(play: Play, rule: str) -> None:
    """SA-803, SA-311, SA-403, SA-507"""
    assert not play.offers("ability")
    assert play.refusal("ability:SAM.u").rule == rule


def test_sa_807_it_takes_no_phase_and_ends_none() -> None:
    """SA-807, SA-310: not even a Skills Phase."""
    two = [skill([{"verb": "score", "points": 1}]), skill([{"verb": "score", "points": 1}])]
    known = recast("SAM", printed=KNOWN, upgraded={"skills": two})
    play = upgraded(blue="SAM01", printed=known).blue("skill:SAM.s1")
    before = play.board.phases
    play.blue("ability:SAM.u")
    assert (play.board.phases, play.offers("skill")) == (before, {"SAM.s2"})


def test_sa_315_the_turn_goes_on_while_it_may_be_used() -> None:
    """SA-315, SA-807: and ends by itself with its use, which the next turn knows nothing of."""
    play = upgraded(blue="SAM01", phases="action").blue("attack:GAS")
    assert (play.asked.seat, play.board.active) == (BLUE, "SAM")
    play.blue("ability:SAM.u")
    assert play.board.active != "SAM"
    assert not play.board.activated


def test_sa_606_it_may_turn_its_card_back_and_is_used_all_the_same() -> None:
    """SA-606, SA-807: an upgrade in the same turn gives no second use."""
    back = skill([{"verb": "score", "points": 1}, {"verb": "turn back"}])
    known = recast("SAM", cost={"fire": 1}, upgraded={"activated": back})
    play = upgraded(discards="SAM05", printed=known).blue("ability:SAM.u")
    assert (play.board.points, play.refusal("ability:SAM.u").rule) == ((1, 0), "SA-803")
    assert play.blue("upgrade").refusal("ability:SAM.u").rule == "SA-807"


def test_that_it_was_used_is_told_by_the_position() -> None:
    """SA-807: what says nothing of it has it unused."""
    unused = upgraded(blue="SAM01 SAM02")
    assert "activated" not in arena.write_position(unused.board)
    used = unused.blue("ability:SAM.u").blue("SAM01").board
    text = arena.write_position(used)
    assert " activated" in text
    assert arena.read_position(text, KNOWN) == used
    with pytest.raises(Unplayable) as none:
        arena.read_position(text, recast("SAM"))
    assert none.value.refusal.sentence.pattern == "{active} has no ability to activate."


def test_its_text_is_quoted_its_name_called_and_its_numbers_are_foreseen() -> None:
    play = upgraded(blue="SAM01", statuses={"GAS": {"tough": 1}})
    passage = arena.explain_rule(play.board, KNOWN, "SAM.u.1")
    assert passage is not None
    assert passage.name == "A skill"
    named = recast("SAM", upgraded={"activated": STRIKES | {"names": {"it": "Un trucco"}}})
    assert arena.display_names(named, "it")["SAM.u"] == "Un trucco"
    foreseen = arena.break_down_number(play.board, KNOWN, "effect:SAM:SAM.u.1.1:GAS") or ()
    assert [(part.amount, part.rule) for part in foreseen] == [(2, "SAM.u.1"), (-1, "SA-509")]
    assert arena.break_down_number(in_chapter_4().board, KNOWN, "effect:SAM:SAM.u.1.1:GAS") is None
    play.blue("ability:SAM.u")
    assert arena.fact_sentence(play.last(AbilityActivated).event, KNOWN) == "{who} activates {ability}."
