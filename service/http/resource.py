"""Contracts of views, with route, arguments, replies and errors.

A resource wraps a blueprint of flask-smorest and preserves the types of the decorated views.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from types import UnionType
from typing import Any, Protocol, TypeVar, get_args

import flask
import marshmallow as ma
from flask_smorest import Blueprint
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import UnsupportedMediaType

from domain.messages import Message
from domain.published_schemas import schemas_of

from .addresses import API
from .bodies.json_bodies import JSON, read_json
from .bodies.schemas import FreshnessQuery, LanguageQuery
from .bodies.struct_bodies import read_body
from .contract.descriptions import KINDS_OF_TOKENS
from .contract.headers import header_references
from .contract.schemas import REF, body_schema, name_of
from .middleware.reply_headers import MARK, Deprecation
from .tags import Tag
from .views import Reader, add_reader, query_reader, wrap_view

View = TypeVar("View", bound=Callable[..., Any])


class Decorator(Protocol):
    """Adds to a contract, and leaves the view's type as it is."""

    def __call__(self, view: View, /) -> View:
        """Returns *view*, decorated."""


REFUSED_ANYWHERE = {
    "GET": (422, 429, 503),
    "POST": (400, 409, 422, 429, 503),
    "PUT": (422, 429, 503),
    "DELETE": (422, 429, 503),
}
"""Errors of all requests, by method. The causes are queries, keys, limits, and the lag of views."""

REPLIES = {
    200: "The request succeeded.",
    201: "The service created the resource.",
    202: "A job carries out the request; `Location` is its address.",
    503: "The service is not ready.",
}
UNCHANGED = "The copy of the client is current: `If-None-Match` has its ETag."


class StrictParser(FlaskParser):
    """Parser of requests. Bodies must have the type JSON, and unknown query parameters are errors."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012 - the library's declaration
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": ma.RAISE,
    }

    def load_json(self, req: flask.Request, schema: ma.Schema) -> Any:
        """Returns the JSON body of the request. It must have one meaning for every reader."""
        if not req.is_json:
            raise UnsupportedMediaType(Message("The body has to be JSON: Content-Type: application/json."))
        return read_json(req.get_data())


class Resource:
    """A group of views, documented under *tag*, with the *bodies* that no view returns as a whole.

    Its *name* is that of its endpoints. Their addresses begin with *prefix*.
    """

    def __init__(self, name: str, tag: Tag, *bodies: Any, prefix: str = API) -> None:
        self.prefix = prefix
        self.blueprint = Blueprint(name, __name__)
        self.tag = tag
        self.rules = set[str]()
        self.blueprint.ARGUMENTS_PARSER = StrictParser()
        self.bodies: list[Any] = [*bodies]
        """What msgspec writes into replies of these views."""

    def get(self, rule: str, *headers: str) -> Decorator:
        """Answers GET on *rule*, and reads *headers*, named as the document names them."""
        return self._add_route("GET", rule, (*headers, *{"IF_NONE_MATCH"} - {*headers}))

    def post(self, rule: str, *headers: str) -> Decorator:
        """Answers POST on *rule*, and reads *headers*, named as the document names them."""
        return self._add_route("POST", rule, (*headers, "IDEMPOTENCY_KEY"))

    def put(self, rule: str) -> Decorator:
        """Answers PUT on *rule*."""
        return self._add_route("PUT", rule, ())

    def delete(self, rule: str) -> Decorator:
        """Answers DELETE on *rule*."""
        return self._add_route("DELETE", rule, ())

    def _add_route(self, method: str, rule: str, headers: tuple[str, ...]) -> Decorator:
        self.rules.add(rule)
        route: Decorator = self.blueprint.route(rule, methods=[method], tags=[self.tag.value])

        def decorate(view: View) -> View:
            _document(
                view, self.blueprint.doc(operationId=operation_id(view.__name__), summary=summary_of(view))
            )
            for status in REFUSED_ANYWHERE[method]:
                _document(view, self.blueprint.alt_response(status, HTTPStatus(status).name))
            if method == "GET":
                _document(view, self.blueprint.alt_response(304, description=UNCHANGED, success=True))
                self.response_headers(200, "ETag")(view)
                self.response_headers(304, "ETag")(view)
            _note_headers(view, headers)
            _note_query(view)
            return route(wrap_view(view, method))  # type: ignore[return-value]

        return decorate

    def security(self, *scopes: str) -> Decorator:
        """Documents that the view needs a token of one of *scopes*."""
        return _documenting(self.blueprint.doc(security=[{"token": []}], **{KINDS_OF_TOKENS: [*scopes]}))

    def arguments(self, schema: type[ma.Schema], location: str = "json", example: Any = None) -> Decorator:
        """Passes the view a dict that *schema* has loaded. *example* is for the document."""
        document = self.blueprint.arguments(schema(), location=location, example=example)
        parse = partial(self.blueprint.ARGUMENTS_PARSER.parse, schema(), location=location)
        read = query_reader(schema(), parse) if location == "query" else parse

        def decorate(view: View) -> View:
            _document(view, document)
            add_reader(view, Reader(read, issubclass(schema, FreshnessQuery)))
            return view

        return decorate

    def json_body(self, kind: Any, example: Any) -> Decorator:
        """Passes the view the body as *kind*, a struct or one of several. *example* is for the document."""
        self.bodies += get_args(kind) or (kind,)
        (schema,), _ = schemas_of([kind], REF)
        content = {JSON: {"schema": schema, "example": example}}
        document = self.blueprint.doc(requestBody={"required": True, "content": content})

        def decorate(view: View) -> View:
            _document(view, document)
            add_reader(view, Reader(partial(read_body, kind)))
            return view

        return decorate

    def file_body(self, schema: str, *content_types: str, other: str = "") -> Decorator:
        """Documents a body that the view reads itself, *schema* as JSON or text in another type.

        With an *other* schema JSON may be of either.
        """
        schemas = (schema, other) if other else (schema,)
        content = {
            content_type: {"schema": body_schema(content_type, *schemas)} for content_type in content_types
        }
        return _documenting(self.blueprint.doc(requestBody={"required": True, "content": content}))

    def returns(self, status: int, body: Any, *content_types: str) -> Decorator:
        """Documents the reply of the view, as JSON or in each of *content_types*.

        *body* is its type, a union of types for lines of several, or the name of a schema that only the
        document has.
        """
        kinds = get_args(body) if isinstance(body, UnionType) else (body,)
        self.bodies += (kind for kind in kinds if not isinstance(kind, str))
        names = [kind if isinstance(kind, str) else name_of(kind) for kind in kinds]
        about = {"description": REPLIES[status]}

        def decorate(view: View) -> View:
            for content_type in content_types or (JSON,):
                fields = body_schema(content_type, *names)
                _document(view, self.blueprint.response(status, fields, content_type=content_type, **about))
            leads_on = "next" in getattr(body, "__struct_fields__", ())
            return self.response_headers(status, "Link")(view) if leads_on else view

        return decorate

    def response_headers(self, status: int, *headers: str) -> Decorator:
        """Documents the *headers* of a reply of this *status*."""
        return _documenting(self.blueprint.doc(responses={status: header_references(*headers)}))

    def deprecated(self, deprecation: Deprecation) -> Decorator:
        """Marks the operation as deprecated, in the document and in each reply."""
        document = self.blueprint.doc(deprecated=True)

        def decorate(view: View) -> View:
            _document(view, document)
            setattr(view, MARK, deprecation)
            return view

        return decorate

    def returns_nothing(self, status: int, reason: str) -> Decorator:
        """Documents that the view may return no body, and *reason*."""

        def decorate(view: View) -> View:
            _document(view, self.blueprint.alt_response(status, description=reason, success=True))
            return view

        return decorate

    def errors(self, *statuses: int) -> Decorator:
        """Documents the problems of the view.

        Every view with 401 also has 403. A known token may lack the right, and the public of a fork may have
        to wait for the end of its origin.
        """

        def decorate(view: View) -> View:
            for status in sorted({*statuses, 403} if 401 in statuses else {*statuses}):
                _document(view, self.blueprint.alt_response(status, HTTPStatus(status).name))
            return view

        return decorate


def operation_id(name: str) -> str:
    """Returns the operation id of a view. `list_matches` becomes `listMatches`."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def summary_of(view: Callable[..., Any]) -> str:
    """Returns the first line of the docstring of *view*, without the full stop."""
    return (view.__doc__ or "").partition("\n")[0].removesuffix(".")


def _document(view: View, decorate: Callable[[Any], Any]) -> None:
    """Adds the documentation of *decorate* to *view* without its wrapper. Views return whole responses.

    It decorates an empty function, because the library copies all attributes of a function each time.
    """
    view._apidoc = _merge(getattr(view, "_apidoc", {}), decorate(_empty_function())._apidoc)  # type: ignore[attr-defined]


def _documenting(document: Callable[[Any], Any]) -> Decorator:
    """Returns the decorator that adds the documentation of *document*."""

    def decorate(view: View) -> View:
        _document(view, document)
        return view

    return decorate


def _empty_function() -> Callable[[], None]:
    return lambda: None


def _merge(first: Any, second: Any) -> Any:
    """Returns *first* with *second*. Mappings merge field by field, and lists append."""
    if isinstance(first, dict) and isinstance(second, dict):
        return first | {
            field: _merge(first[field], second[field]) if field in first else second[field]
            for field in second
        }
    return [*first, *second] if isinstance(first, list) and isinstance(second, list) else second


def query_of(view: Callable[..., Any]) -> ma.Schema | None:
    """Returns the schema of the query of *view*, if it has one."""
    parameters = getattr(view, "_apidoc", {}).get("arguments", {}).get("parameters", ())
    schemas = (
        parameter["schema"]
        for parameter in parameters
        if isinstance(parameter, Mapping) and parameter["in"] == "query"
    )
    return next(schemas, None)


def _note_query(view: View) -> None:
    """Documents the parameter `lang` of a *view* without a query of its own."""
    if query_of(view) is None:
        arguments = view._apidoc.setdefault("arguments", {})  # type: ignore[attr-defined]
        fields = {"in": "query", "schema": LanguageQuery()}
        arguments.setdefault("parameters", []).append(fields)


def _note_headers(view: View, headers: tuple[str, ...]) -> None:
    """Documents *headers* of *view*. The library would add them to every view of the same path."""
    if headers:
        arguments = view._apidoc.setdefault("arguments", {})  # type: ignore[attr-defined]
        arguments.setdefault("parameters", []).extend(headers)
