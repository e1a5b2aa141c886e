"""Knocking out (section 6 of the rules)."""

from __future__ import annotations

import pytest

from domain.arena.board import Edition

from .play import make_play, reprinted, story_text

IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
AFTER_A_KNOCK_OUT = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM  .   .   .
       .   .   .   .   .
         .   .   .   .
"""


def test_sa_601_at_0_hp_a_character_is_knocked_out_and_its_tiles_are_gone() -> None:
    """SA-601"""
    statuses = {"ARI": {"immobilized": 3, "stealthy": 1}}
    play = make_play(IN_THE_THICK, "ALA", blue="ALA07 SAM01", hp={"ARI": 2}, statuses=statuses)
    play.blue("play:ALA07").blue("ARI")
    assert play.hp("ARI") == 0
    assert play.statuses("ARI") == {}
    assert play.at("ARI") == ""


@pytest.mark.parametrize(("who", "points"), [("SAM", 4), ("ALA", 5)])
def test_sa_602_the_rival_side_gains_the_points_on_its_tile(who: str, points: int) -> None:
    """SA-602"""
    play = make_play(IN_THE_THICK, "GAS", hp={who: 2}, points=(3, 1)).red(f"attack:{who}")
    assert play.story == story_text(f"""
        SA-307 PhaseBegan phase=action
        SA-307 DamageDealt who={who} by=GAS damage=2 hp=0
        SA-601 CharacterKnockedOut who={who}
        SA-902 FigureRemoved who={who}
        SA-602 VictoryPointsGained team=1 points={points} total={1 + points}
    """)


def test_sa_602_also_when_the_own_side_did_it() -> None:
    """SA-602: no card of chapter 1 does, so one is printed here."""
    reckless = reprinted("GAS09", [{"verb": "deal", "damage": 9, "to": "each ally within 1"}])
    play = make_play(IN_THE_THICK, "GAS", red="GAS09", printed=reckless).red("play:GAS09")
    assert play.board.points == (4, 0)


def test_sa_603_a_figure_that_has_left_frees_its_space() -> None:
    """SA-603"""
    play = make_play(IN_THE_THICK, "GAS", hp={"SAM": 1}).red("attack:SAM")
    assert "d3" in play.offers("move")


@pytest.mark.parametrize("edition", ["en", "fr", "it"])
def test_sa_603_after_a_standard_attack_it_is_gone_in_every_edition(edition: Edition) -> None:
    """SA-603, SA-902"""
    play = make_play(IN_THE_THICK, "GAS", hp={"SAM": 1}, edition=edition).red("attack:SAM")
    assert play.at("SAM") == ""


def test_sa_604_it_is_affected_by_nothing_until_it_is_back() -> None:
    """SA-604: neither chosen nor hit by what names everyone."""
    play = make_play(AFTER_A_KNOCK_OUT, "GAS", red="GAS09 GAS05 GAS04")
    assert play.refusal("attack:ALA").rule == "SA-604"
    chosen = make_play(AFTER_A_KNOCK_OUT, "GAS", red="GAS04").red("play:GAS04").red("action").red()
    assert chosen.options == {"SAM"}
    assert chosen.refusal("ALA").rule == "SA-604"
    assert play.red("play:GAS09").effect == "GAS09.1 DamageDealt who=SAM by=GAS damage=2 hp=6"


def test_sa_604_no_song_reaches_it() -> None:
    """SA-604"""
    play = make_play(AFTER_A_KNOCK_OUT.replace("GAS", " . "), "ARI", red="ARI01", hp={"ARI": 4})
    assert play.red("play:ARI01").effect == "SA-408 HealthRecovered who=ARI amount=3 hp=7"


def test_sa_605_nobody_has_fewer_than_0_points() -> None:
    """SA-605: nothing in chapter 1 takes points away; a match begins with none."""
    play = make_play(IN_THE_THICK, "GAS", hp={"SAM": 1}).red("attack:SAM")
    assert min(play.board.points) == 0
