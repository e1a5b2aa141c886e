"""What is asked can be read where it is asked, and how it came about can be seen once more."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from .serving import HTTP, Served
from .table import Table, answers_unseen, edge, moment, opened, ready, sits_down, takes_seat

Person = Callable[..., Page]

BROOM = (
    "arena chapter=1 edition=fr / play round=4 vp=1:1 turn=GAS left=m1a1 order=SAM,ARI,ALA,GAS / "
    "A.SAM at=d3 hp=5 magic_broom=1 / A.ALA at=e3 hp=4 / B.ARI at=d5 hp=2 / B.GAS at=d4 hp=1 / "
    "A deck=SAM01,ALA02 hand=SAM03 / B deck=GAS01,GAS02 hand=ARI05"
)
"""Gaston is on turn, then Mickey: his broom looks at two cards."""

COURT = (
    "villainous / act seat=0 turn=7 cauldron=66 / "
    "0.prince-john at=jail power=9 hand=greed-1,rhino-guards-1,imprison-1 deck=greed-2 / "
    "1.captain-hook at=jolly-roger power=5 locked=hangmans-tree hand=scare-1 deck=scare-2,scare-3"
)
"""Prince John is where cards may be discarded."""


@pytest.mark.parametrize(
    ("game", "position", "pick", "asked", "cards"),
    [
        (
            "arena",
            BROOM.replace(" hp=4", " hp=4 magic_broom=1 immobilized=1"),
            "end",
            "the order of the cards that go back",
            {
                "Magical Mob": (
                    "Action card · Attack · Magical · Status · Gear for upgrades: Heart",
                    "Gain 2 Magic Broom",
                ),
                "Across the Roofs": ("Aladdin · Movement card · Gear for upgrades: Wind", "Move up to 3."),
            },
        ),
        (
            "villainous",
            COURT,
            "discard:cards",
            "cards to discard",
            {
                "Greed": ("Condition", "While an opponent whose turn it is has 6 Power or more"),
                "Rhino Guards": ("Ally", ""),
                "Imprison": ("Effect", "One Hero goes to The Jail."),
            },
        ),
    ],
    ids=["cards that go back", "cards to discard"],
)
def test_every_card_in_a_prompt_tells_its_name_its_numbers_and_its_text(
    person: Person,
    served: Served,
    game: str,
    position: str,
    pick: str,
    asked: str,
    cards: dict[str, tuple[str, str]],
) -> None:
    told = HTTP.post(f"{served.url}/api/v1/matches", json={"game": game, "from": position}).json()
    table = Table(served.url, told["id"], tuple(told["claims"]), [])
    page = person()
    sits_down(page, table, 0, "Ada")
    takes_seat(page, table, 1, "Grace")
    page.evaluate("localStorage.setItem('confirm', 'false')")
    page.locator(f"#question [data-option='{pick}']").press("Enter")
    expect(page.locator("#question h2")).to_contain_text(asked)
    offered = page.locator("#question [data-option]")
    expect(offered).to_have_count(len(cards))
    for place, (name, (kind, text)) in enumerate(cards.items()):
        expect(offered.nth(place)).to_contain_text(name)
        on_hand = page.locator(".dock .face", has_text=name)
        card = on_hand if on_hand.count() else offered.nth(place)
        expect(card.locator(".kind")).to_contain_text(kind)
        if text:
            expect(card.locator(".text")).to_contain_text(text)
    if game == "arena":
        assert edge(page, ".strip", "top") > edge(page, ".field", "bottom")
        assert edge(page, ".order > ol", "bottom") < edge(page, ".side.near", "top")
        expect(page.locator("#question .done")).to_be_disabled()
        offered.first.click()
        page.locator("#question .done").click()
        expect(page.locator("#question h2")).not_to_contain_text(asked)


def test_on_a_phone_whoever_chooses_several_sees_how_to_end(person: Person, served: Served) -> None:
    """However long the texts of the cards are, which are scrolled above the button."""
    told = HTTP.post(f"{served.url}/api/v1/matches", json={"game": "villainous", "from": COURT}).json()
    table = Table(served.url, told["id"], tuple(told["claims"]), [])
    page = person(viewport={"width": 360, "height": 640}, has_touch=True)
    sits_down(page, table, 0, "Ada")
    takes_seat(page, table, 1, "Grace")
    corner = [edge(page, "#question [data-option=end]", side) for side in ("right", "bottom")]
    assert corner[0] > 340
    page.locator(".chip[data-pick='discard:cards']").click()
    for card in ("greed-1", "imprison-1"):
        page.locator(f"#question [data-option='{card}']").click()
        expect(page.locator(f".dock [data-pick='{card}']")).to_have_attribute("aria-pressed", "true")
        assert page.locator("#question .done").evaluate(
            """done => {
              const { left, top, width, height } = done.getBoundingClientRect();
              return document.elementFromPoint(left + width / 2, top + height / 2) === done;
            }"""
        )
    page.locator("#question .done").click()
    expect(page.locator("#question .done")).to_have_count(0)
    page.locator("#question [data-option=end]").wait_for()
    assert corner == [edge(page, "#question [data-option=end]", side) for side in ("right", "bottom")]
    expect(page.locator(".leads small")).to_have_text(["9/20", "0/3"])


def test_a_finger_that_rests_on_whom_it_could_attack_reads_about_him_and_attacks_nobody(
    person: Person, served: Served
) -> None:
    told = HTTP.post(f"{served.url}/api/v1/matches", json={"game": "arena", "from": BROOM}).json()
    table = Table(served.url, told["id"], tuple(told["claims"]), [])
    page = person(viewport={"width": 360, "height": 740}, has_touch=True)
    sits_down(page, table, 0, "Ada")
    takes_seat(page, table, 1, "Grace")
    rival = page.locator("#board .figure[data-pick*=attack]").first
    rival.wait_for()
    finger, box, before = page.context.new_cdp_session(page), rival.bounding_box(), moment(page)
    assert box
    points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    expect(page.locator(".about")).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.locator(".about")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert moment(page) == before
    page.touchscreen.tap(180, 60)
    expect(page.locator(".about")).to_be_hidden()
    page.locator("#board .space:not(.open, .taken)").first.tap()
    expect(page.locator("#trouble")).to_contain_text("out of reach")


def test_what_came_since_ones_turn_is_shown_once_more(person: Person, served: Served) -> None:
    """From the own last answer on, fact by fact; then the question is open again."""
    table = opened(served, "arena", {"chapter": 1})
    page = person()
    takes_seat(page, table, 0, "Ada")
    table.plays.extend(["", table.takes(1, "Grace")])
    luck = Random(3)
    again = page.locator("#question [data-aside=again]")
    while table.sees()["question"]["seat"] == 1:
        table.answer(luck)
    expect(page.locator("#question [data-option]").first).to_be_attached()
    expect(again).to_have_count(0)  # Ada has answered nothing yet
    mine = 0
    while table.sees()["question"]["seat"] == 0:
        mine = table.sees()["seq"]
        page.locator("#question [data-option]").first.press("Enter")
        while page.locator("#question .done:enabled").count():
            page.locator("#question .done").press("Enter")
        page.wait_for_function(
            "seq => Number(document.querySelector('#scrubber input[type=range]').max) > seq", arg=mine
        )
    while table.sees()["question"]["seat"] == 1:
        table.answer(luck)
    last = table.sees()["seq"]
    page.wait_for_function(
        "seq => document.querySelector('#scrubber output').textContent.startsWith(`${seq}/`)", arg=last
    )
    page.locator("#more").click()
    page.locator("#playing").select_option("slow")
    page.keyboard.press("Escape")
    page.evaluate(  # whoever looks skips the rest after the second, however fast the machine is
        """() => {
          window.moments = [];
          document.addEventListener("moment", ({ detail }) => {
            if (window.moments.push(detail.seq) === 2)
              setTimeout(() => document.querySelector("#question [data-aside=skip]").click());
          });
        }"""
    )
    again.click()
    page.wait_for_function("last => window.moments.at(-1) === last", arg=last)
    first, second, *_ = page.evaluate("window.moments")
    assert mine < first < second < last
    assert moment(page) == last
    expect(page.locator("#question [data-option]").first).to_be_attached()
    expect(page.locator("#golive")).to_be_hidden()


def test_the_end_of_an_unused_turn_says_what_it_forgoes(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    ada, grace = person(), person()
    for seat, (page, name) in enumerate(((ada, "Ada"), (grace, "Grace"))):
        sits_down(page, table, seat, name)
    answers_unseen(table, [ada, grace], lambda done: done >= 4 and table.sees()["question"]["seat"] == 0)
    ada.goto(f"{table.url}/m/{table.match}")
    ready(ada)
    ada.locator("#question [data-option=end]").click()
    dialog = ada.locator("dialog.which")
    expect(dialog.locator("h2")).to_have_text("End the turn?")
    expect(dialog).to_have_accessible_description(re.compile("^This is still possible, for example: "))
