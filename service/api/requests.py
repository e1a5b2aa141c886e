"""What a request says in its headers: who asks, which fact it follows, which form it wants."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flask import g, request
from werkzeug.exceptions import NotAcceptable

from domain.messages import Message

from ..records import UnknownToken
from .problems import NoIfMatch

_TAG = re.compile(r'\s*(?:W/)?"(\d{1,15})(?:-[0-9a-z-]+)?"\s*')


def bearer() -> str | None:
    """Returns the token that was sent, or that of the browser's session, or `None`.

    Raises `UnknownToken` when what was sent is no bearer token.
    """
    sent = request.headers.get("Authorization")
    if sent is None:
        known: str | None = g.get("token")
        return known
    scheme, _, token = sent.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise UnknownToken(Message("A token is sent as “Authorization: Bearer <token>”."))
    return token.strip()


def needed_bearer() -> str:
    """Returns the token that was sent; raises `UnknownToken` when there is none."""
    token = bearer()
    if token is None:
        raise UnknownToken(Message("This needs a token, sent as “Authorization: Bearer <token>”."))
    return token


def followed() -> int:
    """Returns the `seq` of `If-Match`, 0 for a tag that was never ours; raises `NoIfMatch`."""
    sent = request.headers.get("If-Match", "")
    if not sent or sent.strip() == "*":
        raise NoIfMatch(Message('An answer names the fact it follows: “If-Match: "<seq>"”.'))
    tag = _TAG.fullmatch(sent)
    return int(tag[1]) if tag else 0


def resumed() -> int:
    """Returns the `seq` of `Last-Event-ID`, or 0."""
    sent = request.headers.get("Last-Event-ID", "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 16 else 0


def wanted(types: Sequence[str]) -> str:
    """Returns which of *types* the client likes best, the first when it does not mind.

    Raises `NotAcceptable`.
    """
    if not request.accept_mimetypes:
        return types[0]
    best = request.accept_mimetypes.best_match(types)
    if best is None:
        raise NotAcceptable(Message("There is {types}.", types=", ".join(types)))
    return best
