"""Reasons why a pick is no option, with the number of the rule."""

from __future__ import annotations

from ...messages import Message
from ...model import Asked, Refusal, Seat
from ..board import Board, Realm
from ..book import Book, Symbol
from ..facts import Card
from ..play import fights, layout, play_targets
from ..play.actions import ACTIONS
from ..play.restrictions import Condition, card_name, find_restriction, without_restrictions
from ..play.strength import strength_of
from ..play.symbols import covered_symbols
from ..play.turn import STAY

_BY_WORD = {action.word: name for name, action in ACTIONS.items()}

_DEFAULTS = {
    "where": ("VI-106", Message("the card does not lead there")),
    "host": ("VI-202", Message("this Item cannot be attached to it")),
    "aim": ("VI-201", Message("the card cannot be played at it")),
    "pay": ("VI-042", Message("it does not pay for this card")),
    "discard": ("VI-056", Message("only cards of the own hand are discarded")),
    "ally-to-play": ("VI-080", Message("it is no Ally of the own hand")),
    "put-back": ("VI-102", Message("exactly the cards that were looked at go back, each once")),
    "fate": ("VI-051", Message("it is not among the revealed cards, or it cannot be played")),
    "ally": ("VI-057", Message("the Allies that fight are beside the Hero, and each fights once")),
    "condition": ("VI-088", Message("it is no Condition of the own hand that is waiting for this")),
    "borrow": (
        "VI-026",
        Message("it is no action that is available at that location, or the card leaves it out"),
    ),
    "guard-to-turn": ("VI-216", Message("it is no card that can be turned so")),
}
_CARD_SAYS = Message("the card does not offer it")


def explain_refusal(board: Board, book: Book, question: Asked, pick: str) -> Refusal:
    """Returns the reason why *pick* is no option of *question*."""
    if question.prompt == "move":
        rule, reason = _refuse_move(board.realms[board.seat], book, pick)
    elif question.prompt == "act":
        rule, reason = _refuse_action(board, book, board.seat, pick)
    elif question.prompt == "offer":
        rule, reason = _refuse_use(board.realms[question.seat], book, pick.partition(":")[2])
    elif question.prompt in ("where", "host", "aim"):
        rule, reason = _refuse_target(board, book, question, pick)
    elif question.prompt == "guard-to-turn":
        rule, reason = _refuse_turned(board, book, pick)
    elif pick == "enough":
        rule, reason = (
            "VI-058",
            Message("the Allies called up so far do not come up to the Strength of the Hero"),
        )
    else:
        rule, reason = _DEFAULTS.get(question.prompt, ("VI-106", _CARD_SAYS))
    return Refusal(rule, Message("“{pick}” cannot be chosen: {reason}.", pick=pick, reason=reason))


def _refuse_target(board: Board, book: Book, question: Asked, pick: str) -> tuple[str, Message]:
    """Returns the reason why *pick* is no target or destination of a card."""
    card = question.about
    realm = _find_realm(board, book, card)
    if realm is None or (pick not in realm.cards and pick not in layout.locations(realm, book)):
        return _DEFAULTS[question.prompt]
    if card in realm.cards:
        sent = layout.location_of(realm, card) in question.options  # it stays, and sends the mover
        return _refuse_sent(realm, pick) if sent else _refuse_destination(realm, book, card, pick)
    if pick in play_targets.targets_of(realm, book, card):
        price = play_targets.cost_at(realm, book, card, pick)
        return "VI-042", Message(
            "it costs {price} there, and there is {power} Power", price=price, power=realm.power
        )
    restriction = find_restriction(
        realm,
        book,
        lambda changed, changed_book: pick in play_targets.targets_of(changed, changed_book, card),
        card,
        pick,
    )
    return restriction or _DEFAULTS[question.prompt]


def _refuse_destination(realm: Realm, book: Book, card: Card, to: str) -> tuple[str, Message]:
    """Returns the reason why a card of the Realm cannot move to a location."""
    if to == layout.location_of(realm, card):
        return "VI-100", Message("it is there already")
    if to not in layout.locations(realm, book):
        return _DEFAULTS["where"]
    if to in layout.possible_destinations(realm, book, card, layout.locations(realm, book)):
        return "VI-052", Message("it is no location next to its own")
    restriction = find_restriction(
        realm,
        book,
        lambda changed, changed_book: to in layout.possible_destinations(changed, changed_book, card, (to,)),
        card,
    )
    return restriction or _DEFAULTS["where"]


def _refuse_sent(realm: Realm, to: str) -> tuple[str, Message]:
    if to == realm.at:
        return "VI-021", Message("the mover is there already")
    return (
        ("VI-022", Message("a locked location cannot be entered"))
        if to in realm.locked
        else _DEFAULTS["where"]
    )


def _refuse_turned(board: Board, book: Book, card: Card) -> tuple[str, Message]:
    realm = _find_realm(board, book, card)
    if realm is None or card not in realm.cards or not play_targets.needs_activation(book, card):
        return _DEFAULTS["guard-to-turn"]
    return find_restriction(realm, book, _can_activate(card), card) or _DEFAULTS["guard-to-turn"]


def _can_activate(card: Card) -> Condition:
    """Returns the condition that an activated card's text can be carried out."""
    return lambda realm, book: (ready := book.hooks[card].can_activate) is None or ready(realm, book, card)


def _find_realm(board: Board, book: Book, card: Card) -> Realm | None:
    """Returns the Realm of the Villain of *card*."""
    for realm in board.realms:
        villain = book.villains[realm.who]
        if any(card in card_type.ids for card_type in (*villain.villain, *villain.fate)):
            return realm
    return None


def _refuse_move(realm: Realm, book: Book, pick: str) -> tuple[str, Message]:
    word, _, to = pick.partition(":")
    if word == "use":
        return _refuse_use(realm, book, to)
    if pick == STAY:
        return "VI-021", Message("the mover may not stay where it is")
    if word != "move" or to not in layout.locations(realm, book):
        return "VI-021", Message(
            "the mover goes to another location, of {places}", places=", ".join(layout.locations(realm, book))
        )
    if to == realm.at:
        return "VI-021", Message("the mover may not stay where it is")
    return "VI-022", Message("a locked location cannot be entered")


def _refuse_use(realm: Realm, book: Book, card: Card) -> tuple[str, Message]:
    if card not in realm.cards or book.hooks[card].offers is None:
        return "VI-012", Message("it is no card of the own Realm that offers something")
    return book.cards[card].id, Message("what it offers cannot be done now")


def _refuse_action(board: Board, book: Book, seat: Seat, pick: str) -> tuple[str, Message]:
    word, _, argument = pick.partition(":")
    realm = board.realms[seat]
    if word == "use":
        return _refuse_use(realm, book, argument)
    if word not in _BY_WORD:
        return "VI-023", Message("an action is one of {actions}, or end", actions=", ".join(_BY_WORD))
    symbols = [
        (str(number), symbol) for number, symbol in enumerate(book.locations[realm.who][realm.at].symbols, 1)
    ]
    active = layout.active_cards(realm, book, realm.at)
    symbols += [(card, grants) for card in active if (grants := book.cards[card].grants) is not None]
    matching = [
        (mark, s)
        for mark, s in symbols
        if s.action == _BY_WORD[word] and (word != "gain" or str(s.amount) == argument)
    ]
    if not matching:
        return "VI-023", Message("this location does not show that symbol")
    for card in layout.active_cards(realm, book):
        if book.cards[card].forbids == _BY_WORD[word]:
            return book.cards[card].id, Message("{card} forbids that action", card=card_name(book, card))
    unused = [mark for mark, _ in matching if mark not in board.used]
    if not unused:
        return "VI-025", Message("that symbol has been used in this turn")
    if {*unused} <= {str(number) for number in covered_symbols(realm, book, realm.at)}:
        return "VI-026", Message("a Hero covers that symbol")
    return _refuse_argument(board, book, seat, matching[0][1], argument)


def _refuse_argument(
    board: Board, book: Book, seat: Seat, symbol: Symbol, argument: str
) -> tuple[str, Message]:
    realm = board.realms[seat]
    match symbol.action:
        case "play_card":
            return _refuse_play(realm, book, argument)
        case "activate":
            return _refuse_activate(realm, book, argument)
        case "vanquish":
            return _refuse_vanquish(realm, book, argument)
        case "move_item_or_ally" | "move_hero":
            return _refuse_carry(realm, book, argument, hero=symbol.action == "move_hero")
        case "fate":
            if str(board.token) == argument:
                return "VI-111", Message("who holds the Fate Token cannot be targeted")
            return "VI-047", Message("Fate is dealt to an opponent")
        case _:
            return "VI-056", Message("there is no card in the hand to discard, or it is said in other words")


def _refuse_play(realm: Realm, book: Book, card: Card) -> tuple[str, Message]:
    if card not in realm.hand:
        return "VI-041", Message("it is not in the own hand")
    card_type = book.cards[card]
    if card_type.kind == "condition":
        return "VI-088", Message("a Condition is played in the turn of an opponent")
    for active in layout.active_cards(realm, book):
        if book.cards[active].forbids == card_type.kind:
            return book.cards[active].id, Message("{card} forbids it", card=card_name(book, active))
    if play_targets.is_playable(realm, book, card):
        targets = play_targets.targets_of(realm, book, card) or ("",)
        cost = min(play_targets.cost_at(realm, book, card, target) for target in targets)
        return "VI-042", Message("it costs {cost}, and there is {power} Power", cost=cost, power=realm.power)
    restriction = find_restriction(
        realm, book, lambda changed, changed_book: play_targets.is_playable(changed, changed_book, card), card
    )
    if restriction is not None:
        return restriction
    if card_type.attach:
        return "VI-084", Message("it has to be attached, and there is nothing to attach it to")
    return "VI-201", Message("what it says cannot be carried out")


def _refuse_activate(realm: Realm, book: Book, card: Card) -> tuple[str, Message]:
    if card not in realm.cards or not play_targets.needs_activation(book, card):
        return "VI-044", Message("it is no card of the own Realm with an activated ability")
    if layout.location_of(realm, card) in realm.locked:
        return "VI-045", Message("nothing is activated at a locked location")
    if not layout.is_active(realm, book, card):
        return "VI-137", Message("a Hero holds it")
    if (cost := play_targets.activation_cost(realm, book, card)) > realm.power:
        return "VI-044", Message(
            "activating it costs {cost}, and there is {power} Power", cost=cost, power=realm.power
        )
    restriction = find_restriction(realm, book, _can_activate(card), card)
    return restriction or (book.cards[card].id, Message("what it says cannot be carried out"))


def _refuse_vanquish(realm: Realm, book: Book, hero: Card) -> tuple[str, Message]:
    if hero not in layout.cards_of_kind(realm, book, "hero"):
        return "VI-057", Message("it is no Hero of the own Realm")
    if layout.location_of(realm, hero) in realm.locked:
        return "VI-070", Message("nothing leaves a locked location")
    for card in (hero, *layout.attached_items(realm, book, hero)):
        if book.cards[card].protects:
            return book.cards[card].id, Message(
                "{card} keeps this Hero from being defeated", card=card_name(book, card)
            )
    if hero not in fights.defeatable_heroes(realm, book):
        restriction = find_restriction(
            realm,
            book,
            lambda changed, changed_book: hero in fights.defeatable_heroes(changed, changed_book),
            hero,
        )
        return restriction or ("VI-212", Message("other Heroes have to be defeated first"))
    needed_allies = book.cards[hero].allies
    if max(map(len, fights.fighting_groups(realm, book, hero))) < needed_allies:
        return book.cards[hero].id, Message(
            "it takes {allies} Allies to Vanquish this Hero", allies=needed_allies
        )
    if hero in fights.vanquishable_heroes(realm, without_restrictions(book, hero)):
        return book.cards[hero].id, Message("{card} says otherwise", card=card_name(book, hero))
    needed_strength = strength_of(realm, book, hero)
    if needed_strength and not any(fights.fighting_groups(realm, book, hero)):
        return "VI-057", Message("no Ally who can fight is beside this Hero")
    return "VI-058", Message(
        "the Allies that can fight together do not come up to the Hero's Strength of {strength}",
        strength=needed_strength,
    )


def _refuse_carry(realm: Realm, book: Book, card: Card, *, hero: bool) -> tuple[str, Message]:
    if card not in realm.cards or (layout.kind_of(realm, book, card) == "hero") != hero:
        return (
            ("VI-055", Message("it is no Hero of the own Realm"))
            if hero
            else ("VI-052", Message("it is no card to move"))
        )
    if realm.cards[card].on:
        return "VI-054", Message("it is attached")
    if realm.cards[card].form == "held":
        return "VI-106", Message("a Hero holds it where it is")
    location = layout.location_of(realm, card)

    def movable(changed: Realm, changed_book: Book) -> bool:
        return bool(
            layout.possible_destinations(
                changed, changed_book, card, layout.unlocked_neighbours(changed, changed_book, location)
            )
        )

    restriction = find_restriction(realm, book, movable, card)
    if restriction is not None and restriction.rule != "VI-070":
        return restriction
    return "VI-053", Message("nothing moves into or out of a locked location")
