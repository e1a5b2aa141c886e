"""The worker that plays bots is killed amid a match: the next one plays on, and the record holds."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from random import Random

import httpx
from msgspec.structs import replace

from replays.audits.verify import verify
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.settings import Settings
from tests.examples import go_on
from tests.faults.conftest import TIMES
from tests.faults.served import Served, served
from tests.projections.waiting import until

KILLS = 2 * TIMES
BOTS = {"0": "greedy", "1": "random"}


def opens(service: Served, token: str) -> str:
    """Opens a match that bots play among themselves; returns its id."""
    body = {"game": "arena", "bots": BOTS}
    reply = service.http.post("/api/v1/matches", json=body, headers={"Authorization": f"Bearer {token}"})
    assert reply.status_code == 201, reply.text
    return str(reply.json()["id"])


def stands(service: Served, match: str) -> tuple[int, bool]:
    """Returns the last fact of a match, 0 while nobody serves, and whether it is over."""
    try:
        seen = service.http.get(f"/api/v1/matches/{match}").json()
    except httpx.TransportError:
        return 0, False
    return seen["seq"], seen["ended"] is not None


def loses_its_bots(service: Served, token: str, luck: Random) -> tuple[str, bool]:
    """Plays a match to its end, and kills all who serve on the way; tells whether it was in its midst."""
    match, reached = opens(service, token), luck.randrange(10, 60)
    until(lambda: stands(service, match)[0] >= reached)
    amid = not stands(service, match)[1]
    for worker in service.workers():
        os.kill(worker, signal.SIGKILL)
    until(lambda: stands(service, match)[1])
    return match, amid


def test_bots_play_on_when_their_worker_is_killed(
    settings: Settings, luck: Random, tell: Callable[[str], None]
) -> None:
    with Services(settings, CardSetRegistry()) as services:
        token = services.api_tokens.issue_token("faults", ["read"]).token
    with served(replace(settings, runner=True), 2 if settings.shared else 1) as service:
        played = dict[str, bool]()
        while go_on(len(played), KILLS, enough=any(played.values())):  # others were over before the kill
            match, amid = loses_its_bots(service, token, luck)
            played[match] = amid
    with Services(settings, CardSetRegistry()) as services:
        for match in played:
            film = services.repository.load_replay(match)
            assert verify(film.rules, film.facts).ok
    tell(
        f"{len(played)} matches between bots came to their end, "
        f"{sum(played.values())} after a kill in their midst"
    )
