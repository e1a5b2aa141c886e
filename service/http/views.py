"""Wraps a view of the API with readers of its arguments and the completion of its reply."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

import marshmallow as ma
from flask import Response, request

from .middleware.consistency import read_fresh
from .middleware.idempotency_header import KEY, SECRET, carry_out_once
from .responses import make_conditional

READERS = "readers"
"""The attribute of a view for its readers."""


class Reader(NamedTuple):
    """Reads an argument of a view from the request. A *fresh* one names the position to include."""

    read: Callable[[], Any]
    fresh: bool = False


def add_reader(view: Callable[..., Any], reader: Reader) -> None:
    """Adds *reader*. Its argument precedes those of *view* so far."""
    setattr(view, READERS, (reader, *getattr(view, READERS, ())))


def wrap_view(view: Callable[..., Any], method: str) -> Callable[..., Any]:
    """Returns *view* for requests of *method*.

    A reply to GET has an ETag. POST with a key runs once.
    """
    readers: tuple[Reader, ...] = getattr(view, READERS, ())
    is_fresh = any(reader.fresh for reader in readers)

    def call(**path: Any) -> Any:
        arguments = [reader.read() for reader in readers]
        return read_fresh(view, arguments, path) if is_fresh else view(*arguments, **path)

    @wraps(view)
    def answer(**path: Any) -> Any:
        repeats = method == "POST" and (KEY in request.headers or SECRET in request.headers)
        reply = carry_out_once(call, path) if repeats else call(**path)
        if not isinstance(reply, Response):
            return reply
        return make_conditional(reply) if method == "GET" else reply

    return answer


def query_reader(schema: ma.Schema, parse: Callable[[], Any]) -> Callable[[], Any]:
    """Returns *parse* with a shortcut for requests without a query, as *schema* has defaults for those."""
    try:
        defaults = schema.load({})
    except ma.ValidationError:  # a parameter is required
        return parse

    factories = {
        field.attribute or name: field.load_default  # a language by the headers, say, or a list
        for name, field in schema.load_fields.items()
        if callable(field.load_default)
    }

    def read() -> Any:
        if request.query_string:
            return parse()
        return defaults | {name: factory() for name, factory in factories.items()}

    return read
