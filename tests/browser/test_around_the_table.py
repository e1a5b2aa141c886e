"""Around the table, on the real pages: inviting, calls, taking back, a draw, the end and the next match."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import Page, expect

from .judging import api_token
from .picking import answers, length, shows
from .serving import HTTP, Served
from .table import Table, opened, ready, takes_seat, takes_seat_twice

Person = Callable[..., Page]


CALLS = """() => {
  const { createOscillator } = AudioContext.prototype;
  window.calls = { notes: 0, told: [], hidden: false };
  AudioContext.prototype.createOscillator = function () {
    calls.notes += 1;
    return createOscillator.call(this);
  };
  window.Notification = class {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(sentence) {
      calls.told.push(sentence);
    }
  };
  Object.defineProperty(document, "hidden", { get: () => calls.hidden });
}"""
"""Notes what a page plays and notifies of, for which a browser without windows has no place."""


class Pair(NamedTuple):
    """A match of chapter 1 that two people play, each in a browser of their own."""

    table: Table
    ada: Page
    grace: Page

    @property
    def asked(self) -> tuple[Page, Page]:
        """Whoever is asked, and the other."""
        seat = self.table.sees()["question"]["seat"]
        return (self.ada, self.grace) if seat == 0 else (self.grace, self.ada)


@pytest.fixture
def pair(person: Person, served: Served) -> Pair:
    """Ada and Grace, seated."""
    table = opened(served, "arena", {"chapter": 1})
    ada, grace = person(), person()
    takes_seat(ada, table, 0, "Ada")
    takes_seat(grace, table, 1, "Grace")
    return Pair(table, ada, grace)


def does(page: Page, what: str) -> None:
    """Presses one of the buttons around the table, once it is offered."""
    page.locator(f"#agreements [data-does={what}]").click()


def opens(page: Page, name: str, **who: str) -> None:
    """Opens a match by the form."""
    page.get_by_label("Your name").fill(name)
    for field, value in who.items():
        page.locator(f"[name='who.{field.removeprefix('seat')}']").select_option(value)
    page.get_by_role("button", name="Open the match").click()
    ready(page)


# -- inviting ----------------------------------------------------------------------------------------------


def test_a_link_asks_first_and_the_host_sees_who_sits_down(person: Person, served: Served) -> None:
    ada = person("/new?game=arena")
    opens(ada, "Ada", seat1="friend")
    link = ada.locator("#seats-list input").input_value()
    ada.get_by_role("button", name="Copy the link: Red").click()
    expect(ada.locator("#seats-said")).not_to_be_empty()
    grace = person(link.removeprefix(served.url))
    expect(grace.locator("main")).to_contain_text("Sit here?")
    expect(ada.locator("#seats")).to_be_visible()
    grace.get_by_label("Your name").fill("Grace")
    grace.get_by_role("button", name="Take the seat").click()
    ready(grace)
    expect(ada.locator("#seats")).to_be_hidden()
    expect(ada.locator(".match-title")).to_contain_text("Ada – Grace")
    expect(ada).to_have_title(re.compile("Your turn.*Ada – Grace"))
    expect(ada.locator("link[rel=icon]")).to_have_attribute("href", re.compile("mark-turn"))


def test_an_open_seat_is_taken_from_the_lobby(person: Person, served: Served) -> None:
    ada = person("/new?game=villainous")
    opens(ada, "Hedy", seat1="anybody")
    grace = person("/")
    row = grace.locator(".match-row").filter(has_text="Hedy")
    while not row.get_by_role("link", name="Sit down").count():
        grace.reload()
    row.get_by_role("link", name="Sit down").click()
    grace.get_by_label("Your name").fill("Grace")
    grace.get_by_role("button", name="Take the seat").click()
    ready(grace)
    expect(ada.locator("#seats")).to_be_hidden()


# -- bots --------------------------------------------------------------------------------------------------


def test_a_bot_plays_on_when_whoever_opened_the_match_has_left(person: Person, served: Served) -> None:
    host = person("/new?game=arena")
    host.get_by_label("I only watch").check()
    opens(host, "Host", seat0="friend", seat1="bot")
    link = host.locator("#seats-list input").input_value()
    host.context.close()
    grace = person(link.removeprefix(served.url))
    grace.get_by_label("Your name").fill("Grace")
    grace.get_by_role("button", name="Take the seat").click()
    ready(grace)
    for _ in range(8):
        answers(grace, length(grace))
    match = link.partition("/m/")[2].partition("/")[0]
    facts = httpx.get(f"{served.url}/api/v1/matches/{match}/facts").json()["items"]
    given = [fact["event"]["seat"] for fact in facts if fact["event"]["type"] == "core.Answered"]
    assert {0, 1} <= {*given}


# -- what players do together ------------------------------------------------------------------------------


def test_an_answer_is_taken_back_a_pause_and_a_draw_are_agreed_on(pair: Pair) -> None:
    before = pair.table.sees()["question"]
    mover, other = pair.asked
    answers(mover, length(mover))
    does(mover, "askTakeback")
    expect(mover.locator("#agreed")).to_contain_text("Waiting for the others.")
    expect(mover.locator("[data-does=declineTakeback]")).to_be_hidden()
    expect(other.locator("#agreed")).to_contain_text("asks to take an answer back.")
    does(other, "declineTakeback")
    expect(mover.locator("#agreed")).to_contain_text("declines the takeback.")
    expect(other.locator("#agreed")).to_be_empty()
    does(mover, "askTakeback")
    does(other, "acceptTakeback")
    expect(mover.locator("#agreed")).to_be_empty()
    expect(mover.locator("#story")).to_contain_text("agrees to go back to fact")
    expect(mover.locator("#question [data-option]").first).to_be_attached()
    assert pair.table.sees()["question"]["options"] == before["options"]

    does(pair.ada, "pause")
    does(pair.grace, "acceptPause")
    expect(pair.ada.locator("#agreed")).to_have_text("The match is paused.")
    does(pair.ada, "resume")
    expect(pair.grace.locator("#agreed")).to_be_empty()

    mover, other = pair.asked
    does(other, "draw")
    expect(mover.locator("#agreed")).to_contain_text("offers a draw. Whoever answers instead declines.")
    expect(mover.locator("[data-does=declineDraw]")).to_be_visible()
    answers(mover, length(mover))
    expect(other.locator("#agreed")).to_have_text("The match has gone on: what you asked for stands no more.")
    expect(mover.locator("#agreed")).to_be_empty()

    does(pair.ada, "draw")
    expect(pair.grace.locator("#agreed")).to_contain_text("Ada offers a draw.")
    does(pair.grace, "acceptDraw")
    for page in (pair.ada, pair.grace):
        expect(page.locator("#summary")).to_contain_text("The players agreed on a draw.")
    assert pair.table.sees()["ended"]["winners"] == []


def test_who_resigns_is_asked_first_and_can_look_back_and_both_play_again(pair: Pair) -> None:
    does(pair.ada, "resign")
    pair.ada.keyboard.press("Escape")
    assert pair.table.sees()["ended"] is None
    does(pair.ada, "resign")
    pair.ada.locator("[data-sure=yes]").click()
    expect(pair.grace.locator("#ending")).to_have_text("Ada resigned.")
    expect(pair.grace.locator("#summary-title")).to_have_text("You won.")
    expect(pair.ada.locator("#summary-title")).to_have_text("You resigned: Grace wins.")
    pair.ada.locator("#review-open").click()
    expect(pair.ada.locator("#tab-review")).to_be_focused()
    expect(pair.ada.locator("#summary")).to_be_hidden()
    pair.ada.locator("#summary-open").click()
    expect(pair.ada.locator("#summary")).to_be_visible()

    pair.grace.locator("[data-does=rematch]").click()
    pair.grace.wait_for_url(lambda url: pair.table.match not in url)
    expect(pair.ada.locator("[data-does=rematch]")).to_have_text("Join the rematch")
    pair.ada.locator("[data-does=rematch]").click()
    pair.ada.wait_for_url(lambda url: pair.table.match not in url)
    for page in (pair.ada, pair.grace):
        ready(page)
        expect(page.locator(".match-title")).to_contain_text("Ada – Grace")


# -- calls -------------------------------------------------------------------------------------------------


def test_whoever_wants_to_is_called_by_sound_and_by_the_browser(pair: Pair) -> None:
    asked, other = pair.asked
    other.evaluate(CALLS)
    other.locator("#more").click()
    other.locator("#preferences-open").click()
    other.locator("#call-sound").check()
    other.locator("#call-notify").check()
    other.keyboard.press("Escape")
    tried = other.evaluate("calls.notes")
    assert tried > 0, "who chooses sound hears how it sounds"
    other.evaluate("calls.hidden = true")
    while pair.asked[0] is asked:
        answers(asked, pair.table.sees()["seq"])
    other.wait_for_function("() => calls.told.includes('Your turn')")
    assert other.evaluate("calls.notes") > tried
    expect(other).to_have_title(re.compile("^● Your turn"))


def test_a_case_that_is_opened_calls_the_other_player_and_a_ruling_calls_both(
    pair: Pair, served: Served
) -> None:
    plain = pair.grace.locator("link[rel=icon]").get_attribute("href")
    pair.ada.locator("#tab-cases").click()
    expect(pair.ada.locator("#dispute-evidence :checked")).to_have_count(1)
    pair.ada.locator("#judging").click()
    pair.ada.keyboard.press("?")
    expect(pair.ada.locator("dialog[open]")).to_have_count(0)
    pair.ada.locator("#dispute-text").fill("That was no move.")
    pair.ada.locator("#dispute-say").click()
    expect(pair.ada.locator("#dispute-sent")).to_have_text("Case 1 is with the judge.")
    expect(pair.grace.locator("#case-call")).to_contain_text("Case 1 was opened in this match.")
    expect(pair.grace).to_have_title(re.compile("Case 1 was opened"))
    assert pair.grace.locator("link[rel=icon]").get_attribute("href") != plain
    pair.grace.locator("#case-call button").click()
    expect(pair.grace).not_to_have_title(re.compile("Case 1 was opened"))
    expect(pair.ada.locator("#case-call")).to_be_hidden()

    headers = {"Authorization": f"Bearer {api_token(served)}", "If-Match": f'"{pair.table.sees()["seq"]}"'}
    ruling = {"outcome": "note", "rules": ["SA-303"], "text": "Play on."}
    address = f"{served.url}/api/v1/matches/{pair.table.match}/disputes/1/rulings"
    assert HTTP.post(address, json=ruling, headers=headers).status_code == 201
    for player in (pair.ada, pair.grace):
        expect(player.locator("#case-call")).to_contain_text("A ruling was made in case 1.")
        expect(player).to_have_title(re.compile("^⚖ A ruling was made"))


# -- meant -------------------------------------------------------------------------------------------------


def test_what_was_meant_for_one_question_does_not_answer_the_next(person: Person, served: Served) -> None:
    table = opened(served, "villainous", {"villains": ["prince-john", "captain-hook"]})
    table.takes(1, "Grace")
    ada, another = takes_seat_twice(person(), table, 0, "Ada")
    for page in (ada, another):  # one page learns late what another has stored
        page.evaluate("localStorage.setItem('confirm', 'true')")
        picks_first(page)
    before = table.sees()["seq"]
    another.locator("[data-sure=yes]").click()
    shows(ada, before + 1)
    expect(ada.locator("#question [data-option^='move']")).to_have_count(0)
    ada.locator("[data-sure=yes]").click()
    expect(ada.locator("dialog[open]")).to_have_count(0)
    expect(ada.locator("#trouble")).to_be_empty()


def test_before_it_is_known_who_sits_there_an_answer_is_confirmed(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    table.takes(1, "Grace")
    ada = person()
    ada.add_init_script("localStorage.setItem('confirm', 'true')")
    ada.route("**/m/*/table", lambda route: None)  # a slow line: the answer never comes
    takes_seat(ada, table, 0, "Ada")
    picks_first(ada)


def picks_first(page: Page) -> None:
    """Picks the first of the options, which is to be confirmed."""
    page.locator("#question [data-option]").first.click()
    expect(page.locator("[data-sure=yes]")).to_be_visible()


def test_where_fingers_touch_an_answer_is_sent_when_it_is_meant(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    table.takes(1, "Grace")
    ada = person(viewport={"width": 360, "height": 780}, has_touch=True, is_mobile=True)
    takes_seat(ada, table, 0, "Ada")
    option = ada.locator("#question [data-option]").first
    before = table.sees()["seq"]
    option.tap()
    expect(ada.locator("dialog.which p")).to_have_text(option.inner_text())
    ada.locator("[data-sure=no]").tap()
    assert table.sees()["seq"] == before
    option.tap()
    ada.locator("[data-sure=yes]").tap()
    expect(ada.locator("#question [data-option]")).to_have_count(0)
    assert table.sees()["seq"] > before
