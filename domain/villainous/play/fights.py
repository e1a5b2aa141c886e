"""Defeatable Heroes, their opponents in a fight, and the effects of a defeat."""

from __future__ import annotations

from ...model import Picks, Seat
from ...script import Script, choose_one, cite_rule, follow_from, follow_last, total_amount, under_rule
from .. import facts
from ..board import Realm
from ..book import Book
from ..facts import Card
from ..hooks import T
from ..index import cached_by_cards
from . import layout, power
from .decks import discard_cards, run_hook
from .moves import move_card, turn_card
from .strength import named_strength_parts, strength_of


@cached_by_cards
def defeatable_heroes(realm: Realm, book: Book) -> Picks:
    """Returns the Heroes that can be defeated by any means (VI-070, VI-204, VI-212).

    Some precede all others, and some are protected by an attached card.
    """
    heroes = layout.cards_of_kind(realm, book, "hero")
    first = [
        hero for hero in heroes if any(book.cards[card].first for card in active_bundle(realm, book, hero))
    ]
    return tuple(
        hero
        for hero in first or heroes
        if layout.location_of(realm, hero) not in realm.locked
        and not any(book.cards[card].protects for card in active_bundle(realm, book, hero))
    )


def active_bundle(realm: Realm, book: Book, hero: Card) -> Picks:
    """Returns a Hero and its attached cards, without inactive ones."""
    return tuple(
        card
        for card in (hero, *layout.attached_items(realm, book, hero))
        if layout.is_active(realm, book, card)
    )


def weak_heroes(realm: Realm, book: Book, max_strength: int) -> Picks:
    """Returns the defeatable Heroes up to *max_strength* (VI-105)."""
    return tuple(
        hero for hero in defeatable_heroes(realm, book) if strength_of(realm, book, hero) <= max_strength
    )


def allies_in_range(realm: Realm, book: Book, hero: Card) -> tuple[Picks, Picks]:
    """Returns the Allies beside *hero*, and those that reach it from an adjacent location.

    A Wicket does not fight (VI-216).
    """
    in_play = realm.cards[hero]
    locations = tuple(ally_location for ally_location in (in_play.at, in_play.beside) if ally_location)
    neighbours = {
        neighbour for location in locations for neighbour in layout.unlocked_neighbours(realm, book, location)
    }
    near_allies: list[Card] = []
    far_allies: list[Card] = []
    for ally in layout.cards_of_kind(realm, book, "ally"):
        if realm.cards[ally].form == "wicket" or book.cards[hero].immune == book.cards[ally].id:
            continue
        ally_location = layout.location_of(realm, ally)
        if ally_location in locations:
            near_allies.append(ally)
        elif ally_location in neighbours and book.cards[ally].range and layout.is_active(realm, book, ally):
            far_allies.append(ally)
    return tuple(near_allies), tuple(far_allies)


def fighting_groups(realm: Realm, book: Book, hero: Card) -> tuple[Picks, ...]:
    """Returns the groups of Allies that can fight together (VI-C9)."""
    near_allies, far_allies = allies_in_range(realm, book, hero)
    return (near_allies + far_allies,) if book.rulings.volleys == "joint" else (near_allies, far_allies)


def _is_sufficient(realm: Realm, book: Book, hero: Card, allies: Picks) -> bool:
    total = sum(strength_of(realm, book, ally) for ally in allies)
    return total >= strength_of(realm, book, hero) and len(allies) >= book.cards[hero].allies  # VI-058


@cached_by_cards
def vanquishable_heroes(realm: Realm, book: Book) -> Picks:
    """Returns the Heroes that the Allies in reach can Vanquish (VI-057, VI-060)."""
    return tuple(
        hero
        for hero in defeatable_heroes(realm, book)
        if any(_is_sufficient(realm, book, hero, group) for group in fighting_groups(realm, book, hero))
    )


@cite_rule("VI-057")
def vanquish_hero(t: T, seat: Seat, hero: Card, *, spare: bool = False) -> Script[None]:
    """Defeats *hero* with chosen Allies, which are then discarded unless spared."""
    realm = t.board.realms[seat]
    sufficient = [
        group for group in fighting_groups(realm, t.book, hero) if _is_sufficient(realm, t.book, hero, group)
    ]
    used: Picks = ()
    while True:
        possible = [group for group in sufficient if set(used) <= set(group)]
        remaining = list(dict.fromkeys(ally for group in possible for ally in group if ally not in used))
        enough = ["enough"] if _is_sufficient(realm, t.book, hero, used) else []
        (ally,) = yield from choose_one(seat, "ally", [*enough, *remaining], about=hero)
        if ally == "enough":
            break
        used += (ally,)
    carried = [item for ally in used for item in layout.attached_items(realm, t.book, ally)]
    yield from defeat_hero(t, seat, hero)
    defeat = t.occasions["defeat"]
    for item in carried:
        follow_from(t, defeat)
        yield from run_hook(t, seat, item, t.book.hooks[item].on_fight_won, hero)
    if not spare:
        spent = (ally for ally in used if not _stays_in_play(realm, t.book, ally))
        follow_from(t, defeat)
        yield from discard_cards(t, seat, *spent)  # VI-059


def _stays_in_play(realm: Realm, book: Book, ally: Card) -> bool:
    return book.cards[ally].stays and layout.is_active(realm, book, ally)


@cite_rule("VI-204")
def defeat_hero(t: T, seat: Seat, hero: Card, *, hypnotize: bool = False) -> Script[None]:
    """Defeats *hero*, returns its Power, discards its Items, and discards or hypnotizes it.

    A held Item of the Villain stays at the location (VI-137), unless it needs a host (VI-210).
    """
    realm = t.board.realms[seat]
    location = layout.location_of(realm, hero)
    on_defeated = layout.active_hooks(realm, t.book, hero).on_defeated
    t.parts = named_strength_parts(realm, t.book, hero)
    yield facts.HeroDefeated(seat, hero, location, total_amount(t.parts))
    t.occasions["defeat"] = t.last
    follow_last(t)
    realm = t.board.realms[seat]
    for witness in tuple(layout.active_cards(realm, t.book, location)):
        yield from run_hook(t, seat, witness, t.book.hooks[witness].on_defeat_here, hero)
    yield from power.return_power(t, seat, hero)
    for item in layout.attached_items(realm, t.book, hero):
        if layout.is_held_by_hero(realm, t.book, item) and not t.book.cards[item].attach:
            yield from move_card(t, seat, item, location)
        else:
            yield from discard_cards(t, seat, item)
    if hypnotize:
        yield from turn_card(t, seat, hero, "hypnotized")
    else:
        yield from discard_cards(t, seat, hero)
    if on_defeated is not None:
        yield from under_rule(t, hero, on_defeated(t, seat, hero, location))
