"""What a changed write held before: found by deciding again, and proved by the hash it was recorded with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from domain import table
from domain.model import CHANCE, Answered, Event, Fact
from domain.notation import write_fact
from domain.rules import Rules
from domain.table import Match, Ruled, SeatClaimed
from replays.audits.audit import Audit
from replays.audits.differences import AGAIN, Difference
from replays.audits.verify import verify

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

    def begun(self, facts: Facts) -> list[Fact] | None:
        """Returns this write as another answer would have begun it, if all is stored that follows from that.

        When it was given nobody knows any more.
        """
        told = [facts.get(number) for number in self.numbers[1:]]
        question = table.open_question(self.rules, self.played)
        if not told or question is None:
            return None
        for picks in (*((option,) for option in dict.fromkeys(question.options)), ()):
            answered = Answered(question.seat, picks, 0, question.sight == "secret")
            decided = [fact for part in self._decided(answered, facts) for fact in part]
            if decided[1:] == told:
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
                part = audit.decide_fact(match, Fact(seq, match.seq, "", begun))
                yield part
                match = table.fold(self.rules, part, match)

    def _firsts(self, facts: Facts) -> Iterator[Event]:
        """Yields what may have begun this write: what is stored of it, another pick, an answer elsewhere."""
        events = [facts[number].event for number in self.numbers if number in facts]
        yield from events[:1]
        yield from filter(_begins, events[1:])
        question = table.open_question(self.rules, self.played)
        if question is not None:
            times = {event.at for event in events if isinstance(event, Answered)}
            for at in times:
                for option in dict.fromkeys(question.options):
                    yield Answered(question.seat, (option,), at, question.sight == "secret")
                yield Answered(question.seat, (), at, question.sight == "secret")
        yield from filter(_begins, (fact.event for fact in facts.values()))


def _begins(event: Event) -> bool:
    return isinstance(event, SeatClaimed) or (isinstance(event, Answered) and event.seat != CHANCE)


# -- in words ----------------------------------------------------------------------------------------


def changes(
    facts: Facts, unreadable: Mapping[int, str], was: Facts, closed: Collection[int]
) -> Iterator[Change]:
    """Yields what is stored otherwise than it *was*; of a dropped fact, whether its gap was *closed*."""
    left = dict(was)
    for seq, fact in was.items():
        now = facts.get(seq)
        other = next((other for other in left if other > seq and _exchanged(facts, was, seq, other)), None)
        if seq not in left:
            continue
        if other is not None:
            del left[seq], left[other]
            yield seq, f"Facts {seq} and {other} were swapped."
        elif now is not None:
            text = f"it was “{write_fact(fact)}” and is now “{write_fact(now)}”."
            yield seq, f"Fact {seq} was altered: {text}"
        elif seq in unreadable:
            yield seq, f"Fact {seq} was altered: it was “{write_fact(fact)}” and {unreadable[seq]}"
        elif seq in closed:
            yield seq, f"Fact {seq}, “{write_fact(fact)}”, was dropped, and those after it renumbered."
        else:
            yield seq, f"Fact {seq} was dropped: it was “{write_fact(fact)}”."


def _exchanged(facts: Facts, was: Facts, one: int, other: int) -> bool:
    """Tells whether each of two facts stands where the other *was*."""
    first, second = facts.get(one), facts.get(other)
    return first == replace(was[other], seq=one) and second == replace(was[one], seq=other)


def unclear(rules: Rules[Any, Any], facts: Facts, run: Sequence[int]) -> Change:
    """Returns what is told of a *run* of facts of which something was altered, and nobody knows what it was.

    Of several, which first does not follow from those before it.
    """
    if len(run) == 1:
        sealed = " What follows is sealed with it, and cannot be held against its heads."
        text = f"Fact {run[0]} was altered: what stands there does not lead to the recorded head."
        return run[0], text + (sealed if run[0] == 1 else "")
    text = f"Some of facts {run[0]} to {run[-1]} were altered: together they do not lead to their head."
    try:
        verdict = verify(rules, [fact for _, fact in sorted(facts.items())])
    except Exception:  # what was altered may be anything, and the rules may trip over it anywhere
        return run[0], text
    if verdict.ok or verdict.seq not in run:
        return run[0], text
    return verdict.seq, f"{text} {verdict.difference}"


def runs(numbers: Iterable[int]) -> list[list[int]]:
    """Returns *numbers* in runs that follow one another."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return found


def several(numbers: Iterable[int], only: Fact | None = None) -> str:
    """Returns *numbers*, which follow one another, as the beginning of a sentence; one fact may be quoted."""
    first, *rest = numbers
    if rest:
        return f"Facts {first} to {rest[-1]} were"
    return f"Fact {first}, “{write_fact(only)}”, was" if only else f"Fact {first} was"
