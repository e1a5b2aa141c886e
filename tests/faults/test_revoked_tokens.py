"""A token that one process revokes is refused at once by all others, whose replica knows nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import product
from random import Random

import httpx
import pytest
from msgspec.structs import replace

from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.identity.api_tokens import Scope
from service.settings import Settings
from tests import servers
from tests.faults.conftest import TIMES
from tests.faults.served import Served, served
from tests.projections.waiting import until
from tests.servers import Postgres

REVOCATIONS = 2 * TIMES
SERVERS, WORKERS = 2, 2
LOOKS = 3 * WORKERS
"""Requests to each server, so that most of its workers answer one."""
SCOPES: tuple[Scope, ...] = ("judge", "organize")


@pytest.fixture(scope="module")
def standby(postgres: Postgres) -> Iterator[Postgres]:
    """A replica of the server of all tests here."""
    with servers.standby(postgres) as standby:
        yield standby


def replay(standby: Postgres, command: str) -> None:
    """Pauses or resumes what the replica takes from the primary."""
    with standby.connect() as operator:
        operator.execute(f"SELECT pg_wal_replay_{command}()".encode())


def statuses(services: list[Served], path: str, token: str) -> set[int]:
    """Returns how every server answers to a *token*, on lines of their own."""
    found = set[int]()
    for service, _ in product(services, range(LOOKS)):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        found.add(httpx.get(f"{service.address}{path}", headers=headers, timeout=60).status_code)
    return found


def opened(services: list[Served], token: str) -> set[int]:
    """Returns how every server answers who opens a match of bots alone."""
    body = {"game": "arena", "bots": {"0": "random", "1": "random"}}
    headers = {"Authorization": f"Bearer {token}"}
    addresses = (service.address for service, _ in product(services, range(LOOKS)))
    return {
        httpx.post(f"{address}/api/v1/matches", json=body, headers=headers, timeout=60).status_code
        for address in addresses
    }


@pytest.mark.parametrize("settings", ["postgres and redis"], indirect=True)
def test_a_token_that_one_process_revokes_is_refused_at_once_by_all_others(
    settings: Settings, standby: Postgres, luck: Random, tell: Callable[[str], None]
) -> None:
    settings = replace(settings, store={**settings.store, "POSTGRES_READ_HOST": str(standby.home)})
    with ExitStack() as stack:
        running = [stack.enter_context(served(settings, WORKERS)) for _ in range(SERVERS)]
        office = stack.enter_context(Services(settings, CardSetRegistry()))
        match = office.matches.open_match("arena", {"chapter": 1}, 2).match
        paths = ("/api/v1/disputes", f"/api/v1/matches/{match}", f"/api/v1/matches/{match}/facts")
        until(lambda: statuses(running, paths[1], "") == {200})
        for _ in range(REVOCATIONS):
            issued = office.api_tokens.issue_token("desk", [luck.choice(SCOPES)])
            assert {status for path in paths for status in statuses(running, path, issued.token)} == {200}
            replay(standby, "pause")
            try:
                office.api_tokens.revoke_token(issued.api_token.id)
                refused = {status for path in paths for status in statuses(running, path, issued.token)}
                refused |= opened(running, issued.token)
            finally:
                replay(standby, "resume")
            assert refused == {401}
    tell(
        f"{REVOCATIONS} revoked; "
        f"{REVOCATIONS * (len(paths) + 1) * SERVERS * LOOKS} requests with them, all refused"
    )
