"""Direct endpoints: the event loop answers without Flask, and as Flask does."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from flask import Flask, request, request_started
from msgspec.structs import replace

from service.app import MAX_BODY_BYTES, create_app, services_of
from service.http.middleware.networks import forwarded_address
from service.serving.application import Front
from service.settings import Settings
from service.shared.limits import Limits
from tests.service.client import Pair, Player
from tests.service.stores import on_both_stores

BY_FLASK: dict[str, str] = {"Accept-Encoding": "gzip;q=1"}
"""A field that only Flask can read, and that says the same as `gzip`."""
OF_EACH_ANSWER = ("etag", "content-length")
"""Fields that differ among replies to answers."""


class Loop:
    """A client of the event loop, without a server between them."""

    def __init__(self, app: Flask) -> None:
        self._front = Front(app)

    def send(self, method: str, path: str, token: str = "", **sent: Any) -> httpx.Response:
        """Returns the reply to a request."""
        headers = {"Accept-Encoding": "", **sent.pop("headers", {})}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        return asyncio.run(self._exchange(method, path, headers, sent))

    async def _exchange(
        self, method: str, path: str, headers: dict[str, str], sent: dict[str, Any]
    ) -> httpx.Response:
        transport = httpx.ASGITransport(self._front)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, path, headers=headers, **sent)

    def look(self, player: Player, **headers: str) -> httpx.Response:
        """Returns the present view of the match of *player*."""
        return self.send("GET", f"/api/v1/matches/{player.match}", player.token, headers=headers)

    def answer(self, player: Player, pick: str, after: int, **headers: str) -> httpx.Response:
        """Answers the question of *player*, who has seen fact *after*."""
        fields = {"If-Match": f'"{after}"', **headers}
        path = f"/api/v1/matches/{player.match}/answers"
        return self.send("POST", path, player.token, headers=fields, json={"picks": [pick]})

    def close(self) -> None:
        """Ends its threads."""
        self._front.close()


@pytest.fixture
def loop(app: Flask) -> Iterator[Loop]:
    client = Loop(app)
    yield client
    client.close()


@pytest.fixture
def flask_paths(app: Flask) -> Iterator[list[str]]:
    """The paths of the requests that reached Flask."""
    paths: list[str] = []

    def note(_: object, **__: Any) -> None:
        paths.append(request.path)

    with request_started.connected_to(note, app):
        yield paths


def fields(reply: httpx.Response, *without: str) -> list[tuple[str, str]]:
    """Returns the header fields of *reply* in their order, without the values that differ by request."""
    omitted = {*without, "x-request-id", "date"}
    return [(name, "" if name in omitted else value) for name, value in reply.headers.multi_items()]


@on_both_stores
@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_a_view_is_the_same_on_the_loop_and_by_flask(
    pair: Pair, loop: Loop, flask_paths: list[str], encoding: str
) -> None:
    direct = loop.look(pair.blue, **{"Accept-Encoding": encoding})
    assert flask_paths == []
    by_flask = loop.look(pair.blue, **{"Accept-Encoding": encoding, "If-None-Match": '"0"'})
    assert flask_paths == [f"/api/v1/matches/{pair.blue.match}"]
    assert (direct.status_code, direct.content) == (by_flask.status_code, by_flask.content)
    assert fields(direct) == fields(by_flask)


@on_both_stores
def test_a_reply_to_an_answer_has_the_same_form_on_the_loop_and_by_flask(
    pair: Pair, loop: Loop, flask_paths: list[str]
) -> None:
    direct = loop.answer(pair.blue, "e1", 5, **{"Accept-Encoding": "gzip"})
    assert flask_paths == []
    question = direct.json()["question"]
    player = (pair.blue, pair.red)[question["seat"]]
    after = loop.look(player).json()
    by_flask = loop.answer(player, after["question"]["options"][0], after["seq"], **BY_FLASK)
    assert flask_paths == [f"/api/v1/matches/{pair.blue.match}/answers"]
    assert fields(direct, *OF_EACH_ANSWER) == fields(by_flask, *OF_EACH_ANSWER)
    assert direct.json().keys() == by_flask.json().keys()
    assert direct.status_code == by_flask.status_code == 201


@pytest.mark.parametrize(("pick", "after", "status"), [("a1", 5, 422), ("e1", 2, 412), ("e1", 400, 412)])
def test_a_refusal_is_the_same_on_the_loop_and_by_flask(
    pair: Pair, loop: Loop, pick: str, after: int, status: int
) -> None:
    direct = loop.answer(pair.blue, pick, after)
    by_flask = loop.answer(pair.blue, pick, after, **BY_FLASK)
    assert direct.status_code == by_flask.status_code == status
    assert direct.json() == by_flask.json()
    assert fields(direct) == fields(by_flask)


@pytest.mark.parametrize("token", ["", "unknown"])
@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/matches/1NOBODYKNOWS",
        "/api/v1/matches/{match}",
        "/api/v1/matches/{match}?min_position=99999999",
    ],
)
def test_a_view_that_is_refused_is_the_same_on_the_loop_and_by_flask(
    pair: Pair, loop: Loop, path: str, token: str
) -> None:
    pair.blue.looks()
    path = path.format(match=pair.blue.match)
    direct = loop.send("GET", path, token)
    by_flask = loop.send("GET", path, token, headers={"X-Viewer": ""})
    assert (direct.status_code, direct.content) == (by_flask.status_code, by_flask.content)
    assert fields(direct) == fields(by_flask)


def test_flask_reads_a_request_with_a_parameter_that_answers_do_not_have(pair: Pair, loop: Loop) -> None:
    path = f"/api/v1/matches/{pair.blue.match}/answers?min_position=1"
    reply = loop.send("POST", path, pair.blue.token, headers={"If-Match": '"5"'}, json={"picks": ["e1"]})
    assert (reply.status_code, reply.json()["errors"][0]["parameter"]) == (422, "min_position")


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b'{"picks": ["e1"], "picks": ["f1"]}', b'{"picks": "e1"}', b"\xff", b'{"picks": [', b"{}"],
)
def test_a_malformed_body_is_refused_alike(pair: Pair, loop: Loop, body: bytes) -> None:
    path, sent = (
        f"/api/v1/matches/{pair.blue.match}/answers",
        {"If-Match": '"5"', "Content-Type": "application/json"},
    )
    direct = loop.send("POST", path, pair.blue.token, headers=sent, content=body)
    by_flask = loop.send("POST", path, pair.blue.token, headers=sent | BY_FLASK, content=body)
    assert direct.status_code in (400, 422)
    assert (direct.status_code, direct.json()) == (by_flask.status_code, by_flask.json())


def test_flask_refuses_a_body_that_is_too_large(pair: Pair, loop: Loop, flask_paths: list[str]) -> None:
    path = f"/api/v1/matches/{pair.blue.match}/answers"
    body = {"picks": ["e1", "x" * MAX_BODY_BYTES]}
    reply = loop.send("POST", path, pair.blue.token, headers={"If-Match": '"5"'}, json=body)
    assert (reply.status_code, flask_paths) == (413, [path])


def test_a_request_whose_handler_raises_counts_once(settings: Settings) -> None:
    app = create_app(replace(settings, limits=Limits(address="3/hour")))
    loop = Loop(app)
    try:
        statuses = [loop.send("GET", "/api/v1/matches/1NOBODYKNOWS").status_code for _ in range(4)]
    finally:
        loop.close()
        services_of(app).close()
    assert statuses == [404, 404, 404, 429]


@pytest.mark.parametrize("path", ["/api/v1/matches/1NOBODYKNOWS/answers", "/api/v1/matches"])
def test_a_request_above_the_limit_is_refused_before_its_body_is_parsed(
    settings: Settings, path: str
) -> None:
    app = create_app(replace(settings, limits=Limits(address="1/hour")))
    loop = Loop(app)
    try:
        assert loop.send("GET", "/api/v1/games").status_code == 200
        assert loop.send("POST", path, json={"no": "such body"}).status_code == 429
    finally:
        loop.close()
        services_of(app).close()


@pytest.mark.parametrize(
    ("forwarded", "proxies", "address"),
    [
        (b"", 0, "10.0.0.1"),
        (b"192.0.2.7", 0, "10.0.0.1"),
        (b"192.0.2.7", 1, "192.0.2.7"),
        (b"203.0.113.9, 192.0.2.7", 1, "192.0.2.7"),
        (b"203.0.113.9, 192.0.2.7", 2, "203.0.113.9"),
        (b"192.0.2.7", 2, "10.0.0.1"),
    ],
)
def test_a_client_behind_proxies_has_the_address_that_the_outermost_one_saw(
    forwarded: bytes, proxies: int, address: str
) -> None:
    assert forwarded_address("10.0.0.1", forwarded, proxies) == address
