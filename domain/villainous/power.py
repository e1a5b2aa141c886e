"""Power: gained from the Cauldron, paid back to it, laid on Heroes."""

from __future__ import annotations

from ..model import Seat
from ..script import Script, verb
from . import facts, layout
from .facts import Card
from .hooks import T


class Over(Exception):
    """An objective is fulfilled: nothing more happens, whatever was under way (VI-120)."""


@verb("VI-120")
def fulfil(t: T, seat: Seat) -> Script[None]:
    """Ends the game: *seat* has reached the objective, unless it has left (VI-C10)."""
    if seat in t.board.retired:
        return
    yield facts.ObjectiveFulfilled(seat)
    raise Over


def gain(t: T, seat: Seat, amount: int) -> Script[None]:
    """Gives *amount* Power: a card may change each gain, and the Cauldron may hold less (VI-C8)."""
    mine = t.board.realms[seat]
    amount += sum(t.book.cards[card].gains for card in layout.doing(mine, t.book, "gains"))
    if t.book.rulings.tokens == "limited":
        amount = min(amount, t.board.cauldron)
    if amount > 0:
        yield facts.PowerGained(seat, amount, mine.power + amount)


def spend(t: T, seat: Seat, amount: int) -> Script[None]:
    """Returns *amount* Power, or what there is of it, to the Cauldron."""
    mine = t.board.realms[seat]
    if amount := min(amount, mine.power):
        yield facts.PowerPaid(seat, amount, mine.power - amount)


def lay(t: T, seat: Seat, card: Card, amount: int) -> Script[None]:
    """Lays *amount* of the seat's Power on a card of its Realm (VI-140)."""
    if amount:
        yield facts.PowerTaken(seat, card, amount, t.board.realms[seat].power - amount)


def give_back(t: T, seat: Seat, card: Card) -> Script[None]:
    """Returns the Power lying on *card* to the seat (VI-140)."""
    mine = t.board.realms[seat]
    if lying := mine.cards[card].power:
        yield facts.PowerReturned(seat, card, lying, mine.power + lying)
