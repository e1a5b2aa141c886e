"""Decks, hands and discard piles: what is drawn, revealed, looked at, discarded and taken back."""

from __future__ import annotations

from collections.abc import Callable

from ..model import Event, Picks, Seat
from ..script import Script, choose, may, order, pick, shuffle, under, verb
from . import facts, layout
from .board import Pile, Realm
from .facts import Card, PileName
from .hooks import Does, T


def run(t: T, seat: Seat, card: Card, does: Does | None, what: str = "") -> Script[None]:
    """Runs what *card* does about *what*, if anything: its facts name the card as their rule."""
    if does is not None:
        yield from under(t, card, does(t, seat, card, what))


# -- decks -------------------------------------------------------------------------------------------


def pile_of(mine: Realm, pile: PileName) -> Pile:
    """Returns one of the two piles of a seat."""
    return mine.villain if pile == "villain" else mine.fate


def restock(t: T, seat: Seat, pile: PileName, cards: tuple[Card, ...]) -> Script[None]:
    """Shuffles *cards* into a new deck."""
    yield facts.DeckShuffled(seat, pile, (yield from shuffle(cards)))


def _take(
    t: T,
    seat: Seat,
    pile: PileName,
    count: int,
    fact: Callable[[Seat, PileName, Picks], Event],
) -> Script[Picks]:
    """Takes *count* cards off a deck, telling each batch as a *fact*.

    An empty deck is made anew of its discard pile, in mid-reveal too (VI-032, VI-049). Where even that does
    not suffice, what there is has to do (VI-C7).
    """
    cards: Picks = ()
    while len(cards) < count:
        there = pile_of(t.board.realms[seat], pile)
        if there.deck:
            batch = there.deck[: count - len(cards)]
            yield fact(seat, pile, batch)
            cards += batch
        elif there.discard:
            yield from under(t, "VI-103", restock(t, seat, pile, there.discard))
        else:
            break
    return cards


def draw(t: T, seat: Seat, count: int) -> Script[Picks]:
    """Draws from the Villain deck; an open hand stays open."""
    cards = yield from _take(t, seat, "villain", count, facts.CardsDrawn)
    if cards and t.board.realms[seat].exposed:
        yield facts.HandRevealed(seat, t.board.realms[seat].hand)
    return cards


@verb("VI-102")
def reveal(t: T, seat: Seat, count: int, pile: PileName = "fate") -> Script[Picks]:
    """Reveals the top cards of a deck."""
    return (yield from _take(t, seat, pile, count, facts.CardsRevealed))


@verb("VI-102")
def look(t: T, seat: Seat, count: int) -> Script[Picks]:
    """Lets the seat take up and see the top cards of its own Fate deck."""
    return (yield from _take(t, seat, "fate", count, facts.CardsLookedAt))


def reveal_until(
    t: T, seat: Seat, pile: PileName, wanted: Callable[[Card], bool]
) -> Script[tuple[Picks, Picks]]:
    """Reveals a deck card by card until a wanted one shows up; returns it, if it does, and the others."""
    others: Picks = ()
    while card := (yield from reveal(t, seat, 1, pile)):
        if wanted(card[0]):
            return card, others
        others += card
    return (), others


def reveal_hero(t: T, seat: Seat) -> Script[tuple[Picks, Picks]]:
    """Reveals the Fate deck card by card until a Hero shows up; returns the Hero, if any, and the others."""
    return (yield from reveal_until(t, seat, "fate", lambda card: t.book.cards[card].kind == "hero"))


def put_back(t: T, seat: Seat, cards: Picks) -> Script[None]:
    """Puts looked-at cards back on top of the Fate deck, in an order that stays the seat's secret."""
    chosen = yield from order(t.seat, "put-back", cards, sight="secret")
    yield from under(t, "VI-102", _back(seat, chosen))


def _back(seat: Seat, cards: Picks) -> Script[None]:
    yield facts.CardsPutBack(seat, "fate", cards)


def foresee(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Looks at the top 2 of the own Fate deck; discards both, or puts both back in any order."""
    two = yield from look(t, seat, 2)
    for fate in (yield from choose(t.seat, "scare", ("discard", "put-back") if two else (), about=card)):
        yield from discard(t, seat, *two) if fate == "discard" else put_back(t, seat, two)


# -- discards and hands ------------------------------------------------------------------------------


def discard(t: T, seat: Seat, *cards: Card) -> Script[None]:
    """Discards *cards*, wherever they are, each to its own pile; Items go with their host (VI-085).

    An Item that shields its host goes in the host's place.
    """
    for card in cards:
        mine = t.board.realms[seat]
        items = layout.attached(mine, t.book, card)
        shields = [item for item in items if t.book.cards[item].shields and layout.active(mine, t.book, item)]
        if shields:
            yield from discard(t, seat, shields[0])
            continue
        yield from discard(t, seat, *items)
        yield from _drop(t, seat, card)


def _drop(t: T, seat: Seat, card: Card) -> Script[None]:
    mine = t.board.realms[seat]
    last_word = layout.lore(mine, t.book, card).discarded if card in mine.cards else None
    place = layout.place_of(mine, card) if card in mine.cards else ""
    yield facts.CardDiscarded(seat, t.book.piles[card], card)
    yield from run(t, seat, card, last_word, place)


@verb("VI-056")
def discard_from_hand(t: T, seat: Seat) -> Script[None]:
    """Lets the seat discard any number of cards from the hand, none included."""
    hand = t.board.realms[seat].hand
    chosen = yield from may(seat, "discard", hand, most=len(hand), sight="hand")
    yield from discard(t, seat, *chosen)


def discard_some(t: T, seat: Seat, count: int, card: Card) -> Script[None]:
    """Makes the seat discard *count* cards from the hand, because *card* says so."""
    hand = t.board.realms[seat].hand
    yield from discard(t, seat, *(yield from pick(seat, "discard", hand, count, about=card, sight="hand")))


def recover(t: T, seat: Seat, card: Card) -> Script[None]:
    """Takes a card of the discard pile, or a revealed one, into the hand."""
    yield facts.CardRecovered(seat, card)
