"""A match told in English: a sentence for every fact that is worth one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.games import Game
from domain.table import (
    Appealed,
    DisputeAnswered,
    DisputeOpened,
    JudgeLooked,
    MatchEnded,
    MatchOpened,
    Rewound,
    Ruled,
    SeatClaimed,
)
from domain.words import Answered, Asked, Event, Fact, Resolved


class Line(Struct, frozen=True):
    """One fact, told: its number, the rule or card that made it, and the sentence."""

    seq: int
    rule: str
    text: str


def narrate(game: Game, book: Any, facts: Iterable[Fact]) -> Iterator[Line]:
    """Yields a line for each of *facts* that is worth one: all there are of a match, or what one viewer sees.

    The end of an effect has none, nor have the answers of chance, nor those to the question that stands
    between effects: the facts that follow tell what was answered. Seats are called by their players' names
    from the moment these sit down.
    """
    names = dict(game.names(book))
    before: Event | None = None
    for fact in facts:
        event = fact.event
        standing = isinstance(event, Answered) and not isinstance(before, Asked)
        before = event
        if standing:
            continue
        if isinstance(event, SeatClaimed):
            names[f"seat:{event.seat}"] = event.player
        if template := sentence(game, event):
            words = {field: spoken(names, field, getattr(event, field)) for field in event.__struct_fields__}
            text = template.format_map(words)
            yield Line(fact.seq, fact.rule, text[:1].upper() + text[1:])


def sentence(game: Game, event: Event) -> str:
    """Returns the sentence that tells *event*, its fields in braces; empty when it is not worth one."""
    match event:
        case MatchOpened(position=""):
            return f"A match of {game.TITLE} is opened for {{seats}} players."
        case MatchOpened():
            return f"A study of {game.TITLE} is opened for {{seats}} players, from a position of their own."
        case DisputeOpened():
            return "Case {case} is opened by {by}: “{claim}”"
        case DisputeAnswered():
            return "In case {case}, {by} says: “{text}”"
        case Ruled(seat=None):
            return "In case {case} it is ruled by {judge}, under {rules}: “{text}”"
        case Ruled():
            return "In case {case} it is ruled by {judge}, under {rules}, with {penalty} for {seat}: “{text}”"
        case Appealed():
            return "In case {case}, {by} appeals: “{text}”"
        case JudgeLooked():
            return "The judge {judge} looks at all that is hidden."
        case Rewound():
            return "The match goes on from fact {to}; what came after it stays in the record."
        case SeatClaimed():
            return f"{{player}} takes seat {event.seat}."
        case MatchEnded(winners=()):
            return "The match is over: a draw, with scores of {scores}."
        case MatchEnded():
            wins = "wins" if len(event.winners) == 1 else "win"
            return f"The match is over: {{winners}} {wins}, with scores of {{scores}}."
        case Answered(picks=(), secret=True):
            return "{seat} chooses in secret."
        case Answered():
            return "{seat} chooses {picks}."
        case Resolved():
            return ""
    return game.sentence(event)


def spoken(names: Mapping[str, str], field: str, value: object) -> str:
    """Returns what to call *value* of *field* aloud: by field and value, by value, or as it is written."""
    if isinstance(value, tuple):
        hidden = value.count("")
        known = [spoken(names, field, one) for one in value if one != ""]
        if hidden:
            known.append(spoken(names, field, "") if hidden == 1 else f"{hidden} cards")
        return listed(known)
    called = names.get(f"{'seat' if field == 'winners' else field}:{value}")
    if called is None and isinstance(value, str):
        called = names.get(value, value or "a card")
    return str(value) if called is None else called


def listed(words: Sequence[str]) -> str:
    """Returns *words* as English lists them: `one`, `one and two`, `one, two and three`, or `nothing`."""
    if len(words) < 2:
        return words[0] if words else "nothing"
    return f"{', '.join(words[:-1])} and {words[-1]}"
