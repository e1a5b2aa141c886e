"""Moves: cards and movers going to other locations, locks, and cards attached and turned (VI-100)."""

from __future__ import annotations

from ..model import Picks, Seat
from ..script import Script, choose, verb
from . import facts, layout
from .decks import run
from .facts import Card, Form, Place
from .hooks import T


@verb("VI-100")
def relocate(t: T, seat: Seat, card: Card, to: Place) -> Script[None]:
    """Moves a card of the Realm, with all it carries (VI-085), which may have something to say about it."""
    yield facts.CardMoved(seat, card, to)
    mine = t.board.realms[seat]
    for mover in (card, *layout.attached(mine, t.book, card)):
        mine = t.board.realms[seat]
        if mover in mine.cards:
            yield from run(t, seat, mover, layout.lore(mine, t.book, mover).moved, to)


@verb("VI-052")
def carry(t: T, seat: Seat, card: Card) -> Script[None]:
    """Moves an Ally, an Item, a Curse (VI-205) or a Hero (VI-055) to an adjacent unlocked location."""
    mine = t.board.realms[seat]
    yield from send(t, seat, card, layout.neighbours(mine, t.book, layout.place_of(mine, card)))


def send(t: T, seat: Seat, card: Card, among: Picks) -> Script[None]:
    """Moves *card* to a location *among* these that is open to it: `t.seat` says which."""
    open_to_it = layout.destinations(t.board.realms[seat], t.book, card, among)
    for to in (yield from choose(t.seat, "where", open_to_it, about=card)):
        yield from relocate(t, seat, card, to)


@verb("VI-021")
def move_mover(t: T, seat: Seat, to: Place, by: Card = "") -> Script[None]:
    """Moves the mover, perhaps because *by* sends it, and lets the cards of the location notice."""
    yield facts.MoverMoved(seat, to, by)
    for card in tuple(t.board.realms[seat].cards):
        mine = t.board.realms[seat]
        if card in mine.cards and layout.is_at(mine, card, to):
            yield from run(t, seat, card, layout.lore(mine, t.book, card).mover_came, to)


def attach(t: T, seat: Seat, card: Card, to: Card) -> Script[None]:
    """Attaches a card of the Realm, or of a discard pile, to a card of the Realm."""
    yield facts.CardAttached(seat, card, to)


def shift(t: T, seat: Seat, of: Card | Place, by: int, card: Card) -> Script[None]:
    """Changes a Strength until the turn ends, or those of the Heroes at a location, as *card* says."""
    yield facts.StrengthShifted(seat, of, by, card if t.book.version > 2 else "")


def turn(t: T, seat: Seat, card: Card, form: Form, beside: Place = "") -> Script[None]:
    """Turns a card into another form, or back (VI-216, VI-217)."""
    yield facts.CardTurned(seat, card, form, beside)


@verb("VI-070")
def lock(t: T, seat: Seat, place: Place) -> Script[None]:
    """Puts a Lock Token on a location."""
    if place not in t.board.realms[seat].locked:
        yield facts.LocationLocked(seat, place)


@verb("VI-219")
def move_lock(t: T, seat: Seat, place: Place, to: Place) -> Script[None]:
    """Takes the Lock Token from one location to another, at once: there is never one more or less."""
    if t.book.version > 2:
        yield facts.LocationLocked(seat, to, place)
    else:
        yield from lock(t, seat, to)
        yield from unlock(t, seat, place)


@verb("VI-070")
def unlock(t: T, seat: Seat, place: Place) -> Script[None]:
    """Takes the Lock Token off a location."""
    if place in t.board.realms[seat].locked:
        yield facts.LocationUnlocked(seat, place)
