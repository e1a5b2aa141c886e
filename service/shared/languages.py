"""The language of a request: as its address, a cookie or its headers choose it."""

from __future__ import annotations

from flask import g, has_request_context, request

from replays.text.languages import ENGLISH

from .language_codes import LANGUAGES

COOKIE = "lang"
"""Where a browser keeps the language of our pages."""

_CHOSEN = "recount.language"
"""Where a request remembers what `chosen` found."""


def accepted() -> str:
    """Returns the language that a request asks for by `lang=`, or else by Accept-Language; or English.

    Whoever speaks French as in Canada speaks French.
    """
    if not has_request_context():
        return ENGLISH
    asked = request.args.get("lang")
    if asked in LANGUAGES:
        return _speak(asked)
    wanted = (tag.lower().partition("-")[0] for tag, quality in request.accept_languages if quality)
    return _speak(next((code for code in wanted if code in LANGUAGES), ENGLISH))


def chosen() -> str:
    """Returns the language of our pages: as `accepted`, but a cookie goes before Accept-Language."""
    if not has_request_context():
        return ENGLISH
    name: str | None = request.environ.get(_CHOSEN)
    if name is None:  # a page asks for it with each of its words
        kept = request.cookies.get(COOKIE, "")
        asked = kept not in LANGUAGES or request.args.get("lang") in LANGUAGES
        name = request.environ[_CHOSEN] = accepted() if asked else kept
    return _speak(name)


def _speak(code: str) -> str:
    """Notes that the reply to the request is in the language *code*, and returns that."""
    g.language = code
    return code
