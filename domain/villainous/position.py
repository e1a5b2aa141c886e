"""Writes and reads positions of Villainous as text, for studies, puzzles and disputes.

    villainous / act seat=0 turn=5 cauldron=66 used=1,3 /
    0.captain-hook at=skull-rock power=6 locked=hangmans-tree hand=scare-2 deck=… discard=… fate=…
    cards=swashbuckler-1@skull-rock,cutlass-2+swashbuckler-1 / 1.prince-john at=jail cards=robin-hood@jail*2 …

Each seat has a part. Of cards in a Realm, `@` precedes the location, `+` the host, `*` the Power on it, `~`
the turned form, and `&` the second location of an Enlarged Hero. The first part holds rulings other than the
defaults. The first card of a pile is its top.
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
from ..position import Part, format_words
from .board import Board, InPlay, Pile, Realm, Rulings, Shift, Stage
from .book import Book
from .facts import Card, Form

GAME = "villainous"

_STAGES: tuple[Stage, ...] = get_args(Stage)
_FORMS: tuple[Form, ...] = get_args(Form)
_ID = "[^@+*~&]+"
_CARD = re.compile(rf"({_ID})(?:@({_ID}))?(?:\+({_ID}))?(?:\*([0-9]{{1,4}}))?(?:~({_ID}))?(?:&({_ID}))?")


# -- writing -----------------------------------------------------------------------------------------


def write_board(board: Board) -> str:
    """Returns *board* as text."""
    table = format_words(
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
    realms = ((f"{seat}.{realm.who}", _realm_fields(realm)) for seat, realm in enumerate(board.realms))
    return notation.join_parts(
        ((GAME, format_words(**changed_rulings(board.rulings))), (board.stage, table), *realms)
    )


def changed_rulings(rulings: Rulings) -> dict[str, Any]:
    """Returns the rulings of a match that differ from the defaults, by name."""
    defaults = Rulings()
    values = {name: getattr(rulings, name) for name in Rulings.__struct_fields__}
    return {name: value for name, value in values.items() if value != getattr(defaults, name)}


def _realm_fields(realm: Realm) -> dict[str, str]:
    return format_words(
        at=realm.at,
        power=realm.power,
        locked=realm.locked,
        lasting=realm.lasting,
        lapsed=realm.lapsed,
        shifts=tuple(f"{of}:{by}" for of, by in realm.shifts.items()),
        shifted=tuple(f"{shift.of}:{shift.by}:{shift.card}" for shift in realm.shifted),
        exposed=realm.exposed,
        hand=realm.hand,
        cards=tuple(_write_card(card, in_play) for card, in_play in realm.cards.items()),
        opened=realm.opened,
        looked=realm.looked,
        deck=realm.villain.deck,
        discard=realm.villain.discard,
        fate=realm.fate.deck,
        fate_discard=realm.fate.discard,
    )


def _write_card(card: Card, in_play: InPlay) -> str:
    at, on = in_play.at and f"@{in_play.at}", in_play.on and f"+{in_play.on}"
    power, form = in_play.power and f"*{in_play.power}", in_play.form and f"~{in_play.form}"
    attached_to = in_play.beside and f"&{in_play.beside}"
    return f"{card}{at}{on}{power or ''}{form}{attached_to}"


# -- reading -----------------------------------------------------------------------------------------


def read_board(text: str, book: Book) -> Board:
    """Returns the board of *text*.

    Raises `Unreadable` for text that is no position, `Unplayable` for a position that no match can reach.
    """
    head, *parts = notation.parse_parts(text, GAME)
    match_rulings = _read_rulings(head)
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
    read_realms = tuple(_read_realm(seat, part, book) for seat, part in enumerate(realms))
    board = Board(
        read_realms,
        _read_signed(stage, "cauldron", stage.take_text("cauldron")),
        match_rulings,
        cast(Stage, stage.name),
        stage.take_number("seat") or 0,
        stage.take_number("turn") or 0,
        stage.take_list("used"),
        stage.take_list("met"),
        _read_numbers(stage, "passed"),
        _read_numbers(stage, "felled"),
        stage.take_number("token"),
        stage.take_number("winner"),
        _read_numbers(stage, "retired"),
    )
    stage.require_end()
    for refusal in find_contradictions(board, book):
        raise Unplayable(refusal)
    return board


def _read_rulings(head: Part) -> Rulings:
    values = {name: value for name in Rulings.__struct_fields__ if (value := head.take_text(name))}
    head.require_end()
    try:
        return msgspec.convert(values, Rulings, strict=False)
    except msgspec.ValidationError as error:
        raise head.error(Message("no such ruling: {error}", error=str(error))) from error


def _read_numbers(part: Part, key: str) -> tuple[int, ...]:
    return tuple(part.parse_number(key, value) for value in part.take_list(key))


def _read_realm(seat: int, part: Part, book: Book) -> Realm:
    number, _, villain_id = part.name.partition(".")
    if number != str(seat):
        example = f"{seat}.{next(iter(book.villains))}"
        raise part.error(
            Message("the Realm of seat {seat} is expected here, as in {example}", seat=seat, example=example)
        )
    if villain_id not in book.villains:
        raise part.error(
            Message(
                "there is no Villain “{who}”, but {villains}",
                who=villain_id,
                villains=", ".join(book.villains),
            )
        )
    locations = book.locations[villain_id]
    realm = Realm(
        villain_id,
        part.require_one_of("at", part.take_text("at"), locations),
        Pile(part.take_list("deck"), part.take_list("discard")),
        Pile(part.take_list("fate"), part.take_list("fate_discard")),
        tuple(part.require_one_of("locked", location, locations) for location in part.take_list("locked")),
        part.take_number("power") or 0,
        part.take_list("hand"),
        dict(_read_card(part, word, book, villain_id) for word in part.take_list("cards")),
        part.take_list("opened"),
        part.take_list("looked"),
        part.take_list("lasting"),
        part.take_list("lapsed"),
        dict(_read_shift(part, word) for word in part.take_list("shifts")),
        part.take_flag("exposed"),
        tuple(_read_caused_shift(part, word) for word in part.take_list("shifted")),
    )
    part.require_end()
    return realm


def _read_shift(part: Part, word: str) -> tuple[str, int]:
    of, _, by = word.partition(":")
    return of, _read_signed(part, f"shifts={of}:", by)


def _read_caused_shift(part: Part, word: str) -> Shift:
    of, _, remainder = word.partition(":")
    by, _, card = remainder.partition(":")
    return Shift(of, _read_signed(part, f"shifted={of}:", by), card)


def _read_signed(part: Part, key: str, value: str) -> int:
    """Returns *value* as a number; unlimited Power may lower the Cauldron below 0 (VI-C8)."""
    if not re.fullmatch("-?[0-9]{1,4}", value):
        raise part.error(Message("“{key}” and a number are wanted, not “{value}”", key=key, value=value))
    return int(value)


def _read_card(part: Part, word: str, book: Book, villain_id: str) -> tuple[Card, InPlay]:
    match = _CARD.fullmatch(word)
    if match is None or not (match[2] or match[3]):
        raise part.error(
            Message("“{word}” should be card@location or card+host, and *2 for 2 Power on it", word=word)
        )
    card, at, on, power, form, attached_to = match.groups(default="")
    for location in filter(None, (at, attached_to)):
        part.require_one_of("cards", location, book.locations[villain_id])
    part.require_one_of("cards", form, _FORMS)
    return card, InPlay(at, on, int(power or 0), cast(Form, form), attached_to)


# -- what no position can be -------------------------------------------------------------------------


def find_contradictions(board: Board, book: Book) -> Iterator[Refusal]:
    """Yields the reasons why *board* is no position of a match, during or between effects."""
    seats = range(len(board.realms))
    if len({realm.who for realm in board.realms}) < len(seats):
        yield Refusal("VI-001", Message("Nobody plays the same Villain as somebody else."))
    required_seats = (seat for seat in (board.token, board.winner) if seat is not None)
    for seat in (board.seat, *board.passed, *board.retired, *required_seats):
        if seat not in seats:
            yield Refusal("VI-020", Message("There is no seat {seat}.", seat=seat))
    if len({*board.retired}) < len(board.retired) or len(board.retired) > len(seats) - 2:
        yield Refusal("VI-C10", Message("A seat leaves once, and at least two play on."))
    if board.winner in board.retired:
        yield Refusal("VI-C10", Message("Seat {seat} has left: it cannot win.", seat=board.winner))
    tokens = board.cauldron
    for realm in board.realms:
        yield from _check_cards(realm, book)
        tokens += realm.power + sum(in_play.power for in_play in realm.cards.values())
    if tokens != book.card_set.tokens:
        yield Refusal(
            "VI-008",
            Message(
                "There is {tokens} Power, and there are {all} tokens.",
                tokens=tokens,
                all=book.card_set.tokens,
            ),
        )
    if board.cauldron < 0 and board.rulings.tokens == "limited":
        yield Refusal("VI-C8", Message("There cannot be less than no Power in the supply."))
    if board.stage in ("move", "act") and not board.turn:
        yield Refusal("VI-020", Message("A turn has to be on: they are counted from 1."))


def _check_cards(realm: Realm, book: Book) -> Iterator[Refusal]:
    villain = book.villains[realm.who]
    piles = {"villain": villain.villain, "fate": villain.fate}
    own = {name: {id for card in pile for id in card.ids} for name, pile in piles.items()}
    all_cards = own["villain"] | own["fate"]
    counts = Counter((*realm.hand, *realm.cards, *realm.opened, *realm.looked))
    for name, pile in (("villain", realm.villain), ("fate", realm.fate)):
        counts.update((*pile.deck, *pile.discard))
        for card in (*pile.deck, *pile.discard):
            if card in all_cards - own[name]:
                yield Refusal(
                    "VI-005", Message("{card} does not belong to the {name} pile.", card=card, name=name)
                )
    for card in (*realm.lasting, *realm.lapsed):
        if card not in all_cards:
            yield Refusal("VI-005", Message("{card} is no card of {name}.", card=card, name=villain.name))
    for card, count in counts.items():
        if card not in all_cards:
            yield Refusal("VI-005", Message("{card} is no card of {name}.", card=card, name=villain.name))
        elif count > 1:
            yield Refusal(
                "VI-005",
                Message("{card} is in {many} places: every card is there once.", card=card, many=count),
            )
    for card, in_play in realm.cards.items():
        if in_play.on and (in_play.on == card or in_play.on not in realm.cards or realm.cards[in_play.on].on):
            yield Refusal(
                "VI-202",
                Message("{card} cannot be attached to {on}, no such card in play.", card=card, on=in_play.on),
            )


def find_unfinished(board: Board, blank: Board) -> Iterator[Refusal]:
    """Yields the reasons why a match cannot start at *board* in the middle of an effect.

    *blank* is the board of the same Villains before the set-up.
    """
    if board.stage == "setup" and board != blank:
        yield Refusal(
            "VI-020", Message("The match is being prepared here; a study begins before that, or after it.")
        )
    if any(realm.opened or realm.looked for realm in board.realms):
        yield Refusal("VI-102", Message("Cards lie open here; a study begins between two effects."))
    if (board.winner is None) == (board.stage == "over"):
        yield Refusal("VI-120", Message("A match is over when somebody has won it, and not before."))
