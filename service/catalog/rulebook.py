"""Rulebooks: every rule of a game by its number, in its languages, read from the game's package.

A rulebook is where a citation leads. What stands in none, such as `GAS05.1`, the paragraph of a card, is no
rule. Each is written in English at least.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from domain.errors import LocalizableError
from domain.games import GAMES, game_package
from domain.messages import Message
from replays.text import french_spacing

from ..shared import yaml_files
from ..shared.language_codes import LANGUAGES, Language
from ..shared.yaml_files import Diagnostic, InvalidYaml, ValuePath, YamlFile


def typeset(written: Mapping[str, str]) -> dict[str, str]:
    """Returns a text, by language, as each language sets it."""
    return {lang: french_spacing.typeset(lang, text) for lang, text in written.items()}


class Rule(Struct, frozen=True):
    """A rule: its number, its section (from 1), its sentence by language, and its pages by edition.

    `default` marks a point that the handbooks leave open, wholly or in part; `editions` are those whose
    handbook prints it otherwise than the English one.
    """

    number: str
    section: int
    text: dict[str, str]
    pages: dict[str, tuple[int, ...]]
    default: bool
    editions: tuple[str, ...]


class Section(Struct, frozen=True):
    """A section of a rulebook: its number (from 1), its title by language, and its rules in order."""

    number: int
    title: dict[str, str]
    rules: tuple[Rule, ...]


class Term(Struct, frozen=True):
    """A game term by language, and the number of the rule to look it up in."""

    text: dict[str, str]
    rule: str


class UnknownRule(LocalizableError, LookupError):
    """No rule has this number."""

    slug = "unknown-rule"


class Rulebook:
    """The rules of the game called *title*, in sections, and its terms by names like `status:taunt`."""

    def __init__(
        self,
        title: str,
        sections: tuple[Section, ...],
        glossary: Mapping[str, Term],
        languages: tuple[Language, ...] = LANGUAGES,
    ) -> None:
        self.title, self.sections, self.glossary, self.languages = title, sections, glossary, languages
        self._rules = {rule.number: rule for section in sections for rule in section.rules}

    def rules(self) -> tuple[Rule, ...]:
        """Returns every rule, in order."""
        return tuple(self._rules.values())

    def told_in(self, asked: str) -> str:
        """Returns the language to answer in who *asked* for one: English, if the rulebook lacks that one."""
        return asked if asked in self.languages else "en"

    def is_rule(self, citation: str) -> bool:
        """Tells whether *citation* is the number of a rule, and not the paragraph of a card, say."""
        return citation in self._rules

    def rule(self, number: str) -> Rule:
        """Returns the rule with *number*; raises `UnknownRule`."""
        if not self._rules:
            raise UnknownRule(Message("This service has no rulebook of {title}.", title=self.title))
        if number not in self._rules:
            first, *_, last = self._rules
            raise UnknownRule(
                Message(
                    "{title} has no rule “{number}”; its rules are {first} to {last}.",
                    title=self.title,
                    number=number,
                    first=first,
                    last=last,
                )
            )
        return self._rules[number]


@cache
def packaged(game: str) -> Rulebook:
    """Returns the rulebook that comes with *game*, read once; one without rules if none does."""
    title, name = GAMES[game].TITLE, GAMES[game].RULEBOOK
    if not name:
        return Rulebook(title, (), {})
    with resources.as_file(resources.files(game_package(game)).joinpath(name)) as file:
        return read(title, file)


def cited(citation: str) -> Rule | None:
    """Returns the rule that *citation* names, of whichever game; `None` if it names none."""
    books = (packaged(game) for game in GAMES)
    return next((book.rule(citation) for book in books if book.is_rule(citation)), None)


def rule_text(citation: str) -> Mapping[str, str] | None:
    """Returns the text by language of the rule that *citation* names; `None` if it names none."""
    rule = cited(citation)
    return rule.text if rule else None


# -- the file ----------------------------------------------------------------------------------------


class _Words(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    en: str
    fr: str | None = None
    it: str | None = None


class _Term(_Words, frozen=True, kw_only=True):
    rule: str


class _Rule(_Words, frozen=True, kw_only=True):
    pages: tuple[int, ...] | dict[str, tuple[int, ...]] = ()
    default: bool = False
    editions: tuple[str, ...] = ()


class _Section(Struct, frozen=True, forbid_unknown_fields=True):
    title: _Words
    rules: dict[Annotated[str, Meta(pattern="^[A-Z]{2}-([0-9]{3}|C[0-9]+)$")], _Rule]


class _Rulebook(Struct, frozen=True, forbid_unknown_fields=True):
    handbooks: tuple[str, ...]
    glossary: dict[str, _Term]
    sections: tuple[_Section, ...]
    languages: tuple[Language, ...] = LANGUAGES


def read(title: str, file: Path) -> Rulebook:
    """Reads the rulebook of the game called *title*; raises `sheets.Mistaken`."""
    sheet = yaml_files.read_yaml_file(file)
    from .struct_schemas import flat, form  # marshmallow takes long to load

    if mistakes := form(_Rulebook).validate(sheet.data):
        raise InvalidYaml(sorted(sheet.diagnostic_at(where, text) for where, text in flat(mistakes)))
    written = msgspec.convert(sheet.data, _Rulebook)
    if slips := sorted(_slips(sheet, written)):
        raise InvalidYaml(slips)
    sections = tuple(
        Section(
            number=place,
            title=_by_language(section.title),
            rules=tuple(
                _rule(number, place, rule, written.handbooks) for number, rule in section.rules.items()
            ),
        )
        for place, section in enumerate(written.sections, 1)
    )
    glossary = {name: Term(_by_language(term), term.rule) for name, term in written.glossary.items()}
    return Rulebook(title, sections, glossary, written.languages)


def _rule(number: str, section: int, rule: _Rule, handbooks: tuple[str, ...]) -> Rule:
    pages = rule.pages if isinstance(rule.pages, dict) else dict.fromkeys(handbooks, rule.pages)
    return Rule(
        number=number,
        section=section,
        text=_by_language(rule),
        pages={edition: found for edition, found in pages.items() if found},
        default=rule.default,
        editions=rule.editions,
    )


def _by_language(words: _Words) -> dict[str, str]:
    written: dict[str, str] = {lang: text for lang in LANGUAGES if (text := getattr(words, lang)) is not None}
    return typeset(written)


def _slips(sheet: YamlFile, rulebook: _Rulebook) -> Iterator[Diagnostic]:
    """Yields what no type can tell: languages, numbers given twice, lost terms, unknown editions."""
    yield from _gaps(sheet, rulebook)
    numbers: set[str] = set()
    known = ", ".join(rulebook.handbooks)
    for place, section in enumerate(rulebook.sections):
        for number, rule in section.rules.items():
            where = ("sections", place, "rules", number)
            if number in numbers:
                yield sheet.diagnostic_at(where, "this number stands in an earlier section too")
            numbers.add(number)
            pages = rule.pages if isinstance(rule.pages, dict) else ()
            for field, editions in (("pages", pages), ("editions", rule.editions)):
                if strange := [edition for edition in editions if edition not in rulebook.handbooks]:
                    yield sheet.diagnostic_at(
                        (*where, field), f"there is no handbook “{strange[0]}”, but {known}"
                    )
    for name, term in rulebook.glossary.items():
        if term.rule not in numbers:
            yield sheet.diagnostic_at(("glossary", name, "rule"), f"there is no rule “{term.rule}”")


def _gaps(sheet: YamlFile, written: _Rulebook) -> Iterator[Diagnostic]:
    """Yields every text that is not written in just the languages of the rulebook."""
    if "en" not in written.languages:
        yield sheet.diagnostic_at(("languages",), "English, “en”, is always among them")
    texts: list[tuple[ValuePath, _Words]] = [
        (("glossary", name), term) for name, term in written.glossary.items()
    ]
    for place, section in enumerate(written.sections):
        texts.append((("sections", place, "title"), section.title))
        texts += [(("sections", place, "rules", number), rule) for number, rule in section.rules.items()]
    known = ", ".join(written.languages)
    for where, words in texts:
        for lang in LANGUAGES:
            if (lang in written.languages) is not (lang in _by_language(words)):
                told = "Missing" if lang in written.languages else "Too much"
                yield sheet.diagnostic_at((*where, lang), f"{told}: this rulebook is written in {known}")
