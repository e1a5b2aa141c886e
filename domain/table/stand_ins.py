"""Stand-ins: a bot plays on the seat of a player who leaves, once all others at the table agree."""

from __future__ import annotations

from ..decider import Rules
from ..messages import Message
from ..model import Event, Seat, SeatHandedOver
from ..script import B, K
from .agreements import check_offer, check_playing, say
from .commands import Followed, WrongMoment, refuse_seat
from .facts import StandInOffered
from .match import Match
from .retirement import MIN_SEATS


def offer_stand_in(rules: Rules[B, K], match: Match[B], offered: StandInOffered) -> Followed[B]:
    """Returns the facts of an offer that a bot plays a seat on; it does once all other people agree.

    Raises `WrongMoment`.
    """
    check_playing(rules, match, offered.seat)
    check_offer(match, "standin", offered.agrees)
    _check_leaver(rules, match, offered)
    standing = match.accord.stand_in
    if offered.seat in match.accord.stand_ins:
        raise WrongMoment(Message("You have agreed to a bot already; the others have not agreed yet."))
    if standing is not None and (standing.leaver, standing.bot, True) != (
        offered.leaver,
        offered.bot,
        offered.agrees,
    ):
        raise WrongMoment(
            Message(
                "The bot {bot} is offered for seat {seat}: agree or decline first.",
                bot=standing.bot,
                seat=standing.leaver,
            )
        )
    people = {*range(match.opened.seats)}.difference(match.bots, rules.retired_seats(match.position.board))
    agreed = people <= {*match.accord.stand_ins, offered.seat, offered.leaver}
    handed: list[Event] = [SeatHandedOver(offered.leaver, offered.bot, offered.at)] if agreed else []
    return say(rules, match, [offered, *handed])


def leavers(rules: Rules[B, K], match: Match[B], seat: Seat) -> tuple[Seat, ...]:
    """Returns the seats that the player of *seat* may offer to a bot: its own, and those that left."""
    retired = rules.retired_seats(match.position.board)
    if match.opened.seats < MIN_SEATS or match.opened.event or seat in retired or match.ended is not None:
        return ()
    return (seat, *retired)


def _check_leaver(rules: Rules[B, K], match: Match[B], offered: StandInOffered) -> None:
    if match.opened.seats < MIN_SEATS:
        raise WrongMoment(Message("Two play this match: no bot plays a seat of it on."))
    if match.opened.event:
        raise WrongMoment(Message("This match belongs to an event: no bot plays a seat of it on."))
    if refusal := refuse_seat(match, offered.leaver):
        raise WrongMoment(refusal.sentence)
    retired = rules.retired_seats(match.position.board)
    if offered.leaver in match.bots and offered.leaver not in retired:
        raise WrongMoment(Message("A bot plays seat {seat} already.", seat=offered.leaver))
    own = offered.leaver == (match.accord.stand_in or offered).seat
    if not own and offered.leaver not in retired:
        raise WrongMoment(
            Message(
                "Seat {seat} has not left: a bot may play your own seat, or one that has left.",
                seat=offered.leaver,
            )
        )
