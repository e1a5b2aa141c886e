"""Refusals of the event loop, over real sockets: the same as those of Flask, and before any body."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from service.serving.application import REFUSAL_SECONDS
from tests.service.processes import serving

PATH = "/api/v1/games"
OWN_FIELDS = {"content-length", "content-encoding", "date", "ratelimit", "retry-after", "x-request-id"}
"""The fields that two refusals do not share."""


@contextmanager
def exhausted(data: Path, language: str = "en") -> Iterator[tuple[httpx.Client, httpx.Response]]:
    """Yields a client whose address is above its limit, and the refusal of Flask."""
    with serving({"RECOUNT_DATA": str(data), "RECOUNT_LIMIT_ADDRESS": "1/hour"}) as (_, client):
        fields = {"Accept-Language": language, "Accept-Encoding": "identity"}
        first, second = (client.get(PATH, headers=fields) for _ in range(2))
        assert (first.status_code, second.status_code) == (200, 429)
        yield client, second


def without_seconds(text: str) -> str:
    """Returns *text* without the numbers, among them the time of the next attempt."""
    return re.sub(r"\d+", "N", text)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_event_loop_refuses_as_flask_does_after_a_pause(tmp_path: Path, language: str) -> None:
    with exhausted(tmp_path, language) as (client, flask_refusal):
        start = time.monotonic()
        refusal = client.get(PATH, headers={"Accept-Language": language, "Accept-Encoding": "identity"})
        assert time.monotonic() - start >= REFUSAL_SECONDS
    assert refusal.status_code == 429
    assert without_seconds(refusal.text) == without_seconds(flask_refusal.text)
    fields, flask_fields = (
        {name: value for name, value in reply.headers.items() if name not in OWN_FIELDS}
        for reply in (refusal, flask_refusal)
    )
    assert fields == flask_fields
    for name in ("RateLimit", "Retry-After"):
        assert without_seconds(refusal.headers[name]) == without_seconds(flask_refusal.headers[name])


def test_the_refusal_comes_before_the_body(tmp_path: Path) -> None:
    request = b"POST /api/v1/matches HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n"
    with exhausted(tmp_path) as (client, _), socket.socket() as line:
        line.settimeout(20)
        line.connect((client.base_url.host, client.base_url.port or 0))
        line.sendall(request)
        assert line.recv(100).startswith(b"HTTP/1.1 429 ")


def test_pages_and_health_are_for_flask(tmp_path: Path) -> None:
    with exhausted(tmp_path) as (client, _):
        page = client.get("/", headers={"Accept": "text/html"})
        assert (page.status_code, page.headers["Content-Type"]) == (429, "text/html; charset=utf-8")
        assert client.get("/healthz").status_code == 200
