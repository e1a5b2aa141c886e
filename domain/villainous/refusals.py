"""Why something cannot be chosen, in the words of the game and with the rule's number."""

from __future__ import annotations

from ..messages import Message
from ..model import Asked, Refusal, Seat
from . import fights, layout, play_targets
from .actions import ACTIONS
from .board import Board, Realm
from .book import Book, Symbol
from .facts import Card
from .restrictions import Possible, named, obstacle, silenced
from .strength import strength
from .symbols import covered
from .turn import STAY

_BY_WORD = {action.word: name for name, action in ACTIONS.items()}

_OTHER = {
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


def refuse(b: Board, book: Book, asked: Asked, pick: str) -> Refusal:
    """Returns why *pick* is none of the options of *asked*."""
    if asked.prompt == "move":
        rule, reason = _move(b.realms[b.seat], book, pick)
    elif asked.prompt == "act":
        rule, reason = _act(b, book, b.seat, pick)
    elif asked.prompt == "offer":
        rule, reason = _use(b.realms[asked.seat], book, pick.partition(":")[2])
    elif asked.prompt in ("where", "host", "aim"):
        rule, reason = _spot(b, book, asked, pick)
    elif asked.prompt == "guard-to-turn":
        rule, reason = _turned(b, book, pick)
    elif pick == "enough":
        rule, reason = (
            "VI-058",
            Message("the Allies called up so far do not come up to the Strength of the Hero"),
        )
    else:
        rule, reason = _OTHER.get(asked.prompt, ("VI-106", _CARD_SAYS))
    return Refusal(rule, Message("“{pick}” cannot be chosen: {reason}.", pick=pick, reason=reason))


def _spot(b: Board, book: Book, asked: Asked, pick: str) -> tuple[str, Message]:
    """Tells why a card is not played to, attached to or aimed at *pick*, or not moved there."""
    card = asked.about
    mine = _home(b, book, card)
    if mine is None or (pick not in mine.cards and pick not in layout.places(mine, book)):
        return _OTHER[asked.prompt]
    if card in mine.cards:
        sent = layout.place_of(mine, card) in asked.options  # it stays, and sends the mover
        return _sent(mine, pick) if sent else _destination(mine, book, card, pick)
    if pick in play_targets.spots(mine, book, card):
        price = play_targets.price(mine, book, card, pick)
        return "VI-042", Message(
            "it costs {price} there, and there is {power} Power", price=price, power=mine.power
        )
    found = obstacle(mine, book, lambda r, said: pick in play_targets.spots(r, said, card), card, pick)
    return found or _OTHER[asked.prompt]


def _destination(mine: Realm, book: Book, card: Card, to: str) -> tuple[str, Message]:
    """Tells why a card of the Realm does not go to a location."""
    if to == layout.place_of(mine, card):
        return "VI-100", Message("it is there already")
    if to not in layout.places(mine, book):
        return _OTHER["where"]
    if to in layout.destinations(mine, book, card, layout.places(mine, book)):
        return "VI-052", Message("it is no location next to its own")
    found = obstacle(mine, book, lambda r, said: to in layout.destinations(r, said, card, (to,)), card)
    return found or _OTHER["where"]


def _sent(mine: Realm, to: str) -> tuple[str, Message]:
    if to == mine.at:
        return "VI-021", Message("the mover is there already")
    return (
        ("VI-022", Message("a locked location cannot be entered")) if to in mine.locked else _OTHER["where"]
    )


def _turned(b: Board, book: Book, card: Card) -> tuple[str, Message]:
    mine = _home(b, book, card)
    if mine is None or card not in mine.cards or not play_targets.activated(book, card):
        return _OTHER["guard-to-turn"]
    return obstacle(mine, book, _able(card), card) or _OTHER["guard-to-turn"]


def _able(card: Card) -> Possible:
    """Tells whether the text of an activated card can be carried out."""
    return lambda r, book: (ready := book.lores[card].ready) is None or ready(r, book, card)


def _home(b: Board, book: Book, card: Card) -> Realm | None:
    """Returns the Realm whose Villain *card* belongs to."""
    for mine in b.realms:
        villain = book.villains[mine.who]
        if any(card in printed.ids for printed in (*villain.villain, *villain.fate)):
            return mine
    return None


def _move(mine: Realm, book: Book, pick: str) -> tuple[str, Message]:
    word, _, to = pick.partition(":")
    if word == "use":
        return _use(mine, book, to)
    if pick == STAY:
        return "VI-021", Message("the mover may not stay where it is")
    if word != "move" or to not in layout.places(mine, book):
        return "VI-021", Message(
            "the mover goes to another location, of {places}", places=", ".join(layout.places(mine, book))
        )
    if to == mine.at:
        return "VI-021", Message("the mover may not stay where it is")
    return "VI-022", Message("a locked location cannot be entered")


def _use(mine: Realm, book: Book, card: Card) -> tuple[str, Message]:
    if card not in mine.cards or book.lores[card].offers is None:
        return "VI-012", Message("it is no card of the own Realm that offers something")
    return book.cards[card].id, Message("what it offers cannot be done now")


def _act(b: Board, book: Book, seat: Seat, pick: str) -> tuple[str, Message]:
    word, _, what = pick.partition(":")
    mine = b.realms[seat]
    if word == "use":
        return _use(mine, book, what)
    if word not in _BY_WORD:
        return "VI-023", Message("an action is one of {actions}, or end", actions=", ".join(_BY_WORD))
    shown = [(str(number), symbol) for number, symbol in enumerate(book.places[mine.who][mine.at].symbols, 1)]
    here = layout.in_force(mine, book, mine.at)
    shown += [(card, grants) for card in here if (grants := book.cards[card].grants) is not None]
    fit = [
        (mark, s)
        for mark, s in shown
        if s.action == _BY_WORD[word] and (word != "gain" or str(s.amount) == what)
    ]
    if not fit:
        return "VI-023", Message("this location does not show that symbol")
    for card in layout.in_force(mine, book):
        if book.cards[card].forbids == _BY_WORD[word]:
            return book.cards[card].id, Message("{card} forbids that action", card=named(book, card))
    unused = [mark for mark, _ in fit if mark not in b.used]
    if not unused:
        return "VI-025", Message("that symbol has been used in this turn")
    if {*unused} <= {str(number) for number in covered(mine, book, mine.at)}:
        return "VI-026", Message("a Hero covers that symbol")
    return _target(b, book, seat, fit[0][1], what)


def _target(b: Board, book: Book, seat: Seat, symbol: Symbol, what: str) -> tuple[str, Message]:
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
                return "VI-111", Message("who holds the Fate Token cannot be targeted")
            return "VI-047", Message("Fate is dealt to an opponent")
        case _:
            return "VI-056", Message("there is no card in the hand to discard, or it is said in other words")


def _play(mine: Realm, book: Book, card: Card) -> tuple[str, Message]:
    if card not in mine.hand:
        return "VI-041", Message("it is not in the own hand")
    printed = book.cards[card]
    if printed.kind == "condition":
        return "VI-088", Message("a Condition is played in the turn of an opponent")
    for other in layout.in_force(mine, book):
        if book.cards[other].forbids == printed.kind:
            return book.cards[other].id, Message("{card} forbids it", card=named(book, other))
    if play_targets.playable(mine, book, card):
        some = play_targets.spots(mine, book, card) or ("",)
        least = min(play_targets.price(mine, book, card, spot) for spot in some)
        return "VI-042", Message("it costs {cost}, and there is {power} Power", cost=least, power=mine.power)
    found = obstacle(mine, book, lambda r, said: play_targets.playable(r, said, card), card)
    if found is not None:
        return found
    if printed.attach:
        return "VI-084", Message("it has to be attached, and there is nothing to attach it to")
    return "VI-201", Message("what it says cannot be carried out")


def _activate(mine: Realm, book: Book, card: Card) -> tuple[str, Message]:
    if card not in mine.cards or not play_targets.activated(book, card):
        return "VI-044", Message("it is no card of the own Realm with an activated ability")
    if layout.place_of(mine, card) in mine.locked:
        return "VI-045", Message("nothing is activated at a locked location")
    if not layout.active(mine, book, card):
        return "VI-137", Message("a Hero holds it")
    if (cost := play_targets.effort(mine, book, card)) > mine.power:
        return "VI-044", Message(
            "activating it costs {cost}, and there is {power} Power", cost=cost, power=mine.power
        )
    found = obstacle(mine, book, _able(card), card)
    return found or (book.cards[card].id, Message("what it says cannot be carried out"))


def _vanquish(mine: Realm, book: Book, hero: Card) -> tuple[str, Message]:
    if hero not in layout.of_kind(mine, book, "hero"):
        return "VI-057", Message("it is no Hero of the own Realm")
    if layout.place_of(mine, hero) in mine.locked:
        return "VI-070", Message("nothing leaves a locked location")
    for card in (hero, *layout.attached(mine, book, hero)):
        if book.cards[card].protects:
            return book.cards[card].id, Message(
                "{card} keeps this Hero from being defeated", card=named(book, card)
            )
    if hero not in fights.defeatable(mine, book):
        found = obstacle(mine, book, lambda r, said: hero in fights.defeatable(r, said), hero)
        return found or ("VI-212", Message("other Heroes have to be defeated first"))
    needed = book.cards[hero].allies
    if max(map(len, fights.sides(mine, book, hero))) < needed:
        return book.cards[hero].id, Message("it takes {allies} Allies to Vanquish this Hero", allies=needed)
    if hero in fights.beatable(mine, silenced(book, hero)):
        return book.cards[hero].id, Message("{card} says otherwise", card=named(book, hero))
    might = strength(mine, book, hero)
    if might and not any(fights.sides(mine, book, hero)):
        return "VI-057", Message("no Ally who can fight is beside this Hero")
    return "VI-058", Message(
        "the Allies that can fight together do not come up to the Hero's Strength of {strength}",
        strength=might,
    )


def _carry(mine: Realm, book: Book, card: Card, *, hero: bool) -> tuple[str, Message]:
    if card not in mine.cards or (layout.kind(mine, book, card) == "hero") != hero:
        return (
            ("VI-055", Message("it is no Hero of the own Realm"))
            if hero
            else ("VI-052", Message("it is no card to move"))
        )
    if mine.cards[card].on:
        return "VI-054", Message("it is attached")
    if mine.cards[card].form == "held":
        return "VI-106", Message("a Hero holds it where it is")
    here = layout.place_of(mine, card)

    def movable(r: Realm, said: Book) -> bool:
        return bool(layout.destinations(r, said, card, layout.neighbours(r, said, here)))

    found = obstacle(mine, book, movable, card)
    if found is not None and found.rule != "VI-070":
        return found
    return "VI-053", Message("nothing moves into or out of a locked location")
