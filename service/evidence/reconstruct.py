"""Original contents of altered writes, found by new decisions and proved by the stored hash."""

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
"""Stored facts of a match, by number."""

Change: TypeAlias = tuple[int, str]
"""Number of a fact with a description of its change."""


LeadsToHead: TypeAlias = Callable[[Sequence[Fact]], bool]
"""Returns whether facts lead to the stored hash of their write."""


class Write(NamedTuple):
    """Write of a match, with the match before it, its fact numbers and the check of its hash."""

    rules: Rules[Any, Any]
    match: Match[Any]
    numbers: range
    leads_to_head: LeadsToHead

    def find_original(self, facts: Facts) -> list[Fact] | None:
        """Returns the original facts of this write if some candidate leads to its hash."""
        for event in self._possible_starts(facts):
            decided = [fact for part in self._decide_parts(event, facts) for fact in part]
            if len(decided) == len(self.numbers) and self.leads_to_head(decided):
                return decided
        return None

    def find_other_start(self, facts: Facts) -> list[Fact] | None:
        """Returns this write with another first answer that leads to the stored rest, if any.

        The time of that answer is unknown.
        """
        stored = [facts.get(number) for number in self.numbers[1:]]
        question = table.open_question(self.rules, self.match)
        if not stored or question is None:
            return None
        for picks in (*((option,) for option in dict.fromkeys(question.options)), ()):
            answered = Answered(question.seat, picks, 0, question.sight == "secret")
            decided = [fact for part in self._decide_parts(answered, facts) for fact in part]
            if decided[1:] == stored:
                return decided
        return None

    def follows_from_first(self, facts: Facts) -> bool:
        """Returns whether the stored facts of this write follow from its first fact."""
        stored = [facts.get(number) for number in self.numbers]
        first = stored[0]
        if first is None or isinstance(first.event, Ruled):  # the judge chooses the consequences of a ruling
            return False
        return next(self._decide_parts(first.event, facts), []) == stored

    def _decide_parts(self, event: Event, facts: Facts) -> Iterator[list[Fact]]:
        """Yields the facts that *event* would cause in this write, part by part, as far as possible.

        A case and the ruling on it are two parts.
        """
        audit = Audit(self.rules, [fact for _, fact in sorted(facts.items())], AGAIN)
        match = self.match
        with suppress(Difference, KeyError):
            while match.seq < self.numbers[-1]:
                seq = match.seq + 1
                start = event if seq == self.numbers[0] else facts[seq].event
                part = audit.decide_fact(match, Fact(seq, match.seq, "", start))
                yield part
                match = table.fold(self.rules, part, match)

    def _possible_starts(self, facts: Facts) -> Iterator[Event]:
        """Yields candidates for the first event.

        They are stored events, other picks and answers from elsewhere in the match.
        """
        events = [facts[number].event for number in self.numbers if number in facts]
        yield from events[:1]
        yield from filter(_is_start, events[1:])
        question = table.open_question(self.rules, self.match)
        if question is not None:
            times = {event.at for event in events if isinstance(event, Answered)}
            for at in times:
                for option in dict.fromkeys(question.options):
                    yield Answered(question.seat, (option,), at, question.sight == "secret")
                yield Answered(question.seat, (), at, question.sight == "secret")
        yield from filter(_is_start, (fact.event for fact in facts.values()))


def _is_start(event: Event) -> bool:
    return isinstance(event, SeatClaimed) or (isinstance(event, Answered) and event.seat != CHANCE)


# -- descriptions-------------------------------------------------------------------------------------


def describe_changes(
    facts: Facts, unreadable: Mapping[int, str], was: Facts, closed: Collection[int]
) -> Iterator[Change]:
    """Yields the difference of stored facts from the originals in *was*.

    For a dropped fact it says whether renumbering has *closed* the gap.
    """
    remaining = dict(was)
    for seq, fact in was.items():
        now = facts.get(seq)
        other = next(
            (other for other in remaining if other > seq and _is_swapped(facts, was, seq, other)), None
        )
        if seq not in remaining:
            continue
        if other is not None:
            del remaining[seq], remaining[other]
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


def _is_swapped(facts: Facts, was: Facts, seq: int, other: int) -> bool:
    """Returns whether two facts exchanged their original places."""
    first, second = facts.get(seq), facts.get(other)
    return first == replace(was[other], seq=seq) and second == replace(was[seq], seq=other)


def describe_unclear(rules: Rules[Any, Any], facts: Facts, run: Sequence[int]) -> Change:
    """Returns a description of a *run* of altered facts with unknown originals.

    It names the first fact that does not follow from its predecessors, if possible.
    """
    if len(run) == 1:
        consequence = " What follows is sealed with it, and cannot be held against its heads."
        text = f"Fact {run[0]} was altered: what stands there does not lead to the recorded head."
        return run[0], text + (consequence if run[0] == 1 else "")
    text = f"Some of facts {run[0]} to {run[-1]} were altered: together they do not lead to their head."
    try:
        verdict = verify(rules, [fact for _, fact in sorted(facts.items())])
    except Exception:  # altered facts may break the rules anywhere
        return run[0], text
    if verdict.ok or verdict.seq not in run:
        return run[0], text
    return verdict.seq, f"{text} {verdict.difference}"


def group_runs(numbers: Iterable[int]) -> list[list[int]]:
    """Returns *numbers* grouped in consecutive runs."""
    groups: list[list[int]] = []
    for number in sorted(numbers):
        if groups and groups[-1][-1] == number - 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    return groups


def describe_facts(numbers: Iterable[int], quoted: Fact | None = None) -> str:
    """Returns the start of a sentence about consecutive *numbers*. A single fact may be *quoted*."""
    first, *others = numbers
    if others:
        return f"Facts {first} to {others[-1]} were"
    return f"Fact {first}, “{write_fact(quoted)}”, was" if quoted else f"Fact {first} was"
