"""Repeating: what `Idempotency-Key` makes of a request that writes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Flask, Response, request

from domain.messages import Message

from ..repeats import Reply, WrongKey
from .contract import Resource
from .replies import house
from .requests import bearer

KEY = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
"""The header of a reply that was given before."""

_KEY = re.compile(r"[!-~]{1,255}")


def publish(app: Flask, resources: tuple[Resource, ...]) -> None:
    """Lets every POST of *resources* be repeated."""
    writing = {resource.blueprint.name for resource in resources}
    for rule in app.url_map.iter_rules():
        if "POST" in (rule.methods or ()) and rule.endpoint.partition(".")[0] in writing:
            app.view_functions[rule.endpoint] = repeatable(app.view_functions[rule.endpoint])


def repeatable(view: Callable[..., Any]) -> Callable[..., Any]:
    """Returns *view*, carried out once for every key; a refusal changes nothing, and is not kept."""

    @wraps(view)
    def once(**asked: Any) -> Any:
        key = request.headers.get(KEY)
        if key is None:
            return view(**asked)
        if not _KEY.fullmatch(key):
            raise WrongKey(
                Message("An {key} has 1 to 255 visible characters, such as those of a UUID.", key=KEY)
            )
        repeats = house().matches.repeats
        with repeats.once(bearer(), f"{request.remote_addr}", key, _digest()) as repeat:
            if (before := repeat.reply) is not None:
                return Response(before.body, before.status, [*before.headers, (REPLAYED, "true")])
            reply = view(**asked)
            if reply.status_code < 300:
                repeats.keep(repeat, Reply(reply.status_code, [*reply.headers], reply.get_data()))
            return reply

    return once


def _digest() -> str:
    """Returns the SHA-256 of all that the request says."""
    follows, kind = request.headers.get("If-Match", ""), request.content_type or ""
    told = (request.method, request.full_path, follows, kind)
    return hashlib.sha256("\n".join(told).encode() + b"\n" + request.get_data()).hexdigest()
