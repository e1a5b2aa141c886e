"""The language of the pages, from `?lang=`, a cookie, or the browser."""

from __future__ import annotations

from babel import Locale

from .catalogues import localized_detail
from .languages import COOKIE, page_language
from .page_words import catalogue, says_in

__all__ = ("COOKIE", "LANGUAGES", "catalogue", "is_one", "page_language", "says", "says_in", "tells")

LANGUAGES = {"en": "English", "fr": "Français", "it": "Italiano"}


def tells(error: Exception) -> str:
    """Returns the sentence of *error* in the language of the request."""
    return localized_detail(error, page_language())


def says(english: str, **values: object) -> str:
    """Returns the translation of *english* for the request, with *values* in its braces."""
    return says_in(page_language(), english, **values)


def is_one(count: int) -> bool:
    """Returns whether *count* takes the singular in the language of the request. In French 0 does."""
    return str(Locale.parse(page_language()).plural_form(count)) == "one"
