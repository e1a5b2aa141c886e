"""What there is to read: what else was possible, the rules by number, the terms, in the page's language."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from service.catalog.rulebook import packaged

from .serving import Served
from .table import Table, opened, played, ready, takes_seat

Person = Callable[..., Page]

RAW = re.compile(r"\b(?:\w+:[\w-]+|[a-z]+(?:-[a-z]+)*-\d+)\b")
"""Ids that no person says: `play:worthy-opponent-3`, `type:status`, `case-1`."""


@pytest.fixture(scope="module")
def arena(served: Served) -> Table:
    return played(served, "arena", {"chapter": 4}, 40, seed=3)


def sits(person: Person, table: Table, path: str = "/lobby") -> Page:
    page = person(path)
    for seat, name in enumerate(("Ada", "Grace")):
        takes_seat(page, table, seat, name)
    expect(page.locator("#question [data-option]").first).to_be_attached()
    return page


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_what_else_was_possible_is_told_by_names(person: Person, served: Served, lang: str) -> None:
    table = opened(served, "villainous", {"villains": ["prince-john", "jafar"]})
    page = sits(person, table, f"/lobby?lang={lang}")
    page.locator("#question [data-option]").first.click()
    expect(page.locator("#question h2")).not_to_be_empty()
    page.evaluate("document.getElementById('possible').click()")
    expect(page.locator("#why .possible").first).to_be_visible()
    told = page.locator("#why").evaluate("(dialog) => dialog.textContent")
    assert RAW.findall(told) == []


def test_choices_of_one_kind_stand_together_and_their_rules_open(person: Person, served: Served) -> None:
    table = opened(served, "villainous", {"villains": ["prince-john", "jafar"]})
    page = sits(person, table)
    page.evaluate("document.getElementById('possible').click()")
    refused = page.locator("#why .refused").first
    expect(refused).to_be_attached()
    page.locator("#why details").first.evaluate("(details) => (details.open = true)")
    number = refused.locator("a.rule").inner_text()
    refused.locator("a.rule").click()
    opened_rule = page.locator("dialog.rule-text")
    expect(opened_rule.locator("h2")).to_have_text(number)
    expect(opened_rule.locator("p")).not_to_be_empty()


def test_no_button_speaks_like_half_a_sentence(person: Person, served: Served) -> None:
    table = opened(served, "villainous", {"villains": ["prince-john", "jafar"]})
    page = sits(person, table)
    labels = page.locator("#question [data-option]").all_inner_texts()
    assert [label for label in labels if label.startswith("To ")] == []


def test_nobody_takes_seat_0(person: Person, arena: Table) -> None:
    """Nobody is seat 0 in the story and seat 1 above it."""
    page = person(f"/m/{arena.match}")
    ready(page)
    expect(page.locator("#story")).to_contain_text("Ada sits down.")
    assert "seat 0" not in page.locator("#story").inner_text()


@pytest.mark.parametrize(("lang", "term"), [("en", "Cursed"), ("fr", "Maudit"), ("it", "Maledetto")])
def test_the_rulebook_opens_at_a_rule_in_the_language_of_the_page(
    person: Person, lang: str, term: str
) -> None:
    page = person(f"/rules/SA-502?lang={lang}")
    assert page.url.endswith("#SA-502")
    expect(page.locator("#SA-502")).to_be_in_viewport()
    expect(page.locator("#terms")).to_contain_text(term)
    assert page.locator("[data-sign=cursed] svg").count() == 1
    assert page.locator("[data-sign=ending] svg").count() == 0  # the boards draw none for it
    page.locator("#search").fill(term.upper())
    expect(page.locator(".numbered:visible").first).to_have_attribute("id", "SA-204")
    expect(page.locator("#found")).to_have_text(str(page.locator(".numbered:visible").count()))
    page.locator("#terms a.rule", has_text="SA-502").first.click()
    expect(page.locator("#SA-502")).to_be_in_viewport()


def test_rules_are_marked_with_the_language_that_they_are_told_in(person: Person) -> None:
    page = person("/rules/villainous?lang=fr")
    told = page.locator("#VI-041").evaluate("(rule) => rule.closest('[lang]').lang")
    assert told == packaged("villainous").told_in("fr")


def test_a_card_that_is_not_told_in_the_language_of_the_page_says_so(person: Person, served: Served) -> None:
    table = opened(served, "villainous", {"villains": ["jafar", "maleficent"]})
    page = sits(person, table, "/lobby?lang=fr")
    text = page.locator(".dock .text").first
    languages = page.evaluate("JSON.parse(document.getElementById('page').textContent).words.languages")
    assert text.evaluate("(text) => text.closest('[lang]').lang") == languages.get("texts", "fr")


@pytest.mark.parametrize("lang", ["fr", "it"])
def test_the_copies_of_a_card_say_the_same_in_the_language_of_the_page(
    person: Person, served: Served, lang: str
) -> None:
    table = opened(served, "villainous", {"villains": ["prince-john", "maleficent"]})
    page = sits(person, table, f"/lobby?lang={lang}")
    words = page.evaluate("JSON.parse(document.getElementById('page').textContent).words")
    said = page.locator(".dock .text").all_inner_texts()
    assert len(said) == 4
    assert set(said) <= {"", *words["texts"].values()}
