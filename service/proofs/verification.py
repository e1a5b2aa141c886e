"""Verification of a match by deciding it again, under its own or other rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import validate

from domain.messages import Message
from replays.audits.audit import Progress
from replays.audits.verify import Verdict, readjudicate, verify
from replays.text.languages import ENGLISH

from ..catalog.cardsets import CardSetRegistry
from ..catalog.options import complete_options
from ..http.bodies.patterns import StrictInteger
from ..http.bodies.schemas import MAX_SAFE_INTEGER, FreshnessQuery, no_value
from ..identity.players import PlayerDirectory
from ..matches.repository import MatchRepository
from ..matches.viewing.narrators import fact_quoter
from ..shared.errors import InvalidOptions
from ..shared.registry import Registry


class ProofQuery(FreshnessQuery):
    """Selects the first head that covers a fact, by default the last head."""

    seq = StrictInteger(validate=validate.Range(min=1, max=MAX_SAFE_INTEGER), load_default=no_value)


def decide_again(
    services: Registry,
    match: str,
    cards: str | None,
    options: Mapping[str, Any],
    progress: Progress = lambda checked: None,
    until: int | None = None,
    language: str = ENGLISH,
) -> Verdict:
    """Decides every answer of *match* again up to fact *until*, by default the last.

    The result describes differing facts in a *language*, with names of players, and in notation. *cards*
    selects another card set by name, and *options* replace those of the match. Raises `UnknownMatch`,
    `CardSetNotFound`, `InvalidOptions` and `decider.Unplayable`.
    """
    rules, match_state = services[MatchRepository].load_match(match)
    match_opened = match_state.settings
    game = services[MatchRepository].find_game(match_opened.game)
    facts = services[MatchRepository].load_facts(match, 0, until or match_state.seq)
    quote = fact_quoter(game, rules, facts, services[PlayerDirectory], language)
    if cards is None and not options:
        return verify(rules, facts, progress, quote)
    if options and match_opened.position:
        sentence = Message(
            "A study takes its options from its position: it can be decided again with other cards alone."
        )
        raise InvalidOptions(f"/options/{next(iter(options))}", sentence)
    changed = complete_options(game, {**match_opened.options, **options}) if options else None
    if cards is not None:
        rules = game.make_rules(
            services[CardSetRegistry].find_cards(game.NAME, cards).book, match_opened.version
        )
    return readjudicate(rules, facts, changed, progress, quote)
