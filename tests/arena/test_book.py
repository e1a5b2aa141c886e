"""The card set that comes with the game, and mistakes in others."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from domain import arena
from domain.arena import refusals, sentences
from domain.words import Asked

from .play import BLUE_CARDS, ORDER, RED_CARDS, book

EIGHT = {*ORDER, "MAL", "DEM", "FAC", "SUL"}


def test_eight_characters_have_a_deck_of_10_cards_each() -> None:
    assert set(book().characters) == EIGHT
    assert set(book().cards) == {f"{who}{n:02}" for who in EIGHT for n in range(1, 11)}
    assert {*BLUE_CARDS, *RED_CARDS} < set(book().cards)
    assert book().deck("SAM") == BLUE_CARDS[:10]


@pytest.mark.parametrize(("who", "hp", "vp"), [("SAM", 8, 4), ("ALA", 9, 5), ("GAS", 10, 6), ("ARI", 8, 4)])
def test_what_stands_on_a_turn_order_tile(who: str, hp: int, vp: int) -> None:
    assert (book().characters[who].hp, book().characters[who].vp) == (hp, vp)


def test_9_of_mickeys_10_cards_are_magical() -> None:
    magical = [card for card in book().deck("SAM") if "magical" in book().cards[card].printed.types]
    assert len(magical) == 9


def test_every_printed_card_has_a_play_by_play() -> None:
    here = Path(__file__).parent
    names = ("mickey", "aladdin", "gaston", "ariel", "maleficent", "demona", "facilier", "sulley")
    told = " ".join((here / f"test_{name}.py").read_text(encoding="utf-8") for name in names)
    played = set(re.findall(r"[A-Z]{3}\d\d", told))
    printed = [card.ids for character in book().characters.values() for card in character.deck]
    assert [ids for ids in printed if not played & set(ids)] == []


def test_the_catalogue_tells_where_every_value_comes_from() -> None:
    told = arena.catalogue(book())
    assert told["arena"]["provenance"] == "house"
    shove = next(card for card in told["characters"]["GAS"]["deck"] if card["name"] == "Shove")
    assert shove["provenance"]["does"] == "handbook"
    assert shove["provenance"]["gear"] == "house"


def test_everything_in_the_book_has_a_name_to_say_aloud() -> None:
    names = arena.names(book())
    assert names["GAS05"] == "Shove"
    assert names["SAM"] == "Sorcerer's Apprentice Mickey"
    assert {*book().cards, *book().characters} <= set(names)


def test_every_fact_has_its_sentence_and_its_braces_are_fields() -> None:
    assert set(sentences._SENTENCES) == set(arena.FACTS)
    for kind, sentence in sentences._SENTENCES.items():
        fields = {field.name for field in msgspec.structs.fields(kind)}
        assert set(re.findall(r"{(\w+)}", sentence)) <= fields


def test_every_question_has_its_sentence() -> None:
    for prompt in ("turn", "target", "place", *refusals._PROMPTS):
        assert "{seat} is asked" in arena.sentence(Asked(0, prompt, ("this", "that")))


# -- mistakes ----------------------------------------------------------------------------------------


def data() -> Any:
    return yaml.safe_load(resources.files("domain.arena").joinpath(arena.BOOK).read_text(encoding="utf-8"))


def double(told: Any) -> None:
    told["characters"]["GAS"]["deck"][1]["ids"] = ["GAS01"]


def foreign(told: Any) -> None:
    told["characters"]["GAS"]["deck"][1]["ids"] = ["ARJ03"]


def short(told: Any) -> None:
    del told["characters"]["GAS"]["deck"][1]


def unknown_verb(told: Any) -> None:
    told["characters"]["GAS"]["deck"][1]["does"][0][0]["verb"] = "dance"


def unknown_target(told: Any) -> None:
    told["characters"]["GAS"]["deck"][0]["does"][0][0]["to"] = "everyone"


def unknown_field(told: Any) -> None:
    told["characters"]["GAS"]["deck"][1]["damge"] = 3


def no_origin(told: Any) -> None:
    del told["characters"]["GAS"]["provenance"]


def odd_mark(told: Any) -> None:
    told["board"]["rows"]["a4"] = ". o . ? . o ."


@pytest.mark.parametrize(
    ("mistake", "words", "where"),
    [
        (double, "card GAS01 stands twice", "$.characters.GAS.deck[1].ids"),
        (foreign, "card ARJ03 is not one of GAS", "$.characters.GAS.deck[1].ids"),
        (short, "a deck has 10 cards, this one 9", "$.characters.GAS.deck"),
        (unknown_verb, "dance", "verb"),
        (unknown_target, "matching regex", "to"),
        (unknown_field, "damge", "deck[1]"),
        (no_origin, "provenance", "$.characters"),
        (odd_mark, "row a4: ? is no mark of a space", "$.board.rows"),
    ],
)
def test_a_mistake_is_named_with_its_place(mistake: Callable[[Any], None], words: str, where: str) -> None:
    told = deepcopy(data())
    mistake(told)
    with pytest.raises(msgspec.ValidationError) as raised:
        arena.read_book(told)
    assert words in str(raised.value)
    assert where in str(raised.value)
