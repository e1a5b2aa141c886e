"""A recorded match as a film: stop it at any fact and look at the table as it stood."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cached_property
from threading import Lock
from typing import Generic

from domain import table
from domain.decider import Rules
from domain.errors import LocalizableError
from domain.messages import Message
from domain.model import Fact, Viewer
from domain.script import B, K
from domain.table import Match, Scene
from domain.timestamps import recorded_at

APART = 32
"""How many facts lie between two keyframes. A seek folds half of them on average (some 20 µs), and a film
takes 60 bytes a fact; keeping every position would take 480 bytes a fact, for seeks of half a microsecond."""


class NoSuchMoment(LocalizableError, LookupError):
    """The match has no such fact, answer or time; the message tells which it has."""

    slug = "unknown-moment"


class Replay(Generic[B, K]):
    """The positions of one recorded match.

    The facts are all there are, from the first. The film folds them once, as far as somebody looks, keeps a
    position every so often as a keyframe, and seeks from the one before. What it shows never changes, and
    threads may share it.
    """

    def __init__(self, rules: Rules[B, K], facts: Iterable[Fact]) -> None:
        self.rules = rules
        self.facts = tuple(facts)
        self._keyframes = [table.start_match(rules, self.facts[0])] if self.facts else []
        self._folding = Lock()

    def until(self, seq: int) -> Replay[B, K]:
        """Returns the film up to fact *seq*, as if nothing had followed; it shares what is folded."""
        film: Replay[B, K] = Replay(self.rules, self.facts[:seq])
        film._keyframes = self._keyframes[: (seq - 1) // APART + 1]
        return film

    def _keyframe(self, number: int) -> Match[B]:
        """Returns keyframe *number*, from 0: the position after fact `number * APART + 1`."""
        if number >= len(self._keyframes):
            with self._folding:
                while number >= len(self._keyframes):
                    first = (len(self._keyframes) - 1) * APART + 1
                    facts = self.facts[first : first + APART]
                    self._keyframes.append(table.fold(self.rules, facts, self._keyframes[-1]))
        return self._keyframes[number]

    @cached_property
    def _answered(self) -> list[int]:
        """The number of each answer's fact, and 0 before the first."""
        answered = [0]
        for match in self:
            if match.ply == len(answered):
                answered.append(match.seq)
        return answered

    @cached_property
    def _told(self) -> tuple[list[int], list[int]]:
        """The times at which facts were told, each later than the one before, and the first fact of each."""
        times: list[int] = []
        seqs: list[int] = []
        for fact in self.facts:
            if not times or recorded_at(fact.event) > times[-1]:
                times.append(recorded_at(fact.event))
                seqs.append(fact.seq)
        return times, seqs

    @property
    def seqs(self) -> range:
        """The numbers of the facts."""
        return range(1, len(self.facts) + 1)

    @property
    def plies(self) -> range:
        """The numbers of the answers, and 0 for the table before the first."""
        return range(len(self._answered))

    def __len__(self) -> int:
        return len(self.facts)

    def __iter__(self) -> Iterator[Match[B]]:
        """Yields the match after each fact."""
        if not self.facts:
            return
        match = table.start_match(self.rules, self.facts[0])
        yield match
        for fact in self.facts[1:]:
            match = table.evolve(self.rules, match, fact)
            yield match

    def at(self, seq: int) -> Match[B]:
        """Returns the match after fact *seq*; raises `NoSuchMoment`."""
        if seq not in self.seqs:
            raise NoSuchMoment(
                Message("There is no fact {seq}: {extent}.", seq=seq, extent=_facts(self.seqs))
            )
        frame = (seq - 1) // APART
        return table.fold(self.rules, self.facts[frame * APART + 1 : seq], self._keyframe(frame))

    def ply(self, n: int) -> Match[B]:
        """Returns the match after answer *n* and all that followed from it; raises `NoSuchMoment`."""
        if n not in self.plies:
            extent = _answers(self.plies[1:])
            raise NoSuchMoment(Message("There is no answer {number}: {extent}.", number=n, extent=extent))
        return self.at(self._answered[n + 1] - 1 if n + 1 < len(self._answered) else len(self.facts))

    def when(self, at: int) -> int:
        """Returns the number of the last fact that was known at *at*, in milliseconds since 1970.

        A fact without a time of its own belongs to the one before it, and so does one whose clock had gone
        back: the order of the facts is what counts. Raises `NoSuchMoment` before the match was opened.
        """
        times, seqs = self._told
        later = bisect_right(times, at)
        if not later:
            if not times:
                raise NoSuchMoment(Message("The record does not reach back so far: it holds no fact."))
            raise NoSuchMoment(
                Message(
                    "The record does not reach back so far: the match was opened at {time}.",
                    time=spelt(times[0]),
                )
            )
        return seqs[later] - 1 if later < len(seqs) else len(self.facts)

    def scene(self, seq: int, viewer: Viewer) -> Scene[B]:
        """Returns what *viewer* saw after fact *seq*; raises `NoSuchMoment`."""
        return table.make_scene(self.rules, self.at(seq), viewer)


def _facts(numbers: range) -> Message:
    if not numbers:
        return Message("the record holds no fact yet")
    if len(numbers) == 1:
        return Message("the record holds fact 1 alone")
    return Message("the record holds facts 1 to {last}", last=numbers[-1])


def _answers(numbers: range) -> Message:
    if not numbers:
        return Message("the record holds no answer yet")
    if len(numbers) == 1:
        return Message("the record holds answer 1 alone")
    return Message("the record holds answers 1 to {last}", last=numbers[-1])


def spelt(at: int) -> str:
    """Returns a time, in milliseconds since 1970, as RFC 3339 spells it."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
