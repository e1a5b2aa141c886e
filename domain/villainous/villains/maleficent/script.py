"""Maleficent's hooks, and her steps towards a cursed kingdom."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ....model import Picks, Seat
from ....script import Script, choose_up_to
from ... import facts
from ...board import Realm
from ...book import Book, Kind
from ...facts import Card, Place
from ...hooks import CardHooks, Hook, Steps, T, UsefulCards
from ...play import fights, layout
from ...play.actions import perform_granted_action
from ...play.decks import discard_cards, draw_cards, force_discard, put_back_cards, reveal_cards
from ...play.fights import defeat_hero
from ...play.moves import move_card, move_mover
from ...play.play_targets import is_playable
from ...play.plays import play_card
from ...play.power import gain_power
from ...play.strength import strength_of

# -- the objective -----------------------------------------------------------------------------------


def count_steps(realm: Realm, book: Book) -> Steps:
    """Needs a Curse at each location (VI-125)."""
    row = layout.locations(realm, book)
    return {
        "curses": (
            sum(bool(layout.cards_of_kind(realm, book, "curse", location)) for location in row),
            len(row),
        )
    }


def objective_progress(realm: Realm, book: Book) -> float:
    """Returns the progress from 0 to 1.

    Cursed locations count most. A Curse of the hand, or a second one at a location, counts a little for each
    of the others.
    """
    cursed, places = count_steps(realm, book)["curses"]
    spare = len(layout.cards_of_kind(realm, book, "curse")) - cursed
    spare += sum(book.cards[card].kind == "curse" for card in realm.hand if card)
    prepared = min(spare, places - cursed)
    return (cursed + 0.2 * prepared) / places


# -- Curses and Items --------------------------------------------------------------------------------


def discard_curse_for(kind: Kind) -> Hook:
    """Returns a hook that discards a Curse when a card of *kind* is played to its location."""

    def fade(t: T, seat: Seat, card: Card, joining: Card) -> Script[None]:
        if layout.kind_of(t.board.realms[seat], t.book, joining) == kind:
            yield from discard_cards(t, seat, card)

    return fade


def discard_curse(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Discards this Curse."""
    yield from discard_cards(t, seat, card)


def weaken_heroes(realm: Realm, book: Book, curse: Card, other: Card) -> int:
    """Lends Heroes at its location 2 Strength less."""
    is_weakened = layout.kind_of(realm, book, other) == "hero" and layout.is_at(
        realm, other, layout.location_of(realm, curse)
    )
    return -2 if is_weakened else 0


def spinning_wheel(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Gains the Hero's present Strength, less 1 (VI-214)."""
    yield from gain_power(t, seat, strength_of(t.board.realms[seat], t.book, hero) - 1)


def staff(realm: Realm, book: Book, item: Card, card: Card, target: str) -> int:
    """Takes 1 off the Cost of Effects and Curses while Maleficent is beside it."""
    return -1 if book.cards[card].kind in ("effect", "curse") and layout.is_at(realm, item, realm.at) else 0


# -- Allies ------------------------------------------------------------------------------------------


def cackling_goon(realm: Realm, book: Book, ally: Card) -> int:
    """Adds 1 for each Hero beside him."""
    return len(layout.cards_of_kind(realm, book, "hero", layout.location_of(realm, ally)))


def sinister_goon(realm: Realm, book: Book, ally: Card) -> int:
    """Adds 1 beside any Curse (VI-130)."""
    return int(bool(layout.cards_of_kind(realm, book, "curse", layout.location_of(realm, ally))))


def raven(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """May go to another location and perform an action available there, but no Fate (VI-133)."""
    realm = t.board.realms[seat]
    elsewhere = layout.possible_destinations(realm, t.book, card, layout.locations(realm, t.book))
    for to in (yield from choose_up_to(t.seat, "where", elsewhere, about=card)):
        yield from move_card(t, seat, card, to)
        yield from perform_granted_action(t, seat, to, excluded=("fate",))


# -- Effects and Conditions --------------------------------------------------------------------------


def weak_hero_targets(max_strength: int) -> Callable[[Realm, Book, Card], Picks]:
    """Returns a hook with the Heroes of Strength *max_strength* or less as targets."""
    return lambda realm, book, card: fights.weak_heroes(realm, book, max_strength)


def malice(t: T, seat: Seat, card: Card, hero: str) -> Script[None]:
    """Defeats the targeted Hero."""
    yield from defeat_hero(t, seat, hero)


def dragon_form(t: T, seat: Seat, card: Card, hero: str) -> Script[None]:
    """Defeats the targeted Hero, and lasts."""
    yield from defeat_hero(t, seat, hero)
    yield from last_until_next_turn(t, seat, card, "")


def last_until_next_turn(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Holds until the own next turn."""
    yield facts.EffectLasts(seat, card)


def fury(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Gains 3 Power for a Fate action (VI-214)."""
    yield from gain_power(t, seat, 3)


def tyranny(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Draws 3 cards, then discards any 3 of the hand."""
    yield from draw_cards(t, seat, 3)
    yield from force_discard(t, seat, 3, card)


# -- Fate --------------------------------------------------------------------------------------------


def unarmed_heroes(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes without Items (VI-134)."""
    return tuple(
        h for h in layout.reachable_cards(realm, book, "hero") if not layout.attached_items(realm, book, h)
    )


def sword_of_truth(realm: Realm, book: Book, sword: Card, card: Card, target: str) -> int:
    """Adds 2 to the Cost of a Curse at its location (VI-134)."""
    return 2 if book.cards[card].kind == "curse" and target == layout.location_of(realm, sword) else 0


def curses_near_heroes(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Curses at locations of Heroes."""
    curses = layout.discardable_cards(realm, book, "curse")
    return tuple(c for c in curses if layout.cards_of_kind(realm, book, "hero", layout.location_of(realm, c)))


def once_upon_a_dream(t: T, seat: Seat, card: Card, curse: str) -> Script[None]:
    """Discards the targeted Curse."""
    yield from discard_cards(t, seat, curse)


def aurora(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Reveals a Fate card: a Hero is played if he can be (VI-051), any other card goes back (VI-132)."""
    for revealed in (yield from reveal_cards(t, seat, 1)):
        if t.book.cards[revealed].kind != "hero":
            yield from put_back_cards(t, seat, (revealed,))
        elif is_playable(t.board.realms[seat], t.book, revealed):
            yield from play_card(t, seat, revealed)
        else:
            yield from discard_cards(t, seat, revealed)


def fauna(t: T, seat: Seat, card: Card, at: str) -> Script[None]:
    """May discard a Dreamless Sleep beside her (VI-135); where the match so rules, any Curse of the Realm."""
    curses = layout.discardable_cards(t.board.realms[seat], t.book, "curse")
    if t.book.rulings.fauna == "sleep":
        adjacent_curses = layout.cards_of_kind(t.board.realms[seat], t.book, "curse", at)
        curses = tuple(c for c in adjacent_curses if t.book.cards[c].id == "dreamless-sleep")
    yield from discard_cards(t, seat, *(yield from choose_up_to(t.seat, "curse", curses, about=card)))


def flora(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Lays the hand open; drawing keeps it so."""
    yield facts.HandRevealed(seat, t.board.realms[seat].hand)


def flora_is_gone(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Lets the hand be hidden again."""
    yield facts.HandHidden(seat)


def king_hubert(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May pull one Ally to himself out of each adjacent location."""
    for location in layout.unlocked_neighbours(t.board.realms[seat], t.book, at):
        allies = layout.cards_of_kind(t.board.realms[seat], t.book, "ally", location)
        for ally in (yield from choose_up_to(t.seat, "ally-to-move", allies, about=card)):
            yield from move_card(t, seat, ally, at)


def king_stefan(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """May move Maleficent to another location (VI-215)."""
    realm = t.board.realms[seat]
    elsewhere = tuple(
        location for location in layout.unlocked_locations(realm, t.book) if location != realm.at
    )
    for to in (yield from choose_up_to(t.seat, "where", elsewhere, about=card)):
        yield from move_mover(t, seat, to, card)


def prince_phillip(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May discard all Allies beside him."""
    allies = layout.cards_of_kind(t.board.realms[seat], t.book, "ally", at)
    if (yield from choose_up_to(t.seat, "all-allies", ("discard",) if allies else (), about=card)):
        yield from discard_cards(t, seat, *allies)


HOOKS: Mapping[str, CardHooks] = {
    "cackling-goon": CardHooks(own_strength=cackling_goon),
    "dragon-form": CardHooks(targets=weak_hero_targets(3), on_played=dragon_form, on_fate_action=fury),
    "forest-of-thorns": CardHooks(on_joined=discard_curse_for("hero")),
    "green-fire": CardHooks(on_mover_arrived=discard_curse),
    "sinister-goon": CardHooks(own_strength=sinister_goon),
    "vanish": CardHooks(on_played=last_until_next_turn),
    "dreamless-sleep": CardHooks(lends=weaken_heroes, on_joined=discard_curse_for("ally")),
    "malice": CardHooks(targets=weak_hero_targets(4), on_played=malice),
    "tyranny": CardHooks(on_played=tyranny),
    "raven": CardHooks(before_move=raven),
    "spinning-wheel": CardHooks(on_defeat_here=spinning_wheel),
    "staff": CardHooks(levy=staff),
    "sword-of-truth": CardHooks(targets=unarmed_heroes, levy=sword_of_truth),
    "once-upon-a-dream": CardHooks(targets=curses_near_heroes, on_played=once_upon_a_dream),
    "aurora": CardHooks(on_played=aurora),
    "fauna": CardHooks(on_played=fauna),
    "flora": CardHooks(on_played=flora, on_defeated=flora_is_gone),
    "king-hubert": CardHooks(on_played=king_hubert),
    "king-stefan": CardHooks(on_played=king_stefan),
    "prince-phillip": CardHooks(on_played=prince_phillip),
}


CURSES = frozenset(("forest-of-thorns", "green-fire", "dreamless-sleep"))


def useful_cards(realm: Realm, book: Book) -> UsefulCards:
    """Prefers Curses for uncursed locations, and fighters against Heroes."""
    hand = layout.hand_ids(realm, book)
    use = {"vanish": 0.7, "raven": 0.7, "staff": 0.7, "spinning-wheel": 0.3}
    cursed = {layout.location_of(realm, card) for card in layout.cards_of_kind(realm, book, "curse")}
    missing = expensive = frozenset[str]()
    if len(cursed) < len(layout.locations(realm, book)):
        use |= dict.fromkeys(CURSES, 2.0)
        missing = frozenset(("green-fire",)) if hand.isdisjoint(CURSES) else missing
        expensive = CURSES
    if layout.cards_of_kind(realm, book, "hero"):
        use |= dict.fromkeys(("dragon-form", "savage-goon", "sinister-goon"), 0.7)
    return UsefulCards(use, missing, expensive)
