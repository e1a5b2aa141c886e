"""The words of the pages in a language, for code with a request and without one."""

from __future__ import annotations

from functools import cache
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from replays.text.languages import elide_vowels, typeset_catalogue

_SERVICE = Path(__file__).parents[1]


def says_in(language: str, english: str, **values: object) -> str:
    """Returns the translation of *english*, with *values* in its braces."""
    translation = catalogue(language).gettext(english)
    if not values:
        return translation
    text = translation.format(**values)
    return elide_vowels("fr", text) if language == "fr" else text


@cache
def catalogue(language: str) -> NullTranslations:
    """Returns the translations of the pages from the files of all rooms. English needs none."""
    words = Catalog(locale=language)
    paths, games = (_SERVICE.glob(f"{rooms}/locale/{language}/*.po") for rooms in ("site", "faces/*"))
    for file in (*sorted(paths), *sorted(games)):
        with file.open("rb") as content:
            for message in typeset_catalogue(language, read_po(content, locale=language)):
                words[message.id] = message
    bytes_io = BytesIO()
    write_mo(bytes_io, words)
    bytes_io.seek(0)
    return Translations(bytes_io)
