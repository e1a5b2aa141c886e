"""States the single rule or card that prevents a play, a move, a defeat or a fight."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ...messages import Argument, Message, Name
from ...script import Parts
from ..board import Realm
from ..book import Book
from ..facts import Card, Place
from ..hooks import Restriction
from . import fights, layout
from .strength import named_strength_parts, strength_of

LOCKED = "VI-070"

# -- names and numbers -------------------------------------------------------------------------------


def card_name(book: Book, card: Card) -> Name:
    """Returns the name of a card for a message."""
    return Name(book.cards[card].name, card)


def location_name(realm: Realm, book: Book, location: Place) -> Name:
    """Returns the name of a location for a message."""
    return Name(book.locations[realm.who][location].name, location)


def describe_sum(book: Book, parts: Parts, card: Card) -> Argument:
    """Returns the number of *card* as a sum of its *parts*, each other source by its name."""
    own = [part.amount for part in parts[:1] if part.rule == card]
    total: Argument = str(own[0]) if own else "0"
    for part in parts[len(own) :]:
        if part.rule == card:
            total = Message("{sum} + {amount}", sum=total, amount=part.amount)
            continue
        source = card_name(book, part.rule) if part.rule in book.cards else part.rule
        total = (
            Message("{sum} + {amount} ({source})", sum=total, amount=part.amount, source=source)
            if part.amount > 0
            else Message("{sum} - {amount} ({source})", sum=total, amount=-part.amount, source=source)
        )
    return total


def describe_strength(realm: Realm, book: Book, card: Card) -> Argument:
    """Returns the Strength of *card* as a sum of its parts."""
    return describe_sum(book, named_strength_parts(realm, book, card), card)


# -- locks, plays and moves --------------------------------------------------------------------------


def refuse_locked(realm: Realm, book: Book, card: Card) -> Restriction | None:
    """Returns the lock of the location of a card of the Realm (VI-070)."""
    location = layout.location_of(realm, card)
    if location not in realm.locked:
        return None
    names = {"card": card_name(book, card), "place": location_name(realm, book, location)}
    return Restriction(LOCKED, Message("{card} is at {place}, which is locked", **names))


def refuse_entry(realm: Realm, book: Book, card: Card, location: Place) -> Restriction | None:
    """Returns the obstacle to a play of *card* to a location, a card before a lock."""
    printed = book.cards[card]
    place = location_name(realm, book, location)
    if printed.only_at not in ("", location):
        only = location_name(realm, book, printed.only_at)
        return Restriction(
            printed.id, Message("{card} is only played to {place}", card=card_name(book, card), place=only)
        )
    return (
        _refuse_shunned(realm, book, card, location)
        or _refuse_barred(realm, book, card, location)
        or (
            Restriction(LOCKED, Message("{place} is locked", place=place))
            if location in realm.locked
            else None
        )
    )


def _refuse_shunned(realm: Realm, book: Book, card: Card, location: Place) -> Restriction | None:
    if book.cards[card].shuns != location:
        return None
    names = {"card": card_name(book, card), "place": location_name(realm, book, location)}
    return Restriction(book.cards[card].id, Message("{card} never enters {place}", **names))


def _refuse_barred(realm: Realm, book: Book, card: Card, location: Place) -> Restriction | None:
    for other in layout.cards_with_role(realm, book, "bars"):
        bar = book.cards[other].bars
        if bar is None or not layout.is_at(realm, other, location):
            continue
        if bar.blocks(book.cards[card].kind, strength_of(realm, book, card)):
            names = {"bar": card_name(book, other), "card": card_name(book, card)}
            reason = (
                Message("{bar} keeps {card} away from its location", **names)
                if bar.below is None
                else Message(
                    "{bar} lets in Heroes of Strength {least} or more, and {card} has {strength}",
                    least=bar.below,
                    strength=describe_strength(realm, book, card),
                    **names,
                )
            )
            return Restriction(book.cards[other].id, reason)
    return None


def refuse_destination(realm: Realm, book: Book, card: Card, to: Place) -> Restriction | None:
    """Returns the obstacle to a move of a card of the Realm to a location."""
    place = location_name(realm, book, to)
    if to == layout.location_of(realm, card):
        return Restriction(
            "VI-100", Message("{card} is at {place} already", card=card_name(book, card), place=place)
        )
    if (shunned := _refuse_shunned(realm, book, card, to)) is not None:
        return shunned
    return Restriction(LOCKED, Message("{place} is locked", place=place)) if to in realm.locked else None


def refuse_step(realm: Realm, book: Book, card: Card) -> Restriction | None:
    """Returns the obstacle to a move of a card of the Realm to any adjacent location (VI-053)."""
    location = layout.location_of(realm, card)
    adjacent = layout.adjacent_locations(realm, book, location)
    if (lock := refuse_locked(realm, book, card)) is not None:
        return lock
    if layout.possible_destinations(realm, book, card, adjacent):
        return None
    return join_restrictions(refuse_destination(realm, book, card, to) for to in adjacent)


# -- defeats and fights ------------------------------------------------------------------------------


def refuse_defeat(realm: Realm, book: Book, hero: Card) -> Restriction | None:
    """Returns the obstacle to any defeat of a Hero, a card before a lock (VI-204, VI-212)."""
    name = card_name(book, hero)
    for card in fights.active_bundle(realm, book, hero):
        if book.cards[card].protects:
            return Restriction(
                book.cards[card].id,
                Message("{card} keeps {hero} from being defeated", card=card_name(book, card), hero=name),
            )
    preceding = {
        card: other
        for other in layout.cards_of_kind(realm, book, "hero")
        for card in fights.active_bundle(realm, book, other)
        if book.cards[card].first
    }
    if preceding and hero not in preceding.values():
        card, other = next(iter(preceding.items()))
        names = {"first": card_name(book, other), "card": card_name(book, card), "hero": name}
        return Restriction(
            book.cards[card].id,
            Message("{first} has to be defeated before {hero}", first=names["first"], hero=name)
            if card == other
            else Message("{first} has {card} and has to be defeated before {hero}", **names),
        )
    return refuse_locked(realm, book, hero)


def refuse_strength(realm: Realm, book: Book, subject: Card, most: int) -> Restriction | None:
    """Returns the obstacle of a Strength above *most* (VI-105)."""
    if strength_of(realm, book, subject) <= most:
        return None
    parts = named_strength_parts(realm, book, subject)
    sum_of_parts = describe_sum(book, parts, subject)
    source = _find_source(realm, book, subject, most)
    names = {"subject": card_name(book, subject), "strength": sum_of_parts}
    if not source or source in (part.rule for part in parts):
        reason = Message(
            "it takes a Strength of {most} or less, and {subject} has {strength}", most=most, **names
        )
    else:
        reason = Message(
            "it takes a Strength of {most} or less, and {subject} has {strength} because of {source}",
            most=most,
            source=card_name(book, source),
            **names,
        )
    return Restriction(book.cards[source].id if source else "", reason)


def _find_source(realm: Realm, book: Book, subject: Card, most: int) -> Card:
    """Returns the other card of the Realm that alone raises a Strength above *most*, or none."""
    for card in realm.cards:
        changed = _without_copies(realm, book, card)
        if subject in changed.cards and strength_of(changed, book, subject) <= most:
            return card
    return ""


def _without_copies(realm: Realm, book: Book, card: Card) -> Realm:
    """Returns the Realm without all copies of a card and their attachments."""
    removed = {other for other in realm.cards if book.cards[other].id == book.cards[card].id}
    cards = {c: p for c, p in realm.cards.items() if c not in removed and p.on not in removed}
    return replace(realm, cards=cards)


def refuse_fight(realm: Realm, book: Book, hero: Card) -> Restriction | None:
    """Returns the obstacle to a Vanquish of a Hero of the Realm (VI-057, VI-058)."""
    if (restriction := refuse_defeat(realm, book, hero)) is not None:
        return restriction
    if hero in fights.vanquishable_heroes(realm, book):
        return None
    names = {"hero": card_name(book, hero)}
    id, needed = book.cards[hero].id, book.cards[hero].allies
    groups = fights.fighting_groups(realm, book, hero)
    if max(map(len, groups)) < needed:
        reason = Message(
            "it takes {allies} Allies to Vanquish {hero}, and {fit} can fight",
            allies=needed,
            fit=max(map(len, groups)),
            **names,
        )
        return Restriction(id, reason)
    if book.cards[hero].immune and hero in fights.vanquishable_heroes(realm, _without_immunity(book, hero)):
        immune = next(card for card in book.cards if book.cards[card].id == book.cards[hero].immune)
        return Restriction(id, Message("{ally} does not fight {hero}", ally=card_name(book, immune), **names))
    if not any(groups):
        return Restriction("VI-057", Message("no Ally who can fight is beside {hero}", **names))
    group = max(groups, key=lambda allies: sum(strength_of(realm, book, ally) for ally in allies))
    return Restriction(
        "VI-058",
        Message(
            "the Allies that can fight {hero} have a Strength of {sum}, and {hero} has {strength}",
            sum=_add_allies(realm, book, group),
            strength=describe_strength(realm, book, hero),
            **names,
        ),
    )


def _add_allies(realm: Realm, book: Book, allies: tuple[Card, ...]) -> str:
    total = sum(strength_of(realm, book, ally) for ally in allies)
    if len(allies) == 1:
        return str(total)
    return " + ".join(str(strength_of(realm, book, ally)) for ally in allies) + f" = {total}"


def _without_immunity(book: Book, hero: Card) -> Book:
    changed = replace(book)
    changed.__dict__["cards"] = {**book.cards, hero: replace(book.cards[hero], immune="")}
    changed.__dict__["hooks"], changed.__dict__["roles"] = book.hooks, book.roles
    return changed


# -- several at once ---------------------------------------------------------------------------------


def join_restrictions(restrictions: Iterable[Restriction | None]) -> Restriction | None:
    """Returns several restrictions as one, whose rule is that of a card, or else of a lock."""
    distinct = list(dict.fromkeys(restriction for restriction in restrictions if restriction is not None))
    if not distinct:
        return None
    reason = distinct[0].reason
    for restriction in distinct[1:]:
        reason = Message("{first}; {second}", first=reason, second=restriction.reason)
    rules = [restriction.rule for restriction in distinct]
    return Restriction(min(rules, key=_rank), reason)


def _rank(rule: str) -> int:
    """Returns the place of a rule: a card, a lock, another rule, and none."""
    return 3 if not rule else 1 if rule == LOCKED else 2 if rule.startswith("VI-") else 0
