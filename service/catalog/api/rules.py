"""Endpoints of the rules of a game, in the languages of its rulebook."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec import Struct

from ...http.bodies.schemas import LocalizedQuery
from ...http.resource import Resource
from ...http.responses import json_response
from ...http.services import services
from ...http.tags import Tag
from .. import rulebook
from ..cardsets import CardSetRegistry
from ..rule_texts import RuleText, rule_text

rules = Resource("rules", Tag.SERVICE)


class RuleSection(Struct, frozen=True):
    """A section of the rules: its number (from 1), its title, and its rules in order."""

    number: int
    title: str
    rules: list[RuleText]


class RuleList(Struct, frozen=True):
    """The rules of a game in one language, `lang`; the list is empty without a rulebook in it."""

    game: str
    lang: str
    sections: list[RuleSection]


@rules.get("/games/<game>/rules")
@rules.arguments(LocalizedQuery, location="query")
@rules.returns(200, RuleList)
@rules.errors(404, 422)
def list_rules(args: dict[str, Any], game: str) -> Response:
    """List the rules of a game.

    Rules are grouped by section. Rules without a translation are in English, and `lang` and
    `Content-Language` say so.
    """
    book = rulebook.packaged_rulebook(services()[CardSetRegistry].find_game(game).NAME)
    lang = book.language_for(args["lang"])
    sections = [
        RuleSection(section.number, section.title[lang], [rule_text(rule, lang) for rule in section.rules])
        for section in book.sections
    ]
    return json_response(RuleList(game, lang, sections), Content_Language=lang)


@rules.get("/games/<game>/rules/<number>")
@rules.arguments(LocalizedQuery, location="query")
@rules.returns(200, RuleText)
@rules.errors(404, 422)
def get_rule(args: dict[str, Any], game: str, number: str) -> Response:
    """Get a rule.

    A rule without a translation is in English, and `Content-Language` says so.
    """
    book = rulebook.packaged_rulebook(services()[CardSetRegistry].find_game(game).NAME)
    lang = book.language_for(args["lang"])
    return json_response(rule_text(book.find_rule(number), lang), Content_Language=lang)
