"""The card set that comes with the game, and mistakes in others."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec.yaml
import pytest

from domain import arena
from domain.arena.evolve import CHANGES
from domain.arena.text import refusals, sentences
from domain.model import Asked, SeatHandedOver, SeatRetired

from .play import BLUE_CARDS, ORDER, RED_CARDS, book

EIGHT = {*ORDER, "MAL", "DEM", "FAC", "SUL"}


def test_eight_characters_have_a_deck_of_10_cards_each() -> None:
    assert set(book().characters) == EIGHT
    assert set(book().cards) == {f"{who}{n:02}" for who in EIGHT for n in range(1, 11)}
    assert {*BLUE_CARDS, *RED_CARDS} < set(book().cards)
    assert book().deck_of("SAM") == BLUE_CARDS[:10]


@pytest.mark.parametrize(("who", "hp", "vp"), [("SAM", 8, 4), ("ALA", 9, 5), ("GAS", 10, 6), ("ARI", 8, 4)])
def test_what_stands_on_a_turn_order_tile(who: str, hp: int, vp: int) -> None:
    assert (book().characters[who].hp, book().characters[who].vp) == (hp, vp)


def test_9_of_mickeys_10_cards_are_magical() -> None:
    magical = [card for card in book().deck_of("SAM") if "magical" in book().cards[card].printed.types]
    assert len(magical) == 9


def test_every_printed_card_has_a_play_by_play() -> None:
    here = Path(__file__).parent
    names = ("mickey", "aladdin", "gaston", "ariel", "maleficent", "demona", "facilier", "sulley")
    told = " ".join((here / f"test_{name}.py").read_text(encoding="utf-8") for name in names)
    played = set(re.findall(r"[A-Z]{3}\d\d", told))
    printed = [card.ids for character in book().characters.values() for card in character.deck]
    assert [ids for ids in printed if not played & set(ids)] == []


def test_the_catalogue_tells_where_every_value_comes_from() -> None:
    told = arena.describe_cards(book())
    assert told["arena"]["provenance"] == "house"
    shove = next(card for card in told["characters"]["GAS"]["deck"] if card["name"] == "Shove")
    assert shove["provenance"]["does"] == "handbook"
    assert shove["provenance"]["gear"] == "house"


def test_everything_in_the_book_has_a_name_to_say_aloud() -> None:
    names = arena.display_names(book())
    assert names["GAS05"] == "Shove"
    assert names["SAM"] == "Sorcerer's Apprentice Mickey"
    assert {*book().cards, *book().characters} <= set(names)


def test_every_fact_folds() -> None:
    assert set(CHANGES._changes) == {*arena.FACTS, SeatRetired, SeatHandedOver}


def test_every_fact_has_its_sentence_and_its_braces_are_fields() -> None:
    assert set(sentences._SENTENCES) == set(arena.FACTS)
    for kind, sentence in sentences._SENTENCES.items():
        fields = {field.name for field in msgspec.structs.fields(kind)}
        lasts = {f"last_{name}" for name in fields}
        assert set(re.findall(r"{(\w+)}", sentence)) <= fields | lasts


def test_every_question_has_its_sentence() -> None:
    for prompt in ("turn", "target", "place", *refusals._PROMPTS):
        assert "{seat} is choosing" in arena.fact_sentence(Asked(0, prompt, ("this", "that")), book())


# -- mistakes ----------------------------------------------------------------------------------------


def data() -> Any:
    return msgspec.yaml.decode(resources.files("domain.arena").joinpath(arena.BOOK).read_bytes())


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


def ability_at_the_start(told: Any) -> None:
    told["characters"]["GAS"]["start"]["ability"] = told["characters"]["GAS"]["upgraded"]["ability"]


def phase_for_a_rival(told: Any) -> None:
    told["characters"]["GAS"]["upgraded"]["ability"] |= {
        "whenever": "a rival damages it",
        "does": [[{"verb": "grant", "phase": "action"}]],
    }


@pytest.mark.parametrize(
    ("mistake", "words", "where"),
    [
        (
            ability_at_the_start,
            "only an upgraded side has an ability (SA-803)",
            "$.characters.GAS.start.ability",
        ),
        (
            phase_for_a_rival,
            "“a rival damages it” may be in a rival's turn, who would get the phase (SA-312)",
            "$.characters.GAS.upgraded.ability.does[0][0]",
        ),
    ],
)
def test_an_ability_that_cannot_happen_as_it_is_written_is_refused_unless_a_match_has_it(
    mistake: Callable[[Any], None], words: str, where: str
) -> None:
    told = deepcopy(data())
    mistake(told)
    with pytest.raises(msgspec.ValidationError) as raised:
        arena.read_book(told)
    assert str(raised.value) == f"{words} - at `{where}`"
    assert arena.read_book(told, is_stored=True).characters["GAS"].name == "Gaston"


def test_a_phase_may_be_granted_as_the_own_turn_starts() -> None:
    told = deepcopy(data())
    phase_for_a_rival(told)
    told["characters"]["GAS"]["upgraded"]["ability"]["whenever"] = "its turn starts"
    assert arena.read_book(told).characters["GAS"].upgraded.ability is not None


def test_a_character_is_called_by_its_name_in_the_language_where_a_set_has_one() -> None:
    told = deepcopy(data())
    told["characters"]["GAS"]["names"] = {"it": "Gastone"}
    book = arena.read_book(told)
    assert [arena.display_names(book, language)["GAS"] for language in ("en", "fr", "it")] == [
        "Gaston",
        "Gaston",
        "Gastone",
    ]
    assert arena.display_names(book, "it")["GAS2"] == "Gastone della seconda copia"


def test_all_ten_cards_of_a_deck_may_carry_the_same_gear() -> None:
    told = deepcopy(data())
    gaston = told["characters"]["GAS"]
    for printed in gaston["deck"]:
        printed["gear"] = "wind"
    gaston |= {"gears": {"wind": 10}, "cost": {"wind": 10}}
    assert arena.read_book(told).characters["GAS"].gears == {"wind": 10}


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
        (odd_mark, "? is no mark of a space", "$.board.rows.a4"),
    ],
)
def test_a_mistake_is_named_with_its_place(mistake: Callable[[Any], None], words: str, where: str) -> None:
    told = deepcopy(data())
    mistake(told)
    with pytest.raises(msgspec.ValidationError) as raised:
        arena.read_book(told)
    assert words in str(raised.value)
    assert where in str(raised.value)
