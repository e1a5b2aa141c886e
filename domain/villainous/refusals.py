"""Why something cannot be chosen, in the words of the game and with the rule's number."""

from __future__ import annotations

from ..words import Asked, Refusal, Seat
from . import fights, realm, spots
from .actions import ACTIONS
from .board import Board, Realm
from .book import Book, Symbol
from .facts import Card
from .strength import strength
from .symbols import covered
from .turn import STAY

_BY_WORD = {action.word: name for name, action in ACTIONS.items()}

_OTHER = {
    "where": ("VI-070", "it is no location that is open to this card"),
    "host": ("VI-202", "this Item cannot be attached to it"),
    "aim": ("VI-201", "the card cannot be played at it"),
    "pay": ("VI-042", "it does not pay for this card"),
    "discard": ("VI-056", "only cards of the own hand are discarded"),
    "ally-to-play": ("VI-080", "it is no Ally of the own hand"),
    "put-back": ("VI-102", "exactly the cards that were looked at go back, each once"),
    "fate": ("VI-051", "it is not among the revealed cards, or it cannot be played"),
    "ally": ("VI-057", "the Allies that fight are beside the Hero, and each fights once"),
    "condition": ("VI-088", "it is no Condition of the own hand that is waiting for this"),
    "borrow": ("VI-026", "it is no action that is available at that location, or the card leaves it out"),
    "guard-to-turn": ("VI-216", "it is no card that can be turned so"),
}
_CARD_SAYS = "the card does not offer it"


def refuse(b: Board, book: Book, asked: Asked, pick: str) -> Refusal:
    """Returns why *pick* is none of the options of *asked*."""
    if asked.prompt == "move":
        rule, reason = _move(b.realms[b.seat], book, pick)
    elif asked.prompt == "act":
        rule, reason = _act(b, book, b.seat, pick)
    elif pick == "enough":
        rule, reason = "VI-058", "the Allies called up so far do not come up to the Strength of the Hero"
    else:
        rule, reason = _OTHER.get(asked.prompt, ("VI-106", _CARD_SAYS))
    return Refusal(rule, f"“{pick}” cannot be chosen: {reason}.")


def _move(mine: Realm, book: Book, pick: str) -> tuple[str, str]:
    word, _, to = pick.partition(":")
    if word == "use":
        return _use(mine, book, to)
    if pick == STAY:
        return "VI-021", "the mover may not stay where it is"
    if word != "move" or to not in realm.places(mine, book):
        return "VI-021", f"the mover goes to another location, of {', '.join(realm.places(mine, book))}"
    if to == mine.at:
        return "VI-021", "the mover may not stay where it is"
    return "VI-022", "a locked location cannot be entered"


def _use(mine: Realm, book: Book, card: Card) -> tuple[str, str]:
    if card not in mine.cards or book.lores[card].offers is None:
        return "VI-012", "it is no card of the own Realm that offers something"
    return book.cards[card].id, "what it offers cannot be done now"


def _act(b: Board, book: Book, seat: Seat, pick: str) -> tuple[str, str]:
    word, _, what = pick.partition(":")
    mine = b.realms[seat]
    if word == "use":
        return _use(mine, book, what)
    if word not in _BY_WORD:
        return "VI-023", f"an action is one of {', '.join(_BY_WORD)}, or end"
    shown = [(str(number), symbol) for number, symbol in enumerate(book.places[mine.who][mine.at].symbols, 1)]
    here = realm.in_force(mine, book, mine.at)
    shown += [(card, grants) for card in here if (grants := book.cards[card].grants) is not None]
    fit = [
        (mark, s)
        for mark, s in shown
        if s.action == _BY_WORD[word] and (word != "gain" or str(s.amount) == what)
    ]
    if not fit:
        return "VI-023", "this location does not show that symbol"
    for card in realm.in_force(mine, book):
        if book.cards[card].forbids == _BY_WORD[word]:
            return book.cards[card].id, f"{book.cards[card].name} forbids that action"
    unused = [mark for mark, _ in fit if mark not in b.used]
    if not unused:
        return "VI-025", "that symbol has been used in this turn"
    if {*unused} <= {str(number) for number in covered(mine, book, mine.at)}:
        return "VI-026", "a Hero covers that symbol"
    return _target(b, book, seat, fit[0][1], what)


def _target(b: Board, book: Book, seat: Seat, symbol: Symbol, what: str) -> tuple[str, str]:
    mine = b.realms[seat]
    match symbol.action:
        case "play_card":
            return _play(mine, book, what)
        case "activate":
            return _activate(mine, book, what)
        case "vanquish":
            return _vanquish(mine, book, what)
        case "move_item_or_ally" | "move_hero":
            return _carry(mine, book, what, hero=symbol.action == "move_hero")
        case "fate":
            if str(b.token) == what:
                return "VI-111", "who holds the Fate Token cannot be targeted"
            return "VI-047", "Fate is dealt to an opponent"
        case _:
            return "VI-056", "there is no card in the hand to discard, or it is said in other words"


def _play(mine: Realm, book: Book, card: Card) -> tuple[str, str]:
    if card not in mine.hand:
        return "VI-041", "it is not in the own hand"
    printed = book.cards[card]
    if printed.kind == "condition":
        return "VI-088", "a Condition is played in the turn of an opponent"
    for other in realm.in_force(mine, book):
        if book.cards[other].forbids == printed.kind:
            return book.cards[other].id, f"{book.cards[other].name} forbids it"
    if spots.playable(mine, book, card):
        some = spots.spots(mine, book, card) or ("",)
        least = min(spots.price(mine, book, card, spot) for spot in some)
        return "VI-042", f"it costs {least}, and there is {mine.power} Power"
    if printed.attach:
        return "VI-084", "it has to be attached, and there is nothing to attach it to"
    return "VI-201", "what it says cannot be carried out"


def _activate(mine: Realm, book: Book, card: Card) -> tuple[str, str]:
    if card not in mine.cards or not spots.activated(book, card):
        return "VI-044", "it is no card of the own Realm with an activated ability"
    if realm.place_of(mine, card) in mine.locked:
        return "VI-045", "nothing is activated at a locked location"
    if not realm.active(mine, book, card):
        return "VI-137", "a Hero holds it"
    if (cost := spots.effort(mine, book, card)) > mine.power:
        return "VI-044", f"activating it costs {cost}, and there is {mine.power} Power"
    return book.cards[card].id, "what it says cannot be carried out"


def _vanquish(mine: Realm, book: Book, hero: Card) -> tuple[str, str]:
    if hero not in realm.of_kind(mine, book, "hero"):
        return "VI-057", "it is no Hero of the own Realm"
    if realm.place_of(mine, hero) in mine.locked:
        return "VI-070", "nothing leaves a locked location"
    for card in (hero, *realm.attached(mine, hero)):
        if book.cards[card].protects:
            return book.cards[card].id, f"{book.cards[card].name} keeps this Hero from being defeated"
    if hero not in fights.defeatable(mine, book):
        return "VI-212", "another Hero has to be defeated first"
    needed = book.cards[hero].allies
    if max(map(len, fights.sides(mine, book, hero))) < needed:
        return book.cards[hero].id, f"it takes {needed} Allies to Vanquish this Hero"
    might = strength(mine, book, hero)
    return "VI-058", f"the Allies that can fight together do not come up to the Hero's Strength of {might}"


def _carry(mine: Realm, book: Book, card: Card, *, hero: bool) -> tuple[str, str]:
    if card not in mine.cards or (realm.kind(mine, book, card) == "hero") != hero:
        return ("VI-055", "it is no Hero of the own Realm") if hero else ("VI-052", "it is no card to move")
    if mine.cards[card].on:
        return "VI-054", "it is attached"
    if mine.cards[card].form == "held":
        return "VI-106", "a Hero holds it where it is"
    return "VI-053", "nothing moves into or out of a locked location"
