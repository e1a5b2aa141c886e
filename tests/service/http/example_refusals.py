"""Refused requests that the examples of problems in the OpenAPI document are recorded from."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing

import pytest
from msgspec.structs import replace
from werkzeug.test import TestResponse

from service.app import create_app, services_of
from service.http.bodies.json_bodies import JSON
from service.http.errors import PROBLEM
from service.settings import Settings
from service.shared.limits import Limits
from tests.service.applications import serving
from tests.service.client import Api, Pair

from .recorder import Recorder


def send_bytes(pair: Pair, body: bytes, content_type: str = JSON) -> TestResponse:
    """Sends *body* as an answer."""
    path = f"/api/v1/matches/{pair.blue.match}/answers"
    return pair.blue.api.app.test_client().post(path, data=body, content_type=content_type)


def read_list_behind(settings: Settings) -> TestResponse:
    """Reads a list that nobody keeps, in a service of its own."""
    with serving(replace(settings, data=settings.data / "behind", runner=False)) as app:
        api = Api(app)
        return api.get(f"/api/v1/matches?min_position={api.opens()['position']}")


REFUSALS: dict[str, Callable[[Pair], TestResponse]] = {
    "BAD_REQUEST": lambda pair: send_bytes(pair, b'{"picks": ['),
    "UNAUTHORIZED": lambda pair: pair.public.answers("e1"),
    "FORBIDDEN": lambda pair: pair.red.answers("b7"),
    "NOT_FOUND": lambda pair: pair.public.get("/facts/999/scene"),
    "NOT_ACCEPTABLE": lambda pair: pair.public.get("/facts", Accept="image/png"),
    "CONFLICT": lambda pair: pair.blue.api.post(f"/api/v1/matches/{pair.blue.match}/flag", None),
    "PRECONDITION_FAILED": lambda pair: pair.blue.answers("e1", after=1),
    "PRECONDITION_REQUIRED": lambda pair: pair.blue.answers("e1", If_Match=""),
    "REQUEST_ENTITY_TOO_LARGE": lambda pair: send_bytes(pair, b" " * 70_000),
    "UNSUPPORTED_MEDIA_TYPE": lambda pair: send_bytes(pair, b"e1", "text/plain"),
    "UNPROCESSABLE_ENTITY": lambda pair: pair.blue.api.post("/api/v1/matches", {"game": "tennis"}),
    "DEFAULT_ERROR": lambda pair: pair.blue.api.post("/api/v1/games", {}),
}
"""A refused request for each response of the document but the one of too many requests."""


def record_refusals(call: Recorder, api: Api, settings: Settings) -> None:
    """Records the problem of each response."""
    pair = api.seat_pair()
    for name, refuse in REFUSALS.items():
        record_refusal(call, name, refuse(pair))
    record_refusal(call, "SERVICE_UNAVAILABLE", read_list_behind(settings))
    app = create_app(replace(settings, limits=Limits(address="1/hour")))
    with closing(services_of(app)), pytest.MonkeyPatch.context() as patch:
        now = time.monotonic()
        patch.setattr(time, "monotonic", lambda: now)  # the detail has the seconds to wait
        Api(app).get("/api/v1/games")
        record_refusal(call, "TOO_MANY_REQUESTS", Api(app).get("/api/v1/games"))


def record_refusal(call: Recorder, name: str, reply: TestResponse) -> None:
    """Records the problem of *reply* as the example of the response *name*."""
    assert reply.mimetype == PROBLEM, (name, reply.text)
    call.recorded[name]["reply"][PROBLEM] = reply.get_json()
