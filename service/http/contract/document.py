"""The OpenAPI document of the service. Each process creates it once, on demand."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from importlib.metadata import version
from threading import RLock
from typing import Any

import msgspec
from flask import Flask, Response
from flask_smorest import Api

from ..addresses import API
from ..bodies.json_bodies import JSON
from ..bodies.schemas import Problem
from ..constants import constant
from ..errors import PROBLEM
from ..heavy import heavy
from ..pages import Pages
from ..resource import Resource
from ..tags import DESCRIPTIONS
from ..views import wrap_view
from .descriptions import TOKEN, describe_document, describe_tokens, describe_types
from .examples import add_examples
from .games import split_by_game
from .headers import add_headers
from .schemas import REF, describe_defaults, schemas_of

ABOUT = """Recount records matches of tabletop games and tournaments of them, fact by fact.

Clients play matches, run tournaments, follow results and verify records. A question waits for the answer of a
seat; facts follow from it. `seq` counts the facts of a match or tournament, `ply` the answers of a match, and
`position` the facts of the service. A reply never contains what its viewer may not see. A request without a
token has the view of a spectator. Examples come from recorded matches and a tournament; they show at most two
items of a list.
"""

INFO = {
    "description": ABOUT,
    "contact": {"name": "The operator of this service"},
    "license": {"name": "MIT", "identifier": "MIT"},
}

TEXT = {"type": "string"}
KEY = {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"}

HEADERS = {
    "LAST_EVENT_ID": {"name": "Last-Event-ID", "schema": TEXT},
    "SEEN": {"name": "If-Match", "schema": TEXT},
    "VIEWER": {"name": "X-Viewer", "schema": TEXT},
    "IDEMPOTENCY_KEY": {"name": "Idempotency-Key", "schema": KEY},
    "IDEMPOTENCY_SECRET": {"name": "Idempotency-Secret", "schema": KEY | {"minLength": 22}},
}
"""Headers that requests may have, by their components."""

NUMBER = {"type": "integer"}

OWN = {
    "CloudEventBatch": {
        "description": "Facts as CloudEvents, in order.",
        "type": "array",
        "items": {"$ref": REF.format(name="CloudEvent")},
    },
    "JsonSchema": {"description": "A JSON Schema (draft 2020-12).", "type": "object"},
    "OEmbed": {
        "description": "The embedding of a page in other sites, after oEmbed 1.0.",
        "type": "object",
        "properties": {
            **dict.fromkeys(("version", "type", "title", "provider_name", "provider_url"), TEXT),
            **dict.fromkeys(("html", "thumbnail_url"), TEXT),
            **dict.fromkeys(("width", "height", "cache_age"), NUMBER),
            **dict.fromkeys(("thumbnail_width", "thumbnail_height"), NUMBER),
        },
        "required": ["version", "type", "title", "html", "width", "height"],
    },
}
"""Schemas without a type in Python."""


AT_ROOT = [{"url": "/"}]
"""The server of paths outside the API, such as pages for other sites and endpoints for operators."""


class Document:
    """The OpenAPI document of *app*, created on demand."""

    def __init__(self, app: Flask) -> None:
        self._app, self._lock = app, RLock()
        self.resources: list[Resource] = []
        self.webhooks: dict[str, Any] = {}
        self._content: dict[str, Any] | None = None
        self._json: bytes | None = None

    @property
    def content(self) -> dict[str, Any]:
        """The document as plain data."""
        with self._lock:
            if self._content is None:
                self._content = make_document(self._app, self.resources) | {"webhooks": self.webhooks}
            return self._content

    def to_json(self) -> bytes:
        """Returns the document as JSON."""
        with self._lock:
            if self._json is None:
                self._json = msgspec.json.encode(self.content)
            return self._json


def init_app(app: Flask) -> None:
    """Serves the document of all resources of *app* at `/api/v1/openapi.json`."""
    document = app.extensions["openapi"] = Document(app)

    @heavy
    @constant()
    def get_document() -> Response:
        return Response(document.to_json(), content_type=JSON)

    app.add_url_rule(f"{API}/openapi.json", "openapi", wrap_view(get_document, "GET"))


def register_resources(app: Flask, *resources: Resource) -> None:
    """Adds *resources* to *app* and to its document."""
    app.extensions["openapi"].resources += resources
    for resource in resources:
        app.register_blueprint(resource.blueprint, url_prefix=resource.prefix)


def register_webhook(app: Flask, name: str, item: dict[str, Any]) -> None:
    """Adds an outgoing call of *app* to its document. *item* has the operation of the receiver."""
    app.extensions["openapi"].webhooks[name] = item


def make_document(app: Flask, resources: list[Resource]) -> dict[str, Any]:
    """Returns the document of *resources* and of the documented pages of *app*."""
    api = _make_api()
    for name, schema in (schemas_of(list(_iter_bodies(resources))) | OWN).items():
        api.spec.components.schema(name, schema)
    for resource in resources:
        api.register_blueprint(resource.blueprint)
    document: dict[str, Any] = api.spec.to_dict()
    for resource in resources:
        for rule in () if resource.prefix else resource.rules:
            document["paths"][rule]["servers"] = AT_ROOT
    document["tags"] = [{"name": tag.value, "description": text} for tag, text in DESCRIPTIONS.items()]
    document["paths"] |= {path: item | {"servers": AT_ROOT} for path, item in _page_paths(app).items()}
    add_headers(document)
    describe_tokens(document)
    schemas = document["components"]["schemas"]
    schemas["Lateness"] |= {"minProperties": 1, "maxProperties": 1}  # marshmallow cannot express it
    del schemas["PaginationMetadata"]  # the library's, and unused here
    describe_document(document)
    add_examples(document)
    describe_types(schemas["Problem"])
    split_by_game(schemas)
    for schema in schemas.values():
        describe_defaults(schema)
    return document


def _page_paths(app: Flask) -> dict[str, Any]:
    """Returns the documented operations of pages of *app* by their paths."""
    groups = (pages.paths for pages in app.blueprints.values() if isinstance(pages, Pages))
    return {path: deepcopy(item) for paths in groups for path, item in paths.items()}


def _iter_bodies(resources: list[Resource]) -> Iterator[Any]:
    """Yields each type that *resources* read or write, once."""
    bodies = list[Any]()
    for body in (body for resource in resources for body in resource.bodies):
        if body not in bodies:
            bodies.append(body)
            yield body


def _make_api() -> Api:
    """Returns the collector of the document, in an application without routes."""
    app = Flask(__name__, static_folder=None)
    app.config |= {
        "API_TITLE": "Recount",
        "API_VERSION": version("recount"),
        "API_SPEC_OPTIONS": {"info": INFO, "servers": [{"url": API}]},
        "OPENAPI_VERSION": "3.1.0",
    }
    api = Api()
    api.ERROR_SCHEMA = Problem
    # `init_app` creates the error responses; the others follow later.
    api.DEFAULT_RESPONSE_CONTENT_TYPE = PROBLEM
    api.init_app(app)
    api.DEFAULT_RESPONSE_CONTENT_TYPE = JSON
    components = api.spec.components
    components.security_scheme("token", TOKEN)
    api.spec.options["security"] = [{"token": []}, {}]
    for component, header in HEADERS.items():
        components.parameter(component, "header", header)
    return api
