"""Nothing moves under whoever reads or chooses, while others play or sit down."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from .serving import HTTP, Served
from .table import Table, edge, opened, played, ready, sits_down, takes_seat

Person = Callable[..., Page]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}


def top(page: Page, part: str) -> float:
    """Where a part of the page begins in the window, in pixels from its upper edge."""
    return float(page.locator(part).first.evaluate("part => part.getBoundingClientRect().top"))


def goes_on(page: Page, table: Table, luck: Random) -> None:
    """Plays an answer over HTTP, and waits until *page* shows what followed."""
    table.answer(luck)
    page.wait_for_function(
        "seq => document.querySelector('#scrubber output').textContent.startsWith(`${seq}/`)",
        arg=table.sees()["seq"],
    )


def test_what_is_read_stays_while_a_realm_above_it_grows_and_shrinks(person: Person, served: Served) -> None:
    table = played(served, "villainous", {"villains": ["captain-hook", "prince-john"]}, 30)
    page = person(f"/m/{table.match}?as=spectator", **PHONE)
    ready(page)
    page.locator("#story").evaluate("story => story.scrollIntoView()")
    heights, luck = set(), Random(4)
    for _ in range(14):
        before = top(page, "#story")
        goes_on(page, table, luck)
        assert top(page, "#story") == pytest.approx(before, abs=1)
        heights.add(page.locator(".lead").evaluate("lead => lead.offsetHeight"))
    assert len(heights) > 1


def test_what_moves_when_a_realm_grows_glides_unless_somebody_wants_no_motion(
    person: Person, served: Served
) -> None:
    table = played(served, "villainous", {"villains": ["captain-hook", "prince-john"]}, 60)
    page = person(f"/m/{table.match}?as=spectator", **PHONE)
    ready(page)
    # The page is scrolled once it is long enough for it: the story is drawn after the board.
    page.wait_for_function(
        """() => {
          const top = document.querySelector("#story").getBoundingClientRect().top - innerHeight * 0.8;
          scrollBy({ top, behavior: "instant" });
          return scrollY > 0;
        }"""
    )
    page.evaluate(
        """() => {
          new MutationObserver((list) => {
            window.glided += list.filter(({ target }) => target.style.transform).length;
          }).observe(document.querySelector(".stage"), { attributeFilter: ["style"], subtree: true });
          new PerformanceObserver((list) => {
            for (const { sources } of list.getEntries())
              window.jumped += sources.filter(({ node }) => node?.id === "panel").length;
          }).observe({ type: "layout-shift" });
        }"""
    )
    luck = Random(7)
    for motion in ("no-preference", "reduce"):
        page.emulate_media(reduced_motion=motion)
        page.evaluate("window.glided = window.jumped = 0")
        heights: set[int] = set()
        while len(heights) < 3:
            goes_on(page, table, luck)
            heights.add(page.locator(".lead").evaluate("lead => lead.offsetHeight"))
        expect(page.locator(".stage [style*=translateY]")).to_have_count(0)
        assert motion == "reduce" or page.evaluate("window.jumped") == 0
        assert (page.evaluate("window.glided") > 0) is (motion == "no-preference")


LARGE = {"width": 1440, "height": 900}
TOP = "part => part.getBoundingClientRect().top"


def test_cards_that_are_laid_open_lie_over_what_is_below_and_on_a_phone_below_the_question(
    person: Person, served: Served
) -> None:
    table = played(served, "villainous", {"villains": ["captain-hook", "prince-john"]}, 4)
    page = person(f"/m/{table.match}?as=spectator", viewport=LARGE, has_touch=True)
    ready(page)
    luck, laid, below = Random(1), 0, 0
    while laid < 3:
        goes_on(page, table, luck)
        if not page.locator(".apart .revealed").count():
            continue
        laid += 1
        strip, cards = (page.locator(part).evaluate(TOP) for part in (".lead", ".apart .revealed"))
        below += cards > strip
        for wide, tall in ((1280, 800), LARGE.values()):
            page.set_viewport_size({"width": wide, "height": tall})
            assert page.locator(".realms").evaluate("all => all.scrollHeight - all.clientHeight") == 0
    assert below, "in the empty part of a Realm"

    page.set_viewport_size({"width": 360, "height": 480})
    goes_on(page, table, luck)  # what is laid open by now was drawn for the wide page
    while not page.locator(".lead .laid-open .face").count():
        goes_on(page, table, luck)
    over = page.evaluate(
        """() => {
          const middle = (part) => {
            const { left, top, height } = part.getBoundingClientRect();
            return [left + 4, top + height / 2];
          };
          const heading = document.querySelector("#question h2");
          const card = document.querySelector(".lead .laid-open .face");
          scrollBy({ top: middle(card)[1] - middle(heading)[1], behavior: "instant" });
          const met = Math.abs(middle(card)[1] - middle(heading)[1]) < 20;
          return [met, heading.contains(document.elementFromPoint(...middle(heading)))];
        }"""
    )
    assert over == [True, True]


def test_a_larger_question_leaves_the_page_as_long_as_it_is(person: Person, served: Served) -> None:
    """So whoever reads its end stays there, on a phone, when a question comes or goes."""
    table = opened(served, "villainous", {"villains": ["jafar", "ursula"]})
    page = person(**PHONE)
    sits_down(page, table, 0, "Ada")
    takes_seat(page, table, 1, "Grace")
    expect(page.locator("#question [data-option]").first).to_be_attached()
    # Both lengths are read at one moment, so nothing else that the page draws comes between them.
    before, after = page.evaluate(
        """() => {
          const long = () => document.documentElement.scrollHeight;
          const before = long();
          document.querySelector('#question .options').remove();
          return [before, long()];
        }"""
    )
    assert after == before


@pytest.mark.parametrize(
    ("game", "options", "part"),
    [("villainous", {"villains": ["jafar", "ursula"]}, ".lead"), ("arena", {"chapter": 1}, ".teams")],
)
def test_the_end_of_a_match_moves_nothing_before_the_next_click(
    person: Person, served: Served, game: str, options: dict[str, Any], part: str
) -> None:
    """The own hand stays docked, and the panel goes up to the board for a reader who does something."""
    table = opened(served, game, options)
    page = person(**PHONE)
    sits_down(page, table, 0, "Ada")
    table.plays.extend(["", table.takes(1, "Grace")])
    page.goto(f"{table.url}/m/{table.match}")
    expect(page.locator("#question [data-option]").first).to_be_attached()
    page.evaluate("scrollTo(0, 300)")
    parts = (part, "#panel", ".dock")
    before = [top(page, each) for each in parts]
    table.posts(1, "concession")
    page.wait_for_selector("body.ended")
    assert [top(page, each) for each in parts] == before
    page.wait_for_function("() => result.click() ?? document.body.matches('.match-over')")


def test_on_a_wide_page_the_board_keeps_its_size_and_nothing_moves_whatever_is_asked(
    person: Person, served: Served
) -> None:
    table = opened(served, "arena", {"chapter": 2})
    page = person(**WIDE)
    sits_down(page, table, 0, "Ada")
    takes_seat(page, table, 1, "Grace")
    expect(page.locator("#question [data-option] .label").first).to_be_attached()
    many, few, none = page.evaluate(
        """() => {
          const sized = (selector) => document.querySelector(selector).offsetHeight;
          const below = () => [
            ...["#agreements", "#story", ".dock"].map((part) => document.querySelector(part).offsetTop),
            sized(".field"),
          ];
          const options = document.querySelector("#question .options");
          const many = below();
          options.replaceChildren(options.lastChild);
          const few = below();
          options.remove();
          return [many, few, below()];
        }"""
    )
    assert many == few == none
    assert page.locator(".dock").evaluate("dock => dock.offsetHeight") > 100, "an empty hand has its room"
    a_sentence_beside_a_recap_has_two_lines(page)


def a_sentence_beside_a_recap_has_two_lines(page: Page) -> None:
    page.locator("#question .asked").evaluate(
        """asked => {
          asked.textContent = "Which space does Sorcerer’s Apprentice Mickey move to after Magic Broom?";
          const recap = document.createElement("p");
          recap.className = "recap";
          recap.textContent = "Bot 2 plays Soothing Song on Gaston, and moves Ariel to d3. ".repeat(3);
          const options = document.createElement("div");
          options.className = "options";
          options.append(document.createElement("button"));
          asked.after(recap, options);
        }"""
    )
    for width in (1280, 912):
        page.set_viewport_size({"width": width, "height": 800})
        assert top(page, ".strip") > edge(page, "#board .first", "bottom"), width


def test_the_story_has_its_place_before_it_is_known_what_the_players_may_do(
    person: Person, served: Served
) -> None:
    table = opened(served, "villainous", {"villains": ["jafar", "ursula"]})
    page = person(**PHONE)
    takes_seat(page, table, 0, "Ada")
    table.takes(1, "Grace")
    held: list[Route] = []
    page.route("**/m/*/table", lambda route: held.append(route))
    page.reload()
    ready(page)
    page.wait_for_function("document.querySelector('#story .line')")
    assert not page.locator("#agreements button:visible").count()
    length = "document.querySelector('#agreements').offsetHeight"
    before = page.evaluate(length)
    for route in held:
        route.continue_()
    page.unroute("**/m/*/table")
    expect(page.locator("#agreements [data-does=resign]")).to_be_visible()
    assert page.evaluate(length) == before


def test_the_way_to_the_summary_moves_nothing(person: Person, served: Served) -> None:
    table = played(served, "arena", {"chapter": 1}, 4)
    ada = {"Authorization": f"Bearer {table.plays[0]}"}
    assert HTTP.post(f"{table.url}/api/v1/matches/{table.match}/concession", headers=ada).status_code == 201
    page = person(f"/m/{table.match}?as=spectator", **PHONE)
    ready(page)
    expect(page.locator("#summary-open")).to_be_visible()
    for size in (PHONE, WIDE):
        page.set_viewport_size(size["viewport"])
        after, before = page.evaluate(
            """() => {
              const tops = () => [".teams", "#story"].map((part) => document.querySelector(part).offsetTop);
              const after = tops();
              document.querySelector("#summary-open").hidden = true;
              const before = tops();
              document.querySelector("#summary-open").hidden = false;
              return [after, before];
            }"""
        )
        assert after == before


def test_the_table_stays_where_it_is_when_the_last_seat_is_taken(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    page = person(**WIDE)
    takes_seat(page, table, 0, "Ada")
    expect(page.locator("#seats")).to_be_visible()
    before = top(page, ".stage")
    table.takes(1, "Grace")
    expect(page.locator("#seats")).to_be_hidden()
    assert top(page, ".stage") == before


def test_seats_give_way_to_a_question_that_is_there_before_the_table_is_heard(
    person: Person, served: Served
) -> None:
    table = opened(served, "arena", {"chapter": 1})
    page = person(**PHONE)
    page.route("**/table*", lambda route: route.abort())
    takes_seat(page, table, 0, "Ada")
    expect(page.locator("#seats")).to_be_visible()
    table.plays.extend(["", table.takes(1, "Grace")])
    while table.sees()["question"]["seat"] != 0:
        table.answer(Random(1))
    expect(page.locator("#question .options")).to_be_visible()
    expect(page.locator("#seats")).to_be_hidden()
