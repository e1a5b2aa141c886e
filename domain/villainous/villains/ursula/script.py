"""Ursula's hooks, and her steps towards Trident and Crown."""

from __future__ import annotations

from collections.abc import Mapping

from ....model import Picks, Seat
from ....script import Script, choose_one, choose_up_to
from ...board import Realm
from ...book import Book
from ...facts import Card, Place
from ...hooks import CardHooks, Steps, T
from ...play import layout
from ...play.actions import perform_granted_action
from ...play.decks import (
    discard_cards,
    draw_cards,
    force_discard,
    foresee,
    recover_card,
    reshuffle_deck,
    reveal_until,
)
from ...play.fights import defeat_hero
from ...play.moves import (
    attach_card,
    move_card,
    move_lock,
    move_mover,
    move_to_chosen,
    move_to_neighbour,
    turn_card,
)
from ...play.play_targets import cost_at
from ...play.plays import enter_location, find_hero, play_top_fate_card
from ...play.power import gain_power, spend_power
from ...play.strength import strength_of

LAIR, PALACE = "lair", "palace"
LOCKS = frozenset((LAIR, PALACE))
TREASURES = ("crown", "trident")


def count_steps(realm: Realm, book: Book) -> Steps:
    """Needs Trident and Crown at her Lair, unattached (VI-128, VI-221)."""
    home = [card for card in TREASURES if card in realm.cards and realm.cards[card].at == LAIR]
    return {"treasures": (len(home), len(TREASURES))}


def lock_targets(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the unlocked one of the Lair and The Palace (VI-219)."""
    return tuple(location for location in (LAIR, PALACE) if location not in realm.locked)


def change_form(t: T, seat: Seat, card: Card, to: Place) -> Script[None]:
    """Moves the Lock Token between the Lair and The Palace (VI-219)."""
    yield from move_lock(t, seat, PALACE if to == LAIR else LAIR, to)


def grimsby(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May have the Lock Token moved."""
    targets = lock_targets(t.board.realms[seat], t.book, card)
    for to in (yield from choose_up_to(t.seat, "where", targets, about=card)):
        yield from change_form(t, seat, card, to)


def contracts(realm: Realm, book: Book) -> Picks:
    """Returns the Binding Contracts of the Realm."""
    return tuple(card for card in realm.cards if book.cards[card].contract)


def contract_targets(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes outside the Contract's location."""
    heroes = layout.reachable_cards(realm, book, "hero")
    return tuple(hero for hero in heroes if layout.location_of(realm, hero) != book.cards[card].contract)


def enforce_contract(t: T, seat: Seat, card: Card, to: Place) -> Script[None]:
    """Defeats the Hero that is moved to the Contract's location by anyone."""
    if to == t.book.cards[card].contract:
        yield from defeat_hero(t, seat, t.board.realms[seat].cards[card].on)


def divination(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Reveals her deck up to a Binding Contract, which goes to the hand; discards the rest."""
    revealed, others = yield from reveal_until(t, seat, "villain", lambda c: bool(t.book.cards[c].contract))
    for contract in revealed:
        yield from recover_card(t, seat, contract)
    yield from discard_cards(t, seat, *others)


def cauldron(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Gains 2 Power for each Contract in the Realm, or 1 by the ruling of the match."""
    yield from gain_power(t, seat, t.book.rulings.cauldron * len(contracts(t.board.realms[seat], t.book)))


def sebastian(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May take over a Contract from a Hero at an unlocked location."""
    realm = t.board.realms[seat]
    locate = layout.location_of
    movable = [item for item in contracts(realm, t.book) if locate(realm, item) not in realm.locked]
    for paper in (yield from choose_up_to(t.seat, "item", movable, about=card)):
        yield from attach_card(t, seat, paper, card)


def king_triton(realm: Realm, book: Book, triton: Card, card: Card, target: str) -> int:
    """Adds 1 to the Cost of cards with him as the target."""
    return int(target == triton)


def snarfblat(realm: Realm, book: Book, trinket: Card, card: Card, target: str) -> int:
    """Adds 3 to the Cost of a Contract for its host."""
    return 3 if book.cards[card].contract and target == realm.cards[trinket].on else 0


def sendable_heroes(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes that can be moved to some unlocked location."""
    heroes = layout.reachable_cards(realm, book, "hero")
    unlocked = layout.unlocked_locations(realm, book)
    return tuple(h for h in heroes if layout.possible_destinations(realm, book, h, unlocked))


def movable_heroes(realm: Realm, book: Book, at: Place | None = None) -> Picks:
    """Returns the Heroes, of one location or all, that can move to an adjacent location."""
    neighbours = {
        location: layout.unlocked_neighbours(realm, book, location)
        for location in layout.locations(realm, book)
    }
    heroes = layout.cards_of_kind(realm, book, "hero", at)
    return tuple(
        h
        for h in heroes
        if layout.possible_destinations(realm, book, h, neighbours[layout.location_of(realm, h)])
    )


def whirlpool(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Moves a Hero to any unlocked location."""
    yield from move_to_chosen(t, seat, hero, layout.unlocked_locations(t.board.realms[seat], t.book))


def poor_souls(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Moves any Heroes to adjacent locations; their surcharges are paid as they move."""
    realm = t.board.realms[seat]
    surcharges = {
        hero: cost_at(realm, t.book, card, hero) - cost_at(realm, t.book, card, "")
        for hero in movable_heroes(realm, t.book)
    }
    heroes = [hero for hero, surcharge in surcharges.items() if surcharge <= realm.power]
    for hero in (yield from choose_up_to(t.seat, "hero", heroes, maximum=len(heroes), about=card)):
        yield from spend_power(t, seat, surcharges[hero])
        yield from move_to_neighbour(t, seat, hero)


def drag_hero(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Moves a Hero beside this Ally to an adjacent location."""
    realm = t.board.realms[seat]
    heroes = movable_heroes(realm, t.book, realm.cards[card].at)
    for hero in (yield from choose_one(t.seat, "hero", heroes, about=card)):
        yield from move_to_neighbour(t, seat, hero)


def eric(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May move a Hero to any unlocked location."""
    heroes = sendable_heroes(t.board.realms[seat], t.book, card)
    for hero in (yield from choose_up_to(t.seat, "hero", heroes, about=card)):
        yield from whirlpool(t, seat, card, hero)


def max_the_dog(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May chase Ursula away, if she is beside him."""
    realm = t.board.realms[seat]
    destinations = (
        [location for location in layout.unlocked_locations(realm, t.book) if location != at]
        if realm.at == at
        else ()
    )
    for destination in (yield from choose_up_to(t.seat, "where", destinations, about=card)):
        yield from move_mover(t, seat, destination, card)


def dinglehopper(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Takes 1 Power from Ursula as she comes."""
    yield from spend_power(t, seat, 1)


def grow_giant(t: T, seat: Seat, card: Card, location: Place) -> Script[None]:
    """Performs an action of an adjacent location, even of a locked one."""
    yield from perform_granted_action(t, seat, location)


def trident(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Calls King Triton here, who takes it."""
    yield from find_hero(t, seat, "king-triton", at)
    yield from attach_card(t, seat, card, "king-triton")


def opportunist_targets(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the discarded Items and Effects."""
    return tuple(other for other in realm.villain.discard if book.cards[other].kind in ("item", "effect"))


def opportunist(t: T, seat: Seat, card: Card, discarded: Card) -> Script[None]:
    """Takes an Item or an Effect out of the discard pile."""
    yield from recover_card(t, seat, discarded)


def arrogance(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Draws 3 cards, and then discards any 3."""
    yield from draw_cards(t, seat, 3)
    yield from force_discard(t, seat, 3, card)


def trickery(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Reveals and plays a Fate card of the player of the turn."""
    yield from play_top_fate_card(t, t.board.seat)


def return_targets(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the discarded Heroes of Strength 4 or less, if her location is open (VI-070)."""
    heroes = (other for other in realm.fate.discard if book.cards[other].kind == "hero")
    return tuple(h for h in heroes if strength_of(realm, book, h) <= 4 and realm.at not in realm.locked)


def return_to_form(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Plays a discarded Hero to her location."""
    yield from enter_location(t, seat, hero, t.board.realms[seat].at)


def ariel(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May draw an unattached Item to her, perhaps out of a locked location, perhaps to hold it there."""
    realm, rulings = t.board.realms[seat], t.book.rulings
    cards_in_reach = layout.cards_of_kind if rulings.lure == "anywhere" else layout.reachable_cards
    unattached = [item for item in cards_in_reach(realm, t.book, "item") if not realm.cards[item].on]
    for item in (yield from choose_up_to(t.seat, "item", unattached, about=card)):
        if realm.cards[item].at != at:
            yield from move_card(t, seat, item, at)
        if rulings.ariel == "item":
            yield from turn_card(t, seat, item, "held")


def release_item(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Releases the held Item."""
    for item, in_play in t.board.realms[seat].cards.items():
        if in_play.form == "held":
            yield from turn_card(t, seat, item, "")


def flounder(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May shuffle the discarded Villain cards into their deck."""
    pile = t.board.realms[seat].villain
    if (yield from choose_up_to(t.seat, "reshuffle", ("shuffle",) if pile.discard else (), about=card)):
        yield from reshuffle_deck(t, seat, "villain", pile.deck + pile.discard)


def scuttle(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May take an Item out of the Fate discard pile."""
    items = [item for item in t.board.realms[seat].fate.discard if t.book.cards[item].kind == "item"]
    for item in (yield from choose_up_to(t.seat, "recover", items, about=card)):
        yield from attach_card(t, seat, item, card)


CONTRACT = CardHooks(targets=contract_targets, on_moved=enforce_contract)
EEL = CardHooks(
    on_activated=drag_hero,
    can_activate=lambda realm, book, card: bool(movable_heroes(realm, book, realm.cards[card].at)),
)

HOOKS: Mapping[str, CardHooks] = {
    **{f"contract-{end}": CONTRACT for end in ("lair", "ship", "shore", "palace")},
    "change-form": CardHooks(targets=lock_targets, on_played=change_form),
    "grow-giant": CardHooks(
        targets=lambda realm, book, card: layout.adjacent_locations(realm, book, realm.at),
        on_played=grow_giant,
    ),
    "opportunist": CardHooks(targets=opportunist_targets, on_played=opportunist),
    "whirlpool": CardHooks(targets=sendable_heroes, on_played=whirlpool),
    "arrogance": CardHooks(on_played=arrogance),
    "divination": CardHooks(on_played=divination),
    "trickery": CardHooks(on_played=trickery),
    "ursulas-cauldron": CardHooks(on_activated=cauldron),
    "crown": CardHooks(on_activated=foresee),
    "flotsam": EEL,
    "jetsam": EEL,
    "poor-souls": CardHooks(
        on_played=poor_souls, can_play=lambda realm, book: bool(movable_heroes(realm, book))
    ),
    "trident": CardHooks(on_played=trident),
    "return-to-form": CardHooks(targets=return_targets, on_played=return_to_form),
    "dinglehopper": CardHooks(on_mover_arrived=dinglehopper),
    "snarfblat": CardHooks(levy=snarfblat),
    "ariel": CardHooks(on_played=ariel, on_defeated=release_item),
    "eric": CardHooks(on_played=eric),
    "flounder": CardHooks(on_played=flounder),
    "grimsby": CardHooks(on_played=grimsby),
    "king-triton": CardHooks(levy=king_triton),
    "max": CardHooks(on_played=max_the_dog),
    "scuttle": CardHooks(on_played=scuttle),
    "sebastian": CardHooks(on_played=sebastian),
}
