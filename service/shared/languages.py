"""The language of a request, from its address, a cookie or its headers."""

from __future__ import annotations

from flask import g, has_request_context, request
from werkzeug.datastructures import LanguageAccept

from replays.text.languages import ENGLISH

from .language_codes import LANGUAGES

COOKIE = "lang"
"""The cookie with the language of our pages."""

_PAGE_LANGUAGE_KEY = "recount.language"
"""The key of the environment with the result of `page_language`."""


def accepted() -> str:
    """Returns the language of `lang=`, or else of Accept-Language, or English.

    It ignores regions, so Canadian French is French.
    """
    if not has_request_context():
        return ENGLISH
    return _use_language(choose_language(request.args.get("lang"), request.accept_languages))


def choose_language(parameter: str | None, accepted_languages: LanguageAccept) -> str:
    """Returns the language of the *parameter* `lang`, or else of *accepted_languages*, or English."""
    if parameter in LANGUAGES:
        return parameter
    codes = (tag.lower().partition("-")[0] for tag, quality in accepted_languages if quality)
    return next((code for code in codes if code in LANGUAGES), ENGLISH)


def page_language() -> str:
    """Returns the language of our pages. A cookie takes precedence over Accept-Language."""
    if not has_request_context():
        return ENGLISH
    name: str | None = request.environ.get(_PAGE_LANGUAGE_KEY)
    if name is None:  # a page needs it for each sentence
        cookie = request.cookies.get(COOKIE, "")
        ignores_cookie = cookie not in LANGUAGES or request.args.get("lang") in LANGUAGES
        name = request.environ[_PAGE_LANGUAGE_KEY] = accepted() if ignores_cookie else cookie
    return _use_language(name)


def _use_language(code: str) -> str:
    """Notes that the reply to the request is in the language *code*, and returns that."""
    g.language = code
    return code
