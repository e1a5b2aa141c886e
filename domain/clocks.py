"""Clocks of a match, with the agreed time and the remaining time of each seat.

Durations and times are in milliseconds, times since 1970. The agreed time is in seconds.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from .published import Instant, published_as

Kind: TypeAlias = Literal["move", "match", "fischer"]
"""So much time for each answer; for the whole match; or for the match, and more with every answer."""

Flag: TypeAlias = Literal["loss", "judge", "note"]
"""When time is up the side loses, or the seat leaves more than two; a judge decides; or it is told only."""


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The time control of each seat: `seconds` for the match or an answer, and `increment` per answer."""

    kind: Kind
    seconds: Annotated[int, Meta(ge=1, le=5_184_000)]
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0
    flag: Flag = "loss"


class ClockReading(Struct, frozen=True, gc=False):
    """Reading of a clock that an answer stopped: the time `used` for the question, and the time `left`."""

    used: Annotated[int, published_as("used_ms")]
    left: Annotated[int, published_as("left_ms")]


class Clocks(Struct, frozen=True):
    """The time left to each seat, as of the last question.

    The clock of the asked seat runs from `since`; null while no clock runs. Before that moment the question
    had already used some time. Seats whose flag has `fallen` play on without a clock.
    """

    left: Annotated[tuple[int, ...], published_as("left_ms")]
    since: Instant = 0
    used: Annotated[int, published_as("used_ms")] = 0
    fallen: tuple[int, ...] = ()

    def time_used(self, at: int) -> int:
        """Returns the time that the seat to answer has used for the question by the time *at*."""
        return self.used + (max(at - self.since, 0) if self.since else 0)

    def read_clock(self, clock: Clock, seat: int, at: int) -> ClockReading:
        """Returns the reading of the clock of *seat* when its answer stops it."""
        used = self.time_used(at)
        if clock.kind == "move":
            return ClockReading(used, clock.seconds * 1000)
        return ClockReading(used, max(self.left[seat] - used, 0) + clock.increment * 1000)

    def after_answer(self, clock: Clock, seat: int, at: int, reading: ClockReading | None) -> Clocks:
        """Returns the clocks after an answer of *seat*, with that of the next seat running."""
        remaining, fallen = self.left, self.fallen
        if clock.kind == "move":
            fallen = tuple(other for other in fallen if other != seat)
            reading = ClockReading(0, clock.seconds * 1000)
        if reading is not None:
            remaining = (*remaining[:seat], reading.left, *remaining[seat + 1 :])
        return Clocks(remaining, at, 0, fallen)

    def stop(self, at: int) -> Clocks:
        """Returns the clocks with none running."""
        return replace(self, since=0, used=self.time_used(at))

    def run_from(self, at: int) -> Clocks:
        """Returns the clocks with that of the seat to answer running from *at*."""
        return replace(self, since=at)

    def without_absence(self, absent_since: int, at: int) -> Clocks:
        """Returns the clocks without the time between *since* and *at*, a downtime."""
        if not self.since or at <= self.since:
            return self
        return self.stop(max(absent_since, self.since)).run_from(at)

    def restart_from(self, at: int, *, paused: bool) -> Clocks:
        """Returns the clocks of a match that goes on from this state at the time *at*."""
        return Clocks(self.left, 0 if paused else at, 0, self.fallen)

    def with_fallen(self, seat: int) -> Clocks:
        """Returns the clocks after the flag of *seat* has fallen."""
        remaining = (*self.left[:seat], 0, *self.left[seat + 1 :])
        return replace(self, left=remaining, fallen=(*self.fallen, seat))


def initial_clocks(clock: Clock, seats: int) -> Clocks:
    """Returns the clocks of a match before its start."""
    return Clocks((clock.seconds * 1000,) * seats)
