"""Captain Hook, who wants Peter Pan: what his cards do beyond their numbers."""

from __future__ import annotations

from collections.abc import Mapping

from ...script import Script, choose, may
from ...words import Seat
from .. import facts, realm
from ..board import Realm
from ..book import Book, Lore, T
from ..facts import Card, Place
from ..verbs import discard, fulfil, gain, look, play, put_back, reveal_hero


def progress(mine: Realm, book: Book) -> float:
    """Returns how near Peter Pan is to his end, from 0 to 1: the map, the boy, the way to the Jolly Roger."""
    opened = 0.0 if mine.locked else 0.3
    if "peter-pan" not in mine.cards:
        return opened
    places = realm.places(mine, book)
    steps = places.index(realm.place_of(mine, "peter-pan")) - places.index("jolly-roger")
    return opened + 0.2 + 0.5 * (1 - steps / (len(places) - 1))


def scare(t: T, seat: Seat, card: Card) -> Script[None]:
    """Looks at the top 2 of the own Fate deck; discards both, or puts both back in any order."""
    two = yield from look(t, seat, 2)
    for fear in (yield from choose(t.seat, "scare", ("discard", "put-back") if two else (), about=card)):
        yield from discard(t, seat, *two) if fear == "discard" else put_back(t, seat, two)


def worthy_opponent(t: T, seat: Seat, card: Card) -> Script[None]:
    """Gains 2 Power, then plays the first Hero of the own Fate deck and discards what lay above."""
    yield from gain(t, seat, 2)
    hero, others = yield from reveal_hero(t, seat)
    for found in hero:
        yield from play(t, seat, found)
    yield from discard(t, seat, *others)


def obsession(t: T, seat: Seat, card: Card) -> Script[None]:
    """Finds the first Hero of the own Fate deck, who is played or discarded; what lay above is discarded."""
    hero, others = yield from reveal_hero(t, seat)
    for found in hero:
        fates = ("play",) if t.book.cards[found].enters else ("play", "discard")
        (chosen,) = yield from choose(t.seat, "obsession", fates, about=found)
        yield from play(t, seat, found) if chosen == "play" else discard(t, seat, found)
    yield from discard(t, seat, *others)


def never_land_map(t: T, seat: Seat, card: Card) -> Script[None]:
    """Unlocks Hangman's Tree, for good (VI-209)."""
    if "hangmans-tree" in t.board.realms[seat].locked:
        yield facts.LocationUnlocked(seat, "hangmans-tree")


def tinker_bell(t: T, seat: Seat, card: Card) -> Script[None]:
    """May discard an Ally beside her."""
    mine = t.board.realms[seat]
    beside = realm.of_kind(mine, t.book, "ally", realm.place_of(mine, card))
    yield from discard(t, seat, *(yield from may(t.seat, "ally-to-discard", beside, about=card)))


def peter_pan(t: T, seat: Seat, at: Place) -> Script[None]:
    """Wins Hook the game if he falls on the Jolly Roger (VI-122, VI-123)."""
    if at == "jolly-roger":
        yield from fulfil(t, seat)


LORE: Mapping[str, Lore] = {
    "scare": Lore(played=scare),
    "worthy-opponent": Lore(played=worthy_opponent),
    "obsession": Lore(played=obsession),
    "never-land-map": Lore(played=never_land_map),
    "tinker-bell": Lore(played=tinker_bell),
    "peter-pan": Lore(defeated=peter_pan),
}
