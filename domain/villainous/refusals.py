"""Why something cannot be chosen, in the words of the game and with the rule's number."""

from __future__ import annotations

from ..words import Asked, Refusal, Seat
from . import realm
from .actions import ACTIONS
from .board import Board, Realm
from .book import Book, Symbol
from .facts import Card

_BY_WORD = {action.word: name for name, action in ACTIONS.items()}

_OTHER = {
    "where": ("VI-070", "it is no location that is open to this card"),
    "host": ("VI-202", "this Item cannot be attached to it"),
    "pay": ("VI-042", "it does not pay for this card"),
    "discard": ("VI-056", "only cards of the own hand are discarded"),
    "put-back": ("VI-102", "exactly the cards that were looked at go back, each once"),
    "fate": ("VI-051", "it is not among the revealed cards, or it cannot be played"),
    "ally": ("VI-057", "the Allies that fight are beside the Hero, and each fights once"),
    "condition": ("VI-088", "it is no Condition of the own hand that is waiting for this"),
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
    if word != "move" or to not in realm.places(mine, book):
        return "VI-021", f"the mover goes to another location, of {', '.join(realm.places(mine, book))}"
    if to == mine.at:
        return "VI-021", "the mover may not stay where it is"
    return "VI-022", "a locked location cannot be entered"


def _act(b: Board, book: Book, seat: Seat, pick: str) -> tuple[str, str]:
    word, _, what = pick.partition(":")
    mine = b.realms[seat]
    if word not in _BY_WORD:
        return "VI-023", f"an action is one of {', '.join(_BY_WORD)}, or end"
    printed = [
        (n, s)
        for n, s in enumerate(book.places[mine.who][mine.at].symbols, 1)
        if s.action == _BY_WORD[word] and (word != "gain" or str(s.amount) == what)
    ]
    if not printed:
        return "VI-023", "this location does not show that symbol"
    unused = [n for n, _ in printed if n not in b.used]
    if not unused:
        return "VI-025", "that symbol has been used in this turn"
    if max(unused) <= realm.covered(mine, book):
        return "VI-026", "a Hero covers that symbol"
    return _target(mine, book, printed[0][1], what)


def _target(mine: Realm, book: Book, symbol: Symbol, what: str) -> tuple[str, str]:
    match symbol.action:
        case "play_card":
            return _play(mine, book, what)
        case "vanquish":
            return _vanquish(mine, book, what)
        case "move_item_or_ally" | "move_hero":
            return _carry(mine, book, what, hero=symbol.action == "move_hero")
        case "fate":
            return "VI-047", "Fate is dealt to an opponent"
        case _:
            return "VI-056", "there is no card in the hand to discard, or it is said in other words"


def _play(mine: Realm, book: Book, card: Card) -> tuple[str, str]:
    if card not in mine.hand:
        return "VI-041", "it is not in the own hand"
    printed = book.cards[card]
    if printed.kind == "condition":
        return "VI-088", "a Condition is played in the turn of an opponent"
    if not realm.affordable(mine, book, card):
        return "VI-042", f"it costs {printed.cost}, and there is {mine.power} Power"
    if printed.attach:
        return "VI-084", "it has to be attached, and there is nothing to attach it to"
    return "VI-201", "what it says cannot be carried out"


def _vanquish(mine: Realm, book: Book, hero: Card) -> tuple[str, str]:
    if hero not in realm.of_kind(mine, book, "hero"):
        return "VI-057", "it is no Hero of the own Realm"
    place = realm.place_of(mine, hero)
    if place in mine.locked:
        return "VI-070", "nothing leaves a locked location"
    needed = book.cards[hero].allies
    if len(realm.of_kind(mine, book, "ally", place)) < needed:
        return book.cards[hero].id, f"it takes {needed} Allies beside this Hero"
    strength = realm.strength(mine, book, hero)
    return "VI-058", f"the Allies beside this Hero do not come up to its Strength of {strength}"


def _carry(mine: Realm, book: Book, card: Card, *, hero: bool) -> tuple[str, str]:
    if card not in mine.cards or (book.cards[card].kind == "hero") != hero:
        return ("VI-055", "it is no Hero of the own Realm") if hero else ("VI-052", "it is no card to move")
    if mine.cards[card].on:
        return "VI-054", "it is attached"
    return "VI-053", "nothing moves into or out of a locked location"
