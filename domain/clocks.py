"""The clocks of a match: what was agreed on, and what each seat has left.

Times are milliseconds, moments milliseconds since 1970; what is agreed on is told in seconds.
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

    def taken(self, at: int) -> int:
        """Returns how much of its time who is asked has used for the question, at the moment *at*."""
        return self.used + (max(at - self.since, 0) if self.since else 0)

    def read(self, clock: Clock, seat: int, at: int) -> ClockReading:
        """Returns what the clock of *seat* says when its answer stops it."""
        used = self.taken(at)
        if clock.kind == "move":
            return ClockReading(used, clock.seconds * 1000)
        return ClockReading(used, max(self.left[seat] - used, 0) + clock.increment * 1000)

    def stopped(self, clock: Clock, seat: int, at: int, reading: ClockReading | None) -> Clocks:
        """Returns the clocks after an answer of *seat*: that of who is asked next runs."""
        left, fallen = self.left, self.fallen
        if clock.kind == "move":
            fallen = tuple(other for other in fallen if other != seat)
            reading = ClockReading(0, clock.seconds * 1000)
        if reading is not None:
            left = (*left[:seat], reading.left, *left[seat + 1 :])
        return Clocks(left, at, 0, fallen)

    def halted(self, at: int) -> Clocks:
        """Returns the clocks when none runs any more."""
        return replace(self, since=0, used=self.taken(at))

    def going_on(self, at: int) -> Clocks:
        """Returns the clocks when that of who is asked goes on."""
        return replace(self, since=at)

    def spared(self, since: int, at: int) -> Clocks:
        """Returns the clocks when what passed from *since* until *at* is nobody's time."""
        if not self.since or at <= self.since:
            return self
        return self.halted(max(since, self.since)).going_on(at)

    def again(self, at: int, *, paused: bool) -> Clocks:
        """Returns the clocks when a match goes on, at the moment *at*, from where they stood like this."""
        return Clocks(self.left, 0 if paused else at, 0, self.fallen)

    def fell(self, seat: int) -> Clocks:
        """Returns the clocks once the flag of *seat* has fallen."""
        left = (*self.left[:seat], 0, *self.left[seat + 1 :])
        return replace(self, left=left, fallen=(*self.fallen, seat))


def wound(clock: Clock, seats: int) -> Clocks:
    """Returns the clocks of a match that has not begun."""
    return Clocks((clock.seconds * 1000,) * seats)
