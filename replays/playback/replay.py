"""A recorded match with access to the position after any fact."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property
from threading import Lock
from typing import Any, Generic

from domain import table
from domain.errors import LocalizableError
from domain.messages import Message
from domain.model import Fact, Viewer
from domain.rules import Rules
from domain.script import B, K
from domain.table import Delay, Match, MatchEnded, Scene
from domain.timestamps import recorded_at

KEYFRAME_INTERVAL = 32
"""The number of facts between two keyframes; a seek folds half of them on average."""


class UnknownMoment(LocalizableError, LookupError):
    """The match has no such fact, answer or time; the message names the range."""

    slug = "unknown-moment"


class Replay(Generic[B, K]):
    """The positions of one recorded match.

    It folds the facts once, on demand, and keeps every `KEYFRAME_INTERVAL`th position as a keyframe. It is
    immutable and thread-safe.
    """

    def __init__(self, rules: Rules[B, K], facts: Iterable[Fact]) -> None:
        self.rules = rules
        self.facts = tuple(facts)
        self._keyframes = [table.start_film(rules, self.facts)] if self.facts else []
        self._folding = Lock()

    def until(self, seq: int) -> Replay[B, K]:
        """Returns the replay up to fact *seq*; both share their keyframes."""
        replay: Replay[B, K] = Replay(self.rules, self.facts[:seq])
        replay._keyframes = self._keyframes[: (seq - 1) // KEYFRAME_INTERVAL + 1]
        return replay

    def _keyframe(self, number: int) -> Match[B]:
        """Returns keyframe *number*, the position after fact `number * KEYFRAME_INTERVAL + 1`."""
        if number >= len(self._keyframes):
            with self._folding:
                while number >= len(self._keyframes):
                    first = (len(self._keyframes) - 1) * KEYFRAME_INTERVAL + 1
                    facts = self.facts[first : first + KEYFRAME_INTERVAL]
                    self._keyframes.append(table.fold(self.rules, facts, self._keyframes[-1]))
        return self._keyframes[number]

    @cached_property
    def _answer_seqs(self) -> list[int]:
        """The number of each answer's fact, and 0 before the first."""
        seqs = [0]
        for match in self:
            if match.ply == len(seqs):
                seqs.append(match.seq)
        return seqs

    @cached_property
    def _times_and_seqs(self) -> tuple[list[int], list[int]]:
        """The rising times of the facts, and the first fact of each."""
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
        """The numbers of the answers, with 0 for the table before the first."""
        return range(len(self._answer_seqs))

    def __len__(self) -> int:
        return len(self.facts)

    def __iter__(self) -> Iterator[Match[B]]:
        """Yields the match after each fact."""
        if not self.facts:
            return
        match = self._keyframes[0]
        yield match
        for fact in self.facts[1:]:
            match = table.evolve(self.rules, match, fact)
            yield match

    @property
    def line(self) -> list[int]:
        """The facts of the line that was played to its end, without rewinds and what they took back."""
        return self.line_to(len(self))

    def line_to(self, end: int) -> list[int]:
        """Returns the facts of the line to fact *end*, without rewinds and what they took back."""
        abandoned = self.at(end).abandoned
        dropped = {seq for first, last in abandoned for seq in range(first, last + 2)}
        return [seq for seq in range(1, end + 1) if seq not in dropped]

    def at(self, seq: int) -> Match[B]:
        """Returns the match after fact *seq*; raises `UnknownMoment`."""
        if seq not in self.seqs:
            raise UnknownMoment(
                Message("There is no fact {seq}: {extent}.", seq=seq, extent=_fact_range(self.seqs))
            )
        frame = (seq - 1) // KEYFRAME_INTERVAL
        return table.fold(self.rules, self.facts[frame * KEYFRAME_INTERVAL + 1 : seq], self._keyframe(frame))

    def ply(self, n: int) -> Match[B]:
        """Returns the match after answer *n* and its effects; raises `UnknownMoment`."""
        if n not in self.plies:
            extent = _answer_range(self.plies[1:])
            raise UnknownMoment(Message("There is no answer {number}: {extent}.", number=n, extent=extent))
        return self.at(self._answer_seqs[n + 1] - 1 if n + 1 < len(self._answer_seqs) else len(self.facts))

    def seq_at_time(self, at: int) -> int:
        """Returns the number of the last fact at time *at*, in milliseconds since 1970.

        A fact without a time, or with an earlier time than its predecessor, has the time of its predecessor.
        Raises `UnknownMoment` before the opening.
        """
        times, seqs = self._times_and_seqs
        later = bisect_right(times, at)
        if not later:
            if not times:
                raise UnknownMoment(Message("The record does not reach back so far: it holds no fact."))
            raise UnknownMoment(
                Message(
                    "The record does not reach back so far: the match was opened at {time}.",
                    time=format_time(times[0]),
                )
            )
        return seqs[later] - 1 if later < len(seqs) else len(self.facts)

    def scene(self, seq: int, viewer: Viewer) -> Scene[B]:
        """Returns the scene of *viewer* after fact *seq*; raises `UnknownMoment`."""
        return table.make_scene(self.rules, self.at(seq), viewer)


def _fact_range(numbers: range) -> Message:
    if not numbers:
        return Message("the record holds no fact yet")
    if len(numbers) == 1:
        return Message("the record holds fact 1 alone")
    return Message("the record holds facts 1 to {last}", last=numbers[-1])


def _answer_range(numbers: range) -> Message:
    if not numbers:
        return Message("the record holds no answer yet")
    if len(numbers) == 1:
        return Message("the record holds answer 1 alone")
    return Message("the record holds answers 1 to {last}", last=numbers[-1])


def format_time(at: int) -> str:
    """Returns a time in milliseconds since 1970 in RFC 3339 format."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


Rounds = Callable[[Sequence[Fact]], int]
"""Counts the rounds begun in the first facts of a match."""


def last_public_seq(replay: Replay[Any, Any], delay: Delay, rounds: Rounds, now: int) -> int:
    """Returns the last fact that is public at *now*, in milliseconds since 1970.

    All facts are public before the game begins and after it ends. During the game the delay counts facts,
    rounds or minutes.
    """
    last = replay.at(len(replay))
    if last.ended is not None or not last.is_started:
        return len(replay)
    start = next(match.seq for match in replay if match.is_started)
    ends = (fact.seq for fact in replay.facts if isinstance(fact.event, MatchEnded))
    return max(start, *ends, _delayed_seq(replay, delay, rounds, now))


def _delayed_seq(replay: Replay[Any, Any], delay: Delay, rounds: Rounds, now: int) -> int:
    if delay.facts:
        return len(replay) - delay.facts
    if delay.rounds:
        max_round = rounds(replay.facts) - delay.rounds
        return bisect_right(range(len(replay) + 1), max_round, key=lambda seq: rounds(replay.facts[:seq])) - 1
    try:
        return replay.seq_at_time(now - delay.minutes * 60_000)
    except UnknownMoment:
        return 0
