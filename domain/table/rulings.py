"""What parties and judges may do about a case: dispute, answer, rule, appeal. All of it becomes facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ..core import Rules, Unplayable
from ..notation import Unreadable
from ..script import B, K
from ..standing import Standing, at_rest
from ..words import CONVERSATION, Event, Fact, Seat
from .cases import Case
from .commands import Followed, WrongMoment, ended, play_on, refuse_seat
from .facts import Appealed, Aside, DisputeAnswered, DisputeOpened, JudgeLooked, Rewound, Ruled
from .match import Match, evolve


class NoSuchCase(LookupError):
    """The match has no such case."""


class Line(Struct, frozen=True):
    """Where a rewind goes on: the fact, how the game stood there, and the seed of the new line."""

    to: int
    standing: Standing
    commitment: str
    seed: str


def dispute(rules: Rules[B, K], match: Match[B], dispute: DisputeOpened) -> Followed[B]:
    """Tells what follows when a party disputes something: a case, numbered from 1.

    Raises `WrongMoment` when it points to a fact that is not there, or is numbered out of turn.
    """
    if dispute.case != len(match.cases) + 1:
        raise WrongMoment(f"The next case of this match is number {len(match.cases) + 1}.")
    _check(match, (piece.seq for piece in dispute.evidence))
    return _say(rules, match, dispute, match.seq)


def reply(rules: Rules[B, K], match: Match[B], answer: DisputeAnswered) -> Followed[B]:
    """Tells what follows when a party speaks in a case; raises `NoSuchCase` and `WrongMoment`."""
    case = _case(match, answer.case)
    if case.status not in ("open", "appealed"):
        raise WrongMoment(f"Case {case.number} has been ruled on; it can be appealed, not answered.")
    _check(match, (piece.seq for piece in answer.evidence))
    return _say(rules, match, answer, case.said[-1])


def appeal(rules: Rules[B, K], match: Match[B], appealed: Appealed) -> Followed[B]:
    """Tells what follows when a party does not accept a ruling; raises `NoSuchCase` and `WrongMoment`."""
    case = _case(match, appealed.case)
    if case.status != "ruled":
        raise WrongMoment(f"Case {case.number} is {case.status}: only a first ruling can be appealed.")
    return _say(rules, match, appealed, case.said[-1])


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

    *corrections* are facts of the game, *line* is where a rewind goes on, *winners* are who won by a result.
    Raises `NoSuchCase`, and `WrongMoment` when the case is closed, the match is not where this can be done,
    or it has no such seat or fact.
    """
    case = _case(match, ruled.case)
    if case.status not in ("open", "appealed"):
        raise WrongMoment(f"Case {case.number} is {case.status}: there is nothing to rule on.")
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
            raise WrongMoment("The match is over: rewind it first, and then give it another result.")
        scores = tuple(int(seat in winners) for seat in range(match.opened.seats))
        return _add(rules, followed, ruled, [ended(match, winners, scores)])
    return followed


def _correct(rules: Rules[B, K], followed: Followed[B], ruled: Ruled, events: Sequence[Event]) -> Followed[B]:
    match = followed.match
    if match.ended is not None or not match.full:
        raise WrongMoment("Only a match that is being played can be corrected.")
    if match.position.running is not None:
        sentence = "An effect is under way: rewind to the answer that began it, and correct the match there."
        raise WrongMoment(sentence)
    of_the_game = {*rules.vocabulary.values()} - {*CONVERSATION}
    if not events or not {*map(type, events)} <= of_the_game:
        sentence = (
            "A correction consists of facts of the game: no questions, no answers, nothing of the table."
        )
        raise WrongMoment(sentence)
    try:
        return _on(rules, _add(rules, followed, ruled, events))
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise WrongMoment(f"This cannot be corrected so, for nothing can follow from it: {error}.") from error


def _rewind(rules: Rules[B, K], followed: Followed[B], ruled: Ruled, line: Line) -> Followed[B]:
    if any(first <= line.to <= last for first, last in followed.match.left):
        raise WrongMoment(f"Fact {line.to} is on a line that an earlier rewind has left.")
    event = Rewound(line.to, line.commitment, line.seed, line.standing.position, line.standing.told)
    try:
        followed = _add(rules, followed, ruled, [event])
    except (Unplayable, Unreadable) as reason:
        raise WrongMoment(f"The match cannot go on from fact {line.to}: {reason}") from reason
    if not at_rest(followed.match.position):
        raise WrongMoment(f"Fact {line.to} is in the middle of an effect: rewind to where somebody is asked.")
    return _on(rules, followed)


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


def _case(match: Match[B], number: int) -> Case:
    if not 0 < number <= len(match.cases):
        raise NoSuchCase(f"This match has no case {number}; it has {len(match.cases)}.")
    return match.cases[number - 1]


def _check(match: Match[B], seqs: Iterable[int]) -> None:
    for seq in seqs:
        if not 0 < seq <= match.seq:
            raise WrongMoment(f"There is no fact {seq}: the record holds facts 1 to {match.seq}.")
