"""What there is to read: what else was possible, the rules by number, the terms, in the page's language."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from service.catalog.rulebook import packaged_rulebook

from .serving import Served
from .table import Table, edge, opened, played, ready, sits_down

Person = Callable[..., Page]

RAW = re.compile(r"\b(?:\w+:[\w-]+|[a-z]+(?:-[a-z]+)*-\d+)\b")
"""Ids that no person says: `play:worthy-opponent-3`, `type:status`, `case-1`."""


def sits(person: Person, table: Table, lang: str) -> Page:
    """Takes both seats in one browser, and opens the match in a language."""
    page = person()
    for seat, name in enumerate(("Ada", "Grace")):
        sits_down(page, table, seat, name)
    page.goto(f"{table.url}/m/{table.match}?lang={lang}")
    ready(page)
    expect(page.locator("#question [data-option]").first).to_be_attached()
    return page


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_cards_and_choices_are_told_in_the_language_of_the_page(
    person: Person, served: Served, lang: str
) -> None:
    table = opened(served, "villainous", {"villains": ["prince-john", "maleficent"]})
    page = sits(person, table, lang)
    words = page.evaluate("JSON.parse(document.getElementById('page').textContent).words")
    texts = page.locator(".dock .text")
    assert texts.first.evaluate("(text) => text.closest('[lang]').lang") == words["languages"].get(
        "texts", lang
    )
    said = texts.all_inner_texts()
    assert len(said) == 4
    assert set(said) <= {"", *words["texts"].values()}, "the copies of a card say the same"
    labels = page.locator("#question [data-option]").all_inner_texts()
    assert [label for label in labels if label.startswith("To ")] == [], "half a sentence"

    page.locator("#question [data-option]").first.dispatch_event("click")  # it may be folded away
    expect(page.locator("#question h2")).not_to_be_empty()
    page.evaluate("document.getElementById('possible').click()")
    expect(page.locator("#why .possible").first).to_be_visible()
    expect(page.locator("#why h2")).to_be_focused()
    assert RAW.findall(page.locator("#why").evaluate("(dialog) => dialog.textContent")) == []
    page.locator("#why details").first.evaluate("(details) => (details.open = true)")
    rule = page.locator("#why .refused a.rule").first
    number = rule.inner_text()
    rule.click()
    opened_rule = page.locator("dialog.rule-text")
    expect(opened_rule.locator("h2")).to_have_text(number)
    expect(opened_rule.locator("p")).not_to_be_empty()


def test_the_rulebook_opens_at_a_rule_in_the_language_of_the_page(person: Person, served: Served) -> None:
    page = person()
    for lang, term in (("en", "Cursed"), ("it", "Maledetto"), ("fr", "Maudit")):
        page.goto(f"{served.url}/rules/SA-502?lang={lang}")
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

    # Rules are marked with the language that they are told in.
    page.goto(f"{served.url}/rules/villainous?lang=fr")
    told = page.locator("#VI-041").evaluate("(rule) => rule.closest('[lang]').lang")
    assert told == packaged_rulebook("villainous").language_for("fr")


def test_who_looks_on_reads_of_the_active_realm_first_or_of_that_of_the_first_seat(
    person: Person, served: Served
) -> None:
    table = played(served, "villainous", {"villains": ["prince-john", "maleficent"]}, 20)
    while table.sees()["board"]["seat"] == 0:
        table.answer(Random(1))
    page = person(f"/m/{table.match}?as=spectator")
    ready(page)
    first = page.locator(".lead .realm").first
    expect(first).to_have_attribute("data-seat", "1")
    page.get_by_role("button", name="Active Realm first").click()
    expect(first).to_have_attribute("data-seat", "0")
    page.reload()
    ready(page)
    expect(first).to_have_attribute("data-seat", "0")


def test_the_other_realm_is_a_strip_with_its_cards_in_view_and_leads_on_a_click(
    person: Person, served: Served
) -> None:
    table = played(served, "villainous", {"villains": ["prince-john", "captain-hook"]}, 60, 2, seed=5)
    page = person(f"/m/{table.match}?as=spectator")
    ready(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    strip = page.locator(".ahead .rival")
    seat = strip.get_attribute("data-seat") or ""
    realm = table.sees()["board"]["realms"][int(seat)]
    expect(strip.locator(f"[data-place='{realm['at']}'] .mover:not(.left)")).to_have_count(1)
    cards = [card for card, position in realm["cards"].items() if position["at"]]
    assert cards
    for card in cards:
        expect(strip.locator(f"[data-thing='{card}']")).to_be_in_viewport(ratio=1)
    expect(page.locator(".lead .symbols.bottom .word").first).to_have_css("clip-path", "none")
    strip.locator(".fold").click()
    expect(page.locator(".lead .realm")).to_have_attribute("data-seat", seat)


def test_a_first_match_explains_each_question_above_a_story_that_stays(
    person: Person, served: Served
) -> None:
    page = person()
    page.goto(f"{served.url}/learn/arena")
    page.click('form[action="/learn/arena/first-match"] button')
    ready(page)
    explained = page.locator("#explanation .asked")
    expect(explained).to_contain_text("First you choose which of your two spaces")
    expect(page.get_by_role("link", name="Preparing a match SA-104").first).to_have_text("The rule")
    top = edge(page, "#panel", "top")
    while page.locator("#question .options").count() == 0 or "First" in explained.inner_text():
        page.locator("#board [data-pick]").first.dispatch_event("click")
        expect(page.locator("#question[aria-busy=true]")).to_have_count(0)
    expect(explained).to_contain_text("One of your characters has its turn.")
    assert edge(page, "#panel", "top") == top
    assert page.locator(".leaf .idea span").evaluate("idea => getComputedStyle(idea).display") == "inline"
    assert edge(page, ".leaf .idea", "bottom") < edge(page, ".leaf", "bottom")
