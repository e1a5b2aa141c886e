"""Commands that open a match, claim a seat and answer a question."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple

from msgspec.structs import replace

from .. import chance, decider, model
from ..decider import Position
from ..errors import InvalidField, LocalizableError
from ..messages import Message
from ..model import CHANCE, ORGANIZER, SPECTATOR, Answered, Asked, Fact, Refusal, Resolved, Seat, Viewer
from ..rules import Rules
from ..script import B, K
from .facts import MatchEnded, MatchOpened, SeatClaimed
from .match import Match, evolve
from .offers import NO_OFFERS
from .seating import with_clocks, with_nonce


class CommandOutcome(NamedTuple, Generic[B]):
    """The facts that follow from a command, and the match after them."""

    facts: list[Fact]
    match: Match[B]


class WrongMoment(LocalizableError):
    """The match is not in a state for this command."""

    slug = "wrong-moment"


class InvalidNonce(InvalidField):
    """The nonce of a request does not fit the match."""

    slug = "wrong-nonce"

    def __init__(self, message: Message) -> None:
        super().__init__("/nonce", message)


def open_match(settings: MatchOpened) -> list[Fact]:
    """Returns the one fact of a new match."""
    return [Fact(1, 0, "", settings)]


def claim_seat(rules: Rules[B, K], match: Match[B], claim: SeatClaimed) -> CommandOutcome[B]:
    """Returns the outcome of a claimed seat; the last claim starts the game, or the reveal of the nonces.

    Raises `WrongMoment` for a claimed seat, and for a match that a judge has ended before its start.
    """
    require_free_seat(match, claim.seat, claim.player)
    fact = Fact(match.seq + 1, 1 if rules.states_causes else match.seq, "", claim)
    match = evolve(rules, match, fact)
    return advance(rules, [fact], match) if match.is_full else CommandOutcome([fact], match)


def answer_question(rules: Rules[B, K], match: Match[B], answer: Answered) -> CommandOutcome[B]:
    """Returns the outcome of an answer, including the end of the match.

    Raises `WrongMoment` before all seats are claimed, while nonces are revealed, in a pause and after the
    end, `Illegal` for an illegal answer, and `InvalidNonce` for a nonce from version 4 of the shuffle on.
    """
    if answer.nonce and match.settings.shuffle >= chance.COMMITTED:
        raise InvalidNonce(Message("An answer brings no nonce to this match: seats reveal theirs before."))
    if match.ended is not None:
        raise WrongMoment(Message("The match is over."))
    if not match.is_full:
        raise WrongMoment(Message("Not every seat is claimed yet."))
    if match.is_on_table:
        raise WrongMoment(Message("This match is played on a real table: nobody answers it here."))
    if match.is_revealing:
        raise WrongMoment(
            round_message(match)
            if match.reveals.round
            else Message("No question is open yet: seats still have to reveal their nonces.")
        )
    if match.offers.paused is not None:
        raise WrongMoment(Message("The match is paused, by {by}.", by=match.offers.paused.by))
    return advance(rules, *_decide(rules, match, _with_clock_reading(match, answer)))


def _decide(rules: Rules[B, K], match: Match[B], answer: Answered, rule: str = "") -> CommandOutcome[B]:
    """Returns the outcome of *answer* up to the next question; *rule* is its source."""
    match = with_nonce(with_clocks(match, answer), answer)
    facts, position = decider.decide(rules, match.position, answer, match_chance(match), rule)
    return CommandOutcome(
        facts, _with_draws(replace(match, ply=match.ply + 1, offers=NO_OFFERS), facts, position)
    )


def _with_clock_reading(match: Match[B], answer: Answered) -> Answered:
    """Returns *answer* with its clock reading; raises `WrongMoment` after the time was up."""
    clocks, clock, seat = match.clocks, match.settings.clock, answer.seat
    if clocks is None or clock is None or seat in match.bots or seat in clocks.fallen:
        return replace(answer, clock=None)
    if clocks.since and clocks.time_used(answer.at) >= clocks.left[seat]:
        raise WrongMoment(Message("The time of seat {seat} was up before it answered.", seat=seat))
    return replace(answer, clock=clocks.read_clock(clock, seat, answer.at))


def advance(rules: Rules[B, K], facts: list[Fact], match: Match[B]) -> CommandOutcome[B]:
    """Answers for chance and retired seats, and ends the match, until a player has to answer.

    These answers bear the time of the first of *facts*. Nothing follows while seats reveal their nonces, and
    in a match on a real table.
    """
    if match.is_revealing or match.is_on_table:
        return CommandOutcome(facts, match)
    at: int = getattr(facts[0].event, "at", 0)
    while (question := decider.open_question(rules, match.position)) is not None:
        if question.seat == CHANCE:
            drawing = match_chance(match)
            decision = decider.decide(rules, match.position, drawing(question, match.seq + 1), drawing)
            facts, match = facts + decision.facts, _with_draws(match, decision.facts, decision.position)
        elif question.seat in rules.retired_seats(match.position.board):
            picks, rule = rules.answer_for_retired(question)
            further, match = _decide(rules, match, Answered(question.seat, picks, at), rule)
            facts = facts + further
        else:
            break
    return end_match(rules, facts, match) if question is None else CommandOutcome(facts, match)


def end_match(rules: Rules[B, K], facts: list[Fact], match: Match[B]) -> CommandOutcome[B]:
    """Returns the outcome with the result of a game in which no question is left, after *facts*."""
    result = rules.game_result(match.position.board)
    cause = _last_change(facts) if rules.states_causes else match.seq
    fact = Fact(match.seq + 1, cause, result.rule, match_end(match, result.winners, result.scores))
    return CommandOutcome([*facts, fact], evolve(rules, match, fact))


def _last_change(facts: list[Fact]) -> int:
    """Returns the number of the last fact that is not the mere end of an effect."""
    return next(fact.seq for fact in reversed(facts) if not isinstance(fact.event, Resolved))


def match_end(match: Match[B], winners: tuple[Seat, ...], scores: tuple[int, ...]) -> MatchEnded:
    """Returns the end of *match*, which reveals all its seeds."""
    *earlier, seed = match.seeds
    return MatchEnded(winners, scores, seed, tuple(earlier))


def _with_draws(match: Match[B], facts: Iterable[Fact], position: Position[B]) -> Match[B]:
    """Returns *match* at *position* after the *facts* of one answer."""
    answers = [fact.event for fact in facts if isinstance(fact.event, Answered)]
    draws = match.draws + sum([answer.seat == CHANCE for answer in answers])
    return replace(match, position=position, last_game_seq=position.seq, draws=draws)


def match_chance(match: Match[B]) -> model.Chance:
    """Returns the chance of this match, made of its seed and all nonces.

    It counts its draws, so it serves one command. It makes the key at the first draw, because most answers
    draw nothing.
    """
    line_chance: model.Chance | None = None

    def draw(question: Asked, seq: int) -> Answered:
        nonlocal line_chance
        if line_chance is None:
            line_chance = _make_chance(match)
        return line_chance(question, seq)

    return draw


def _make_chance(match: Match[B]) -> model.Chance:
    nonces = [player.nonce for player in match.players if player is not None]
    seed, version = match.seeds[-1], match.settings.shuffle
    if version == chance.BY_FACT:
        return chance.chance_by_fact(chance.line_key(seed, nonces))
    if version >= chance.COMMITTED:
        nonces = match.reveals.line_values(match.settings.seats)
    return chance.CountedChance(
        chance.line_key(seed, [*nonces, *match.nonces], version), match.draws, version
    )


def round_message(match: Match[B]) -> Message:
    """Returns the awaited round of the beacon, as a sentence."""
    return Message("The deal waits for round {round} of the beacon.", round=match.reveals.round)


def require_free_seat(match: Match[B], seat: Seat, player: str = "") -> None:
    """Raises `WrongMoment` for a claimed seat, and for a match that ended before its start.

    On a real table a *player* can take the own seat again, with a new token, also to sign after the end.
    """
    claim = match.players[seat]
    if match.is_on_table and claim is not None and claim.player == player:
        return
    if match.ended is not None:
        raise WrongMoment(Message("The match is over."))
    if claim is not None:
        raise WrongMoment(Message("Seat {seat} is taken.", seat=seat))


def seat_refusal(match: Match[B], seat: Seat) -> Refusal | None:
    """Returns the reason why *seat* does not exist, or `None`."""
    if 0 <= seat < match.settings.seats:
        return None
    return Refusal("", Message("There are seats 0 to {seats}.", seats=match.settings.seats - 1))


def all_viewers(rules: Rules[B, K], match: Match[B]) -> tuple[Viewer, ...]:
    """Returns the spectator, each seat, and the judge with access to everything.

    On a real table nobody sees the hidden cards of the deal, which are a possibility.
    """
    seats = range(match.settings.seats)
    judge = Viewer("judge", frozenset((CHANCE, *seats)))
    if match.is_on_table:
        judge = ORGANIZER._replace(name="judge", at_table=True)
    return (SPECTATOR, *(view_from_seat(rules, match, seat) for seat in seats), judge)


def view_from_seat(rules: Rules[B, K], match: Match[B], seat: Seat) -> Viewer:
    """Returns *seat* as a viewer; on a real table it sees what all see, and the cases."""
    if match.is_on_table:
        return ORGANIZER._replace(name=f"seat-{seat}", at_table=True)
    return rules.seat_viewer(match.position.board, seat)
