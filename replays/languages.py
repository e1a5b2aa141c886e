"""Languages: gettext catalogues of what is told, files for each language and game, read as they are written.

`locale/<language>/sentences.po` in the package of a game tells it in a language; `refusals.po` beside it
holds why things cannot be done there, and `cards.po` what its cards say. Folders of a game have a
`<language>.po` each, with names and texts of cards that are not printed in that language: translations of
our own. The catalogues here tell the table around every game. English needs no catalogue: its sentences are
the message ids.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from gettext import NullTranslations
from importlib import resources
from importlib.resources.abc import Traversable
from io import BytesIO
from itertools import chain

from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

import domain
from domain.games import GAMES
from domain.messages import Message, Name

from .french_spacing import typeset_catalogue

ENGLISH = "en"
TABLE, TOURNAMENT = "table", "tournament"
SENTENCES, REFUSALS, CARDS = "sentences", "refusals", "cards"
"""The catalogues: what happens, why things cannot be done, what the cards say that come with a game."""

_LISTED_AS = {ENGLISH: "en_GB"}
"""Where lists follow one country's custom: British English has no comma before the “and”."""


NO_NAMES: Mapping[str, str] = {}


class Language:
    """A language that a game is told in."""

    def __init__(self, code: str, translations: NullTranslations) -> None:
        self.code, self._translations = code, translations

    def says(self, english: str, count: int = 1) -> str:
        """Returns what stands for *english* here, in the form for *count* where there are several."""
        told = self._translations.ngettext(english, english, count)
        return str(self._translations.gettext(english) if told == english else told)

    def prints(self, english: str) -> str:
        """Returns what stands for *english*, a name or a text on a card; that itself, if nothing does."""
        return self._translations.gettext(english) if english else ""

    def tells(self, message: str, names: Mapping[str, str] = NO_NAMES) -> str:
        """Returns *message* as it is told here; *names* are what to call ids among its arguments.

        What is no `Message` is called by its name, if it has one, and else repeated.
        """
        if isinstance(message, Name):
            return names.get(message.id) or self.says(message.pattern)
        if not isinstance(message, Message):
            return names.get(message, message)
        if not message.arguments:
            return self.says(message.pattern)
        numbers = (number for number in message.arguments.values() if isinstance(number, int))
        words = {
            name: self.tells(told, names) if isinstance(told, str) else str(told)
            for name, told in message.arguments.items()
        }
        return self.smoothed(self.says(message.pattern, next(numbers, 1)).format_map(words))

    def lists(self, words: Sequence[str]) -> str:
        """Returns *words* as one says them: `one, two and three`, or that there is nothing."""
        if not words:
            return self.says("nothing")
        return format_list(words, locale=_LISTED_AS.get(self.code, self.code))

    def smoothed(self, sentence: str) -> str:
        """Returns *sentence* as one speaks it where a small word stands before a vowel.

        English has “an Ally”, French “d'Ursula” and “qu'Ariel”, Italian “ad Ariel” and “ed Ercole”.
        """
        return smoothed(self.code, sentence)


def smoothed(code: str, sentence: str) -> str:
    """Returns *sentence*, which is in the language *code*, as `Language.smoothed` does."""
    if code not in _BEFORE_VOWELS:
        return sentence
    pattern, spoken = _BEFORE_VOWELS[code]
    return pattern.sub(spoken, sentence)


_BEFORE_VOWELS = {
    "en": (re.compile(r"\b(a) (?=[aeio])(?!eu|one\b|once\b)", re.IGNORECASE), r"\1n "),
    "fr": (re.compile(r"\b(d|qu)e (?=[aeiouàâéèêëîïôûœæ])", re.IGNORECASE), r"\1’"),
    "it": (re.compile(r"\b([ae]) (?=\1)", re.IGNORECASE), r"\1d "),
}

IN_ENGLISH = Language(ENGLISH, NullTranslations())


@cache
def language(game: str, asked: str) -> Language:
    """Returns the language that *game* is told in to who *asked* for one: English, if it lacks that one."""
    if not catalogue(asked, game).is_file():
        return IN_ENGLISH
    return Language(asked, read(asked, catalogues(asked, (game, TABLE))))


def catalogue(code: str, what: str, name: str = SENTENCES) -> Traversable:
    """Returns a catalogue of a game, or of the table, in a language; not all of them are there."""
    folder = resources.files(__package__) if what == TABLE else resources.files(domain).joinpath(what)
    return folder.joinpath("locale", code, f"{name}.po")


def catalogues(code: str, whats: Iterable[str] = (*GAMES, TABLE, TOURNAMENT)) -> list[Traversable]:
    """Returns the files that a language has of games and the table, and of what is refused there."""
    files = [file for what in whats for file in (*_own(code, what), *_in_folders(code, what))]
    return [file for file in files if file.is_file()]


def _own(code: str, what: str) -> Iterator[Traversable]:
    yield from (catalogue(code, what, name) for name in (SENTENCES, REFUSALS, CARDS))


def _in_folders(code: str, what: str) -> Iterator[Traversable]:
    """Yields the catalogues that stand beside what they are about, in the folders of a game."""
    if what in GAMES:
        packages = chain.from_iterable(each.values() for each in GAMES[what].card_folders().values())
        yield from (resources.files(package).joinpath(f"{code}.po") for package in packages)


def read(code: str, files: Iterable[Traversable]) -> NullTranslations:
    """Returns what catalogues of a language say; of what stands in several, what the first one says.

    They become one, where a sentence is found at once: as fallbacks, each would be asked in its turn.
    """
    catalogues = [_read(code, file) for file in files]
    if not catalogues:
        return NullTranslations()
    told = catalogues.pop()
    for earlier in reversed(catalogues):
        told.merge(earlier)
    return told


def _read(code: str, file: Traversable) -> Translations:
    compiled = BytesIO()
    with file.open("rb") as written:
        write_mo(compiled, typeset_catalogue(code, read_po(written, locale=code, abort_invalid=True)))
    compiled.seek(0)
    return Translations(compiled)
