"""The ways of the cards of a deal out of sight: from a hidden choice into a hand, and into the open."""

from __future__ import annotations

from bisect import bisect_left
from copy import copy
from functools import cached_property
from typing import NamedTuple

from msgspec.structs import replace

from ..model import Answered, Asked, Seat
from .course import Course
from .names import list_hand, list_words

END = 1 << 60
"""A number above those of all facts."""


class Track(NamedTuple):
    """The way of a card out of sight after a hidden choice, and its exit.

    The way leads through the choices `path` among a deck into a `hand`, last by the fact `drawn`. The exit,
    from that hand, is the fact `named` that shows the card, or the choice `hub` that picks it, at the fact
    `until`. A card that goes straight from the deck into the open has no hand. `pins` are the prints by which
    people have named the card on its way. A free card has no name later either.
    """

    card: str
    path: tuple[int, ...]
    hand: Seat | None
    drawn: int
    pins: frozenset[str]
    named: int | None
    hub: int | None
    until: int
    is_free: bool

    @property
    def is_fixed(self) -> bool:
        """Whether no other card can take this way, because the table saw the card in a deck."""
        return self.named is not None and self.hand is None

    def fits(self, way: Track) -> bool:
        """Returns whether the exit of this card can follow another *way*."""
        if self.is_fixed or way.is_fixed:
            return False
        if self.until == END:
            return True
        return self.hand == way.hand and way.drawn < self.until


class Tracks:
    """The tracks of a decided course, which has all its facts."""

    def __init__(self, course: Course) -> None:
        course.refresh()
        self.choices = tuple(course.deal.choices)
        self._rules, self._prints, self._mentions = course.rules, course.prints, course.mentions
        self._seqs = [step.seq for step in course.steps]
        self._marks = tuple(course.marks)
        self._names = dict(course.names)
        self._seats = sorted(seat for side in self._rules.list_sides(course.position.board) for seat in side)
        self._hands: dict[tuple[int, Seat], frozenset[str]] = {}
        self._turned: dict[tuple[int, str], str] = {}

    @cached_property
    def _hidden(self) -> dict[str, list[int]]:
        """The facts in which each card moves out of sight, in order."""
        places: dict[str, list[int]] = {}
        for mark in self._marks:
            for fact in mark.full:
                if not isinstance(fact.event, Asked | Answered):
                    for card in list_words(fact.event):
                        places.setdefault(card, []).append(fact.seq)
        return places

    @cached_property
    def pins(self) -> dict[str, list[tuple[int, str]]]:
        """The facts and prints by which people have named each card in hidden places."""
        full = {fact.seq: fact for mark in self._marks for fact in mark.full}
        pins: dict[str, list[tuple[int, str]]] = {}
        for ref, name in self._names.items():
            if ref.fact in full:
                card = list(list_words(full[ref.fact].event))[ref.index]
                pins.setdefault(card, []).append((ref.fact, self._prints.of(name)))
        return pins

    def list_choices(self, card: str, before: int = END) -> list[int]:
        """Returns the choices among *card* that come before a fact."""
        return [
            index
            for index, choice in enumerate(self.choices)
            if choice.hides and choice.fact < before and card in choice.question.options
        ]

    def is_anonymous(self, card: str, since: int, before: int) -> bool:
        """Returns whether no fact and no person names *card* between two facts."""
        return not self._mentions.names_since(card, since, before) and not any(
            since <= fact < before for fact, _ in self.pins.get(card, ())
        )

    def follow(self, card: str, index: int) -> Track:
        """Returns the track of *card* after the choice *index*."""
        since = self.choices[index].fact
        hub = next((number for number in self.list_choices(card) if number > index), None)
        until = END if hub is None else self.choices[hub].fact
        named = self._mentions.first_since(card, since)
        if named is not None and named < until:
            hub, until = None, named
        else:
            named = None
        pins = frozenset(name for fact, name in self.pins.get(card, ()) if since <= fact < until)
        places = self._hidden.get(card, [])
        last = bisect_left(places, until) - 1
        drawn = places[last] if last >= 0 and places[last] >= since else since
        hand = self._find_hand(card, until, drawn)
        if hub is None or (hand is not None and card in self.choices[hub].picks):
            is_free = named is None and self.is_anonymous(card, until, END)
            return Track(card, (), hand, drawn, pins, named, hub, until, is_free)
        later = self.follow(card, hub)
        if hand is not None:
            return later._replace(path=(), hand=hand, drawn=drawn, pins=pins | later.pins)
        if partner := self._turned.get((hub, card)):
            way = self.follow(partner, hub)
            later = later._replace(path=way.path, hand=way.hand, drawn=way.drawn, pins=way.pins)
        return later._replace(path=(hub, *later.path), pins=pins | later.pins)

    def turn(self, index: int, card: str, partner: str) -> Tracks | None:
        """Returns the tracks after two cards have changed places in the choice *index*, if they can."""
        ways = self.follow(card, index), self.follow(partner, index)
        if not (ways[0].fits(ways[1]) and ways[1].fits(ways[0])):
            return None
        turned, choices = copy(self), list(self.choices)
        names = {card: partner, partner: card}
        picks = tuple(names.get(pick, pick) for pick in choices[index].picks)
        choices[index] = replace(choices[index], picks=picks)
        turned.choices = tuple(choices)
        turned._turned = self._turned | {(index, card): partner, (index, partner): card}
        return turned

    def _find_hand(self, card: str, until: int, drawn: int) -> Seat | None:
        """Returns the hand that holds *card* before the entry with the fact *until*, since *drawn*."""
        number = min(bisect_left(self._seqs, until), len(self._marks)) - 1 if until < END else -1
        if until < END and drawn > self._seqs[number]:
            return None
        return next((seat for seat in self._seats if card in self._hand(number, seat)), None)

    def _hand(self, number: int, seat: Seat) -> frozenset[str]:
        hand = self._hands.get((number, seat))
        if hand is None:
            position = self._marks[number].position
            assert position is not None
            hand = frozenset(list_hand(self._rules, position.board, seat))
            self._hands[number, seat] = hand
        return hand
