"""Maps exceptions to problem responses (RFC 9457).

An exception has a slug. `problem_types` has the status, the title and the fix of each slug, such as 409. The
detail is the message of the exception.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import flask
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, UnprocessableEntity

from domain.decider import Illegal
from domain.errors import Drift, InvalidField, LocalizableError, RecountError
from domain.messages import Message
from domain.published import encode
from domain.tournament.refusals import Overrulable, Refused

from ..observability import logging
from ..shared.catalogues import language, localized_detail
from ..shared.errors import DetailedError, UnknownToken
from ..shared.languages import accepted, page_language
from ..shared.record_ids import ids_in_message
from .addresses import API, moved_address
from .bodies.validation_messages import to_message
from .middleware.rate_limit import RateLimited
from .pages import from_browser
from .problem_types import KINDS, RETRY_AFTER, STATUSES, Kind

log = logging.logger(__name__)

PROBLEM = "application/problem+json"


class ProblemTexts(NamedTuple):
    """Renderers of problems, for the page of an error, a cited rule, and names of players by id."""

    page: Callable[[Kind, str, str | None], str]
    rule: Callable[[str], Mapping[str, str] | None]
    names: Callable[[Iterable[str]], Mapping[str, str]]


def init_app(app: Flask, texts: ProblemTexts) -> None:
    """Registers the error handlers of *app*. Browsers receive pages, other clients JSON."""
    app.extensions["problem_texts"] = texts
    app.register_error_handler(RecountError, _refuse_error)
    app.register_error_handler(HTTPException, _refuse_http)
    app.register_error_handler(OSError, _refuse_exhausted)


def _refuse_error(error: RecountError) -> Response:
    """Maps an error of ours to a problem. An error without a slug is an internal failure."""
    if not error.slug:
        raise error
    kind = KINDS[error.slug]
    detail = _error_detail(error)
    kwargs: dict[str, Any] = {}
    headers: dict[str, str] = {}
    if isinstance(error, Drift) or not isinstance(error, LocalizableError):
        # The sentence is for the operator, because it may contain a hidden card or an address.
        log.error("refused", problem=kind.slug, exc_info=error)
        detail = _translate(kind.title)
    if isinstance(error, InvalidField):
        if error.rule is not None:
            kwargs |= _rule_members(error.rule)
        if isinstance(error, Illegal) and (question := error.question):
            kwargs |= {"options": question.options, "least": question.least, "most": question.most}
        location = {"parameter": error.parameter} if error.parameter else {"pointer": error.pointer}
        kwargs["errors"] = [location | {"detail": detail}]
    match error:
        case DetailedError():
            kwargs |= error.problem_members(_translate)
            headers |= error.problem_headers()
        case Overrulable(warning=warning, tables=tables, unplayed=unplayed):
            kwargs |= {"warning": warning, "tables": tables}
            if unplayed:
                kwargs["unplayed"] = [
                    {"stage": unplayed_rounds.stage, "rounds": unplayed_rounds.rounds}
                    for unplayed_rounds in unplayed
                ]
        case RateLimited(headers=when):
            headers |= when
        case UnknownToken():
            sent = "Authorization" in request.headers  # RFC 6750, 3.1
            headers["WWW-Authenticate"] = 'Bearer error="invalid_token"' if sent else "Bearer"
    if kind.slug in RETRY_AFTER:
        headers["Retry-After"] = RETRY_AFTER[kind.slug]
    return problem_response(kind, detail, kwargs, headers)


def _refuse_exhausted(error: OSError) -> Response:
    """Maps the exhaustion of file descriptors to a problem, and raises any other error."""
    if error.errno not in (errno.EMFILE, errno.ENFILE):
        raise error
    kind = KINDS["unavailable"]
    log.error("refused", problem=kind.slug, exc_info=error)
    return _as_json(
        kind, _translate(kind.title), {}, {"Retry-After": RETRY_AFTER[kind.slug]}
    )  # a page is a file


def _error_detail(error: RecountError) -> str:
    """Returns the sentence of *error* in the language of the request.

    Its players are ids, with names elsewhere.
    """
    if not isinstance(error, Refused):
        return localized_detail(error, _problem_language())
    names = _problem_texts().names(ids_in_message(error.message))
    return language(_problem_language()).render(error.message, names)


def _rule_members(citation: str) -> dict[str, str]:
    """Returns the members of a problem about a rule, the citation and the text of the rule.

    A cited card has no text.
    """
    rule = _problem_texts().rule(citation)
    return {"rule": citation} | ({"rule_text": rule.get(_problem_language(), rule["en"])} if rule else {})


def _problem_texts() -> ProblemTexts:
    texts: ProblemTexts = flask.current_app.extensions["problem_texts"]
    return texts


def _problem_language() -> str:
    """Returns the language of the problem. For a browser it is that of our pages."""
    return page_language() if from_browser() else accepted()


def _translate(message: str) -> str:
    return language(_problem_language()).render(message)


def _refuse_http(error: HTTPException) -> Response | HTTPException:
    """Answers an error of the framework, in our words."""
    slug = STATUSES.get(error.code or 500)
    if slug is None:
        return error
    kind = KINDS[slug]
    details: dict[str, str | None] = {
        "not-found": _not_found_detail(),
        "method": Message("{method} is not possible at {path}.", method=request.method, path=request.path),
        "internal": Message("Something went wrong that should not have; it has been logged."),
        "malformed": error.description,
        "not-json": error.description,
        "not-acceptable": error.description,
    }
    errors = list(_flatten_messages(getattr(error, "data", {}).get("messages", {})))
    detail = _translate(details.get(slug) or "; ".join(error_["detail"] for error_ in errors) or kind.title)
    headers = {name: value for name, value in error.get_headers() if name == "Allow"}
    return problem_response(kind, detail, {"errors": errors} if errors else {}, headers)


def _not_found_detail() -> Message:
    """Returns the detail for an unknown path. It names the present address of a former path."""
    address = moved_address(request.path)
    if address is None:
        return Message("There is nothing at {path}.", path=request.path)
    return Message(
        "There is nothing at {path}. The API has it at {address}.", path=request.path, address=address
    )


def query_error(errors: Mapping[str, Any]) -> UnprocessableEntity:
    """Returns the error of a query with *errors*, sentences by parameter."""
    refusal = UnprocessableEntity()
    refusal.data = {"messages": {"query": errors}}  # type: ignore[attr-defined]
    return refusal


def _flatten_messages(messages: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Yields marshmallow's messages, by location, as errors with JSON Pointers or parameter names."""

    def walk_messages(pointer: str, value: Any) -> Iterator[tuple[str, str]]:
        if isinstance(value, Mapping):
            for name, inner in value.items():
                step = "" if name == "_schema" else f"/{str(name).replace('~', '~0').replace('/', '~1')}"
                yield from walk_messages(pointer + step, inner)
        else:
            yield from ((pointer, _translate(to_message(sentence))) for sentence in value)

    for location, location_messages in messages.items():
        for pointer, detail in walk_messages("", location_messages):
            if location == "query":
                yield {"parameter": pointer.removeprefix("/"), "detail": detail}
            else:
                yield {"pointer": pointer, "detail": detail}


def problem_response(
    kind: Kind, detail: str, members: Mapping[str, Any] = {}, headers: Mapping[str, str] = {}
) -> Response:
    """Returns the response of a problem, a page for a browser and else JSON."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept, Authorization", **headers}
    if from_browser():
        flask.g.problem = kind.slug
        page = _problem_texts().page(kind, detail, members.get("rule"))
        return flask.Response(page, kind.status, headers)
    return _as_json(kind, detail, members, headers)


def _as_json(kind: Kind, detail: str, members: Mapping[str, Any], headers: Mapping[str, str]) -> Response:
    flask.g.problem = kind.slug
    body = encode_problem(kind, detail, _problem_language(), members)
    return flask.Response(body, kind.status, headers, content_type=PROBLEM)


def encode_problem(kind: Kind, detail: str, code: str, members: Mapping[str, Any] = {}) -> bytes:
    """Returns the JSON of a problem in the language *code*."""
    render = language(code).render
    body = {
        "type": f"{API}/problems/{kind.slug}",
        "title": render(kind.title),
        "status": kind.status,
        "detail": detail,
        "fix": render(kind.fix),
        **members,
    }
    return encode(body)
