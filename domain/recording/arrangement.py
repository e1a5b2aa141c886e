"""Whole arrangements of the unseen cards that put a card of another print into one place.

Each place is a variable: the track of a card after a hidden choice. Its domain are the cards that can take
that track, because all facts and names on both tracks stay true. The cards of a deal are one matching of
tracks; another one differs by a cycle, in which each card takes the track of the one before.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, islice, permutations, product
from typing import NamedTuple

from msgspec.structs import replace

from .contradiction import Contradiction
from .course import Course
from .deal import HiddenChoice
from .names import list_hand, rename
from .prints import Prints
from .tracks import Track, Tracks

LENGTH = 4
"""The maximum of cards in a cycle, if all cycles are tried."""
CYCLES = 400
"""The maximum of cycles for one place."""
ORDERS = 120
"""The maximum of orders of the free cards that are tried for their exits."""
SMALL = 4
"""The maximum of options of a choice in which two cards are turned."""
PATHS = 2_000
"""The maximum of beginnings of cycles for one place."""


class Arrangement(NamedTuple):
    """Other values of the hidden choices, which differ from the index `first` on."""

    first: int
    choices: tuple[HiddenChoice, ...]


def list_arrangements(course: Course, contradiction: Contradiction) -> Iterator[Arrangement]:
    """Yields deals of a decided *course* that remove a *contradiction* after it, and keep all before true.

    A card that lies elsewhere gets the place of the one that the deal has there. A card that the hand of the
    refused seat lacks gets the place of each card in that hand; if it lacks none, any unseen card does.
    """
    tracks, prints = Tracks(course.copy()), course.prints
    pairs = list(zip(contradiction.actual, contradiction.expected, strict=False))
    if contradiction.refused is not None and (question := contradiction.refused[1].question) is not None:
        hand = list_hand(course.rules, contradiction.refused[0].board, question.seat)
        needed = Counter(map(prints.of, contradiction.expected))
        wanted = sorted(needed - Counter(map(prints.of, hand)))
        spare = [card for card in hand if not _take_from(needed, prints.of(card))]
        held = {prints.of(card) for card in spare}
        copies = sorted(card for card in course.list_deck(hand) - set(hand) if prints.of(card) in held)
        names = wanted or sorted({prints.of(card) for card in course.list_unseen(hand)})
        pairs = list(product((*spare, *copies), names))
    for dealt, wanted_card in pairs:
        name = prints.of(wanted_card)
        if name != prints.of(dealt):
            yield from _list_for_place(tracks, prints, dealt, name, contradiction.fact)


def _take_from(needed: Counter[str], name: str) -> bool:
    """Takes a card of the print *name* from the *needed* ones, and returns whether one was left."""
    is_left = needed[name] > 0
    needed[name] -= is_left
    return is_left


def _list_for_place(
    tracks: Tracks, prints: Prints, card: str, name: str, before: int
) -> Iterator[Arrangement]:
    """Yields deals in which a card of the print *name* has the track of *card* before a fact."""
    indices = tracks.list_choices(card, before)
    if not indices:
        return
    for way, turned in _list_turned(tracks, indices[-1]):
        window = _Window(way, prints, indices[-1])
        for cycle in islice(window.list_cycles(card, name), CYCLES):
            if turned and turned.isdisjoint(cycle):
                continue
            arrangement = window.arrange(cycle)
            if arrangement is not None:
                yield arrangement


def _list_turned(tracks: Tracks, index: int) -> Iterator[tuple[Tracks, frozenset[str]]]:
    """Yields *tracks*, and those with two cards turned in a small choice after the choice *index*."""
    yield tracks, frozenset()
    for later in range(index + 1, len(tracks.choices)):
        options = tracks.choices[later].question.options
        if tracks.choices[later].hides and len(options) <= SMALL:
            for pair in combinations(options, 2):
                turned = tracks.turn(later, *pair)
                if turned is not None:
                    yield turned, frozenset(pair)


class _Window:
    """The cards that a hidden choice orders, and others of their deck out of sight, with their tracks."""

    def __init__(self, tracks: Tracks, prints: Prints, index: int) -> None:
        self._tracks, self._prints, self._index = tracks, prints, index
        self._choices = tracks.choices
        self._options = frozenset(self._choices[index].question.options)
        self._since = self._choices[index].fact
        self._next: dict[str, Sequence[str]] = {}

    @cached_property
    def _cards(self) -> Mapping[str, Track]:
        """The tracks by their cards, those of the choice first."""
        deck = {
            card
            for choice in self._choices[: self._index]
            if choice.hides and not self._options.isdisjoint(choice.question.options)
            for card in choice.question.options
        }
        outside = sorted((deck - self._options) & self._anonymous)
        return {card: self._tracks.follow(card, self._index) for card in (*sorted(self._options), *outside)}

    @cached_property
    def _anonymous(self) -> frozenset[str]:
        """The cards without a name from the last choice among them before this one until now."""
        last = {
            card: choice.fact
            for choice in self._choices[: self._index]
            if choice.hides
            for card in choice.question.options
        }
        return frozenset(card for card, since in last.items() if self._is_anonymous(card, since))

    def _is_anonymous(self, card: str, since: int) -> bool:
        return self._tracks.is_anonymous(card, since, self._since)

    def list_cycles(self, card: str, name: str) -> Iterator[tuple[str, ...]]:
        """Yields cycles of cards; each takes the track of the next, and the last that of *card*.

        All short ones come first, then one as short as possible to each card of the print.
        """
        begun: deque[tuple[str, ...]] = deque([(card,)])
        for _ in range(PATHS):
            if not begun:
                break
            path = begun.popleft()
            for follower in self._list_next(path[-1]):
                if follower in path:
                    continue
                if self._prints.of(follower) != name:
                    if len(path) < LENGTH - 1:
                        begun.append((*path, follower))
                elif self._can_take(follower, self._cards[card], name):
                    yield (*path, follower)
        for order in (sorted(self._cards), sorted(self._cards, reverse=True)):
            yield from self._list_shortest(card, name, order)

    def _list_shortest(self, card: str, name: str, order: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yields a cycle of any length to each card of the print *name*, by augmenting paths."""
        before: dict[str, str] = {card: ""}
        begun = deque([card])
        while begun:
            last = begun.popleft()
            following = set(self._list_next(last))
            for follower in order:
                if follower in before or follower not in following:
                    continue
                before[follower] = last
                if self._prints.of(follower) != name:
                    begun.append(follower)
                elif self._can_take(follower, self._cards[card], name):
                    path = [follower]
                    while before[path[-1]]:
                        path.append(before[path[-1]])
                    yield tuple(reversed(path))

    def _list_next(self, card: str) -> Sequence[str]:
        """Returns the cards whose tracks *card* can take."""
        following = self._next.get(card)
        if following is None:
            following = self._next[card] = [
                follower
                for follower, track in self._cards.items()
                if follower != card and self._can_take(card, track)
            ]
        return following

    def _can_take(self, card: str, track: Track, name: str = "") -> bool:
        """Returns whether *card* can take another *track*, and all that names the two stays true."""
        taker, pins = self._cards[card], track.pins
        if (pins and pins != {self._prints.of(card)}) or name not in ("", self._prints.of(card)):
            return False
        if (card in self._options) != (track.card in self._options) and card not in self._anonymous:
            return False
        if taker.path and taker.path[:1] == track.path[:1]:
            return True
        if taker.fits(track) or (taker.is_free and track.is_free):
            return True
        return card in self._replaceable and not track.is_fixed and track.hub is None

    @cached_property
    def _replaceable(self) -> frozenset[str]:
        """The cards that left a hand while it held an equal card, which can stand for them."""
        cards = self._cards.items()
        return frozenset(
            card
            for card, track in cards
            if track.named is not None
            and any(
                copy != card
                and way.is_free
                and self._prints.of(copy) == self._prints.of(card)
                and track.fits(way)
                for copy, way in cards
            )
        )

    def arrange(self, cycle: Sequence[str]) -> Arrangement | None:
        """Returns the deal after a *cycle*.

        Returns `None` if no earlier choice can give the cards of the cycle to this one, or if no exit is left
        for one of them.
        """
        arrived = dict(zip((*cycle[1:], cycle[0]), cycle, strict=True))
        exits = self._exchange_exits(arrived)
        if exits is None:
            return None
        before, first = self._rename_before(arrived), self._index
        if before:
            common = [
                index
                for index, choice in enumerate(self._choices[: self._index])
                if choice.hides and before.keys() <= set(choice.question.options)
            ]
            if not common or not all(
                self._is_anonymous(card, self._choices[common[-1]].fact) for card in before
            ):
                return None
            first = common[-1]
        choices = list(self._choices)
        for index in range(first, len(choices)):
            names = before if index <= self._index else self._rename_after(arrived, exits, index)
            if names:
                choices[index] = rename(choices[index], names)
        picks = self._choices[self._index].picks
        choices[self._index] = replace(
            choices[self._index], picks=tuple(arrived.get(pick, pick) for pick in picks)
        )
        return Arrangement(first, tuple(choices))

    def _exchange_exits(self, arrived: Mapping[str, str]) -> Mapping[str, str] | None:
        """Returns the free cards that take the exits of others, by these; `None` if an exit is left."""
        tracks = {card: self._cards[way] for way, card in arrived.items()}
        free = [card for card in tracks if self._cards[card].is_free]
        for order in islice(permutations(free), ORDERS):
            if all(
                self._cards[old].fits(tracks[new]) or self._cards[old].path[:1] == tracks[new].path[:1] != ()
                for old, new in zip(free, order, strict=True)
            ):
                return {old: new for old, new in zip(free, order, strict=True) if old != new}
        return None

    def _rename_before(self, arrived: Mapping[str, str]) -> dict[str, str]:
        """Returns the cards that exchange their tracks before the choice, by the names until now."""
        if self._options.issuperset(arrived):
            return {}
        names = {card: new for card, new in arrived.items() if card not in self._options}
        members = {arrived.get(card, card) for card in self._options}
        leaving, entering = sorted(self._options - members), sorted(members - self._options)
        return names | dict(zip(leaving, entering, strict=True))

    def _rename_after(
        self, arrived: Mapping[str, str], exits: Mapping[str, str], index: int
    ) -> dict[str, str]:
        """Returns the new names of cards in a later choice."""
        names: dict[str, str] = {}
        ways = [card for card in arrived if index in self._cards[card].path]
        members = {arrived[card] for card in ways}
        for card in ways:
            if card not in members:
                names[card] = arrived[card]
                while names[card] in ways:
                    names[card] = arrived[names[card]]
        for card, new in exits.items():
            hub = self._cards[card].hub
            if hub is not None and index >= hub:
                names[card] = new
        return names
