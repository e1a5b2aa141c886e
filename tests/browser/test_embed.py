"""Matches on other sites: the player in a frame of another origin, and how it is found."""

from __future__ import annotations

import html
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser, FrameLocator, Page, expect

from .accessibility import in_light_and_dark
from .serving import HTTP, Served
from .table import Table, edge, played, ready

Person = Callable[..., Page]


class League:
    """The site of a league, on an origin of its own, with one page of whatever HTML."""

    def __init__(self) -> None:
        league = self
        self.html = ""

        class Desk(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(f"<!doctype html><title>League</title>{league.html}".encode())

            def log_message(self, *_: object) -> None:
                """Says nothing: this is a test."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Desk)
        self.url = f"http://localhost:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def league() -> Iterator[League]:
    site = League()
    yield site
    site.close()


@pytest.fixture(scope="module")
def arena(served: Served) -> Table:
    return played(served, "arena", {"chapter": 4}, 40, seed=8)


@pytest.fixture(scope="module")
def realms(served: Served) -> Table:
    return played(served, "villainous", {"villains": ["ursula", "captain-hook"]}, 40, seed=8)


@pytest.fixture(params=["arena", "realms"])
def table(request: pytest.FixtureRequest) -> Table:
    found: Table = request.getfixturevalue(request.param)
    return found


def oembed(table: Table, query: str = "") -> dict[str, object]:
    """What a site is told that asks how to show a match."""
    page = f"{table.url}/m/{table.match}{query}"
    told: dict[str, object] = HTTP.get(f"{table.url}/oembed", params={"url": page}).json()
    return told


def at(frame: FrameLocator) -> int:
    return int(frame.locator("#scrubber input[type=range]").input_value())


# -- the frame -----------------------------------------------------------------------------------------


def test_the_player_works_in_a_frame_of_another_site(person: Person, league: League, table: Table) -> None:
    league.html = f"<h1>Finals</h1>{oembed(table, '?seq=30')['html']}"
    page = person()
    page.goto(league.url)
    frame = page.frame_locator("iframe")
    frame.locator("body[data-ready]").wait_for()
    assert at(frame) == 30
    expect(frame.locator("#live")).not_to_be_empty()  # the sentence of the moment
    board = frame.locator("#board").inner_text()
    frame.locator("#scrubber input[type=range]").press("ArrowRight")
    assert at(frame) == 31
    frame.locator("#scrubber input[type=range]").press("End")
    assert at(frame) == table.sees()["seq"]
    assert frame.locator("#board").inner_text() != board
    expect(frame.locator("h1 a")).to_have_attribute("target", "_blank")


def test_the_player_follows_a_match_that_goes_on(person: Person, league: League, served: Served) -> None:
    table = played(served, "arena", {"chapter": 1}, 10, seed=2)
    league.html = str(oembed(table)["html"])
    page = person()
    page.goto(league.url)
    frame = page.frame_locator("iframe")
    frame.locator("body[data-ready]").wait_for()
    before = at(frame)
    table.answer(Random(4))
    expect(frame.locator("#scrubber input[type=range]")).to_have_value(str(table.sees()["seq"]))
    assert at(frame) > before

    expect(frame.locator("#result")).to_be_empty()
    table.posts(0, "concession")
    expect(frame.locator("#result")).to_have_text("Grace won the match.")
    frame.locator("#scrubber input[type=range]").press("ArrowLeft")
    expect(frame.locator("#result")).to_be_empty()


def test_the_bar_leaves_all_of_a_board_in_sight(person: Person, arena: Table, realms: Table) -> None:
    page = person(f"/embed/{arena.match}", viewport={"width": 620, "height": 520})
    ready(page)
    assert edge(page, "svg.arena", "bottom") <= edge(page, ".controls", "top")
    page.set_viewport_size({"width": 758, "height": 714})
    page.goto(page.url.replace(arena.match, realms.match))
    ready(page)
    assert edge(page, ".rival", "bottom") <= edge(page, ".controls", "top")


def test_the_other_pages_refuse_to_be_framed(
    chromium: Browser, league: League, served: Served, arena: Table
) -> None:
    page = chromium.new_page()
    for path in (f"/m/{arena.match}", "/lobby", "/judge", f"/m/{arena.match}/desk", "/docs"):
        league.html = f'<iframe src="{served.url}{path}"></iframe>'
        page.goto(league.url)
        page.frames[1].wait_for_url("chrome-error://**")
        policy = HTTP.get(served.url + path, follow_redirects=True).headers["Content-Security-Policy"]
        assert policy.endswith("frame-ancestors 'none'"), path
    page.close()


def test_the_player_fits_a_narrow_frame_and_axe_finds_nothing(person: Person, table: Table) -> None:
    page = person(f"/embed/{table.match}?seq=30", viewport={"width": 360, "height": 480})
    ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert in_light_and_dark(page) == []


# -- how it is found -----------------------------------------------------------------------------------


def test_a_page_says_how_it_can_be_shown_elsewhere(arena: Table) -> None:
    told = HTTP.get(named(f"{arena.url}/m/{arena.match}?seq=30", "application/json\\+oembed", "href")).json()
    assert told["type"] == "rich"
    assert f"{arena.url}/embed/{arena.match}?seq=30" in told["html"]
    assert "Ada – Grace" in told["title"]


def test_the_picture_beside_a_link_shows_the_moment(table: Table) -> None:
    early, late = (picture(f"{table.url}/m/{table.match}?seq={seq}") for seq in (30, table.sees()["seq"]))
    assert (early.format, early.size, late.size) == ("PNG", (1200, 630), (1200, 630))
    colours = early.convert("RGB").getcolors(1 << 24) or []
    assert len([count for count, _ in colours if count > 200]) > 5, "a board has more than one colour"
    assert ImageChops.difference(early.convert("RGB"), late.convert("RGB")).getbbox() is not None


def picture(page: str) -> Image.Image:
    """The picture that a page names for those who link to it."""
    reply = HTTP.get(named(page, "og:image", "content"))
    assert reply.headers["content-type"] == "image/png"
    return Image.open(BytesIO(reply.content))


def named(page: str, what: str, by: str) -> str:
    """The address that the head of a page names, as sites read it that run no scripts."""
    found = re.search(rf'"{what}" {by}="([^"]+)"', HTTP.get(page).text)
    assert found is not None
    return html.unescape(found[1])
