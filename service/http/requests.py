"""What a request says in its headers: who asks, which fact it follows, which form it wants."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from flask import g, request
from werkzeug.exceptions import NotAcceptable

from domain.errors import LocalizableError
from domain.messages import Message

from ..bootstrap import Services
from ..identity.accounts import Account
from ..shared.errors import UnknownToken
from .responses import services

_TAG = re.compile(r'(W/)?"([^"]*)"')
_TAGS = re.compile(rf"\s*{_TAG.pattern}\s*(,\s*{_TAG.pattern}\s*)*")
_SEQ = re.compile(r"(\d{1,15})(-[0-9a-z-]+)?(:gzip)?", re.ASCII)
"""The tag of a match that stands at a fact: with certain names, in a language, compressed."""


class NoIfMatch(LocalizableError):
    """An answer has to say which fact of the match it follows."""

    slug = "if-match-required"


def bearer() -> str | None:
    """Returns the token that was sent, or that of the browser's session, or `None`.

    Raises `UnknownToken` when what was sent is no bearer token.
    """
    sent = token_of(request.environ.get("HTTP_AUTHORIZATION"))
    known: str | None = g.get("token") if sent is None else sent
    return known


def needed_bearer() -> str:
    """Returns the token that was sent; raises `UnknownToken` when there is none."""
    return needed(bearer())


def token_of(authorization: str | None) -> str | None:
    """Returns the token in the header `Authorization`, if it was sent; raises `UnknownToken`."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise UnknownToken(Message("A token is sent as “Authorization: Bearer <token>”."))
    return token.strip()


def needed(token: str | None) -> str:
    """Returns *token*; raises `UnknownToken` when there is none."""
    if token is None:
        raise UnknownToken(Message("This needs a token, sent as “Authorization: Bearer <token>”."))
    return token


def who(asked: Mapping[str, Any], name: str) -> str | Account:
    """Returns the account whose `key` was *asked* with, or what a guest is to be called, from field *name*.

    Raises `UnknownToken`.
    """
    return services().accounts.of(asked["key"]) if "key" in asked else str(asked[name])


def followed(match: str) -> int:
    """Returns the `seq` of `If-Match`, as `followed_seq`."""
    return followed_seq(services(), request.headers.get("If-Match", ""), match)


def followed_seq(within: Services, if_match: str, match: str) -> int:
    """Returns the `seq` of the header *if_match*, 0 when none of its tags was ever one of *match*.

    Of several it is the last that the match has come to; `*` is the one where it stands. Weak tags are like
    no other (RFC 9110, 13.1.1). Raises `NoIfMatch`, and `UnknownMatch`.
    """
    sent = if_match.strip()
    if not sent:
        raise NoIfMatch(Message('An answer names the fact it follows: “If-Match: "<seq>"”.'))
    if sent == "*":
        return within.repository.get(match).match.seq
    tags = _TAG.findall(sent) if _TAGS.fullmatch(sent) else []
    known = [int(seq[1]) for weak, tag in tags if not weak and (seq := _SEQ.fullmatch(tag))]
    if len(known) > 1:
        now = within.repository.get(match).match.seq
        known = [seq for seq in known if seq <= now]
    return max(known, default=0)


def tagged_seq(header: str) -> int | None:
    """Returns the fact that the one tag in *header* is of; 0 for a tag of none, `None` without a header."""
    sent = request.headers.get(header, "").strip()
    if not sent or sent == "*":
        return None
    tags = [_SEQ.fullmatch(tag) for weak, tag in _TAG.findall(sent) if not weak]
    return max((int(tag[1]) for tag in tags if tag), default=0)


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
