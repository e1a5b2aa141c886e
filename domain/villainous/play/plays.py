"""Plays cards from the hand, by Fate, or on behalf of other cards (VI-100)."""

from __future__ import annotations

from collections.abc import Callable

from ...model import Asked, Picks, Seat
from ...script import Script, choose_one, choose_up_to, cite_rule, follow_last
from .. import facts
from ..board import Realm
from ..book import Book
from ..facts import Card, Place
from ..hooks import Hook, T
from . import layout, play_targets
from .decks import discard_cards, reshuffle_deck, reveal_cards, run_hook


@cite_rule("VI-041")
def play_from_hand(t: T, seat: Seat, card: Card) -> Script[None]:
    """Chooses the target of a card of the hand, pays for it and plays it."""
    targets = play_targets.affordable_targets(t.board.realms[seat], t.book, card)
    for target in (yield from choose_one(t.seat, _target_prompt(t, card), targets, about=card)):
        yield from pay_cost(t, seat, card, target)
        yield from _put_card(t, seat, card, target)


@cite_rule("VI-042")
def pay_cost(t: T, seat: Seat, card: Card, target: str) -> Script[None]:
    """Pays the Cost of *card* in Power, or with a card that pays for it."""
    realm = t.board.realms[seat]
    cost = play_targets.cost_at(realm, t.book, card, target)
    payers = play_targets.paying_cards(realm, t.book, card) if cost else ()
    ask = choose_up_to if cost <= realm.power else choose_one
    for payer in (yield from ask(t.seat, "pay", payers, about=card)):
        yield from discard_cards(t, seat, payer)
        return
    if cost:
        t.parts = play_targets.named_cost_parts(realm, t.book, card, target)
        yield facts.PowerPaid(seat, cost, realm.power - cost)


@cite_rule("VI-100")
def play_card(t: T, seat: Seat, card: Card) -> Script[None]:
    """Plays *card* into the Realm of *seat* without payment; `t.seat` chooses its target."""
    targets: Picks = ("",)
    if play_targets.needs_target(t.book, card):
        targets = play_targets.targets_of(t.board.realms[seat], t.book, card)
    for target in (yield from choose_one(t.seat, _target_prompt(t, card), targets, about=card)):
        yield from _put_card(t, seat, card, target)


def play_ally(t: T, seat: Seat, card: Card, subject: str) -> Script[None]:
    """Plays an Ally of the hand without payment, on behalf of *card*.

    `Asked` replaces `choose_one` because a skipped question would reveal that the hand holds a single Ally.
    """
    allies = play_targets.allies_in_hand(t.board.realms[seat], t.book)
    (ally,) = yield Asked(t.seat, "ally-to-play", allies, about=card, sight="hand")
    yield from play_card(t, seat, ally)


def _target_prompt(t: T, card: Card) -> str:
    printed_card = t.book.cards[card]
    return (
        "aim" if printed_card.kind in ("effect", "condition") else "host" if printed_card.attach else "where"
    )


def _put_card(t: T, seat: Seat, card: Card, target: str) -> Script[None]:
    printed_card = t.book.cards[card]
    if printed_card.kind in ("effect", "condition"):
        yield facts.CardPlayed(seat, card, aim=target)
        follow_last(t)
        if target or not play_targets.needs_target(t.book, card):
            yield from run_hook(t, seat, card, _played_hook(t, card), target)
        yield from discard_cards(t, seat, card)  # VI-087
    elif printed_card.attach:
        yield facts.CardPlayed(seat, card, on=target)
        follow_last(t)
        yield from run_hook(t, seat, card, _played_hook(t, card), target)
    else:
        yield from enter_location(t, seat, card, target)


def _played_hook(t: T, card: Card) -> Hook | None:
    """Returns the effect of playing *card*, perhaps its activated ability (VI-C2)."""
    hooks = t.book.hooks[card]
    return (
        hooks.on_played
        if play_targets.needs_activation(t.book, card) or hooks.on_activated is None
        else hooks.on_activated
    )


@cite_rule("VI-050")
def enter_location(t: T, seat: Seat, card: Card, location: Place) -> Script[None]:
    """Plays *card* to a location, runs its effect, then the hooks of cards there."""
    yield facts.CardPlayed(seat, card, location)
    follow_last(t)
    barriers_first = t.book.rulings.thorns == "first"  # VI-222
    yield from _run_joined(
        t, seat, card, location, lambda other: barriers_first and t.book.cards[other].bars is not None
    )
    yield from run_hook(t, seat, card, _played_hook(t, card), location)
    yield from _run_joined(
        t, seat, card, location, lambda other: not barriers_first or t.book.cards[other].bars is None
    )


def _run_joined(
    t: T, seat: Seat, card: Card, location: Place, condition: Callable[[Card], bool]
) -> Script[None]:
    """Runs the hooks of cards at a location for a newly played *card*."""
    for witness in filter(condition, tuple(t.board.realms[seat].cards)):
        realm = t.board.realms[seat]
        if witness != card and witness in realm.cards and layout.is_at(realm, witness, location):
            yield from run_hook(t, seat, witness, layout.active_hooks(realm, t.book, witness).on_joined, card)


@cite_rule("VI-104")
def find_hero(t: T, seat: Seat, hero: Card, location: Place) -> Script[None]:
    """Plays a Hero from Realm, Fate discard pile or deck; the deck is then shuffled."""
    realm = t.board.realms[seat]
    in_deck = hero in realm.fate.deck
    yield from discard_cards(t, seat, *layout.attached_items(realm, t.book, hero))  # VI-203
    yield from enter_location(t, seat, hero, location)
    remaining = t.board.realms[seat].fate.deck
    if in_deck and remaining:
        yield from reshuffle_deck(t, seat, "fate", remaining)


# -- Fate --------------------------------------------------------------------------------------------

LEAVE = "pass"

MANY = 5
"""The number of players from which the Fate Token is used (VI-110)."""


@cite_rule("VI-047")
def run_fate_action(t: T, target: Seat) -> Script[None]:
    """Reveals two Fate cards of *target*; `t.seat` plays one (VI-048) and discards the other.

    A card that enters as soon as it is revealed leaves no choice (VI-208). Unplayable cards are discarded
    without replacement (VI-051).
    """
    if len(t.board.realms) >= MANY:
        yield facts.FateTokenTaken(target)
    for card in t.board.realms[target].lasting:
        yield from run_hook(t, target, card, t.book.hooks[card].on_fate_action)
    revealed = yield from reveal_cards(t, target, 2)
    yield from offer_before_fate(t, target)
    realm = t.board.realms[target]
    entering = [card for card in revealed if t.book.cards[card].enters]
    playable = entering or [card for card in revealed if play_targets.is_playable(realm, t.book, card)]
    selected = yield from choose_one(t.seat, "fate", playable)
    for card in selected:
        yield from play_card(t, target, card)
    yield from discard_cards(t, target, *(card for card in revealed if card not in selected))


def offer_before_fate(t: T, target: Seat) -> Script[None]:
    """Offers *target* its abilities before a Fate card is played on it (VI-223).

    In the own turn they are offered between the actions.
    """
    while t.book.version > 2 and (uses := uses_of(t.board.realms[target], t.book)):
        (pick,) = yield Asked(target, "offer", (LEAVE, *uses))
        if pick == LEAVE:
            return
        card = pick.removeprefix("use:")
        yield from run_hook(t, target, card, t.book.hooks[card].on_used)


def uses_of(realm: Realm, book: Book) -> Picks:
    """Returns the abilities that a Realm's cards offer at any time."""
    offering = layout.cards_with_role(realm, book, "offers")
    return tuple(
        f"use:{card}"
        for card in offering
        if (offers := book.hooks[card].offers) is not None and offers(realm, book, card)
    )


def play_top_fate_card(t: T, target: Seat) -> Script[None]:
    """Reveals the top Fate card of *target*; `t.seat` plays it, or it is discarded (VI-051)."""
    for card in (yield from reveal_cards(t, target, 1)):
        yield from offer_before_fate(t, target)
        if play_targets.is_playable(t.board.realms[target], t.book, card):
            yield from play_card(t, target, card)
        else:
            yield from discard_cards(t, target, card)
