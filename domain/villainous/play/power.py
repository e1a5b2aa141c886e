"""Gains, payments and returns of Power."""

from __future__ import annotations

from ...model import Seat
from ...script import Script, cite_rule
from .. import facts
from ..facts import Card
from ..hooks import T
from . import layout


class GameOver(Exception):
    """A complete objective ends the game at once (VI-120)."""


@cite_rule("VI-120")
def fulfil_objective(t: T, seat: Seat) -> Script[None]:
    """Ends the game with *seat* as the winner, unless it has left (VI-C10)."""
    if seat in t.board.retired:
        return
    yield facts.ObjectiveFulfilled(seat)
    raise GameOver


def gain_power(t: T, seat: Seat, amount: int) -> Script[None]:
    """Gives *amount* Power, changed by cards and limited by the Cauldron (VI-C8)."""
    realm = t.board.realms[seat]
    amount += sum(t.book.cards[card].gains for card in layout.cards_with_role(realm, t.book, "gains"))
    if t.book.rulings.tokens == "limited":
        amount = min(amount, t.board.cauldron)
    if amount > 0:
        yield facts.PowerGained(seat, amount, realm.power + amount)


def spend_power(t: T, seat: Seat, amount: int) -> Script[None]:
    """Returns *amount* Power, or all that is left, to the Cauldron."""
    realm = t.board.realms[seat]
    if amount := min(amount, realm.power):
        yield facts.PowerPaid(seat, amount, realm.power - amount)


def lay_power(t: T, seat: Seat, card: Card, amount: int) -> Script[None]:
    """Lays *amount* of the seat's Power on a card of its Realm (VI-140)."""
    if amount:
        yield facts.PowerTaken(seat, card, amount, t.board.realms[seat].power - amount)


def return_power(t: T, seat: Seat, card: Card) -> Script[None]:
    """Returns the Power on *card* to the seat (VI-140)."""
    realm = t.board.realms[seat]
    if lying := realm.cards[card].power:
        yield facts.PowerReturned(seat, card, lying, realm.power + lying)
