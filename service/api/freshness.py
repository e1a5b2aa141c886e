"""Freshness: who has written reads what was written, by the position that the reply told."""

from __future__ import annotations

from flask import Flask, request

from domain.messages import Message

from .problems import NotYet
from .replies import house


def publish(app: Flask) -> None:
    """Lets no request of *app* read before the log has come to `min_position`.

    What is read from the log itself is there then; what is read from a view waits for it.
    """
    app.before_request(_check)


def _check() -> None:
    least = request.args.get("min_position", 0, int)
    if least and request.blueprint and least > house().store.position():
        raise NotYet(Message("Nothing stands at position {least} yet.", least=least))
