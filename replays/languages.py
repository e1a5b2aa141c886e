"""Languages: gettext catalogues of what is told, a file for each language and game, read as they are written.

`locale/<language>/<game>.po` makes a game told in a language; `locale/<language>/table.po` tells the table
around every game. English needs no catalogue: its sentences are the message ids.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from importlib.resources.abc import Traversable
from io import BytesIO

from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ENGLISH = "en"
TABLE = "table"

_CATALOGUES = resources.files(__package__) / "locale"
_LISTED_AS = {ENGLISH: "en_GB"}
"""Where lists follow one country's custom: British English has no comma before the “and”."""


class Language:
    """A language that a game is told in."""

    def __init__(self, code: str, translations: NullTranslations) -> None:
        self.code, self._translations = code, translations

    def says(self, english: str, count: int = 1) -> str:
        """Returns what stands for *english* here, in the form for *count* where there are several."""
        told = self._translations.ngettext(english, english, count)
        return self._translations.gettext(english) if told == english else told

    def lists(self, words: Sequence[str]) -> str:
        """Returns *words* as one says them: `one, two and three`, or that there is nothing."""
        if not words:
            return self.says("nothing")
        return format_list(words, locale=_LISTED_AS.get(self.code, self.code))

    def smoothed(self, sentence: str) -> str:
        """Returns *sentence* as one speaks it: in Italian “e” and “a” take a “d” before their own vowel."""
        return _HIATUS.sub(r"\1d ", sentence) if self.code == "it" else sentence


_HIATUS = re.compile(r"\b([ae]) (?=\1)", re.IGNORECASE)

IN_ENGLISH = Language(ENGLISH, NullTranslations())


@cache
def language(game: str, asked: str) -> Language:
    """Returns the language that *game* is told in to who *asked* for one: English, if it lacks that one."""
    if not catalogue(asked, game).is_file():
        return IN_ENGLISH
    translations = _read(catalogue(asked, game))
    translations.add_fallback(_read(catalogue(asked, TABLE)))
    return Language(asked, translations)


def catalogue(code: str, what: str) -> Traversable:
    """Returns the file with what a language says of a game, or of the table; not all of them are there."""
    return _CATALOGUES / code / f"{what}.po"


def _read(file: Traversable) -> GNUTranslations:
    compiled = BytesIO()
    with file.open("rb") as written:
        write_mo(compiled, read_po(written, abort_invalid=True))
    compiled.seek(0)
    return GNUTranslations(compiled)
