"""Commands of seats around the deal: they reveal nonces, miss them, and leave before it."""

from __future__ import annotations

from ..chance import nonce_hash
from ..messages import Message
from ..model import Event
from ..rules import Rules
from ..script import B, K
from .agreements import append_events, won_by
from .commands import CommandOutcome, InvalidNonce, WrongMoment, advance
from .facts import NonceMissed, NonceRevealed, SeatLeft
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


def miss_nonces(rules: Rules[B, K], match: Match[B], at: int) -> CommandOutcome[B]:
    """Returns the outcome of the time limit of a reveal: all outstanding nonces are empty.

    Raises `WrongMoment` unless the limit is over at the time *at*.
    """
    _require_running(match)
    if not match.is_revealing or at < match.reveals.due:
        raise WrongMoment(Message("No nonce is overdue."))
    return _follow_reveal(rules, match, [NonceMissed(seat, at) for seat in match.reveals.outstanding])


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
