"""Takebacks, the return of a seat to before an answer of its own once all agree.

A takeback never crosses a fact that revealed something hidden, because seats cannot unlearn it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from .. import decider
from ..messages import Message
from ..model import CHANCE, CONVERSATION, Answered, Fact, Seat, SeatHandedOver, SeatRetired
from ..rules import Rules
from ..script import B, K
from .agreements import require_offer, require_playing, require_service
from .commands import CommandOutcome, WrongMoment
from .facts import TableFact, TakebackAsked
from .match import Match, evolve, fold
from .rulings import NewLine

CASE_RULE_PREFIX = "case-"
"""The prefix of the rule that the effects of a ruling cite."""


def last_answer(match: Match[B], facts: Sequence[Fact], seat: Seat) -> Fact | None:
    """Returns the last answer of *seat* among *facts* that no rewind has abandoned."""
    for fact in reversed(facts):
        event = fact.event
        if isinstance(event, Answered) and event.seat == seat and not _is_abandoned(match, fact.seq):
            return fact
    return None


def is_agreed(rules: Rules[B, K], match: Match[B], request: TakebackAsked) -> bool:
    """Returns whether no other seat has to agree to the takeback any more."""
    running = match.position.running
    if running is not None and running.facts[0].seq <= request.to + 1:
        answered_seats = {fact.event.seat for fact in running.facts if isinstance(fact.event, Answered)}
        question = decider.open_question(rules, match.position)
        if answered_seats | ({question.seat} if question else set()) == {request.seat}:
            return True
    agreeing = {request.seat, *match.bots, *rules.retired_seats(match.position.board)}
    if match.offers.to == request.to:
        agreeing |= {*match.offers.takebacks}
    return all(not agreeing.isdisjoint(side) for side in rules.list_sides(match.position.board))


def take_back(
    rules: Rules[B, K],
    match: Match[B],
    request: TakebackAsked,
    facts: Sequence[Fact],
    line: NewLine | None = None,
) -> CommandOutcome[B]:
    """Returns the outcome of a takeback *request*; *facts* are all of the match.

    The match goes on along *line*, required once `is_agreed` holds. Raises `WrongMoment`.
    """
    require_service(match)
    _require_takeback(match, request, facts)
    require_playing(rules, match, request.seat)
    require_offer(match, "takeback", request.agrees)
    before = fold(rules, facts[: request.to])
    first = facts[request.to].event
    assert isinstance(first, Answered)
    if reason := _revealed_since(rules, before, facts[request.to :], first.seat):
        raise WrongMoment(Message("{why} What was seen cannot be taken back.", why=reason))
    fact = Fact(match.seq + 1, match.seq, "", request)
    new_facts, match = [fact], evolve(rules, match, fact)
    if line is not None:
        if line.to != request.to:
            raise WrongMoment(
                Message(
                    "The request goes back to fact {to}, not to fact {other}.",
                    to=request.to,
                    other=line.to,
                )
            )
        event = line.rewind_event(match, request.at)
        fact = Fact(match.seq + 1, match.seq, "", event)
        new_facts, match = [*new_facts, fact], evolve(rules, match, fact)
    return CommandOutcome(new_facts, match)


def _require_takeback(match: Match[B], request: TakebackAsked, facts: Sequence[Fact]) -> None:
    if match.ended is not None:
        raise WrongMoment(Message("The match is over."))
    if match.offers.paused is not None:
        raise WrongMoment(Message("The match is paused, by {by}.", by=match.offers.paused.by))
    accord = match.offers
    if accord.to == request.to and accord.takebacks:
        if request.seat in accord.takebacks:
            raise WrongMoment(Message("You have asked for this already; the others have not agreed yet."))
        return
    if not 0 < request.to < len(facts) or _is_abandoned(match, request.to + 1):
        raise WrongMoment(Message("There is no answer after fact {to} to take back.", to=request.to))
    answer = facts[request.to].event
    if not isinstance(answer, Answered) or answer.seat != request.seat:
        raise WrongMoment(
            Message("Fact {to} is no answer of yours: only those can be taken back.", to=request.to + 1)
        )


def _is_abandoned(match: Match[B], seq: int) -> bool:
    return any(first <= seq <= last for first, last in match.abandoned)


def _revealed_since(
    rules: Rules[B, K], before: Match[B], facts: Sequence[Fact], seat: Seat
) -> Message | None:
    """Returns the first obstacle among *facts*, such as a revealed card, chance or a ruling."""
    board = before.position.board
    viewers = [rules.seat_viewer(board, viewer_seat) for viewer_seat in range(before.settings.seats)]
    visible = {viewer: _words_in(rules.redact_board(board, viewer)) for viewer in viewers}
    own_words = visible[rules.seat_viewer(board, seat)]
    hidden = {viewer: _words_in(board) - visible[viewer] - own_words for viewer in viewers}
    match = before
    for fact in facts:
        event = fact.event
        if fact.rule.startswith(CASE_RULE_PREFIX):
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
            redacted = decider.redact_fact(rules, fact, viewer).event
            if redacted != event and not isinstance(event, CONVERSATION):
                return Message("Something hidden was seen or moved at fact {seq}.", seq=fact.seq)
            if not hidden[viewer].isdisjoint(_words_in(redacted)):
                return Message("Something hidden was seen at fact {seq}.", seq=fact.seq)
    after = match.position.board
    if any(not hidden[viewer].isdisjoint(_words_in(rules.redact_board(after, viewer))) for viewer in viewers):
        return Message("Something hidden lies open since.")
    return None


def _words_in(value: Any) -> set[str]:
    """Returns all words in *value*, including names of cards in picks (`play:GAS07`)."""
    return {word for text in _texts_in(msgspec.to_builtins(value)) for word in (text, *text.split(":"))}


def _texts_in(tree: Any) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for name, value in tree.items():
            yield from _texts_in(name)
            yield from _texts_in(value)
    elif isinstance(tree, list | tuple):
        for value in tree:
            yield from _texts_in(value)
