"""Rulebooks, with all rules of a game by number and language.

Citations lead to a rulebook. A citation of a card's paragraph, such as `GAS05.1`, is no rule. Each rulebook
has English text at least.
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
from replays.text import languages

from ..shared import yaml_files
from ..shared.language_codes import LANGUAGES, Language
from ..shared.yaml_files import Diagnostic, InvalidYaml, ValuePath, YamlFile


def typeset_texts(written: Mapping[str, str]) -> dict[str, str]:
    """Returns a text by language, typeset for each language."""
    return {lang: languages.typeset(lang, text) for lang, text in written.items()}


class Rule(Struct, frozen=True):
    """A rule: its number, its section (from 1), its sentence by language, and its pages by edition.

    `default` marks a point that the handbooks leave open, wholly or in part; `options` are what a match may
    choose there, as in `theft=mandatory`. `editions` are those whose handbook prints it otherwise than the
    English one.
    """

    number: str
    section: int
    text: dict[str, str]
    pages: dict[str, tuple[int, ...]]
    default: bool
    editions: tuple[str, ...]
    options: tuple[str, ...]


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
    """Rules of the game called *title* in sections, and terms by names such as `status:taunt`."""

    def __init__(
        self,
        title: str,
        sections: tuple[Section, ...],
        glossary: Mapping[str, Term],
        languages: tuple[Language, ...] = LANGUAGES,
    ) -> None:
        self.title, self.sections, self.glossary, self.languages = title, sections, glossary, languages
        self._rules = {rule.number: rule for section in sections for rule in section.rules}

    def list_rules(self) -> tuple[Rule, ...]:
        """Returns all rules in order."""
        return tuple(self._rules.values())

    def language_for(self, lang: str) -> str:
        """Returns *lang* if the rulebook has it, else English."""
        return lang if lang in self.languages else "en"

    def is_rule(self, citation: str) -> bool:
        """Returns whether *citation* is the number of a rule."""
        return citation in self._rules

    def find_rule(self, number: str) -> Rule:
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
def packaged_rulebook(game: str) -> Rulebook:
    """Returns the rulebook of *game*, read once, or one without rules."""
    title, name = GAMES[game].TITLE, GAMES[game].RULEBOOK
    if not name:
        return Rulebook(title, (), {})
    with resources.as_file(resources.files(game_package(game)).joinpath(name)) as file:
        return read_rulebook(title, file)


def find_rule(citation: str) -> Rule | None:
    """Returns the rule that *citation* names in any game, or `None`."""
    books = (packaged_rulebook(game) for game in GAMES)
    return next((book.find_rule(citation) for book in books if book.is_rule(citation)), None)


def rule_text(citation: str) -> Mapping[str, str] | None:
    """Returns the text by language of the rule that *citation* names, or `None`."""
    rule = find_rule(citation)
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
    options: tuple[str, ...] = ()


class _Section(Struct, frozen=True, forbid_unknown_fields=True):
    title: _Words
    rules: dict[Annotated[str, Meta(pattern="^[A-Z]{2}-([0-9]{3}|C[0-9]+)$")], _Rule]


class _Rulebook(Struct, frozen=True, forbid_unknown_fields=True):
    handbooks: tuple[str, ...]
    glossary: dict[str, _Term]
    sections: tuple[_Section, ...]
    languages: tuple[Language, ...] = LANGUAGES


def read_rulebook(title: str, file: Path) -> Rulebook:
    """Reads the rulebook of the game called *title*; raises `InvalidYaml`."""
    sheet = yaml_files.read_yaml_file(file)
    from .struct_schemas import flatten_errors, schema_of  # marshmallow takes long to load

    if errors := schema_of(_Rulebook).validate(sheet.data):
        raise InvalidYaml(sorted(sheet.diagnostic_at(path, text) for path, text in flatten_errors(errors)))
    written = msgspec.convert(sheet.data, _Rulebook)
    if diagnostics := sorted(_find_errors(sheet, written)):
        raise InvalidYaml(diagnostics)
    sections = tuple(
        Section(
            number=index,
            title=_by_language(section.title),
            rules=tuple(
                _make_rule(number, index, rule, written.handbooks) for number, rule in section.rules.items()
            ),
        )
        for index, section in enumerate(written.sections, 1)
    )
    glossary = {name: Term(_by_language(term), term.rule) for name, term in written.glossary.items()}
    return Rulebook(title, sections, glossary, written.languages)


def _make_rule(number: str, section: int, rule: _Rule, handbooks: tuple[str, ...]) -> Rule:
    pages = rule.pages if isinstance(rule.pages, dict) else dict.fromkeys(handbooks, rule.pages)
    return Rule(
        number=number,
        section=section,
        text=_by_language(rule),
        pages={edition: edition_pages for edition, edition_pages in pages.items() if edition_pages},
        default=rule.default,
        editions=rule.editions,
        options=rule.options,
    )


def _by_language(words: _Words) -> dict[str, str]:
    written: dict[str, str] = {lang: text for lang in LANGUAGES if (text := getattr(words, lang)) is not None}
    return typeset_texts(written)


def _find_errors(sheet: YamlFile, rulebook: _Rulebook) -> Iterator[Diagnostic]:
    """Yields errors beyond types, such as repeated numbers, unknown editions and lost terms."""
    yield from _find_gaps(sheet, rulebook)
    numbers: set[str] = set()
    handbooks = ", ".join(rulebook.handbooks)
    for index, section in enumerate(rulebook.sections):
        for number, rule in section.rules.items():
            path = ("sections", index, "rules", number)
            if number in numbers:
                yield sheet.diagnostic_at(path, "this number stands in an earlier section too")
            numbers.add(number)
            pages = rule.pages if isinstance(rule.pages, dict) else ()
            for field, editions in (("pages", pages), ("editions", rule.editions)):
                if unknown := [edition for edition in editions if edition not in rulebook.handbooks]:
                    yield sheet.diagnostic_at(
                        (*path, field), f"there is no handbook “{unknown[0]}”, but {handbooks}"
                    )
    for name, term in rulebook.glossary.items():
        if term.rule not in numbers:
            yield sheet.diagnostic_at(("glossary", name, "rule"), f"there is no rule “{term.rule}”")


def _find_gaps(sheet: YamlFile, written: _Rulebook) -> Iterator[Diagnostic]:
    """Yields each text that lacks a language of the rulebook or has another one."""
    if "en" not in written.languages:
        yield sheet.diagnostic_at(("languages",), "English, “en”, is always among them")
    texts: list[tuple[ValuePath, _Words]] = [
        (("glossary", name), term) for name, term in written.glossary.items()
    ]
    for index, section in enumerate(written.sections):
        texts.append((("sections", index, "title"), section.title))
        texts += [(("sections", index, "rules", number), rule) for number, rule in section.rules.items()]
    languages = ", ".join(written.languages)
    for path, words in texts:
        for lang in LANGUAGES:
            if (lang in written.languages) is not (lang in _by_language(words)):
                problem = "Missing" if lang in written.languages else "Too much"
                yield sheet.diagnostic_at(
                    (*path, lang), f"{problem}: this rulebook is written in {languages}"
                )
