"""Main phases from chapter 2: printed values, cards for +1, extra phases (section 3 of the rules)."""

from __future__ import annotations

from functools import partial
from typing import Literal

import pytest

from domain.arena.facts import CharacterMoved, DamageDealt, TurnEnded

from .play import BLUE, Play, book, make_play, marked, reprinted, story_text
from .printed import ability, recast, skill

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


def steps(play: Play) -> int:
    """How far the active character went."""
    moved = play.last(CharacterMoved).event
    assert isinstance(moved, CharacterMoved)
    return len(moved.path) - 1


def hit(play: Play) -> int:
    """The damage that was dealt last."""
    dealt = play.last(DamageDealt).event
    assert isinstance(dealt, DamageDealt)
    return dealt.damage


# -- standard values ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("chapter", "move", "attack"), [(2, 2, 2), (3, 1, 4), (4, 1, 4)])
def test_sa_303_sa_307_the_ability_card_prints_the_standard_values(
    chapter: Literal[2, 3, 4], move: int, attack: int
) -> None:
    """SA-303, SA-307: 2 and 2 for everyone up to chapter 2; from chapter 3 what is printed, here 1 and 4."""
    known = recast("SAM", start={"move": 1, "attack": 4}, upgraded={"move": 5})
    apart = book().arena.distances["d1"]
    play = alone(chapter=chapter, printed=known)
    assert play.offers("move") == {space for space in apart if 0 < apart[space] <= move}
    assert hit(melee("SAM", chapter=chapter, printed=known).blue("attack:GAS")) == attack


def test_sa_303_an_upgraded_one_has_the_values_of_that_side() -> None:
    """SA-303, SA-307, SA-803"""
    known = recast("SAM", start={"move": 1, "attack": 4}, upgraded={"move": 3, "attack": 5})
    apart = book().arena.distances["d1"]
    play = alone(chapter=4, upgraded="SAM", printed=known)
    assert play.offers("move") == {space for space in apart if 0 < apart[space] <= 3}
    assert hit(melee("SAM", chapter=4, upgraded="SAM", printed=known).blue("attack:GAS")) == 5


# -- +1 ----------------------------------------------------------------------------------------------


def test_sa_305_a_discarded_movement_card_takes_it_one_space_further() -> None:
    """SA-305: of any character; a card with both banners is one too (SA-309)."""
    play = alone(chapter=2, blue="ALA01 SAM06 SAM05")
    apart = book().arena.distances["d1"]
    assert play.offers("move+") == {space for space in apart if 1 <= apart[space] <= 3}
    play.blue("move+:d4")
    assert (play.asked.prompt, play.asked.about, play.options) == ("boost", "movement", {"ALA01", "SAM06"})
    assert play.refusal("SAM05").rule == "SA-305"
    play.blue("ALA01")
    assert play.story == story_text("""
        SA-305 PhaseBegan phase=movement
        SA-305 CardDiscarded seat=0 card=ALA01
        SA-305 CharacterMoved who=SAM path=[d1,d2,d3,d4]
    """)
    assert play.cards(BLUE).discards == ("ALA01",)


def test_sa_305_once_and_for_one_card() -> None:
    """SA-305: two cards make no 4 spaces."""
    play = alone(chapter=2, blue="ALA01 ALA02")
    assert play.offers("move+") == marked("""
                 .   .   .   .
               .   .   .   .   .
             .   .   .   .   .   .
           x   x   x   x   .   .   .
             x   x   x   x   .   .
               x   x   x   x   .
                 .   x   x   x
    """)


def test_sa_305_chapter_1_knows_no_such_thing() -> None:
    """SA-305, SA-308: nor does a hand without a fitting card."""
    play = make_play(IN_THE_THICK.replace("DEM", " . ").replace("MAL", " . "), "SAM", blue="ALA01 ALA05")
    assert play.offers("move+") == play.offers("attack+") == set()
    empty = alone(chapter=2, blue="SAM05")
    assert empty.offers("move+") == set()
    assert empty.refusal("move+:d4").rule == "SA-305"


def test_sa_305_with_both_kinds_of_cards_it_does_not_help_an_immobilized_one() -> None:
    """SA-305, SA-504: the bearer stays, and no card is wasted."""
    play = alone(chapter=2, blue="ALA01", statuses={"SAM": {"immobilized": 1}})
    assert play.offers("move+") == set()
    assert play.refusal("move+:d4").rule == "SA-504"


def test_sa_308_a_discarded_attack_card_makes_the_standard_attack_1_stronger() -> None:
    """SA-308: the type decides, not the banner."""
    play = melee("SAM", chapter=2, blue="ALA05 SAM05 ALA10")
    play.blue("attack+:GAS")
    assert (play.asked.prompt, play.asked.about, play.options) == ("boost", "attack", {"ALA05", "SAM05"})
    assert play.refusal("ALA10").rule == "SA-308"
    play.blue("ALA05")
    assert hit(play) == 3
    assert play.story.splitlines()[:2] == [
        "SA-308 PhaseBegan phase=action",
        "SA-308 CardDiscarded seat=0 card=ALA05",
    ]


def test_sa_308_without_one_there_is_no_stronger_attack() -> None:
    """SA-308"""
    play = melee("SAM", chapter=2, blue="ALA10")
    assert play.offers("attack+") == set()
    assert play.refusal("attack+:GAS").rule == "SA-308"


def test_sa_507_the_card_for_1_more_cannot_pay_for_a_stealthy_one_as_well() -> None:
    """SA-507, SA-308: with one Attack card there is an attack, and no stronger one."""
    stealthy = {"GAS": {"stealthy": 1}}
    play = melee("SAM", chapter=2, blue="ALA05", statuses=stealthy)
    assert play.offers("attack") == {"GAS"}
    assert play.refusal("attack+:GAS").rule == "SA-507"
    both = melee("SAM", chapter=2, blue="ALA05 ALA10", statuses=stealthy).blue("attack+:GAS").blue("ALA05")
    assert both.cards(BLUE).discards == ("ALA05",)
    assert both.cards(BLUE).banished == ("ALA10",)


# -- extra phases, and the end of a turn -------------------------------------------------------------


def test_sa_312_an_extra_phase_is_a_full_one_of_its_kind_in_this_turn() -> None:
    """SA-312: the card's own phase is spent, and one more may be taken, for a card or an attack."""
    known = reprinted("SAM06", [{"verb": "grant", "phase": "action"}])
    play = melee("SAM", chapter=2, blue="SAM06 SAM09", printed=known).blue("play:SAM06").blue("action")
    assert play.effect == "SAM06.1 ExtraPhaseGranted phase=action"
    assert play.offers("attack") == {"GAS"}
    play.blue("play:SAM09")
    assert play.offers("attack") == set()
    assert play.refusal("attack:GAS").rule == "SA-301"


def test_sa_312_it_does_not_outlast_the_turn() -> None:
    """SA-312"""
    known = reprinted("SAM06", [{"verb": "grant", "phase": "action"}])
    play = melee("SAM", chapter=2, blue="SAM06", printed=known).blue("play:SAM06").blue("action").blue("end")
    assert play.board.phases == {"movement": 1, "action": 1}


def test_sa_315_an_active_character_knocked_out_in_its_phases_ends_its_turn() -> None:
    """SA-315: after the effect, its rest included; the Ending Phase is its Summoner's."""
    blow = [{"verb": "deal", "damage": 3, "to": "self"}]
    known = recast("SAM", start={"skills": [skill(blow, [{"verb": "draw", "cards": 1}])]})
    play = melee("SAM", chapter=3, hp={"SAM": 2}, printed=known).blue("skill:SAM.s1")
    assert play.last(TurnEnded).event == TurnEnded("SAM")
    assert play.story.index("CardDrawn seat=0") < play.story.index("TurnEnded who=SAM")
    assert play.board.active == "GAS"
    assert f"SA-602 VictoryPointsGained team=1 points={book().characters['SAM'].vp}" in play.story


def test_sa_315_and_so_does_one_that_a_reaction_knocks_out_as_its_turn_starts() -> None:
    """SA-315, SA-803: Gaston strikes out as his turn starts, and Mickey strikes back."""
    known = recast(
        "GAS",
        upgraded={
            "ability": ability(
                "its turn starts", [{"verb": "deal", "damage": 1, "to": "each rival within 1"}]
            )
        },
        printed=recast(
            "SAM",
            upgraded={"ability": ability("a rival damages it", [{"verb": "deal", "damage": 1, "to": "it"}])},
        ),
    )
    play = melee("SAM", chapter=4, upgraded="GAS SAM", hp={"GAS": 1}, printed=known).blue("end")
    play.then("SAM", "ALA")
    assert play.hp("GAS") == 0
    assert play.last(TurnEnded).event == TurnEnded("GAS")
    assert play.board.active == "ALA"
