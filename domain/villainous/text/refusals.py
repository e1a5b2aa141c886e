"""Reasons why a pick is no option, with the number of the rule.

Of several reasons the first one counts that no change of the moment would mend, then a used or covered
symbol, then a card, then a lock, then a Cost.
"""

from __future__ import annotations

from ...messages import Message, Name
from ...model import Asked, Refusal
from ..board import Board, Realm
from ..book import Book
from ..facts import Card, Place
from ..hooks import Restriction
from ..play import layout, needs, play_targets
from ..play.restrictions import (
    card_name,
    location_name,
    refuse_destination,
    refuse_locked,
)
from ..play.turn import STAY
from .action_refusals import refuse_action, refuse_ally, refuse_hand_card, refuse_price, refuse_use
from .glossary import REQUIREMENTS

_DEFAULTS = {
    "where": ("VI-106", Message("the card does not lead there")),
    "host": ("VI-202", Message("this Item cannot be attached to it")),
    "aim": ("VI-201", Message("the card cannot be played at it")),
    "pay": ("VI-042", Message("it does not pay for this card")),
    "discard": ("VI-056", Message("only cards of the player’s hand can be discarded")),
    "ally-to-play": ("VI-080", Message("it is no Ally of the player’s hand")),
    "put-back": ("VI-102", Message("exactly the cards that were looked at go back, each once")),
    "fate": ("VI-051", Message("it is not among the revealed cards")),
    "condition": ("VI-088", Message("a Condition is played, or not")),
    "borrow": (
        "VI-026",
        Message("it is no action that is available at that location, or the card leaves it out"),
    ),
    "guard-to-turn": ("VI-216", Message("it is no card that can be turned so")),
}
_CARD_SAYS = Message("the card does not offer it")


def explain_refusal(board: Board, book: Book, question: Asked, pick: str) -> Refusal:
    """Returns the reason why *pick* is no option of *question*."""
    rule, reason = _find_refusal(board, book, question, pick) or _DEFAULTS.get(
        question.prompt, ("VI-106", _CARD_SAYS)
    )
    return Refusal(
        rule or "VI-201", Message("“{pick}” cannot be chosen: {reason}.", pick=pick, reason=reason)
    )


def _find_refusal(board: Board, book: Book, question: Asked, pick: str) -> Restriction | None:
    own = board.realms[question.seat]
    match question.prompt:
        case "move":
            return _refuse_move(own, book, pick)
        case "act":
            return refuse_action(board, book, board.seat, pick)
        case "offer":
            return refuse_use(own, book, pick.partition(":")[2])
        case "condition":
            return _refuse_condition(own, book, question.about, pick)
        case "ally-to-play":
            return refuse_hand_card(own, book, pick, "ally")
        case "fate":
            return _refuse_revealed(board, book, pick)
        case "where" | "host" | "aim":
            return _refuse_target(board, book, question, pick)
        case "ally":
            return refuse_ally(own, book, question, pick)
        case "pay":
            return _refuse_payer(own, book, question.about, pick)
        case _:
            return _refuse_chosen(board, book, question, pick)


# -- the move ----------------------------------------------------------------------------------------


def _refuse_move(realm: Realm, book: Book, pick: str) -> Restriction | None:
    word, _, to = pick.partition(":")
    if word == "use":
        return refuse_use(realm, book, to)
    if pick == STAY or (word == "move" and to == realm.at):
        return Restriction("VI-021", Message("the mover may not stay where it is"))
    if word != "move" or to not in layout.locations(realm, book):
        places = ", ".join(layout.locations(realm, book))
        return Restriction(
            "VI-021", Message("the mover goes to another location, of {places}", places=places)
        )
    return _refuse_mover(realm, book, to)


def _refuse_mover(realm: Realm, book: Book, to: Place) -> Restriction | None:
    """Returns the reason why the mover does not go to a location."""
    place = location_name(realm, book, to)
    if to == realm.at:
        return Restriction("VI-021", Message("the mover is there already"))
    if to in realm.locked:
        return Restriction("VI-022", Message("{place} is locked", place=place))
    return None


# -- cards of the hand, and revealed ones ------------------------------------------------------------


def _refuse_condition(realm: Realm, book: Book, requirement: str, pick: str) -> Restriction | None:
    """Returns the reason why a card of the hand does not answer a met requirement (VI-088)."""
    word, _, card = pick.partition(":")
    if word != "play":
        return None
    if (restriction := refuse_hand_card(realm, book, card, "condition")) is not None:
        return restriction
    required = book.cards[card].requires
    if required is not None and required.key != requirement:
        awaited = Name(REQUIREMENTS[required.what]["en"].format(required.least), required.key)
        names = {"card": card_name(book, card), "requirement": awaited}
        return Restriction("VI-088", Message("{card} waits for something else: {requirement}", **names))
    return needs.refuse_play(realm, book, card)


def _refuse_revealed(board: Board, book: Book, card: Card) -> Restriction | None:
    realm = next((realm for realm in board.realms if card in realm.opened), None)
    if realm is None:
        return None
    for other in realm.opened:
        if book.cards[other].enters and not book.cards[card].enters:
            name = card_name(book, other)
            return Restriction("VI-208", Message("{card} is played as soon as it is revealed", card=name))
    return needs.refuse_play(realm, book, card)


# -- targets and destinations ------------------------------------------------------------------------


def _refuse_target(board: Board, book: Book, question: Asked, pick: str) -> Restriction | None:
    """Returns the reason why *pick* is no target or destination of a card."""
    card = question.about
    realm = find_realm(board, book, card)
    if realm is None or (pick not in realm.cards and pick not in layout.locations(realm, book)):
        return None
    if card in realm.cards:
        if (obstacle := _refuse_need(realm, book, card, pick)) is not None:
            return obstacle
        if pick in realm.cards:
            return None
        sends = layout.location_of(realm, card) in question.options  # it stays, and sends the mover
        return _refuse_mover(realm, book, pick) if sends else _refuse_destination(realm, book, card, pick)
    if pick in play_targets.targets_of(realm, book, card):
        return refuse_price(realm, book, card, pick)
    return needs.refuse_target(realm, book, card, pick)


def _refuse_destination(realm: Realm, book: Book, card: Card, to: Place) -> Restriction | None:
    """Returns the reason why a card of the Realm does not move to a location."""
    if (restriction := refuse_destination(realm, book, card, to)) is not None:
        return restriction
    location = layout.location_of(realm, card)
    if to in layout.adjacent_locations(realm, book, location):
        return None
    names = {"place": location_name(realm, book, to), "other": location_name(realm, book, location)}
    return Restriction("VI-052", Message("{place} is not next to {other}", **names))


def _refuse_payer(realm: Realm, book: Book, card: Card, payer: str) -> Restriction | None:
    if payer not in realm.cards or book.cards[payer].pays_for != book.cards[card].kind:
        return None
    return refuse_locked(realm, book, payer)


# -- other things that a card chooses among ----------------------------------------------------------


def _refuse_need(realm: Realm, book: Book, card: Card, pick: str) -> Restriction | None:
    need = needs.find_need(realm, book, card)
    if need is None or pick not in need.candidates(realm, book, card):
        return None
    return need.refuse(realm, book, card, pick)


_KINDS = {"hero": "hero", "item": "item"}
"""The kind of the cards that a prompt chooses among."""


def _refuse_chosen(board: Board, book: Book, question: Asked, pick: str) -> Restriction | None:
    """Returns the reason why a card of the Realm is not among those that a card chooses from."""
    card = question.about
    realm = next((realm for realm in board.realms if pick in realm.cards), None)
    if realm is None or question.prompt not in (*_KINDS, "guard-to-turn"):
        return None
    name = card_name(book, pick)
    if question.prompt == "guard-to-turn":
        if not book.cards[pick].guard:
            return Restriction("VI-216", Message("{card} is no Card Guard", card=name))
        if all(realm.cards[option].form == "wicket" for option in question.options):
            return Restriction("VI-216", Message("{card} is no Wicket", card=name))
    elif (other_kind := needs.refuse_kind(realm, book, pick, _KINDS[question.prompt])) is not None:
        return other_kind
    if (obstacle := _refuse_need(realm, book, card, pick)) is not None:
        return obstacle
    if (on := realm.cards[pick].on) and question.prompt == "item":
        names = {"item": name, "host": card_name(book, on)}
        return Restriction("VI-054", Message("{item} is attached to {host}", **names))
    if (lock := refuse_locked(realm, book, pick)) is not None:
        return lock
    if card in realm.cards and not layout.is_at(realm, pick, layout.location_of(realm, card)):
        names = {"card": name, "hero": card_name(book, card)}
        return Restriction("VI-106", Message("{card} is not beside {hero}", **names))
    return None


def find_realm(board: Board, book: Book, card: Card) -> Realm | None:
    """Returns the Realm of the Villain of *card*."""
    for realm in board.realms:
        villain = book.villains[realm.who]
        if any(card in card_type.ids for card_type in (*villain.villain, *villain.fate)):
            return realm
    return None
