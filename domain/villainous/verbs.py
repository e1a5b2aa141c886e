"""What cards and actions are made of. A verb makes its facts and runs what they set off."""

from __future__ import annotations

from collections.abc import Callable

from ..script import R, Script, choose, may, order, shuffle, under, verb
from ..words import Event, Picks, Seat
from . import facts, realm
from .board import Pile, Realm
from .book import Does, T
from .facts import Card, PileName, Place


class Over(Exception):
    """An objective is fulfilled: nothing more happens, whatever was under way (VI-120)."""


def acting(t: T, seat: Seat, script: Script[R]) -> Script[R]:
    """Runs *script* with *seat* making its choices."""
    before, t.seat = t.seat, seat
    result = yield from script
    t.seat = before
    return result


def run(t: T, seat: Seat, card: Card, does: Does | None) -> Script[None]:
    """Runs what *card* does, if anything: its facts name the card as their rule."""
    if does is not None:
        yield from under(t, card, does(t, seat, card))


@verb("VI-120")
def fulfil(t: T, seat: Seat) -> Script[None]:
    """Ends the game: *seat* has reached the objective."""
    yield facts.ObjectiveFulfilled(seat)
    raise Over


# -- Power -------------------------------------------------------------------------------------------


def gain(t: T, seat: Seat, amount: int) -> Script[None]:
    """Gives *amount* Power: a card may change each gain, and the Cauldron may hold less (VI-C8)."""
    mine = t.board.realms[seat]
    amount += sum(t.book.cards[card].gains for card in mine.cards)
    amount = min(amount, t.board.cauldron)
    if amount > 0:
        yield facts.PowerGained(seat, amount, mine.power + amount)


@verb("VI-042")
def pay(t: T, seat: Seat, card: Card) -> Script[None]:
    """Pays the Cost of *card*: in Power, or with a card of the Realm that pays for it."""
    mine, cost = t.board.realms[seat], t.book.cards[card].cost
    payers = realm.payers(mine, t.book, card)
    ask = may if cost <= mine.power else choose
    for payer in (yield from ask(t.seat, "pay", payers, about=card)):
        yield from discard(t, seat, payer)
        return
    if cost:
        yield facts.PowerPaid(seat, cost, mine.power - cost)


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
    taken: Picks = ()
    while len(taken) < count:
        cards = pile_of(t.board.realms[seat], pile)
        if cards.deck:
            batch = cards.deck[: count - len(taken)]
            yield fact(seat, pile, batch)
            taken += batch
        elif cards.discard:
            yield from under(t, "VI-103", restock(t, seat, pile, cards.discard))
        else:
            break
    return taken


def draw(t: T, seat: Seat, count: int) -> Script[Picks]:
    """Draws from the Villain deck."""
    return (yield from _take(t, seat, "villain", count, facts.CardsDrawn))


@verb("VI-102")
def reveal(t: T, seat: Seat, count: int) -> Script[Picks]:
    """Reveals the top cards of the Fate deck."""
    return (yield from _take(t, seat, "fate", count, facts.CardsRevealed))


@verb("VI-102")
def look(t: T, seat: Seat, count: int) -> Script[Picks]:
    """Lets the seat take up and see the top cards of its own Fate deck."""
    return (yield from _take(t, seat, "fate", count, facts.CardsLookedAt))


def reveal_hero(t: T, seat: Seat) -> Script[tuple[Picks, Picks]]:
    """Reveals the Fate deck card by card until a Hero shows up; returns the Hero, if any, and the others."""
    others: Picks = ()
    while card := (yield from reveal(t, seat, 1)):
        if t.book.cards[card[0]].kind == "hero":
            return card, others
        others += card
    return (), others


def discard(t: T, seat: Seat, *cards: Card) -> Script[None]:
    """Discards *cards*, wherever they are, each to its own pile; Items go with their host (VI-085)."""
    for card in cards:
        yield from discard(t, seat, *realm.attached(t.board.realms[seat], card))
        yield facts.CardDiscarded(seat, t.book.piles[card], card)


@verb("VI-056")
def discard_from_hand(t: T, seat: Seat) -> Script[None]:
    """Lets the seat discard any number of cards from the hand, none included."""
    hand = t.board.realms[seat].hand
    chosen = yield from may(t.seat, "discard", hand, most=len(hand), sight="hand")
    yield from discard(t, seat, *chosen)


@verb("VI-102")
def put_back(t: T, seat: Seat, cards: Picks) -> Script[None]:
    """Puts looked-at cards back on top of the Fate deck, in an order that stays the seat's secret."""
    chosen = yield from order(t.seat, "put-back", cards, sight="secret")
    yield facts.CardsPutBack(seat, "fate", chosen)


# -- playing -----------------------------------------------------------------------------------------


@verb("VI-041")
def play_from_hand(t: T, seat: Seat, card: Card) -> Script[None]:
    """Pays for a card of the hand and plays it."""
    yield from pay(t, seat, card)
    yield from play(t, seat, card)


@verb("VI-100")
def play(t: T, seat: Seat, card: Card) -> Script[None]:
    """Plays *card* into the Realm of *seat*: it is followed and discarded, or goes where `t.seat` says."""
    printed, lore = t.book.cards[card], t.book.lore(card)
    if printed.kind in ("effect", "condition"):
        yield facts.CardPlayed(seat, card)
        yield from run(t, seat, card, lore.played)
        yield from discard(t, seat, card)
        return
    spots = realm.spots(t.board.realms[seat], t.book, card)
    prompt = "host" if printed.attach else "where"
    for spot in (yield from choose(t.seat, prompt, spots, about=card)):
        if printed.attach:
            yield facts.CardPlayed(seat, card, on=spot)
            yield from run(t, seat, card, lore.played)
        else:
            yield from enter(t, seat, card, spot)


@verb("VI-050")
def enter(t: T, seat: Seat, card: Card, at: Place) -> Script[None]:
    """Plays *card* to a location: it does what it does, then the cards there react to a Hero."""
    yield facts.CardPlayed(seat, card, at)
    yield from run(t, seat, card, t.book.lore(card).played)
    if t.book.cards[card].kind == "hero":
        for witness in tuple(t.board.realms[seat].cards):
            mine = t.board.realms[seat]
            if witness in mine.cards and realm.place_of(mine, witness) == at:
                yield from run(t, seat, witness, t.book.lore(witness).hero_played)


@verb("VI-104")
def find(t: T, seat: Seat, hero: Card, at: Place) -> Script[None]:
    """Plays a Hero to *at*: out of the Realm, the Fate discard pile or the deck, which is then shuffled."""
    mine = t.board.realms[seat]
    in_deck = hero in mine.fate.deck
    yield from discard(t, seat, *realm.attached(mine, hero))  # VI-203
    yield from enter(t, seat, hero, at)
    left = t.board.realms[seat].fate.deck
    if in_deck and left:
        yield from restock(t, seat, "fate", left)


# -- Fate --------------------------------------------------------------------------------------------


@verb("VI-047")
def fate(t: T, target: Seat) -> Script[None]:
    """Reveals two Fate cards of *target*; `t.seat` plays one as it likes (VI-048) and discards the other.

    A card that enters as soon as it is revealed leaves no choice (VI-208); cards that cannot be played are
    discarded, and nothing is revealed in their place (VI-051).
    """
    two = yield from reveal(t, target, 2)
    mine = t.board.realms[target]
    eager = [card for card in two if t.book.cards[card].enters]
    fit = eager or [card for card in two if realm.playable(mine, t.book, card)]
    chosen = yield from choose(t.seat, "fate", fit)
    for card in chosen:
        yield from play(t, target, card)
    yield from discard(t, target, *(card for card in two if card not in chosen))


# -- moving and fighting -----------------------------------------------------------------------------


@verb("VI-052")
def carry(t: T, seat: Seat, card: Card) -> Script[None]:
    """Moves an Ally, an Item, a Curse (VI-205) or a Hero (VI-055) to an adjacent unlocked location."""
    mine = t.board.realms[seat]
    beside = realm.neighbours(mine, t.book, realm.place_of(mine, card))
    for to in (yield from choose(t.seat, "where", beside, about=card)):
        yield facts.CardMoved(seat, card, to)


@verb("VI-057")
def vanquish(t: T, seat: Seat, hero: Card) -> Script[None]:
    """Defeats *hero* with Allies beside it, called up one by one until they suffice, and then discarded."""
    at = realm.place_of(t.board.realms[seat], hero)
    used: Picks = ()
    while True:
        mine = t.board.realms[seat]
        might = sum(realm.strength(mine, t.book, ally) for ally in used)
        enough = might >= realm.strength(mine, t.book, hero) and len(used) >= t.book.cards[hero].allies
        left = [ally for ally in realm.of_kind(mine, t.book, "ally", at) if ally not in used]
        (ally,) = yield from choose(t.seat, "ally", ["enough", *left] if enough else left, about=hero)
        if ally == "enough":
            break
        used += (ally,)
    yield from defeat(t, seat, hero)
    yield from discard(t, seat, *used)  # VI-059


@verb("VI-204")
def defeat(t: T, seat: Seat, hero: Card) -> Script[None]:
    """Defeats *hero*, by whatever means: its Power returns, it is discarded, it may have a last word."""
    mine = t.board.realms[seat]
    at = realm.place_of(mine, hero)
    yield facts.HeroDefeated(seat, hero, at, realm.strength(mine, t.book, hero))
    if lying := mine.cards[hero].power:
        yield facts.PowerReturned(seat, hero, lying, mine.power + lying)
    yield from discard(t, seat, hero)
    last_word = t.book.lore(hero).defeated
    if last_word is not None:
        yield from under(t, hero, last_word(t, seat, at))
