"""Checks that each query parameter is documented, and single unless it is a list."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Request, current_app
from webargs.multidictproxy import MultiDictProxy

from domain.messages import Message

from ..errors import query_error
from ..resource import query_of
from .schemas import LanguageQuery


def check_query(request: Request) -> None:
    """Rejects unknown parameters, and repeated ones where the endpoint takes one value."""
    if not request.query_string:  # no parameter is required of every view
        return
    view = current_app.view_functions.get(request.endpoint or "")
    schema = query_of(view) if view else None
    if schema is None:
        return
    lists = MultiDictProxy(request.args, schema).multiple_keys
    repeated = [name for name, values in request.args.lists() if len(values) > 1 and name not in lists]
    # A view checks its own parameters.
    errors = dict[str, Any](schema.validate(request.args)) if isinstance(schema, LanguageQuery) else {}
    if repeated or errors:
        raise query_error(errors | {name: [Message("This comes once.")] for name in repeated})


def to_milliseconds(time: datetime | None, otherwise: float) -> float:
    """Returns a *time* in milliseconds since 1970, or *otherwise* for `None`."""
    return otherwise if time is None else time.timestamp() * 1000
