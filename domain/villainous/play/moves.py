"""Moves cards and movers, locks locations, and attaches and turns cards (VI-100)."""

from __future__ import annotations

from ...model import Picks, Seat
from ...script import Part, Script, choose_one, cite_rule, follow_last
from .. import facts
from ..facts import Card, Form, Place
from ..hooks import T
from . import layout
from .decks import run_hook


@cite_rule("VI-100")
def move_card(t: T, seat: Seat, card: Card, destination: Place) -> Script[None]:
    """Moves a card of the Realm with its attachments (VI-085), and runs their hooks."""
    yield facts.CardMoved(seat, card, destination)
    follow_last(t)
    realm = t.board.realms[seat]
    for mover in (card, *layout.attached_items(realm, t.book, card)):
        realm = t.board.realms[seat]
        if mover in realm.cards:
            yield from run_hook(
                t, seat, mover, layout.active_hooks(realm, t.book, mover).on_moved, destination
            )


@cite_rule("VI-052")
def move_to_neighbour(t: T, seat: Seat, card: Card) -> Script[None]:
    """Moves a card to an adjacent unlocked location (VI-052, VI-055, VI-205)."""
    realm = t.board.realms[seat]
    yield from move_to_chosen(
        t, seat, card, layout.unlocked_neighbours(realm, t.book, layout.location_of(realm, card))
    )


def move_to_chosen(t: T, seat: Seat, card: Card, among: Picks) -> Script[None]:
    """Moves *card* to one of the open locations *among* these; `t.seat` chooses."""
    destinations = layout.possible_destinations(t.board.realms[seat], t.book, card, among)
    for destination in (yield from choose_one(t.seat, "where", destinations, about=card)):
        yield from move_card(t, seat, card, destination)


@cite_rule("VI-021")
def move_mover(t: T, seat: Seat, destination: Place, by: Card = "") -> Script[None]:
    """Moves the mover, perhaps on behalf of the card *by*, and runs hooks at the location."""
    yield facts.MoverMoved(seat, destination, by)
    follow_last(t)
    for card in tuple(t.board.realms[seat].cards):
        realm = t.board.realms[seat]
        if card in realm.cards and layout.is_at(realm, card, destination):
            yield from run_hook(
                t, seat, card, layout.active_hooks(realm, t.book, card).on_mover_arrived, destination
            )


def attach_card(t: T, seat: Seat, card: Card, destination: Card) -> Script[None]:
    """Attaches a card of the Realm, or of a discard pile, to a card of the Realm."""
    yield facts.CardAttached(seat, card, destination)


def shift_strength(t: T, seat: Seat, of: Card | Place, by: int, card: Card) -> Script[None]:
    """Changes a Strength, or those of a location's Heroes, until the turn ends."""
    t.parts = (Part(by, card),)
    yield facts.StrengthShifted(seat, of, by, card if t.book.version > 2 else "")


def turn_card(t: T, seat: Seat, card: Card, form: Form, attached_to: Place = "") -> Script[None]:
    """Turns a card into another form, or back (VI-216, VI-217)."""
    yield facts.CardTurned(seat, card, form, attached_to)


@cite_rule("VI-070")
def lock_location(t: T, seat: Seat, location: Place) -> Script[None]:
    """Puts a Lock Token on a location."""
    if location not in t.board.realms[seat].locked:
        yield facts.LocationLocked(seat, location)


@cite_rule("VI-219")
def move_lock(t: T, seat: Seat, origin: Place, destination: Place) -> Script[None]:
    """Moves the Lock Token between two locations in one step."""
    if t.book.version > 2:
        yield facts.LocationLocked(seat, destination, origin)
    else:
        yield from lock_location(t, seat, destination)
        yield from unlock_location(t, seat, origin)


@cite_rule("VI-070")
def unlock_location(t: T, seat: Seat, location: Place) -> Script[None]:
    """Takes the Lock Token off a location."""
    if location in t.board.realms[seat].locked:
        yield facts.LocationUnlocked(seat, location)
