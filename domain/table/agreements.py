"""Commands besides answers, such as concessions, draws, pauses and rematches."""

from __future__ import annotations

from collections.abc import Iterable

from ..messages import Message
from ..model import Event, Fact, Seat
from ..rules import Rules
from ..script import B, K
from .commands import CommandOutcome, WrongMoment, advance, match_end, round_message
from .facts import (
    PLAYERS,
    Conceded,
    DrawOffered,
    Offer,
    OfferDeclined,
    Party,
    PauseAsked,
    Paused,
    RematchOpened,
    Resumed,
)
from .match import Match, evolve


def concede_match(rules: Rules[B, K], match: Match[B], concession: Conceded) -> CommandOutcome[B]:
    """Returns the outcome of a concession, a win of the other of two sides.

    Raises `WrongMoment` with more sides, because the others play on.
    """
    require_playing(rules, match, concession.seat)
    sides = rules.list_sides(match.position.board)
    if len(sides) != 2:
        raise WrongMoment(
            Message(
                "{sides} sides play this match: only a match of two can be conceded. "
                "Leave it, and the others play on.",
                sides=len(sides),
            )
        )
    [winners] = [side for side in sides if concession.seat not in side]
    return append_events(rules, match, [concession, won_by(match, winners)])


def offer_draw(rules: Rules[B, K], match: Match[B], offer: DrawOffered) -> CommandOutcome[B]:
    """Returns the outcome of a draw offer; the match is drawn once every side has offered it.

    Raises `WrongMoment`.
    """
    require_playing(rules, match, offer.seat)
    require_offer(match, "draw", offer.agrees)
    sides, draws = sides_playing(rules, match.position.board), match.offers.draws
    [own_side] = [side for side in sides if offer.seat in side]
    if not set(own_side).isdisjoint(draws):
        raise WrongMoment(
            Message("Your side has offered a draw already; the offer stands until the next answer.")
        )
    agreed = all(not set(side).isdisjoint((*draws, offer.seat)) for side in sides)
    return append_events(rules, match, [offer, *([won_by(match, ())] if agreed else [])])


def seats_to_agree(rules: Rules[B, K], match: Match[B], kind: Offer) -> frozenset[Seat]:
    """Returns the seats that can agree to the open offer of *kind* or decline it.

    One seat speaks for its side, but each seat agrees to a pause or a bot for itself. Bots have no say.
    """
    offering = match.offers.seats_offering(kind)
    if not offering or match.ended is not None:
        return frozenset()
    seats = range(match.settings.seats)
    sides = (
        [(seat,) for seat in seats]
        if kind in ("pause", "standin")
        else rules.list_sides(match.position.board)
    )
    remaining = [seat for side in sides if set(side).isdisjoint(offering) for seat in side]
    return frozenset(remaining).difference(match.bots, rules.retired_seats(match.position.board))


def decline_offer(rules: Rules[B, K], match: Match[B], refusal: OfferDeclined) -> CommandOutcome[B]:
    """Returns the outcome of a declined offer; raises `WrongMoment`."""
    _require_started(match)
    if refusal.seat not in seats_to_agree(rules, match, refusal.what):
        raise WrongMoment(Message("There is nothing for you to decline: nobody else offers it any more."))
    return append_events(rules, match, [refusal])


def require_offer(match: Match[B], kind: Offer, agrees: bool) -> None:
    """Raises `WrongMoment` for an agreement to a missing offer."""
    if agrees and not match.offers.seats_offering(kind):
        raise WrongMoment(Message("Nobody offers that any more: there is nothing to agree to."))


def ask_pause(rules: Rules[B, K], match: Match[B], request: PauseAsked) -> CommandOutcome[B]:
    """Returns the outcome of a request for a pause; it starts once all players have asked.

    Raises `WrongMoment`.
    """
    _require_unpaused(match)
    require_playing(rules, match, request.seat)
    require_offer(match, "pause", request.agrees)
    if request.seat in match.offers.pauses:
        raise WrongMoment(Message("You have asked for a pause already; the others have not agreed yet."))
    agreed = {
        *match.offers.pauses,
        request.seat,
        *match.bots,
        *rules.retired_seats(match.position.board),
    } == {*range(match.settings.seats)}
    return append_events(rules, match, [request, *([Paused(PLAYERS, request.at)] if agreed else [])])


def pause_match(rules: Rules[B, K], match: Match[B], pause: Paused) -> CommandOutcome[B]:
    """Returns the outcome of a pause by a judge or an organizer; raises `WrongMoment`."""
    _require_unpaused(match)
    if _is_player(pause.by):
        raise WrongMoment(Message("Players ask each other for a pause; judges and organizers order one."))
    return append_events(rules, match, [pause])


def resume_match(rules: Rules[B, K], match: Match[B], resumption: Resumed) -> CommandOutcome[B]:
    """Returns the outcome of the end of a pause.

    Players end pauses that they agreed on, judges and organizers all pauses. Raises `WrongMoment`.
    """
    paused = match.offers.paused
    if match.ended is not None or paused is None:
        raise WrongMoment(Message("The match is not paused."))
    if _is_player(resumption.by) and paused.by != PLAYERS:
        raise WrongMoment(
            Message("{by} has paused the match: a judge or an organizer lets it go on.", by=paused.by)
        )
    return advance(rules, *append_events(rules, match, [resumption]))


def open_rematch(rules: Rules[B, K], match: Match[B], rematch: RematchOpened) -> CommandOutcome[B]:
    """Returns the outcome of a new match to play again; raises `WrongMoment`."""
    require_service(match)
    if match.ended is None:
        raise WrongMoment(Message("The match is not over yet."))
    if match.rematch:
        raise WrongMoment(Message("The next match is open already: {match}.", match=match.rematch))
    return append_events(rules, match, [rematch])


def _is_player(by: Party) -> bool:
    return by == PLAYERS or by.startswith("seat:")


def sides_playing(rules: Rules[B, K], board: B) -> tuple[tuple[Seat, ...], ...]:
    """Returns the sides with at least one seat that has not left."""
    retired = rules.retired_seats(board)
    return tuple(side for side in rules.list_sides(board) if not {*side} <= {*retired})


def require_playing(rules: Rules[B, K], match: Match[B], seat: Seat) -> None:
    """Raises `WrongMoment` before the start, after the end, and for a seat that has left."""
    _require_started(match)
    if seat in rules.retired_seats(match.position.board):
        raise WrongMoment(Message("You have left this match: the others play on."))


def require_service(match: Match[B]) -> None:
    """Raises `WrongMoment` for a match on a real table, whose people agree there."""
    if match.is_on_table:
        raise WrongMoment(
            Message("This match is played on a real table: agree there, and the scribe enters what happens.")
        )


def _require_started(match: Match[B]) -> None:
    if match.ended is not None:
        raise WrongMoment(Message("The match is over."))
    if not match.is_full:
        raise WrongMoment(Message("Not every seat is claimed yet."))
    if not match.is_started:
        raise WrongMoment(
            round_message(match)
            if match.reveals.round
            else Message("Nothing is dealt yet: seats still have to reveal their nonces.")
        )


def _require_unpaused(match: Match[B]) -> None:
    _require_started(match)
    if match.offers.paused is not None:
        raise WrongMoment(Message("The match is paused already."))


def won_by(match: Match[B], winners: tuple[Seat, ...]) -> Event:
    """Returns the end of *match* with *winners*."""
    return match_end(match, winners, tuple(int(seat in winners) for seat in range(match.settings.seats)))


def append_events(rules: Rules[B, K], match: Match[B], events: Iterable[Event]) -> CommandOutcome[B]:
    """Returns the outcome of *events*, each caused by the one before."""
    facts: list[Fact] = []
    for event in events:
        fact = Fact(match.seq + 1, match.seq, "", event)
        facts, match = [*facts, fact], evolve(rules, match, fact)
    return CommandOutcome(facts, match)
