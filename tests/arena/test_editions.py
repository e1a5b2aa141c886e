"""Where the editions disagree, and what is read alike in all of them (section 9 of the rules)."""

from __future__ import annotations

import pytest

from domain.arena.board import Edition
from domain.arena.editions import READINGS

from .play import given

MICKEY_ALONE = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM  .   .   .
       .   .   .   .   .
         .   .  ALA  .
"""
EDITIONS: tuple[Edition, ...] = ("en", "fr", "it")


def test_every_edition_has_its_reading() -> None:
    """SA-902"""
    assert {edition: reading.figure_leaves_at_once for edition, reading in READINGS.items()} == {
        "en": True,
        "fr": False,
        "it": False,
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_sa_901_the_active_character_is_not_its_own_ally(edition: Edition) -> None:
    """SA-901"""
    board = given(MICKEY_ALONE, "ARI", edition=edition).board
    assert board.allies("ARI") == ["GAS"]
    assert board.allies("GAS") == ["ARI"]


@pytest.mark.parametrize(("edition", "banished"), [("en", 0), ("fr", 1), ("it", 1)])
def test_sa_902_when_a_figure_leaves_decides_whether_it_was_alone(edition: Edition, banished: int) -> None:
    """SA-902: Quarrel Seeker knocks Mickey out; only where he still stands can he stand alone."""
    play = given(MICKEY_ALONE, "GAS", red="GAS01", blue="SAM01", hp={"SAM": 1}, edition=edition)
    play.red("play:GAS01")
    assert len(play.cards(0).banished) == banished
    assert play.at("SAM") == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_sa_902_the_points_are_the_same(edition: Edition) -> None:
    """SA-902, SA-602"""
    play = given(MICKEY_ALONE, "GAS", red="GAS01", hp={"SAM": 1}, edition=edition).red("play:GAS01")
    assert play.board.points == (0, 4)


@pytest.mark.parametrize("edition", EDITIONS)
def test_sa_907_a_standard_attack_is_for_rivals_in_every_edition(edition: Edition) -> None:
    """SA-907"""
    play = given(MICKEY_ALONE, "GAS", edition=edition)
    assert play.refusal("attack:ARI").rule == "SA-907"
