"""Gains, payments and returns of Power."""

from __future__ import annotations

from ...model import Seat
from ...script import Part, Parts, Script, cite_rule, limit_parts, total_amount
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
    changes = (
        Part(t.book.cards[card].gains, card) for card in layout.cards_with_role(realm, t.book, "gains")
    )
    maximum = t.board.cauldron if t.book.rulings.tokens == "limited" else None
    t.parts = limit_parts((Part(amount, t.rule), *changes), "VI-C8", maximum)
    if gain := total_amount(t.parts):
        yield facts.PowerGained(seat, gain, realm.power + gain)


def spend_power(t: T, seat: Seat, amount: int) -> Script[None]:
    """Returns *amount* Power, or all that is left, to the Cauldron."""
    return pay_parts(t, seat, (Part(amount, t.rule),))


def pay_parts(t: T, seat: Seat, parts: Parts) -> Script[None]:
    """Returns Power of these *parts*, or all that is left, to the Cauldron."""
    power = t.board.realms[seat].power
    t.parts = limit_parts(parts, t.rule, power)
    if amount := total_amount(t.parts):
        yield facts.PowerPaid(seat, amount, power - amount)


def lay_power(t: T, seat: Seat, card: Card, amount: int) -> Script[None]:
    """Lays *amount* of the seat's Power on a card of its Realm (VI-140)."""
    if amount:
        t.parts = (Part(amount, t.rule),)
        yield facts.PowerTaken(seat, card, amount, t.board.realms[seat].power - amount)


def return_power(t: T, seat: Seat, card: Card) -> Script[None]:
    """Returns the Power on *card* to the seat (VI-140)."""
    realm = t.board.realms[seat]
    if lying := realm.cards[card].power:
        t.parts = (Part(lying, card),)
        yield facts.PowerReturned(seat, card, lying, realm.power + lying)
