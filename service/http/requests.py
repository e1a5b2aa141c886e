"""Token, facts and media type in the headers of a request."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flask import g, request
from werkzeug.exceptions import NotAcceptable

from domain.messages import Message

from ..shared.errors import UnknownToken

_TAG = re.compile(r'(W/)?"([^"]*)"')
_TAGS = re.compile(rf"\s*{_TAG.pattern}\s*(,\s*{_TAG.pattern}\s*)*")
_SEQ = re.compile(r"(\d{1,15})(-[0-9a-z-]+)?(:gzip)?", re.ASCII)
"""The tag of a match at a fact. It may name a set of names, a language, and compression."""


def optional_token() -> str | None:
    """Returns the token of the header, or that of the browser's session, or `None`.

    Raises `UnknownToken` for a header without a bearer token.
    """
    header = token_of(request.environ.get("HTTP_AUTHORIZATION"))
    name: str | None = g.get("token") if header is None else header
    return name


def require_token() -> str:
    """Returns the token of the request. Raises `UnknownToken` if there is none."""
    return require_sent_token(optional_token())


def token_of(authorization: str | None) -> str | None:
    """Returns the token in the header `Authorization`, if there is one. Raises `UnknownToken`."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise UnknownToken(Message("A token is sent as “Authorization: Bearer <token>”."))
    return token.strip()


def require_sent_token(token: str | None) -> str:
    """Returns *token*. Raises `UnknownToken` if there is none."""
    if token is None:
        raise UnknownToken(Message("This needs a token, sent as “Authorization: Bearer <token>”."))
    return token


def parse_tags(header: str) -> list[int]:
    """Returns the facts that the strong tags of *header* are of.

    Weak tags are like no other (RFC 9110, 13.1.1).
    """
    tags = _TAG.findall(header) if _TAGS.fullmatch(header) else []
    return [int(seq[1]) for weak, tag in tags if not weak and (seq := _SEQ.fullmatch(tag))]


def tagged_seq(header: str) -> int | None:
    """Returns the fact of the only tag in *header*.

    It is 0 for an unknown tag, and `None` without a header.
    """
    sent = request.headers.get(header, "").strip()
    if not sent or sent == "*":
        return None
    tags = [_SEQ.fullmatch(tag) for weak, tag in _TAG.findall(sent) if not weak]
    return max((int(tag[1]) for tag in tags if tag), default=0)


def last_event_seq() -> int:
    """Returns the `seq` of `Last-Event-ID`, or 0."""
    header = request.headers.get("Last-Event-ID", "")
    return int(header) if header.isascii() and header.isdigit() and len(header) < 16 else 0


def preferred_type(types: Sequence[str]) -> str:
    """Returns the client's favourite of *types*, or the first if it has none.

    Raises `NotAcceptable`.
    """
    if not request.accept_mimetypes:
        return types[0]
    best = request.accept_mimetypes.best_match(types)
    if best is None:
        raise NotAcceptable(Message("There is {types}.", types=", ".join(types)))
    return best
