"""Draws, reveals, discards and recovers cards."""

from __future__ import annotations

from collections.abc import Callable

from ...model import Event, Picks, Seat
from ...script import (
    Part,
    Script,
    choose_exactly,
    choose_one,
    choose_order,
    choose_up_to,
    cite_rule,
    follow_from,
    follow_last,
    shuffle_cards,
    under_rule,
)
from .. import facts
from ..board import Pile, Realm
from ..facts import Card, PileName
from ..hooks import Hook, T
from . import layout


def run_hook(t: T, seat: Seat, card: Card, hook: Hook | None, subject: str = "") -> Script[None]:
    """Runs a hook of *card*, if it has one; the facts name the card as their rule."""
    if hook is not None:
        yield from under_rule(t, card, hook(t, seat, card, subject))


# -- decks -------------------------------------------------------------------------------------------


def pile_of(realm: Realm, pile: PileName) -> Pile:
    """Returns one of the two piles of a seat."""
    return realm.villain if pile == "villain" else realm.fate


def reshuffle_deck(t: T, seat: Seat, pile: PileName, cards: tuple[Card, ...]) -> Script[None]:
    """Shuffles *cards* into a new deck."""
    cause = t.cause
    yield facts.DeckShuffled(seat, pile, (yield from shuffle_cards(cards)))
    follow_from(t, cause)


def _take_cards(
    t: T,
    seat: Seat,
    pile: PileName,
    count: int,
    fact: Callable[[Seat, PileName, Picks], Event],
) -> Script[Picks]:
    """Takes *count* cards off a deck, with one *fact* for each batch; each drawn card has its own.

    An empty deck is renewed from its discard pile, during a reveal too (VI-032, VI-049). The number of cards
    may fall short even so (VI-C7).
    """
    cards: Picks = ()
    while len(cards) < count:
        source = pile_of(t.board.realms[seat], pile)
        if source.deck:
            single = fact is facts.CardsDrawn and t.book.version > 3
            batch = source.deck[: 1 if single else count - len(cards)]
            if single or (fact is facts.CardsDrawn and not t.parts):
                t.parts = (Part(len(batch), t.rule),)
            yield fact(seat, pile, batch)
            cards += batch
        elif source.discard:
            yield from under_rule(t, "VI-103", reshuffle_deck(t, seat, pile, source.discard))
        else:
            break
    return cards


def draw_cards(t: T, seat: Seat, count: int) -> Script[Picks]:
    """Draws from the Villain deck; an open hand stays open."""
    cards = yield from _take_cards(t, seat, "villain", count, facts.CardsDrawn)
    if cards and t.board.realms[seat].exposed:
        cause = follow_last(t)
        yield facts.HandRevealed(seat, t.board.realms[seat].hand)
        follow_from(t, cause)
    return cards


@cite_rule("VI-102")
def reveal_cards(t: T, seat: Seat, count: int, pile: PileName = "fate") -> Script[Picks]:
    """Reveals the top cards of a deck."""
    return (yield from _take_cards(t, seat, pile, count, facts.CardsRevealed))


@cite_rule("VI-102")
def look_at_cards(t: T, seat: Seat, count: int) -> Script[Picks]:
    """Shows the seat the top cards of its own Fate deck."""
    return (yield from _take_cards(t, seat, "fate", count, facts.CardsLookedAt))


def reveal_until(
    t: T, seat: Seat, pile: PileName, condition: Callable[[Card], bool]
) -> Script[tuple[Picks, Picks]]:
    """Reveals a deck until a card meets *condition*; returns that card, if any, and the others."""
    others: Picks = ()
    while card := (yield from reveal_cards(t, seat, 1, pile)):
        if condition(card[0]):
            return card, others
        others += card
    return (), others


def reveal_hero(t: T, seat: Seat) -> Script[tuple[Picks, Picks]]:
    """Reveals the Fate deck until a Hero appears; returns the Hero, if any, and the others."""
    return (yield from reveal_until(t, seat, "fate", lambda card: t.book.cards[card].kind == "hero"))


def put_back_cards(t: T, seat: Seat, cards: Picks) -> Script[None]:
    """Puts looked-at cards back on top of the Fate deck in a secret order."""
    ordered = yield from choose_order(t.seat, "put-back", cards, sight="secret")
    yield from under_rule(t, "VI-102", _put_back_fact(seat, ordered))


def _put_back_fact(seat: Seat, cards: Picks) -> Script[None]:
    yield facts.CardsPutBack(seat, "fate", cards)


def foresee(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Looks at the top 2 of the own Fate deck; discards both, or puts both back in any order."""
    cards = yield from look_at_cards(t, seat, 2)
    for decision in (
        yield from choose_one(t.seat, "scare", ("discard", "put-back") if cards else (), about=card)
    ):
        yield from discard_cards(t, seat, *cards) if decision == "discard" else put_back_cards(t, seat, cards)


# -- discards and hands ------------------------------------------------------------------------------


def discard_cards(t: T, seat: Seat, *cards: Card) -> Script[None]:
    """Discards *cards* to their piles together with attached Items (VI-085).

    An Item that shields its host is discarded instead of the host.
    """
    for card in cards:
        realm = t.board.realms[seat]
        items = layout.attached_items(realm, t.book, card)
        shields = [
            item for item in items if t.book.cards[item].shields and layout.is_active(realm, t.book, item)
        ]
        if shields:
            yield from discard_cards(t, seat, shields[0])
            continue
        yield from discard_cards(t, seat, *items)
        yield from _discard_card(t, seat, card)


def _discard_card(t: T, seat: Seat, card: Card) -> Script[None]:
    realm = t.board.realms[seat]
    on_discarded = layout.active_hooks(realm, t.book, card).on_discarded if card in realm.cards else None
    location = layout.location_of(realm, card) if card in realm.cards else ""
    yield facts.CardDiscarded(seat, t.book.piles[card], card)
    cause = follow_last(t)
    yield from run_hook(t, seat, card, on_discarded, location)
    follow_from(t, cause)


@cite_rule("VI-056")
def discard_from_hand(t: T, seat: Seat) -> Script[None]:
    """Asks the seat for any number of cards of the hand to discard."""
    hand = t.board.realms[seat].hand
    selected = yield from choose_up_to(seat, "discard", hand, maximum=len(hand), sight="hand")
    yield from discard_cards(t, seat, *selected)


def force_discard(t: T, seat: Seat, count: int, card: Card) -> Script[None]:
    """Asks the seat for *count* cards of the hand to discard, on behalf of *card*."""
    hand = t.board.realms[seat].hand
    yield from discard_cards(
        t, seat, *(yield from choose_exactly(seat, "discard", hand, count, about=card, sight="hand"))
    )


def recover_card(t: T, seat: Seat, card: Card) -> Script[None]:
    """Takes a card of the discard pile, or a revealed one, into the hand."""
    yield facts.CardRecovered(seat, card)
