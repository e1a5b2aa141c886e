"""Pages of a service of its own, in which nothing depends on chance or on the clock, and pictures of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from io import BytesIO
from itertools import product
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple
from unittest.mock import patch

from PIL import Image
from playwright.sync_api import Browser

from service.app import create_app, services_of
from service.catalog.puzzles import puzzle_of_day
from service.history import position_editor
from service.matches.opening import seeds
from service.matches.pages import lobby
from service.settings import Settings
from service.shared.language_codes import LANGUAGES
from tests.browser.chromium import AS_WRITTEN
from tests.browser.page_pool import AT_ONCE
from tests.browser.touring import Visit
from tests.service import browser as clients
from tests.service.client import Api, Pair, json_of
from tests.service.judges import disputes, judge, says
from tests.service.tournaments.desk import WIN, Desk

WINDOWS = {1440: 900, 1024: 768, 360: 780}
"""Heights of windows by their widths."""
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
BOARDS = ("table", "realms", "over", "study", "desk")
"""Pages with a board that a script draws."""
DAY = date(2026, 1, 1)
"""The day whose puzzle the front page shows."""
LUCK = 3
"""The seed of answers by chance."""

STILL = """
time, code, .qr-code, .match-title small, .boards { visibility: hidden !important }
time, .match-title small { display: inline-block; width: 6em; height: 1em; overflow: hidden }
* { caret-color: transparent !important; transition: none !important; animation: none !important }
"""
"""Hides what no two services have in common: times, digests, addresses, and the order of matches at once."""

APPLY = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}"""
"""Applies a style sheet, which the content security policy allows in this form."""


class Look(NamedTuple):
    """A page in a window of *width*, in a theme and a language."""

    name: str
    width: int
    theme: Theme
    code: str

    def __str__(self) -> str:
        """Returns the name of its picture."""
        return f"{self.name}-{self.width}-{self.theme}-{self.code}"


class Gallery:
    """A service with its store in *data*, and the paths of its pages by name."""

    def __init__(self, browser: Browser, data: Path) -> None:
        self._app = create_app(Settings(data=data))
        self._api = Api(self._app)
        self._ada = clients.Browser(self._app)
        self.paths = {
            "table": f"/m/{self._play_alone()}",
            "realms": f"/m/{self._play_realms()}",
            "over": f"/m/{self._end_match()}",
            "desk": f"/m/{self._call_judge()}/desk",
            "tournament": f"/t/{self._start_tournament()}",
            "study": "/study?game=arena",
            "front": "/",
            "lessons": "/learn/arena",
            "opening": "/new?game=villainous",
            "rules": "/rules/villainous",
            "statistics": "/statistics/arena",
            "missing": "/nowhere",
        }
        services_of(self._app).runner.catch_up()
        self._visit = Visit(browser, self._ada)
        self._visit.page.add_init_script(AT_ONCE)
        self._visit.page.add_init_script(AS_WRITTEN)

    def take(self, look: Look) -> Image.Image:
        """Opens a page and returns its picture, without what moves."""
        page = self._visit.page
        page.set_viewport_size({"width": look.width, "height": WINDOWS[look.width]})
        page.emulate_media(color_scheme=look.theme, reduced_motion="reduce")
        self._visit.opens(self.paths[look.name], look.code, self._ada)
        page.evaluate(APPLY, STILL)
        if look.name in BOARDS:
            page.wait_for_selector("body[data-ready]")
        page.evaluate("document.fonts.ready")
        return self.retake()

    def retake(self) -> Image.Image:
        """Returns the picture of the page that is open."""
        return Image.open(BytesIO(self._visit.page.screenshot(animations="disabled"))).convert("RGB")

    def close(self) -> None:
        """Closes the page and the service."""
        self._visit.page.unroute_all(behavior="ignoreErrors")
        self._visit.page.close()
        services_of(self._app).close()

    def _play_alone(self) -> str:
        """Plays a match of the Arena of which Ada has both seats, up to a question in the second round."""
        opened = self._api.opens(options={"chapter": 2})
        for seat, name in enumerate(("Ada", "Grace")):
            self._ada.takes(opened, seat, name)
        match, token = f"/api/v1/matches/{opened['id']}", self._ada.token()
        luck = Random(LUCK)
        for _ in range(28):
            seat = json_of(self._ada.client.get(match))["question"]["seat"]
            seen = json_of(self._ada.client.get(match, headers={"X-Viewer": f"seat-{seat}"}))
            question = seen["question"]
            picks = luck.sample(question["options"], luck.randint(question["least"], question["most"]))
            headers = {"X-Viewer": f"seat-{seat}", "X-CSRF-Token": token, "If-Match": f'"{seen["seq"]}"'}
            reply = self._ada.client.post(f"{match}/answers", json={"picks": picks}, headers=headers)
            assert reply.status_code == 201, reply.text
        return str(opened["id"])

    def _play_realms(self) -> str:
        return self._play(self._api.seat_pair("villainous"), 60).blue.match

    def _end_match(self) -> str:
        pair = self._play(self._api.seat_pair(options={"chapter": 1}), 40)
        assert says(pair.blue, "/concession", {}).status_code == 201
        return pair.blue.match

    def _call_judge(self) -> str:
        """Plays a match in which a case waits for a ruling, and lets Ada look at it as its judge."""
        pair = self._play(self._api.seat_pair(), 30)
        whistle = judge(services_of(self._app), pair)
        disputes(pair.blue)
        self._ada.post("/judge", {"token": whistle.token, "match": pair.blue.match})
        return pair.blue.match

    def _start_tournament(self) -> str:
        desk = Desk.opens(self._api, services_of(self._app), minutes=50, tiebreakers=["buchholz"])
        desk.registers("Kim", "Liv", "Max", "Zoe").starts(1, "Kim Liv", "Max Zoe").enters(1, 1, WIN)
        return desk.tournament

    @staticmethod
    def _play(pair: Pair, answers: int) -> Pair:
        luck = Random(LUCK)
        for _ in range(answers):
            pair.answer_by(luck)
        return pair


@contextmanager
def open_gallery(browser: Browser, data: Path) -> Iterator[Gallery]:
    """Opens a gallery, whose service has scripted chance."""
    with (
        patch.object(seeds, "server_seed", lambda: "as written"),
        patch.object(position_editor, "SystemRandom", lambda: Random(LUCK)),
        patch.object(lobby, "puzzle_of_day", lambda day: puzzle_of_day(DAY)),
    ):
        gallery = Gallery(browser, data)
        yield gallery
        gallery.close()


def list_looks(names: list[str]) -> list[Look]:
    """Returns all looks of the pages with these *names*."""
    return [Look(*look) for look in product(names, WINDOWS, THEMES, LANGUAGES)]


def choose_looks(names: list[str]) -> list[Look]:
    """Returns two looks of each page, so that every window, theme and language occurs among them."""
    codes = tuple(LANGUAGES)
    wide = tuple(WINDOWS)[:2]
    return [
        look
        for n, name in enumerate(names)
        for look in (
            Look(name, wide[n % 2], THEMES[n // 2 % 2], codes[n % 3]),
            Look(name, 360, THEMES[1 - n // 2 % 2], codes[(n + 1) % 3]),
        )
    ]
