"""The language of the pages' own words: chosen by `?lang=`, a cookie, or the browser."""

from __future__ import annotations

from functools import cache
from gettext import NullTranslations
from importlib import resources
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from flask import has_request_context, request

LANGUAGES = {"en": "English", "fr": "Français", "it": "Italiano"}
COOKIE = "lang"

_CATALOGUES = resources.files(__package__) / "locale"


def chosen() -> str:
    """Returns the language of the request."""
    if not has_request_context():
        return "en"
    for asked in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if asked in LANGUAGES:
            return asked
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


def says(english: str, **values: object) -> str:
    """Returns what stands for *english* in the language of the request, its braces filled."""
    told = catalogue(chosen()).gettext(english)
    return told.format(**values) if values else told


@cache
def catalogue(language: str) -> NullTranslations:
    """Returns the words of a language, from the files of all rooms; English ones stand for themselves."""
    told = Catalog(locale=language)
    folder = _CATALOGUES / language
    for file in folder.iterdir() if folder.is_dir() else ():
        with file.open("rb") as written:
            for message in read_po(written, locale=language):
                told[message.id] = message
    compiled = BytesIO()
    write_mo(compiled, told)
    compiled.seek(0)
    return Translations(compiled)
