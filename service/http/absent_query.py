"""Requests without a query: their parameters are the defaults, and no schema has to load them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import marshmallow as ma
from flask import request


def skip_absent_query(
    schema: ma.Schema, view: Callable[..., Any], loading: Callable[..., Any]
) -> Callable[..., Any]:
    """Returns *loading*, which loads the query by *schema* for *view*, and skips that where none came."""
    try:
        defaults = schema.load({})
    except ma.ValidationError:  # it needs a parameter
        return loading

    made = {
        field.attribute or name: field.load_default  # a language by the headers, say, or a list
        for name, field in schema.load_fields.items()
        if callable(field.load_default)
    }

    @wraps(loading)
    def pass_parameters(*sent: Any, **named: Any) -> Any:
        if request.query_string:
            return loading(*sent, **named)
        parameters = defaults | {name: make() for name, make in made.items()}
        return view(parameters, *sent, **named)

    return pass_parameters
