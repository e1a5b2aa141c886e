"""The targets of a card, its Cost for each, and the means to pay."""

from __future__ import annotations

from ...model import Picks
from ...script import Part, Parts, limit_parts, total_amount
from ..board import Realm
from ..book import Book
from ..facts import Card, Place
from . import layout
from .strength import strength_of


def targets_of(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the targets of *card*.

    These are locations (VI-043, VI-050, VI-072), hosts (VI-084, VI-086, VI-202), or the targets of its hook.
    """
    printed_card, hook = book.cards[card], book.hooks[card].targets
    if hook is not None:
        return hook(realm, book, card)
    if printed_card.attach:
        return layout.reachable_cards(realm, book, printed_card.attach)
    if printed_card.enters:
        return (printed_card.enters,)
    if not needs_target(book, card):
        return ()
    places = layout.unlocked_locations(realm, book)
    if printed_card.shuns or printed_card.only_at:
        places = tuple(
            location
            for location in places
            if location != printed_card.shuns and printed_card.only_at in ("", location)
        )
    barriers = layout.cards_with_role(realm, book, "bars")
    return (
        tuple(location for location in places if not _is_barred(realm, book, card, location))
        if barriers
        else places
    )


def needs_target(book: Book, card: Card) -> bool:
    """Returns whether *card* is played to, onto or at a target."""
    return book.cards[card].kind not in ("effect", "condition") or book.hooks[card].targets is not None


def _is_barred(realm: Realm, book: Book, card: Card, location: Place) -> bool:
    return any(
        bar.blocks(book.cards[card].kind, strength_of(realm, book, card))
        for other in layout.cards_with_role(realm, book, "bars")
        if (bar := book.cards[other].bars) is not None and layout.is_at(realm, other, location)
    )


def forbidden_uses(realm: Realm, book: Book) -> frozenset[str]:
    """Returns the actions and kinds of cards that the Villain may not use."""
    return frozenset(book.cards[card].forbids for card in layout.cards_with_role(realm, book, "forbids"))


def is_playable(realm: Realm, book: Book, card: Card) -> bool:
    """Returns whether *card* can be carried out, apart from its Cost (VI-051, VI-084, VI-086, VI-201)."""
    return is_allowed(realm, book, card) and (
        not needs_target(book, card)
        or _is_playable_in_vain(book, card)
        or bool(targets_of(realm, book, card))
    )


def is_allowed(realm: Realm, book: Book, card: Card) -> bool:
    """Returns whether no rule forbids *card*; a card with targets also needs one of them."""
    if book.piles[card] == "villain" and book.cards[card].kind in forbidden_uses(realm, book):
        return False
    can_play = book.hooks[card].can_play
    return (
        can_play is None
        or needs_target(book, card)
        or _is_playable_in_vain(book, card)
        or can_play(realm, book)
    )


def allies_in_hand(realm: Realm, book: Book) -> Picks:
    """Returns the Allies of the hand that have a target."""
    return tuple(
        card for card in realm.hand if book.cards[card].kind == "ally" and targets_of(realm, book, card)
    )


def cost_at(realm: Realm, book: Book, card: Card, target: str) -> int:
    """Returns the total Cost of *card* at *target*, at least 0."""
    return max(0, sum([amount for amount, _ in cost_parts(realm, book, card, target)]))


def named_cost_parts(realm: Realm, book: Book, card: Card, target: str) -> Parts:
    """Returns the parts of the Cost of *card* other than 0, with a correction to 0 (VI-042)."""
    parts = (Part(amount, source) for amount, source in cost_parts(realm, book, card, target))
    return limit_parts(parts, "VI-042")


def cost_parts(realm: Realm, book: Book, card: Card, target: str) -> list[tuple[int, Card]]:
    """Returns the parts of the Cost of *card*, each with its source card."""
    hook = book.hooks[card].cost_at
    parts = [(book.cards[card].cost if hook is None else hook(realm, book, card, target), card)]
    for other in layout.cards_with_role(realm, book, "levy"):
        if (levy := book.hooks[other].levy) is not None:
            parts.append((levy(realm, book, other, card, target), other))
    return parts


def paying_cards(realm: Realm, book: Book, card: Card) -> tuple[Card, ...]:
    """Returns the cards of the Realm that can be discarded to pay the whole Cost of *card*."""
    kind = book.cards[card].kind
    payers = (
        other
        for other in layout.cards_with_role(realm, book, "pays_for")
        if book.cards[other].pays_for == kind
    )
    return tuple(other for other in payers if layout.location_of(realm, other) not in realm.locked)


def affordable_targets(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the targets with an affordable Cost (VI-042); the empty one if it needs none."""
    targets = targets_of(realm, book, card) or (
        ("",) if not needs_target(book, card) or _is_playable_in_vain(book, card) else ()
    )
    if not targets or paying_cards(realm, book, card):
        return targets
    if book.hooks[card].cost_at is None and not layout.cards_with_role(
        realm, book, "levy"
    ):  # the same everywhere
        return targets if cost_at(realm, book, card, targets[0]) <= realm.power else ()
    return tuple(target for target in targets if cost_at(realm, book, card, target) <= realm.power)


def _is_playable_in_vain(book: Book, card: Card) -> bool:
    """Returns whether *card* can be played without carrying out its text (VI-C4)."""
    own = book.piles[card] == "villain"
    return own and book.rulings.effects == "any" and book.cards[card].kind == "effect"


# -- activated abilities -----------------------------------------------------------------------------


def needs_activation(book: Book, card: Card) -> bool:
    """Returns whether the effect of *card* needs an Activate action (VI-C2)."""
    return book.cards[card].activation is not None


def activatable_cards(realm: Realm, book: Book) -> Picks:
    """Returns the reachable, affordable and usable cards with abilities (VI-044, VI-045)."""
    return tuple(
        card
        for card in layout.cards_with_role(realm, book, "activation")
        if layout.location_of(realm, card) not in realm.locked
        and activation_cost(realm, book, card) <= realm.power
        and ((can_activate := book.hooks[card].can_activate) is None or can_activate(realm, book, card))
    )


def activation_cost(realm: Realm, book: Book, card: Card) -> int:
    """Returns the activation Cost of *card* with surcharges of other cards."""
    return total_amount(activation_parts(realm, book, card))


def activation_parts(realm: Realm, book: Book, card: Card) -> Parts:
    """Returns the parts of the activation Cost of *card*."""
    surcharges = layout.cards_with_role(realm, book, "tires") if book.cards[card].guard else ()
    return (
        Part(book.cards[card].activation or 0, card),
        *(Part(book.cards[other].tires, other) for other in surcharges),
    )
