"""The progress of Ursula for bots, and the cards that they keep and dig for."""

from __future__ import annotations

from ...board import InPlay, Realm
from ...book import Book
from ...facts import Card, Place
from ...hooks import UsefulCards
from ...play import layout
from ...play.symbols import usable_symbols
from .script import LAIR, TREASURES

CONTRACTS = ("contract-lair", "contract-ship", "contract-shore", "contract-palace")


def objective_progress(realm: Realm, book: Book) -> float:
    """Returns the nearness of Trident and Crown to her Lair, from 0 to 1, with small bonuses."""
    in_realm = [card for card in TREASURES if card in realm.cards]
    # Obstacles are the holders of treasures, and Ariel, who prevents their moves.
    obstacles = {"ariel", *(realm.cards[card].on for card in in_realm)} & realm.cards.keys()
    bindings = [_contract_score(realm, book, hero) for hero in obstacles]
    kinds = {"contract" if book.cards[card].contract else book.cards[card].id for card in realm.hand if card}
    groups = (TREASURES, ("contract",), ("whirlpool", "poor-souls"))
    treasure, paper, push = (not kinds.isdisjoint(cards) for cards in groups)
    useful_actions = {
        "gain_power": realm.power < 6,
        "play_card": (treasure and realm.power >= 4)
        or (paper and not all(bindings))
        or (push and any(bindings)),
        "discard_cards": len(in_realm) + treasure < 2,
        "move_item_or_ally": any(realm.cards[card].at not in ("", LAIR) for card in in_realm),
        "move_hero": any(bindings),
    }
    useful_count = sum(
        useful_actions.get(usable.symbol.action, False)
        for usable in usable_symbols(realm, book, realm.at, ())
    )
    distance = 0.4 * sum(_treasure_score(realm, book, card) for card in in_realm) + 0.05 * sum(bindings)
    return distance + 0.03 * (2 - len(obstacles)) + 0.01 * (5 * treasure + paper + push + useful_count)


def _treasure_score(realm: Realm, book: Book, card: Card) -> float:
    if (location := realm.cards[card].at) in ("", LAIR):
        return 1.0 if location else 0.6 + 0.2 * _contract_score(realm, book, realm.cards[card].on)
    return 0.75 + 0.2 * _nearness_to(realm, book, card, LAIR) - 0.1 * ("ariel" in realm.cards)


def _contract_score(realm: Realm, book: Book, hero: Card) -> float:
    ends = [end for paper in layout.attached_items(realm, book, hero) if (end := book.cards[paper].contract)]
    return max((0.6 + 0.4 * _nearness_to(realm, book, hero, end) for end in ends), default=0.0)


def _nearness_to(realm: Realm, book: Book, card: Card, to: Place) -> float:
    """Returns 1 at *to*, less for each step from it; a lock counts as a step."""
    row = layout.locations(realm, book)
    return 1 - (abs(row.index(layout.location_of(realm, card)) - row.index(to)) + (to in realm.locked)) / len(
        row
    )


def useful_cards(realm: Realm, book: Book) -> UsefulCards:
    """Prefers both treasures, a contract for their holder, and moves of bound Heroes."""
    hand = layout.hand_ids(realm, book)
    missing = {card for card in TREASURES if card not in realm.cards}
    use = {"flotsam": 0.7, "jetsam": 0.7, "grow-giant": 0.4} | dict.fromkeys(missing, 2.0)
    has_contract = any(book.cards[card].contract for card in realm.cards)
    is_held = "king-triton" in realm.cards and realm.cards.get("trident", InPlay()).on
    has_trident = "trident" in hand or is_held
    if has_trident and not has_contract:
        use |= dict.fromkeys(CONTRACTS, 2.0)
        use["divination"] = float(hand.isdisjoint(CONTRACTS))
    elif layout.cards_of_kind(realm, book, "hero"):
        use |= dict.fromkeys(CONTRACTS, 0.5)
    if has_contract:
        use |= {"whirlpool": 1.5, "poor-souls": 1.5}
    if LAIR in realm.locked:
        use["change-form"] = 1.5
    if not missing.isdisjoint(realm.villain.discard):
        use["opportunist"] = 1.5
    return UsefulCards(use, frozenset(missing - hand))
