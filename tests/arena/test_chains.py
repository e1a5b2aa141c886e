"""Abilities that set each other off, and where that ends (SA-414)."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace

from domain import arena, decider
from domain.arena.book import Book
from domain.arena.editions import NEWEST
from domain.arena.facts import AbilityTriggered, ChainEnded, CharacterKnockedOut
from domain.arena.play.effects import MAX_CHAINED_ABILITIES
from domain.model import Event

from .play import Play, book, make_play
from .printed import ability, recast

FACE_TO_FACE = """
         .   .   .   .
       .   .   .   .   .
     .   .  SAM GAS  .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
"""
STRIKES_BACK = ability("a rival damages it", [{"verb": "deal", "damage": 1, "to": "it"}])
NEVER_TIRES = ability(
    "a rival damages it",
    [{"verb": "heal", "hp": 9, "to": "self"}, {"verb": "deal", "damage": 1, "to": "it"}],
)
FALLS = ability("its turn starts", [{"verb": "deal", "damage": 9, "to": "self"}] * 3)


def everyone(has: dict[str, object]) -> Book:
    """The book with the same ability on every upgraded side, and the same points on every tile."""
    known = book()
    for code in known.characters:
        known = recast(code, printed=known, upgraded={"ability": has}, vp=4)
    return known


facing = partial(make_play, FACE_TO_FACE, "GAS", teams="SAM ALA / GAS ARI", chapter=4, upgraded="SAM GAS")


def duel(has: dict[str, object], *, version: int = NEWEST, phases: str | None = None) -> Play:
    """Gaston and Mickey face to face, both upgraded, with the same ability."""
    return facing(printed=replace(everyone(has), version=version), phases=phases)


def happened(play: Play, kind: type[Event]) -> int:
    return sum(isinstance(fact.event, kind) for fact in play.facts)


def test_sa_414_a_chain_that_would_never_end_ends_after_so_many_abilities() -> None:
    """SA-414: they heal all they take; the last blow sets nothing off any more, and the turn goes on."""
    play = duel(NEVER_TIRES).red("attack:SAM")
    assert happened(play, AbilityTriggered) == MAX_CHAINED_ABILITIES
    assert play.story.splitlines()[-1] == "SA-414 ChainEnded who=SAM ability=SAM.a"
    assert play.board.active == "GAS"
    assert "end" in play.options


def test_sa_414_a_chain_that_ends_by_itself_is_left_alone() -> None:
    """SA-414: blow for blow, until one is knocked out."""
    play = facing(printed=everyone(STRIKES_BACK), hp={"SAM": 4, "GAS": 9}).red("attack:SAM")
    assert happened(play, ChainEnded) == 0
    assert happened(play, CharacterKnockedOut) == 1
    assert (play.hp("SAM"), play.hp("GAS")) == (0, 7)


def test_sa_414_each_answer_begins_anew() -> None:
    """SA-414: the next blow sets off as many again."""
    play = duel(NEVER_TIRES, phases="action action").red("attack:SAM").red("attack:SAM")
    assert happened(play, AbilityTriggered) == 2 * MAX_CHAINED_ABILITIES
    assert happened(play, ChainEnded) == 2


def test_sa_414_turns_that_end_at_their_start_come_to_one_that_does_not() -> None:
    """SA-414, SA-315, SA-705: everybody falls as the own turn starts, and round after round is tied."""
    teams = "SAM ALA MAL / GAS ARI DEM"
    play = make_play(FACE_TO_FACE, "GAS", teams=teams, chapter=4, upgraded=teams, printed=everyone(FALLS))
    play.red("end")
    while play.asked.prompt != "turn":
        play.then(*play.asked.options[: play.asked.least])
    assert happened(play, AbilityTriggered) == MAX_CHAINED_ABILITIES
    assert play.asked.prompt == "turn"
    assert play.position.running is None


def test_sa_414_a_match_that_began_before_the_rule_refuses_what_has_no_end() -> None:
    """SA-414 is a rule since version 2: without it the answer is refused, and the match goes on."""
    play = duel(NEVER_TIRES, version=1)
    with pytest.raises(decider.Illegal, match="does not come to an end"):
        play.red("attack:SAM")
    assert play.red("end").board.active == "ALA"


# -- what a card set is warned of --------------------------------------------------------------------


def with_abilities(**has: dict[str, object]) -> Book:
    """The book with these abilities on upgraded sides, and with no others."""
    known = book()
    for code in known.characters:
        known = recast(code, printed=known, upgraded={"ability": has.get(code)})
    return known


def test_the_core_set_has_no_abilities_that_set_each_other_off() -> None:
    assert list(arena.find_warnings(book())) == []


def test_sa_414_two_that_answer_a_blow_with_a_blow_are_told_together() -> None:
    """SA-414: and who does, with a copy of its own on the other side (SA-107)."""
    [both] = arena.find_warnings(with_abilities(SAM=STRIKES_BACK, GAS=NEVER_TIRES))
    assert both == (
        "abilities that can set each other off, up to the end of SA-414: SAM (An ability), GAS (An ability)"
    )
    [alone] = arena.find_warnings(with_abilities(GAS=NEVER_TIRES))
    assert alone.endswith(": GAS (An ability)")


def test_sa_414_turns_that_end_at_their_start_are_told() -> None:
    """SA-414, SA-315"""
    [falling] = arena.find_warnings(with_abilities(ARI=FALLS))
    assert falling.endswith(": ARI (An ability)")


@pytest.mark.parametrize(
    "harmless",
    [
        ability("a rival damages it", [{"verb": "move", "up_to": 2}]),
        ability("a rival damages it", [{"verb": "give", "status": "cursed", "counters": 1, "to": "it"}]),
        ability("its turn starts", [{"verb": "deal", "damage": 1, "to": "each rival within 2"}]),
        ability("an ally is knocked out", [{"verb": "heal", "hp": 2, "to": "self"}]),
    ],
)
def test_sa_414_what_deals_no_damage_or_answers_none_is_not(harmless: dict[str, object]) -> None:
    """SA-414"""
    assert list(arena.find_warnings(with_abilities(SAM=harmless, GAS=harmless))) == []
