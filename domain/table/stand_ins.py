"""Bots that take over the seat of a leaving player once all others agree."""

from __future__ import annotations

from ..messages import Message
from ..model import Event, Seat, SeatHandedOver
from ..rules import Rules
from ..script import B, K
from .agreements import append_events, require_offer, require_playing, require_service
from .commands import CommandOutcome, WrongMoment, advance, seat_refusal
from .facts import StandInOffered
from .flags import MIN_SEATS
from .match import Match


def offer_stand_in(rules: Rules[B, K], match: Match[B], offer: StandInOffered) -> CommandOutcome[B]:
    """Returns the outcome of an offer of a seat to a bot; the bot plays once all people agree.

    Raises `WrongMoment`.
    """
    require_service(match)
    require_playing(rules, match, offer.seat)
    require_offer(match, "standin", offer.agrees)
    _check_leaver(rules, match, offer)
    current_offer = match.offers.stand_in
    if offer.seat in match.offers.stand_ins:
        raise WrongMoment(Message("You have agreed to a bot already; the others have not agreed yet."))
    if current_offer is not None and (current_offer.leaver, current_offer.bot, True) != (
        offer.leaver,
        offer.bot,
        offer.agrees,
    ):
        raise WrongMoment(
            Message(
                "The bot {bot} is offered for seat {seat}: agree or decline first.",
                bot=current_offer.bot,
                seat=current_offer.leaver,
            )
        )
    people = {*range(match.settings.seats)}.difference(match.bots, rules.retired_seats(match.position.board))
    agreed = people <= {*match.offers.stand_ins, offer.seat, offer.leaver}
    handed: list[Event] = [SeatHandedOver(offer.leaver, offer.bot, offer.at)] if agreed else []
    facts, after = append_events(rules, match, [offer, *handed])
    if match.is_revealing and not after.is_paused:
        return advance(rules, facts, after)
    return CommandOutcome(facts, after)


def replaceable_seats(rules: Rules[B, K], match: Match[B], seat: Seat) -> tuple[Seat, ...]:
    """Returns the seats that the player of *seat* may offer to a bot, its own and retired ones."""
    retired = rules.retired_seats(match.position.board)
    if match.settings.seats < MIN_SEATS or match.settings.event or seat in retired or match.ended is not None:
        return ()
    return (seat, *retired)


def _check_leaver(rules: Rules[B, K], match: Match[B], offer: StandInOffered) -> None:
    if match.settings.seats < MIN_SEATS:
        raise WrongMoment(Message("Two play this match: no bot plays a seat of it on."))
    if match.settings.event:
        raise WrongMoment(Message("This match belongs to an event: no bot plays a seat of it on."))
    if refusal := seat_refusal(match, offer.leaver):
        raise WrongMoment(refusal.sentence)
    retired = rules.retired_seats(match.position.board)
    if offer.leaver in match.bots and offer.leaver not in retired:
        raise WrongMoment(Message("A bot plays seat {seat} already.", seat=offer.leaver))
    is_own_seat = offer.leaver == (match.offers.stand_in or offer).seat
    if not is_own_seat and offer.leaver not in retired:
        raise WrongMoment(
            Message(
                "Seat {seat} has not left: a bot may play your own seat, or one that has left.",
                seat=offer.leaver,
            )
        )
