"""The rulebook of a game as a page: its terms, and every rule by its number, to be searched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.games import GAMES
from replays.text.languages import game_language

from ..http.pages import Pages
from ..shared import i18n
from . import rulebook
from .examples import examples
from .playable_games import playable
from .rulebook import Rule, Rulebook
from .search import finds

rules = Pages("rulebook", __name__)

LONGEST = 100
"""How many letters of a query count."""

CITATION = re.compile("([A-Z]{2}-(?:[0-9]{3}|C[0-9]+))")
"""The number of a rule within a text."""


class TermEntry(NamedTuple):
    """A term of the glossary: what the scripts draw for it, if anything; its word, and the rule behind it.

    Every second piece of its meaning is the number of a rule that is cited there.
    """

    sign: str
    text: str
    number: str
    meaning: list[str]
    found: bool


class RuleEntry(NamedTuple):
    """A rule as the page has it, with what is told of where it comes from; what was not `found` is hidden.

    Every second piece of its text is the number of a rule that is cited there.
    """

    number: str
    text: list[str]
    notes: list[str]
    found: bool


class Part(NamedTuple):
    """Entries under one title."""

    title: str
    entries: list[TermEntry] | list[RuleEntry]

    @property
    def found(self) -> bool:
        """Whether anything of it was found."""
        return any(entry.found for entry in self.entries)


@rules.get("/rules/<what>")
def show(what: str) -> str | Response:
    """Shows the rules of a game, those that `?q=` finds; the number of a rule leads to where it stands."""
    for game in GAMES:
        if what not in GAMES and rulebook.packaged(game).is_rule(what):
            return redirect(url_for("rulebook.show", what=game, _anchor=what))
    played = playable(what)
    book, query = rulebook.packaged(what), request.args.get("q", "")[:LONGEST]
    lang = book.told_in(i18n.chosen())
    sections = [
        Part(section.title[lang], [_entry(what, rule, lang, query) for rule in section.rules])
        for section in book.sections
    ]
    return render_template(
        "rules.html",
        game=played,
        told_in=lang,
        query=query,
        sections=sections,
        found=sum(entry.found for section in sections for entry in section.entries),
        examples=examples(what),
        terms=_terms(book, lang, query),
    )


def _entry(game: str, rule: Rule, lang: str, query: str) -> RuleEntry:
    text = rule.text[lang]
    return RuleEntry(
        rule.number, CITATION.split(text), [*_notes(game, rule)], finds(query, f"{rule.number} {text}")
    )


def _notes(game: str, rule: Rule) -> Iterator[str]:
    """Yields where *rule* is printed, and how far the handbooks carry it, in the language of the request."""
    listed = game_language(game, i18n.chosen()).join_words
    for pages in dict.fromkeys(rule.pages.values()):
        printed = listed([edition.upper() for edition, found in rule.pages.items() if found == pages])
        yield i18n.says("Handbook ({editions}): {pages}", editions=printed, pages=listed([*map(str, pages)]))
    if rule.default:
        yield i18n.says("The handbooks leave this open, wholly or in part.")
    if rule.editions:
        printed = listed([edition.upper() for edition in rule.editions])
        yield i18n.says("Printed otherwise: {editions}", editions=printed)


def _terms(book: Rulebook, lang: str, query: str) -> list[Part]:
    """Returns the terms of *book*, those of one kind together: statuses, gears, symbols, and the others."""
    titles = {
        "status": i18n.says("Statuses"),
        "gear": i18n.says("Gears"),
        "action": i18n.says("Symbols"),
        "kind": i18n.says("Kinds of cards"),
        "type": i18n.says("Kinds of cards"),
        "phase": i18n.says("Phases"),
        "form": i18n.says("What becomes of cards"),
    }
    results: dict[str, list[TermEntry]] = {title: [] for title in titles.values()}
    others: list[TermEntry] = []
    for name, term in book.glossary.items():
        kind, _, sign = name.partition(":")
        word, meaning = term.text[lang], book.rule(term.rule).text[lang]
        there = finds(query, f"{word} {term.rule} {meaning}")
        told = TermEntry(sign, word, term.rule, CITATION.split(meaning), there)
        (results[titles[kind]] if kind in titles else others).append(told)
    kinds = (*results.items(), (i18n.says("Other terms"), others))
    return [Part(title, _in_order(terms)) for title, terms in kinds if terms]


def _in_order(terms: list[TermEntry]) -> list[TermEntry]:
    return sorted(terms, key=lambda term: term.text.casefold())
