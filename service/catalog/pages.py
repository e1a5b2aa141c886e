"""The rulebook of a game as a page: its terms, and every rule by its number."""

from __future__ import annotations

from typing import NamedTuple

from flask import redirect, render_template, url_for
from werkzeug.wrappers import Response

from domain.games import GAMES

from ..http.pages import Pages
from ..site import i18n
from ..site.games import playable
from . import rulebook

rules = Pages("rulebook", __name__)


class Term(NamedTuple):
    """A term of the glossary: what the scripts draw for it, if anything; its word, and the rule behind it."""

    sign: str
    text: str
    number: str
    meaning: str


@rules.get("/rules/<what>")
def show(what: str) -> str | Response:
    """Shows the rules of a game; the number of a rule leads to where it stands there."""
    for game in GAMES:
        if what not in GAMES and rulebook.packaged(game).is_rule(what):
            return redirect(url_for("rulebook.show", what=game, _anchor=what))
    played = playable(what)
    book = rulebook.packaged(what)
    lang = book.told_in(i18n.chosen())
    return render_template(
        "rules.html",
        game=played,
        told_in=lang,
        sections=book.sections,
        terms=[(kind, _in_order(terms)) for kind, terms in _terms(book, lang)],
    )


def _terms(book: rulebook.Rulebook, lang: str) -> list[tuple[str, list[Term]]]:
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
    found: dict[str, list[Term]] = {title: [] for title in titles.values()}
    others: list[Term] = []
    for name, term in book.glossary.items():
        kind, _, sign = name.partition(":")
        told = Term(sign, term.text[lang], term.rule, book.rule(term.rule).text[lang])
        (found[titles[kind]] if kind in titles else others).append(told)
    return [(title, terms) for title, terms in (*found.items(), (i18n.says("Other terms"), others)) if terms]


def _in_order(terms: list[Term]) -> list[Term]:
    return sorted(terms, key=lambda term: term.text.casefold())
