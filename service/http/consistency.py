"""Freshness: who has written reads what was written, by the position that the reply told."""

from __future__ import annotations

from flask import Flask, request

from domain.messages import Message

from .problems import NotYet
from .query_parameters import refused
from .responses import house
from .schemas import LARGEST

AHEAD = 1_000_000
"""How many facts a database that stood in for another may be behind what the other has told."""


def init_app(app: Flask) -> None:
    """Lets no request of *app* read before the log has come to `min_position`.

    What is read from the log itself is there then; what is read from a view waits for it.
    """
    app.before_request(_check)


def _check() -> None:
    asked = request.args.get("min_position", "")
    spelt = len(asked) < 17 and asked.isascii() and asked.isdigit()
    if not (request.blueprint and spelt) or (least := int(asked)) > LARGEST:
        return  # what is wrong with it is for its schema to say
    ahead = least - house().store.position()
    if ahead > AHEAD:
        raise refused({"min_position": [Message("No reply has told of position {least}.", least=least)]})
    if ahead > 0:
        raise NotYet(Message("Nothing stands at position {least} yet.", least=least))
