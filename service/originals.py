"""What a changed write held before: found by deciding again, and proved by the hash it was recorded with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from domain import table
from domain.core import Rules
from domain.notation import write_fact
from domain.table import Match, Ruled, SeatClaimed
from domain.words import CHANCE, Answered, Event, Fact
from replays.audit import Audit
from replays.differences import AGAIN, Difference

Facts: TypeAlias = Mapping[int, Fact]
"""The facts of a match as they are stored, by number."""

Change: TypeAlias = tuple[int, str]
"""The number of a fact, and what was done to it."""


Leads: TypeAlias = Callable[[Sequence[Fact]], bool]
"""Tells whether facts lead to the hash that was recorded of their write."""


class Write(NamedTuple):
    """A write of a match: the match before it, the numbers of its facts, and what tells the right ones."""

    rules: Rules[Any, Any]
    played: Match[Any]
    numbers: range
    leads: Leads

    def original(self, facts: Facts) -> list[Fact] | None:
        """Returns the facts that this write really held, if something can be found that leads to them."""
        for event in self._firsts(facts):
            decided = [fact for part in self._decided(event, facts) for fact in part]
            if len(decided) == len(self.numbers) and self.leads(decided):
                return decided
        return None

    def follows(self, facts: Facts) -> bool:
        """Tells whether all that is stored of this write follows from its first fact alone."""
        told = [facts.get(number) for number in self.numbers]
        first = told[0]
        if first is None or isinstance(first.event, Ruled):  # what a ruling leads to is the judge's choice
            return False
        return next(self._decided(first.event, facts), []) == told

    def _decided(self, event: Event, facts: Facts) -> Iterator[list[Fact]]:
        """Yields what this write would hold if *event* had begun it, part by part, as far as it goes.

        It may have several: a case that is opened, and the ruling on it.
        """
        audit = Audit(self.rules, [fact for _, fact in sorted(facts.items())], AGAIN)
        match = self.played
        with suppress(Difference, KeyError):
            while match.seq < self.numbers[-1]:
                seq = match.seq + 1
                begun = event if seq == self.numbers[0] else facts[seq].event
                part = audit.decided(match, Fact(seq, match.seq, "", begun))
                yield part
                match = table.fold(self.rules, part, match)

    def _firsts(self, facts: Facts) -> Iterator[Event]:
        """Yields what may have begun this write: what is stored of it, another pick, an answer elsewhere."""
        here = [facts[number].event for number in self.numbers if number in facts]
        yield from here[:1]
        yield from filter(_begins, here[1:])
        question = table.asked(self.rules, self.played)
        if question is not None:
            times = {event.at for event in here if isinstance(event, Answered)}
            for at in times:
                for option in dict.fromkeys(question.options):
                    yield Answered(question.seat, (option,), at, question.sight == "secret")
                yield Answered(question.seat, (), at, question.sight == "secret")
        yield from filter(_begins, (fact.event for fact in facts.values()))


def _begins(event: Event) -> bool:
    return isinstance(event, SeatClaimed) or (isinstance(event, Answered) and event.seat != CHANCE)


# -- in words ----------------------------------------------------------------------------------------


class Moved(NamedTuple):
    """That a fact was put in or taken out with those after it renumbered, and the facts as they were."""

    change: Change
    facts: dict[int, Fact]


def renumbered(facts: Facts, surplus: int, was: Sequence[Fact]) -> Moved | None:
    """Returns whether facts were renumbered in a write, which *was* another.

    *surplus* is by how many numbers the match is longer than its last head says.
    """
    changed = [fact for fact in was if facts.get(fact.seq) != fact]
    if abs(surplus) != 1 or changed[0].seq not in facts:
        return None
    moved = [facts.get(fact.seq + surplus) for fact in changed[surplus < 0 :]]
    if [fact and fact.event for fact in moved] != [fact.event for fact in changed[surplus < 0 :]]:
        return None
    first = changed[0].seq
    before = {number: fact for number, fact in facts.items() if number < first}
    after = [fact for number, fact in facts.items() if number >= first + (surplus > 0)]
    back = {fact.seq - surplus: replace(fact, seq=fact.seq - surplus) for fact in after}
    done, fact = ("inserted", facts[first]) if surplus > 0 else ("dropped", changed[0])
    sentence = f"Fact {first}, “{write_fact(fact)}”, was {done}, and those after it renumbered."
    return Moved((first, sentence), before | back | {fact.seq: fact for fact in was})


def changes(facts: Facts, unreadable: Mapping[int, str], was: Sequence[Fact]) -> Iterator[Change]:
    """Yields what is stored otherwise than it *was*."""
    changed = [fact for fact in was if facts.get(fact.seq) != fact]
    if len(changed) == 2:
        one, other = changed
        now = [facts.get(fact.seq) for fact in changed]
        if now[0] and now[1] and (now[0].event, now[1].event) == (other.event, one.event):
            yield one.seq, f"Facts {one.seq} and {other.seq} were swapped."
            return
    for fact in changed:
        now_there = facts.get(fact.seq)
        if now_there is not None:
            sentence = f"was altered: it was “{write_fact(fact)}” and is now “{write_fact(now_there)}”."
        elif fact.seq in unreadable:
            sentence = f"was altered: it was “{write_fact(fact)}” and {unreadable[fact.seq]}"
        else:
            sentence = f"was dropped: it was “{write_fact(fact)}”."
        yield fact.seq, f"Fact {fact.seq} {sentence}"


def runs(numbers: Iterable[int]) -> list[list[int]]:
    """Returns *numbers* in runs that follow one another."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return found


def several(numbers: Iterable[int]) -> str:
    """Returns *numbers*, which follow one another, as the beginning of a sentence."""
    first, *rest = numbers
    return f"Facts {first} to {rest[-1]} were" if rest else f"Fact {first} was"
