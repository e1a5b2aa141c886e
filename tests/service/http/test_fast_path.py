"""The fast path: a request on it is answered without Flask, and just as it would be there."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, request, request_started
from werkzeug.test import TestResponse

from tests.service.people import Pair, told

OF_EACH = ("ETag", "Content-Length")
"""What differs among replies to answers."""
SLOW: dict[str, Any] = {"Accept_Encoding": "gzip;q=1"}
"""What the fast path leaves to Flask, and that says the same as `gzip`."""


@pytest.fixture
def by_flask(app: Flask) -> Iterator[list[str]]:
    """The paths that Flask was asked for."""
    asked: list[str] = []

    def note(_: object, **__: Any) -> None:
        asked.append(request.path)

    with request_started.connected_to(note, app):
        yield asked


def headers(reply: TestResponse, *without: str) -> dict[str, object]:
    named = {name: value for name, value in reply.headers if name not in {*without, "X-Request-ID", "Date"}}
    return named | {"Vary": {one.strip() for one in named["Vary"].split(",")}}


@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_a_look_is_the_same_on_both_paths(pair: Pair, by_flask: list[str], encoding: str) -> None:
    fast = pair.blue.gets(Accept_Encoding=encoding)
    assert by_flask == []
    slow = pair.blue.gets(Accept_Encoding=encoding, If_None_Match='"0"')
    assert by_flask == [f"/matches/{pair.blue.match}"]
    assert (fast.status, fast.data) == (slow.status, slow.data)
    assert headers(fast) == headers(slow)


def test_a_reply_to_an_answer_is_told_alike_on_both_paths(pair: Pair, by_flask: list[str]) -> None:
    fast = pair.blue.answers("e1", after=5, Accept_Encoding="gzip")
    assert by_flask == []
    seat = told_gzip(fast)["question"]["seat"]
    player = (pair.blue, pair.red)[seat]
    slow = player.answers(told_gzip(fast)["question"]["options"][0], **SLOW)
    assert by_flask == [f"/matches/{pair.blue.match}/answers"]
    assert headers(fast, *OF_EACH) == headers(slow, *OF_EACH)
    assert told_gzip(fast).keys() == told_gzip(slow).keys()
    assert fast.status == slow.status


def told_gzip(reply: TestResponse) -> Any:
    return json.loads(gzip.decompress(reply.data))


def test_what_is_refused_is_refused_alike(pair: Pair) -> None:
    for pick, after in (("a1", 5), ("e1", 2), ("e1", 400)):
        fast = pair.blue.answers(pick, after=after)
        slow = pair.blue.answers(pick, after=after, **SLOW)
        assert (fast.status, told(fast)) == (slow.status, told(slow))


def test_what_flask_would_not_take_is_left_to_it(pair: Pair) -> None:
    path = f"/matches/{pair.blue.match}/answers?min_position=1"
    reply = pair.blue.api.sends(path, {"picks": ["e1"]}, pair.blue.token, If_Match='"5"')
    assert (reply.status_code, told(reply)["errors"][0]["parameter"]) == (422, "min_position")
