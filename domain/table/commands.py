"""Commands: what follows when a match is opened, a seat is claimed, a question answered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple

from msgspec.structs import replace

from .. import chance, decider, model
from ..decider import Position, Rules
from ..errors import LocalizableError
from ..messages import Message
from ..model import CHANCE, Answered, Asked, Fact, Refusal, Seat
from ..script import B, K
from .facts import MatchEnded, MatchOpened, SeatClaimed
from .match import Match, evolve, stir, timed
from .offers import QUIET


class Followed(NamedTuple, Generic[B]):
    """What followed from a command, to be appended, and the match thereafter."""

    facts: list[Fact]
    match: Match[B]


class WrongMoment(LocalizableError):
    """The match is not at a point where this can be done."""

    slug = "wrong-moment"


def open_match(opened: MatchOpened) -> list[Fact]:
    """Returns the facts of opening a match: one."""
    return [Fact(1, 0, "", opened)]


def claim(rules: Rules[B, K], match: Match[B], claimed: SeatClaimed) -> Followed[B]:
    """Tells what follows when a seat is taken. The last claim begins the game.

    Raises `WrongMoment` when the seat is taken already, or a judge has ended the match before it began.
    """
    check_free(match, claimed.seat)
    fact = Fact(match.seq + 1, match.seq, "", claimed)
    match = evolve(rules, match, fact)
    return play_on(rules, [fact], match) if match.full else Followed([fact], match)


def answer(rules: Rules[B, K], match: Match[B], answered: Answered) -> Followed[B]:
    """Tells what follows from an answer, the end of the match included.

    Raises `WrongMoment` before all seats are claimed, in a pause and after the end, `Illegal` when it is
    no answer.
    """
    if match.ended is not None:
        raise WrongMoment(Message("The match is over."))
    if not match.full:
        raise WrongMoment(Message("Not every seat is claimed yet."))
    if match.accord.paused is not None:
        raise WrongMoment(Message("The match is paused, by {by}.", by=match.accord.paused.by))
    return play_on(rules, *_decide(rules, match, _read(match, answered)))


def _decide(rules: Rules[B, K], match: Match[B], answered: Answered, rule: str = "") -> Followed[B]:
    """Returns what follows from *answered*, which *rule* gave if no seat did, up to the next question."""
    match = stir(timed(match, answered), answered)
    facts, position = decider.decide(rules, match.position, answered, luck(match), rule)
    return Followed(facts, _drawn(replace(match, ply=match.ply + 1, accord=QUIET), facts, position))


def _read(match: Match[B], answered: Answered) -> Answered:
    """Returns *answered* with what its clock said; raises `WrongMoment` when its time was up before."""
    clocks, clock, seat = match.clocks, match.opened.clock, answered.seat
    if clocks is None or clock is None or seat in match.bots or seat in clocks.fallen:
        return replace(answered, clock=None)
    if clocks.since and clocks.taken(answered.at) >= clocks.left[seat]:
        raise WrongMoment(Message("The time of seat {seat} was up before it answered.", seat=seat))
    return replace(answered, clock=clocks.read(clock, seat, answered.at))


def play_on(rules: Rules[B, K], facts: list[Fact], match: Match[B]) -> Followed[B]:
    """Goes on from *facts* with nobody to ask, and tells the end.

    Chance answers for itself, and the rules for a seat that has left: at the moment of the first fact.
    """
    at: int = getattr(facts[0].event, "at", 0)
    while (question := decider.asked(rules, match.position)) is not None:
        if question.seat == CHANCE:
            drawing = luck(match)
            then = decider.decide(rules, match.position, drawing(question, match.seq + 1), drawing)
            facts, match = facts + then.facts, _drawn(match, then.facts, then.position)
        elif question.seat in rules.retired_seats(match.position.board):
            picks, rule = rules.answer_for_retired(question)
            further, match = _decide(rules, match, Answered(question.seat, picks, at), rule)
            facts = facts + further
        else:
            break
    if question is None:
        result = rules.game_result(match.position.board)
        fact = Fact(match.seq + 1, match.seq, result.rule, ended(match, result.winners, result.scores))
        facts, match = [*facts, fact], evolve(rules, match, fact)
    return Followed(facts, match)


def ended(match: Match[B], winners: tuple[Seat, ...], scores: tuple[int, ...]) -> MatchEnded:
    """Returns the end of *match*, which reveals every seed it was shuffled with."""
    *earlier, seed = match.seeds
    return MatchEnded(winners, scores, seed, tuple(earlier))


def _drawn(match: Match[B], facts: Iterable[Fact], position: Position[B]) -> Match[B]:
    """Returns *match* at *position*, to which *facts* have led: those of one answer."""
    answers = [fact.event for fact in facts if isinstance(fact.event, Answered)]
    draws = match.draws + sum([answered.seat == CHANCE for answered in answers])
    return replace(match, position=position, moved=position.seq, draws=draws)


def luck(match: Match[B]) -> model.Chance:
    """Returns the chance of this match: its seed, stirred with every player's nonce once it is asked.

    Of one command, for it counts what it draws. The key is made when something is drawn first: by most
    answers nothing is.
    """
    made: model.Chance | None = None

    def draw(asked: Asked, seq: int) -> Answered:
        nonlocal made
        if made is None:
            made = _drawing(match)
        return made(asked, seq)

    return draw


def _drawing(match: Match[B]) -> model.Chance:
    nonces = [player.nonce for player in match.players if player is not None]
    seed, version = match.seeds[-1], match.opened.shuffle
    if version == chance.BY_FACT:
        return chance.seeded(chance.key(seed, nonces))
    return chance.Draws(chance.key(seed, [*nonces, *match.stirred], version), match.draws, version)


def check_free(match: Match[B], seat: Seat) -> None:
    """Raises `WrongMoment` when *seat* is taken already, or a judge has ended the match before it began."""
    if match.ended is not None:
        raise WrongMoment(Message("The match is over."))
    if match.players[seat] is not None:
        raise WrongMoment(Message("Seat {seat} is taken.", seat=seat))


def refuse_seat(match: Match[B], seat: Seat) -> Refusal | None:
    """Returns why there is no such seat, or `None`."""
    if 0 <= seat < match.opened.seats:
        return None
    return Refusal("", Message("There are seats 0 to {seats}.", seats=match.opened.seats - 1))
