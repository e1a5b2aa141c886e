"""The trial of a wheel: it is installed, asked, served, played on, and listened to through a proxy."""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import httpx
from httpx_sse import connect_sse

from domain.games import GAMES
from ops.shared.processes import free_port
from recount_client import Recount
from service.matches.http_player import Player

from .installed import Installed
from .proxy import EXAMPLE, PROGRAM, Proxy, nginx

AT_ONCE = 1.0
"""Seconds within which a fact comes through a proxy that does not hold it back."""


class Seen(NamedTuple):
    """What was tried, and what was seen."""

    tried: str
    seen: str


def trial() -> Iterator[Seen]:
    """Yields what is seen, one step after the other; raises what went wrong."""
    with TemporaryDirectory(prefix="recount-") as name:
        folder = Path(name)
        folder.chmod(0o711)  # nginx passes through as a user of its own
        began = time.monotonic()
        installed = Installed(folder)
        yield Seen("installed", f"{installed.wheel.name}, in {time.monotonic() - began:.0f} s")
        yield Seen("recount --version", installed.runs("--version")[0])
        for line in installed.runs("check-config"):
            yield Seen("recount check-config", line)
        for line in installed.runs("demo", "--once", "--port", "0"):
            if line.startswith(("Match", "Result", "Verification")):
                yield Seen("recount demo --once", line)
        if not PROGRAM.exists():
            yield Seen("nginx", "not tried: it is not installed here")
            return
        port, path = free_port(), folder / "nginx"
        path.mkdir()
        with nginx(installed.prefix / EXAMPLE, path, port) as proxy:
            with installed.serving(port, RECOUNT_PROXIES="1", RECOUNT_HTTPS="on"):
                yield from (Seen("nginx", line) for line in _through(proxy))
            yield Seen("nginx, with nobody behind", _away(proxy))


def _client(proxy: Proxy) -> httpx.Client:
    return httpx.Client(
        base_url=proxy.https, verify=ssl.create_default_context(cafile=proxy.certificate), timeout=30
    )


def _through(proxy: Proxy) -> Iterator[str]:
    response = httpx.get(f"{proxy.http}/docs")
    assert (response.status_code, response.headers["Location"]) == (301, "https://localhost/docs")
    with _client(proxy) as http:
        assert http.get("/metrics").status_code == 404
        index = http.get("/", headers={"Accept": "application/json"})
        assert index.status_code == 200, index.text
        yield f"{proxy.https} answers, plain HTTP is led there, /metrics is kept from it"
        yield f"a fact comes {1000 * max(_waits(http)):.0f} ms after it was written at most, and one by one"


def _waits(http: httpx.Client) -> Iterator[float]:
    """Yields how long each of some facts took to be heard on a stream."""
    visitor = Player(Recount(http=http))
    claims = visitor.open(next(iter(GAMES)), {}, 2)
    with connect_sse(http, "GET", f"/api/v1/matches/{visitor.match}/facts") as line:
        server_sent_events = (event for event in line.iter_sse() if event.id)
        next(server_sent_events)
        for seat, claim in enumerate(claims):
            began = time.monotonic()
            visitor.sit(seat, claim, f"visitor {seat}", f"{seat:032x}")
            next(server_sent_events)
            took = time.monotonic() - began
            assert took < AT_ONCE, f"a fact came after {took:.1f} s"
            yield took


def _away(proxy: Proxy) -> str:
    with _client(proxy) as http:
        response = http.get("/api/v1/matches")
    assert response.status_code == 503, response.text
    assert response.headers["Content-Type"] == "application/problem+json"
    return f"{response.status_code}, {response.json()['detail']}"
