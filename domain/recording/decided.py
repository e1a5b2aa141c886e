"""The entries of a recording, decided when somebody first needs their facts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Generic

from .. import decider
from ..decider import Position, redact_question
from ..errors import Drift
from ..model import SPECTATOR, Asked, Fact, Picks
from ..rules import Rules
from ..script import B, K
from .contradiction import Contradiction
from .course import Course
from .entries import Entry, Ref
from .named_cards import NamedCard, list_named_cards


class DecidedEntries(Generic[B, K]):
    """Entries from a position on, and the facts in one deal; those before a corrected board are `earlier`.

    The facts of entries that follow are decided all at once. That raises `Drift` if the deal contradicts
    them.
    """

    _earlier: DecidedEntries[B, K] | None

    def __init__(self, course: Course, earlier: DecidedEntries[B, K] | None = None) -> None:
        self._course, self._earlier = course, earlier
        self._first = course.start.position.seq
        self._steps = tuple(course.steps)
        self._values = course.deal.values
        self._used = tuple(mark.used for mark in course.marks[1:])
        self._names: Mapping[Ref, str] = course.names
        self._is_decided = True

    @property
    def rules(self) -> Rules[B, K]:
        """The rules of the game."""
        return self._course.rules

    @property
    def entries(self) -> Sequence[Entry]:
        """The accepted entries."""
        earlier = self._earlier.entries if self._earlier else ()
        return (*earlier, *(step.entry for step in self._steps))

    @property
    def position(self) -> Position[B]:
        """The position of the deal after the last entry; no viewer may see its hidden cards."""
        return self._decide().position

    @property
    def facts(self) -> Sequence[Fact]:
        """The facts as a spectator sees them; a card that is named later changes none of them."""
        earlier = self._earlier.facts if self._earlier else ()
        return (*earlier, *self._decide().public)

    @property
    def names(self) -> Mapping[Ref, str]:
        """The cards that people have named in hidden places of the facts."""
        return {**(self._earlier.names if self._earlier else {}), **self._names}

    @property
    def question(self) -> Asked | None:
        """The open question as a spectator sees it, or `None` after the end."""
        question = decider.open_question(self._course.rules, self.position)
        return None if question is None else redact_question(question, SPECTATOR)

    def full_fact(self, seq: int) -> Fact | None:
        """Returns fact *seq* of the deal with its hidden cards, or `None` for a fact of no entry."""
        number = bisect_left(self._steps, seq, key=lambda step: step.seq)
        if number == 0:
            return self._earlier.full_fact(seq) if self._earlier else None
        full = self._refreshed(number).marks[number].full
        index = seq - full[0].seq
        return full[index] if index < len(full) else None

    def position_before(self, number: int) -> Position[B]:
        """Returns the position of the deal before entry *number*, from 1."""
        recording, number = self._find_entry(number)
        position = recording._refreshed(number - 1).marks[number - 1].position
        assert position is not None
        return position

    def course_at(self, seq: int) -> tuple[Course, int]:
        """Returns the course that fact *seq* belongs to, and the number of its entries that are over."""
        if self._earlier is not None and seq < self._first:
            return self._earlier.course_at(seq)
        course = self._decide().copy()
        course.refresh()
        return course, sum(course.public[mark.facts - 1].seq <= seq for mark in course.marks[1:])

    def entry_seq(self, number: int) -> int:
        """Returns the number of the fact that contains entry *number*, from 1."""
        recording, number = self._find_entry(number)
        return recording._steps[number - 1].seq

    def values_of(self, number: int) -> Sequence[Picks]:
        """Returns the values of the hidden choices of entry *number*, from 1, in the deal."""
        recording, number = self._find_entry(number)
        return recording._values[recording._used_before(number - 1) : recording._used[number - 1]]

    def _find_entry(self, number: int) -> tuple[DecidedEntries[B, K], int]:
        """Returns the recording between two corrections that has entry *number*, and its number there."""
        count = len(self._earlier.entries) if self._earlier else 0
        if self._earlier is not None and number <= count:
            return self._earlier._find_entry(number)
        return self, number - count

    def list_unseen(self, cards: Iterable[str]) -> list[str]:
        """Returns the unseen cards that may lie in the places of *cards*, in order; it depends on no deal."""
        return sorted(self._decide().list_unseen(cards))

    def list_open(self, cards: Iterable[str]) -> list[str]:
        """Returns the first copies of the prints of the same deck that have no unseen copy, in order."""
        course, cards = self._decide(), list(cards)
        unseen = {course.prints.of(card) for card in (*cards, *course.list_unseen(cards))}
        return sorted({course.prints.of(card) for card in course.list_deck(cards)} - unseen)

    def named_cards(self, seq: int) -> frozenset[str]:
        """Returns the cards of the deal whose places after fact *seq* follow from names."""
        if self._earlier is not None and seq < self._first:
            return self._earlier.named_cards(seq)
        return frozenset(named.card for named in self._named_cards if named.since <= seq < named.until)

    @cached_property
    def _named_cards(self) -> list[NamedCard]:
        return [*list_named_cards(self._names, self.full_fact, self._decide().deal.choices)]

    def list_deck(self, card: str) -> list[str]:
        """Returns the first copies of the prints in the deck of *card*, in order; it depends on no deal."""
        course = self._decide()
        return sorted({course.prints.of(other) for other in course.list_deck(course.list_deck([card]))})

    # -- deciding ------------------------------------------------------------------------------------

    def _used_before(self, count: int) -> int:
        """Returns the number of hidden choices before entry *count*, from 0."""
        return self._used[count - 1] if count else len(self._course.start.unknowns)

    def _decide(self) -> Course:
        """Returns the course of all entries; raises `Drift` if the deal contradicts one."""
        if self._is_decided:
            return self._course
        course = self._course.copy()
        pairs = zip(course.steps, self._steps, strict=False)
        course.cut(next((i for i, (old, new) in enumerate(pairs) if old != new), len(self._steps)))
        course.change_deal(self._values)
        course.names = dict(self._names)
        course.steps += self._steps[len(course.steps) :]
        try:
            course.decide()
        except Contradiction as contradiction:
            raise Drift(contradiction.fact, contradiction.expected, contradiction.actual) from contradiction
        course.deal.plan = None
        self._course, self._is_decided = course, True
        return course

    def _refreshed(self, count: int) -> Course:
        """Returns the course with the position and the facts before entry *count*, from 0."""
        course = self._decide()
        if course.marks[count].position is None or (count and not course.marks[count].full):
            course = course.copy()
            course.refresh()
            self._course = course
        return course
