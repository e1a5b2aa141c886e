"""The first match of a newcomer: every kind of question that can be asked in it is explained."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from domain.games import GAMES, Game
from domain.model import Asked, Picks
from domain.rules import Rules
from domain.table import Match
from domain.villainous.villains import villain_scripts
from replays.bots.candidates import guess_answer
from replays.bots.players import BOTS, Bot, play_match
from replays.text.languages import game_language
from replays.text.names import localized_names
from service.bootstrap import Services
from service.catalog import rulebook
from service.catalog.cardsets import packaged_cards
from service.catalog.first_match import FirstMatch, load_first_match
from tests.service.browser import Browser

NOT_ASKED: Mapping[str, Mapping[str, str]] = {
    "arena": {
        **dict.fromkeys(("draft", "stack", "opening-hand", "boost"), "from chapter 2 on"),
        "cost": "of skills: from chapter 3 on",
        "lend": "by a teammate, in chapter 4",
        "whose-deck": "where there are several rivals",
        "discard-for": "by no card of its four characters",
    },
    "villainous": {
        **dict.fromkeys(("scare", "put-back", "pay", "obsession"), "of Captain Hook, by his own cards"),
        **dict.fromkeys(("power", "warrants"), "of whoever plays Fate against Prince John"),
        **dict.fromkeys(("borrow", "item", "recover"), "by cards of other Villains"),
    },
}
"""Kinds of question that the newcomer is not asked there, and why."""

MATCHES = 6

EVERY = [
    pytest.param(game, found, id=name) for name, game in GAMES.items() if (found := load_first_match(name))
]


def of_others(found: FirstMatch) -> Iterator[str]:
    """Yields the kinds of question that Villains have of their own who are not at the table."""
    for who, script in villain_scripts().items():
        if "villains" in found.options and who not in found.options["villains"]:
            yield from script.questions


@pytest.mark.parametrize(("game", "found"), EVERY)
def test_every_kind_of_question_is_explained_or_never_asked(game: Game, found: FirstMatch) -> None:
    """Who adds a kind of question explains it, or says here why no newcomer is asked it."""
    assert Counter([*found.questions, *NOT_ASKED[game.NAME], *of_others(found)]) == Counter(
        game.prompt_names()
    )


@pytest.mark.parametrize(("game", "found"), EVERY)
def test_whatever_is_asked_in_matches_by_chance_is_explained(game: Game, found: FirstMatch) -> None:
    """Of the newcomer: with each kind of option that is told apart by what stands before its colon."""

    def newcomer(
        game: Game, rules: Rules[Any, Any], match: Match[Any], question: Asked, rng: Random
    ) -> Picks:
        explained = found.questions[question.prompt]
        nameless = {
            option.partition(":")[0] for option in question.options if game.pick_label(question, option)
        }
        assert not explained.options or nameless <= set(explained.options)
        return guess_answer(question, rng)

    table: list[Bot] = [BOTS[found.bot] if seat in found.bots else newcomer for seat in range(found.seats)]
    rules = game.make_rules(packaged_cards(game.NAME).book)
    for seed in range(MATCHES):
        assert play_match(game, rules, f"{seed}", table, found.options)


@pytest.mark.parametrize(("game", "found"), EVERY)
def test_an_explanation_is_told_in_every_language_with_rules_that_there_are(
    game: Game, found: FirstMatch
) -> None:
    book = rulebook.packaged_rulebook(game.NAME)
    for one in found.questions.values():
        assert all(map(book.is_rule, one.rules))
        for told in one.list_texts():
            assert tuple(told) == book.languages
            for code, words in told.items():
                assert words.format_map(
                    localized_names(game, packaged_cards(game.NAME).book, game_language(game.NAME, code))
                )


def test_a_first_match_is_a_match_like_any_other_whose_page_explains(ada: Browser, grace: Browser) -> None:
    """Who looks on is told nothing of it, and neither is who opens another match."""
    assert 'action="/learn/arena/first-match"' in ada.get("/learn/arena").text
    opened = ada.post("/learn/arena/first-match", {})
    assert opened.status_code == 303
    page = ada.get(f"{opened.location}?lang=fr").text
    held = re.search(r'id="page">(.*?)</script>', page)
    assert held is not None
    question = json.loads(held[1])["explanations"]["place"]["asked"]
    assert question.startswith("Vous menez Mickey l’Apprenti Sorcier et Aladdin contre Gaston")
    assert 'id="explanation"' in page
    assert ">You</option>" in ada.get(f"{opened.location}?lang=en").text
    assert 'id="explanation"' not in grace.get(opened.location).text
    assert 'id="explanation"' not in ada.get(f"/m/{ada.opens()}").text


def test_an_account_that_is_called_like_a_guest_leaves_that_match_to_its_guest(
    ada: Browser, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.identity.visitors.secrets.randbelow", lambda limit: 0)
    services.accounts.create_account("Guest 100")
    opened = ada.post("/learn/arena/first-match", {})
    assert opened.status_code == 303
    assert "Guest 1000" in ada.get(opened.location).text
