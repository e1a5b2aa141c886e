"""Commands around the deal: seats reveal nonces, miss them, and leave before it; the beacon follows them."""

from __future__ import annotations

from ..chance import nonce_hash
from ..messages import Message
from ..model import Event
from ..rules import Rules
from ..script import B, K
from .agreements import append_events, won_by
from .beacon import signed_randomness
from .commands import CommandOutcome, InvalidNonce, WrongMoment, advance, round_message
from .facts import BeaconDrawn, BeaconMissed, NonceMissed, NonceRevealed, SeatLeft
from .match import Match


def reveal_nonce(rules: Rules[B, K], match: Match[B], revealed: NonceRevealed) -> CommandOutcome[B]:
    """Returns the outcome of a revealed nonce; the game goes on after the last one.

    Raises `InvalidNonce` for a nonce with another hash, and `WrongMoment`.
    """
    seat = revealed.seat
    _require_running(match)
    if (link := match.reveals.links.get(seat)) is None:
        raise WrongMoment(
            Message(
                "Seat {seat} has no nonce to reveal: it brought no hash, or its time was up.",
                seat=seat,
            )
        )
    if not match.is_full:
        raise WrongMoment(Message("Not every seat is claimed yet."))
    if seat not in match.reveals.outstanding:
        raise WrongMoment(Message("Seat {seat} has revealed its nonce already.", seat=seat))
    if (given := nonce_hash(revealed.nonce)) != link:
        raise InvalidNonce(
            Message(
                "The SHA-256 of this nonce is {given}, and seat {seat} committed to {link}.",
                given=given,
                seat=seat,
                link=link,
            )
        )
    return _follow_reveal(rules, match, [revealed])


def draw_beacon(rules: Rules[B, K], match: Match[B], drawn: BeaconDrawn) -> CommandOutcome[B]:
    """Returns the outcome of the awaited round of the beacon; the game goes on after it.

    Raises `WrongMoment` for another round, one before its time, and a value that its signature does not give.
    """
    _require_running(match)
    awaited, beacon = match.reveals.round, match.reveals.beacon
    if beacon is None or not awaited or drawn.round != awaited:
        raise WrongMoment(Message("The match does not wait for round {round}.", round=drawn.round))
    if drawn.at < beacon.time_of(awaited):
        raise WrongMoment(Message("Round {round} of the beacon is yet to come.", round=awaited))
    if drawn.randomness != signed_randomness(drawn.signature):
        raise WrongMoment(
            Message("The value of round {round} is not the SHA-256 of its signature.", round=awaited)
        )
    return _follow_reveal(rules, match, [drawn])


def miss_reveals(rules: Rules[B, K], match: Match[B], at: int) -> CommandOutcome[B]:
    """Returns the outcome of the time limit: outstanding nonces, or the value of the beacon, are empty.

    Raises `WrongMoment` unless the limit is over at the time *at*.
    """
    _require_running(match)
    if not match.is_revealing or at < match.reveals.due:
        is_round = match.reveals.round
        raise WrongMoment(round_message(match) if is_round else Message("No nonce is overdue."))
    missed: list[Event] = [NonceMissed(seat, at) for seat in match.reveals.outstanding]
    return _follow_reveal(rules, match, missed or [BeaconMissed(match.reveals.round, at)])


def leave_seat(rules: Rules[B, K], match: Match[B], departure: SeatLeft) -> CommandOutcome[B]:
    """Returns the outcome of a departure before the deal: the seat is free again.

    While seats reveal nonces, the match ends without a winner, because nonces of others are public. Raises
    `WrongMoment`.
    """
    _require_running(match)
    if match.is_started:
        raise WrongMoment(
            Message("The game has begun, and nobody leaves a seat any more: concede the match instead.")
        )
    if match.is_full and match.settings.event:
        raise WrongMoment(
            Message("This match belongs to an event: concede it once its game has begun, instead of leaving.")
        )
    ending = [won_by(match, ())] if match.is_full else []
    return append_events(rules, match, [departure, *ending])


def _require_running(match: Match[B]) -> None:
    if match.ended is not None:
        raise WrongMoment(Message("The match is over."))


def _follow_reveal(rules: Rules[B, K], match: Match[B], events: list[Event]) -> CommandOutcome[B]:
    """Returns the outcome of *events*, the last of which may end the reveal."""
    facts, after = append_events(rules, match, events)
    return CommandOutcome(facts, after) if after.is_paused else advance(rules, facts, after)
