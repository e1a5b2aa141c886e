"""A Villain is a folder that is found by being there: here is one more, and nothing else is told of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask

from domain import villainous
from domain.decider import Unplayable
from domain.table import MatchEnded
from domain.villainous import villains
from domain.villainous.book import Book
from domain.villainous.hooks import VillainScript
from domain.villainous.text.prompts import UNREADABLE
from replays.bots.players import BOTS, play_match
from replays.text import languages as told_in
from replays.text.narration import narrate
from service.app import attach_services, build_app, services_of
from service.catalog.cardsets import packaged_cards
from service.settings import Settings
from service.shared import catalogues
from tests.service.browser import Browser

SEVENTH = Path(__file__).with_name("seventh")
GARDENER = "night-gardener"
CACHES = (packaged_cards, told_in.game_language, catalogues.language)
"""What remembers which folders there are."""


@pytest.fixture(scope="module", autouse=True)
def one_more() -> Iterator[None]:
    """Lays the folder of the seventh Villain beside those of the others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(villains, "__path__", [*villains.__path__, str(SEVENTH)])
        _forget()
        yield
    _forget()


def _forget() -> None:
    for cached in CACHES:
        cached.cache_clear()


@pytest.fixture(scope="module")
def book() -> Book:
    """The book with seven Villains."""
    read: Book = packaged_cards("villainous").book
    return read


def test_who_has_no_number_comes_last(book: Book) -> None:
    assert [*villainous.list_characters(book)][-2:] == ["ursula", GARDENER]
    assert len(villainous.list_characters(book)) == 7


def test_vi_001_with_seven_villains_six_play_and_not_seven(book: Book) -> None:
    rules, names = villainous.make_rules(book), [*villainous.list_characters(book)]
    assert len(rules.initial_board({"villains": names[1:]}, 6).realms) == 6
    with pytest.raises(Unplayable) as error:
        rules.initial_board({"villains": names}, 7)
    assert error.value.refusal == ("VI-001", "This book seats 2 to 6 players, not 7.")


def test_it_plays_a_match_and_is_told_of_in_three_languages(book: Book) -> None:
    rules = villainous.make_rules(book)
    seats = [BOTS["greedy"], BOTS["random"]]
    facts = play_match(villainous, rules, "gardener", seats, {"villains": [GARDENER, "prince-john"]})
    ended = facts[-1].event
    assert isinstance(ended, MatchEnded)
    assert ended.winners == (0,)
    story = {code: " ".join(line.text for line in narrate(villainous, book, facts, code)) for code in SAID}
    for code, sentence in SAID.items():
        assert sentence in story[code]


SAID = {
    "en": "is choosing the flower of Midnight that opens.",
    "fr": "doit choisir la fleur qui s’ouvre avec Minuit.",
    "it": "deve scegliere il fiore che si apre con Mezzanotte.",
}


@pytest.fixture
def ada(tmp_path: Path) -> Iterator[Browser]:
    """Ada, with a browser, at a service that knows of the seventh Villain."""
    app: Flask = build_app(Settings())
    attach_services(app, Settings(data=tmp_path))
    yield Browser(app)
    services_of(app).close()


@pytest.mark.parametrize(
    ("code", "name", "place", "objective", "step"),
    [
        (
            "en",
            "Night Gardener",
            "The Orchard",
            "Start a turn with Lanterns at 3 locations.",
            "{done} of {wanted} locations with a Lantern",
        ),
        (
            "fr",
            "Jardinier de la nuit",
            "Le Verger",
            "Commencer un tour avec des Lanternes sur 3 lieux.",
            "{done} lieux sur {wanted} avec une Lanterne",
        ),
    ],
)
def test_its_page_shows_it(ada: Browser, code: str, name: str, place: str, objective: str, step: str) -> None:
    form = ada.get(f"/new?game=villainous&lang={code}").text
    assert name in form
    match = ada.opens(game="villainous", **{"option.villains.0": GARDENER})
    page = ada.get(f"/m/{match}?lang={code}").text
    found = re.search(r'<script type="application/json" id="page">(.*?)</script>', page, re.S)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    names = told["words"]["names"]
    assert (names[GARDENER], names["orchard"]) == (name, place)
    assert (names[f"objective:{GARDENER}"], names[f"step:{GARDENER}:lit"]) == (objective, step)
    look = told["catalogue"]["looks"][GARDENER]
    assert look["crest"].startswith("M22 6H26")
    assert (look["light"], look["dark"]) == ("#245b4e", "#5fae9b")


# -- what a script asks ----------------------------------------------------------------------------------


def refused(script: VillainScript) -> str:
    """What is told of the book with another script of the seventh Villain."""
    with pytest.raises(msgspec.ValidationError) as error:
        villainous.reading.build_book(
            packaged_cards("villainous").data, {**villains.villain_scripts(), GARDENER: script}
        )
    return str(error.value)


def test_a_prompt_without_a_sentence_is_refused_where_it_is_read() -> None:
    script = villains.villain_scripts()[GARDENER]
    assert script.prompts == {"flower"}
    told = "Its script asks “flower”, and no sentence tells what that asks - at `$.villains[6].id`"
    assert refused(script._replace(questions={})) == told


def test_a_prompt_that_is_made_somewhere_else_is_refused() -> None:
    script = villains.villain_scripts()[GARDENER]
    assert "not written where it is asked" in refused(script._replace(prompts=frozenset((UNREADABLE,))))


def test_a_sentence_that_all_villains_share_is_not_said_again() -> None:
    script = villains.villain_scripts()[GARDENER]
    told = refused(script._replace(questions={**script.questions, "where": "Where to?"}))
    assert told.startswith("“where” has its sentence already")


def test_a_villain_without_a_folder_is_refused() -> None:
    scripts = {who: script for who, script in villains.villain_scripts().items() if who != GARDENER}
    with pytest.raises(msgspec.ValidationError, match=r"no folder .* “night-gardener”.*\[6\].id`"):
        villainous.reading.build_book(packaged_cards("villainous").data, scripts)
