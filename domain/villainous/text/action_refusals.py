"""Reasons why an action is no option."""

from __future__ import annotations

from ...messages import Message
from ...model import Asked, Seat
from ..board import Board, Realm
from ..book import Book, Kind
from ..facts import Card
from ..hooks import Restriction
from ..play import fights, layout, needs, play_targets
from ..play.actions import ACTIONS
from ..play.plays import MANY
from ..play.restrictions import (
    card_name,
    describe_sum,
    location_name,
    refuse_fight,
    refuse_locked,
    refuse_step,
)
from ..play.symbols import covered_symbols

OPEN_RULES = frozenset(("VI-023", "VI-025", "VI-026", "VI-047", "VI-052", "VI-055"))
"""The rules against an action that ask for nothing but the Realms, which lie in sight."""

_BY_WORD = {action.word: name for name, action in ACTIONS.items()}


def refuse_action(board: Board, book: Book, seat: Seat, pick: str) -> Restriction | None:
    """Returns the reason why *pick* is no action of the moment."""
    word, _, argument = pick.partition(":")
    realm = board.realms[seat]
    if word == "use":
        return refuse_use(realm, book, argument)
    if word not in _BY_WORD:
        return Restriction(
            "VI-023", Message("an action is one of {actions}, or end", actions=", ".join(_BY_WORD))
        )
    return (
        _refuse_unfit(board, book, seat, word, argument)
        or _refuse_symbol(board, book, realm, word, argument)
        or _refuse_argument(board, book, realm, word, argument)
    )


def _refuse_unfit(board: Board, book: Book, seat: Seat, word: str, argument: str) -> Restriction | None:
    """Returns the reason that no change of the moment would mend."""
    realm = board.realms[seat]
    match word:
        case "play":
            if (restriction := refuse_hand_card(realm, book, argument)) is not None:
                return restriction
            if book.cards[argument].kind == "condition":
                return Restriction("VI-088", Message("a Condition is played in the turn of an opponent"))
        case "activate":
            if argument not in realm.cards or not play_targets.needs_activation(book, argument):
                reason = Message("it is no card of the player’s Realm with an activated ability")
                return Restriction("VI-044", reason)
        case "vanquish" | "lead":
            if argument not in layout.cards_of_kind(realm, book, "hero"):
                rule = "VI-055" if word == "lead" else "VI-057"
                return Restriction(rule, Message("it is no Hero of the player’s Realm"))
        case "carry":
            if argument not in realm.cards or layout.kind_of(realm, book, argument) == "hero":
                return Restriction("VI-052", Message("it is no card to move"))
        case "fate":
            if argument not in map(str, board.opponents(seat)):
                return Restriction("VI-047", Message("Fate is dealt to an opponent"))
        case "discard":
            if argument != "cards":
                return Restriction("VI-056", Message("discarding is said in other words"))
    return None


# -- symbols -----------------------------------------------------------------------------------------


def _refuse_symbol(board: Board, book: Book, realm: Realm, word: str, argument: str) -> Restriction | None:
    """Returns the reason why no symbol of the location offers the action."""
    symbols = [
        (str(number), symbol) for number, symbol in enumerate(book.locations[realm.who][realm.at].symbols, 1)
    ]
    active = layout.active_cards(realm, book, realm.at)
    symbols += [(card, grants) for card in active if (grants := book.cards[card].grants) is not None]
    marks = {
        mark
        for mark, symbol in symbols
        if symbol.action == _BY_WORD[word] and (word != "gain" or str(symbol.amount) == argument)
    }
    if not marks:
        place = location_name(realm, book, realm.at)
        return Restriction("VI-023", Message("{place} does not show that symbol", place=place))
    if not (unused := marks - {*board.used}):
        return Restriction("VI-025", Message("that symbol has been used in this turn"))
    covered = {str(number) for number in covered_symbols(realm, book, realm.at)}
    uncovers = (
        card
        for card in layout.cards_with_role(realm, book, "uncovers")
        if card not in board.used and layout.is_at(realm, card, realm.at)
    )
    if unused <= covered and not any(uncovers):
        hero = layout.cards_of_kind(realm, book, "hero", realm.at)[0]
        return Restriction("VI-026", Message("{hero} covers that symbol", hero=card_name(book, hero)))
    for card in layout.cards_with_role(realm, book, "forbids"):
        if book.cards[card].forbids == _BY_WORD[word]:
            name = card_name(book, card)
            return Restriction(book.cards[card].id, Message("{card} forbids that action", card=name))
    return None


# -- what the action is done with --------------------------------------------------------------------


def _refuse_argument(board: Board, book: Book, realm: Realm, word: str, argument: str) -> Restriction | None:
    match word:
        case "play":
            return needs.refuse_play(realm, book, argument) or refuse_price(realm, book, argument)
        case "activate":
            return _refuse_activation(realm, book, argument)
        case "vanquish":
            return refuse_fight(realm, book, argument)
        case "carry" | "lead":
            return _refuse_carry(realm, book, argument)
        case "fate":
            token = len(board.realms) >= MANY and str(board.token) == argument
            return (
                Restriction("VI-111", Message("who holds the Fate Token cannot be targeted"))
                if token
                else None
            )
        case _:
            return Restriction("VI-056", Message("there is no card in the hand to discard"))


def refuse_hand_card(realm: Realm, book: Book, card: Card, kind: Kind | None = None) -> Restriction | None:
    """Returns the reason why *card* is no card of the hand, or cannot be one of *kind*."""
    if card not in realm.hand:
        return Restriction("VI-041", Message("it is not in the player’s hand"))
    name = card_name(book, card)
    if kind == "condition" and book.cards[card].kind != kind:
        return Restriction("VI-088", Message("{card} is no Condition", card=name))
    if kind == "ally":
        if book.cards[card].kind != kind:
            return Restriction("VI-080", Message("{card} is no Ally", card=name))
        return needs.refuse_play(realm, book, card)
    return None


def refuse_price(realm: Realm, book: Book, card: Card, target: str | None = None) -> Restriction:
    """Returns the Cost of *card* at a target, or at its cheapest one, as a restriction (VI-042)."""
    targets = play_targets.targets_of(realm, book, card) or ("",)
    cheapest = min(targets, key=lambda place: play_targets.cost_at(realm, book, card, place))
    parts = play_targets.named_cost_parts(realm, book, card, cheapest if target is None else target)
    cost = describe_sum(book, parts, card)
    if target is None:
        reason = Message("it costs {cost}, and there is {power} Power", cost=cost, power=realm.power)
    else:
        reason = Message("it costs {cost} there, and there is {power} Power", cost=cost, power=realm.power)
    return Restriction("VI-042", reason)


def refuse_use(realm: Realm, book: Book, card: Card) -> Restriction:
    """Returns the reason why a card of the Realm offers nothing now."""
    if card not in realm.cards or book.hooks[card].offers is None:
        return Restriction("VI-012", Message("it is no card of the player’s Realm that offers something"))
    rule, reason = needs.refuse_text(realm, book, card)
    return Restriction(
        rule or book.cards[card].id,
        Message("{card} cannot be carried out: {reason}", card=card_name(book, card), reason=reason),
    )


def _refuse_activation(realm: Realm, book: Book, card: Card) -> Restriction | None:
    if not layout.is_active(realm, book, card):
        names = {"hero": card_name(book, realm.cards[card].on or card), "item": card_name(book, card)}
        return Restriction("VI-137", Message("{hero} holds {item}", **names))
    if (lock := refuse_locked(realm, book, card)) is not None:
        return Restriction("VI-045", lock.reason)
    if (restriction := needs.refuse_activation(realm, book, card)) is not None:
        return restriction
    cost = describe_sum(book, play_targets.activation_parts(realm, book, card), card)
    return Restriction(
        "VI-044",
        Message("activating it costs {cost}, and there is {power} Power", cost=cost, power=realm.power),
    )


def _refuse_carry(realm: Realm, book: Book, card: Card) -> Restriction | None:
    """Returns the obstacle to a step of a card; locks are those of VI-053 here."""
    name = card_name(book, card)
    if on := realm.cards[card].on:
        names = {"item": name, "host": card_name(book, on)}
        return Restriction("VI-054", Message("{item} is attached to {host}", **names))
    if realm.cards[card].form == "held":
        return Restriction("VI-106", Message("a Hero holds it where it is"))
    restriction = refuse_step(realm, book, card)
    if restriction is None or restriction.rule not in ("", "VI-070"):
        return restriction
    return Restriction("VI-053", restriction.reason)


def refuse_ally(realm: Realm, book: Book, question: Asked, ally: str) -> Restriction | None:
    """Returns the reason why *ally* cannot be called up against a Hero, or the fight not begin (VI-057)."""
    hero = question.about
    name = card_name(book, hero)
    if ally == "enough":
        reason = Message("the Allies called up so far do not come up to the Strength of {hero}", hero=name)
        return Restriction("VI-058", reason)
    if ally not in realm.cards:
        return None
    if (other_kind := needs.refuse_kind(realm, book, ally, "ally")) is not None:
        return other_kind
    names = {"ally": card_name(book, ally), "hero": name}
    if realm.cards[ally].form == "wicket":
        return Restriction("VI-216", Message("{ally} is a Wicket, and those do not fight", **names))
    if book.cards[hero].immune == book.cards[ally].id:
        return Restriction(book.cards[hero].id, Message("{ally} does not fight {hero}", **names))
    groups = [group for group in fights.fighting_groups(realm, book, hero) if ally in group]
    if not groups:
        return Restriction("VI-057", Message("{ally} does not reach {hero}", **names))
    alone = book.rulings.volleys == "alone" and not any({*question.options} & {*group} for group in groups)
    if alone:
        return Restriction("VI-C9", Message("{ally} does not fight together with those", ally=names["ally"]))
    return Restriction("VI-057", Message("{ally} has been called up already", ally=names["ally"]))
