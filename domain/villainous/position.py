"""Positions of Villainous as text, and back: for studies, puzzles and disputes.

    villainous / act seat=0 turn=5 cauldron=66 used=1,3 /
    0.captain-hook at=skull-rock power=6 locked=hangmans-tree hand=scare-2 deck=… discard=… fate=…
    cards=swashbuckler-1@skull-rock,cutlass-2+swashbuckler-1 / 1.prince-john at=jail cards=robin-hood@jail*2 …

A part for every seat. Of the cards in a Realm, `@` tells where one is, `+` what it is attached to, `*` the
Power on it, `~` what it was turned into, `&` where an Enlarged Hero is besides. Rulings other than the usual
ones stand in the first part. Piles stand as they lie: the first card is the top of a deck.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast, get_args

import msgspec

from .. import position as notation
from ..decider import Unplayable
from ..messages import Message
from ..model import Refusal
from ..notation import Unreadable
from ..position import Part, said
from .board import Board, InPlay, Pile, Realm, Rulings, Shift, Stage
from .book import Book
from .facts import Card, Form

GAME = "villainous"

_STAGES: tuple[Stage, ...] = get_args(Stage)
_FORMS: tuple[Form, ...] = get_args(Form)
_ID = "[^@+*~&]+"
_CARD = re.compile(rf"({_ID})(?:@({_ID}))?(?:\+({_ID}))?(?:\*([0-9]{{1,4}}))?(?:~({_ID}))?(?:&({_ID}))?")


# -- writing -----------------------------------------------------------------------------------------


def write(board: Board) -> str:
    """Returns *board* as text."""
    table = said(
        seat=board.seat,
        turn=board.turn,
        cauldron=board.cauldron,
        used=board.used,
        met=board.met,
        passed=board.passed,
        felled=board.felled,
        token=board.token,
        winner=board.winner,
        retired=board.retired,
    )
    realms = ((f"{seat}.{mine.who}", _realm(mine)) for seat, mine in enumerate(board.realms))
    return notation.write(((GAME, said(**rulings(board.rulings))), (board.stage, table), *realms))


def rulings(chosen: Rulings) -> dict[str, Any]:
    """Returns the rulings of a match that are not the usual ones, by name."""
    usual = Rulings()
    every = {name: getattr(chosen, name) for name in Rulings.__struct_fields__}
    return {name: value for name, value in every.items() if value != getattr(usual, name)}


def _realm(mine: Realm) -> dict[str, str]:
    return said(
        at=mine.at,
        power=mine.power,
        locked=mine.locked,
        lasting=mine.lasting,
        lapsed=mine.lapsed,
        shifts=tuple(f"{of}:{by}" for of, by in mine.shifts.items()),
        shifted=tuple(f"{shift.of}:{shift.by}:{shift.card}" for shift in mine.shifted),
        exposed=mine.exposed,
        hand=mine.hand,
        cards=tuple(_in_play(card, where) for card, where in mine.cards.items()),
        opened=mine.opened,
        looked=mine.looked,
        deck=mine.villain.deck,
        discard=mine.villain.discard,
        fate=mine.fate.deck,
        fate_discard=mine.fate.discard,
    )


def _in_play(card: Card, where: InPlay) -> str:
    at, on = where.at and f"@{where.at}", where.on and f"+{where.on}"
    power, form = where.power and f"*{where.power}", where.form and f"~{where.form}"
    beside = where.beside and f"&{where.beside}"
    return f"{card}{at}{on}{power or ''}{form}{beside}"


# -- reading -----------------------------------------------------------------------------------------


def read(text: str, book: Book) -> Board:
    """Returns the board that *text* tells.

    Raises `Unreadable` for what is no position, `Unplayable` for one that no match can come to.
    """
    head, *parts = notation.read(text, GAME)
    chosen = _rulings(head)
    if not parts or parts[0].name not in _STAGES:
        raise Unreadable(
            Message("Part 2 of the position begins with one of {stages}.", stages=", ".join(_STAGES))
        )
    stage, *realms = parts
    if not 2 <= len(realms) <= book.seats:
        sentence = Message(
            "This book seats 2 to {most} players, not {seats}.", most=book.seats, seats=len(realms)
        )
        raise Unplayable(Refusal("VI-001", sentence))
    told = tuple(_read_realm(seat, part, book) for seat, part in enumerate(realms))
    board = Board(
        told,
        _signed(stage, "cauldron", stage.text("cauldron")),
        chosen,
        cast(Stage, stage.name),
        stage.number("seat") or 0,
        stage.number("turn") or 0,
        stage.each("used"),
        stage.each("met"),
        _numbers(stage, "passed"),
        _numbers(stage, "felled"),
        stage.number("token"),
        stage.number("winner"),
        _numbers(stage, "retired"),
    )
    stage.close()
    for refusal in mistakes(board, book):
        raise Unplayable(refusal)
    return board


def _rulings(head: Part) -> Rulings:
    told = {name: value for name in Rulings.__struct_fields__ if (value := head.text(name))}
    head.close()
    try:
        return msgspec.convert(told, Rulings, strict=False)
    except msgspec.ValidationError as error:
        raise head.wrong(Message("no such ruling: {error}", error=str(error))) from error


def _numbers(part: Part, key: str) -> tuple[int, ...]:
    return tuple(part.count(key, value) for value in part.each(key))


def _read_realm(seat: int, part: Part, book: Book) -> Realm:
    told, _, who = part.name.partition(".")
    if told != str(seat):
        example = f"{seat}.{next(iter(book.villains))}"
        raise part.wrong(
            Message("the Realm of seat {seat} is expected here, as in {example}", seat=seat, example=example)
        )
    if who not in book.villains:
        raise part.wrong(
            Message("there is no Villain “{who}”, but {villains}", who=who, villains=", ".join(book.villains))
        )
    places = book.places[who]
    mine = Realm(
        who,
        part.one_of("at", part.text("at"), places),
        Pile(part.each("deck"), part.each("discard")),
        Pile(part.each("fate"), part.each("fate_discard")),
        tuple(part.one_of("locked", place, places) for place in part.each("locked")),
        part.number("power") or 0,
        part.each("hand"),
        dict(_read_card(part, word, book, who) for word in part.each("cards")),
        part.each("opened"),
        part.each("looked"),
        part.each("lasting"),
        part.each("lapsed"),
        dict(_shift(part, word) for word in part.each("shifts")),
        part.flag("exposed"),
        tuple(_named_shift(part, word) for word in part.each("shifted")),
    )
    part.close()
    return mine


def _shift(part: Part, word: str) -> tuple[str, int]:
    of, _, by = word.partition(":")
    return of, _signed(part, f"shifts={of}:", by)


def _named_shift(part: Part, word: str) -> Shift:
    of, _, rest = word.partition(":")
    by, _, card = rest.partition(":")
    return Shift(of, _signed(part, f"shifted={of}:", by), card)


def _signed(part: Part, key: str, value: str) -> int:
    """Returns *value* as a number that may be below 0, as unlimited Power lets the Cauldron be (VI-C8)."""
    if not re.fullmatch("-?[0-9]{1,4}", value):
        raise part.wrong(Message("“{key}” and a number are wanted, not “{value}”", key=key, value=value))
    return int(value)


def _read_card(part: Part, word: str, book: Book, who: str) -> tuple[Card, InPlay]:
    found = _CARD.fullmatch(word)
    if found is None or not (found[2] or found[3]):
        raise part.wrong(
            Message("“{word}” should be card@location or card+host, and *2 for 2 Power on it", word=word)
        )
    card, at, on, power, form, beside = found.groups(default="")
    for place in filter(None, (at, beside)):
        part.one_of("cards", place, book.places[who])
    part.one_of("cards", form, _FORMS)
    return card, InPlay(at, on, int(power or 0), cast(Form, form), beside)


# -- what no position can be -------------------------------------------------------------------------


def mistakes(board: Board, book: Book) -> Iterator[Refusal]:
    """Yields why *board* can be no position of a match, if it cannot: between two effects or in one."""
    seats = range(len(board.realms))
    if len({mine.who for mine in board.realms}) < len(seats):
        yield Refusal("VI-001", Message("Nobody plays the same Villain as somebody else."))
    some = (seat for seat in (board.token, board.winner) if seat is not None)
    for seat in (board.seat, *board.passed, *board.retired, *some):
        if seat not in seats:
            yield Refusal("VI-020", Message("There is no seat {seat}.", seat=seat))
    if len({*board.retired}) < len(board.retired) or len(board.retired) > len(seats) - 2:
        yield Refusal("VI-C10", Message("A seat leaves once, and at least two play on."))
    if board.winner in board.retired:
        yield Refusal("VI-C10", Message("Seat {seat} has left: it cannot win.", seat=board.winner))
    tokens = board.cauldron
    for mine in board.realms:
        yield from _cards(mine, book)
        tokens += mine.power + sum(where.power for where in mine.cards.values())
    if tokens != book.print.tokens:
        yield Refusal(
            "VI-008",
            Message(
                "There is {tokens} Power, and there are {all} tokens.", tokens=tokens, all=book.print.tokens
            ),
        )
    if board.cauldron < 0 and board.rulings.tokens == "limited":
        yield Refusal("VI-C8", Message("There cannot be less than no Power in the Cauldron."))
    if board.stage in ("move", "act") and not board.turn:
        yield Refusal("VI-020", Message("A turn has to be on: they are counted from 1."))


def _cards(mine: Realm, book: Book) -> Iterator[Refusal]:
    villain = book.villains[mine.who]
    piles = {"villain": villain.villain, "fate": villain.fate}
    own = {name: {id for card in pile for id in card.ids} for name, pile in piles.items()}
    whole = own["villain"] | own["fate"]
    held = Counter((*mine.hand, *mine.cards, *mine.opened, *mine.looked))
    for name, pile in (("villain", mine.villain), ("fate", mine.fate)):
        held.update((*pile.deck, *pile.discard))
        for card in (*pile.deck, *pile.discard):
            if card in whole - own[name]:
                yield Refusal(
                    "VI-005", Message("{card} does not belong to the {name} pile.", card=card, name=name)
                )
    for card in (*mine.lasting, *mine.lapsed):
        if card not in whole:
            yield Refusal("VI-005", Message("{card} is no card of {name}.", card=card, name=villain.name))
    for card, many in held.items():
        if card not in whole:
            yield Refusal("VI-005", Message("{card} is no card of {name}.", card=card, name=villain.name))
        elif many > 1:
            yield Refusal(
                "VI-005",
                Message("{card} is in {many} places: every card is there once.", card=card, many=many),
            )
    for card, where in mine.cards.items():
        if where.on and (where.on == card or where.on not in mine.cards or mine.cards[where.on].on):
            yield Refusal(
                "VI-202",
                Message("{card} cannot be attached to {on}, no such card in play.", card=card, on=where.on),
            )


def unrest(board: Board, blank: Board) -> Iterator[Refusal]:
    """Yields why a match cannot go on from *board*, which is sound: something is under way.

    *blank* is the board of the same Villains before anything happened.
    """
    if board.stage == "setup" and board != blank:
        yield Refusal(
            "VI-020", Message("The match is being prepared here; a study begins before that, or after it.")
        )
    if any(mine.opened or mine.looked for mine in board.realms):
        yield Refusal("VI-102", Message("Cards lie open here; a study begins between two effects."))
    if (board.winner is None) == (board.stage == "over"):
        yield Refusal("VI-120", Message("A match is over when somebody has won it, and not before."))
