"""Verification: a match decided again, as it was played or under other rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.messages import Message
from replays.audits.audit import Progress
from replays.audits.verify import Verdict, readjudicate, verify
from replays.text.languages import ENGLISH

from ..catalog.cardsets import CardSetRegistry
from ..catalog.options import chosen
from ..identity.players import PlayerDirectory
from ..matches.repository import MatchRepository
from ..matches.viewing.narrators import quotations
from ..shared.errors import InvalidOptions
from ..shared.registry import Registry


def decided_again(
    services: Registry,
    match: str,
    cards: str | None,
    options: Mapping[str, Any],
    progress: Progress = lambda checked: None,
    upto: int | None = None,
    language: str = ENGLISH,
) -> Verdict:
    """Returns what comes of deciding every answer of *match* again, up to fact *upto* or to the last.

    A difference tells the facts that part in words of a *language*, players by name, and in notation. It is
    decided by the rules it was played by, unless there is the name of other *cards*, or *options* that stand
    in the place of its own. Raises `UnknownMatch`, `CardSetNotFound`, `InvalidOptions` and
    `decider.Unplayable`.
    """
    rules, match_state = services[MatchRepository].get(match)
    match_opened = match_state.settings
    game = services[MatchRepository].game(match_opened.game)
    facts = services[MatchRepository].facts(match, 0, upto or match_state.seq)
    quote = quotations(game, rules, facts, services[PlayerDirectory], language)
    if cards is None and not options:
        return verify(rules, facts, progress, quote)
    if options and match_opened.position:
        sentence = Message(
            "A study takes its options from its position: it can be decided again with other cards alone."
        )
        raise InvalidOptions(f"/options/{next(iter(options))}", sentence)
    changed = chosen(game, {**match_opened.options, **options}) if options else None
    if cards is not None:
        rules = game.make_rules(services[CardSetRegistry].cards(game.NAME, cards).book, match_opened.version)
    return readjudicate(rules, facts, changed, progress, quote)
