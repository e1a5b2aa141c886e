"""Page of a rulebook, with search without regard to case, accents and order of words.

`static/js/lib/search.js` finds the same while a user types.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.games import GAMES
from replays.text.languages import game_language

from ..http.pages import Pages
from ..shared import i18n
from . import rulebook
from .examples import load_examples
from .playable_games import find_playable
from .rulebook import Rule, Rulebook

_ALIKE = str.maketrans({"œ": "oe", "æ": "ae", "’": "'"})


def fold_text(text: str) -> str:
    """Returns *text* in lower case, without accents."""
    decomposed = unicodedata.normalize("NFKD", text.lower().translate(_ALIKE))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def contains_words(query: str, text: str) -> bool:
    """Returns whether *text* contains every word of *query*."""
    folded = fold_text(text)
    return all(word in folded for word in fold_text(query).split())


rules = Pages("rulebook", __name__)

MAX_QUERY_LENGTH = 100
"""Significant characters of a query."""

CITATION = re.compile("([A-Z]{2}-(?:[0-9]{3}|C[0-9]+))")
"""Number of a rule within a text."""


class TermEntry(NamedTuple):
    """Term of the glossary, with its sign in scripts, its word and its rule.

    Each second part of its meaning is the number of a cited rule.
    """

    sign: str
    text: str
    number: str
    meaning: list[str]
    is_found: bool


class RuleEntry(NamedTuple):
    """Rule on the page, with notes on its source; the page hides it unless it `is_found`.

    Each second part of its text is the number of a cited rule.
    """

    number: str
    text: list[str]
    notes: list[str]
    is_found: bool


class Part(NamedTuple):
    """Entries under one title."""

    title: str
    entries: list[TermEntry] | list[RuleEntry]

    @property
    def is_found(self) -> bool:
        """Whether the search found an entry."""
        return any(entry.is_found for entry in self.entries)


@rules.get("/rules/<name>")
def show(name: str) -> str | Response:
    """Shows the rules of a game that match `?q=`, or redirects a rule's number to its rule."""
    for game in GAMES:
        if name not in GAMES and rulebook.packaged_rulebook(game).is_rule(name):
            return redirect(url_for("rulebook.show", name=game, _anchor=name))
    playable = find_playable(name)
    book, query = rulebook.packaged_rulebook(name), request.args.get("q", "")[:MAX_QUERY_LENGTH]
    lang = book.language_for(i18n.page_language())
    sections = [
        Part(section.title[lang], [_make_entry(name, rule, lang, query) for rule in section.rules])
        for section in book.sections
    ]
    return render_template(
        "rules.html",
        game=playable,
        told_in=lang,
        query=query,
        sections=sections,
        found=sum(entry.is_found for section in sections for entry in section.entries),
        examples=load_examples(name),
        terms=_list_terms(book, lang, query),
        back=_match_before(request.referrer or ""),
    )


def _match_before(referrer: str) -> str:
    """Returns the address of the match that the reader came from, or an empty text."""
    try:
        page = urlsplit(referrer)
    except ValueError:  # not an address
        return ""
    if page.netloc != request.host or not page.path.startswith("/m/"):
        return ""
    return f"{page.path}?{page.query}" if page.query else page.path


def _make_entry(game: str, rule: Rule, lang: str, query: str) -> RuleEntry:
    text = rule.text[lang]
    return RuleEntry(
        rule.number,
        CITATION.split(text),
        [*_source_notes(game, rule)],
        contains_words(query, f"{rule.number} {text}"),
    )


def _source_notes(game: str, rule: Rule) -> Iterator[str]:
    """Yields the printed sources of *rule*, in the language of the request."""
    join = game_language(game, i18n.page_language()).join_words
    for pages in dict.fromkeys(rule.pages.values()):
        editions = join(
            [edition.upper() for edition, edition_pages in rule.pages.items() if edition_pages == pages]
        )
        yield i18n.says("Handbook ({editions}): {pages}", editions=editions, pages=join([*map(str, pages)]))
    if rule.default:
        yield i18n.says("The handbooks leave this open, wholly or in part.")
    if rule.editions:
        editions = join([edition.upper() for edition in rule.editions])
        yield i18n.says("Printed otherwise: {editions}", editions=editions)


def _list_terms(book: Rulebook, lang: str, query: str) -> list[Part]:
    """Returns the terms of *book* by kind."""
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
        word, meaning = term.text[lang], book.find_rule(term.rule).text[lang]
        is_found = contains_words(query, f"{word} {term.rule} {meaning}")
        entry = TermEntry(sign, word, term.rule, CITATION.split(meaning), is_found)
        (results[titles[kind]] if kind in titles else others).append(entry)
    kinds = (*results.items(), (i18n.says("Other terms"), others))
    return [Part(title, _in_order(terms)) for title, terms in kinds if terms]


def _in_order(terms: list[TermEntry]) -> list[TermEntry]:
    return sorted(terms, key=lambda term: term.text.casefold())
