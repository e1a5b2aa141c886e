"""The path of a request through Flask: few hooks, and a small multiple of what Flask itself costs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from flask import Flask, Response
from werkzeug.test import create_environ

from projections.match_views import MatchViews
from service.app import build_app, create_app, services_of
from service.settings import Settings
from tests.service.client import Api, Pair, wait_for

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

MAX_HOOKS = 6
"""The most hooks that each request passes, before and after its view and at its end."""
MAX_RATIO = 5
"""The most that a present view may cost of the same bytes from Flask alone; it takes 4.6 to 4.8."""
REQUESTS, ROUNDS = 100, 40
"""How many requests a round measures, and the most rounds: a busy machine makes some of them dearer."""


@pytest.fixture
def hot_match(settings: Settings) -> Iterator[Pair]:
    """A match that this process has folded, and whose views are kept up."""
    app = create_app(settings)
    with closing(services_of(app)) as services:
        pair = Api(app).seat_pair()
        wait_for(
            lambda: services.views.position(MatchViews.name) == services.store.position(),
            "the views are kept",
        )
        yield pair


def test_a_request_passes_few_hooks() -> None:
    app = build_app(Settings())
    hooks = [
        *app.before_request_funcs.get(None, ()),
        *app.after_request_funcs.get(None, ()),
        *app.teardown_request_funcs.get(None, ()),
        *app.teardown_appcontext_funcs,
    ]
    assert 0 < len(hooks) <= MAX_HOOKS, hooks


def test_a_present_view_costs_a_small_multiple_of_flask(hot_match: Pair) -> None:
    player = hot_match.blue
    body = player.get().data

    def show(match: str) -> Response:
        return Response(body, content_type="application/json")

    bare = Flask("bare")
    bare.add_url_rule("/api/v1/matches/<match>", view_func=show)
    request = create_environ(
        f"/api/v1/matches/{player.match}", headers={"Authorization": f"Bearer {player.token}"}
    )
    ours, theirs = _cost(player.api.app, request), _cost(bare, request)
    for _ in range(ROUNDS):
        if ours < MAX_RATIO * theirs:
            break
        ours, theirs = min(ours, _cost(player.api.app, request)), min(theirs, _cost(bare, request))
    assert ours < MAX_RATIO * theirs, f"{ours / theirs:.1f} times Flask alone"


def _cost(app: Flask, request: WSGIEnvironment) -> float:
    """Returns the seconds of processor time in which *app* answers a round of *request*."""
    start = time.thread_time()
    for _ in range(REQUESTS):
        assert b"".join(app.wsgi_app(request.copy(), _start_response))
    return time.thread_time() - start


def _start_response(status: str, *_: object) -> Callable[[bytes], object]:
    assert status == "200 OK"
    return lambda body: None
