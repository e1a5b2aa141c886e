"""Loads gettext catalogues for each language and game.

`locale/<language>/sentences.po` in a game's package has its sentences, `refusals.po` its refusals and
`cards.po` its cards' unprinted names and texts. A game's folders may have a `<language>.po` with the same.
The catalogues of this package cover the table around every game. English sentences are the message ids; an
English catalogue has better words for texts of cards, whose digest fixes the printed ones.
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
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

import domain
import replays
from domain.games import GAMES
from domain.messages import Message, Name

ENGLISH = "en"
TABLE, TOURNAMENT = "table", "tournament"
SENTENCES, REFUSALS, CARDS = "sentences", "refusals", "cards"
"""The catalogues of sentences, refusals and cards of a game."""

_LISTED_AS = {ENGLISH: "en_GB"}
"""Locales for lists; British English has no comma before the “and”."""


NO_NAMES: Mapping[str, str] = {}


class Language:
    """Translations of one game's texts into a language."""

    def __init__(self, code: str, translations: NullTranslations) -> None:
        self.code, self._translations = code, translations

    def says(self, english: str, count: int = 1) -> str:
        """Returns the translation of *english*, in the plural form for *count*."""
        plural_form = self._translations.ngettext(english, english, count)
        return str(self._translations.gettext(english) if plural_form == english else plural_form)

    def translate_print(self, english: str) -> str:
        """Returns the translation of a printed name or text, or *english* itself, typeset."""
        return typeset(self.code, self._translations.gettext(english)) if english else ""

    def render(self, message: str, names: Mapping[str, str] = NO_NAMES) -> str:
        """Returns *message* in this language; *names* maps ids among its arguments.

        An argument that is no `Message` is replaced by its name, if it has one.
        """
        if isinstance(message, Name):
            return names.get(message.id) or self.translate_print(message.pattern)
        if not isinstance(message, Message):
            return names.get(message, message)
        if not message.arguments:
            return self.says(message.pattern)
        numbers = (number for number in message.arguments.values() if isinstance(number, int))
        words = {
            name: self.render(argument, names) if isinstance(argument, str) else str(argument)
            for name, argument in message.arguments.items()
        }
        return elide_vowels(self.code, self.fill(self.says(message.pattern, next(numbers, 1)), words))

    def fill(self, pattern: str, words: Mapping[str, str]) -> str:
        """Returns *pattern* with *words* in its braces, and contracts articles of places and cards.

        The names of people bring no article: “à Le Roux” remains.
        """

        def contract(found: re.Match[str]) -> str:
            words_of_name = _contract_articles(self.code, f"{found[1]} {words[found[2]]}")
            return words_of_name.replace("{", "{{").replace("}", "}}")

        return _PRINTED.sub(contract, pattern).format_map(words)

    def join_words(self, words: Sequence[str]) -> str:
        """Returns *words* as a list in a sentence, or the word for nothing."""
        if not words:
            return self.says("nothing")
        return format_list(words, locale=_LISTED_AS.get(self.code, self.code))

    def elide(self, sentence: str) -> str:
        """Returns *sentence*, which names no people, with contractions before vowels.

        Examples are “an Ally”, French “d'Ursula” and “qu'Ariel”, Italian “ad Ariel” and “ed Ercole”. A place
        brings its article: “à Le Rivage” is “au Rivage”, “a Il Cortile” is “al Cortile”.
        """
        return _contract_articles(self.code, elide_vowels(self.code, sentence))


def elide_vowels(code: str, sentence: str) -> str:
    """Returns *sentence* in the language *code* with contractions before vowels."""
    if code not in _BEFORE_VOWELS:
        return sentence
    pattern, spoken = _BEFORE_VOWELS[code]
    return pattern.sub(spoken, sentence)


_BEFORE_VOWELS = {
    "en": (re.compile(r"\b(a) (?=[aeio])(?!eu|one\b|once\b)", re.IGNORECASE), r"\1n "),
    "fr": (re.compile(r"\b(d|qu)e (?=[aeiouàâéèêëîïôûœæ])", re.IGNORECASE), r"\1’"),
    "it": (re.compile(r"\b([ae]) (?=\1)", re.IGNORECASE), r"\1d "),
}


def _contract_articles(code: str, sentence: str) -> str:
    """Returns *sentence* with a preposition and the article of a name after it as one."""
    if code not in _ARTICLES:
        return sentence
    pattern, contracted = _ARTICLES[code]
    return pattern.sub(lambda found: contracted[f"{found[1]} {found[2]}"], sentence)


_ITALIAN_STEMS = {"a": "a", "di": "de", "in": "ne"}
_ITALIAN_ENDS = {"Il": "l ", "Lo": "llo ", "La": "lla ", "I": "i ", "Gli": "gli ", "Le": "lle ", "L’": "ll’"}
_ARTICLES = {
    "fr": (
        re.compile(r"\b(à|de) (Les?(?= \w)|La(?= \w)|L’)(?: )?"),
        {"à Le": "au ", "à La": "à la ", "à Les": "aux ", "à L’": "à l’"}
        | {"de Le": "du ", "de La": "de la ", "de Les": "des ", "de L’": "de l’"},
    ),
    "it": (
        re.compile(r"\b(a|di|in) ((?:Il|Lo|La|I|Gli|Le)(?= \w)|L’)(?: )?"),
        {
            f"{preposition} {article}": stem + end
            for preposition, stem in _ITALIAN_STEMS.items()
            for article, end in _ITALIAN_ENDS.items()
        },
    ),
}

_PRINTED = re.compile(r"(?<!\w)(\w+) {(at|beside|by|card|hero|host|last_path|of|on|path|to)}")
"""A preposition before the field of a place or a card."""

IN_ENGLISH = Language(ENGLISH, NullTranslations())


@cache
def game_language(game: str, code: str) -> Language:
    """Returns the requested language of *game*, or English if it has none."""
    if code != ENGLISH and not catalogue_file(code, game).is_file():
        return IN_ENGLISH
    return Language(code, load_catalogues(code, catalogue_files(code, (game, TABLE))))


def catalogue_file(code: str, owner: str, name: str = SENTENCES) -> Traversable:
    """Returns the path of a catalogue, existing or not."""
    folder = resources.files(replays) if owner == TABLE else resources.files(domain).joinpath(owner)
    return folder.joinpath("locale", code, f"{name}.po")


def catalogue_files(code: str, owners: Iterable[str] = (*GAMES, TABLE, TOURNAMENT)) -> list[Traversable]:
    """Returns the existing catalogues of games, table and tournaments in a language."""
    files = [file for owner in owners for file in (*_package_files(code, owner), *_folder_files(code, owner))]
    return [file for file in files if file.is_file()]


def _package_files(code: str, owner: str) -> Iterator[Traversable]:
    yield from (catalogue_file(code, owner, name) for name in (SENTENCES, REFUSALS, CARDS))


def _folder_files(code: str, owner: str) -> Iterator[Traversable]:
    """Yields the catalogues in the folders of a game."""
    if owner in GAMES:
        packages = chain.from_iterable(folders.values() for folders in GAMES[owner].card_folders().values())
        yield from (resources.files(package).joinpath(f"{code}.po") for package in packages)


def load_catalogues(code: str, files: Iterable[Traversable]) -> NullTranslations:
    """Returns the merged catalogues; of duplicate messages the first wins.

    One merged catalogue finds a sentence at once; gettext fallbacks are searched one by one.
    """
    catalogues = [_load_catalogue(code, file) for file in files]
    if not catalogues:
        return NullTranslations()
    merged = catalogues.pop()
    for earlier in reversed(catalogues):
        merged.merge(earlier)
    return merged


def _load_catalogue(code: str, file: Traversable) -> Translations:
    compiled = BytesIO()
    with file.open("rb") as source:
        write_mo(compiled, typeset_catalogue(code, read_po(source, locale=code, abort_invalid=True)))
    compiled.seek(0)
    return Translations(compiled)


_APART = re.compile(r" (?=[;:!?»])|(?<=«) ")
"""The spaces within French punctuation."""


_APOSTROPHE = re.compile(r"(?<=\w)'|'(?=\w)")


def typeset(code: str, text: str) -> str:
    """Returns *text* with the apostrophes of print and the spaces of the language *code*."""
    text = _APOSTROPHE.sub("’", text)
    return _APART.sub("\u00a0", text) if code == "fr" else text


def typeset_catalogue(code: str, catalogue: Catalog) -> Catalog:
    """Returns *catalogue* with its texts typeset for the language *code*."""
    for message in catalogue:
        texts = message.string
        if isinstance(texts, str):
            message.string = typeset(code, texts)
        elif texts:
            message.string = tuple(typeset(code, form) for form in texts)
    return catalogue
