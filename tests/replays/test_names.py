"""Characters and cards have the names of a language in narration, in refusals and on buttons."""

from __future__ import annotations

from itertools import combinations

import pytest

from domain import arena
from domain.arena.facts import CardDrawn
from domain.model import Fact
from replays.analysis import legality
from replays.analysis.legality import Choice
from replays.text.languages import game_language
from replays.text.names import localized_names
from replays.text.narration import narrate
from replays.text.narrator import Narrator
from service.shared.language_codes import LANGUAGES

from .conftest import GameWithBook, golden, take
from .test_why import Match

SHELF = take("arena")

CHARACTERS = {
    "arena": "Aladdin, Ariel, Demona, Dr. Facilier, Gaston, Sulley",
    "villainous": (
        "Abu, Aladdin, Alice, Ariel, Aurora, Eric, Fauna, Flora, Flotsam, Flounder, Gazeem, Grimsby, Iago,"
        " Jafar, Jetsam, Little John, Max, Mr. Starkey, Nutsy, Peter Pan, Rajah, Razoul, Robin Hood, Scuttle,"
        " Sebastian, Trigger, Ursula, Wendy"
    ),
}
"""Proper names of characters; films keep them in another language."""

PLACES = {"villainous": "Nottingham"}
"""Proper names of places; this one is on the map."""

FRENCH_WORDS = {"villainous": "Arrogance, Dodo, Intimidation, Manipulation, Obsession, Sultan, Trident"}
"""Nouns with one spelling in English and French."""


def choices(code: str) -> dict[str, Choice]:
    """What Gaston may do and what he may not as a golden begins, told in a language."""
    film = Match(SHELF, list(golden("arena-a-chain"))).film
    match, translator = film.at(3), game_language("arena", code)
    narrator = Narrator(arena, film.rules.book, translator, localized_names(arena, SHELF.book, translator))
    seat = film.rules.seat_viewer(match.position.board, 1)
    return {
        choice.pick: choice for choice in legality.explain_options(film.rules, match, seat, narrator).choices
    }


@pytest.mark.parametrize(
    ("code", "mickey", "attack"),
    [
        ("fr", "Mickey l’Apprenti Sorcier", "Attaquer Maléfique"),
        ("it", "Topolino l’Apprendista Stregone", "Attacca Malefica"),
    ],
)
def test_a_character_has_the_name_that_the_language_gives_it(code: str, mickey: str, attack: str) -> None:
    lines = [line.text for line in narrate(arena, SHELF.book, golden("arena-a-chain"), code)]
    assert any(mickey in line for line in lines)
    assert not [line for line in lines if "Sorcerer’s Apprentice" in line]
    refused = choices(code)["attack:MAL"]
    assert refused.label == attack
    assert attack in refused.sentence


def names_of_things(given: GameWithBook, code: str) -> dict[str, str]:
    """Returns the names of characters, places, cards, skills and abilities by id."""
    names = localized_names(given.game, given.book, game_language(given.game.NAME, code))
    if given.game is arena:
        return {id: name for id, name in names.items() if id[:3] in given.book.characters}
    places = (place for places in given.book.locations.values() for place in places)
    return {id: names[id] for id in (*given.book.villains, *given.book.cards, *places)}


def test_only_proper_names_and_words_of_both_languages_are_alike(given: GameWithBook) -> None:
    """A name of this project's own has a translation in each language; so has a printed one."""
    game = given.game.NAME
    names = {code: names_of_things(given, code) for code in LANGUAGES}
    alike = {
        names[left][id]
        for left, right in combinations(LANGUAGES, 2)
        for id in names[left]
        if names[left][id] == names[right][id]
    }
    allowed = (table.get(game, "") for table in (CHARACTERS, PLACES, FRENCH_WORDS))
    assert alike == {name for listed in allowed for name in listed.split(", ") if name}


@pytest.mark.parametrize("code", LANGUAGES)
def test_two_cards_share_a_name_only_as_copies(code: str) -> None:
    names = names_of_things(SHELF, code)
    decks = [character.deck for character in SHELF.book.characters.values()]
    titles = [{names[id] for id in card.ids} for deck in decks for card in deck]
    assert len(set().union(*titles)) == len(titles)


@pytest.mark.parametrize(
    ("code", "card", "sentence"),
    [
        ("fr", "MAL05", "Bleu pioche Moulinet du sceptre."),
        ("it", "MAL05", "Blu pesca Scettro Roteante."),
        ("fr", "GAS05", "Bleu pioche Hors de mon chemin."),
        ("it", "SAM07", "Blu pesca Passi Studiati."),
    ],
)
def test_a_narration_names_cards_of_the_house_and_printed_ones(code: str, card: str, sentence: str) -> None:
    drawn = Fact(1, 0, "SA-208", CardDrawn(0, card))
    assert [line.text for line in narrate(arena, SHELF.book, [drawn], code)] == [sentence]


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("en", "Read in Green Flames"),
        ("fr", "Lecture dans les flammes vertes"),
        ("it", "Lettura nelle fiamme verdi"),
    ],
)
def test_a_fact_quotes_a_skill_by_its_name_in_the_language(code: str, name: str) -> None:
    match = Match(SHELF, list(golden("arena-chapter-3")))
    revealed = next(fact for fact in match.film.facts if fact.rule == "MAL.s1.1")
    assert match.why(revealed.seq, language=code).cards["MAL.s1.1"].name == name
