"""A card set tells names and texts in several languages; what it does not tell in one is in English."""

from __future__ import annotations

from typing import Any

from domain import arena
from domain.arena.book import Book

from .cards_play import standing
from .play import book, make_play, reprinted
from .printed import ability, recast, skill

DRAWS = [{"verb": "draw", "cards": 1}]
IN_FRENCH: dict[str, Any] = {"names": {"fr": "Un titre"}, "texts": {"fr": "Piochez 1 carte."}}
TOLD = recast(
    "GAS",
    names={"fr": "Gaston le Beau"},
    start={"skills": [skill(DRAWS) | IN_FRENCH]},
    upgraded={"skills": [skill(DRAWS) | IN_FRENCH], "ability": ability("its turn starts", DRAWS) | IN_FRENCH},
    printed=reprinted("GAS03", **IN_FRENCH),
)
BOARD = make_play(standing({"GAS": "d4"}), "GAS", teams="SAM / GAS", chapter=4).board


def passage(printed: Book, rule: str) -> tuple[str, str]:
    told = arena.explain_rule(BOARD, printed, rule)
    assert told is not None
    return told.name, told.text


def test_characters_cards_skills_and_abilities_are_told_in_the_language() -> None:
    french = arena.translate_book(TOLD, "fr")
    names = arena.display_names(TOLD, "fr")
    assert (names["GAS"], names["GAS03"], names["GAS.s1"], names["GAS.a"]) == (
        "Gaston le Beau",
        *["Un titre"] * 3,
    )
    for rule in ("GAS03.1", "GAS.s1.1", "GAS.a.1"):
        assert passage(french, rule) == ("Un titre", "Piochez 1 carte.")
    printed = arena.describe_cards(french)["characters"]["GAS"]
    assert printed["name"] == "Gaston le Beau"
    assert (
        printed["start"]["skills"][0]["text"] == printed["upgraded"]["ability"]["text"] == "Piochez 1 carte."
    )


def test_what_is_not_told_in_the_language_is_in_english() -> None:
    italian = arena.translate_book(TOLD, "it")
    assert passage(italian, "GAS03.1") == ("Head Down", "Move up to 3.")
    assert passage(arena.translate_book(book(), "it"), "GAS05.1")[0] == "Spinta"
