"""The OpenAPI document of all that the service answers: made when it is asked for, once a process."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import Any

import msgspec
from flask import Flask, Response, current_app
from flask_smorest import Api

from ..identity.viewers import VIEWER
from .conditional import conditional
from .json_bodies import JSON
from .openapi_games import split_by_game
from .openapi_headers import add_headers
from .openapi_schemas import schemas_of, tell_defaults
from .pages import Pages
from .problems import PROBLEM
from .resource import REF, Resource
from .schemas import Problem

ABOUT = """Matches of tabletop games, and tournaments of them, every fact kept: to play, to watch, to prove.

A game asks, a seat answers, facts follow. `seq` numbers the facts of a match, `ply` its answers, `position`
the facts of the whole service. What a viewer may not see is in no reply; who sends no token is the spectator.
"""

TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": (
        "What a token is good for: `claim` takes one seat, and comes from opening its match; `play` plays it "
        "then, and comes from taking it; `edit` writes one commentary, and comes from opening it; `player` "
        "is the key of an account, and comes from making it, or a guest's token in a tournament, and comes "
        "from being registered; `judge`, `organize`, `read` and `integrate` are "
        "scopes of API tokens, which the operator issues."
    ),
}

SEEN = {
    "name": "If-Match",
    "description": "The ETag that was seen last: then the command is refused if somebody was faster (412).",
    "schema": {"type": "string"},
}

LAST_EVENT_ID = {
    "name": "Last-Event-ID",
    "description": "The `id` of the last event that was heard: the stream goes on after it.",
    "schema": {"type": "string"},
}

IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "description": (
        "A name for this request, a UUID say. Sent again within a day, with the same key, it is not carried "
        "out again: it gets the reply that it got, marked “Idempotent-Replayed”. A refusal changed nothing, "
        "and is decided again. With another request the key is refused (422), and so it is while the first "
        "is under way (409)."
    ),
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
}

OWN = {
    "CloudEventBatch": {"type": "array", "items": {"$ref": REF.format(name="CloudEvent")}},
    "JsonSchema": {"type": "object"},
}
"""Schemas of what no type is written for."""

_RESOURCES = "openapi.resources"
_MAKING = Lock()


def init_app(app: Flask) -> None:
    """Serves the document of all resources of *app* at `/openapi.json`."""
    app.extensions[_RESOURCES] = []
    app.add_url_rule("/openapi.json", "openapi", conditional(_show))


def register(app: Flask, *resources: Resource) -> None:
    """Adds *resources* to *app* and to its document, with what they write."""
    app.extensions[_RESOURCES] += resources
    for resource in resources:
        app.register_blueprint(resource.blueprint)


def _show() -> Response:
    return Response(_written(current_app._get_current_object()), content_type=JSON)  # type: ignore[attr-defined]


def _written(app: Flask) -> bytes:
    with _MAKING:
        kept: bytes | None = app.extensions.get("openapi.document")
        if kept is None:
            kept = app.extensions["openapi.document"] = msgspec.json.encode(document(app))
    return kept


def document(app: Flask) -> dict[str, Any]:
    """Returns the document of *app*: what its resources and its documented pages take, return and refuse."""
    resources: list[Resource] = app.extensions[_RESOURCES]
    api = _api()
    for name, schema in (schemas_of(list(_bodies(resources))) | OWN).items():
        api.spec.components.schema(name, schema)
    for resource in resources:
        api.register_blueprint(resource.blueprint)
    told: dict[str, Any] = api.spec.to_dict()
    for pages in app.blueprints.values():
        if isinstance(pages, Pages):
            told["paths"] |= pages.paths
    add_headers(told)
    schemas = told["components"]["schemas"]
    schemas["Lateness"] |= {"minProperties": 1, "maxProperties": 1}  # marshmallow has no word for it
    split_by_game(schemas)
    for schema in schemas.values():
        tell_defaults(schema)
    return told


def _bodies(resources: list[Resource]) -> Iterator[Any]:
    """Yields each type that *resources* read or write, once."""
    seen = list[Any]()
    for body in (body for resource in resources for body in resource.bodies):
        if body not in seen:
            seen.append(body)
            yield body


def _api() -> Api:
    """Returns what gathers the document, in an application that serves nothing."""
    app = Flask(__name__, static_folder=None)
    app.config |= {
        "API_TITLE": "Recount",
        "API_VERSION": "1",
        "API_SPEC_OPTIONS": {"info": {"description": ABOUT}, "servers": [{"url": "/"}]},
        "OPENAPI_VERSION": "3.1.0",
    }
    api = Api()
    api.ERROR_SCHEMA = Problem
    # The error responses are made while the application is, everything else afterwards.
    api.DEFAULT_RESPONSE_CONTENT_TYPE = PROBLEM
    api.init_app(app)
    api.DEFAULT_RESPONSE_CONTENT_TYPE = JSON
    components = api.spec.components
    components.security_scheme("token", TOKEN)
    api.spec.options["security"] = [{"token": []}, {}]
    components.parameter("LAST_EVENT_ID", "header", LAST_EVENT_ID)
    components.parameter("SEEN", "header", SEEN)
    components.parameter("VIEWER", "header", VIEWER)
    components.parameter("IDEMPOTENCY_KEY", "header", IDEMPOTENCY_KEY)
    return api
