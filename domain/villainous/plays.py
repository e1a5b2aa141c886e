"""Playing cards: from the hand, by Fate, or because another card says so (VI-100)."""

from __future__ import annotations

from collections.abc import Callable

from ..model import Asked, Picks, Seat
from ..script import Script, choose, may, verb
from . import facts, layout, play_targets
from .board import Realm
from .book import Book
from .decks import discard, restock, reveal, run
from .facts import Card, Place
from .hooks import Does, T


@verb("VI-041")
def play_from_hand(t: T, seat: Seat, card: Card) -> Script[None]:
    """Says where a card of the hand goes or what it is aimed at, pays for it there, and plays it."""
    payable = play_targets.payable(t.board.realms[seat], t.book, card)
    for spot in (yield from choose(t.seat, _prompt(t, card), payable, about=card)):
        yield from pay(t, seat, card, spot)
        yield from _put(t, seat, card, spot)


@verb("VI-042")
def pay(t: T, seat: Seat, card: Card, spot: str) -> Script[None]:
    """Pays the Cost of *card*: in Power, or with a card of the Realm that pays for it."""
    mine = t.board.realms[seat]
    cost = play_targets.price(mine, t.book, card, spot)
    payers = play_targets.payers(mine, t.book, card) if cost else ()
    ask = may if cost <= mine.power else choose
    for payer in (yield from ask(t.seat, "pay", payers, about=card)):
        yield from discard(t, seat, payer)
        return
    if cost:
        yield facts.PowerPaid(seat, cost, mine.power - cost)


@verb("VI-100")
def play(t: T, seat: Seat, card: Card) -> Script[None]:
    """Plays *card* into the Realm of *seat* without paying: it goes where `t.seat` says."""
    some: Picks = ("",)
    if play_targets.aimed(t.book, card):
        some = play_targets.spots(t.board.realms[seat], t.book, card)
    for spot in (yield from choose(t.seat, _prompt(t, card), some, about=card)):
        yield from _put(t, seat, card, spot)


def play_ally(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Plays an Ally of the hand without paying, because *card* says so; a lone one is asked for as well.

    Else all would know that the hand holds no other: hence `Asked`, and not `choose`.
    """
    allies = play_targets.allies_in_hand(t.board.realms[seat], t.book)
    (ally,) = yield Asked(t.seat, "ally-to-play", allies, about=card, sight="hand")
    yield from play(t, seat, ally)


def _prompt(t: T, card: Card) -> str:
    printed = t.book.cards[card]
    return "aim" if printed.kind in ("effect", "condition") else "host" if printed.attach else "where"


def _put(t: T, seat: Seat, card: Card, spot: str) -> Script[None]:
    printed = t.book.cards[card]
    if printed.kind in ("effect", "condition"):
        yield facts.CardPlayed(seat, card, aim=spot)
        if spot or not play_targets.aimed(t.book, card):
            yield from run(t, seat, card, _played(t, card), spot)
        yield from discard(t, seat, card)  # VI-087
    elif printed.attach:
        yield facts.CardPlayed(seat, card, on=spot)
        yield from run(t, seat, card, _played(t, card), spot)
    else:
        yield from enter(t, seat, card, spot)


def _played(t: T, card: Card) -> Does | None:
    """Returns what *card* does when played; perhaps what others are activated for (VI-C2)."""
    lore = t.book.lores[card]
    return lore.played if play_targets.activated(t.book, card) or lore.activated is None else lore.activated


@verb("VI-050")
def enter(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Plays *card* to a location: it does what it does, then the cards there notice it."""
    yield facts.CardPlayed(seat, card, at)
    first = t.book.rulings.thorns == "first"  # VI-222
    yield from _notice(t, seat, card, at, lambda other: first and t.book.cards[other].bars is not None)
    yield from run(t, seat, card, _played(t, card), at)
    yield from _notice(t, seat, card, at, lambda other: not first or t.book.cards[other].bars is None)


def _notice(t: T, seat: Seat, card: Card, at: Place, which: Callable[[Card], bool]) -> Script[None]:
    """Lets those cards at a location notice that *card* was played there."""
    for witness in filter(which, tuple(t.board.realms[seat].cards)):
        mine = t.board.realms[seat]
        if witness != card and witness in mine.cards and layout.is_at(mine, witness, at):
            yield from run(t, seat, witness, layout.lore(mine, t.book, witness).joined, card)


@verb("VI-104")
def find(t: T, seat: Seat, hero: Card, at: Place) -> Script[None]:
    """Plays a Hero to *at*: out of the Realm, the Fate discard pile or the deck, which is then shuffled."""
    mine = t.board.realms[seat]
    in_deck = hero in mine.fate.deck
    yield from discard(t, seat, *layout.attached(mine, t.book, hero))  # VI-203
    yield from enter(t, seat, hero, at)
    left = t.board.realms[seat].fate.deck
    if in_deck and left:
        yield from restock(t, seat, "fate", left)


# -- Fate --------------------------------------------------------------------------------------------

LEAVE = "pass"

MANY = 5
"""From so many players on the Fate Token goes round (VI-110)."""


@verb("VI-047")
def fate(t: T, target: Seat) -> Script[None]:
    """Reveals two Fate cards of *target*; `t.seat` plays one as it likes (VI-048) and discards the other.

    A card that enters as soon as it is revealed leaves no choice (VI-208); cards that cannot be played are
    discarded, and nothing is revealed in their place (VI-051).
    """
    if len(t.board.realms) >= MANY:
        yield facts.FateTokenTaken(target)
    for card in t.board.realms[target].lasting:
        yield from run(t, target, card, t.book.lores[card].fated)
    two = yield from reveal(t, target, 2)
    yield from forestall(t, target)
    mine = t.board.realms[target]
    eager = [card for card in two if t.book.cards[card].enters]
    fit = eager or [card for card in two if play_targets.playable(mine, t.book, card)]
    chosen = yield from choose(t.seat, "fate", fit)
    for card in chosen:
        yield from play(t, target, card)
    yield from discard(t, target, *(card for card in two if card not in chosen))


def forestall(t: T, target: Seat) -> Script[None]:
    """Lets *target* use what its cards offer at any time, before a Fate card is played on it (VI-223).

    In the own turn it is offered between the actions; here is where else it can make a difference.
    """
    while t.book.version > 2 and (uses := offers(t.board.realms[target], t.book)):
        (pick,) = yield Asked(target, "offer", (LEAVE, *uses))
        if pick == LEAVE:
            return
        card = pick.removeprefix("use:")
        yield from run(t, target, card, t.book.lores[card].offered)


def offers(mine: Realm, book: Book) -> Picks:
    """Returns what the cards of a Realm offer its Villain at any time."""
    offering = layout.doing(mine, book, "offers")
    return tuple(
        f"use:{card}"
        for card in offering
        if (offers := book.lores[card].offers) is not None and offers(mine, book, card)
    )


def turn_up(t: T, target: Seat) -> Script[None]:
    """Reveals the top Fate card of *target*, which `t.seat` plays, or which is discarded (VI-051)."""
    for card in (yield from reveal(t, target, 1)):
        yield from forestall(t, target)
        if play_targets.playable(t.board.realms[target], t.book, card):
            yield from play(t, target, card)
        else:
            yield from discard(t, target, card)
