"""The stays of cards out of sight: in a pile, then perhaps in a hand, until the table sees them again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from ... import decider
from ...decider import Position
from ...model import SPECTATOR, Answered, Asked, Fact, Seat, Viewer
from ..course import Course
from ..deal import HiddenChoice
from ..entries import Ref
from ..names import list_names, list_words, rename
from ..tracks import END
from ..trial import OtherCopy, Trial

Place: TypeAlias = Seat | None
"""The hand of a seat, or any pile out of sight."""


class Stay(NamedTuple):
    """A card of the print `name`, and its last place out of sight between the facts `since` and `until`.

    `deck` is the first card of its deck. A hidden move out of a hand ends all stays of the deck, and begins
    the next `window`. A card in a `hand` has `arrived` there by a fact, by the hidden word `ref` of it if
    there is one; `pin` is the print of its name. It leaves for the open from one of the places `left`.
    """

    name: str
    deck: str
    since: int
    hand: Place
    arrived: int
    ref: Ref | None = None
    pin: str = ""
    window: int = 0
    until: int = END
    left: frozenset[Place] = frozenset()


def list_stays(course: Course) -> list[Stay]:
    """Returns the stays of all cards of a refreshed *course*, which end with its last fact at the latest."""
    ledger = _Ledger(course)
    for number in range(len(course.steps)):
        position = _position_before(course, number)
        ledger.rename_cards(position.board)
        for fact in course.marks[number + 1].full:
            position = decider.evolve(course.rules, position, fact)
            if not isinstance(fact.event, Asked | Answered):
                ledger.follow_fact(fact, position.board)
    return [*ledger.closed, *ledger.live.values()]


def _position_before(course: Course, number: int) -> Position[Any]:
    """Returns the position before the facts of an entry, after its exchanges of equal cards."""
    mark, (entry, seq) = course.marks[number], course.steps[number]
    position = mark.position
    assert position is not None
    words = chain.from_iterable(list_words(fact.event) for fact in course.marks[number + 1].full)
    if course.exchanged.isdisjoint(words):
        return position
    position = replace(position, seq=seq)
    while True:
        course.deal.used = mark.used
        try:
            Trial(course, entry, position, mark.facts, mark.hidden).decide()
            return position
        except OtherCopy as exchange:
            position = rename(position, exchange.names)


class _Ledger:
    """The `live` stays by their cards, and the `closed` ones."""

    def __init__(self, course: Course) -> None:
        self._rules, self._prints, self._names = course.rules, course.prints, course.names
        self._first_cards = _find_first_cards(course.deal.choices)
        self._windows: Counter[str] = Counter()
        self.closed: list[Stay] = []
        self.live: dict[str, Stay] = {}
        position = course.marks[0].position
        assert position is not None
        self._seats = sorted(seat for side in self._rules.list_sides(position.board) for seat in side)
        self._board = position.board
        unknown = {card for choice in course.start.unknowns for card in choice.options}
        for card, place in self._find_places(position.board, unknown).items():
            pin = "" if card in unknown else self._prints.of(card)
            self.live[card] = self._begin(card, position.seq, place, pin)

    def _begin(self, card: str, seq: int, place: Place, pin: str = "") -> Stay:
        deck = self._first_cards.get(card, card)
        return Stay(self._prints.of(card), deck, seq, place, seq, None, pin, self._windows[deck])

    def _find_places(self, board: Any, cards: Iterable[str]) -> dict[str, Place]:
        """Returns the places of the cards out of sight; *cards* that have none lie in a pile."""
        public = set(list_names(self._rules.redact_board(board, SPECTATOR)))
        places: dict[str, Place] = dict.fromkeys({*cards, *list_names(board)} - public)
        for seat in self._seats:
            view = self._rules.redact_board(board, Viewer("seat", frozenset((seat,))))
            places.update({card: seat for card in list_names(view) if card in places})
        return places

    def rename_cards(self, board: Any) -> None:
        """Gives equal cards that have exchanged their names on *board* the stays of each other."""
        if board is self._board:
            return
        pairs = zip(list_names(self._board), list_names(board), strict=True)
        names = {old: new for old, new in pairs if old != new}
        self.live.update({new: self.live[old] for old, new in names.items() if old in self.live})
        self._board = board

    def follow_fact(self, fact: Fact, board: Any) -> None:
        """Follows the cards that *fact* has moved, which leads to *board*."""
        if board is self._board:
            return
        self._board = board
        places = self._find_places(board, self.live)
        opened = [card for card in self.live if card not in places]
        left: dict[str, set[Place]] = {}
        for card in opened:
            left.setdefault(self.live[card].deck, set()).add(self.live[card].hand)
        for card in opened:
            stay = self.live.pop(card)
            self.closed.append(stay._replace(until=fact.seq, left=frozenset(left[stay.deck])))
        moved = {card: place for card, place in places.items() if self._is_moved(card, place)}
        self._cut({self.live[card].deck for card in moved if self.live[card].hand is not None}, fact.seq)
        self._move(fact, moved)
        self._hide(fact, {card: place for card, place in places.items() if card not in self.live})

    def _is_moved(self, card: str, place: Place) -> bool:
        return card in self.live and self.live[card].hand != place

    def _cut(self, decks: set[str], seq: int) -> None:
        """Ends the stays of *decks*: nobody beside the table can follow their cards any longer."""
        self._windows.update(decks)
        for card, stay in self.live.items():
            if stay.deck in decks:
                self.closed.append(stay)
                self.live[card] = self._begin(card, seq, stay.hand)

    def _move(self, fact: Fact, places: Mapping[str, Place]) -> None:
        """Moves cards out of sight, by the words that *fact* has for them."""
        public = list_words(decider.redact_fact(self._rules, fact, SPECTATOR).event)
        words = dict(zip(list_words(fact.event), enumerate(public), strict=True)) if places else {}
        for card, place in places.items():
            index, word = words.get(card, (0, ""))
            ref = Ref(fact.seq, index) if card in words and not word else None
            name = word if ref is None else self._names.get(ref, "")
            pin = self._prints.of(name) if name else ""
            self.live[card] = self.live[card]._replace(hand=place, arrived=fact.seq, ref=ref, pin=pin)

    def _hide(self, fact: Fact, places: Mapping[str, Place]) -> None:
        """Begins the stays of cards that go out of sight, each with its name if all go to one place."""
        stays = {card: self._begin(card, fact.seq, place) for card, place in places.items()}
        goals: dict[str, set[Place]] = {}
        for stay in stays.values():
            goals.setdefault(stay.deck, set()).add(stay.hand)
        for card, stay in stays.items():
            self.live[card] = stay._replace(pin=stay.name) if len(goals[stay.deck]) == 1 else stay


def _find_first_cards(choices: Iterable[HiddenChoice]) -> dict[str, str]:
    """Returns the first card of the deck of each card: hidden choices mix the cards of a deck."""
    decks: dict[str, frozenset[str]] = {}
    for choice in choices:
        if choice.hides:
            cards = choice.question.options
            deck = frozenset(cards).union(*(decks[card] for card in cards if card in decks))
            decks.update(dict.fromkeys(deck, deck))
    return {card: min(deck) for card, deck in decks.items()}
