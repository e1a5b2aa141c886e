"""Carries out a request with `Idempotency-Key` and `Idempotency-Secret` once."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from flask import Response, g, request
from werkzeug.exceptions import BadRequest

from domain.messages import Message

from ..bodies.json_bodies import read_json
from ..requests import optional_token
from ..services import services
from .idempotency import IdempotencyKeys, IdempotentRequest, InvalidKey, Reply

KEY = "Idempotency-Key"
SECRET = "Idempotency-Secret"
REPLAYED = "Idempotent-Replayed"
"""The header of a repeated reply."""

_KEY = re.compile(r"[!-~]{1,255}")
_SECRET = re.compile(r"[!-~]{22,255}")
"""As many characters of base64 hold 128 bits."""


def carry_out_once(view: Callable[..., Any], path: Mapping[str, Any]) -> Any:
    """Returns the reply of *view*, and calls it once for each key.

    A refusal changes and stores nothing.
    """
    key, secret = request.headers.get(KEY, ""), request.headers.get(SECRET)
    if not _KEY.fullmatch(key):
        raise InvalidKey(
            Message("An {key} has 1 to 255 visible characters, such as those of a UUID.", key=KEY)
        )
    if secret is not None and not _SECRET.fullmatch(secret):
        raise InvalidKey(
            Message("An {secret} has 22 to 255 visible characters, all of them random.", secret=SECRET)
        )
    repeats = services()[IdempotencyKeys]
    with repeats.track_request(
        optional_token(), f"{request.remote_addr}", key, _digest_request(), secret
    ) as repeat:
        g.idempotent_request = repeat
        if (before := repeat.stored_reply) is not None:
            return Response(before.body, before.status, [*before.headers, (REPLAYED, "true")])
        reply = view(**path)
        if reply.status_code < 300:
            repeats.store_reply(repeat, Reply(reply.status_code, [*reply.headers], reply.get_data()))
        return reply


def idempotent_request() -> IdempotentRequest | None:
    """Returns the current request if its client sent a key. Commands need it."""
    repeat: IdempotentRequest | None = g.get("idempotent_request")
    return repeat


def _digest_request() -> str:
    """Returns the SHA-256 of the request's content."""
    parameters = sorted(request.args.items(multi=True))
    content = (
        request.method,
        request.path,
        parameters,
        request.headers.get("If-Match", ""),
        _comparable_body(),
    )
    return hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()


def _comparable_body() -> object:
    """Returns the body in a form that ignores whitespace and order of JSON."""
    if request.is_json:
        with suppress(BadRequest):  # the view rejects it
            return read_json(request.get_data())
    return request.mimetype, request.get_data()
