"""Taking back: a seat asks to go on from before an answer of its own, and the match does once all agree.

Never past something hidden that somebody has seen since: what was learned cannot be taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from .. import decider
from ..decider import Rules
from ..messages import Message
from ..model import CHANCE, CONVERSATION, Answered, Fact, Seat, SeatHandedOver, SeatRetired
from ..script import B, K
from .agreements import check_offer, check_playing
from .commands import Followed, WrongMoment
from .facts import TableFact, TakebackAsked
from .match import Match, evolve, fold
from .rulings import Line

CASE = "case-"
"""How the rule begins that a ruling leaves on what it brings about."""


def last_answer(match: Match[B], facts: Sequence[Fact], seat: Seat) -> Fact | None:
    """Returns the last answer of *seat* among *facts*, those of *match*, that no rewind has left."""
    for fact in reversed(facts):
        event = fact.event
        if isinstance(event, Answered) and event.seat == seat and not _left(match, fact.seq):
            return fact
    return None


def agrees(rules: Rules[B, K], match: Match[B], asked: TakebackAsked) -> bool:
    """Tells whether nobody else has to agree any more when a seat asks to go back."""
    running = match.position.running
    if running is not None and running.told[0].seq <= asked.to + 1:
        spoken = {fact.event.seat for fact in running.told if isinstance(fact.event, Answered)}
        question = decider.asked(rules, match.position)
        if spoken | ({question.seat} if question else set()) == {asked.seat}:
            return True
    for_it = {asked.seat, *match.bots, *rules.retired_seats(match.position.board)}
    if match.accord.to == asked.to:
        for_it |= {*match.accord.takebacks}
    return all(not for_it.isdisjoint(side) for side in rules.list_sides(match.position.board))


def take_back(
    rules: Rules[B, K],
    match: Match[B],
    asked: TakebackAsked,
    facts: Sequence[Fact],
    line: Line | None = None,
) -> Followed[B]:
    """Tells what follows when a seat asks to go back; *facts* are all of the match.

    With a *line*, which `agrees` calls for, the match goes on along it. Raises `WrongMoment`.
    """
    _check(match, asked, facts)
    check_playing(rules, match, asked.seat)
    check_offer(match, "takeback", asked.agrees)
    there = fold(rules, facts[: asked.to])
    first = facts[asked.to].event
    assert isinstance(first, Answered)
    if why := _seen(rules, there, facts[asked.to :], first.seat):
        raise WrongMoment(Message("{why} What was seen cannot be taken back.", why=why))
    fact = Fact(match.seq + 1, match.seq, "", asked)
    told, match = [fact], evolve(rules, match, fact)
    if line is not None:
        if line.to != asked.to:
            raise WrongMoment(
                Message(
                    "To go back to fact {to} was asked for, not to fact {other}.", to=asked.to, other=line.to
                )
            )
        event = line.rewound(asked.at, paused=False)
        fact = Fact(match.seq + 1, match.seq, "", event)
        told, match = [*told, fact], evolve(rules, match, fact)
    return Followed(told, match)


def _check(match: Match[B], asked: TakebackAsked, facts: Sequence[Fact]) -> None:
    if match.ended is not None:
        raise WrongMoment(Message("The match is over."))
    if match.accord.paused is not None:
        raise WrongMoment(Message("The match is paused, by {by}.", by=match.accord.paused.by))
    accord = match.accord
    if accord.to == asked.to and accord.takebacks:
        if asked.seat in accord.takebacks:
            raise WrongMoment(Message("You have asked for this already; the others have not agreed yet."))
        return
    if not 0 < asked.to < len(facts) or _left(match, asked.to + 1):
        raise WrongMoment(Message("There is no answer after fact {to} to take back.", to=asked.to))
    answer = facts[asked.to].event
    if not isinstance(answer, Answered) or answer.seat != asked.seat:
        raise WrongMoment(
            Message("Fact {to} is no answer of yours: only those can be taken back.", to=asked.to + 1)
        )


def _left(match: Match[B], seq: int) -> bool:
    return any(first <= seq <= last for first, last in match.left)


def _seen(rules: Rules[B, K], there: Match[B], since: Sequence[Fact], seat: Seat) -> Message | None:
    """Returns what stands in the way: what was hidden *there* and was seen *since*, chance, a ruling."""
    board = there.position.board
    viewers = [rules.seat_viewer(board, other) for other in range(there.opened.seats)]
    shown = {viewer: _words(rules.redact_board(board, viewer)) for viewer in viewers}
    mine = shown[rules.seat_viewer(board, seat)]
    hidden = {viewer: _words(board) - shown[viewer] - mine for viewer in viewers}
    match = there
    for fact in since:
        event = fact.event
        if fact.rule.startswith(CASE):
            return Message("Fact {seq} is the doing of a judge.", seq=fact.seq)
        if isinstance(event, SeatRetired):
            return Message("Seat {seat} has left since, at fact {seq}.", seat=event.seat, seq=fact.seq)
        if isinstance(event, SeatHandedOver):
            return Message("A bot plays seat {seat} since, at fact {seq}.", seat=event.seat, seq=fact.seq)
        if isinstance(event, Answered) and event.seat == CHANCE:
            return Message("Chance has answered since, at fact {seq}.", seq=fact.seq)
        match = evolve(rules, match, fact)
        if isinstance(event, TableFact):
            continue
        for viewer in viewers:
            told = decider.shown(rules, fact, viewer).event
            if told != event and not isinstance(event, CONVERSATION):
                return Message("Something hidden was seen or moved at fact {seq}.", seq=fact.seq)
            if not hidden[viewer].isdisjoint(_words(told)):
                return Message("Something hidden was seen at fact {seq}.", seq=fact.seq)
    after = match.position.board
    if any(not hidden[viewer].isdisjoint(_words(rules.redact_board(after, viewer))) for viewer in viewers):
        return Message("Something hidden lies open since.")
    return None


def _words(told: Any) -> set[str]:
    """Returns every word in *told*: names of cards among them, those in picks (`play:GAS07`) as well."""
    return {word for text in _texts(msgspec.to_builtins(told)) for word in (text, *text.split(":"))}


def _texts(told: Any) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        for name, value in told.items():
            yield from _texts(name)
            yield from _texts(value)
    elif isinstance(told, list | tuple):
        for value in told:
            yield from _texts(value)
