"""Captain Hook's hooks, and his progress towards the defeat of Peter Pan."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ....model import Seat
from ....script import Script, choose_one, choose_up_to
from ...board import InPlay, Realm
from ...book import ActionName, Book
from ...facts import Card, Place
from ...hooks import CardHooks, Steps, T, UsefulCards
from ...play import fights, layout
from ...play.decks import discard_cards, foresee, reveal_hero
from ...play.moves import move_to_neighbour, shift_strength, unlock_location
from ...play.play_targets import affordable_targets, allies_in_hand
from ...play.plays import play_ally, play_card
from ...play.power import fulfil_objective, gain_power
from ...play.strength import strength_of
from ...play.symbols import usable_symbols

BOY, MAP = "peter-pan", "never-land-map"
SHIP, TREE = "jolly-roger", "hangmans-tree"


# -- the objective -----------------------------------------------------------------------------------


def count_steps(realm: Realm, book: Book) -> Steps:
    """Needs the tree unlocked, Peter Pan found, and him aboard for the last fight (VI-123)."""
    is_found = BOY in realm.cards
    aboard = is_found and layout.location_of(realm, BOY) == SHIP
    return {"tree": (int(TREE not in realm.locked), 1), "boy": (int(is_found), 1), "ship": (int(aboard), 1)}


# -- the Villain deck --------------------------------------------------------------------------------


def worthy_opponent(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Gains 2 Power, plays the first Hero of the own Fate deck and discards the cards above."""
    yield from gain_power(t, seat, 2)
    hero, others = yield from reveal_hero(t, seat)
    for revealed in hero:
        yield from play_card(t, seat, revealed)
    yield from discard_cards(t, seat, *others)


def aye_aye(t: T, seat: Seat, card: Card, ally: str) -> Script[None]:
    """Moves an Ally to an adjacent location, and makes it stronger by 2 until the turn ends."""
    yield from move_to_neighbour(t, seat, ally)
    yield from shift_strength(t, seat, ally, 2, card)


def obsession(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Finds the first Hero of the own Fate deck to play or discard, and discards the rest."""
    hero, others = yield from reveal_hero(t, seat)
    for revealed in hero:
        decisions = ("play",) if t.book.cards[revealed].enters else ("play", "discard")
        (decision,) = yield from choose_one(t.seat, "obsession", decisions, about=revealed)
        yield from play_card(t, seat, revealed) if decision == "play" else discard_cards(t, seat, revealed)
    yield from discard_cards(t, seat, *others)


def starkey(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May move a Hero beside him to an adjacent location."""
    heroes = layout.cards_of_kind(t.board.realms[seat], t.book, "hero", at)
    for hero in (yield from choose_up_to(t.seat, "hero", heroes, about=card)):
        yield from move_to_neighbour(t, seat, hero)


def never_land_map(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Unlocks Hangman's Tree, for good (VI-209)."""
    yield from unlock_location(t, seat, TREE)


def smee(realm: Realm, book: Book, card: Card) -> int:
    """Is stronger by 2 on the Jolly Roger."""
    return 2 if layout.is_at(realm, card, SHIP) else 0


# -- the Fate deck -----------------------------------------------------------------------------------


def splitting_headache(t: T, seat: Seat, card: Card, item: str) -> Script[None]:
    """Discards an Item of the Realm."""
    yield from discard_cards(t, seat, item)


def john(realm: Realm, book: Book, card: Card) -> int:
    """Is stronger by 1 while any Item is attached to him."""
    return 1 if layout.attached_items(realm, book, card) else 0


def michael(realm: Realm, book: Book, card: Card) -> int:
    """Is stronger by 1 for each location with a Hero, his own and a locked one included (VI-010)."""
    return sum(
        bool(layout.cards_of_kind(realm, book, "hero", location))
        for location in layout.locations(realm, book)
    )


def peter_pan(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Wins Hook the game if he falls on the Jolly Roger (VI-122, VI-123)."""
    if at == SHIP:
        yield from fulfil_objective(t, seat)


def tick_tock(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Makes Hook drop his whole hand when he comes here."""
    yield from discard_cards(t, seat, *t.board.realms[seat].hand)


def tinker_bell(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May discard an Ally beside her."""
    allies = layout.cards_of_kind(t.board.realms[seat], t.book, "ally", at)
    yield from discard_cards(
        t, seat, *(yield from choose_up_to(t.seat, "ally-to-discard", allies, about=card))
    )


HOOKS: Mapping[str, CardHooks] = {
    "scare": CardHooks(on_played=foresee),
    "worthy-opponent": CardHooks(on_played=worthy_opponent),
    "aye-aye": CardHooks(
        on_played=aye_aye, targets=lambda realm, book, card: layout.reachable_cards(realm, book, "ally")
    ),
    "cunning": CardHooks(on_played=play_ally, can_play=lambda realm, book: bool(allies_in_hand(realm, book))),
    "obsession": CardHooks(on_played=obsession),
    "mr-starkey": CardHooks(on_played=starkey),
    "never-land-map": CardHooks(on_played=never_land_map),
    "smee": CardHooks(own_strength=smee),
    "splitting-headache": CardHooks(
        on_played=splitting_headache,
        targets=lambda realm, book, card: layout.discardable_cards(realm, book, "item"),
    ),
    "john": CardHooks(own_strength=john),
    "michael": CardHooks(own_strength=michael),
    "peter-pan": CardHooks(on_defeated=peter_pan),
    "tick-tock": CardHooks(on_mover_arrived=tick_tock),
    "tinker-bell": CardHooks(on_played=tinker_bell),
}


# -- the plan ----------------------------------------------------------------------------------------

ENOUGH = 6
"""The Power that buys any card of the hand, and a second one."""
LURES = frozenset(("scare", "worthy-opponent"))
"""Cards that find Peter Pan."""


def objective_progress(realm: Realm, book: Book) -> float:
    """Returns the progress from 0 to 1.

    Peter Pan and his distance to the Jolly Roger count most, then the map and the crew at the Jolly Roger.
    Heroes with Taunts, the hand and the mover's location count a little.
    """
    aboard = replace(realm, cards={**realm.cards, BOY: InPlay(SHIP)})
    crew = _matched_strength(aboard, book, BOY)
    map_share = (
        1.0 if TREE not in realm.locked else (1 + min(4, realm.power)) / 15 if MAP in realm.hand else 0.0
    )
    return (
        0.56 * _lure_score(realm, book)
        + 0.15 * map_share
        + 0.15 * crew
        + 0.06 * _freedom_score(realm, book)
        + 0.03 * _hand_score(realm, book, short=crew < 1)
        + 0.05 * _location_score(realm, book)
    )


def _lure_score(realm: Realm, book: Book) -> float:
    """Returns the share of Fate cards that cannot hide Peter Pan, or his nearness to the Jolly Roger."""
    if BOY in realm.cards:
        return 1 - 0.09 * layout.locations(realm, book).index(layout.location_of(realm, BOY))
    above = len(realm.fate.deck) + len(realm.fate.discard) * (BOY in realm.fate.discard)
    return 0.35 * (1 - above / 15)


def _matched_strength(realm: Realm, book: Book, hero: Card) -> float:
    """Returns the share of the Strength of *hero* that the Allies in reach match."""
    total = max(
        sum(strength_of(realm, book, ally) for ally in group)
        for group in fights.fighting_groups(realm, book, hero)
    )
    return min(1.0, total / max(1, strength_of(realm, book, hero)))


def _freedom_score(realm: Realm, book: Book) -> float:
    """Returns the freedom from Heroes with Taunts, who precede Peter Pan in fights."""
    heroes = {realm.cards[item].on for item in realm.cards if book.cards[item].first} - {BOY}
    return 1 - sum(0.5 - 0.3 * _matched_strength(realm, book, hero) for hero in heroes)


def _hand_score(realm: Realm, book: Book, *, short: bool) -> float:
    """Returns the useful share of the hand: Allies for a *short* crew, and lures."""
    cards = [book.cards[card] for card in realm.hand if card]
    lures = sum(card.id in LURES for card in cards) if BOY not in realm.cards else 0
    allies = sum(card.kind == "ally" for card in cards) if short else 0
    return min(4, lures + allies) / 4


def _location_score(realm: Realm, book: Book) -> float:
    """Returns the value of the actions at the mover's location."""
    landed = BOY in realm.cards and layout.location_of(realm, BOY) == SHIP
    beatable = fights.vanquishable_heroes(realm, book)
    wishes: dict[ActionName, float] = {"play_card": 0.1, "fate": 0.1, "discard_cards": 0.1}
    final = landed and (BOY in beatable or _is_one_card_away(realm, book))
    wishes["vanquish"] = 1.0 if final else 0.15 if beatable else 0.0
    wishes["move_hero"] = 0.5 if BOY in realm.cards and not landed else 0.0
    wishes["move_item_or_ally"] = 0.4 if landed and not final and _has_stragglers(realm, book) else 0.0
    wishes["gain_power"] = 0.15 if realm.power < ENOUGH else 0.0
    symbols = (usable.symbol for usable in usable_symbols(realm, book, realm.at, ()))
    return min(1.0, sum(wishes.get(symbol.action, 0.0) * max(1, symbol.amount) for symbol in symbols))


def _is_one_card_away(realm: Realm, book: Book) -> bool:
    """Returns whether one more affordable card makes Peter Pan vanquishable."""
    symbols = [usable.symbol for usable in usable_symbols(realm, book, realm.at, ())]
    if all(symbol.action != "play_card" for symbol in symbols):
        return False
    richer = replace(realm, power=realm.power + sum(symbol.amount for symbol in symbols))
    for card in realm.hand:
        attach = book.cards[card].attach if card else ""
        if card and (book.cards[card].kind == "ally" or attach == "ally"):
            for target in affordable_targets(richer, book, card):
                in_play = InPlay(on=target) if attach else InPlay(target)
                if BOY in fights.vanquishable_heroes(
                    replace(realm, cards={**realm.cards, card: in_play}), book
                ):
                    return True
    return False


def _has_stragglers(realm: Realm, book: Book) -> bool:
    """Returns whether any Ally is outside the Jolly Roger."""
    return any(layout.location_of(realm, ally) != SHIP for ally in layout.cards_of_kind(realm, book, "ally"))


CREW = ("boarding-party", "swashbuckler", "pirate-brute", "smee", "mr-starkey")
AMPLE = 10
"""The total Strength of Allies that suffices against Peter Pan."""


def useful_cards(realm: Realm, book: Book) -> UsefulCards:
    """Prefers lures for Peter Pan, the map while the tree is locked, a crew, and then the fight."""
    hand = layout.hand_ids(realm, book)
    allies = layout.cards_of_kind(realm, book, "ally")
    use: dict[str, float] = {}
    missing = frozenset[str]()
    if BOY not in realm.cards:
        use |= dict.fromkeys(LURES, 1.2) | {"obsession": 0.3}
    elif layout.location_of(realm, BOY) == SHIP:
        use |= {"aye-aye": 1.0, "cannon": 0.5}
    else:
        use["ingenious-device"] = 1.0
    if TREE in realm.locked:
        use[MAP] = 2.0
        missing = frozenset((MAP,)) - hand
    if sum(strength_of(realm, book, ally) for ally in allies) < AMPLE:
        use |= dict.fromkeys(CREW, 1.2) | {"cutlass": 1.0 if allies else 0.3}
    return UsefulCards(use, missing)
