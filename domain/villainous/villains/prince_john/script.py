"""Prince John, who wants to be rich: what his cards do beyond their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from ....model import Picks, Seat
from ....script import Script, choose, may
from ... import layout
from ...board import Realm
from ...book import Book
from ...decks import discard, restock
from ...facts import Card, Place
from ...fights import beatable, defeatable, fighters, vanquish
from ...hooks import Lore, Steps, T
from ...index import by_cards
from ...moves import relocate, send
from ...play_targets import allies_in_hand
from ...plays import find, play_ally
from ...power import gain, lay, spend
from ...strength import strength
from ...symbols import usable

WEALTH = 20
LOOT = 4
UNMASKING = 2
HALF_WAY = 8
"""So many turns from 20 Power he counts as half way there."""


def headway(mine: Realm, book: Book) -> Steps:
    """Wants at least 20 Power; what lies on Heroes does not count (VI-126)."""
    return {"power": (mine.power, WEALTH)}


def progress(mine: Realm, book: Book) -> float:
    """Returns how near 20 Power he is, from 0 to 1.

    It is told by the turns that it takes, going to and fro between the two locations that bring most; what he
    hopes for makes up for some of them: what the mover's location brings, a fight there, the defeat of
    Heroes whom his Allies come up to, and what they have stolen.
    """
    row = layout.places(mine, book)
    second, first = sorted(_income(mine, book, place) for place in row)[-2:]
    turns = max(0, WEALTH - mine.power) / (0.5 + (first + second) / 2)
    near = HALF_WAY / (HALF_WAY + turns)
    hopes = _income(mine, book, mine.at) / 2 + 2 * _fights(mine, book)
    for hero in layout.of_kind(mine, book, "hero"):
        odds = _odds(mine, book, hero)
        hopes += odds + mine.cards[hero].power * (1 + odds) / 4
    return near + 0.3 * (1 - near) * min(1.0, hopes / 8)


def _income(mine: Realm, book: Book, place: Place) -> int:
    """Returns the Power that the symbols of *place* bring in a turn."""
    toll = sum(book.cards[card].gains for card in layout.doing(mine, book, "gains"))
    return sum(max(0, there.symbol.amount + toll) for there in usable(mine, book, place, ()))


def _odds(mine: Realm, book: Book, hero: Card) -> float:
    """Returns how much of the Strength of *hero* is matched by the Allies in reach, from 0 to 1."""
    near, far = fighters(mine, book, hero)
    might = sum(strength(mine, book, ally) for ally in near + far)
    return min(1.0, might / max(1, strength(mine, book, hero)))


def _fights(mine: Realm, book: Book) -> bool:
    """Tells whether the mover is where a Hero can be Vanquished, and there is one."""
    there = (shown.symbol.action for shown in usable(mine, book, mine.at, ()))
    return "vanquish" in there and bool(beatable(mine, book))


# -- Effects and Conditions --------------------------------------------------------------------------


def taxes(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Gains 1 Power for each Hero in the Realm."""
    yield from gain(t, seat, len(layout.of_kind(t.board.realms[seat], t.book, "hero")))


def at_large(mine: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes that can be brought to The Jail."""
    heroes = layout.within_reach(mine, book, "hero")
    return tuple(hero for hero in heroes if layout.destinations(mine, book, hero, ("jail",)))


def imprison(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Moves the Hero to The Jail."""
    yield from relocate(t, seat, hero, "jail")


def greed(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Gains 3 Power."""
    yield from gain(t, seat, 3)


@by_cards
def has_quarry(mine: Realm, book: Book) -> bool:
    """Needs a Hero that can be Vanquished, if need be once an Ally has moved."""
    if not defeatable(mine, book):
        return False
    return bool(beatable(mine, book)) or any(beatable(trap, book) for trap in _traps(mine, book))


def _traps(mine: Realm, book: Book) -> Iterator[Realm]:
    for ally in layout.within_reach(mine, book, "ally"):
        for place in layout.destinations(mine, book, ally, layout.places(mine, book)):
            yield replace(mine, cards={**mine.cards, ally: replace(mine.cards[ally], at=place)})


def set_a_trap(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """May move an Ally to any location; then Vanquishes."""
    mine = t.board.realms[seat]
    allies = layout.within_reach(mine, t.book, "ally")
    for ally in (yield from may(t.seat, "ally-to-move", allies, about=card)):
        yield from send(t, seat, ally, layout.places(mine, t.book))
    fit = beatable(t.board.realms[seat], t.book)
    for hero in (yield from choose(t.seat, "hero", fit, about=card)):
        yield from vanquish(t, seat, hero)


def intimidation(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Vanquishes, and spares the Allies."""
    yield from vanquish(t, seat, hero, spare=True)


# -- Items and Allies --------------------------------------------------------------------------------


def warrant(t: T, seat: Seat, card: Card, newcomer: Card) -> Script[None]:
    """Gains 2 Power whenever a Hero is played here."""
    if layout.kind(t.board.realms[seat], t.book, newcomer) == "hero":
        yield from gain(t, seat, 2)


def golden_arrow(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Gains 2 Power whenever its Ally helps to Vanquish."""
    yield from gain(t, seat, 2)


def crown(mine: Realm, book: Book, card: Card, other: Card, spot: str) -> int:
    """Makes every card cheaper by 1 while Prince John is here."""
    return -int(mine.at == layout.place_of(mine, card))


def _beside(mine: Realm, book: Book, card: Card, other: Card) -> bool:
    allied = layout.kind(mine, book, other) == "ally"
    return allied and layout.place_of(mine, card) == layout.place_of(mine, other)


def nutsy(mine: Realm, book: Book, card: Card, other: Card) -> int:
    """Makes other Allies here stronger by 1."""
    return int(_beside(mine, book, card, other))


def trigger(mine: Realm, book: Book, card: Card, other: Card) -> int:
    """Makes other Allies here weaker by 1."""
    return -int(_beside(mine, book, card, other))


def sheriff(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """May move anywhere before Prince John does, and gains 1 Power where he comes upon a Hero."""
    mine = t.board.realms[seat]
    anywhere = layout.destinations(mine, t.book, card, layout.places(mine, t.book))
    for to in (yield from may(t.seat, "where", anywhere, about=card)):
        yield from relocate(t, seat, card, to)
        if layout.of_kind(t.board.realms[seat], t.book, "hero", to):
            yield from gain(t, seat, 1)


# -- Fate --------------------------------------------------------------------------------------------


def unmask(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Costs Prince John 2 Power, and is discarded."""
    yield from spend(t, seat, UNMASKING)
    yield from discard(t, seat, card)


def bearers(mine: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes that Power can be laid on."""
    return layout.within_reach(mine, book, "hero")


def steal_from_the_rich(t: T, seat: Seat, card: Card, hero: Card) -> Script[None]:
    """Lays up to 4 of his Power on the Hero, over what lies there (VI-140)."""
    some = [str(amount) for amount in range(min(LOOT, t.board.realms[seat].power), -1, -1)]
    (amount,) = yield from choose(t.seat, "power", some, about=hero)
    yield from lay(t, seat, hero, int(amount))


def little_john(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Lays up to 4 of his Power on himself."""
    yield from steal_from_the_rich(t, seat, card, card)


def friar_tuck(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May discard all Warrants here, before they notice him."""
    items = layout.of_kind(t.board.realms[seat], t.book, "item", at)
    warrants = [item for item in items if t.book.cards[item].id == "warrant"]
    if (yield from may(t.seat, "warrants", ("discard",) if warrants else (), about=card)):
        yield from discard(t, seat, *warrants)


def maid_marian(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Calls Robin Hood to where she was (VI-139)."""
    yield from find(t, seat, "robin-hood", at)


def toby(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Goes back into the Fate deck, which is shuffled."""
    yield from restock(t, seat, "fate", (*t.board.realms[seat].fate.deck, card))


LORE: Mapping[str, Lore] = {
    "taxes": Lore(played=taxes),
    "imprison": Lore(spots=at_large, played=imprison),
    "warrant": Lore(joined=warrant),
    "cowardice": Lore(played=play_ally, playable=lambda mine, book: bool(allies_in_hand(mine, book))),
    "greed": Lore(played=greed),
    "set-a-trap": Lore(played=set_a_trap, playable=has_quarry),
    "golden-arrow": Lore(fought=golden_arrow),
    "intimidation": Lore(spots=lambda mine, book, card: beatable(mine, book), played=intimidation),
    "king-richards-crown": Lore(levy=crown),
    "nutsy": Lore(lends=nutsy),
    "sheriff": Lore(before_move=sheriff),
    "trigger": Lore(lends=trigger),
    "clever-disguise": Lore(offered=unmask, offers=lambda mine, book, card: mine.power >= UNMASKING),
    "steal-from-the-rich": Lore(spots=bearers, played=steal_from_the_rich),
    "friar-tuck": Lore(played=friar_tuck),
    "little-john": Lore(played=little_john),
    "maid-marian": Lore(defeated=maid_marian),
    "toby": Lore(defeated=toby),
}
