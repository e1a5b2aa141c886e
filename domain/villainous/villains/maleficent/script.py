"""Maleficent, who wants the kingdom under a spell: what her cards do beyond their numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ....model import Picks, Seat
from ....script import Script, may
from ... import facts, fights, layout
from ...board import Realm
from ...book import Book, Kind
from ...decks import discard, discard_some, draw, put_back, reveal
from ...facts import Card, Place
from ...fights import defeat
from ...granted_actions import borrow
from ...hooks import Does, Lore, Steps, T
from ...moves import move_mover, relocate
from ...play_targets import playable
from ...plays import play
from ...power import gain
from ...strength import strength

# -- the objective -----------------------------------------------------------------------------------


def headway(mine: Realm, book: Book) -> Steps:
    """Wants a Curse at each location (VI-125)."""
    row = layout.places(mine, book)
    return {"curses": (sum(bool(layout.of_kind(mine, book, "curse", place)) for place in row), len(row))}


def progress(mine: Realm, book: Book) -> float:
    """Returns how near the spell is, from 0 to 1.

    Cursed locations count most; a Curse of the hand, or a second one to be carried on, is a beginning for
    each of the others.
    """
    cursed, places = headway(mine, book)["curses"]
    spare = len(layout.of_kind(mine, book, "curse")) - cursed
    spare += sum(book.cards[card].kind == "curse" for card in mine.hand if card)
    begun = min(spare, places - cursed)
    return (cursed + 0.2 * begun) / places


# -- Curses and Items --------------------------------------------------------------------------------


def fades_for(kind: Kind) -> Does:
    """Returns what discards a Curse when a card of that kind is played to its location."""

    def fade(t: T, seat: Seat, card: Card, joining: Card) -> Script[None]:
        if layout.kind(t.board.realms[seat], t.book, joining) == kind:
            yield from discard(t, seat, card)

    return fade


def fade(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Discards this Curse."""
    yield from discard(t, seat, card)


def weakens(mine: Realm, book: Book, curse: Card, other: Card) -> int:
    """Lends Heroes at its location 2 Strength less."""
    hexed = layout.kind(mine, book, other) == "hero" and layout.is_at(
        mine, other, layout.place_of(mine, curse)
    )
    return -2 if hexed else 0


def spinning_wheel(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Brings what the Hero's Strength is at that moment, less 1 (VI-214)."""
    yield from gain(t, seat, strength(t.board.realms[seat], t.book, hero) - 1)


def staff(mine: Realm, book: Book, item: Card, card: Card, spot: str) -> int:
    """Takes 1 off the Cost of Effects and Curses while Maleficent is beside it."""
    return -1 if book.cards[card].kind in ("effect", "curse") and layout.is_at(mine, item, mine.at) else 0


# -- Allies ------------------------------------------------------------------------------------------


def cackling_goon(mine: Realm, book: Book, ally: Card) -> int:
    """Adds 1 for each Hero beside him."""
    return len(layout.of_kind(mine, book, "hero", layout.place_of(mine, ally)))


def sinister_goon(mine: Realm, book: Book, ally: Card) -> int:
    """Adds 1 beside any Curse (VI-130)."""
    return int(bool(layout.of_kind(mine, book, "curse", layout.place_of(mine, ally))))


def raven(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """May go to another location and perform an action available there, but no Fate (VI-133)."""
    mine = t.board.realms[seat]
    elsewhere = layout.destinations(mine, t.book, card, layout.places(mine, t.book))
    for to in (yield from may(t.seat, "where", elsewhere, about=card)):
        yield from relocate(t, seat, card, to)
        yield from borrow(t, seat, to, but=("fate",))


# -- Effects and Conditions --------------------------------------------------------------------------


def frail(most: int) -> Callable[[Realm, Book, Card], Picks]:
    """Returns what finds the Heroes of Strength *most* or less."""
    return lambda mine, book, card: fights.frail(mine, book, most)


def malice(t: T, seat: Seat, card: Card, hero: str) -> Script[None]:
    """Defeats the Hero it is aimed at."""
    yield from defeat(t, seat, hero)


def dragon_form(t: T, seat: Seat, card: Card, hero: str) -> Script[None]:
    """Defeats the Hero it is aimed at, and lasts."""
    yield from defeat(t, seat, hero)
    yield from last(t, seat, card, "")


def last(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Holds until the own next turn."""
    yield facts.EffectLasts(seat, card)


def fury(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Gains 3 Power for a Fate action (VI-214)."""
    yield from gain(t, seat, 3)


def tyranny(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Draws 3 cards, then discards any 3 of the hand."""
    yield from draw(t, seat, 3)
    yield from discard_some(t, seat, 3, card)


# -- Fate --------------------------------------------------------------------------------------------


def unarmed(mine: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes who carry no Item (VI-134)."""
    return tuple(h for h in layout.within_reach(mine, book, "hero") if not layout.attached(mine, book, h))


def sword_of_truth(mine: Realm, book: Book, sword: Card, card: Card, spot: str) -> int:
    """Adds 2 to the Cost of a Curse played to where it is (VI-134)."""
    return 2 if book.cards[card].kind == "curse" and spot == layout.place_of(mine, sword) else 0


def near_heroes(mine: Realm, book: Book, card: Card) -> Picks:
    """Returns the Curses at locations where a Hero is."""
    curses = layout.discardable(mine, book, "curse")
    return tuple(c for c in curses if layout.of_kind(mine, book, "hero", layout.place_of(mine, c)))


def once_upon_a_dream(t: T, seat: Seat, card: Card, curse: str) -> Script[None]:
    """Discards the Curse it is aimed at."""
    yield from discard(t, seat, curse)


def aurora(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Reveals a Fate card: a Hero is played if he can be (VI-051), any other card goes back (VI-132)."""
    for found in (yield from reveal(t, seat, 1)):
        if t.book.cards[found].kind != "hero":
            yield from put_back(t, seat, (found,))
        elif playable(t.board.realms[seat], t.book, found):
            yield from play(t, seat, found)
        else:
            yield from discard(t, seat, found)


def fauna(t: T, seat: Seat, card: Card, at: str) -> Script[None]:
    """May discard a Dreamless Sleep beside her (VI-135); where the match so rules, any Curse of the Realm."""
    curses = layout.discardable(t.board.realms[seat], t.book, "curse")
    if t.book.rulings.fauna == "sleep":
        here = layout.of_kind(t.board.realms[seat], t.book, "curse", at)
        curses = tuple(c for c in here if t.book.cards[c].id == "dreamless-sleep")
    yield from discard(t, seat, *(yield from may(t.seat, "curse", curses, about=card)))


def flora(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Lays the hand open; drawing keeps it so."""
    yield facts.HandRevealed(seat, t.board.realms[seat].hand)


def flora_is_gone(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Lets the hand be hidden again."""
    yield facts.HandHidden(seat)


def king_hubert(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May pull one Ally to himself out of each adjacent location."""
    for place in layout.neighbours(t.board.realms[seat], t.book, at):
        allies = layout.of_kind(t.board.realms[seat], t.book, "ally", place)
        for ally in (yield from may(t.seat, "ally-to-move", allies, about=card)):
            yield from relocate(t, seat, ally, at)


def king_stefan(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """May move Maleficent to another location (VI-215)."""
    mine = t.board.realms[seat]
    elsewhere = tuple(place for place in layout.unlocked(mine, t.book) if place != mine.at)
    for to in (yield from may(t.seat, "where", elsewhere, about=card)):
        yield from move_mover(t, seat, to, card)


def prince_phillip(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May discard all Allies beside him."""
    beside = layout.of_kind(t.board.realms[seat], t.book, "ally", at)
    if (yield from may(t.seat, "all-allies", ("discard",) if beside else (), about=card)):
        yield from discard(t, seat, *beside)


LORE: Mapping[str, Lore] = {
    "cackling-goon": Lore(own=cackling_goon),
    "dragon-form": Lore(spots=frail(3), played=dragon_form, fated=fury),
    "forest-of-thorns": Lore(joined=fades_for("hero")),
    "green-fire": Lore(mover_came=fade),
    "sinister-goon": Lore(own=sinister_goon),
    "vanish": Lore(played=last),
    "dreamless-sleep": Lore(lends=weakens, joined=fades_for("ally")),
    "malice": Lore(spots=frail(4), played=malice),
    "tyranny": Lore(played=tyranny),
    "raven": Lore(before_move=raven),
    "spinning-wheel": Lore(witnessed=spinning_wheel),
    "staff": Lore(levy=staff),
    "sword-of-truth": Lore(spots=unarmed, levy=sword_of_truth),
    "once-upon-a-dream": Lore(spots=near_heroes, played=once_upon_a_dream),
    "aurora": Lore(played=aurora),
    "fauna": Lore(played=fauna),
    "flora": Lore(played=flora, defeated=flora_is_gone),
    "king-hubert": Lore(played=king_hubert),
    "king-stefan": Lore(played=king_stefan),
    "prince-phillip": Lore(played=prince_phillip),
}
