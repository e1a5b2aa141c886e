"""Ursula, who wants Trident and Crown: what her cards do beyond their numbers."""

from __future__ import annotations

from collections.abc import Mapping

from ....model import Picks, Seat
from ....script import Script, choose, may
from ... import layout
from ...board import Realm
from ...book import Book
from ...decks import discard, discard_some, draw, foresee, recover, restock, reveal_until
from ...facts import Card, Place
from ...fights import defeat
from ...granted_actions import borrow
from ...hooks import Lore, Steps, T
from ...moves import attach, carry, move_lock, move_mover, relocate, send, turn
from ...play_targets import price
from ...plays import enter, find, turn_up
from ...power import gain, spend
from ...strength import strength
from ...symbols import usable

LAIR, PALACE = "lair", "palace"
LOCKS = frozenset((LAIR, PALACE))
TREASURES = ("crown", "trident")


def headway(mine: Realm, book: Book) -> Steps:
    """Wants Trident and Crown at her Lair, in nobody else's hands (VI-128, VI-221)."""
    home = [card for card in TREASURES if card in mine.cards and mine.cards[card].at == LAIR]
    return {"treasures": (len(home), len(TREASURES))}


def progress(mine: Realm, book: Book) -> float:
    """Returns how near Trident and Crown are to her Lair, from 0 to 1; to be ready for it counts a little."""
    found = [card for card in TREASURES if card in mine.cards]
    # In her way: who holds a treasure, and who keeps her from moving it.
    prey = {"ariel", *(mine.cards[card].on for card in found)} & mine.cards.keys()
    bound = [_bound(mine, book, hero) for hero in prey]
    kinds = {"contract" if book.cards[card].contract else book.cards[card].id for card in mine.hand if card}
    steps = (TREASURES, ("contract",), ("whirlpool", "poor-souls"))
    treasure, paper, push = (not kinds.isdisjoint(cards) for cards in steps)
    wanted = {
        "gain_power": mine.power < 6,
        "play_card": (treasure and mine.power >= 4) or (paper and not all(bound)) or (push and any(bound)),
        "discard_cards": len(found) + treasure < 2,
        "move_item_or_ally": any(mine.cards[card].at not in ("", LAIR) for card in found),
        "move_hero": any(bound),
    }
    useful = sum(wanted.get(there.symbol.action, False) for there in usable(mine, book, mine.at, ()))
    way = 0.4 * sum(_treasured(mine, book, card) for card in found) + 0.05 * sum(bound)
    return way + 0.03 * (2 - len(prey)) + 0.01 * (5 * treasure + paper + push + useful)


def _treasured(mine: Realm, book: Book, card: Card) -> float:
    if (place := mine.cards[card].at) in ("", LAIR):
        return 1.0 if place else 0.6 + 0.2 * _bound(mine, book, mine.cards[card].on)
    return 0.75 + 0.2 * _nearness(mine, book, card, LAIR) - 0.1 * ("ariel" in mine.cards)


def _bound(mine: Realm, book: Book, hero: Card) -> float:
    ends = [end for paper in layout.attached(mine, book, hero) if (end := book.cards[paper].contract)]
    return max((0.6 + 0.4 * _nearness(mine, book, hero, end) for end in ends), default=0.0)


def _nearness(mine: Realm, book: Book, card: Card, to: Place) -> float:
    """Returns 1 at *to*, less with each step from it; a lock is a step more."""
    row = layout.places(mine, book)
    return 1 - (abs(row.index(layout.place_of(mine, card)) - row.index(to)) + (to in mine.locked)) / len(row)


def unlocked_home(mine: Realm, book: Book, card: Card) -> Picks:
    """Returns where the Lock Token can go: to the Lair or The Palace, whichever has none (VI-219)."""
    return tuple(place for place in (LAIR, PALACE) if place not in mine.locked)


def change_form(t: T, seat: Seat, card: Card, to: Place) -> Script[None]:
    """Takes the Lock Token from one of the Lair and The Palace to the other (VI-219)."""
    yield from move_lock(t, seat, PALACE if to == LAIR else LAIR, to)


def grimsby(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May have the Lock Token moved."""
    for to in (
        yield from may(t.seat, "where", unlocked_home(t.board.realms[seat], t.book, card), about=card)
    ):
        yield from change_form(t, seat, card, to)


def contracts(mine: Realm, book: Book) -> Picks:
    """Returns the Binding Contracts of the Realm."""
    return tuple(card for card in mine.cards if book.cards[card].contract)


def signatories(mine: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes that can be bound by a Contract: those elsewhere than it says."""
    heroes = layout.within_reach(mine, book, "hero")
    return tuple(hero for hero in heroes if layout.place_of(mine, hero) != book.cards[card].contract)


def fall_due(t: T, seat: Seat, card: Card, to: Place) -> Script[None]:
    """Defeats the Hero that is moved to where the Contract says, whoever moves it."""
    if to == t.book.cards[card].contract:
        yield from defeat(t, seat, t.board.realms[seat].cards[card].on)


def divination(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Turns up her deck as far as a Binding Contract, which goes to the hand; the rest is discarded."""
    found, others = yield from reveal_until(t, seat, "villain", lambda c: bool(t.book.cards[c].contract))
    for contract in found:
        yield from recover(t, seat, contract)
    yield from discard(t, seat, *others)


def cauldron(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Gains 2 Power for each Contract in the Realm, or 1 if the match rules so."""
    yield from gain(t, seat, t.book.rulings.cauldron * len(contracts(t.board.realms[seat], t.book)))


def sebastian(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May take over a Contract from a Hero at an unlocked location."""
    mine = t.board.realms[seat]
    free = [paper for paper in contracts(mine, t.book) if layout.place_of(mine, paper) not in mine.locked]
    for paper in (yield from may(t.seat, "item", free, about=card)):
        yield from attach(t, seat, paper, card)


def king_triton(mine: Realm, book: Book, triton: Card, card: Card, spot: str) -> int:
    """Makes what is aimed at him cost 1 more."""
    return int(spot == triton)


def snarfblat(mine: Realm, book: Book, trinket: Card, card: Card, spot: str) -> int:
    """Makes a Contract for its host cost 3 more."""
    return 3 if book.cards[card].contract and spot == mine.cards[trinket].on else 0


def adrift(mine: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes that can be moved to some unlocked location."""
    heroes = layout.within_reach(mine, book, "hero")
    return tuple(h for h in heroes if layout.destinations(mine, book, h, layout.unlocked(mine, book)))


def led(mine: Realm, book: Book, at: Place | None = None) -> Picks:
    """Returns the Heroes, of one location or all, that can be moved to a location next door."""
    near = {place: layout.neighbours(mine, book, place) for place in layout.places(mine, book)}
    heroes = layout.of_kind(mine, book, "hero", at)
    return tuple(h for h in heroes if layout.destinations(mine, book, h, near[layout.place_of(mine, h)]))


def whirlpool(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Moves a Hero to any unlocked location."""
    yield from send(t, seat, hero, layout.unlocked(t.board.realms[seat], t.book))


def poor_souls(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Moves any Heroes to locations next door; what aiming at one costs more, is paid as it moves."""
    mine = t.board.realms[seat]
    dues = {
        hero: price(mine, t.book, card, hero) - price(mine, t.book, card, "") for hero in led(mine, t.book)
    }
    heroes = [hero for hero, due in dues.items() if due <= mine.power]
    for hero in (yield from may(t.seat, "hero", heroes, most=len(heroes), about=card)):
        yield from spend(t, seat, dues[hero])
        yield from carry(t, seat, hero)


def drag(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Moves a Hero beside this Ally to a location next door."""
    mine = t.board.realms[seat]
    for hero in (yield from choose(t.seat, "hero", led(mine, t.book, mine.cards[card].at), about=card)):
        yield from carry(t, seat, hero)


def eric(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May move a Hero to any unlocked location."""
    for hero in (yield from may(t.seat, "hero", adrift(t.board.realms[seat], t.book, card), about=card)):
        yield from whirlpool(t, seat, card, hero)


def max_the_dog(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May chase Ursula away, if she is beside him."""
    mine = t.board.realms[seat]
    ways = [place for place in layout.unlocked(mine, t.book) if place != at] if mine.at == at else ()
    for to in (yield from may(t.seat, "where", ways, about=card)):
        yield from move_mover(t, seat, to, card)


def dinglehopper(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Takes 1 Power from Ursula as she comes."""
    yield from spend(t, seat, 1)


def grow_giant(t: T, seat: Seat, card: Card, place: Place) -> Script[None]:
    """Performs an action of a location next door, even of a locked one."""
    yield from borrow(t, seat, place)


def trident(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Calls King Triton here, who holds it."""
    yield from find(t, seat, "king-triton", at)
    yield from attach(t, seat, card, "king-triton")


def washed_up(mine: Realm, book: Book, card: Card) -> Picks:
    """Returns the discarded Items and Effects."""
    return tuple(other for other in mine.villain.discard if book.cards[other].kind in ("item", "effect"))


def opportunist(t: T, seat: Seat, card: Card, found: Card) -> Script[None]:
    """Takes an Item or an Effect out of the discard pile."""
    yield from recover(t, seat, found)


def arrogance(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Draws 3 cards, and then discards any 3."""
    yield from draw(t, seat, 3)
    yield from discard_some(t, seat, 3, card)


def trickery(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Turns up a Fate card of the player of the turn, and plays it."""
    yield from turn_up(t, t.board.seat)


def modest(mine: Realm, book: Book, card: Card) -> Picks:
    """Returns the discarded Heroes of Strength 4 or less, if they can come to where she is (VI-070)."""
    heroes = (other for other in mine.fate.discard if book.cards[other].kind == "hero")
    return tuple(h for h in heroes if strength(mine, book, h) <= 4 and mine.at not in mine.locked)


def return_to_form(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Plays a discarded Hero to where she is."""
    yield from enter(t, seat, hero, t.board.realms[seat].at)


def ariel(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May draw an unattached Item to her, perhaps out of a locked location, perhaps to hold it there."""
    mine, rulings = t.board.realms[seat], t.book.rulings
    reach = layout.of_kind if rulings.lure == "anywhere" else layout.within_reach
    free = [item for item in reach(mine, t.book, "item") if not mine.cards[item].on]
    for item in (yield from may(t.seat, "item", free, about=card)):
        if mine.cards[item].at != at:
            yield from relocate(t, seat, item, at)
        if rulings.ariel == "item":
            yield from turn(t, seat, item, "held")


def let_go(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Lets the Item go that she held."""
    for item, where in t.board.realms[seat].cards.items():
        if where.form == "held":
            yield from turn(t, seat, item, "")


def flounder(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May shuffle the discarded Villain cards into their deck."""
    pile = t.board.realms[seat].villain
    if (yield from may(t.seat, "reshuffle", ("shuffle",) if pile.discard else (), about=card)):
        yield from restock(t, seat, "villain", pile.deck + pile.discard)


def scuttle(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May take an Item out of the Fate discard pile."""
    lying = [item for item in t.board.realms[seat].fate.discard if t.book.cards[item].kind == "item"]
    for item in (yield from may(t.seat, "recover", lying, about=card)):
        yield from attach(t, seat, item, card)


CONTRACT = Lore(spots=signatories, moved=fall_due)
EEL = Lore(activated=drag, ready=lambda mine, book, card: bool(led(mine, book, mine.cards[card].at)))

LORE: Mapping[str, Lore] = {
    **{f"contract-{end}": CONTRACT for end in ("lair", "ship", "shore", "palace")},
    "change-form": Lore(spots=unlocked_home, played=change_form),
    "grow-giant": Lore(spots=lambda mine, book, card: layout.beside(mine, book, mine.at), played=grow_giant),
    "opportunist": Lore(spots=washed_up, played=opportunist),
    "whirlpool": Lore(spots=adrift, played=whirlpool),
    "arrogance": Lore(played=arrogance),
    "divination": Lore(played=divination),
    "trickery": Lore(played=trickery),
    "ursulas-cauldron": Lore(activated=cauldron),
    "crown": Lore(activated=foresee),
    "flotsam": EEL,
    "jetsam": EEL,
    "poor-souls": Lore(played=poor_souls, playable=lambda mine, book: bool(led(mine, book))),
    "trident": Lore(played=trident),
    "return-to-form": Lore(spots=modest, played=return_to_form),
    "dinglehopper": Lore(mover_came=dinglehopper),
    "snarfblat": Lore(levy=snarfblat),
    "ariel": Lore(played=ariel, defeated=let_go),
    "eric": Lore(played=eric),
    "flounder": Lore(played=flounder),
    "grimsby": Lore(played=grimsby),
    "king-triton": Lore(levy=king_triton),
    "max": Lore(played=max_the_dog),
    "scuttle": Lore(played=scuttle),
    "sebastian": Lore(played=sebastian),
}
