"""Rulings of judges and their effects on the match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from .. import chance
from ..clocks import Clocks
from ..decider import Unplayable
from ..messages import Message
from ..model import CHANCE, CONVERSATION, Event, Fact, Seat
from ..notation import Unreadable
from ..rules import Rules
from ..script import B, K
from ..snapshot import Snapshot, is_resumable
from .commands import CommandOutcome, WrongMoment, advance, match_end, seat_refusal
from .facts import (
    PositionCorrected,
    Rewound,
    Ruled,
)
from .match import Match, evolve, open_question
from .statements import append_aside, find_waiting_case, require_facts


class NewLine(Struct, frozen=True):
    """The start of a new line, with the fact, snapshot and clocks there, and the new seed."""

    to: int
    snapshot: Snapshot
    commitment: str
    seed: str
    clocks: Clocks | None = None

    def rewind_event(self, match: Match[B], at: int) -> Rewound:
        """Returns the rewind of *match* to the start of this line, at the time *at*.

        Clocks rest in a pause, and while seats reveal new nonces.
        """
        is_committed = match.settings.shuffle >= chance.COMMITTED
        reveals = is_committed and match.is_full and match.reveals.begins_open
        clocks = self.clocks and self.clocks.restart_from(at, paused=match.is_paused or reveals)
        return Rewound(
            self.to,
            self.commitment,
            self.seed,
            self.snapshot.position,
            self.snapshot.lines,
            clocks,
            at if is_committed else 0,
        )


def rule_case(
    rules: Rules[B, K],
    match: Match[B],
    ruling: Ruled,
    *,
    corrections: Sequence[Event] = (),
    line: NewLine | None = None,
    winners: tuple[Seat, ...] | None = None,
) -> CommandOutcome[B]:
    """Returns the outcome of a ruling and of its effects.

    *corrections* are facts of the game, or its new position. *line* is the start of the new line after a
    rewind, *winners* are those of a decided result. Raises `NoSuchCase`, and `WrongMoment` for a closed case,
    a match in another state, and unknown seats or facts.
    """
    case = find_waiting_case(match, ruling.case)
    if match.is_on_table and ruling.outcome not in ("note", "penalty"):
        raise WrongMoment(
            Message(
                "This match is played on a real table: rule with a note or a penalty, and change its cards "
                "or its result there."
            )
        )
    for seat in (*(winners or ()), *(() if ruling.seat is None else (ruling.seat,))):
        if refusal := seat_refusal(match, seat):
            raise WrongMoment(refusal.sentence)
    outcome = append_aside(rules, match, ruling, case.said[-1])
    if ruling.outcome == "correction":
        return _correct_position(rules, outcome, ruling, corrections)
    if ruling.outcome == "rewind":
        assert line is not None
        require_facts(match, (line.to,))
        return _rewind_match(rules, outcome, ruling, line)
    if ruling.outcome == "result":
        assert winners is not None
        if match.ended is not None:
            raise WrongMoment(Message("The match is over: rewind it first, and then give it another result."))
        scores = tuple(int(seat in winners) for seat in range(match.settings.seats))
        return _append_effects(rules, outcome, ruling, [match_end(match, winners, scores)])
    return outcome


def _correct_position(
    rules: Rules[B, K], outcome: CommandOutcome[B], ruling: Ruled, events: Sequence[Event]
) -> CommandOutcome[B]:
    match = outcome.match
    if match.ended is not None or not match.is_started:
        raise WrongMoment(Message("Only a match that is being played can be corrected."))
    if match.position.running is not None:
        raise WrongMoment(
            Message(
                "An effect is under way: rewind to the answer that began it, and correct the match there."
            )
        )
    of_the_game = {*rules.vocabulary.values(), PositionCorrected} - {*CONVERSATION}
    if not events or not {*map(type, events)} <= of_the_game:
        raise WrongMoment(
            Message(
                "A correction consists of facts of the game: no questions, no answers, nothing of the table."
            )
        )
    with refuse_impossible():
        for event in events:
            if isinstance(event, PositionCorrected):
                check_position(rules, match, event.position)
        return _advance_if_full(rules, _append_effects(rules, outcome, ruling, events))


@contextmanager
def refuse_impossible() -> Iterator[None]:
    """Raises `WrongMoment` for a correction from which no match can go on."""
    try:
        yield
    except (Unplayable, Unreadable) as reason:
        sentence = Message("No match can go on from this position: {reason}", reason=reason.message)
        raise WrongMoment(sentence) from reason
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise WrongMoment(
            Message("This cannot be corrected so, for nothing can follow from it: {error}.", error=str(error))
        ) from error


def check_position(rules: Rules[B, K], match: Match[B], position: str) -> None:
    """Raises `WrongMoment` for a position of a match with other seats or options."""
    study, settings = rules.load_study(position), match.settings
    board = rules.initial_board(settings.options, settings.seats)
    if study.seats != settings.seats or rules.initial_board(study.options, study.seats) != board:
        raise WrongMoment(Message("This position is one of a match with other seats or other options."))


def _rewind_match(
    rules: Rules[B, K], outcome: CommandOutcome[B], ruling: Ruled, line: NewLine
) -> CommandOutcome[B]:
    if any(first <= line.to <= last for first, last in outcome.match.abandoned):
        raise WrongMoment(Message("Fact {to} is on a line that an earlier rewind has left.", to=line.to))
    event = line.rewind_event(outcome.match, ruling.at)
    try:
        outcome = _append_effects(rules, outcome, ruling, [event])
    except (Unplayable, Unreadable) as reason:
        raise WrongMoment(
            Message("The match cannot go on from fact {to}: {reason}", to=line.to, reason=reason.message)
        ) from reason
    if not is_resumable(outcome.match.position):
        raise WrongMoment(
            Message("Fact {to} is in the middle of an effect: rewind to where somebody chooses.", to=line.to)
        )
    question = open_question(rules, outcome.match)
    if question is not None and question.seat == CHANCE and not may_deal_at_once(outcome.match):
        raise WrongMoment(
            Message(
                "At fact {to} cards would be dealt at once, by a seed that was drawn when all nonces were "
                "known: rewind to where a player chooses.",
                to=line.to,
            )
        )
    return _advance_if_full(rules, outcome)


def may_deal_at_once(match: Match[B]) -> bool:
    """Returns whether a rewind may lead to a draw of chance, as in all shuffles but the third.

    There the service has drawn the new seed knowing all nonces, and no answer would come between. In later
    ones the seats reveal new nonces first.
    """
    return match.settings.shuffle != chance.SORTED


def _advance_if_full(rules: Rules[B, K], outcome: CommandOutcome[B]) -> CommandOutcome[B]:
    """Advances a match with all seats claimed."""
    return advance(rules, outcome.facts, outcome.match) if outcome.match.is_full else outcome


def _append_effects(
    rules: Rules[B, K], outcome: CommandOutcome[B], ruling: Ruled, events: Iterable[Event]
) -> CommandOutcome[B]:
    """Appends the *events* of a ruling, with its case as their rule."""
    facts, match = list(outcome.facts), outcome.match
    cause = facts[0].seq
    for event in events:
        fact = Fact(match.seq + 1, cause, f"case-{ruling.case}", event)
        facts, match = [*facts, fact], evolve(rules, match, fact)
    return CommandOutcome(facts, match)
