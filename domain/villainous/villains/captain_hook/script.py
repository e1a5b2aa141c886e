"""Captain Hook, who wants Peter Pan: what his cards do beyond their numbers."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from ....model import Seat
from ....script import Script, choose, may
from ... import fights, layout
from ...board import InPlay, Realm
from ...book import ActionName, Book
from ...decks import discard, foresee, reveal_hero
from ...facts import Card, Place
from ...hooks import Lore, Steps, T
from ...moves import carry, shift, unlock
from ...play_targets import allies_in_hand, payable
from ...plays import play, play_ally
from ...power import fulfil, gain
from ...strength import strength
from ...symbols import usable

BOY, MAP = "peter-pan", "never-land-map"
SHIP, TREE = "jolly-roger", "hangmans-tree"


# -- the objective -----------------------------------------------------------------------------------


def headway(mine: Realm, book: Book) -> Steps:
    """Wants the tree unlocked, Peter Pan found, and him aboard; then he has to be defeated there (VI-123)."""
    found = BOY in mine.cards
    aboard = found and layout.place_of(mine, BOY) == SHIP
    return {"tree": (int(TREE not in mine.locked), 1), "boy": (int(found), 1), "ship": (int(aboard), 1)}


# -- the Villain deck --------------------------------------------------------------------------------


def worthy_opponent(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Gains 2 Power, then plays the first Hero of the own Fate deck and discards what lay above."""
    yield from gain(t, seat, 2)
    hero, others = yield from reveal_hero(t, seat)
    for found in hero:
        yield from play(t, seat, found)
    yield from discard(t, seat, *others)


def aye_aye(t: T, seat: Seat, card: Card, ally: str) -> Script[None]:
    """Moves an Ally to an adjacent location, and makes it stronger by 2 until the turn ends."""
    yield from carry(t, seat, ally)
    yield from shift(t, seat, ally, 2, card)


def obsession(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Finds the first Hero of the own Fate deck, who is played or discarded; what lay above is discarded."""
    hero, others = yield from reveal_hero(t, seat)
    for found in hero:
        fates = ("play",) if t.book.cards[found].enters else ("play", "discard")
        (chosen,) = yield from choose(t.seat, "obsession", fates, about=found)
        yield from play(t, seat, found) if chosen == "play" else discard(t, seat, found)
    yield from discard(t, seat, *others)


def starkey(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May move a Hero beside him to an adjacent location."""
    beside = layout.of_kind(t.board.realms[seat], t.book, "hero", at)
    for hero in (yield from may(t.seat, "hero", beside, about=card)):
        yield from carry(t, seat, hero)


def never_land_map(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Unlocks Hangman's Tree, for good (VI-209)."""
    yield from unlock(t, seat, TREE)


def smee(mine: Realm, book: Book, card: Card) -> int:
    """Is stronger by 2 on the Jolly Roger."""
    return 2 if layout.is_at(mine, card, SHIP) else 0


# -- the Fate deck -----------------------------------------------------------------------------------


def splitting_headache(t: T, seat: Seat, card: Card, item: str) -> Script[None]:
    """Discards an Item of the Realm."""
    yield from discard(t, seat, item)


def john(mine: Realm, book: Book, card: Card) -> int:
    """Is stronger by 1 while any Item is attached to him."""
    return 1 if layout.attached(mine, book, card) else 0


def michael(mine: Realm, book: Book, card: Card) -> int:
    """Is stronger by 1 for each location with a Hero, his own and a locked one included (VI-010)."""
    return sum(bool(layout.of_kind(mine, book, "hero", place)) for place in layout.places(mine, book))


def peter_pan(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Wins Hook the game if he falls on the Jolly Roger (VI-122, VI-123)."""
    if at == SHIP:
        yield from fulfil(t, seat)


def tick_tock(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Makes Hook drop his whole hand when he comes here."""
    yield from discard(t, seat, *t.board.realms[seat].hand)


def tinker_bell(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """May discard an Ally beside her."""
    beside = layout.of_kind(t.board.realms[seat], t.book, "ally", at)
    yield from discard(t, seat, *(yield from may(t.seat, "ally-to-discard", beside, about=card)))


LORE: Mapping[str, Lore] = {
    "scare": Lore(played=foresee),
    "worthy-opponent": Lore(played=worthy_opponent),
    "aye-aye": Lore(played=aye_aye, spots=lambda mine, book, card: layout.within_reach(mine, book, "ally")),
    "cunning": Lore(played=play_ally, playable=lambda mine, book: bool(allies_in_hand(mine, book))),
    "obsession": Lore(played=obsession),
    "mr-starkey": Lore(played=starkey),
    "never-land-map": Lore(played=never_land_map),
    "smee": Lore(own=smee),
    "splitting-headache": Lore(
        played=splitting_headache, spots=lambda mine, book, card: layout.discardable(mine, book, "item")
    ),
    "john": Lore(own=john),
    "michael": Lore(own=michael),
    "peter-pan": Lore(defeated=peter_pan),
    "tick-tock": Lore(mover_came=tick_tock),
    "tinker-bell": Lore(played=tinker_bell),
}


# -- the plan ----------------------------------------------------------------------------------------

ENOUGH = 6
"""As much Power buys any card of the hand, and a second one besides."""
LURES = frozenset(("scare", "worthy-opponent"))
"""What brings Peter Pan to light."""


def progress(mine: Realm, book: Book) -> float:
    """Returns how near Peter Pan is to his end, from 0 to 1.

    Most of it is the boy and his way to the Jolly Roger; then the map, the crew that waits for him there, and
    a little for Heroes who taunt, for what the hand is good for, and for what can be done where the mover is.
    """
    aboard = replace(mine, cards={**mine.cards, BOY: InPlay(SHIP)})
    crew = _might(aboard, book, BOY)
    opened = 1.0 if TREE not in mine.locked else (1 + min(4, mine.power)) / 15 if MAP in mine.hand else 0.0
    return (
        0.56 * _lured(mine, book)
        + 0.15 * opened
        + 0.15 * crew
        + 0.06 * _unhindered(mine, book)
        + 0.03 * _ready(mine, book, short=crew < 1)
        + 0.05 * _errand(mine, book)
    )


def _lured(mine: Realm, book: Book) -> float:
    """Tells how few Fate cards there are to hide Peter Pan, and then how near the Jolly Roger he is."""
    if BOY in mine.cards:
        return 1 - 0.09 * layout.places(mine, book).index(layout.place_of(mine, BOY))
    above = len(mine.fate.deck) + len(mine.fate.discard) * (BOY in mine.fate.discard)
    return 0.35 * (1 - above / 15)


def _might(mine: Realm, book: Book, hero: Card) -> float:
    """Tells how much of the Strength of *hero* the Allies in reach come up to."""
    most = max(sum(strength(mine, book, ally) for ally in side) for side in fights.sides(mine, book, hero))
    return min(1.0, most / max(1, strength(mine, book, hero)))


def _unhindered(mine: Realm, book: Book) -> float:
    """Tells how little stands before Peter Pan: Heroes with one of the 2 Taunts, the less so if outfought."""
    heroes = {mine.cards[item].on for item in mine.cards if book.cards[item].first} - {BOY}
    return 1 - sum(0.5 - 0.3 * _might(mine, book, hero) for hero in heroes)


def _ready(mine: Realm, book: Book, *, short: bool) -> float:
    """Tells how much of the hand is of use: Allies for a *short* crew, and lures."""
    printed = [book.cards[card] for card in mine.hand if card]
    lures = sum(card.id in LURES for card in printed) if BOY not in mine.cards else 0
    allies = sum(card.kind == "ally" for card in printed) if short else 0
    return min(4, lures + allies) / 4


def _errand(mine: Realm, book: Book) -> float:
    """Tells how much there is to do where the mover is: fights, leading Peter Pan, Power and cards."""
    landed = BOY in mine.cards and layout.place_of(mine, BOY) == SHIP
    beatable = fights.beatable(mine, book)
    wishes: dict[ActionName, float] = {"play_card": 0.1, "fate": 0.1, "discard_cards": 0.1}
    final = landed and (BOY in beatable or _one_card_short(mine, book))
    wishes["vanquish"] = 1.0 if final else 0.15 if beatable else 0.0
    wishes["move_hero"] = 0.5 if BOY in mine.cards and not landed else 0.0
    wishes["move_item_or_ally"] = 0.4 if landed and not final and _stragglers(mine, book) else 0.0
    wishes["gain_power"] = 0.15 if mine.power < ENOUGH else 0.0
    symbols = (there.symbol for there in usable(mine, book, mine.at, ()))
    return min(1.0, sum(wishes.get(symbol.action, 0.0) * max(1, symbol.amount) for symbol in symbols))


def _one_card_short(mine: Realm, book: Book) -> bool:
    """Tells whether one card, played where the mover is with the Power there, lets Peter Pan be fought."""
    here = [there.symbol for there in usable(mine, book, mine.at, ())]
    if all(symbol.action != "play_card" for symbol in here):
        return False
    richer = replace(mine, power=mine.power + sum(symbol.amount for symbol in here))
    for card in mine.hand:
        attach = book.cards[card].attach if card else ""
        if card and (book.cards[card].kind == "ally" or attach == "ally"):
            for spot in payable(richer, book, card):
                where = InPlay(on=spot) if attach else InPlay(spot)
                if BOY in fights.beatable(replace(mine, cards={**mine.cards, card: where}), book):
                    return True
    return False


def _stragglers(mine: Realm, book: Book) -> bool:
    """Tells whether any Allies are somewhere else than on the Jolly Roger."""
    return any(layout.place_of(mine, ally) != SHIP for ally in layout.of_kind(mine, book, "ally"))
