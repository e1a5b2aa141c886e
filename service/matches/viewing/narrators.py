"""Who tells what the facts of a match say: to a viewer, or to who compares them with others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain import table
from domain.games import Game
from domain.messages import Message
from domain.model import Fact, Viewer
from domain.notation import write_fact
from domain.rules import Rules
from domain.table import SeatClaimed, SeatHandedOver
from replays.audits.differences import Quote, quote_fact
from replays.playback.replay import Replay
from replays.text import languages
from replays.text.fact_narrator import FactNarrator
from replays.text.languages import ENGLISH
from replays.text.names import localized_names as named
from replays.text.narration import Line, Narrator, narrate

from ...identity.players import PlayerDirectory


def voice(
    game: Game, replay: Replay[Any, Any], viewer: Viewer, people: PlayerDirectory, language: str = ENGLISH
) -> FactNarrator:
    """Returns a voice that calls players by name: what it tells is not to be kept."""
    facts = people.with_names(table.redact_fact(replay.rules, fact, viewer) for fact in replay.facts)
    return FactNarrator(game, replay, facts, viewer, language)


def lines_after(
    game: Game, replay: Replay[Any, Any], viewer: Viewer, people: PlayerDirectory, language: str, after: int
) -> list[Line]:
    """Returns the sentences of the facts that follow fact *after*, as *viewer* may hear them.

    What they say depends on who has sat down before, and on the fact before: nothing else is told again.
    """
    before = (
        fact
        for fact in replay.facts[: max(0, after - 1)]
        if isinstance(fact.event, SeatClaimed | SeatHandedOver)
    )
    facts = (*before, *replay.facts[max(0, after - 1) :])
    told = people.with_names(table.redact_fact(replay.rules, fact, viewer) for fact in facts)
    return [line for line in narrate(game, replay.rules.book, told, language) if line.seq > after]


def narrator(game: Game, rules: Rules[Any, Any], language: str) -> Narrator:
    """Returns who tells what can be done, and why not, in the words of *game*: nobody is called by name."""
    translator = languages.game_language(game.NAME, language)
    return Narrator(game, rules.book, translator, named(game, rules.book, translator))


def quotations(
    game: Game, rules: Rules[Any, Any], facts: Sequence[Fact], people: PlayerDirectory, language: str
) -> Quote:
    """Returns who quotes facts that might be among *facts*: in a sentence of *language*, and in notation."""

    def quote(fact: Fact) -> Message:
        seated = people.with_names(before for before in facts if isinstance(before.event, SeatClaimed))
        answer = [before for before in facts if before.seq == fact.seq - 1]
        lines = narrate(game, rules.book, [*seated, *answer, fact], language)
        sentences = [line.text for line in lines if line.seq == fact.seq]
        if not sentences:
            return quote_fact(fact)
        return Message("“{sentence}” ({fact})", sentence=sentences[-1], fact=write_fact(fact))

    return quote
