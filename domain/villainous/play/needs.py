"""Common needs of card texts, from which refusals take their reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ...messages import Message
from ...model import Picks
from ..board import Realm
from ..book import Book, Kind
from ..facts import Card
from ..hooks import Need, Restriction
from . import layout
from .play_targets import is_playable, needs_target
from .restrictions import (
    LOCKED,
    card_name,
    join_restrictions,
    refuse_defeat,
    refuse_entry,
    refuse_fight,
    refuse_locked,
    refuse_strength,
)

Obstacle: TypeAlias = Callable[[Realm, Book, Card, str], "Restriction | None"]
"""Returns the obstacle to a candidate; arguments are the Realm, the card and the candidate."""

NO_DISCARDED_HERO = Message("there is no Hero in the Fate discard pile")

_NOTHING = Message("there is nothing in the Realm that it could use")
_MISSING: Mapping[str, Message] = {
    "ally": Message("there is no Ally in the Realm"),
    "hero": Message("there is no Hero in the Realm"),
    "item": Message("there is no Item in the Realm"),
    "curse": Message("there is no Curse in the Realm"),
}


# -- candidates --------------------------------------------------------------------------------------


def discarded_heroes(realm: Realm, book: Book, card: Card) -> Picks:
    """Returns the Heroes of the Fate discard pile."""
    return tuple(other for other in realm.fate.discard if book.cards[other].kind == "hero")


# -- obstacles ---------------------------------------------------------------------------------------


def never(realm: Realm, book: Book, card: Card, subject: str) -> Restriction | None:
    """Returns no obstacle."""
    return None


def when_locked(realm: Realm, book: Book, card: Card, subject: str) -> Restriction | None:
    """Returns the lock of a candidate's location."""
    return refuse_locked(realm, book, subject)


def when_undefeatable(realm: Realm, book: Book, card: Card, subject: str) -> Restriction | None:
    """Returns the obstacle to a candidate's defeat."""
    return refuse_defeat(realm, book, subject)


def when_stronger(most: int) -> Obstacle:
    """Returns an obstacle for candidates of a Strength above *most*."""
    return lambda realm, book, card, subject: refuse_strength(realm, book, subject, most)


def first_of(*obstacles: Obstacle) -> Obstacle:
    """Returns an obstacle that is the first one in force of several."""
    return lambda realm, book, card, subject: next(
        (found for obstacle in obstacles if (found := obstacle(realm, book, card, subject)) is not None), None
    )


# -- needs -------------------------------------------------------------------------------------------


def a_card(kind: Kind, *obstacles: Obstacle) -> Need:
    """Returns the need of a card of *kind* in the Realm without any of the *obstacles*."""
    return Need(
        lambda realm, book, card: layout.cards_of_kind(realm, book, kind),
        _MISSING[kind],
        first_of(*obstacles),
        (kind,),
    )


def itself(obstacle: Obstacle) -> Need:
    """Returns the need of a card that may only be prevented by an *obstacle* to itself."""
    return Need(lambda realm, book, card: (card,), _NOTHING, obstacle)


def locations(obstacle: Obstacle) -> Need:
    """Returns the need of locations without an *obstacle*."""
    return Need(lambda realm, book, card: layout.locations(realm, book), _NOTHING, obstacle)


AN_ALLY = a_card("ally", when_locked)
AN_ITEM = a_card("item", when_locked)
A_HERO = a_card("hero", when_locked)
A_DEFEATABLE_HERO = a_card("hero", when_undefeatable)
A_FIGHT = a_card("hero", lambda realm, book, card, hero: refuse_fight(realm, book, hero))
A_DISCARDED_HERO = Need(
    discarded_heroes, NO_DISCARDED_HERO, lambda realm, book, card, hero: refuse_play(realm, book, hero)
)
AN_ALLY_IN_HAND = Need(
    lambda realm, book, card: tuple(c for c in realm.hand if c and book.cards[c].kind == "ally"),
    Message("there is no Ally in the hand"),
    lambda realm, book, card, ally: refuse_play(realm, book, ally),
)


def a_weak_hero(most: int) -> Need:
    """Returns the need of a defeatable Hero of a Strength of *most* or less."""
    return a_card("hero", when_undefeatable, when_stronger(most))


# -- whole cards -------------------------------------------------------------------------------------


def find_need(realm: Realm, book: Book, card: Card) -> Need | None:
    """Returns the need of a card of this Realm's Villain, if its text has one."""
    printed = book.cards.get(card)
    return None if printed is None else book.scripts[realm.who].needs.get(printed.id)


def refuse_target(realm: Realm, book: Book, card: Card, target: str) -> Restriction | None:
    """Returns the obstacle to *target* as the host, location or target of a card to be played."""
    printed = book.cards[card]
    if printed.attach and target in realm.cards and layout.kind_of(realm, book, target) != printed.attach:
        names = {"card": card_name(book, card), "other": card_name(book, target)}
        reason = (
            Message("{card} is attached to an Ally, and {other} is none", **names)
            if printed.attach == "ally"
            else Message("{card} is attached to a Hero, and {other} is none", **names)
        )
        return Restriction("VI-202", reason)
    if book.hooks[card].targets is not None:
        return refuse_candidate(realm, book, card, target)
    if printed.attach:
        return refuse_locked(realm, book, target) if target in realm.cards else None
    return refuse_entry(realm, book, card, target) if target in layout.locations(realm, book) else None


def refuse_candidate(realm: Realm, book: Book, card: Card, candidate: str) -> Restriction | None:
    """Returns the obstacle to a candidate of the text of *card*."""
    need = find_need(realm, book, card)
    if need is None:
        return None
    if candidate in need.candidates(realm, book, card):
        obstacle = need.refuse(realm, book, card, candidate)
        return None if obstacle is None else _cite_card(obstacle)
    if candidate in realm.cards and need.kinds:
        return refuse_kind(realm, book, candidate, *need.kinds)
    other = card_name(book, candidate) if candidate in book.cards else candidate
    return Restriction(
        "", Message("{other} is nothing that {card} acts on", card=card_name(book, card), other=other)
    )


def refuse_kind(realm: Realm, book: Book, card: Card, *kinds: str) -> Restriction | None:
    """Returns the kind of a card of the Realm as an obstacle where only *kinds* serve."""
    if layout.kind_of(realm, book, card) in kinds:
        return None
    name = card_name(book, card)
    match kinds:
        case ("ally",):
            reason = Message("{card} is no Ally", card=name)
        case ("hero",):
            reason = Message("{card} is no Hero", card=name)
        case ("item",):
            reason = Message("{card} is no Item", card=name)
        case ("curse",):
            reason = Message("{card} is no Curse", card=name)
        case _:
            reason = Message("{card} is no Ally and no Item", card=name)
    return Restriction("", reason)


def refuse_text(realm: Realm, book: Book, card: Card) -> Restriction:
    """Returns the obstacle to the text of *card*, from all its candidates."""
    need = find_need(realm, book, card)
    if need is None:
        return Restriction("", _NOTHING)
    candidates = need.candidates(realm, book, card)
    joined = join_restrictions(need.refuse(realm, book, card, candidate) for candidate in candidates)
    return Restriction("", need.missing) if joined is None else _cite_card(joined)


def _cite_card(restriction: Restriction) -> Restriction:
    """Returns a restriction of a card's text by another card, by a lock, or by that text alone."""
    rule, reason = restriction
    return Restriction("" if rule.startswith("VI-") and rule != LOCKED else rule, reason)


def refuse_play(realm: Realm, book: Book, card: Card) -> Restriction | None:
    """Returns the obstacle to any play of *card*, apart from its Cost (VI-051, VI-201)."""
    if is_playable(realm, book, card):
        return None
    for other in layout.cards_with_role(realm, book, "forbids"):
        if book.piles[card] == "villain" and book.cards[other].forbids == book.cards[card].kind:
            return Restriction(
                book.cards[other].id, Message("{card} forbids it", card=card_name(book, other))
            )
    rule, name = "VI-201", card_name(book, card)
    if book.hooks[card].targets is not None or not needs_target(book, card):
        rule, reason = refuse_text(realm, book, card)
        reason = Message("{card} cannot be carried out: {reason}", card=name, reason=reason)
    elif attach := book.cards[card].attach:
        hosts = layout.cards_of_kind(realm, book, attach)
        rule, reason = join_restrictions(refuse_locked(realm, book, host) for host in hosts) or Restriction(
            "VI-084" if attach == "ally" else "VI-086", _MISSING[attach]
        )
        reason = Message("{card} cannot be attached: {reason}", card=name, reason=reason)
    else:
        only = book.cards[card].only_at
        places = (only,) if only else layout.locations(realm, book)
        rule, reason = join_restrictions(
            refuse_entry(realm, book, card, place) for place in places
        ) or Restriction("", _NOTHING)
        reason = Message("{card} can be played nowhere: {reason}", card=name, reason=reason)
    return Restriction(rule or "VI-201", reason)


def refuse_activation(realm: Realm, book: Book, card: Card) -> Restriction | None:
    """Returns the obstacle to the activated ability of a card of the Realm, apart from its Cost."""
    can_activate = book.hooks[card].can_activate
    if can_activate is None or can_activate(realm, book, card):
        return None
    rule, reason = refuse_text(realm, book, card)
    name = card_name(book, card)
    return Restriction(
        rule or book.cards[card].id,
        Message("{card} cannot be carried out: {reason}", card=name, reason=reason),
    )
