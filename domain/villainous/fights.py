"""Fights: which Heroes can be defeated, who can fight them, and what a defeat brings about."""

from __future__ import annotations

from ..model import Picks, Seat
from ..script import Script, choose, under, verb
from . import facts, layout, power
from .board import Realm
from .book import Book
from .decks import discard, run
from .facts import Card
from .hooks import T
from .index import by_cards
from .moves import relocate, turn
from .strength import strength


@by_cards
def defeatable(r: Realm, book: Book) -> Picks:
    """Returns the Heroes that can be defeated by any means (VI-070, VI-204, VI-212).

    Some have to be defeated before all others; some cannot be, for what they carry.
    """
    heroes = layout.of_kind(r, book, "hero")
    first = [hero for hero in heroes if any(book.cards[card].first for card in _bundle(r, book, hero))]
    return tuple(
        hero
        for hero in first or heroes
        if layout.place_of(r, hero) not in r.locked
        and not any(book.cards[card].protects for card in _bundle(r, book, hero))
    )


def _bundle(r: Realm, book: Book, hero: Card) -> Picks:
    return tuple(card for card in (hero, *layout.attached(r, book, hero)) if layout.active(r, book, card))


def frail(r: Realm, book: Book, most: int) -> Picks:
    """Returns the Heroes of Strength *most* or less that can be defeated (VI-105)."""
    return tuple(hero for hero in defeatable(r, book) if strength(r, book, hero) <= most)


def fighters(r: Realm, book: Book, hero: Card) -> tuple[Picks, Picks]:
    """Returns the Allies that can fight *hero*: those beside it, and those that reach it from next door.

    A Wicket does not fight (VI-216).
    """
    where = r.cards[hero]
    homes = tuple(place for place in (where.at, where.beside) if place)
    doors = {door for home in homes for door in layout.neighbours(r, book, home)}
    near: list[Card] = []
    far: list[Card] = []
    for ally in layout.of_kind(r, book, "ally"):
        if r.cards[ally].form == "wicket" or book.cards[hero].immune == book.cards[ally].id:
            continue
        place = layout.place_of(r, ally)
        if place in homes:
            near.append(ally)
        elif place in doors and book.cards[ally].range and layout.active(r, book, ally):
            far.append(ally)
    return tuple(near), tuple(far)


def sides(r: Realm, book: Book, hero: Card) -> tuple[Picks, ...]:
    """Returns the groups of Allies that can fight together (VI-C9)."""
    near, far = fighters(r, book, hero)
    return (near + far,) if book.rulings.volleys == "joint" else (near, far)


def _suffices(r: Realm, book: Book, hero: Card, allies: Picks) -> bool:
    might = sum(strength(r, book, ally) for ally in allies)
    return might >= strength(r, book, hero) and len(allies) >= book.cards[hero].allies  # VI-058


@by_cards
def beatable(r: Realm, book: Book) -> Picks:
    """Returns the Heroes that the Allies in reach can Vanquish (VI-057, VI-060)."""
    return tuple(
        hero
        for hero in defeatable(r, book)
        if any(_suffices(r, book, hero, side) for side in sides(r, book, hero))
    )


@verb("VI-057")
def vanquish(t: T, seat: Seat, hero: Card, *, spare: bool = False) -> Script[None]:
    """Defeats *hero* with Allies called up one by one until they suffice, and then discarded, or spared."""
    mine = t.board.realms[seat]
    able = [side for side in sides(mine, t.book, hero) if _suffices(mine, t.book, hero, side)]
    used: Picks = ()
    while True:
        fit = [side for side in able if set(used) <= set(side)]
        left = list(dict.fromkeys(ally for side in fit for ally in side if ally not in used))
        enough = ["enough"] if _suffices(mine, t.book, hero, used) else []
        (ally,) = yield from choose(seat, "ally", [*enough, *left], about=hero)
        if ally == "enough":
            break
        used += (ally,)
    carried = [item for ally in used for item in layout.attached(mine, t.book, ally)]
    yield from defeat(t, seat, hero)
    for item in carried:
        yield from run(t, seat, item, t.book.lores[item].fought, hero)
    if not spare:
        yield from discard(t, seat, *(ally for ally in used if not _stays(mine, t.book, ally)))  # VI-059


def _stays(r: Realm, book: Book, ally: Card) -> bool:
    return book.cards[ally].stays and layout.active(r, book, ally)


@verb("VI-204")
def defeat(t: T, seat: Seat, hero: Card, *, hypnotize: bool = False) -> Script[None]:
    """Defeats *hero*, by whatever means: its Power returns, its Items go, it is discarded or hypnotized.

    What it took from the Villain stays where it was (VI-137), unless it has to be attached (VI-210).
    """
    mine = t.board.realms[seat]
    at = layout.place_of(mine, hero)
    last_word = layout.lore(mine, t.book, hero).defeated
    yield facts.HeroDefeated(seat, hero, at, strength(mine, t.book, hero))
    for witness in tuple(layout.in_force(mine, t.book, at)):
        yield from run(t, seat, witness, t.book.lores[witness].witnessed, hero)
    yield from power.give_back(t, seat, hero)
    for item in layout.attached(mine, t.book, hero):
        if layout.taken(mine, t.book, item) and not t.book.cards[item].attach:
            yield from relocate(t, seat, item, at)
        else:
            yield from discard(t, seat, item)
    if hypnotize:
        yield from turn(t, seat, hero, "hypnotized")
    else:
        yield from discard(t, seat, hero)
    if last_word is not None:
        yield from under(t, hero, last_word(t, seat, hero, at))
