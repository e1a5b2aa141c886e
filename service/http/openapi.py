"""The OpenAPI document, and the application's resources in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from flask import Flask
from flask_smorest import Api

from ..identity.viewers import VIEWER
from .json_bodies import JSON
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
    # A game's events are its own: /games/{game}/facts.schema.json tells them all.
    "Event": {"type": "object", "properties": {"type": {"type": "string"}}, "required": ["type"]},
    "CloudEventBatch": {"type": "array", "items": {"$ref": REF.format(name="CloudEvent")}},
    "JsonSchema": {"type": "object"},
}
"""Schemas of what no type is written for."""


def init_app(app: Flask) -> None:
    """Serves the document of all resources of *app* at `/openapi.json`."""
    app.config |= {
        "API_TITLE": "Recount",
        "API_VERSION": "1",
        "API_SPEC_OPTIONS": {"info": {"description": ABOUT}, "servers": [{"url": "/"}]},
        "OPENAPI_VERSION": "3.1.0",
        "OPENAPI_URL_PREFIX": "/",
    }
    api = app.extensions["api"] = Api()
    api.ERROR_SCHEMA = Problem
    # The error responses are made while the application is, everything else afterwards.
    api.DEFAULT_RESPONSE_CONTENT_TYPE = PROBLEM
    api.init_app(app)
    api.DEFAULT_RESPONSE_CONTENT_TYPE = JSON
    for name, schema in OWN.items():
        api.spec.components.schema(name, schema)
    api.spec.components.security_scheme("token", TOKEN)
    api.spec.options["security"] = [{"token": []}, {}]
    api.spec.components.parameter("LAST_EVENT_ID", "header", LAST_EVENT_ID)
    api.spec.components.parameter("SEEN", "header", SEEN)
    api.spec.components.parameter("VIEWER", "header", VIEWER)
    api.spec.components.parameter("IDEMPOTENCY_KEY", "header", IDEMPOTENCY_KEY)


def register(app: Flask, *resources: Resource) -> None:
    """Adds *resources* to *app* and to its document, with what they write."""
    api: Api = app.extensions["api"]
    schemas = api.spec.components.schemas
    for resource in resources:
        for name, schema in _schemas(resource.bodies).items():
            if name not in schemas:
                api.spec.components.schema(name, schema)
        api.register_blueprint(resource.blueprint)
        if (delay := schemas.get("Lateness")) is not None:
            delay |= {"minProperties": 1, "maxProperties": 1}  # marshmallow has no word for it


def _schemas(bodies: Iterable[Any]) -> dict[str, Any]:
    """Returns the JSON Schemas of *bodies*, with what msgspec cannot know of them."""
    _, schemas = msgspec.json.schema_components(bodies, ref_template=REF)
    named: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(schemas).replace(b"Scene_Any_", b"Scene"))
    if "Scene" in named:
        named["Scene"]["title"] = "Scene"
    return named
