"""Pages in a hall without a network: they open, save what people enter, and send it later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route, expect

from service.site.assets import release_digest

from .events import Event
from .holding_proxy import holding
from .serving import HTTP, PATIENCE, Served

Person = Callable[..., Page]

PHONE: Any = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "kept": False,
    "service_workers": "allow",
}
STORED = """async () => {
  const { src } = document.querySelector("script[type=module]");
  const stored = (await caches.match(location.pathname)) && (await caches.match(src));
  return Boolean(stored && navigator.serviceWorker.controller);
}"""

STORE_PAGE = """([path, file]) => {
  const { controller } = navigator.serviceWorker; // `ready` may be there before its `active` is
  controller?.postMessage({ path, files: [file] });
  return Boolean(controller);
}"""

OLD_RELEASE = """async (page) => {
  await (await caches.open("recount-files-0-en")).put("/static/0/pages/page.css", new Response(""));
  await (await caches.open("recount-pages-0-en")).put(page, new Response("an old page"));
}"""


def comes_to_the_table(person: Person, event: Event, token: str) -> Page:
    """Opens a player's own table on a phone that may store pages, and waits until it has."""
    phone = person(f"/t/{event.id}/me#key={token}", **PHONE)
    phone.locator("#enter").tap()
    expect(phone.locator(".place-now")).to_be_visible()
    phone.wait_for_function(STORED)
    return phone


def lose_network(phone: Page) -> BrowserContext:
    """Takes the network from all pages of a phone."""
    phone.context.set_offline(True)
    return phone.context


def report(phone: Page, score: str = "18", other: str = "3") -> None:
    """Reports that the first player won."""
    phone.locator(".winner-of label").first.tap()
    phone.get_by_label("Score of").first.fill(score)
    phone.get_by_label("Score of").last.fill(other)
    phone.get_by_role("button", name="Report").tap()


def reports(event: Event) -> list[Any]:
    """Returns the facts of reported results."""
    facts = HTTP.get(f"{event.url}/api/v1/tournaments/{event.id}/facts").json()["items"]
    return [fact["event"] for fact in facts if fact["event"]["type"] == "tournament.ResultReported"]


def started(served: Served) -> tuple[Event, list[str]]:
    """Returns a tournament of two players with a started round, and the tokens of its guests."""
    event = Event(served)
    guests = event.does("register", players=[{"name": name} for name in ("Ada", "Grace")])
    event.starts(1)
    return event, [guest["token"] for guest in guests["tokens"]]


def test_a_result_without_a_network_survives_a_reload_and_is_sent_later(
    person: Person, served: Served
) -> None:
    event, tokens = started(served)
    phone = comes_to_the_table(person, event, tokens[0])
    line = lose_network(phone)
    report(phone)
    queued = phone.locator("#queued")
    expect(queued).to_contain_text("Your report is saved in this browser")
    phone.reload()
    expect(queued).to_contain_text("18")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    assert reports(event) == []
    line.set_offline(False)
    expect(phone.locator("#reports")).to_contain_text("It counts once the other side says so too")
    expect(queued).to_be_hidden()
    assert len(reports(event)) == 1


def test_a_report_whose_reply_is_lost_counts_once(person: Person, served: Served) -> None:
    event, tokens = started(served)
    phone = comes_to_the_table(person, event, tokens[0])

    def lose_reply(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    phone.route(f"**/t/{event.id}/me", lose_reply, times=1)
    report(phone)
    expect(phone.locator("#reports")).to_contain_text("It counts once the other side says so too")
    assert len(reports(event)) == 1


def test_a_refused_report_comes_back_to_the_form(person: Person, served: Served) -> None:
    event, tokens = started(served)
    phone = comes_to_the_table(person, event, tokens[0])
    report(phone, "2")
    expect(phone.get_by_role("alert")).to_contain_text("Is this right?")
    expect(phone.locator("#queued")).to_be_hidden()
    phone.locator("#confirm").tap()
    expect(phone.locator("#reports")).to_contain_text("It counts once the other side says so too")


def test_a_page_that_needs_the_network_says_so(person: Person, served: Served) -> None:
    event, tokens = started(served)
    phone = comes_to_the_table(person, event, tokens[0])
    line = lose_network(phone)
    phone.goto(f"{served.url}/statistics")
    expect(phone.locator("h1")).to_have_text("No network")
    line.set_offline(False)
    phone.get_by_role("link", name="Try again").tap()
    expect(phone.locator("h1")).to_have_text("Statistics")
    address = phone.locator("link[rel=manifest]").get_attribute("href")
    manifest = HTTP.get(f"{served.url}{address}").json()
    assert manifest["lang"] == "en"
    for icon in manifest["icons"]:
        assert HTTP.get(served.url + icon["src"]).headers["content-type"] == "image/png"


def test_the_next_player_of_a_phone_finds_no_page_of_the_one_before(person: Person, served: Served) -> None:
    event, tokens = started(served)
    phone = comes_to_the_table(person, event, tokens[0])
    phone.context.clear_cookies()
    phone.reload()
    expect(phone.locator("#enter")).to_be_visible()
    phone.fill("#key", tokens[1])
    phone.locator("#enter").tap()
    expect(phone.locator("#who")).to_contain_text("Grace")
    phone.wait_for_function(STORED)
    lose_network(phone)
    phone.reload()
    expect(phone.locator("#who")).to_contain_text("Grace")


def test_a_page_for_the_player_before_comes_too_late(person: Person, served: Served) -> None:
    event, tokens = started(served)
    with holding(served) as proxy:
        phone, path = person(**PHONE), f"/t/{event.id}/me"
        phone.goto(f"{proxy.url}{path}#key={tokens[0]}")
        phone.locator("#enter").tap()
        phone.wait_for_function(STORED)
        proxy.held_path = path
        icon = phone.evaluate("document.querySelector('link[rel~=icon]').getAttribute('href')")
        later_file = f"{icon.rpartition('/')[0]}/mark-512.png"  # which the worker stores after the page
        phone.wait_for_function(STORE_PAGE, arg=[path, later_file])
        assert proxy.arrived.wait(PATIENCE)
        phone.context.clear_cookies()
        phone.reload()
        phone.fill("#key", tokens[1])
        phone.locator("#enter").tap()
        expect(phone.locator("#who")).to_contain_text("Grace")
        phone.wait_for_function(STORED)
        proxy.released.set()
        phone.wait_for_function("(file) => caches.match(file)", arg=later_file)
        lose_network(phone)
        phone.reload()
        expect(phone.locator("#who")).to_contain_text("Grace")


def test_an_address_with_a_query_is_not_stored(person: Person, served: Served) -> None:
    event, tokens = started(served)
    phone = comes_to_the_table(person, event, tokens[0])
    queried = f"/t/{event.id}/me?as=judge"
    phone.goto(served.url + queried)
    expect(phone.locator(".place-now")).to_be_visible()
    assert phone.evaluate("async (path) => Boolean(await caches.match(path))", f"/t/{event.id}/me")
    assert not phone.evaluate("async (path) => Boolean(await caches.match(path))", queried)
    lose_network(phone)
    phone.goto(served.url + queried)
    expect(phone.locator("h1")).to_have_text("No network")
    phone.goto(f"{served.url}/t/{event.id}/me")
    expect(phone.locator(".place-now")).to_be_visible()


def test_a_new_release_removes_what_an_earlier_one_stored(person: Person, served: Served) -> None:
    event, tokens = started(served)
    phone = person(f"/t/{event.id}/me#key={tokens[0]}", **PHONE)
    page = f"/t/{event.id}/me"
    phone.evaluate(OLD_RELEASE, page)
    phone.locator("#enter").tap()
    phone.wait_for_function(STORED)
    names = [f"recount-{kind}-{release_digest()}-en" for kind in ("files", "pages")]
    phone.wait_for_function("async (names) => `${(await caches.keys()).sort()}` === `${names}`", arg=names)
