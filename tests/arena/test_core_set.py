"""The core set as a whole: what is known of the printed game, and that all the rules can do occurs in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace

from domain import arena
from domain.arena import instructions as say
from domain.arena.book import Ability, Character, Face, Occasion, Printed, Skill
from domain.arena.facts import Status

from .play import book


def faces() -> Iterator[Face]:
    for character in book().characters.values():
        yield from (character.start, character.upgraded)


def texts() -> Iterator[tuple[str, Printed | Skill | Ability]]:
    """Everything in the book that says something, by how it is cited; what both sides say, twice."""
    for code, character in book().characters.items():
        yield from ((printed.ids[0], printed) for printed in character.deck)
        for face in (character.start, character.upgraded):
            yield from ((f"{code}.s{number}", skill) for number, skill in enumerate(face.skills, 1))
            if face.ability is not None:
                yield f"{code}.a", face.ability


def everything() -> list[say.Instruction]:
    return [told for _, text in texts() for paragraph in text.does for told in paragraph]


# -- what is known -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "later"), [("ALA", "ARI"), ("ALA", "DEM"), ("ALA", "FAC"), ("ALA", "SUL"), ("DEM", "FAC")]
)
def test_who_is_known_to_be_earlier(first: str, later: str) -> None:
    assert book().characters[first].initiative < book().characters[later].initiative


def test_mickey_is_not_earlier_than_aladdin() -> None:
    assert book().characters["ALA"].initiative <= book().characters["SAM"].initiative


def test_the_values_of_mickey_gaston_and_aladdin() -> None:
    mickey, gaston, aladdin = (book().characters[who] for who in ("SAM", "GAS", "ALA"))
    assert (mickey.vp, mickey.hp, mickey.hand, mickey.start.move, mickey.start.attack) == (4, 8, 2, 2, 2)
    assert (gaston.vp, gaston.hp, gaston.hand, gaston.start.move, gaston.start.attack) == (6, 10, 1, 2, 2)
    assert (gaston.upgraded.move, gaston.upgraded.attack) == (2, 2)
    assert (aladdin.start.move, aladdin.start.attack) == (3, 2)
    assert sorted(mickey.gears.values()) == sorted(gaston.gears.values()) == [1, 2, 2, 5]
    assert sorted(mickey.cost.values()) == [2, 2]


def test_heroes_and_villains() -> None:
    sides = {who: character.side for who, character in book().characters.items()}
    assert {who for who, side in sides.items() if side == "hero"} == {"SAM", "ALA", "ARI", "SUL"}


def test_mystic_rush_stands_once_in_mickeys_deck() -> None:
    """With two copies he would gather 9 brooms in a turn, and 7 is known to be the most."""
    assert book().cards["SAM10"].printed.ids == ("SAM10",)


@pytest.mark.parametrize("who", ["MAL", "FAC"])
def test_maleficent_and_facilier_like_magical_cards(who: str) -> None:
    whens = [told.when for skill in book().characters[who].start.skills for p in skill.does for told in p]
    assert "revealed is magical" in whens


def test_only_sulley_taunts() -> None:
    taunts = {
        cited[:3] for cited, text in texts() for p in text.does for told in p
        if getattr(told, "status", "") == "taunt"
    }  # fmt: skip
    assert taunts == {"SUL"}


def test_the_decks_of_chapter_1_use_three_status_effects() -> None:
    """SA-103."""
    decks = [card.printed for card in book().cards.values() if card.character in ("SAM", "ALA", "GAS", "ARI")]
    given = {told.status for card in decks for p in card.does for told in p if isinstance(told, say.Give)}
    assert given == {"magic_broom", "immobilized", "stealthy"}


# -- where what is known comes from ---------------------------------------------------------------------


def sources(told: Printed | Skill | Face | Character) -> dict[str, str]:
    """Returns where the values of *told* come from, field by field."""
    assert isinstance(told.provenance, dict)
    return dict(told.provenance)


def test_the_numbers_of_cards_are_those_of_the_handbook_or_this_set_s() -> None:
    """A handbook shows four cards with their numbers; how many copies there are of one is shown nowhere."""
    shown = {id: sources(book().cards[id].printed)["ids"] for id in ("SAM07", "SAM10", "ALA06")}
    assert set(shown.values()) == {"handbook"}
    assert {sources(book().cards[id].printed)["ids"] for id in ("SAM01", "GAS01", "GAS05")} == {"house"}


def test_the_types_of_cards_are_concluded_or_made_up_as_no_handbook_shows_them() -> None:
    """It is known that nine of Mickey's cards are Magical, and not which one is none: here SAM09."""
    types = {id: sources(book().cards[id].printed)["types"] for id in ("SAM09", "ALA06", "GAS01", "GAS05")}
    assert types == {"SAM09": "house", "ALA06": "inferred", "GAS01": "inferred", "GAS05": "inferred"}


@pytest.mark.parametrize("who", ["SAM", "ALA"])
def test_that_an_unknown_upgraded_side_keeps_its_skills_is_concluded(who: str) -> None:
    """SA-803 says that it does; of the two sides, only the starting one is shown."""
    character = book().characters[who]
    for kept in character.upgraded.skills:
        assert sources(kept)["does"] == "inferred"
        assert "handbook" not in sources(kept).values()


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("fr", ["Mickey l'Apprenti Sorcier", "Aladdin", "Gaston", "Ariel", "Maléfique", "Demona",
                "Dr. Facilier", "Sully"]),
        ("it", ["Topolino l'Apprendista Stregone", "Aladdin", "Gaston", "Ariel", "Malefica", "Demona",
                "Dottor Facilier", "Sulley"]),
    ],
)  # fmt: skip
def test_the_characters_are_called_as_the_handbook_of_a_language_calls_them(
    language: str, names: list[str]
) -> None:
    told = arena.display_names(book(), language)
    assert [told[code] for code in book().characters] == names
    for character in book().characters.values():
        assert sources(character).get("names", "handbook") == "handbook"
        assert bool(character.names) == ("names" in sources(character))


# -- everything that the rules can do occurs ---------------------------------------------------------


BESIDES = {say.Discard, say.Remove, say.TurnBack}
"""What a card of another set can say; it plays in `test_card_language`."""


def test_every_instruction_occurs() -> None:
    assert {type(told) for told in everything()} == set(arena.INSTRUCTIONS) - BESIDES


def test_every_status_occurs() -> None:
    assert {told.status for told in everything() if isinstance(told, say.Give)} == set(get_args(Status))


def test_every_condition_occurs() -> None:
    whens = {re.sub(r"\d", "N", told.when) for told in everything() if told.when}
    assert {re.sub(r"(attack|magical|status)", "TYPE", when) for when in whens} == {
        "it is alone",
        "it is knocked out",
        "own counters >= N",
        "revealed is TYPE",
        "revealed is not TYPE",
        "revealed is adjacent",
    }
    assert {"revealed is attack", "revealed is magical", "revealed is status"} <= whens


def test_every_occasion_occurs() -> None:
    told = [character.upgraded.ability for character in book().characters.values()]
    assert {ability.whenever for ability in told if ability is not None} == set(get_args(Occasion))
    assert None not in told


def test_direct_and_indirect_effects_occur_and_every_side_is_meant() -> None:
    targets = [say.parse_target(told.to) for told in everything() if isinstance(told, say.Aimed)]
    assert {target.mode for target in targets} == {"self", "it", "choose", "each"}
    assert {target.side for target in targets if target.mode in ("choose", "each")} == {
        "rival",
        "ally",
        "friend",
        "character",
    }
    assert any(target.maximum > 1 for target in targets)


def test_both_ways_to_pass_both_decks_and_both_phases_occur() -> None:
    assert {told.through for told in everything() if isinstance(told, say.Push)} == {"allies", "free"}
    assert {told.of for told in everything() if isinstance(told, say.Reveal)} == {"own", "rival"}
    assert {told.phase for told in everything() if isinstance(told, say.Grant)} == {"movement", "action"}
    assert any(told.status is None for told in everything() if isinstance(told, say.Lift))


# -- every text agrees with what it does ---------------------------------------------------------------


@pytest.mark.parametrize("text", [text for _, text in texts()], ids=[cited for cited, _ in texts()])
def test_a_text_names_every_number_of_what_it_does_and_no_other(text: Printed | Skill | Ability) -> None:
    """A range of 1 is called adjacent; “one rival” and “one more phase” have a 1 in the text only."""
    does = msgspec.json.encode(text.does).decode()
    numbers = set(re.findall(r"\d", does.replace("within 1", "within")))
    named = set(re.findall(r"\d", text.text))
    assert numbers <= named
    assert named <= numbers | {"1"}
    near = any(words in does for words in ("within 1", "is adjacent", "it is alone"))
    assert ("adjacent" in text.text) == near


@pytest.mark.parametrize("text", [text for _, text in texts()], ids=[cited for cited, _ in texts()])
def test_a_text_names_every_status_of_what_it_does(text: Printed | Skill | Ability) -> None:
    statuses = {getattr(told, "status", None) for paragraph in text.does for told in paragraph} - {None}
    for status in get_args(Status):
        assert (status.replace("_", " ").title() in text.text) == (status in statuses), status


@pytest.mark.parametrize("skill", [skill for face in faces() for skill in face.skills], ids=lambda s: s.name)
def test_a_skill_names_its_cost(skill: Skill) -> None:
    wanted = "" if skill.cost is None else "Discard any card." if skill.cost == "any" else skill.cost.title()
    assert wanted in skill.text
    assert skill.text.startswith("Discard a") == (skill.cost is not None)


@pytest.mark.parametrize("who", list(book().characters))
def test_the_upgraded_side_keeps_the_skills(who: str) -> None:
    """SA-803."""
    character = book().characters[who]
    kept = character.upgraded.skills[: len(character.start.skills)]
    assert [replace(one, provenance="house") for one in kept] == [
        replace(one, provenance="house") for one in character.start.skills
    ]
    assert character.start.ability is None


# -- every text is played ------------------------------------------------------------------------------


def test_every_skill_and_every_ability_has_a_play_by_play() -> None:
    here = Path(__file__).parent
    kinds = ("skills", "skills_of_villains", "abilities", "abilities_of_villains")
    told = " ".join((here / f"test_{kind}.py").read_text(encoding="utf-8") for kind in kinds)
    cited = {cited for cited, _ in texts() if "." in cited}
    assert len(cited) >= len(book().characters) * 2
    assert {name for name in cited if name not in told} == set()
