"""Narrators of facts and choices in the words of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain import table
from domain.games import Game
from domain.messages import Message
from domain.model import Fact, Seat, Viewer
from domain.notation import write_fact
from domain.rules import Rules
from domain.table import SeatClaimed, SeatHandedOver
from replays.audits.differences import Quote, quote_fact
from replays.playback.replay import Replay
from replays.text import languages
from replays.text.acts import Act, act_start, narrate_acts
from replays.text.fact_narrator import FactNarrator
from replays.text.languages import ENGLISH
from replays.text.names import localized_names as named
from replays.text.narration import Line, narrate
from replays.text.narrator import Narrator

from ...identity.players import PlayerDirectory


def fact_narrator(
    game: Game, replay: Replay[Any, Any], viewer: Viewer, people: PlayerDirectory, language: str = ENGLISH
) -> FactNarrator:
    """Returns a narrator with player names. Its sentences must not be stored."""
    redacted = (table.redact_fact(replay.rules, fact, viewer) for fact in replay.facts)
    facts = people.with_names(redacted, language)
    return FactNarrator(game, replay, facts, viewer, language)


def narrate_lines(
    game: Game, replay: Replay[Any, Any], viewer: Viewer, people: PlayerDirectory, language: str
) -> list[Line]:
    """Returns the sentences of all facts for *viewer*."""
    redacted = (table.redact_fact(replay.rules, fact, viewer) for fact in replay.facts)
    return [*narrate(game, replay.rules.book, people.with_names(redacted, language), language)]


def acts_after(
    game: Game,
    replay: Replay[Any, Any],
    viewer: Viewer,
    people: PlayerDirectory,
    language: str,
    after: int,
    reader: Seat | None = None,
) -> list[Act]:
    """Returns the acts that end after fact *after*, for *viewer*, with “you” for the seat of the *reader*.

    The first of them may have begun earlier. A sentence depends on earlier claims of seats and on the facts
    of its act. Other facts are not narrated again.
    """
    start = act_start(game, replay.facts, after)
    claims = (
        fact for fact in replay.facts[: start - 1] if isinstance(fact.event, SeatClaimed | SeatHandedOver)
    )
    facts = (*claims, *replay.facts[start - 1 :])
    redacted = people.with_names((table.redact_fact(replay.rules, fact, viewer) for fact in facts), language)
    return [
        act
        for act in narrate_acts(game, replay.rules.book, redacted, language, after=after, reader=reader)
        if act.seq >= start
    ]


def choice_narrator(game: Game, rules: Rules[Any, Any], language: str) -> Narrator:
    """Returns a narrator of choices and refusals in the words of *game*, without player names."""
    translator = languages.game_language(game.NAME, language)
    return Narrator(game, rules.book, translator, named(game, rules.book, translator))


def fact_quoter(
    game: Game, rules: Rules[Any, Any], facts: Sequence[Fact], people: PlayerDirectory, language: str
) -> Quote:
    """Returns a function that quotes a fact near *facts* in *language* and in notation."""

    def quote(fact: Fact) -> Message:
        seat_claims = (before for before in facts if isinstance(before.event, SeatClaimed))
        claims = people.with_names(seat_claims, language)
        answer = [before for before in facts if before.seq == fact.seq - 1]
        lines = narrate(game, rules.book, [*claims, *answer, fact], language)
        sentences = [line.text for line in lines if line.seq == fact.seq]
        if not sentences:
            return quote_fact(fact)
        return Message("“{sentence}” ({fact})", sentence=sentences[-1], fact=write_fact(fact))

    return quote
