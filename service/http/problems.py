"""Problems (RFC 9457): the one table from errors to kinds, and how each is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import flask
import msgspec
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, UnprocessableEntity

from domain.core import Drift, Illegal, Unplayable
from domain.messages import LocalizableError, Message
from domain.table import NoSuchCase, WrongMoment
from domain.words import Asked
from projections.home import Away
from projections.source import Damaged
from replays.film import NoSuchMoment
from replays.why import NoSuchThing

from ..cases.rulings import InvalidCase
from ..catalog.cardsets import CardSetNotFound, PinnedCardSetMissing
from ..catalog.rulebook import UnknownRule, cited
from ..commentaries.service import UnknownCommentary
from ..eventstore.codec import UnknownFact
from ..eventstore.store import Unavailable
from ..evidence.checkpoints import LogCorrupt
from ..evidence.service import UnknownTreeSize
from ..evidence.witness import Contradicted, UnknownService, Untrusted
from ..history.whatif_process import Busy
from ..identity.players import NameTaken, UnknownPlayer
from ..matches.errors import Forbidden, LimitReached, UnknownGame, UnknownMatch, UnknownSeat, UnknownToken
from ..matches.options import InvalidOptions
from ..matches.repository import VersionConflict
from ..observability import logging
from ..portability.imports import ImportRejected, MatchExists
from ..webhooks.service import UnknownWebhook
from ..webhooks.ssrf import WrongWebhook
from .idempotency import InProgress, InvalidKey, KeyReused, ToldOnce
from .languages import accepted, chosen, language, told
from .problem_types import KINDS, RETRY_AFTER, STATUSES, Kind
from .rate_limit import RateLimited
from .validation_messages import shaped

log = logging.logger(__name__)

PROBLEM = "application/problem+json"
JSON, HTML = "application/json", "text/html"


class NoIfMatch(LocalizableError):
    """An answer has to say which fact of the match it follows."""


class Forged(LocalizableError):
    """A browser wrote without the token of its page: it may have been made to by another site."""


class NotYet(LocalizableError):
    """The log or its views have not come as far as was asked."""


TABLE: Mapping[type[Exception], str] = {
    Away: "unavailable",
    Busy: "busy",
    Contradicted: "contradicted",
    Damaged: "set-aside",
    Drift: "drift",
    Forbidden: "not-yours",
    Forged: "forged",
    LimitReached: "full",
    Illegal: "not-an-option",
    InvalidCase: "misfiled",
    KeyReused: "key-reused",
    MatchExists: "match-taken",
    NameTaken: "name-taken",
    NoIfMatch: "if-match-required",
    CardSetNotFound: "unknown-cards",
    NoSuchCase: "unknown-case",
    NoSuchMoment: "unknown-moment",
    UnknownTreeSize: "unknown-size",
    NoSuchThing: "unknown-thing",
    ImportRejected: "not-imported",
    NotYet: "not-yet",
    VersionConflict: "stale",
    ToldOnce: "told-once",
    RateLimited: "too-many",
    LogCorrupt: "torn-log",
    Unavailable: "unavailable",
    InProgress: "under-way",
    PinnedCardSetMissing: "cards-missing",
    UnknownCommentary: "unknown-commentary",
    UnknownFact: "newer-log",
    UnknownGame: "unknown-game",
    UnknownService: "unknown-house",
    UnknownMatch: "unknown-match",
    UnknownPlayer: "unknown-player",
    UnknownRule: "unknown-rule",
    UnknownSeat: "unknown-seat",
    UnknownToken: "unknown-token",
    UnknownWebhook: "unknown-webhook",
    Unplayable: "unplayable",
    Untrusted: "untrusted",
    InvalidKey: "wrong-key",
    WrongMoment: "wrong-moment",
    InvalidOptions: "unplayable",
    WrongWebhook: "wrong-webhook",
}


def init_app(app: Flask) -> None:
    """Makes *app* answer every error as a problem."""
    for error in TABLE:
        app.register_error_handler(error, _refuse)
    app.register_error_handler(HTTPException, _refuse_http)


def slug(error: Exception) -> str:
    """Returns which kind of problem *error* is, by name."""
    return next(TABLE[kind] for kind in type(error).__mro__ if kind in TABLE)


def _refuse(error: Exception) -> Response:
    """Answers an error of the service."""
    kind = KINDS[slug(error)]
    detail = told(error, _language())
    more: dict[str, Any] = {}
    headers: dict[str, str] = {}
    match error:
        case Illegal(question=asked, refusal=refusal):
            more |= _ruled(refusal.rule)
            if asked is not None:
                more |= {"options": asked.options, "least": asked.least, "most": asked.most}
            more["errors"] = [_wrong_pick(asked) | {"detail": detail}]
        case Unplayable(refusal=refusal):
            more |= _ruled(refusal.rule)
            more["errors"] = [{"pointer": "/options", "detail": detail}]
        case InvalidOptions(pointer=pointer, rule=rule):
            more |= _ruled(rule) if rule else {}
            more["errors"] = [{"pointer": pointer, "detail": detail}]
        case InvalidCase(pointer=pointer) | WrongWebhook(pointer=pointer):
            more["errors"] = [{"pointer": pointer, "detail": detail}]
        case ImportRejected(findings=findings):
            where = (f"/facts/{found.seq - 1}" if found.seq else "" for found in findings)
            sentences = (_say(found.sentence) for found in findings)
            more["errors"] = [{"pointer": p, "detail": d} for p, d in zip(where, sentences, strict=True)]
        case VersionConflict(seq=seq):
            more["seq"] = seq
            headers["ETag"] = f'"{seq}"'
        case RateLimited(headers=when):
            headers |= when
        case UnknownToken():
            sent = "Authorization" in request.headers  # RFC 6750, 3.1
            headers["WWW-Authenticate"] = 'Bearer error="invalid_token"' if sent else "Bearer"
        case Away() | Drift() | LogCorrupt() | Unavailable() | UnknownFact():
            # Their words are for the operator: they may quote a hidden card, or an address.
            log.error("refused", problem=kind.slug, exc_info=error)
            detail = _say(kind.advice)
    if kind.slug in RETRY_AFTER:
        headers["Retry-After"] = RETRY_AFTER[kind.slug]
    return problem(kind, detail, more, headers)


def _ruled(citation: str) -> dict[str, str]:
    """Returns what a problem says of a rule: what was cited and, unless that is a card, what it says."""
    rule = cited(citation)
    return {"rule": citation} | ({"rule_text": rule.text.get(_language(), rule.text["en"])} if rule else {})


def _language() -> str:
    """Returns the language to tell a problem in: that of our pages to a browser."""
    return chosen() if from_browser() else accepted()


def _say(message: str) -> str:
    return language(_language()).tells(message)


def _wrong_pick(asked: Asked | None) -> dict[str, str]:
    """Tells where the first pick is that is no option, or all of them when it is their number."""
    if request.method == "GET":
        return {"parameter": "instead"}
    picks = request.get_json()["picks"]
    options = asked.options if asked else ()
    wrong = next((f"/picks/{i}" for i, pick in enumerate(picks) if pick not in options), "/picks")
    return {"pointer": wrong}


def _refuse_http(error: HTTPException) -> Response | HTTPException:
    """Answers an error of the framework, in our words."""
    named = STATUSES.get(error.code or 500)
    if named is None:
        return error
    kind = KINDS[named]
    details: dict[str, str | None] = {
        "not-found": Message("There is nothing at {path}.", path=request.path),
        "method": Message("{method} is not possible at {path}.", method=request.method, path=request.path),
        "internal": Message("Something went wrong that should not have; it has been logged."),
        "malformed": error.description,
        "not-json": error.description,
        "not-acceptable": error.description,
    }
    errors = list(_flat(getattr(error, "data", {}).get("messages", {})))
    detail = _say(details.get(named) or "; ".join(wrong["detail"] for wrong in errors) or kind.advice)
    headers = {name: value for name, value in error.get_headers() if name == "Allow"}
    return problem(kind, detail, {"errors": errors} if errors else {}, headers)


def refused(wrong: Mapping[str, Any]) -> UnprocessableEntity:
    """Returns what to raise for a query with something *wrong*: sentences, by parameter."""
    refusal = UnprocessableEntity()
    refusal.data = {"messages": {"query": wrong}}  # type: ignore[attr-defined]
    return refusal


def _flat(messages: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Yields marshmallow's messages, by location, as errors with JSON Pointers or parameter names."""

    def walk(pointer: str, wrong: Any) -> Iterator[tuple[str, str]]:
        if isinstance(wrong, Mapping):
            for name, inner in wrong.items():
                step = "" if name == "_schema" else f"/{str(name).replace('~', '~0').replace('/', '~1')}"
                yield from walk(pointer + step, inner)
        else:
            yield from ((pointer, _say(shaped(sentence))) for sentence in wrong)

    for location, wrong in messages.items():
        for pointer, detail in walk("", wrong):
            if location == "query":
                yield {"parameter": pointer.removeprefix("/"), "detail": detail}
            else:
                yield {"pointer": pointer, "detail": detail}


def problem(
    kind: Kind, detail: str, more: Mapping[str, Any] = {}, headers: Mapping[str, str] = {}
) -> Response:
    """Returns a problem as a response: as a page of ours to a browser, and else as JSON."""
    flask.g.problem = kind.slug
    headers = {"Cache-Control": "no-store", "Vary": "Accept", **headers}
    if from_browser():
        page = flask.render_template("error.html", kind=kind, detail=detail, rule=more.get("rule"))
        return flask.Response(page, kind.status, headers)
    body = {
        "type": f"/problems/{kind.slug}",
        "title": _say(kind.title),
        "status": kind.status,
        "detail": detail,
        **more,
    }
    return flask.Response(msgspec.json.encode(body), kind.status, headers, content_type=PROBLEM)


def from_browser() -> bool:
    """Tells whether the request wants a page to look at, rather than JSON or whatever there is."""
    return request.accept_mimetypes.best_match((JSON, HTML)) == HTML
