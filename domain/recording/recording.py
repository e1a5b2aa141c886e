"""The recording of a match on a real table: it derives facts from entries, in a deal that agrees with all."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Generic

from msgspec.structs import replace

from .. import decider
from ..decider import Position, redact_question
from ..errors import Drift
from ..model import SPECTATOR, Asked, Fact, Picks
from ..rules import Rules
from ..script import B, K
from .contradiction import Contradiction
from .course import Course, Step
from .entries import Accepted, Dealt, Entry, Impossible, Incomplete, Legality, Ref
from .judging import refuse_entry, try_step
from .named_cards import NamedCard, list_named_cards
from .names import list_words
from .naming import name_cards
from .repair import decide_name
from .unknowns import Start


class Recording(Generic[B, K]):
    """Entries from a position on, and one deal; a value, every method returns another one.

    Entries that `follow` are decided when their facts or the position are first needed, all at once. That
    raises `Drift` if the deal contradicts them. A recording that goes on from a corrected board has the
    entries before it in `earlier`.
    """

    def __init__(self, course: Course, earlier: Recording[B, K] | None = None) -> None:
        self._course, self._earlier = course, earlier
        self._first = course.start.position.seq
        self._steps = tuple(course.steps)
        self._values = course.deal.values
        self._used = tuple(mark.used for mark in course.marks[1:])
        self._names: Mapping[Ref, str] = course.names
        self._is_decided = True

    @classmethod
    def start(
        cls, rules: Rules[B, K], position: Position[B], unknowns: tuple[Asked, ...] = ()
    ) -> Recording[B, K]:
        """Returns the recording without entries that starts at *position*; see `unknowns.Start`."""
        return cls(Course(rules, Start(position, unknowns)))

    # -- results -------------------------------------------------------------------------------------

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
        if self._earlier is not None:
            number -= len(self._earlier.entries)
            if number < 1:
                return self._earlier.position_before(number + len(self._earlier.entries))
        position = self._refreshed(number - 1).marks[number - 1].position
        assert position is not None
        return position

    def course_at(self, seq: int) -> tuple[Course, int]:
        """Returns the course that fact *seq* belongs to, and the number of its entries that are over."""
        if self._earlier is not None and seq < self._first:
            return self._earlier.course_at(seq)
        course = self._decide().copy()
        course.refresh()
        return course, sum(course.public[mark.facts - 1].seq <= seq for mark in course.marks[1:])

    def until(self, seq: int) -> Recording[B, K]:
        """Returns the recording of the entries whose facts are over at fact *seq*."""
        if self._earlier is not None and seq < self._first:
            return self._earlier.until(seq)
        _, count = self.course_at(seq)
        return self if count == len(self._steps) else self._rewind_to(count)

    def entry_seq(self, number: int) -> int:
        """Returns the number of the fact that contains entry *number*, from 1."""
        if self._earlier is not None:
            number -= len(self._earlier.entries)
            if number < 1:
                return self._earlier.entry_seq(number + len(self._earlier.entries))
        return self._steps[number - 1].seq

    def values_of(self, number: int) -> Sequence[Picks]:
        """Returns the values of the hidden choices of entry *number*, from 1, in the deal."""
        if self._earlier is not None:
            number -= len(self._earlier.entries)
            if number < 1:
                return self._earlier.values_of(number + len(self._earlier.entries))
        return self._values[self._used_before(number - 1) : self._used[number - 1]]

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

    # -- entries -------------------------------------------------------------------------------------

    def try_entry(
        self, entry: Entry, seq: int, suggestions: Sequence[Picks] = ()
    ) -> tuple[Recording[B, K], Accepted] | Incomplete | Impossible:
        """Returns the recording with *entry* if a deal agrees with all; its facts follow fact *seq*.

        *suggestions* are values for its hidden choices, such as those of another line.
        """
        before, step = self._decide(), Step(entry, seq)
        attempt = try_step(before, step, suggestions)
        if attempt.contradiction is not None:
            return refuse_entry(before, step, attempt)
        course, unseen = attempt.course, before.unseen
        facts, implied = tuple(course.last.fresh), tuple(course.last.implied)
        named_cards = tuple(dict.fromkeys(w for fact in facts for w in list_words(fact.event) if w in unseen))
        recording: Recording[B, K] = Recording(course, self._earlier)
        legality: Legality = "possible" if named_cards else "legal"
        dealt = self._list_changes(recording)
        return recording, Accepted(course.last.entry, facts, legality, implied, named_cards, dealt)

    def answer_silently(self, seq: int) -> Recording[B, K] | None:
        """Returns the recording after the silent answer to the open question, which follows fact *seq*.

        Returns `None` for a question that has none, or after which a card becomes visible.
        """
        rules, course = self._course.rules, self._decide().copy()
        question = decider.open_question(rules, course.position)
        silent = None if question is None else rules.silent_answer(question)
        if question is None or silent is None:
            return None
        course.steps.append(Step(Entry(question.seat, silent), max(seq, course.position.seq)))
        try:
            course.decide()
        except Contradiction:
            return None
        return Recording(course, self._earlier)

    def follow(self, entry: Entry, seq: int, dealt: Iterable[Dealt]) -> Recording[B, K]:
        """Returns the recording with *entry*, accepted earlier in a deal with these values."""
        values = self._with_values(dealt)
        recording = self._continue((*self._steps, Step(entry, seq)), values)
        recording._used = (*self._used, len(values))
        return recording

    def name(self, card: str, ref: Ref) -> tuple[Recording[B, K], tuple[Dealt, ...]] | Impossible:
        """Returns the recording with the name of a card that a public fact hides, and the changed choices.

        The public facts stay. Raises `LookupError` for a place without a card, or before the last correction.
        """
        course = self._decide().copy()
        entry = course.set_name(ref, card)
        try:
            decide_name(course, self._decide())
        except Contradiction as contradiction:
            return Impossible("undetermined", entry.seat, expected=tuple(contradiction.expected[:1]))
        recording: Recording[B, K] = Recording(course, self._earlier)
        return recording, self._list_changes(recording)

    def name_all(self, names: Mapping[Ref, str]) -> tuple[Recording[B, K], tuple[Dealt, ...], list[Ref]]:
        """Returns the recording with those *names* that agree, the changed choices, and the other names."""
        course = self._decide().copy()
        others = [ref for ref in names if ref.fact <= self._first]  # before the last correction
        others += name_cards(course, {ref: card for ref, card in names.items() if ref not in others})
        recording: Recording[B, K] = Recording(course, self._earlier)
        return recording, self._list_changes(recording), sorted(others)

    def follow_name(self, card: str, ref: Ref, dealt: Iterable[Dealt]) -> Recording[B, K]:
        """Returns the recording with the name of a card, accepted earlier in a deal with these values."""
        recording = self._continue(self._steps, self._with_values(dealt))
        recording._names = {**self._names, ref: card}
        return recording

    def rewind(self, seq: int) -> Recording[B, K]:
        """Returns the recording before the first entry whose first fact is numbered above *seq*."""
        if self._earlier is not None and seq < self._first:
            return self._earlier.rewind(seq)
        return self._rewind_to(bisect_left(self._steps, seq, key=lambda step: step.seq))

    def correct(self, position: Position[B], seq: int, unknowns: tuple[Asked, ...] = ()) -> Recording[B, K]:
        """Returns the recording that goes on from *position* after fact *seq*, with a new deal."""
        start = Start(replace(position, seq=seq), unknowns)
        return Recording(Course(self._course.rules, start), self)

    # -- deciding ------------------------------------------------------------------------------------

    def _list_changes(self, recording: Recording[B, K]) -> tuple[Dealt, ...]:
        """Returns the hidden choices of *recording* that are new or differ from those of this one."""
        pairs = zip_longest(recording._values, self._values)
        return tuple(Dealt(index, new) for index, (new, old) in enumerate(pairs) if new != old)

    def _with_values(self, dealt: Iterable[Dealt]) -> list[Picks]:
        values = list(self._values)
        for index, picks in sorted((choice.index, choice.picks) for choice in dealt):
            values[index : index + 1] = [picks]
        return values

    def _rewind_to(self, count: int) -> Recording[B, K]:
        recording = self._continue(self._steps[:count], self._values[: self._used_before(count)])
        recording._used = self._used[:count]
        if count < len(self._steps):
            last = self._steps[count].seq
            recording._names = {ref: card for ref, card in self._names.items() if ref.fact <= last}
        return recording

    def _used_before(self, count: int) -> int:
        """Returns the number of hidden choices before entry *count*, from 0."""
        return self._used[count - 1] if count else len(self._course.start.unknowns)

    def _continue(self, steps: Sequence[Step], values: Sequence[Picks]) -> Recording[B, K]:
        """Returns a recording of these steps in a deal of these values, not yet decided."""
        recording: Recording[B, K] = Recording(self._course, self._earlier)
        recording._steps, recording._values, recording._is_decided = tuple(steps), tuple(values), False
        recording._used, recording._names = self._used, self._names
        return recording

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
