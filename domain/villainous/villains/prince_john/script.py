"""Prince John's hooks, and his progress towards 20 Power."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from ....model import Picks, Seat
from ....script import Script, choose_one, choose_up_to
from ...board import Realm
from ...book import Book
from ...facts import Card, Place
from ...hooks import CardHooks, Steps, T, UsefulCards
from ...index import cached_by_cards
from ...play import layout
from ...play.decks import discard_cards, reshuffle_deck
from ...play.fights import allies_in_range, defeatable_heroes, vanquish_hero, vanquishable_heroes
from ...play.moves import move_card, move_to_chosen
from ...play.play_targets import allies_in_hand
from ...play.plays import find_hero, play_ally
from ...play.power import gain_power, lay_power, spend_power
from ...play.strength import strength_of
from ...play.symbols import usable_symbols

WEALTH = 20
LOOT = 4
UNMASKING = 2
HALF_WAY = 8
"""The number of turns to 20 Power that counts as half of the way."""


def count_steps(realm: Realm, book: Book) -> Steps:
    """Needs at least 20 Power; Power on Heroes does not count (VI-126)."""
    return {"power": (realm.power, WEALTH)}


def objective_progress(realm: Realm, book: Book) -> float:
    """Returns the progress towards 20 Power, from 0 to 1.

    It estimates the turns of a walk between the two richest locations. The income and a fight at the mover's
    location, likely defeats of Heroes and stolen Power make up for some of them.
    """
    row = layout.locations(realm, book)
    second, first = sorted(_location_income(realm, book, location) for location in row)[-2:]
    turns = max(0, WEALTH - realm.power) / (0.5 + (first + second) / 2)
    nearness = HALF_WAY / (HALF_WAY + turns)
    hopes = _location_income(realm, book, realm.at) / 2 + 2 * _has_fight_here(realm, book)
    for hero in layout.cards_of_kind(realm, book, "hero"):
        odds = _matched_strength(realm, book, hero)
        hopes += odds + realm.cards[hero].power * (1 + odds) / 4
    return nearness + 0.3 * (1 - nearness) * min(1.0, hopes / 8)


def _location_income(realm: Realm, book: Book, location: Place) -> int:
    """Returns the Power of a turn at *location*."""
    toll = sum(book.cards[card].gains for card in layout.cards_with_role(realm, book, "gains"))
    return sum(max(0, usable.symbol.amount + toll) for usable in usable_symbols(realm, book, location, ()))


def _matched_strength(realm: Realm, book: Book, hero: Card) -> float:
    """Returns the share of the Strength of *hero* that the Allies in reach match, from 0 to 1."""
    adjacent, distant = allies_in_range(realm, book, hero)
    total = sum(strength_of(realm, book, ally) for ally in adjacent + distant)
    return min(1.0, total / max(1, strength_of(realm, book, hero)))


def _has_fight_here(realm: Realm, book: Book) -> bool:
    """Returns whether a Hero can be Vanquished at the mover's location."""
    actions = (usable.symbol.action for usable in usable_symbols(realm, book, realm.at, ()))
    return "vanquish" in actions and bool(vanquishable_heroes(realm, book))


# -- Effects and Conditions --------------------------------------------------------------------------


def taxes(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Gains 1 Power for each Hero in the Realm."""
    yield from gain_power(t, seat, len(layout.cards_of_kind(t.board.realms[seat], t.book, "hero")))


def jail_targets(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes that can move to The Jail."""
    heroes = layout.reachable_cards(realm, book, "hero")
    return tuple(hero for hero in heroes if layout.possible_destinations(realm, book, hero, ("jail",)))


def imprison(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Moves the Hero to The Jail."""
    yield from move_card(t, seat, hero, "jail")


def greed(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Gains 3 Power."""
    yield from gain_power(t, seat, 3)


@cached_by_cards
def has_fight(realm: Realm, book: Book) -> bool:
    """Returns whether a Hero can be Vanquished, perhaps after an Ally has moved."""
    if not defeatable_heroes(realm, book):
        return False
    return bool(vanquishable_heroes(realm, book)) or any(
        vanquishable_heroes(trap, book) for trap in _moved_allies(realm, book)
    )


def _moved_allies(realm: Realm, book: Book) -> Iterator[Realm]:
    for ally in layout.reachable_cards(realm, book, "ally"):
        for location in layout.possible_destinations(realm, book, ally, layout.locations(realm, book)):
            yield replace(realm, cards={**realm.cards, ally: replace(realm.cards[ally], at=location)})


def set_a_trap(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """May move an Ally to any location; then Vanquishes."""
    realm = t.board.realms[seat]
    allies = layout.reachable_cards(realm, t.book, "ally")
    for ally in (yield from choose_up_to(t.seat, "ally-to-move", allies, about=card)):
        yield from move_to_chosen(t, seat, ally, layout.locations(realm, t.book))
    heroes = vanquishable_heroes(t.board.realms[seat], t.book)
    for hero in (yield from choose_one(t.seat, "hero", heroes, about=card)):
        yield from vanquish_hero(t, seat, hero)


def intimidation(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Vanquishes, and spares the Allies."""
    yield from vanquish_hero(t, seat, hero, spare=True)


# -- Items and Allies --------------------------------------------------------------------------------


def warrant(t: T, seat: Seat, card: Card, newcomer: Card) -> Script[None]:
    """Gains 2 Power whenever a Hero is played here."""
    if layout.kind_of(t.board.realms[seat], t.book, newcomer) == "hero":
        yield from gain_power(t, seat, 2)


def golden_arrow(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Gains 2 Power whenever its Ally helps to Vanquish."""
    yield from gain_power(t, seat, 2)


def crown(realm: Realm, book: Book, card: Card, other: Card, target: str) -> int:
    """Makes every card cheaper by 1 while Prince John is here."""
    return -int(realm.at == layout.location_of(realm, card))


def _is_ally_beside(realm: Realm, book: Book, card: Card, other: Card) -> bool:
    allied = layout.kind_of(realm, book, other) == "ally"
    return allied and layout.location_of(realm, card) == layout.location_of(realm, other)


def nutsy(realm: Realm, book: Book, card: Card, other: Card) -> int:
    """Makes other Allies here stronger by 1."""
    return int(_is_ally_beside(realm, book, card, other))


def trigger(realm: Realm, book: Book, card: Card, other: Card) -> int:
    """Makes other Allies here weaker by 1."""
    return -int(_is_ally_beside(realm, book, card, other))


def sheriff(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """May move anywhere before Prince John does, and gains 1 Power beside a Hero."""
    realm = t.board.realms[seat]
    anywhere = layout.possible_destinations(realm, t.book, card, layout.locations(realm, t.book))
    for destination in (yield from choose_up_to(t.seat, "where", anywhere, about=card)):
        yield from move_card(t, seat, card, destination)
        if layout.cards_of_kind(t.board.realms[seat], t.book, "hero", destination):
            yield from gain_power(t, seat, 1)


# -- Fate --------------------------------------------------------------------------------------------


def unmask(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Costs Prince John 2 Power, and is discarded."""
    yield from spend_power(t, seat, UNMASKING)
    yield from discard_cards(t, seat, card)


def reachable_heroes(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes that can bear Power."""
    return layout.reachable_cards(realm, book, "hero")


def steal_from_the_rich(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Lays up to 4 of his Power on the Hero, in addition to earlier Power (VI-140)."""
    amounts = [str(amount) for amount in range(min(LOOT, t.board.realms[seat].power), -1, -1)]
    (amount,) = yield from choose_one(t.seat, "power", amounts, about=hero)
    yield from lay_power(t, seat, hero, int(amount))


def little_john(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Lays up to 4 of his Power on himself."""
    yield from steal_from_the_rich(t, seat, card, card)


def friar_tuck(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May discard all Warrants here, before they notice him."""
    items = layout.cards_of_kind(t.board.realms[seat], t.book, "item", at)
    warrants = [item for item in items if t.book.cards[item].id == "warrant"]
    if (yield from choose_up_to(t.seat, "warrants", ("discard",) if warrants else (), about=card)):
        yield from discard_cards(t, seat, *warrants)


def maid_marian(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Calls Robin Hood to her last location (VI-139)."""
    yield from find_hero(t, seat, "robin-hood", at)


def toby(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Goes back into the Fate deck, which is shuffled."""
    yield from reshuffle_deck(t, seat, "fate", (*t.board.realms[seat].fate.deck, card))


HOOKS: Mapping[str, CardHooks] = {
    "taxes": CardHooks(on_played=taxes),
    "imprison": CardHooks(targets=jail_targets, on_played=imprison),
    "warrant": CardHooks(on_joined=warrant),
    "cowardice": CardHooks(
        on_played=play_ally, can_play=lambda realm, book: bool(allies_in_hand(realm, book))
    ),
    "greed": CardHooks(on_played=greed),
    "set-a-trap": CardHooks(on_played=set_a_trap, can_play=has_fight),
    "golden-arrow": CardHooks(on_fight_won=golden_arrow),
    "intimidation": CardHooks(
        targets=lambda realm, book, card: vanquishable_heroes(realm, book), on_played=intimidation
    ),
    "king-richards-crown": CardHooks(levy=crown),
    "nutsy": CardHooks(lends=nutsy),
    "sheriff": CardHooks(before_move=sheriff),
    "trigger": CardHooks(lends=trigger),
    "clever-disguise": CardHooks(on_used=unmask, offers=lambda realm, book, card: realm.power >= UNMASKING),
    "steal-from-the-rich": CardHooks(targets=reachable_heroes, on_played=steal_from_the_rich),
    "friar-tuck": CardHooks(on_played=friar_tuck),
    "little-john": CardHooks(on_played=little_john),
    "maid-marian": CardHooks(on_defeated=maid_marian),
    "toby": CardHooks(on_defeated=toby),
}


FIGHTERS = {"rhino-guards": 1.0, "trigger": 1.0, "sheriff": 1.0, "wolf-archers": 0.7, "sir-hiss": 0.7}


def useful_cards(realm: Realm, book: Book) -> UsefulCards:
    """Prefers Power, and Allies with support against Heroes."""
    heroes = layout.cards_of_kind(realm, book, "hero")
    use = {"warrant": 1.0, "taxes": 0.5 * len(heroes), "greed": 0.5, "king-richards-crown": 0.3}
    if heroes:
        use |= FIGHTERS | {"imprison": 0.7}
        if layout.cards_of_kind(realm, book, "ally"):
            use |= {"intimidation": 0.7, "set-a-trap": 0.7, "golden-arrow": 0.5}
    return UsefulCards(use)
