"""Browsers commit to nonces for shuffles and lots, and reveal them by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from domain.chance import nonce_hash
from replays.proof.standalone import check
from tests.service.client import wait_for

from .events import Event
from .judging import recount
from .picking import answers, shows
from .serving import HTTP, Served
from .table import Table, opened, ready

Person = Callable[..., Page]

VILLAINS = ["prince-john", "captain-hook", "maleficent"]
OTHER_CHANCE = "crypto.getRandomValues = (bytes) => bytes.fill(9);"
"""Chance unlike that of the other pages."""
NO_HASHES = "Object.defineProperty(crypto, 'subtle', { value: undefined });"
"""What a browser is that reaches the service without HTTPS."""


def joins(page: Page, table: Table, seat: int, name: str) -> None:
    """Takes a seat by the form behind its link."""
    page.goto(f"{table.url}/m/{table.match}/join/{seat}/{table.claims[seat]}")
    page.fill("[name=player]", name)
    page.get_by_role("button", name="Take the seat").click()
    ready(page)


def shown(page: Page) -> Table:
    """Returns the match on the page."""
    url, _, match = page.url.partition("?")[0].partition("/m/")
    return Table(url, match, (), [])


def events(table: Table, name: str) -> list[dict[str, Any]]:
    """Returns the public facts of one type, in their order."""
    return [fact["event"] for fact in table.facts() if fact["event"]["type"] == f"table.{name}"]


def resigns(page: Page) -> None:
    """Ends the match, so that its seed is revealed."""
    page.locator("#agreements [data-does=resign]").click()
    page.locator("[data-sure=yes]").click()
    expect(page.locator("#summary")).to_be_visible()


def draws_that_follow(served: Served, table: Table) -> int:
    """Counts the draws that the checker of third parties makes again, from the seed and the nonces: all."""
    record = recount(served, "export", table.match, "--as", "judge", "--format", "record")
    checked = check(record.encode())
    assert (checked.found, checked.unchecked) == ((), 0)
    return checked.checked


def test_a_registration_brings_a_hash_and_my_table_reveals_its_nonce_by_itself(
    person: Person, served: Served
) -> None:
    event = Event(served)
    event.does("open_registration")
    page = person(f"/t/{event.id}/register")
    page.fill("#name", "Ada")
    page.click("#register")
    page.get_by_role("link", name="To my table").click()
    expect(page.locator("#who")).to_be_visible()
    event.does("close_registration")
    page.wait_for_function("() => JSON.parse(document.getElementById('data').textContent).seq === 5")
    facts = HTTP.get(f"{served.url}/api/v1/tournaments/{event.id}/facts").json()["items"]
    told = {fact["event"]["type"].partition(".")[2]: fact["event"] for fact in facts}
    assert told["PlayerRegistered"]["nonce_hash"] == nonce_hash(told["NonceRevealed"]["nonce"])


def test_my_table_reveals_the_nonce_of_a_seat_while_the_other_one_is_taken(
    person: Person, served: Served
) -> None:
    stage = {"format": "swiss", "rounds": 1, "options": [{"chapter": 1}]}
    event = Event(served, online=True, stages=[stage])
    done = event.does("register", players=[{"name": "Ada"}, {"name": "Grace"}])
    ada, grace = (person(f"/t/{event.id}/me#key={guest['token']}") for guest in done["tokens"])
    for page in (ada, grace):
        page.locator("#enter").click()
        expect(page.locator("#who")).to_be_visible()
    event.starts(1)
    seat = "Take my seat in the match"
    ada.get_by_role("button", name=seat).click()
    ready(ada)
    ada.goto(f"{served.url}/t/{event.id}/me")
    expect(ada.get_by_role("button", name="To the match")).to_be_visible()
    grace.get_by_role("button", name=seat).click()
    ready(grace)
    expect(grace.locator("#question h2")).to_be_visible()
    assert sorted(event["seat"] for event in events(shown(grace), "NonceRevealed")) == [0, 1]


def test_two_friends_reveal_by_themselves_and_every_draw_follows(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    ada, grace = person(), person()
    grace.add_init_script(OTHER_CHANCE)
    joins(ada, table, 0, "Ada")
    expect(ada.locator("#question")).to_contain_text("Waiting for players to take their seats.")
    another = ada.context.new_page()  # two pages of a browser reveal the same
    another.goto(ada.url)
    ready(another)
    joins(grace, table, 1, "Grace")
    for page in (ada, another, grace):
        expect(page.locator("#question h2")).to_be_visible()
        expect(page.locator("#seats")).to_be_hidden()
    nonces = {event["seat"]: event["nonce"] for event in events(table, "NonceRevealed")}
    assert len(events(table, "NonceRevealed")) == len({*nonces.values()}) == 2
    hashes = {event["seat"]: event["nonce_hash"] for event in events(table, "SeatClaimed")}
    assert hashes == {seat: nonce_hash(nonce) for seat, nonce in nonces.items()}
    resigns(ada)
    assert draws_that_follow(served, table) > 0


def test_a_browser_that_lost_its_secret_says_so_and_the_others_read_for_whom_they_wait(
    person: Person, served: Served
) -> None:
    table = opened(served, "arena", {"chapter": 1})
    ada, grace = person(), person()
    joins(ada, table, 0, "Ada")
    ada.evaluate("localStorage.clear()")
    joins(grace, table, 1, "Grace")
    expect(grace.locator("#question")).to_contain_text("Waiting for a part in the shuffle from Ada, until ")
    lost = "This browser has lost your part in the shuffle: without it, the game goes on at "
    expect(ada.locator("#question")).to_contain_text(lost)
    ada.reload()
    expect(ada.locator("#question")).to_contain_text(lost)
    for page in (ada, grace):
        expect(page.locator("#agreements [data-does=leave]")).to_be_hidden()
        expect(page.locator("#seats")).to_be_hidden()
    assert table.sees()["reveal"]["seats"] == [0]


def test_a_browser_without_hashes_takes_its_seat_without_a_nonce(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    table.plays.extend(("", table.takes(1, "Grace")))
    ada = person()
    ada.add_init_script(NO_HASHES)
    joins(ada, table, 0, "Ada")
    expect(ada.locator("#question h2")).to_be_visible()
    assert [event["nonce_hash"] for event in events(table, "SeatClaimed")] == [None, None]


def test_a_match_against_bots_is_dealt_before_its_page_is_drawn(person: Person, served: Served) -> None:
    page = person("/new?game=arena")
    page.fill("[name=player]", "Ada")
    page.click("#open")
    ready(page)
    assert page.locator("#question").inner_text() != ""
    assert "Waiting" not in page.locator("#question").inner_text()
    table = shown(page)
    assert [event["seat"] for event in events(table, "NonceRevealed")] == [0]


def test_a_study_of_one_browser_reveals_again_after_an_undo(person: Person, served: Served) -> None:
    page = person("/study?game=arena")
    ready(page)
    page.click("#play")
    page.locator("#open button").click()
    page.wait_for_url("**/m/*")
    ready(page)
    table = shown(page)
    answers(page, table.sees()["seq"])
    page.click("#study-undo")
    expect(page.locator("#story")).to_contain_text("You undo the last answer.")
    expect(page.locator("#question [data-option]").first).to_be_attached()
    first, second = (event["nonce"] for event in events(table, "NonceRevealed"))
    [hash, _] = (event["nonce_hash"] for event in events(table, "SeatClaimed"))
    assert (hash, first) == (nonce_hash(first), nonce_hash(second))


def test_a_table_of_one_browser_reveals_for_each_seat_in_the_rematch(person: Person, served: Served) -> None:
    page = person()
    table = opened(served, "arena", {"chapter": 1})
    for seat, name in enumerate(("Ada", "Grace")):
        joins(page, table, seat, name)
    resigns(page)
    page.locator("[data-does=rematch]").click()
    page.wait_for_url(lambda url: table.match not in url)
    expect(page.locator("#question [data-option]").first).to_be_attached()
    rematch = shown(page)
    assert [event["seat"] for event in events(rematch, "NonceRevealed")] == [0, 1]


def test_who_leaves_before_the_deal_is_asked_first_and_the_lobby_offers_the_seat(
    person: Person, served: Served
) -> None:
    body = {"game": "villainous", "options": {"villains": VILLAINS}, "seats": 3, "open_seats": [0, 1]}
    told = HTTP.post(f"{served.url}/api/v1/matches", json=body).json()
    table = Table(served.url, told["id"], tuple(told["claims"]), [])
    wait_for(lambda: table.match in HTTP.get(f"{served.url}/lobby?status=open").text, "the lobby lists it")
    ada, grace = person("/lobby"), person()
    sit = f'#free .free-seats a[href$="/m/{table.match}/join/0"]'
    ada.locator(sit).click()
    ada.fill("[name=player]", "Ada")
    ada.get_by_role("button", name="Take the seat").click()
    ready(ada)
    joins(grace, table, 1, "Grace")
    expect(grace.locator(".match-title")).to_contain_text("Ada – Grace – a free seat")
    ada.locator("#agreements [data-does=leave]").click()
    ada.keyboard.press("Escape")
    assert table.sees()["players"][0] is not None
    ada.locator("#agreements [data-does=leave]").click()
    ada.locator("[data-sure=yes]").click()
    ada.wait_for_url("**/lobby")
    wait_for(lambda: bool(ada.reload()) and ada.locator(sit).is_visible(), "the seat is free again")
    expect(grace.locator(".match-title")).to_contain_text("a free seat – Grace – a free seat")
    shows(grace, len(table.facts()))
    expect(grace.locator("#story li").last).to_contain_text("leaves the table before the deal.")
    grace.locator("#agreements [data-does=leave]").click()
    grace.locator("[data-sure=yes]").click()
    grace.wait_for_url("**/lobby")
    assert table.sees()["players"] == [None, None, None]
