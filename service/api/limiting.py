"""Limiting: every request is counted before it is answered, and one too many is refused."""

from __future__ import annotations

import hashlib

from flask import Flask, Response, request

from ..limits import TooMany, Turnstile
from ..settings import Settings

FREE = ("health.healthz", "health.readyz", "health.metrics", "web.static")
"""What is never refused: what watches over the service, and the files of its pages."""
LOGINS = ("seats.claim", "web.sit", "desk.enter")
"""Where tokens are tried out."""


def publish(app: Flask, settings: Settings) -> None:
    """Lets *app* count who comes, if that is limited; a stream counts once, when it is opened."""
    if settings.limits is None:
        return
    turnstile = Turnstile(settings.limits, settings.redis_url)

    def count() -> None:
        if request.endpoint in FREE:
            return
        turnstile.let("address", _address())
        if sent := request.headers.get("Authorization"):
            turnstile.let("token", hashlib.sha256(sent.encode()).hexdigest())
        if request.endpoint in LOGINS and request.method == "POST":
            turnstile.let("login", _address())

    def count_guess(reply: Response) -> Response:
        """Counts an unknown token: none is ever found by chance, but looking one up takes time."""
        if reply.status_code != 401:
            return reply
        try:
            turnstile.let("login", _address())
        except TooMany as refusal:
            return app.make_response(app.handle_user_exception(refusal))
        return reply

    app.before_request(count)
    app.after_request(count_guess)


def _address() -> str:
    return request.remote_addr or "unknown"
