"""The recording of a match on a real table: it derives facts from entries, in a deal that agrees with all."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from itertools import zip_longest

from msgspec.structs import replace

from .. import decider
from ..decider import Position
from ..model import Asked, Picks
from ..rules import Rules
from ..script import B, K
from .contradiction import Contradiction
from .course import Course, Step
from .decided import DecidedEntries
from .entries import Accepted, Dealt, Entry, Impossible, Incomplete, Legality, Ref
from .judging import refuse_entry, try_step
from .named_cards import moves_later
from .names import list_words
from .naming import name_cards
from .repair import decide_name
from .unknowns import Start


class Recording(DecidedEntries[B, K]):
    """Entries from a position on, and one deal; a value, every method returns another one.

    Entries that `follow` are decided when their facts or the position are first needed. A recording that goes
    on from a corrected board has the one before it as `earlier`.
    """

    _earlier: Recording[B, K] | None

    @classmethod
    def start(
        cls, rules: Rules[B, K], position: Position[B], unknowns: tuple[Asked, ...] = ()
    ) -> Recording[B, K]:
        """Returns the recording without entries that starts at *position*; see `unknowns.Start`."""
        return cls(Course(rules, Start(position, unknowns)))

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

        The public facts stay. Raises `LookupError` for a place without a card.
        """
        if self._earlier is not None and ref.fact <= self._first:
            named = self._earlier.name(card, ref)
            return named if isinstance(named, Impossible) else (self._after(named[0]), named[1])
        course = self._decide().copy()
        entry = course.set_name(ref, card)
        try:
            decide_name(course, self._decide())
        except Contradiction as contradiction:
            return Impossible("undetermined", entry.seat, expected=tuple(contradiction.expected[:1]))
        recording: Recording[B, K] = Recording(course, self._earlier)
        return recording, self._list_changes(recording)

    def name_all(
        self, names: Mapping[Ref, str]
    ) -> tuple[Recording[B, K], Mapping[Ref, tuple[Dealt, ...]], list[Ref]]:
        """Returns the recording with those *names* that agree, and the names that do not.

        The changed choices between two corrections belong to the first name there.
        """
        own = {ref: card for ref, card in names.items() if ref.fact > self._first}
        past = {ref: card for ref, card in names.items() if ref not in own}
        earlier, dropped = self._earlier, sorted(past)
        dealt: Mapping[Ref, tuple[Dealt, ...]] = {}
        if earlier is not None and past:
            earlier, dealt, dropped = earlier.name_all(past)
        if not own:
            return self._after(earlier), dealt, dropped
        course = self._decide().copy()
        refused = {*name_cards(course, own), *(own.keys() - course.names.keys())}
        recording: Recording[B, K] = Recording(course, earlier)
        if named := sorted(own.keys() - refused):
            dealt = {**dealt, named[0]: self._list_changes(recording)}
        return recording, dealt, [*dropped, *sorted(refused)]

    def follow_name(self, card: str, ref: Ref, dealt: Iterable[Dealt]) -> Recording[B, K]:
        """Returns the recording with the name of a card, accepted earlier in a deal with these values."""
        if self._earlier is not None and ref.fact <= self._first:
            return self._after(self._earlier.follow_name(card, ref, dealt))
        recording = self._continue(self._steps, self._with_values(dealt))
        recording._names = {**self._names, ref: card}
        return recording

    def loses_track(self, card: str, ref: Ref) -> bool:
        """Returns whether *card* at *ref* was still out of sight when the board was corrected after it.

        It asks the deals in which the card lies there, because another deal says nothing about it.
        """
        earlier = self._earlier
        if earlier is None or ref.fact > self._first:
            return False
        if earlier._earlier is not None and ref.fact <= earlier._first:
            return earlier.loses_track(card, ref)
        named = earlier.name(card, ref)
        return not isinstance(named, Impossible) and not moves_later(named[0]._decide(), card, ref.fact)

    def _after(self, earlier: Recording[B, K] | None) -> Recording[B, K]:
        recording = copy(self)
        recording._earlier = earlier
        return recording

    def until(self, seq: int) -> Recording[B, K]:
        """Returns the recording of the entries whose facts are over at fact *seq*."""
        if self._earlier is not None and seq < self._first:
            return self._earlier.until(seq)
        _, count = self.course_at(seq)
        return self if count == len(self._steps) else self._rewind_to(count)

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

    def _continue(self, steps: Sequence[Step], values: Sequence[Picks]) -> Recording[B, K]:
        """Returns a recording of these steps in a deal of these values, not yet decided."""
        recording: Recording[B, K] = Recording(self._course, self._earlier)
        recording._steps, recording._values, recording._is_decided = tuple(steps), tuple(values), False
        recording._used, recording._names = self._used, self._names
        return recording
