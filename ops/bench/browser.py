"""The browser: what the pages weigh, how soon a board is there, and how a long match scrubs, in Chromium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, cycle, islice
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext

from domain.games import GAMES
from domain.model import Fact
from replays.bots import players as bots
from service.identity.api_tokens import ApiTokens
from service.matches.repository import now
from tests.browser.chromium import chromium

from . import children, playing, sample
from .chain import HEAD
from .figure import Figure, at_most
from .ground import Ground
from .http import UNLIMITED, free_port, serving
from .surfing import Step, Visit, opened, person, presses

FACTS = 1000
"""How long the matches are; they are not over, so that their pages listen too."""
TABLES = {"arena": (dict(sample.OPTIONS), 2), "villainous": ({}, 2)}
"""The options of each match, and its seats."""

STEPS = 50
"""How many keys are pressed for each second that a measure may take."""
TARGETS = {"a step": ((at_most(25),), (at_most(60),)), "end to end": ((), (at_most(100),))}
"""Milliseconds until what a key asks for is shown, at most: the median and the 95th percentile.

Steps follow each other while a key is held; after 100 ms nothing is felt as immediate.
"""
WARM_UP = 5
"""How many keys are pressed before any is measured."""
LIMIT = 900
"""Seconds that all of it may take."""


CSRF = re.compile('name="csrf-token" content="([^"]+)"')


class Place(NamedTuple):
    """A page to visit, as a judge perhaps; the lobby is the one without a board."""

    name: str
    path: str
    board: bool = True
    judged: bool = False


class Served(NamedTuple):
    """A service that serves at `url`, with a long match of each game; `api_token` is a judge's."""

    url: str
    matches: dict[str, str]
    api_token: str


def measure(ground: Ground) -> list[Figure]:
    """Measures every page, visited for the first time and again, and keys on a match of each game."""
    times, keys, figures = ground.rounds, int(STEPS * ground.seconds), list[Figure]()
    with ground.directory() as directory, chromium() as browser, served(directory) as service:
        for place in places(service):
            figures += visited(browser, service, place, times)
        for game, match in service.matches.items():
            figures += kept(browser, f"{service.url}/m/{match}/replay.html", game, directory, times)
        for game, match in service.matches.items():
            figures += scrubbed(browser, f"{service.url}/m/{match}", game, keys)
    return figures


def places(service: Served) -> list[Place]:
    """Returns the pages to visit."""
    first = next(iter(service.matches.values()))
    return [
        Place("the lobby", "/lobby", board=False),
        *(Place(f"a match of {game}", f"/m/{match}") for game, match in service.matches.items()),
        Place("the desk", f"/m/{first}/desk", judged=True),
        Place("a match in a frame", f"/embed/{first}"),
    ]


@contextmanager
def served(directory: Path) -> Iterator[Served]:
    """Starts a service in *directory*, and waits until it answers."""
    store = playing.store({"SQLITE_DBNAME": str(directory / "recount.db")})
    matches = {game: f"{number:012}" for number, game in enumerate(TABLES)}
    for game, match in matches.items():
        store.append(match, long_match(game), HEAD)
    api_token = ApiTokens(store, now).issue("judge-1", ["judge"]).token
    store.close()
    port = free_port()
    command = children.python("service", "serve", "--port", port)
    url = f"http://127.0.0.1:{port}"
    env = {"RECOUNT_DATA": str(directory), **UNLIMITED}
    with serving(command, env, f"{url}/readyz", LIMIT):
        yield Served(url, matches, api_token)


def long_match(game: str) -> list[Fact]:
    """Returns the first facts of a match by chance, as far as an answer ends before the last of `FACTS`."""
    options, seats = TABLES[game]
    rules = GAMES[game].make_rules(sample.LIBRARY.cards(game).book)
    pinned = sample.LIBRARY.digest(game)
    for seed in count():
        try:
            facts = bots.play_match(
                GAMES[game], rules, str(seed), [bots.random] * seats, options, cards=pinned
            )
        except bots.EndlessMatch:
            continue
        if len(facts) > FACTS:
            break
    last = max(at for at, fact in enumerate(facts[:FACTS]) if sample.is_answer(fact))
    return facts[:last]


def visited(browser: Browser, service: Served, place: Place, times: int) -> Iterator[Figure]:
    """Measures a page: what comes over the wire, and when it is drawn, for the first time and again."""
    first: list[Visit] = []
    again: list[Visit] = []
    for _ in range(times):
        with person(browser) as context:
            if place.judged:
                show_api_token(context, service)
            for visits in (first, again):
                with opened(context, service.url + place.path, place.board) as (_, visit):
                    visits.append(visit)
    name = "first board" if place.board else "first paint"
    for when, visits in (("first visit", first), ("again", again)):
        yield Figure(f"{place.name}, {when}: weight", median(visit.bytes for visit in visits) / 1000, "kB")
        yield Figure(f"{place.name}, {when}: {name}", median(visit.drawn for visit in visits), "ms")


def show_api_token(context: BrowserContext, service: Served) -> None:
    """Makes a judge of whoever browses; nothing that a page is made of is fetched for it."""
    door = f"{service.url}/judge"
    match_ = CSRF.search(context.request.get(door).text())
    assert match_ is not None
    context.request.post(door, form={"csrf": match_[1], "token": service.api_token})


def kept(browser: Browser, url: str, game: str, directory: Path, times: int) -> Iterator[Figure]:
    """Measures a match that is kept as a file: how it is fetched, and how it opens without the service."""
    file = directory / f"{game}.html"
    fetched: list[int] = []
    drawn: list[float] = []
    for _ in range(times):
        with person(browser) as context:
            reply = context.request.get(url)
            fetched.append(int(reply.headers["content-length"]))
            file.write_bytes(reply.body())
            with opened(context, file.as_uri()) as (_, visit):
                drawn.append(visit.drawn)
    yield Figure(f"{game} in a file, fetched: weight", median(fetched) / 1000, "kB")
    yield Figure(f"{game} in a file, on disk: weight", file.stat().st_size / 1000, "kB")
    yield Figure(f"{game} in a file, on disk: first board", median(drawn), "ms")


def scrubbed(browser: Browser, url: str, game: str, times: int) -> Iterator[Figure]:
    """Measures keys on a long match: a fact back, and from one end to the other."""
    ways = {"a step": ["ArrowLeft"], "end to end": ["Home", "End"]}
    for way, keys in ways.items():
        with person(browser) as context, opened(context, url) as (page, _):
            steps = presses(page, [*islice(cycle(keys), WARM_UP + times)])[WARM_UP:]
        yield from spread(game, way, steps)


def spread(game: str, way: str, steps: list[Step]) -> Iterator[Figure]:
    """Returns the median and the 95th percentile of *steps*: until they are shown, and in scripts alone."""
    name = f"{game}, {FACTS:,} facts, {way}"
    for part, (typical, slow) in (("shown", TARGETS[way]), ("script", ((), ()))):
        ranked = sorted(getattr(step, part) for step in steps)
        yield Figure(f"{name}: {part}, median", median(ranked), "ms", targets=typical)
        yield Figure(f"{name}: {part}, p95", ranked[int(0.95 * (len(ranked) - 1))], "ms", targets=slow)
