"""Every page, in French and Italian: no English sentence that a catalogue can translate is left in it.

What a page shows in another language than its own is marked with `lang`, and passed over here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest
from babel.messages.pofile import read_po
from flask import Flask

import service.site
from replays.text.languages import catalogue_files
from service.bootstrap import Services
from service.catalog.examples import EXAMPLE_POSITION
from service.http.pages import Pages
from service.shared.catalogues import catalogue_file as refusals
from tests.service.browser import Browser
from tests.service.client import Api, Pair, json_of
from tests.service.judges import disputes, judge, rules, says, start_first_turn
from tests.service.recordings.scribe import open_disputed
from tests.service.tournaments.desk import WIN, Desk

SPOKEN = ("fr", "it")
PAGES = Path(service.site.__file__).parent / "locale"
SHOWN = ("alt", "aria-label", "content", "data-label", "placeholder", "title", "value")
"""Attributes whose text people read."""
ALONE = frozenset(("area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"))
"""Elements that are never closed."""
PRINTED = ("catalogue", "reel")
"""What pages are given as the service has it, in English: pages show the words that stand beside it."""

NO_WORDS = {
    "docs.show": "the viewer of the API document is not ours, and in English",
    "docs.static": "files of that viewer",
    "web.static": "files",
    "web.style": "how a page looks",
    "web.script": "the script of a page, which `test_assets` reads",
    "installing.show_worker": "a script",
    "pictures.picture": "a picture",
    "embed.oembed": "for programs",
    "tournament_embed.picture": "a picture",
    "cases.data": "for programs",
    **dict.fromkeys(("cases.photo", "tournament_photos.show"), "a picture, or many"),
    "sheet_pages.show_blank": "a file to print, which `test_paper` reads",
    "sheet_pages.show_match": "a file to print",
    "score_sheets.show": "a file to print",
    "learn.stands": "a state, which the page has words for",
    "web.join": "leads to the same page as a seat that is open",
}
"""What is served beside the pages, and why it is not read here."""


class Words(HTMLParser):
    """Collects what a page says, and what it gives its scripts to say, in its own language."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self._code = code
        self._open: list[tuple[str, str]] = []
        self.said: list[str] = []
        self._script = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        inherited = self._open[-1][1] if self._open else self._code
        language = told.get("lang") or inherited
        if tag not in ALONE:
            self._open.append((tag, language))
        if language == self._code:
            self.said += [text for name, text in told.items() if name in SHOWN and text]
        self._script = (told.get("type") or "script") if tag == "script" else ""
        if told.get("id") == "record":
            self._script = "proof"

    def handle_endtag(self, tag: str) -> None:
        self._script = ""
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._script == "application/json":
            self.said += texts(json.loads(data))
        elif not self._script and self._open and self._open[-1][1] == self._code:
            self.said.append(data)


def texts(told: object, printed: bool = False) -> Iterator[str]:
    """Yields every text in what a script is given; of what is *printed* on cards, only the texts to read."""
    if isinstance(told, str):
        if not printed:
            yield told
    elif isinstance(told, dict):
        for name, value in told.items():
            yield from texts(value, (printed or name in PRINTED) and name != "text")
    elif isinstance(told, list):
        yield from (text for value in told for text in texts(value, printed))


@cache
def english(code: str) -> tuple[frozenset[str], tuple[tuple[str, tuple[str, ...]], ...]]:
    """Returns what is translated into a language: sentences; of one with braces, its longest part and all."""
    files = [*catalogue_files(code), refusals(code), *sorted((PAGES / code).glob("*.po"))]
    plain: set[str] = set()
    parted: set[tuple[str, tuple[str, ...]]] = set()
    for file in files:
        with file.open("rb") as written:
            for entry in read_po(written):
                one = str(entry.id if isinstance(entry.id, str) else entry.id[0])
                parts = tuple(re.split(r"{\w+}", one))
                words = sum(len(re.findall(r"[A-Za-z]{2,}", part)) for part in parts)
                if words > 1 and one != entry.string:
                    parted.add((max(parts, key=len), parts)) if len(parts) > 1 else plain.add(one)
    return frozenset(plain), tuple(parted)


@cache
def left(text: str, code: str) -> bool:
    """Tells whether *text* is an English sentence that is translated."""
    plain, parted = english(code)
    return text in plain or any(longest in text and _filled(text, parts) for longest, parts in parted)


def _filled(text: str, parts: tuple[str, ...]) -> bool:
    """Tells whether *text* is made of *parts*, with something between them."""
    if not text.startswith(parts[0]) or not text.endswith(parts[-1]):
        return False
    at = len(parts[0])
    for part in parts[1:]:
        at = text.find(part, at + 1)
        if at < 0:
            return False
        at += len(part)
    return True


def untranslated(page: str, code: str) -> list[str]:
    """Returns what is English of a page in another language."""
    words = Words(code)
    if page.startswith("{"):
        words.said += texts(json.loads(page))
    else:
        words.feed(page)
    said = {" ".join(text.split()) for text in words.said}
    return sorted(text for text in said if left(text, code))


OF_A_MATCH = (
    "",
    "/table",
    "/summary",
    "/replay.html",
    "/question/20",
    "/possible/20",
    "/updates/0",
    "/updates/20",
)


class Tour:
    """A service with matches, a case and a commentary in it, and somebody who looks at all its pages."""

    def __init__(self, app: Flask, services: Services, api: Api, pair: Pair, ada: Browser) -> None:
        self.app, self.ada = app, ada
        start_first_turn(pair)
        whistle = judge(services, pair)
        disputes(pair.blue)
        assert rules(whistle).status_code == 201
        disputes(pair.red)
        villains, over = api.seat_pair("villainous"), api.seat_pair()
        luck = Random(1)
        for _ in range(30):
            villains.answer_by(luck)
        assert says(over.blue, "/concession", {}).status_code == 201
        account = json_of(api.post("/api/v1/players", {"name": "Lin"}))
        seat = api.opens()
        claim, lin = f"/api/v1/matches/{seat['id']}/seats/0/claim", {"key": account["key"]}
        sits = json_of(api.post(claim, lin, seat["claims"][0]))["token"]
        api.seats(seat, 1, "Guest")
        assert api.post(f"/api/v1/matches/{seat['id']}/concession", {}, sits).status_code == 201
        own = ada.opens(game="villainous", **{"who.1": "anybody"})
        arena = pair.blue.match
        note = json_of(
            api.post(f"/api/v1/matches/{arena}/commentaries", {"title": "Here", "author": "Grace"})
        )["id"]
        ada.post("/judge", {"token": whistle.token, "match": arena})
        recorded = open_disputed(api, whistle.token)
        ada.post(f"/m/{recorded['id']}/record", {"key": recorded["scribe"]})
        form = {"game": "arena", "option.chapter": "1", "player.0": "Ana", "player.1": "Ben"}
        phones = ada.post("/new/record", form).location
        matches = (arena, villains.blue.match, own, over.blue.match)
        desk = Desk.opens(api, services, minutes=50, tiebreakers=["buchholz", "head_to_head"])
        desk.registers("Kim", "Liv", "Max").starts(1, "Kim Liv", "Max bye").enters(1, 1, WIN)
        event, past = f"/t/{desk.tournament}", services.store.position()
        called = f"/api/v1/tournaments/{desk.tournament}/rounds/1/tables/1/cases"
        table = json_of(api.post(called, {"claim": "Not so."}, desk.token))["match"]
        noted = f"/api/v1/matches/{table}/disputes/1/positions"
        assert api.post(noted, {"position": EXAMPLE_POSITION}, desk.token).status_code == 201
        desk.did("close", stage=1, round=1)
        services.runner.catch_up()
        self.desk = Browser(app)
        self.desk.post("/t/enter", {"token": desk.token})
        self.paths = [
            *(
                "/",
                "/lobby",
                "/lobby?status=over",
                "/lobby?player=nobody",
                f"/p/{account['id']}",
                "/statistics",
                "/statistics/arena",
                "/statistics/villainous?seats=6",
                "/judge",
                f"/judge?match={arena}",
            ),
            *("/me", "/me/notifications", "/notifications/end/nothing", "/notifications/confirm/nothing"),
            *("/new", "/new?game=arena", "/new?game=villainous", "/new/record", "/new/record?game=arena"),
            *("/study?game=arena", "/study?game=villainous", "/offline", "/manifest.webmanifest"),
            *("/rules/arena", "/rules/villainous", "/rules/SA-303", "/proof", "/learn/arena", "/problems"),
            *(f"/m/{recorded['id']}/record", f"/m/{recorded['id']}/sheet", f"/m/{arena}/record"),
            *(phones, f"/m/{recorded['id']}/phone", f"/m/{recorded['id']}/cases/1/record"),
            *(f"/m/{match}{what}" for match in matches for what in OF_A_MATCH),
            *(f"/embed/{match}" for match in matches),
            *(f"/m/{arena}/{what}" for what in ("desk", "cases/1", "cases/2", f"commentaries/{note}")),
            *("/t", "/t?text=nobody", event, f"{event}?known={past}", f"{event}?find=nobody"),
            *(f"{event}/wall", f"{event}/me", f"{event}/desk", "/t/new", "/t/new?game=arena"),
            *(f"{event}/register", f"{event}/why-not?one={desk.players['Kim']}&other={desk.players['Max']}"),
            *(f"{event}/entries", f"{event}/links", f"{event}/roster", f"{event}/desk/grid"),
            *(f"{event}/staff", f"{event}/staff/join", f"{event}/check-in", "/t/new/report"),
            *(f"{event}/desk/slips", f"{event}/cases/{table}/1"),
            *(f"{event}/players", f"{event}/players/{desk.players['Kim']}"),
            *(f"{event}/changes", f"{event}/changes?from={past}", f"/embed{event}"),
            *(
                f"/m/{arena}/commentaries",
                f"/m/{own}/join/1",
                "/m/nothing",
                "/m/nothing/desk",
                "/nowhere",
            ),
        ]

    def page(self, path: str, code: str) -> str:
        """A page in a language; of what goes wrong, the page that tells so."""
        browser = self.desk if path.startswith("/t/") else self.ada
        told = browser.get(f"{path}{'&' if '?' in path else '?'}lang={code}")
        assert told.status_code < 500, path
        return told.text

    def wrong(self, code: str) -> str:
        """The form of a match, sent with a number of seats that no match has."""
        return self.ada.post(f"/new?lang={code}", {"game": "arena", "player": "Ada", "seats": "9"}).text


@pytest.fixture
def tour(app: Flask, services: Services, api: Api, pair: Pair, ada: Browser) -> Tour:
    """The tour of a service in which everything has happened that pages tell of."""
    return Tour(app, services, api, pair, ada)


@pytest.mark.parametrize("code", SPOKEN)
def test_no_english_is_left_in_a_page_of_another_language(tour: Tour, code: str) -> None:
    found = {path: untranslated(tour.page(path, code), code) for path in tour.paths}
    found["the form sent back"] = untranslated(tour.wrong(code), code)
    assert {path: texts for path, texts in found.items() if texts} == {}


def test_the_tour_leaves_no_page_out(tour: Tour) -> None:
    places = tour.app.url_map.bind("localhost")
    seen = {str(places.match(path.partition("?")[0])[0]) for path in tour.paths if path != "/nowhere"}
    pages = {
        rule.endpoint
        for rule in tour.app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and isinstance(tour.app.blueprints.get(rule.endpoint.partition(".")[0]), Pages)
    }
    assert pages - seen == {endpoint for endpoint in NO_WORDS if endpoint in pages}


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("<main><p>Open a match</p></main>", ["Open a match"]),
        ("<main><p lang='en'>Open a match</p><p>Ouvrir</p></main>", []),
        ("<main><img alt='Open a match'></main>", ["Open a match"]),
        ('<script type="application/json">{"a": ["Turn 3 is that of Ada."]}</script>', []),
        ('<script type="application/json">{"a": ["Ada sits down."]}</script>', ["Ada sits down."]),
        ('<script type="application/json">{"catalogue": "Open a match"}</script>', []),
        ('<script type="application/json">{"reel": {"text": "Open a match"}}</script>', ["Open a match"]),
    ],
)  # fmt: skip
def test_what_is_left_in_english_is_found(page: str, found: list[str]) -> None:
    assert untranslated(page, "fr") == found
