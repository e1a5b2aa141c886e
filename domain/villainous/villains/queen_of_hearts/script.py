"""The Queen of Hearts, who wants to win at croquet: what her cards do beyond their numbers.

Her Heroes are shrunken, of normal size or enlarged, and change by one step at a time (VI-217).
"""

from __future__ import annotations

from collections.abc import Mapping

from ....model import Picks, Seat
from ....script import Script, choose, may
from ... import layout
from ...board import Realm
from ...book import Book
from ...decks import discard, reveal
from ...facts import Card, Place
from ...fights import defeat, frail
from ...hooks import Lore, Steps, T, reached
from ...moves import send, turn
from ...plays import find, play
from ...power import fulfil, gain
from ...strength import strength

GUARDS = ("club-guard", "diamond-guard", "heart-guard", "spade-guard")
FRAIL = 4
LATE = 3
REVEALED = 5
AMPLE = 13
"""As much Strength of Wickets makes nearly every shot: five cards of her deck cost 8 on average."""


def progress(mine: Realm, book: Book) -> float:
    """Returns how near a good shot is, from 0 to 1: a Wicket everywhere, strong ones, and the cards."""
    lawn = sum(_laid(mine, book, place) for place in layout.places(mine, book)) / 4
    might = min(1.0, _might(mine, book) / AMPLE)
    hand = layout.printed_hand(mine, book)
    shot = "take-the-shot" in hand
    return 0.5 * lawn + 0.3 * might + 0.1 * shot + 0.02 * len(hand & _tools(mine, book))


def _tools(mine: Realm, book: Book) -> set[str]:
    """Returns which cards would lead on from here: she does well to trade any others for these."""
    tools = {*GUARDS, "spear"}
    if upright(mine, book):
        tools.add("by-order")
    if frail(mine, book, FRAIL):
        tools.add("off-with-your-head")
    return tools


def _laid(mine: Realm, book: Book, place: Place) -> float:
    """Returns how far a location has come: Card Guards there are half way to a Wicket."""
    beside = [card for card in layout.of_kind(mine, book, "ally", place) if book.cards[card].guard]
    return max((1.0 if card in wickets(mine) else 0.5 for card in beside), default=0.0)


# -- Card Guards and Wickets -------------------------------------------------------------------------


def wickets(mine: Realm) -> Picks:
    """Returns the Wickets of the Realm (VI-216)."""
    return tuple(card for card, where in mine.cards.items() if where.form == "wicket")


def upright(mine: Realm, book: Book) -> Picks:
    """Returns the Card Guards that can become Wickets: none beside Dodo."""
    return tuple(
        card
        for card, where in mine.cards.items()
        if book.cards[card].guard
        and where.form != "wicket"
        and not ("dodo" in mine.cards and layout.is_at(mine, "dodo", where.at))
    )


def _might(mine: Realm, book: Book) -> int:
    return sum(strength(mine, book, card) for card in wickets(mine))


def can_bend(mine: Realm, book: Book, card: Card) -> bool:
    """Needs to be a Wicket, or a Card Guard that can become one."""
    return card in (*wickets(mine), *upright(mine, book))


def bend(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Makes this Card Guard a Wicket, or this Wicket a Card Guard."""
    yield from turn(t, seat, card, "" if card in wickets(t.board.realms[seat]) else "wicket")


def by_order(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Makes up to 2 Card Guards Wickets, as the Queen likes."""
    fit = upright(t.board.realms[seat], t.book)
    for guard in (yield from may(seat, "guard-to-turn", fit, most=2, about=card)):
        yield from turn(t, seat, guard, "wicket")


def cheshire_cat(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Makes up to 2 Wickets Card Guards, as who plays it likes (VI-138)."""
    for guard in (yield from may(t.seat, "guard-to-turn", wickets(t.board.realms[seat]), most=2, about=card)):
        yield from turn(t, seat, guard, "")


# -- the shot ----------------------------------------------------------------------------------------


def headway(mine: Realm, book: Book) -> Steps:
    """Wants a Wicket at every location (VI-127)."""
    there = {layout.place_of(mine, card) for card in wickets(mine)}
    return {"wickets": (len(there), len(layout.places(mine, book)))}


def laid_out(mine: Realm, book: Book) -> bool:
    """Tells whether all is ready for the shot."""
    return reached(headway(mine, book))


def take_the_shot(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Reveals 5 cards: all Wickets together stronger than they cost win; if not, they go (VI-218)."""
    if not laid_out(t.board.realms[seat], t.book):
        return
    five = yield from reveal(t, seat, REVEALED, "villain")
    if sum(t.book.cards[each].cost for each in five) < _might(t.board.realms[seat], t.book):
        yield from fulfil(t, seat)
    yield from discard(t, seat, *five)


# -- Heroes of every size ----------------------------------------------------------------------------


def shrinkable(mine: Realm, book: Book) -> Picks:
    """Returns the Heroes of normal size, without the Dormouse."""
    heroes = layout.of_kind(mine, book, "hero")
    return tuple(hero for hero in heroes if not mine.cards[hero].form and hero != "dormouse")


def smaller_ones(mine: Realm, book: Book, card: Card) -> Picks:
    """Needs a Hero to shrink, or an Enlarged one."""
    enlarged = (hero for hero, where in mine.cards.items() if where.form == "enlarged")
    return (*shrinkable(mine, book), *enlarged)


def smaller(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Shrinks a Hero, or brings an Enlarged one back to its own location."""
    grown = t.board.realms[seat].cards[hero].form == "enlarged"
    yield from turn(t, seat, hero, "" if grown else "shrunken")


def larger_ones(mine: Realm, book: Book, card: Card) -> Picks:
    """Needs a Hero that is not Enlarged."""
    heroes = layout.of_kind(mine, book, "hero")
    return tuple(hero for hero in heroes if mine.cards[hero].form != "enlarged")


def larger(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Brings a Shrunken Hero back to normal, or enlarges one towards a location next to its own."""
    mine = t.board.realms[seat]
    if mine.cards[hero].form == "shrunken":
        yield from turn(t, seat, hero, "")
        return
    for side in (
        yield from choose(t.seat, "where", layout.beside(mine, t.book, mine.cards[hero].at), about=hero)
    ):
        yield from turn(t, seat, hero, "enlarged", side)


def has_shrinkable(mine: Realm, book: Book) -> bool:
    """Needs a Hero to shrink."""
    return bool(shrinkable(mine, book))


def fury(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Shrinks up to 2 Heroes."""
    fit = shrinkable(t.board.realms[seat], t.book)
    for hero in (yield from may(seat, "hero", fit, most=2, about=card)):
        yield from turn(t, seat, hero, "shrunken")


# -- the others --------------------------------------------------------------------------------------


def frail_ones(mine: Realm, book: Book, card: Card) -> Picks:
    """Needs a Hero of Strength 4 or less."""
    return frail(mine, book, FRAIL)


def off_with_your_head(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Defeats a Hero of Strength 4 or less."""
    yield from defeat(t, seat, hero)


def judgment(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Gains 3 Power."""
    yield from gain(t, seat, 3)


def unbirthday(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Gains 1 Power for each Ally, Wickets included."""
    yield from gain(t, seat, len(layout.of_kind(t.board.realms[seat], t.book, "ally")))


def stopwatch(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Gains 1 Power for each Wicket."""
    yield from gain(t, seat, len(wickets(t.board.realms[seat])))


def reign(mine: Realm, book: Book, king: Card, card: Card, spot: str) -> int:
    """Makes Card Guards cheaper by 1."""
    return -1 if book.cards[card].guard else 0


def late_ones(mine: Realm, book: Book, card: Card) -> Picks:
    """Needs a Hero of Strength 3 or less in the Fate discard pile."""
    heroes = (gone for gone in mine.fate.discard if book.cards[gone].kind == "hero")
    return tuple(hero for hero in heroes if strength(mine, book, hero) <= LATE)


def im_late(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Plays a Hero of Strength 3 or less from the Fate discard pile."""
    yield from play(t, seat, hero)


def allies_at_large(mine: Realm, book: Book, card: Card) -> Picks:
    """Needs an Ally."""
    return layout.within_reach(mine, book, "ally")


def mome_raths(t: T, seat: Seat, card: Card, ally: Card) -> Script[None]:
    """Moves an Ally to any other location."""
    yield from send(t, seat, ally, layout.places(t.board.realms[seat], t.book))


def down_the_hole(mine: Realm, book: Book, card: Card) -> Picks:
    """Needs an Ally beside Alice, or a location for her: while she lies revealed, she is not to be found."""
    if "alice" in mine.cards:
        allies = layout.discardable(mine, book, "ally")
        return tuple(ally for ally in allies if layout.is_at(mine, "alice", layout.place_of(mine, ally)))
    return () if "alice" in mine.opened else layout.unlocked(mine, book)


def rabbit_hole(t: T, seat: Seat, card: Card, what: Card | Place) -> Script[None]:
    """Discards an Ally beside Alice, or finds her and plays her (VI-104)."""
    if what in t.board.realms[seat].cards:
        yield from discard(t, seat, what)
    else:
        yield from find(t, seat, "alice", what)


def caterpillar(mine: Realm, book: Book, card: Card, other: Card) -> int:
    """Makes the Allies beside it weaker by 1."""
    ally = layout.kind(mine, book, other) == "ally"
    return -1 if ally and layout.is_at(mine, card, layout.place_of(mine, other)) else 0


def hatter(mine: Realm, book: Book, card: Card) -> int:
    """Is stronger by 2 with the March Hare in the Realm."""
    return 2 if "march-hare" in mine.cards else 0


def hare(mine: Realm, book: Book, card: Card) -> int:
    """Is stronger by 2 with the Mad Hatter in the Realm."""
    return 2 if "mad-hatter" in mine.cards else 0


LORE: Mapping[str, Lore] = {
    **dict.fromkeys(GUARDS, Lore(activated=bend, ready=can_bend)),
    "off-with-your-head": Lore(spots=frail_ones, played=off_with_your_head),
    "take-the-shot": Lore(playable=laid_out, played=take_the_shot),
    "by-order": Lore(playable=lambda mine, book: bool(upright(mine, book)), played=by_order),
    "fury": Lore(playable=has_shrinkable, played=fury),
    "judgment": Lore(played=judgment),
    "smaller": Lore(spots=smaller_ones, played=smaller),
    "unbirthday": Lore(played=unbirthday),
    "stopwatch": Lore(activated=stopwatch),
    "the-king": Lore(levy=reign),
    "im-late": Lore(spots=late_ones, played=im_late),
    "larger": Lore(spots=larger_ones, played=larger),
    "mome-raths": Lore(spots=allies_at_large, played=mome_raths),
    "caterpillar": Lore(lends=caterpillar),
    "cheshire-cat": Lore(played=cheshire_cat, defeated=by_order),
    "rabbit-hole": Lore(spots=down_the_hole, played=rabbit_hole),
    "mad-hatter": Lore(own=hatter),
    "march-hare": Lore(own=hare),
}
