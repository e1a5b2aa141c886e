"""What players may do besides answering: concede, offer a draw, pause; and what judges may, for a pause."""

from __future__ import annotations

from collections.abc import Iterable

from ..decider import Rules
from ..messages import Message
from ..model import Event, Fact, Seat
from ..script import B, K
from .commands import Followed, WrongMoment, ended, play_on
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


def concede(rules: Rules[B, K], match: Match[B], conceded: Conceded) -> Followed[B]:
    """Tells what follows when a seat gives up: of two sides, the other wins.

    Raises `WrongMoment` where there are more, for then the others have something to play for.
    """
    check_playing(rules, match, conceded.seat)
    sides = rules.list_sides(match.position.board)
    if len(sides) != 2:
        raise WrongMoment(
            Message(
                "{sides} sides play this match: only a match of two can be conceded. "
                "Leave it, and the others play on.",
                sides=len(sides),
            )
        )
    [winners] = [side for side in sides if conceded.seat not in side]
    return say(rules, match, [conceded, won(match, winners)])


def offer_draw(rules: Rules[B, K], match: Match[B], offered: DrawOffered) -> Followed[B]:
    """Tells what follows when a seat offers a draw: the match is drawn once every side has.

    Raises `WrongMoment`.
    """
    check_playing(rules, match, offered.seat)
    check_offer(match, "draw", offered.agrees)
    sides, draws = sides_playing(rules, match.position.board), match.accord.draws
    [mine] = [side for side in sides if offered.seat in side]
    if not set(mine).isdisjoint(draws):
        raise WrongMoment(
            Message("Your side has offered a draw already; the offer stands until the next answer.")
        )
    agreed = all(not set(side).isdisjoint((*draws, offered.seat)) for side in sides)
    return say(rules, match, [offered, *([won(match, ())] if agreed else [])])


def invited(rules: Rules[B, K], match: Match[B], what: Offer) -> frozenset[Seat]:
    """Returns the seats that can agree to what others have offered, or decline it; none if nobody has.

    One of a side speaks for all of it, but a pause or a bot is for each to agree to. Bots are not asked.
    """
    offered = match.accord.offered(what)
    if not offered or match.ended is not None:
        return frozenset()
    seats = range(match.opened.seats)
    sides = (
        [(seat,) for seat in seats]
        if what in ("pause", "standin")
        else rules.list_sides(match.position.board)
    )
    others = [seat for side in sides if set(side).isdisjoint(offered) for seat in side]
    return frozenset(others).difference(match.bots, rules.retired_seats(match.position.board))


def decline(rules: Rules[B, K], match: Match[B], declined: OfferDeclined) -> Followed[B]:
    """Tells what follows when a seat declines what others have offered; raises `WrongMoment`."""
    _check_going_on(match)
    if declined.seat not in invited(rules, match, declined.what):
        raise WrongMoment(Message("There is nothing for you to decline: nobody else offers it any more."))
    return say(rules, match, [declined])


def check_offer(match: Match[B], what: Offer, agrees: bool) -> None:
    """Raises `WrongMoment` where somebody agrees to what nobody has offered."""
    if agrees and not match.accord.offered(what):
        raise WrongMoment(Message("Nobody offers that any more: there is nothing to agree to."))


def ask_pause(rules: Rules[B, K], match: Match[B], asked: PauseAsked) -> Followed[B]:
    """Tells what follows when a seat asks for a pause: the match pauses once every seat has, bots aside.

    Raises `WrongMoment`.
    """
    _check_running(match)
    check_playing(rules, match, asked.seat)
    check_offer(match, "pause", asked.agrees)
    if asked.seat in match.accord.pauses:
        raise WrongMoment(Message("You have asked for a pause already; the others have not agreed yet."))
    agreed = {*match.accord.pauses, asked.seat, *match.bots, *rules.retired_seats(match.position.board)} == {
        *range(match.opened.seats)
    }
    return say(rules, match, [asked, *([Paused(PLAYERS, asked.at)] if agreed else [])])


def pause(rules: Rules[B, K], match: Match[B], paused: Paused) -> Followed[B]:
    """Tells what follows when a judge or an organizer pauses the match; raises `WrongMoment`."""
    _check_running(match)
    if _plays(paused.by):
        raise WrongMoment(Message("Players ask each other for a pause; judges and organizers order one."))
    return say(rules, match, [paused])


def resume(rules: Rules[B, K], match: Match[B], resumed: Resumed) -> Followed[B]:
    """Tells what follows when a pause ends.

    Each player ends one that the players agreed on, a judge or an organizer any. Raises `WrongMoment`.
    """
    paused = match.accord.paused
    if match.ended is not None or paused is None:
        raise WrongMoment(Message("The match is not paused."))
    if _plays(resumed.by) and paused.by != PLAYERS:
        raise WrongMoment(
            Message("{by} has paused the match: a judge or an organizer lets it go on.", by=paused.by)
        )
    return play_on(rules, *say(rules, match, [resumed]))


def open_rematch(rules: Rules[B, K], match: Match[B], opened: RematchOpened) -> Followed[B]:
    """Tells what follows when a seat opens another match to play again; raises `WrongMoment`."""
    if match.ended is None:
        raise WrongMoment(Message("The match is not over yet."))
    if match.rematch:
        raise WrongMoment(Message("The next match is open already: {match}.", match=match.rematch))
    return say(rules, match, [opened])


def _plays(by: Party) -> bool:
    return by == PLAYERS or by.startswith("seat:")


def sides_playing(rules: Rules[B, K], board: B) -> tuple[tuple[Seat, ...], ...]:
    """Returns the sides of which at least one seat has not left."""
    retired = rules.retired_seats(board)
    return tuple(side for side in rules.list_sides(board) if not {*side} <= {*retired})


def check_playing(rules: Rules[B, K], match: Match[B], seat: Seat) -> None:
    """Raises `WrongMoment` where the match is not going on, or *seat* has left it."""
    _check_going_on(match)
    if seat in rules.retired_seats(match.position.board):
        raise WrongMoment(Message("You have left this match: the others play on."))


def _check_going_on(match: Match[B]) -> None:
    if match.ended is not None:
        raise WrongMoment(Message("The match is over."))
    if not match.full:
        raise WrongMoment(Message("Not every seat is claimed yet."))


def _check_running(match: Match[B]) -> None:
    _check_going_on(match)
    if match.accord.paused is not None:
        raise WrongMoment(Message("The match is paused already."))


def won(match: Match[B], winners: tuple[Seat, ...]) -> Event:
    """Returns the end of *match* by which *winners* have won."""
    return ended(match, winners, tuple(int(seat in winners) for seat in range(match.opened.seats)))


def say(rules: Rules[B, K], match: Match[B], events: Iterable[Event]) -> Followed[B]:
    """Tells *events* one after the other, each because of the one before."""
    facts: list[Fact] = []
    for event in events:
        fact = Fact(match.seq + 1, match.seq, "", event)
        facts, match = [*facts, fact], evolve(rules, match, fact)
    return Followed(facts, match)
