"""Bodies that scripts of our pages send and read."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from flask import Response, request
from msgspec import Struct
from werkzeug.exceptions import BadRequest

from domain.published import encode

from .json_bodies import JSON, read_json

Sent = TypeVar("Sent", bound=Struct)


def read_script_body(shape: type[Sent]) -> Sent:
    """Returns the body from our script as *shape*. Raises `BadRequest`."""
    try:
        return msgspec.convert(read_json(request.get_data()), type=shape)
    except msgspec.ValidationError as error:
        raise BadRequest(f"{shape.__name__}: {error}.") from error


def script_response(content: object) -> Response:
    """Returns *content* as JSON for our scripts. No cache stores it."""
    return Response(encode(content), headers={"Cache-Control": "no-store"}, content_type=JSON)
