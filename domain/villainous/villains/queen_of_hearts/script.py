"""The Queen of Hearts' hooks, and her progress at croquet.

Her Heroes are shrunken, of normal size or enlarged, and change by one step at a time (VI-217).
"""

from __future__ import annotations

from collections.abc import Mapping

from ....model import Picks, Seat
from ....script import Script, choose_one, choose_up_to
from ...board import Realm
from ...book import Book
from ...facts import Card, Place
from ...hooks import CardHooks, Steps, T, is_complete
from ...play import layout
from ...play.decks import discard_cards, reveal_cards
from ...play.fights import defeat_hero, weak_heroes
from ...play.moves import move_to_chosen, turn_card
from ...play.plays import find_hero, play_card
from ...play.power import fulfil_objective, gain_power
from ...play.strength import strength_of

GUARDS = ("club-guard", "diamond-guard", "heart-guard", "spade-guard")
MAX_BEHEADED_STRENGTH = 4
MAX_LATE_STRENGTH = 3
REVEALED = 5
AMPLE = 13
"""The Strength of Wickets that makes nearly every shot; five cards cost 8 on average."""


def objective_progress(realm: Realm, book: Book) -> float:
    """Returns the progress from 0 to 1 by Wickets, their Strength, and the hand."""
    lawn = sum(_location_progress(realm, book, location) for location in layout.locations(realm, book)) / 4
    might = min(1.0, _wicket_strength(realm, book) / AMPLE)
    hand = layout.hand_ids(realm, book)
    shot = "take-the-shot" in hand
    return 0.5 * lawn + 0.3 * might + 0.1 * shot + 0.02 * len(hand & _useful_ids(realm, book))


def _useful_ids(realm: Realm, book: Book) -> set[str]:
    """Returns the cards that lead on from here; any others are worth a trade."""
    tools = {*GUARDS, "spear"}
    if upright_guards(realm, book):
        tools.add("by-order")
    if weak_heroes(realm, book, MAX_BEHEADED_STRENGTH):
        tools.add("off-with-your-head")
    return tools


def _location_progress(realm: Realm, book: Book, location: Place) -> float:
    """Returns the progress of a location, where a Card Guard is half of a Wicket."""
    guards = [card for card in layout.cards_of_kind(realm, book, "ally", location) if book.cards[card].guard]
    return max((1.0 if card in wickets(realm) else 0.5 for card in guards), default=0.0)


# -- Card Guards and Wickets -------------------------------------------------------------------------


def wickets(realm: Realm) -> Picks:
    """Returns the Wickets of the Realm (VI-216)."""
    return tuple(card for card, in_play in realm.cards.items() if in_play.form == "wicket")


def upright_guards(realm: Realm, book: Book) -> Picks:
    """Returns the Card Guards that can become Wickets; none beside Dodo."""
    return tuple(
        card
        for card, in_play in realm.cards.items()
        if book.cards[card].guard
        and in_play.form != "wicket"
        and not ("dodo" in realm.cards and layout.is_at(realm, "dodo", in_play.at))
    )


def _wicket_strength(realm: Realm, book: Book) -> int:
    return sum(strength_of(realm, book, card) for card in wickets(realm))


def can_turn(realm: Realm, book: Book, card: Card) -> bool:
    """Returns whether *card* is a Wicket, or a Card Guard that can become one."""
    return card in (*wickets(realm), *upright_guards(realm, book))


def turn_guard(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Makes this Card Guard a Wicket, or this Wicket a Card Guard."""
    yield from turn_card(t, seat, card, "" if card in wickets(t.board.realms[seat]) else "wicket")


def by_order(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Turns up to 2 Card Guards of the Queen's choice into Wickets."""
    guards = upright_guards(t.board.realms[seat], t.book)
    for guard in (yield from choose_up_to(seat, "guard-to-turn", guards, maximum=2, about=card)):
        yield from turn_card(t, seat, guard, "wicket")


def cheshire_cat(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Turns up to 2 Wickets of the player's choice into Card Guards (VI-138)."""
    for guard in (
        yield from choose_up_to(t.seat, "guard-to-turn", wickets(t.board.realms[seat]), maximum=2, about=card)
    ):
        yield from turn_card(t, seat, guard, "")


# -- the shot ----------------------------------------------------------------------------------------


def count_steps(realm: Realm, book: Book) -> Steps:
    """Needs a Wicket at every location (VI-127)."""
    locations = {layout.location_of(realm, card) for card in wickets(realm)}
    return {"wickets": (len(locations), len(layout.locations(realm, book)))}


def has_all_wickets(realm: Realm, book: Book) -> bool:
    """Returns whether every location has a Wicket."""
    return is_complete(count_steps(realm, book))


def take_the_shot(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Reveals and discards 5 cards, and wins if all Wickets are stronger than their Costs (VI-218)."""
    if not has_all_wickets(t.board.realms[seat], t.book):
        return
    five = yield from reveal_cards(t, seat, REVEALED, "villain")
    if sum(t.book.cards[revealed].cost for revealed in five) < _wicket_strength(t.board.realms[seat], t.book):
        yield from fulfil_objective(t, seat)
    yield from discard_cards(t, seat, *five)


# -- Heroes of every size ----------------------------------------------------------------------------


def shrinkable_heroes(realm: Realm, book: Book) -> Picks:
    """Returns the Heroes of normal size, without the Dormouse."""
    heroes = layout.cards_of_kind(realm, book, "hero")
    return tuple(hero for hero in heroes if not realm.cards[hero].form and hero != "dormouse")


def shrink_targets(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes that can become smaller."""
    enlarged = (hero for hero, in_play in realm.cards.items() if in_play.form == "enlarged")
    return (*shrinkable_heroes(realm, book), *enlarged)


def shrink_hero(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Shrinks a Hero, or brings an Enlarged one back to its own location."""
    is_enlarged = t.board.realms[seat].cards[hero].form == "enlarged"
    yield from turn_card(t, seat, hero, "" if is_enlarged else "shrunken")


def enlarge_targets(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes that are not Enlarged."""
    heroes = layout.cards_of_kind(realm, book, "hero")
    return tuple(hero for hero in heroes if realm.cards[hero].form != "enlarged")


def enlarge_hero(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Returns a Shrunken Hero to normal size, or enlarges one towards an adjacent location."""
    realm = t.board.realms[seat]
    if realm.cards[hero].form == "shrunken":
        yield from turn_card(t, seat, hero, "")
        return
    for adjacent in (
        yield from choose_one(
            t.seat, "where", layout.adjacent_locations(realm, t.book, realm.cards[hero].at), about=hero
        )
    ):
        yield from turn_card(t, seat, hero, "enlarged", adjacent)


def has_shrinkable(realm: Realm, book: Book) -> bool:
    """Returns whether there is a Hero to shrink."""
    return bool(shrinkable_heroes(realm, book))


def fury(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Shrinks up to 2 Heroes."""
    heroes = shrinkable_heroes(t.board.realms[seat], t.book)
    for hero in (yield from choose_up_to(seat, "hero", heroes, maximum=2, about=card)):
        yield from turn_card(t, seat, hero, "shrunken")


# -- the others --------------------------------------------------------------------------------------


def weak_hero_targets(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes of Strength 4 or less."""
    return weak_heroes(realm, book, MAX_BEHEADED_STRENGTH)


def off_with_your_head(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Defeats a Hero of Strength 4 or less."""
    yield from defeat_hero(t, seat, hero)


def judgment(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Gains 3 Power."""
    yield from gain_power(t, seat, 3)


def unbirthday(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Gains 1 Power for each Ally, Wickets included."""
    yield from gain_power(t, seat, len(layout.cards_of_kind(t.board.realms[seat], t.book, "ally")))


def stopwatch(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Gains 1 Power for each Wicket."""
    yield from gain_power(t, seat, len(wickets(t.board.realms[seat])))


def reign(realm: Realm, book: Book, king: Card, card: Card, target: str) -> int:
    """Makes Card Guards cheaper by 1."""
    return -1 if book.cards[card].guard else 0


def im_late_targets(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes of Strength 3 or less in the Fate discard pile."""
    heroes = (discarded for discarded in realm.fate.discard if book.cards[discarded].kind == "hero")
    return tuple(hero for hero in heroes if strength_of(realm, book, hero) <= MAX_LATE_STRENGTH)


def im_late(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Plays a Hero of Strength 3 or less from the Fate discard pile."""
    yield from play_card(t, seat, hero)


def reachable_allies(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Allies outside locked locations."""
    return layout.reachable_cards(realm, book, "ally")


def mome_raths(t: T, seat: Seat, card: Card, ally: Card) -> Script[None]:
    """Moves an Ally to any other location."""
    yield from move_to_chosen(t, seat, ally, layout.locations(t.board.realms[seat], t.book))


def rabbit_hole_targets(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Allies beside Alice, or the open locations if she is not in the Realm.

    A revealed Alice cannot be found.
    """
    if "alice" in realm.cards:
        allies = layout.discardable_cards(realm, book, "ally")
        return tuple(ally for ally in allies if layout.is_at(realm, "alice", layout.location_of(realm, ally)))
    return () if "alice" in realm.opened else layout.unlocked_locations(realm, book)


def rabbit_hole(t: T, seat: Seat, card: Card, target: Card | Place) -> Script[None]:
    """Discards an Ally beside Alice, or finds her and plays her (VI-104)."""
    if target in t.board.realms[seat].cards:
        yield from discard_cards(t, seat, target)
    else:
        yield from find_hero(t, seat, "alice", target)


def caterpillar(realm: Realm, book: Book, card: Card, other: Card) -> int:
    """Makes the Allies beside it weaker by 1."""
    ally = layout.kind_of(realm, book, other) == "ally"
    return -1 if ally and layout.is_at(realm, card, layout.location_of(realm, other)) else 0


def hatter(realm: Realm, book: Book, card: Card) -> int:
    """Is stronger by 2 with the March Hare in the Realm."""
    return 2 if "march-hare" in realm.cards else 0


def hare(realm: Realm, book: Book, card: Card) -> int:
    """Is stronger by 2 with the Mad Hatter in the Realm."""
    return 2 if "mad-hatter" in realm.cards else 0


HOOKS: Mapping[str, CardHooks] = {
    **dict.fromkeys(GUARDS, CardHooks(on_activated=turn_guard, can_activate=can_turn)),
    "off-with-your-head": CardHooks(targets=weak_hero_targets, on_played=off_with_your_head),
    "take-the-shot": CardHooks(can_play=has_all_wickets, on_played=take_the_shot),
    "by-order": CardHooks(can_play=lambda realm, book: bool(upright_guards(realm, book)), on_played=by_order),
    "fury": CardHooks(can_play=has_shrinkable, on_played=fury),
    "judgment": CardHooks(on_played=judgment),
    "smaller": CardHooks(targets=shrink_targets, on_played=shrink_hero),
    "unbirthday": CardHooks(on_played=unbirthday),
    "stopwatch": CardHooks(on_activated=stopwatch),
    "the-king": CardHooks(levy=reign),
    "im-late": CardHooks(targets=im_late_targets, on_played=im_late),
    "larger": CardHooks(targets=enlarge_targets, on_played=enlarge_hero),
    "mome-raths": CardHooks(targets=reachable_allies, on_played=mome_raths),
    "caterpillar": CardHooks(lends=caterpillar),
    "cheshire-cat": CardHooks(on_played=cheshire_cat, on_defeated=by_order),
    "rabbit-hole": CardHooks(targets=rabbit_hole_targets, on_played=rabbit_hole),
    "mad-hatter": CardHooks(own_strength=hatter),
    "march-hare": CardHooks(own_strength=hare),
}
