"""Abilities that hold as long as the upgraded side lies up (SA-803)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from domain import arena

from .play import Play, make_play, reprinted
from .printed import recast

IN_THE_THICK = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  ARI  .   .
   .   .   .  GAS  .   .   .
     .   .  SAM ALA  .   .
       .   .   .   .   .
         .   .   .   .
"""
in_chapter_4 = partial(make_play, IN_THE_THICK, "SAM", teams="SAM ALA MAL / GAS ARI DEM", chapter=4)


def constantly(when: str | None = None, who: str = "SAM", **raises: int) -> dict[str, Any]:
    """The book in which *who* raises this on the upgraded side."""
    constant = {"name": "It lasts", "raises": raises, "text": "", "provenance": "house", "when": when}
    return {"printed": recast(who, upgraded={"constant": constant, "move": 2, "attack": 2}), "upgraded": who}


def parts(play: Play, what: str) -> list[tuple[int, str]]:
    found = arena.break_down_number(play.board, play.rules.book, what)
    assert found is not None
    return [(part.amount, part.rule) for part in found]


def test_sa_803_a_longer_standard_movement() -> None:
    """SA-803, SA-303"""
    play = in_chapter_4(**constantly(movement=1))
    assert parts(play, "move:SAM") == [(2, "SA-303"), (1, "SAM.c.1")]
    assert arena.board_numbers(play.board, play.rules.book)["move:SAM"] == 3
    assert play.offers("move") > in_chapter_4(**constantly(attack=1)).offers("move")


def test_sa_803_a_harder_standard_attack_but_for_the_shrunken() -> None:
    """SA-803, SA-307, SA-506"""
    play = in_chapter_4(**constantly(attack=2))
    assert parts(play, "attack:SAM:GAS") == [(2, "SA-307"), (2, "SAM.c.1")]
    assert play.blue("attack:GAS").hp("GAS") == 6
    shrunken = in_chapter_4(statuses={"SAM": {"shrunken": 1}}, **constantly(attack=2))
    assert parts(shrunken, "attack:SAM:GAS") == [(1, "SA-506")]


def test_sa_803_more_damage_by_every_text_and_none_to_oneself() -> None:
    """SA-803, SA-511: as with Strong."""
    hits = [
        {"verb": "deal", "damage": 1, "to": "each rival within 1"},
        {"verb": "deal", "damage": 1, "to": "self"},
    ]
    told = constantly(dealt=1)
    told["printed"] = reprinted("SAM09", hits, printed=told["printed"])
    play = in_chapter_4(blue="SAM09", statuses={"SAM": {"strong": 1}}, **told).blue("play:SAM09")
    assert (play.hp("GAS"), play.hp("SAM")) == (7, 7)


@pytest.mark.parametrize(("taken", "left"), [(-1, 7), (1, 5), (-9, 8)])
def test_sa_803_less_damage_taken_or_more(taken: int, left: int) -> None:
    """SA-803, SA-408: never below 0."""
    play = make_play(
        IN_THE_THICK, "GAS", teams="SAM ALA MAL / GAS ARI DEM", chapter=4, **constantly(taken=taken)
    )
    foreseen = sum(amount for amount, _ in parts(play, "attack:GAS:SAM"))
    assert play.red("attack:SAM").hp("SAM") == left == 8 - foreseen


def test_sa_803_it_does_not_hold_on_the_starting_side() -> None:
    """SA-803, SA-606"""
    told = constantly(attack=2) | {"upgraded": ""}
    assert parts(in_chapter_4(**told), "attack:SAM") == [(2, "SA-307")]


@pytest.mark.parametrize(
    ("when", "statuses", "holds"),
    [
        ("self has tough", {"SAM": {"tough": 1}}, True),
        ("self has tough", {}, False),
        ("own counters >= 2", {"SAM": {"tough": 2}}, True),
        ("self is on gold", {}, False),
    ],
)
def test_sa_803_it_may_depend_on_the_character(
    when: str, statuses: dict[str, dict[str, int]], holds: bool
) -> None:
    """SA-803, SA-406"""
    play = in_chapter_4(statuses=statuses, **constantly(when, attack=2))
    assert sum(amount for amount, _ in parts(play, "attack:SAM")) == 2 + 2 * holds


def test_its_text_is_quoted_and_its_name_called() -> None:
    play = in_chapter_4(**constantly(attack=2))
    passage = arena.explain_rule(play.board, play.rules.book, "SAM.c.1")
    assert passage is not None
    assert passage.name == arena.display_names(play.rules.book, "it")["SAM.c"] == "It lasts"
