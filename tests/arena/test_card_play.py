"""Cards are played: by whom, what of them, and where they go."""

from __future__ import annotations

import pytest

from domain.arena.board import Edition
from domain.arena.facts import CardRevealed

from .play import BLUE, RED, make_play, reprinted, story_text

IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
AT_HOME = """
         .  GAS ARI  .
       .   .   .   .   .
     .   .   .   .   .   .
   .   .   .   .   .   .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .  SAM ALA  .
"""


def test_sa_313_only_cards_of_the_active_character_are_played() -> None:
    """SA-313"""
    play = make_play(IN_THE_THICK, "SAM", blue="SAM09 ALA05")
    assert play.offers("play") == {"SAM09"}
    assert play.refusal("play:ALA05").rule == "SA-313"
    assert play.refusal("play:SAM01").rule == "SA-313"
    assert play.refusal("play:GAS05").rule == "SA-313"


def test_sa_313_a_card_is_resolved_and_then_put_on_the_discard_pile() -> None:
    """SA-313: while it is followed it lies in neither hand nor pile."""
    play = make_play(IN_THE_THICK, "GAS", red="GAS05 GAS01").red("play:GAS05")
    assert play.board.resolving == "GAS05"
    assert play.cards(RED).hand == ("GAS01",)
    assert play.cards(RED).discards == ()
    play.red("SAM").red()
    assert play.board.resolving == ""
    assert play.cards(RED).discards == ("GAS05",)


def test_sa_315_who_knocks_itself_out_has_played_its_turn() -> None:
    """SA-315: no card of chapter 1 does it, so one is printed here; the card is followed to its end."""
    rash = reprinted(
        "GAS03",
        [{"verb": "deal", "damage": 9, "to": "self"}, {"verb": "deal", "damage": 9, "to": "self"}],
        [{"verb": "move", "up_to": 1}],
    )
    play = make_play(IN_THE_THICK, "GAS", red="GAS03", hp={"GAS": 9}, printed=rash).red("play:GAS03")
    assert play.story == story_text("""
        SA-313 PhaseBegan phase=movement
        SA-313 CardPlayed seat=1 card=GAS03
        GAS03.1 DamageDealt who=GAS by=GAS damage=9 hp=0
        SA-601 CharacterKnockedOut who=GAS
        SA-902 FigureRemoved who=GAS
        SA-602 VictoryPointsGained team=0 points=6 total=6
        SA-313 CardResolved seat=1 card=GAS03
        SA-701 TurnEnded who=GAS
        SA-201 RoundEnded number=1 last=false
        SA-201 RoundBegan number=2
        SA-202 TurnBegan who=SAM
        SA-210 CardDrawn seat=0 card=ALA01
    """)


@pytest.mark.parametrize("edition", ["en", "fr", "it"])
def test_sa_604_a_knocked_out_character_is_affected_by_nothing_more(edition: Edition) -> None:
    """SA-604: the second blow of the same paragraph finds nobody, standing or not."""
    twice = reprinted(
        "GAS05",
        [
            {"verb": "deal", "damage": 3, "to": "one rival within 1"},
            {"verb": "deal", "damage": 3, "to": "it"},
        ],
    )
    play = make_play(IN_THE_THICK, "GAS", red="GAS05", hp={"SAM": 3}, edition=edition, printed=twice)
    play.red("play:GAS05").red("SAM")
    assert play.effect.count("DamageDealt") == 1


@pytest.mark.parametrize("edition", ["en", "fr", "it"])
def test_sa_604_nor_by_what_names_everyone(edition: Edition) -> None:
    """SA-604, SA-902: a figure that is out and has not left yet is none of “each rival”."""
    sweep = reprinted(
        "GAS05",
        [
            {"verb": "deal", "damage": 3, "to": "one rival within 1"},
            {"verb": "deal", "damage": 1, "to": "each rival within 1"},
        ],
    )
    play = make_play(IN_THE_THICK, "GAS", red="GAS05", hp={"SAM": 3}, edition=edition, printed=sweep)
    play.red("play:GAS05").red("SAM")
    assert play.effect.count("DamageDealt who=SAM") == 1
    assert play.hp("ALA") == 8


def test_cards_are_drawn_one_by_one_until_the_deck_is_empty() -> None:
    """SA-703: any required draw counts; no card of chapter 1 draws 2, so one is printed here."""
    find = reprinted("ALA09", [{"verb": "draw", "cards": 2}])
    play = make_play(AT_HOME, "ALA", blue="ALA09", blue_deck="SAM08", printed=find).blue("play:ALA09")
    assert play.effect == story_text("""
        SA-210 CardDrawn seat=0 card=SAM08
        SA-210 DrawSkipped seat=0
        SA-703 FinalRoundCalled
    """)


def test_sa_410_revealing_shows_a_card_and_leaves_it_where_it_was() -> None:
    """SA-410"""
    play = make_play(AT_HOME, "GAS", blue_deck="SAM08 ALA01", statuses={"SAM": {"magic_broom": 1}})
    play.red("end").blue("ALA01", "SAM08")
    revealed = play.last(CardRevealed).event
    assert revealed == CardRevealed(BLUE, "ALA01")
    assert play.cards(BLUE).hand == ("ALA01",)
    assert play.cards(BLUE).deck == ("SAM08",)


def test_sa_411_a_banished_card_leaves_the_match() -> None:
    """SA-411: it lies with the banished, not on the discard pile."""
    play = make_play(IN_THE_THICK, "SAM", blue="ALA01", statuses={"GAS": {"stealthy": 1}}).blue("attack:GAS")
    assert play.cards(BLUE).banished == ("ALA01",)
    assert play.cards(BLUE).discards == play.cards(BLUE).hand == ()


def test_sa_413_an_opponents_choice_is_the_opponents() -> None:
    """SA-413: and the options of a hand are for its Summoner's eyes."""
    alone = IN_THE_THICK.replace("SAM ALA", "SAM  . ")
    play = make_play(alone, "GAS", red="GAS01", blue="SAM01 SAM02 ALA03").red("play:GAS01")
    assert (play.asked.seat, play.asked.prompt, play.asked.sight) == (BLUE, "banish", "hand")
    assert play.options == {"SAM01", "SAM02", "ALA03"}
    assert play.refusal("SAM09").rule == "SA-413"
    play.blue("SAM02")
    assert play.cards(BLUE).hand == ("SAM01", "ALA03")
    assert play.asked.seat == RED
