"""Conditions: played in somebody else's turn, and asked for so that nobody learns who holds one.

See `ops/decisions/0003-conditions.md`. Whether a seat is asked depends on what everyone can see, never on its hand.
"""

from __future__ import annotations

from ..core import Asked, Picks, Script, Seat, under, verb
from . import facts, realm, verbs
from .board import Board
from .book import Book, Requirement, T

PASS = "pass"
PASS_TURN = "pass-turn"


@verb("VI-088")
def invite(t: T) -> Script[None]:
    """Asks the opponents about every requirement that has newly come about in this turn."""
    while (found := _occasion(t.board, t.book)) is not None:
        requirement, seats = found
        yield facts.ConditionsInvited(requirement.key)
        for seat in seats:
            yield from under(t, "VI-088", _ask(t, seat, requirement))


def _ask(t: T, seat: Seat, requirement: Requirement) -> Script[None]:
    """Asks *seat*, whether or not it holds a fitting Condition: hence `Asked`, and not `choose`."""
    plays = tuple(f"play:{card}" for card in _held(t.board, t.book, seat, requirement))
    (answer,) = yield Asked(
        seat, "condition", (PASS, PASS_TURN, *plays), about=requirement.key, sight="hand"
    )
    if answer == PASS_TURN:
        yield facts.TurnPassed(seat)
    elif answer != PASS:
        yield from verbs.acting(t, seat, verbs.play(t, seat, answer.removeprefix("play:")))


def _occasion(b: Board, book: Book) -> tuple[Requirement, tuple[Seat, ...]] | None:
    """Returns a requirement met more often in this turn than it was asked about, and the seats to ask."""
    others = [(b.seat + n) % len(b.realms) for n in range(1, len(b.realms))]
    wanted = {r.key: r for seat in others for card in _conditions(b, book, seat) if (r := card)}
    for key, requirement in wanted.items():
        if _times(b, requirement) > b.invited.count(key):
            seats = tuple(seat for seat in others if _may_hold(b, book, seat, requirement))
            if seats:
                return requirement, seats
    return None


def _times(b: Board, requirement: Requirement) -> int:
    """Returns how often the player of the turn met *requirement*: a state counts once, each deed for itself."""
    if requirement.what == "power":
        return int(b.realms[b.seat].power >= requirement.least)
    return sum(strength >= requirement.least for strength in b.felled)


def _conditions(b: Board, book: Book, seat: Seat) -> list[Requirement]:
    printed = book.villains[b.realms[seat].who].villain
    return [card.requires for card in printed if card.requires is not None]


def _may_hold(b: Board, book: Book, seat: Seat, requirement: Requirement) -> bool:
    """Tells whether, for all that everyone can see, *seat* might hold a Condition that *requirement* calls for."""
    mine = b.realms[seat]
    if seat in b.passed or not mine.hand:
        return False
    printed = book.villains[mine.who].villain
    copies = (card for kind in printed if kind.requires == requirement for card in kind.ids)
    return any(card not in mine.villain.discard for card in copies)


def _held(b: Board, book: Book, seat: Seat, requirement: Requirement) -> Picks:
    mine = b.realms[seat]
    return tuple(
        card
        for card in mine.hand
        if book.cards[card].requires == requirement and realm.playable(mine, book, card)
    )
