"""What parties and judges may do about a case: dispute, answer, rule, appeal. All of it becomes facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from .. import chance
from ..clocks import Clocks
from ..decider import Rules, Unplayable
from ..errors import LocalizableError
from ..messages import Message
from ..model import CHANCE, CONVERSATION, Event, Fact, Seat
from ..notation import Unreadable
from ..script import B, K
from ..snapshot import Standing, at_rest
from .cases import Case, CaseStatus
from .commands import Followed, WrongMoment, ended, play_on, refuse_seat
from .facts import (
    Appealed,
    Aside,
    CaseAssigned,
    DisputeAnswered,
    DisputeOpened,
    JudgeLooked,
    PositionCorrected,
    Rewound,
    Ruled,
)
from .match import Match, asked, evolve

_STANDS: Mapping[CaseStatus, Message] = {
    "open": Message("open"),
    "ruled": Message("ruled"),
    "appealed": Message("appealed"),
    "closed": Message("closed"),
}
"""How a case stands, in a word."""


class NoSuchCase(LocalizableError, LookupError):
    """The match has no such case."""

    slug = "unknown-case"


class Line(Struct, frozen=True):
    """Where a rewind goes on: the fact, how game and clocks stood there, and the seed of the new line."""

    to: int
    standing: Standing
    commitment: str
    seed: str
    clocks: Clocks | None = None

    def rewound(self, at: int, *, paused: bool) -> Rewound:
        """Returns the rewind to where this line begins, at the moment *at*."""
        clocks = self.clocks and self.clocks.again(at, paused=paused)
        return Rewound(
            self.to, self.commitment, self.seed, self.standing.position, self.standing.told, clocks
        )


def dispute(rules: Rules[B, K], match: Match[B], dispute: DisputeOpened) -> Followed[B]:
    """Tells what follows when a party disputes something: a case, numbered from 1.

    Raises `WrongMoment` when it points to a fact that is not there, or is numbered out of turn.
    """
    if dispute.case != len(match.cases) + 1:
        raise WrongMoment(
            Message("The next case of this match is number {number}.", number=len(match.cases) + 1)
        )
    _check(match, (piece.seq for piece in dispute.evidence))
    return _say(rules, match, dispute, match.seq)


def reply(rules: Rules[B, K], match: Match[B], answer: DisputeAnswered) -> Followed[B]:
    """Tells what follows when a party speaks in a case; raises `NoSuchCase` and `WrongMoment`."""
    case = _case(match, answer.case)
    if not case.waits:
        raise WrongMoment(
            Message("Case {number} has been ruled on; it can be appealed, not answered.", number=case.number)
        )
    _check(match, (piece.seq for piece in answer.evidence))
    return _say(rules, match, answer, case.said[-1])


def appeal(rules: Rules[B, K], match: Match[B], appealed: Appealed) -> Followed[B]:
    """Tells what follows when a party does not accept a ruling; raises `NoSuchCase` and `WrongMoment`."""
    case = _case(match, appealed.case)
    if case.status != "ruled":
        raise WrongMoment(
            Message(
                "Case {number} is {status}: only a first ruling can be appealed.",
                number=case.number,
                status=_STANDS[case.status],
            )
        )
    return _say(rules, match, appealed, case.said[-1])


def assign(rules: Rules[B, K], match: Match[B], assigned: CaseAssigned) -> Followed[B]:
    """Tells what follows when a case is given to a judge, or taken back.

    Raises `NoSuchCase` and `WrongMoment`."""
    case = _waiting(match, assigned.case)
    if case.judge == assigned.judge:
        raise WrongMoment(
            Message("{judge} has case {number} already.", judge=case.judge, number=case.number)
            if case.judge
            else Message("Nobody has case {number}.", number=case.number)
        )
    return _say(rules, match, assigned, case.said[-1])


def look(rules: Rules[B, K], match: Match[B], looked: JudgeLooked) -> Followed[B]:
    """Tells that a judge looked at what is hidden."""
    return _say(rules, match, looked, match.seq)


def rule(
    rules: Rules[B, K],
    match: Match[B],
    ruled: Ruled,
    *,
    corrections: Sequence[Event] = (),
    line: Line | None = None,
    winners: tuple[Seat, ...] | None = None,
) -> Followed[B]:
    """Tells what follows from a ruling: the ruling, and what it does.

    *corrections* are facts of the game, or the position that it is to be in; *line* is where a rewind goes
    on, *winners* are who won by a result.
    Raises `NoSuchCase`, and `WrongMoment` when the case is closed, the match is not where this can be done,
    or it has no such seat or fact.
    """
    case = _waiting(match, ruled.case)
    for seat in (*(winners or ()), *(() if ruled.seat is None else (ruled.seat,))):
        if refusal := refuse_seat(match, seat):
            raise WrongMoment(refusal.sentence)
    followed = _say(rules, match, ruled, case.said[-1])
    if ruled.outcome == "correction":
        return _correct(rules, followed, ruled, corrections)
    if ruled.outcome == "rewind":
        assert line is not None
        _check(match, (line.to,))
        return _rewind(rules, followed, ruled, line)
    if ruled.outcome == "result":
        assert winners is not None
        if match.ended is not None:
            raise WrongMoment(Message("The match is over: rewind it first, and then give it another result."))
        scores = tuple(int(seat in winners) for seat in range(match.opened.seats))
        return _add(rules, followed, ruled, [ended(match, winners, scores)])
    return followed


def _correct(rules: Rules[B, K], followed: Followed[B], ruled: Ruled, events: Sequence[Event]) -> Followed[B]:
    match = followed.match
    if match.ended is not None or not match.full:
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
    try:
        for event in events:
            if isinstance(event, PositionCorrected):
                _check_position(rules, match, event.position)
        return _on(rules, _add(rules, followed, ruled, events))
    except (Unplayable, Unreadable) as reason:
        sentence = Message("No match can go on from this position: {reason}", reason=reason.message)
        raise WrongMoment(sentence) from reason
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise WrongMoment(
            Message("This cannot be corrected so, for nothing can follow from it: {error}.", error=str(error))
        ) from error


def _check_position(rules: Rules[B, K], match: Match[B], position: str) -> None:
    """Raises `WrongMoment` for a position of a match with other seats or options."""
    study, opened = rules.load_study(position), match.opened
    begun = rules.initial_board(opened.options, opened.seats)
    if study.seats != opened.seats or rules.initial_board(study.options, study.seats) != begun:
        raise WrongMoment(Message("This position is one of a match with other seats or other options."))


def _rewind(rules: Rules[B, K], followed: Followed[B], ruled: Ruled, line: Line) -> Followed[B]:
    if any(first <= line.to <= last for first, last in followed.match.left):
        raise WrongMoment(Message("Fact {to} is on a line that an earlier rewind has left.", to=line.to))
    event = line.rewound(ruled.at, paused=followed.match.paused)
    try:
        followed = _add(rules, followed, ruled, [event])
    except (Unplayable, Unreadable) as reason:
        raise WrongMoment(
            Message("The match cannot go on from fact {to}: {reason}", to=line.to, reason=reason.message)
        ) from reason
    if not at_rest(followed.match.position):
        raise WrongMoment(
            Message("Fact {to} is in the middle of an effect: rewind to where somebody is asked.", to=line.to)
        )
    question = asked(rules, followed.match)
    if question is not None and question.seat == CHANCE and not deals_again(followed.match):
        raise WrongMoment(
            Message(
                "At fact {to} cards would be dealt at once, by a seed that was drawn when all nonces were "
                "known: rewind to where a player is asked.",
                to=line.to,
            )
        )
    return _on(rules, followed)


def deals_again(match: Match[B]) -> bool:
    """Tells whether a rewind may lead to where chance draws at once: only before the third shuffle.

    The service has drawn the new seed knowing all nonces, and no answer would stand between.
    """
    return match.opened.shuffle < chance.SORTED


def _on(rules: Rules[B, K], followed: Followed[B]) -> Followed[B]:
    """Lets chance answer, and the match end, where it is its turn."""
    return play_on(rules, followed.facts, followed.match) if followed.match.full else followed


def _add(rules: Rules[B, K], followed: Followed[B], ruled: Ruled, events: Iterable[Event]) -> Followed[B]:
    """Adds *events* that the ruling itself brings about: they name its case as their rule."""
    facts, match = list(followed.facts), followed.match
    cause = facts[0].seq
    for event in events:
        fact = Fact(match.seq + 1, cause, f"case-{ruled.case}", event)
        facts, match = [*facts, fact], evolve(rules, match, fact)
    return Followed(facts, match)


def _say(rules: Rules[B, K], match: Match[B], said: Aside, cause: int) -> Followed[B]:
    fact = Fact(match.seq + 1, cause, "", said)
    return Followed([fact], evolve(rules, match, fact))


def _waiting(match: Match[B], number: int) -> Case:
    """Returns a case that can be ruled on; raises `NoSuchCase` and `WrongMoment`."""
    case = _case(match, number)
    if not case.waits:
        raise WrongMoment(
            Message(
                "Case {number} is {status}: there is nothing to rule on.",
                number=case.number,
                status=_STANDS[case.status],
            )
        )
    return case


def _case(match: Match[B], number: int) -> Case:
    if not 0 < number <= len(match.cases):
        raise NoSuchCase(
            Message("This match has no case {number}; it has {cases}.", number=number, cases=len(match.cases))
        )
    return match.cases[number - 1]


def _check(match: Match[B], seqs: Iterable[int]) -> None:
    for seq in seqs:
        if not 0 < seq <= match.seq:
            raise WrongMoment(
                Message(
                    "There is no fact {seq}: the record holds facts 1 to {last}.", seq=seq, last=match.seq
                )
            )
