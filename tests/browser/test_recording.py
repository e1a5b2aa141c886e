"""A scribe with a tablet records a match at a real table by taps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.service.recordings.scribe import played_match

from .accessibility import in_light_and_dark
from .recording import TappingScribe
from .serving import Served
from .table import ready

Person = Callable[..., Page]
TABLET = {"width": 1024, "height": 768}
MAX_TAPS = 8
"""Taps in one turn."""
TWELVE_TURNS = 67
"""The entries of as many turns of a match."""


def open_scribe(person: Person, served: Served, game: str = "arena", seed: int = 4) -> TappingScribe:
    """Returns a scribe at the page of a new recording."""
    scribe = TappingScribe(person(viewport=TABLET), served, played_match(game, seed))
    scribe.open()
    return scribe


def test_a_whole_match_is_recorded_by_taps_and_followed_by_a_spectator(
    person: Person, served: Served
) -> None:
    scribe = open_scribe(person, served)
    fan = person(f"/m/{scribe.match}", viewport=TABLET)
    ready(fan)
    for number in range(1, len(scribe.entries) + 1):
        scribe.enter(number)
    expect(scribe.page.locator("#answers .conclusion")).to_contain_text(
        re.compile("won the match|ended in a draw")
    )
    expect(fan.locator("#result")).not_to_be_empty()
    kinds = [fact["event"]["type"] for fact in scribe.facts() if fact["event"]["type"].startswith("arena.")]
    played = [f"arena.{type(fact.event).__name__}" for fact in scribe.played.match.facts]
    assert kinds == [kind for kind in played if kind in {*kinds}]
    assert max(count_taps(scribe)) <= MAX_TAPS
    scribe.page.click("#answers .conclusion a")
    expect(scribe.page.get_by_role("heading", name="Signatures")).to_be_visible()


def test_a_turn_of_villainous_takes_few_taps_with_three_seats(person: Person, served: Served) -> None:
    played = played_match("villainous", 11, 3)
    scribe = TappingScribe(person(viewport=TABLET), served, played)
    scribe.open()
    for number in range(1, TWELVE_TURNS + 1):
        scribe.enter(number)
    taps = count_taps(scribe)
    assert len(taps) > 12
    assert max(taps) <= MAX_TAPS


def count_taps(scribe: TappingScribe) -> list[int]:
    """Returns the taps of each turn: an entry belongs to the turn in which its answer was given."""
    counts = Counter[int]()
    for number, turn in enumerate(turn_of_each(scribe.facts()), 1):
        counts[turn] += scribe.taps[number]
    return [*counts.values()]


def turn_of_each(facts: list[Any]) -> list[int]:
    """Returns the turn of each entry, from 0; the answers that it implies may have ended another one."""
    turn, found = 0, list[int]()
    entry: Any = None
    for event in (fact["event"] for fact in facts):
        if event["type"] == "record.Entered":
            entry = event
            found.append(turn)
        elif event["type"].endswith(".TurnBegan"):
            turn += 1
        elif entry and event["type"].endswith("Answered") and event["seat"] == entry["seat"]:
            found[-1] = turn if event["picks"] == entry["picks"] else found[-1]
    return found


def test_each_entry_is_confirmed_and_the_last_one_is_taken_back(person: Person, served: Served) -> None:
    scribe = open_scribe(person, served)
    for number in range(1, 5):
        scribe.enter(number)
    said = scribe.page.locator("#said")
    expect(said).to_contain_text("Mickey moves to")
    scribe.page.click("#back")
    expect(said).to_contain_text("Taken back:")
    expect(scribe.page.locator("#entries > li")).to_have_count(3)
    scribe.enter(4)
    scribe.enter(5)
    expect(scribe.page.locator("#entries > li").first).to_contain_text("Errand of Brooms")


def test_a_refusal_names_the_rule_and_leaves_the_answers(person: Person, served: Served) -> None:
    scribe = open_scribe(person, served)
    for number in range(1, 5):
        scribe.enter(number)
    page = scribe.page
    page.locator("#answers .closed summary").first.click()
    page.locator("#answers .illegal", has_text="SA-").first.click()
    bar = page.locator("#refused")
    expect(bar.locator("a.rule")).to_be_visible()
    expect(page.locator("#entries > li").first).to_have_attribute("data-entry", "4")
    scribe.enter(5)
    expect(bar).to_be_empty()


def test_a_keyboard_is_enough(person: Person, served: Served) -> None:
    scribe = open_scribe(person, served)
    scribe.enter(1)
    page = scribe.page
    page.locator("#board [data-pick]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#entries > li")).to_have_count(2)
    expect(page.locator("#answers")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#entries > li")).to_have_count(3)


def refuse_a_tap(scribe: TappingScribe) -> None:
    """Taps an answer that breaks a rule."""
    scribe.page.locator("#answers .closed summary").first.click()
    scribe.page.locator("#answers .illegal", has_text="SA-").first.click()


def test_what_happened_against_a_rule_is_noted_with_one_tap(person: Person, served: Served) -> None:
    scribe = open_scribe(person, served)
    for number in range(1, 5):
        scribe.enter(number)
    refuse_a_tap(scribe)
    scribe.page.click("#refused .undone")
    expect(scribe.page.locator("#refused")).to_be_empty()
    scribe.enter(5)
    [undone] = [fact["event"] for fact in scribe.facts() if fact["event"]["type"] == "record.Irregular"]
    assert undone["rule"].startswith("SA-")
    assert (undone["seat"], undone["position"]) == (0, "")
    assert undone["why"].startswith("Ana")


def test_the_board_is_put_as_it_is_after_something_against_a_rule(person: Person, served: Served) -> None:
    """A figure moves by two taps, and the text has one more change. Unknown cards stay unknown."""
    scribe = open_scribe(person, served)
    for number in range(1, 5):
        scribe.enter(number)
    page = scribe.page
    refuse_a_tap(scribe)
    page.click("#refused .stands")
    dialog = page.locator("dialog.irregularity")
    dialog.locator("[data-pick='SAM']").first.click()
    dialog.locator("[data-pick='e4']").first.click()
    text = dialog.locator("textarea")
    expect(text).to_have_value(re.compile("A.SAM at=e4 hp=8"))
    expect(text).to_have_value(re.compile("deck=[?]"))
    assert in_light_and_dark(page) == []
    dialog.get_by_text("The position as text").click()
    text.fill(text.input_value().replace("A.SAM at=e4 hp=8", "A.SAM at=e4 hp=7"))
    dialog.locator("button.stands").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#refused")).to_be_empty()
    scribe.enter(5)
    [stands] = [fact["event"] for fact in scribe.facts() if fact["event"]["type"] == "record.Irregular"]
    assert "A.SAM at=e4 hp=7" in stands["position"]


def test_an_amendment_says_first_what_no_longer_holds(person: Person, served: Served) -> None:
    scribe = open_scribe(person, served)
    for number in range(1, 10):
        scribe.enter(number)
    page = scribe.page
    page.click("#entries [data-entry='6'] button")
    expect(page.locator("#amending")).to_contain_text("In place of entry 6")
    page.click("#amending .leave")
    page.click("#more")
    page.click("#entries [data-entry='5'] button")
    expect(page.locator("#amending")).to_contain_text("In place of entry 5")
    page.click("#amending .out")
    dialog = page.locator("dialog.which")
    expect(dialog).to_contain_text("4 later entries are taken out. Entry 6 does not hold any more")
    dialog.locator("[data-sure=no]").click()
    page.click("#entries [data-entry='7'] button")
    expect(page.locator("#amending")).to_contain_text("In place of entry 7")
    page.click("#board [data-pick='move:b6']")
    dialog.locator("[data-sure=yes]").click()
    expect(page.locator("#amending")).to_be_hidden()
    expect(page.locator("#answers")).to_have_attribute("aria-busy", "false")
    moved = [fact["event"] for fact in scribe.facts() if fact["event"]["type"] == "record.Amended"]
    assert [event["entry"] for event in moved] == [7]


@pytest.mark.parametrize(
    ("lang", "width", "height"), [("en", 1024, 768), ("fr", 768, 1024), ("it", 360, 740)]
)
def test_everybody_can_use_the_page(
    person: Person, served: Served, lang: str, width: int, height: int
) -> None:
    scribe = TappingScribe(
        person(viewport={"width": width, "height": height}, locale=lang), served, played_match()
    )
    scribe.open()
    for number in range(1, 7):
        scribe.enter(number)
    page = scribe.page
    expect(page.locator("html")).to_have_attribute("lang", lang)
    page.locator("#answers .closed summary").first.click()
    assert in_light_and_dark(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sizes = page.locator("#answers button:visible").evaluate_all(
        "all => all.map((each) => each.offsetHeight)"
    )
    assert min(sizes) >= 44


def test_one_tap_tells_a_move_with_its_first_action_and_ends_a_discard(
    person: Person, served: Served
) -> None:
    scribe = open_scribe(person, served, "villainous")
    for number in range(1, 20):
        scribe.enter(number)
    taps = [scribe.taps[number] for number in range(1, 20)]
    move, fate, symbol, discard, next_move = taps[2], taps[3], taps[7], taps[8], taps[9]
    assert scribe.entries[8].picks == ("aye-aye-2", "swashbuckler-1", "never-land-map")
    assert (move + fate, symbol + discard, next_move) == (3, 3, 1)
    assert len(scribe.entries[17].sightings) == 2
    assert taps[17:19] == [2, 0], "the first card that Fate reveals is the one that is chosen"


def test_a_place_that_the_rules_forbid_is_not_entered_with_its_card(person: Person, served: Served) -> None:
    scribe = open_scribe(person, served, "villainous")
    for number in (1, 2):
        scribe.enter(number)
    page = scribe.page
    page.click('#board [data-pick="move:skull-rock>>fate:"]')
    page.click('[data-both="lady-kluck>>jail"]')
    expect(page.locator("[data-both]")).to_have_count(0)
    page.click('[data-candidate="little-john"]')
    expect(page.locator("#refused")).to_contain_text("“The Jail” is not entered")
    expect(page.locator("#answers h2").first).to_contain_text("Choose a place")
    expect(page.locator('#answers [data-option="jail"]:visible')).to_have_count(0)
    page.click('#answers [data-option="church"]')
    expect(page.locator("#said")).to_contain_text("Lady Kluck")
    expect(page.locator("#refused")).to_be_empty()


def test_a_discard_at_the_end_of_a_turn_ends_it_too(person: Person, served: Served) -> None:
    scribe = open_scribe(person, served)
    for number in range(1, 8):
        scribe.enter(number)
    assert [entry.picks for entry in scribe.entries[7:9]] == [("end",), ("GAS10",)]
    for number in (8, 9):
        scribe.enter(number)
    assert scribe.taps[8] + scribe.taps[9] == 1
    expect(scribe.page.locator("#entries > li").first).to_have_attribute("data-entry", "9")
