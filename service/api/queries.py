"""Queries: each parameter is one that the document tells of, and comes once unless it is a list."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import marshmallow as ma
from flask import Flask, request
from webargs.multidictproxy import MultiDictProxy
from werkzeug.exceptions import UnprocessableEntity

from domain.messages import Message

from .contract import Resource, query_of
from .schemas import Spoken


def publish(app: Flask, resources: tuple[Resource, ...]) -> None:
    """Lets no view of *resources* be asked for what it does not know, or twice for what it takes once."""
    ours = {resource.blueprint.name for resource in resources}
    views = app.view_functions.items()
    asked = {endpoint: query_of(view) for endpoint, view in views if endpoint.partition(".")[0] in ours}
    app.before_request(partial(_check, asked))


def _check(asked: Mapping[str, ma.Schema | None]) -> None:
    schema = asked.get(request.endpoint or "")
    if schema is None:
        return
    lists = MultiDictProxy(request.args, schema).multiple_keys
    often = [name for name, values in request.args.lists() if len(values) > 1 and name not in lists]
    # What a view takes, it checks itself.
    wrong = dict[str, Any](schema.validate(request.args)) if isinstance(schema, Spoken) else {}
    if often or wrong:
        raise refused(wrong | {name: [Message("This comes once.")] for name in often})


def refused(wrong: Mapping[str, Any]) -> UnprocessableEntity:
    """Returns what to raise for a query with something *wrong*: sentences, by parameter."""
    refusal = UnprocessableEntity()
    refusal.data = {"messages": {"query": wrong}}  # type: ignore[attr-defined]
    return refusal
