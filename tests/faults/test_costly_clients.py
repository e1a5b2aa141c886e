"""Costly clients of one network: they wait for themselves, and others hardly notice."""

from __future__ import annotations

import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from random import Random
from threading import Event
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from service.cli import main
from service.settings import Settings
from service.shared.limits import Limits
from tests.faults.conftest import TIMES
from tests.faults.served import Served, served

COSTLY = min(40 * TIMES, 400)
"""Matches with five *deep* bots that one network opens, and reviews that it asks for."""
WAITS = min(15 * TIMES, 60)
"""Waits of a person for an easy bot, before and during the attack."""
LONGEST = 1.5 if TIMES > 1 else 3.0
"""The largest ratio of their medians; the suite shares its machine with others."""
COSTLY_ADDRESS = "127.0.0.2"
COSTLY_CLIENTS = 8
LIMITS = Limits(token="1000000/minute", address="1000000/minute")
"""Limits with room for requests that the tests repeat, and the usual accounts of work."""


def client_at(service: Served, address: str) -> httpx.Client:
    """Returns a client of *service* at *address*."""
    transport = httpx.HTTPTransport(local_address=address, retries=1)
    return httpx.Client(base_url=service.address, transport=transport, timeout=60)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def open_deep_match(service: Served, number: int) -> int:
    """Opens a match of six *deep* bots, or every second time one with a person whom five wait for.

    Returns the last status.
    """
    seats = 6 - number % 2
    body = {"game": "villainous", "seats": 6, "bots": {str(seat): "deep" for seat in range(seats)}}
    with client_at(service, COSTLY_ADDRESS) as http:
        opened = http.post("/api/v1/matches", json=body)
        if opened.status_code != 201:
            return opened.status_code
        match, claim = opened.json()["id"], opened.json()["claims"][5]
        path, player = f"/api/v1/matches/{match}/seats/5/claim", {"player": f"Eve {number}"}
        return http.post(path, json=player, headers=bearer(claim)).status_code


def ask_for_review(service: Served, matches: Sequence[str], number: int) -> int:
    """Asks for a review; returns its status."""
    with client_at(service, COSTLY_ADDRESS) as http:
        return http.get(f"/api/v1/matches/{matches[number % len(matches)]}/review").status_code


class Person:
    """A person who plays against an easy bot, and measures how long that takes."""

    def __init__(self, service: Served, luck: Random) -> None:
        self._http, self._luck = service.http, luck
        self._open_match()

    def wait_for_bot(self) -> float:
        """Answers until the bot has to answer; returns the seconds until it has."""
        while True:
            scene = self._look()
            if scene["question"] is None:
                self._open_match()
                continue
            question = scene["question"]
            least = max(1, question["least"])
            picks = self._luck.sample(question["options"], min(least, question["most"]))
            headers = self._headers | {"If-Match": f'"{scene["seq"]}"'}
            replied = self._http.post(f"{self._path}/answers", json={"picks": picks}, headers=headers)
            start = time.monotonic()
            if replied.status_code == 201 and self._look()["ply"] > scene["ply"] + 1:
                return time.monotonic() - start

    def _open_match(self) -> None:
        opened = self._http.post("/api/v1/matches", json={"game": "arena", "bots": {"1": "greedy"}}).json()
        self._path = f"/api/v1/matches/{opened['id']}"
        claimed = self._http.post(
            f"{self._path}/seats/0/claim", json={"player": "Ada"}, headers=bearer(opened["claims"][0])
        )
        self._headers = bearer(claimed.json()["token"])

    def _look(self) -> dict[str, Any]:
        """Returns the scene once the person has to answer, or after the end."""
        while True:
            scene: dict[str, Any] = self._http.get(self._path, headers=self._headers).json()
            if scene["ended"] or (scene["question"] and scene["question"]["seat"] == 0):
                return scene
            Event().wait(0.001)


@contextmanager
def attacking(act: Callable[[int], int]) -> Iterator[Counter[int]]:
    """Lets costly clients *act* meanwhile; yields the statuses of their replies."""
    statuses = Counter[int]()
    stop = Event()

    def attack(number: int) -> None:
        if not stop.is_set():
            statuses[act(number)] += 1

    with ThreadPoolExecutor(COSTLY_CLIENTS) as clients:
        done = clients.map(attack, range(COSTLY))
        try:
            yield statuses
        finally:
            stop.set()
    assert len([*done]) == COSTLY


def median_wait(person: Person) -> float:
    return statistics.median(person.wait_for_bot() for _ in range(WAITS))


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_matches_of_deep_bots_of_one_network_delay_no_easy_bot_of_another(
    settings: Settings, luck: Random, tell: Callable[[str], None]
) -> None:
    with served(replace(settings, runner=True, separate_process=True, limits=LIMITS)) as service:
        person = Person(service, luck)
        median_wait(person)  # the process of bots has started
        quiet = median_wait(person)
        with attacking(partial(open_deep_match, service)) as statuses:
            until_some(statuses, 201)
            meanwhile = median_wait(person)
        after = median_wait(person)
    assert statuses.keys() <= {201, 401, 429}
    assert min(statuses[201], statuses[401]) > 0
    assert after <= LONGEST * quiet
    tell(
        f"{COSTLY} matches of deep bots ({dict(statuses)}): another waits {1000 * quiet:.0f} ms for an easy "
        f"bot before, {1000 * meanwhile:.0f} ms during the requests, {1000 * after:.0f} ms while they think"
    )


def review_seconds(service: Served, match: str) -> float:
    """Returns how long a review takes at this machine."""
    start = time.monotonic()
    with service.http.stream("GET", f"/api/v1/matches/{match}/review") as lines:
        *_, last = lines.iter_lines()
    assert '"type":"review"' in last
    return time.monotonic() - start


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_reviews_of_one_network_leave_the_half_of_the_slots_to_another(
    settings: Settings, tell: Callable[[str], None]
) -> None:
    played = ("play", "--game", "arena", "--seed", "same", "--bots", "random,random")
    runner = CliRunner(env={"RECOUNT_DATA": str(settings.data)})
    matches = [re.findall(r"^  (\w+)$", runner.invoke(main, played).output, re.M)[0] for _ in range(4)]
    with served(replace(settings, runner=True, separate_process=True, limits=LIMITS)) as service:
        quiet = review_seconds(service, matches[0])
        with attacking(partial(ask_for_review, service, matches[2:])) as statuses:
            until_some(statuses, 503)
            attacked = review_seconds(service, matches[1])
    assert statuses.keys() <= {200, 429, 503}
    assert attacked <= 2 * LONGEST * quiet
    tell(
        f"{COSTLY} reviews of one network ({dict(statuses)}): that of another takes {attacked:.1f} s instead "
        f"of {quiet:.1f} s"
    )


def until_some(statuses: Counter[int], status: int) -> None:
    """Waits for the first replies with *status* to the attack."""
    deadline = time.monotonic() + 60
    while statuses[status] < 5:
        assert time.monotonic() < deadline, f"not {status}, but {dict(statuses)}"
        Event().wait(0.05)
