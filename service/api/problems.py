"""Problems (RFC 9457): what can go wrong, under which stable name, and the one table from errors to names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import flask
import msgspec
from flask import Flask, Response, request
from redis import RedisError
from werkzeug.exceptions import HTTPException

from domain.core import Drift, Illegal, Unplayable
from domain.table import NoSuchCase, WrongMoment
from domain.words import Asked
from replays.film import NoSuchMoment
from replays.why import NoSuchThing

from .. import journal
from ..cardsets import NoSuchCards, UnknownCards
from ..cases import Misfiled
from ..codec import UnknownFact
from ..evidence import NoSuchSize, Torn
from ..imports import MatchTaken, NotImported
from ..limits import TooMany
from ..options import WrongOptions
from ..records import (
    Forbidden,
    Stale,
    UnknownGame,
    UnknownMatch,
    UnknownSeat,
    UnknownToken,
)
from ..repeats import KeyReused, UnderWay, WrongKey
from ..rulebook import UnknownRule, cited
from ..sheets import Mistaken
from ..simulation import Busy
from ..store import Unavailable
from ..webhooks.addresses import WrongWebhook
from ..webhooks.subscriptions import UnknownWebhook

log = journal.logger(__name__)

PROBLEM = "application/problem+json"


class Kind(NamedTuple):
    """A kind of problem: its name for ever, its HTTP status, its title, and what to do about it."""

    slug: str
    status: int
    title: str
    advice: str


class NoIfMatch(Exception):
    """An answer has to say which fact of the match it follows."""


class Forged(Exception):
    """A browser wrote without the token of its page: it may have been made to by another site."""


class NotYet(Exception):
    """The log or its views have not come as far as was asked."""


KINDS: Mapping[str, Kind] = {
    slug: Kind(slug, status, title, advice)
    for slug, status, title, advice in (
        ("malformed", 400, "The body is no JSON", "Send a JSON object in UTF-8."),
        ("unknown-token", 401, "The token is unknown", "Send “Authorization: Bearer <token>”."),
        ("forged", 403, "The request is not from a page of ours", "Reload the page, and do it again."),
        ("not-yours", 403, "This is for somebody else to do", "Wait for your question; take your own seat."),
        ("not-found", 404, "There is nothing here", "The links at / lead to everything there is."),
        ("unknown-game", 404, "There is no such game", "GET /games lists the games of the house."),
        ("unknown-cards", 404, "There is no such card set", "GET /games/{game} lists those of a game."),
        ("unknown-rule", 404, "There is no such rule", "GET /games/{game}/rules lists the rules of a game."),
        ("unknown-match", 404, "There is no such match", "GET /matches lists the matches."),
        ("unknown-seat", 404, "There is no such seat", "Seats are counted from 0."),
        ("unknown-thing", 404, "There is nothing of that name", "Look at the match, and point into it."),
        ("unknown-case", 404, "There is no such case", "GET /matches/{match}/disputes lists the cases."),
        ("unknown-moment", 404, "The match has no such fact", "Ask for a fact the match has reached."),
        ("unknown-webhook", 404, "There is no such webhook", "GET /webhooks lists yours."),
        ("unknown-size", 404, "The log was never that long", "GET /checkpoint tells how long it is."),
        ("method", 405, "This cannot be done here", "The Allow header says what can."),
        ("not-acceptable", 406, "No such representation", "Ask for a type that the document lists."),
        ("wrong-key", 400, "This cannot be a key", "Take a UUID: “Idempotency-Key: <uuid>”."),
        ("key-reused", 422, "The key came with another request", "Take a new key for each request."),
        ("match-taken", 409, "There is such a match already", "What is here is never written over."),
        ("under-way", 409, "The first of these is under way", "Repeat it in a moment for its reply."),
        ("wrong-moment", 409, "The match is not at that point", "Look at the match: what is open now?"),
        ("stale", 412, "The match has gone on", "Look again, decide again, and send the new ETag."),
        ("too-large", 413, "The body is too large", "Imports may have 16 MiB, all else 64 KiB."),
        ("not-json", 415, "The body is not marked as JSON", "Send “Content-Type: application/json”."),
        ("invalid", 422, "The request has the wrong shape", "/openapi.json tells the right one."),
        ("not-an-option", 422, "This cannot be chosen", "`options` tells what can, `rule` why this cannot."),
        (
            "unplayable",
            422,
            "No match can be played like this",
            "GET /games/{game} tells what can be chosen.",
        ),
        ("not-imported", 422, "The file was not taken in", "`errors` tells what of its proofs is wrong."),
        ("wrong-webhook", 422, "Nobody can be told like this", "`errors` tells what of it is wrong."),
        ("misfiled", 422, "The case cannot be put like this", "`errors` tells what of it is wrong."),
        ("drift", 409, "The rules have changed under this question", "The operator has to bring them back."),
        ("too-many", 429, "Too many requests", "Wait as long as Retry-After says."),
        ("if-match-required", 428, "Which fact does this follow?", 'Send “If-Match: "<seq>"”.'),
        ("internal", 500, "The service failed", "Look again before you repeat a command."),
        ("cards-mistaken", 503, "A card set has mistakes", "The operator has to mend it."),
        ("cards-missing", 503, "The card set is not at hand", "The operator has to bring it back."),
        ("busy", 503, "Somebody else was first", "Try again in a minute."),
        ("newer-log", 503, "A newer version wrote this", "The operator has to start that version."),
        ("not-yet", 503, "The views are behind", "Try again in a moment."),
        ("torn-log", 503, "The log of heads was changed", "The operator has to look what was done to it."),
        ("unavailable", 503, "The store is out of reach", "Try again in a moment."),
    )
}

TABLE: Mapping[type[Exception], str] = {
    Busy: "busy",
    Drift: "drift",
    Forbidden: "not-yours",
    Forged: "forged",
    Illegal: "not-an-option",
    Misfiled: "misfiled",
    KeyReused: "key-reused",
    MatchTaken: "match-taken",
    Mistaken: "cards-mistaken",
    NoIfMatch: "if-match-required",
    NoSuchCards: "unknown-cards",
    NoSuchCase: "unknown-case",
    NoSuchMoment: "unknown-moment",
    NoSuchSize: "unknown-size",
    NoSuchThing: "unknown-thing",
    NotImported: "not-imported",
    NotYet: "not-yet",
    Stale: "stale",
    RedisError: "unavailable",
    TooMany: "too-many",
    Torn: "torn-log",
    Unavailable: "unavailable",
    UnderWay: "under-way",
    UnknownCards: "cards-missing",
    UnknownFact: "newer-log",
    UnknownGame: "unknown-game",
    UnknownMatch: "unknown-match",
    UnknownRule: "unknown-rule",
    UnknownSeat: "unknown-seat",
    UnknownToken: "unknown-token",
    UnknownWebhook: "unknown-webhook",
    Unplayable: "unplayable",
    WrongKey: "wrong-key",
    WrongMoment: "wrong-moment",
    WrongOptions: "unplayable",
    WrongWebhook: "wrong-webhook",
}

RETRY_AFTER: Mapping[str, str] = {"busy": "60", "not-yet": "1", "unavailable": "1", "under-way": "1"}
"""Seconds after which it makes sense to try again."""

STATUSES: Mapping[int, str] = {
    400: "malformed",
    404: "not-found",
    405: "method",
    406: "not-acceptable",
    413: "too-large",
    415: "not-json",
    422: "invalid",
    500: "internal",
}


def register(app: Flask) -> None:
    """Makes *app* answer every error as a problem."""
    for error in TABLE:
        app.register_error_handler(error, _refuse)
    app.register_error_handler(HTTPException, _refuse_http)


def _refuse(error: Exception) -> Response:
    """Answers an error of the house."""
    kind = KINDS[next(TABLE[kind] for kind in type(error).__mro__ if kind in TABLE)]
    detail = str(error)
    more: dict[str, Any] = {}
    headers: dict[str, str] = {}
    match error:
        case Illegal(question=asked, refusal=refusal):
            more |= _ruled(refusal.rule)
            if asked is not None:
                more |= {"options": asked.options, "least": asked.least, "most": asked.most}
            more["errors"] = [_wrong_pick(asked) | {"detail": refusal.sentence}]
        case Unplayable(refusal=refusal):
            more |= _ruled(refusal.rule)
            more["errors"] = [{"pointer": "/options", "detail": refusal.sentence}]
        case WrongOptions(pointer=pointer, rule=rule):
            more |= _ruled(rule) if rule else {}
            more["errors"] = [{"pointer": pointer, "detail": detail}]
        case Misfiled(pointer=pointer) | WrongWebhook(pointer=pointer):
            more["errors"] = [{"pointer": pointer, "detail": detail}]
        case NotImported(findings=findings):
            where = (f"/facts/{found.seq - 1}" if found.seq else "" for found in findings)
            told = (found.sentence for found in findings)
            more["errors"] = [{"pointer": p, "detail": d} for p, d in zip(where, told, strict=True)]
        case Stale(seq=seq):
            more["seq"] = seq
            headers["ETag"] = f'"{seq}"'
        case TooMany(headers=when):
            headers |= when
        case UnknownToken():
            headers["WWW-Authenticate"] = "Bearer"
        case Drift() | Mistaken() | RedisError() | Torn() | Unavailable() | UnknownFact():
            # Their words are for the operator: they may quote a hidden card, or an address.
            log.error("refused", problem=kind.slug, exc_info=error)
            detail = kind.advice
    if kind.slug in RETRY_AFTER:
        headers["Retry-After"] = RETRY_AFTER[kind.slug]
    return problem(kind, detail, more, headers)


def _ruled(citation: str) -> dict[str, str]:
    """Returns what a problem says of a rule: what was cited and, unless that is a card, what it says."""
    rule = cited(citation)
    return {"rule": citation} | ({"rule_text": rule.text["en"]} if rule else {})


def _wrong_pick(asked: Asked | None) -> dict[str, str]:
    """Tells where the first pick is that is no option, or all of them when it is their number."""
    if not request.is_json:
        return {"parameter": "instead"}
    picks = request.get_json()["picks"]
    options = asked.options if asked else ()
    wrong = next((f"/picks/{i}" for i, pick in enumerate(picks) if pick not in options), "/picks")
    return {"pointer": wrong}


def _refuse_http(error: HTTPException) -> Response | HTTPException:
    """Answers an error of the framework, in our words."""
    slug = STATUSES.get(error.code or 500)
    if slug is None:
        return error
    kind = KINDS[slug]
    details = {
        "not-found": f"There is nothing at {request.path}.",
        "method": f"{request.method} is not possible at {request.path}.",
        "internal": "Something went wrong that should not have; it has been logged.",
        "malformed": error.description,
        "not-json": error.description,
        "not-acceptable": error.description,
    }
    errors = list(_flat(getattr(error, "data", {}).get("messages", {})))
    detail = details.get(slug) or "; ".join(told["detail"] for told in errors) or kind.advice
    headers = {name: value for name, value in error.get_headers() if name == "Allow"}
    return problem(kind, detail, {"errors": errors} if errors else {}, headers)


def _flat(messages: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Yields marshmallow's messages, by location, as errors with JSON Pointers or parameter names."""

    def walk(pointer: str, told: Any) -> Iterator[tuple[str, str]]:
        if isinstance(told, Mapping):
            for name, inner in told.items():
                step = "" if name == "_schema" else f"/{str(name).replace('~', '~0').replace('/', '~1')}"
                yield from walk(pointer + step, inner)
        else:
            yield from ((pointer, str(sentence)) for sentence in told)

    for location, told in messages.items():
        for pointer, detail in walk("", told):
            if location == "query":
                yield {"parameter": pointer.removeprefix("/"), "detail": detail}
            else:
                yield {"pointer": pointer, "detail": detail}


def problem(
    kind: Kind, detail: str, more: Mapping[str, Any] = {}, headers: Mapping[str, str] = {}
) -> Response:
    """Returns a problem as a response."""
    told = {
        "type": f"/problems/{kind.slug}",
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
        **more,
    }
    body = msgspec.json.encode(told)
    flask.g.problem = kind.slug
    return flask.Response(body, kind.status, {"Cache-Control": "no-store", **headers}, content_type=PROBLEM)
