"""The board of Villainous: two and six Realms, played and looked at, by tap and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from service.shared import i18n

from .accessibility import in_light_and_dark, violations
from .serving import Served
from .table import Table, edge, opened, played, ready, takes_seat

Person = Callable[..., Page]

CAST = ["prince-john", "captain-hook", "maleficent", "jafar", "queen-of-hearts", "ursula"]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


@pytest.fixture(scope="module")
def two(served: Served) -> Table:
    return played(served, "villainous", {"villains": CAST[:2]}, 60, 2, seed=5)


@pytest.fixture(scope="module")
def six(served: Served) -> Table:
    return played(served, "villainous", {"villains": CAST}, 120, 6, seed=8)


def watch(person: Person, table: Table, query: str = "", **how: Any) -> Page:
    page = person(f"/m/{table.match}?as=spectator{query}", **how)
    ready(page)
    return page


def sits_down(person: Person, table: Table, others: int, **how: Any) -> Page:
    """Ada takes the first seat in a browser; the others are taken over HTTP."""
    page = person(**how)
    takes_seat(page, table, 0, "Ada")
    table.plays.append("")
    for seat in range(1, 1 + others):
        table.plays.append(table.takes(seat, f"Player {seat}"))
    return page


def turn_of_ada(page: Page, table: Table, prompt: str) -> None:
    """Lets the others answer until Ada is asked for what is wanted, and the page offers it."""
    luck = Random(1)
    for _ in range(200):
        asked = table.sees()["question"]
        if asked["seat"] == 0:
            break
        table.answer(luck)
    asked = table.sees()["question"]
    assert (asked["seat"], asked["prompt"]) == (0, prompt)
    expect(page.locator("#board .open").first).to_be_visible()


def answered(page: Page, table: Table, act: Callable[[], None]) -> None:
    """Does something on the board that answers the open question, and waits until the page shows it."""
    before = table.sees()["seq"]
    act()
    page.wait_for_function(
        "seq => Number(document.querySelector('#scrubber input[type=range]').max) > seq", arg=before
    )


# -- looking -----------------------------------------------------------------------------------------


def test_two_lie_whole_where_there_is_room_or_else_one_is_a_row(person: Person, two: Table) -> None:
    page = watch(person, two, has_touch=True)
    for wide, tall, shown in ((1920, 1080, (2, 0)), (1400, 950, (1, 1)), (360, 740, (1, 1))):
        page.set_viewport_size({"width": wide, "height": tall})
        expect(page.locator(".realm")).to_have_count(shown[0])
        expect(page.locator(".rival")).to_have_count(shown[1])
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
    faces = "[...document.querySelectorAll('.location > ul > .card > .face')].map(each => each.offsetHeight)"
    assert max(page.evaluate(faces)) < 100  # so that own cards are in sight on a phone
    expect(page.locator("#scrubber .mark.fate").first).to_be_attached()
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator(".ahead .counts")).to_be_hidden()
    assert edge(page, ".lead .symbols >> nth=-1", "bottom") <= edge(page, ".strip", "top")


def progress_is_told_in_words_and_in_pips(page: Page, six: Table) -> None:
    board = six.sees()["board"]
    john = page.locator(".realm[data-seat='0']")
    power = board["realms"][0]["power"]
    expect(john.locator(".steps")).to_contain_text(f"{power} of 20 Power")
    assert john.locator(".steps .pips .full").count() == min(power, 20)
    hook = page.locator(".realm[data-seat='1'] .steps li")
    unlocked = "hangmans-tree" not in board["realms"][1]["locked"]
    expect(hook.first).to_contain_text("done" if unlocked else "not yet")
    assert hook.count() == 3


def test_a_projector_shows_all_six_whole_and_axe_finds_nothing(person: Person, six: Table) -> None:
    """Rows are looked at in dark in `test_everybody`."""
    page = watch(person, six, has_touch=True)
    for wide, tall, realms in ((1400, 950, 1), (1920, 1080, 6), (360, 740, 1)):
        page.set_viewport_size({"width": wide, "height": tall})
        expect(page.locator(".realm")).to_have_count(realms)
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        if wide == 1920:
            assert page.locator(".realm .location").count() == 24
            progress_is_told_in_words_and_in_pips(page, six)
            assert in_light_and_dark(page) == []
    page.emulate_media(color_scheme="light")
    assert violations(page) == []


def test_rows_unfold_by_click_and_by_key_and_stay_so(person: Person, six: Table) -> None:
    page = watch(person, six)
    assert page.locator(".rival").count() == 5
    page.locator(".rival").first.locator(".fold").click()
    assert page.locator(".rival").count() == 4
    page.locator(".rival").last.locator(".fold").focus()
    page.keyboard.press("Enter")
    assert page.locator(".rival").count() == 3
    expect(page.locator(".fold:focus")).to_have_attribute("aria-expanded", "true")
    unfolded = page.locator(".rest .realm").evaluate_all("all => all.map((one) => one.dataset.seat)")
    for _ in range(3):
        page.keyboard.press("Control+ArrowLeft")
        page.keyboard.press("Control+ArrowRight")
    assert page.locator(".rest .realm").evaluate_all("all => all.map((one) => one.dataset.seat)") == unfolded
    # Another Realm may have been the large one meanwhile, and had no fold to keep the focus.
    page.locator(".rest .fold[aria-expanded='true']").last.focus()
    page.keyboard.press("Enter")
    assert page.locator(".rest .realm").count() == 1


def test_flip_goes_to_the_next_realm(person: Person, six: Table) -> None:
    page = watch(person, six)
    seats = []
    for _ in range(7):
        seats.append(int(page.locator(".lead .realm").get_attribute("data-seat") or -1))
        page.keyboard.press("f")
    assert seats == [(seats[0] + n) % 6 for n in range(7)]


def test_a_realm_wears_the_crest_of_its_villain_and_a_card_tells_what_is_printed_on_it(
    person: Person, two: Table
) -> None:
    page = watch(person, two)
    looks = page.evaluate("JSON.parse(document.getElementById('page').textContent).catalogue.looks")
    for seat, mine in enumerate(two.sees()["board"]["realms"]):
        worn = page.locator(f"[data-seat='{seat}']:is(.realm, .rival)")
        look = looks[mine["who"]]
        assert worn.locator(".crest-of path").get_attribute("d") == look["crest"]
        colour = worn.evaluate("(realm) => realm.style.getPropertyValue('--villain')")
        assert colour == f"light-dark({look['light']}, {look['dark']})"

    ally = page.locator(".own .card.ally .face").first
    name = ally.locator(".title").inner_text()
    ally.click()
    leaf = page.locator(".about")
    expect(leaf).to_contain_text(name)
    expect(leaf).to_contain_text("Strength")
    leaf.get_by_role("button", name="Close").click()
    expect(leaf).to_be_hidden()
    ally.focus()
    page.keyboard.press("Enter")
    leaf.get_by_role("button", name="Why?").click()
    expect(page.locator("#why")).to_be_visible()


def test_the_legend_says_that_texts_are_translations_of_ours(person: Person, two: Table) -> None:
    page = person()
    for lang, times in (("fr", 1), ("en", 0)):
        page.goto(f"{two.url}/m/{two.match}?as=spectator&lang={lang}")
        ready(page)
        page.locator("#symbols").evaluate("button => button.click()")
        expect(page.locator(".symbols-legend")).to_be_visible()
        expect(page.locator(".symbols-legend").get_by_text("traduits par ce site")).to_have_count(times)


def test_a_click_on_a_discard_pile_lists_it(person: Person, two: Table) -> None:
    page = watch(person, two, has_touch=True)
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        seat = int(page.locator(".lead .realm").first.get_attribute("data-seat") or -1)
        mine = two.sees()["board"]["realms"][seat]
        for pile in ("villain", "fate"):
            discard = page.locator(f".realm[data-seat='{seat}'] .pile.{pile} .discard")
            expect(discard.locator(".count")).to_have_text(str(len(mine[pile]["discard"])))
            discard.click()
            listed = page.locator(".about p b").all_inner_texts()
            counts = [int(found[1]) if (found := re.search(r"×(\d+)$", name)) else 1 for name in listed]
            assert sum(counts) == len(mine[pile]["discard"]) > 0
            assert listed[0].split(" ×")[0] == discard.locator(".top").inner_text()
            page.keyboard.press("Escape")


# -- as text -----------------------------------------------------------------------------------------


def test_the_description_leaves_nothing_out(person: Person, six: Table) -> None:
    page = person()
    for lang in ("en", "fr", "it"):
        page.goto(f"{six.url}/m/{six.match}?as=spectator&lang={lang}")
        ready(page)
        describes(page, six, lang)


def describes(page: Page, six: Table, lang: str) -> None:
    """Tells in words all that is on the board."""
    told = page.locator("#told").text_content() or ""
    board = six.sees()["board"]
    words = page.evaluate("JSON.parse(document.getElementById('page').textContent).words")
    names, say, forms = words["names"], i18n.catalogue(lang).gettext, i18n.catalogue(lang).ngettext
    colon = "\u00a0: " if lang == "fr" else ": "
    assert all(player in told for player in ("Ada", "Grace", "Mary", "Joan", "Lise", "Emmy"))
    for seat, mine in enumerate(board["realms"]):
        assert names[mine["who"]] in told
        power = forms("{power} Power", "{power} Power", mine["power"]).format(power=mine["power"])
        cards = forms("{count} card", "{count} cards", len(mine["hand"])).format(count=len(mine["hand"]))
        assert f"{power}, {say('Hand')}{colon}{cards}" in told
        assert {names[card] for card in mine["cards"]} <= {name for name in names.values() if name in told}
        assert names[mine["at"]] in told
        for pile in (mine["villain"], mine["fate"]):
            assert str(len(pile["discard"])) in told
        assert names[f"objective:{mine['who']}"].rstrip(".") in told, seat
    assert told.count(say("the mover is here")) == 6
    locked = re.findall(rf"\b{say('locked')}\b", told)
    assert len(locked) == sum(len(mine["locked"]) for mine in board["realms"])
    assert say("Turn {turn} · {who}").split("{")[0].strip() in told


# -- moving through time -----------------------------------------------------------------------------


def test_the_mover_leaves_a_trail(person: Person, two: Table) -> None:
    page = watch(person, two)
    for _ in range(200):
        if page.locator(".mover.left").count():
            break
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".mover.left")).to_have_count(1)
    realm = page.locator(".mover.came").locator("xpath=ancestor::*[@role='group'][1]")
    assert realm.locator(".mover.left").count() == 1
    assert realm.locator(".location.here .mover.left").count() == 0


# -- playing -----------------------------------------------------------------------------------------


def test_a_whole_turn_is_played_on_the_board(person: Person, served: Served) -> None:
    table = opened(served, "villainous", {"villains": CAST[:2]}, 2)
    page = sits_down(person, table, 1)
    turn_of_ada(page, table, "move")
    assert page.locator(".location .name.open").count() == 3
    jail = page.locator(".location[data-place='jail']")
    box = jail.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] - 8)
    answered(page, table, lambda: page.mouse.click(*middle))
    assert table.sees()["board"]["realms"][0]["at"] == "jail"
    gain = jail.locator(".chip.open[data-pick='gain:3']")
    answered(page, table, lambda: gain.press("Enter"))
    assert table.sees()["board"]["realms"][0]["power"] == 3
    expect(jail.locator(".symbol.used")).to_have_count(1)
    card = page.locator(".hand .face[data-pick^='play:']").first
    name = card.locator(".title").inner_text()
    answered(page, table, card.click)
    expect(page.locator("#story")).to_contain_text(f"You play {name}")
    expect(page.locator("#story [aria-current]")).to_contain_text(name)


def test_a_phone_plays_by_tap(person: Person, served: Served) -> None:
    table = opened(served, "villainous", {"villains": ["prince-john", "queen-of-hearts"]}, 2)
    page = sits_down(person, table, 1, **PHONE)
    turn_of_ada(page, table, "move")
    nottingham = page.locator(".location[data-place='nottingham']")
    nottingham.scroll_into_view_if_needed()

    def taps(what: Locator) -> None:
        what.tap()
        page.locator("[data-sure=yes]").tap()

    answered(page, table, lambda: taps(nottingham.locator(".chip").first))  # a part of its location
    assert table.sees()["board"]["realms"][0]["at"] == "nottingham"
    assert page.evaluate("document.querySelector('#board').scrollWidth <= 360")
    tops = page.locator(".lead .location").evaluate_all("all => all.map((each) => each.offsetTop)")
    assert tops == tops[:1] * 4
    page.locator(".rival .villain.open[data-pick='fate:1']").tap()
    expect(page.locator("#sure")).to_contain_text("You cannot take this back.")
    answered(page, table, page.locator("[data-sure=yes]").tap)
    expect(page.locator("#story")).to_contain_text("Player 1’s Fate deck reveals")
    expect(page.locator(".revealed .card .title")).to_have_text(["Dormouse", "Caterpillar"])
    expect(page.locator("#question .told .text")).to_have_count(2)
    expect(page.locator(".lead .realm")).to_have_attribute("data-seat", "1")  # the question is about this one
    answered(page, table, lambda: taps(page.locator("#question .told").first))
    page.locator(".leads button").first.tap()
    expect(page.locator(".lead .realm")).to_have_attribute("data-seat", "0")
