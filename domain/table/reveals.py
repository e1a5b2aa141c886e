"""Nonces of seats from version 4 of the shuffle on, and the value of a beacon in version 5.

A claim commits to nonces by a hash, and the seat reveals one for each line. The beacon follows the last one.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from ..clocks import Clock
from ..model import Seat
from ..published import Instant
from .beacon import Beacon

LIVE_REVEAL_MS = 60_000
"""The time limit of a reveal at a live table."""
DAY_REVEAL_MS = 86_400_000
"""The time limit of a reveal for players by the day, and for those who agreed on no clock."""


def reveal_limit(clock: Clock | None) -> int:
    """Returns the time limit of a reveal in milliseconds under the agreed *clock*.

    Only a clock below a day promises that the players are present. Without one, the first to sit down may
    return later.
    """
    is_live = clock is not None and clock.seconds * 1000 < DAY_REVEAL_MS
    return LIVE_REVEAL_MS if is_live else DAY_REVEAL_MS


class Reveal(Struct, frozen=True):
    """The reveal of nonces under way, in which nobody is asked.

    It ends once each of the `seats` has revealed its nonce, or has missed it from `due` on. Then a match with
    a beacon waits for its `round`, until `due` too.
    """

    due: Instant
    seats: tuple[Seat, ...]
    round: int = 0


class Reveals(Struct, frozen=True):
    """The nonces of a match, and the values of its `beacon`.

    `links` has the last published value of each seat that committed to nonces, its hash at first. It is the
    SHA-256 of the next nonce. `nonces` are those of this line. The `outstanding` seats may reveal theirs
    until `due`, a time in milliseconds since 1970, and the service has waited `since`. The same two count for
    the awaited `round` of the beacon, 0 for none, with the value `randomness` of this line. The game has
    `started` once the first reveal was over.
    """

    links: Mapping[Seat, str] = {}
    nonces: Mapping[Seat, str] = {}
    outstanding: tuple[Seat, ...] = ()
    since: int = 0
    due: int = 0
    started: bool = False
    beacon: Beacon | None = None
    round: int = 0
    randomness: str = ""

    @property
    def is_open(self) -> bool:
        """Whether a nonce or the beacon is awaited."""
        return bool(self.outstanding or self.round)

    @property
    def begins_open(self) -> bool:
        """Whether the next line begins with a reveal."""
        return bool(self.links or self.beacon)

    def line_values(self, seats: int) -> list[str]:
        """Returns the nonces of this line by seat, then the value of the beacon, empty texts for none."""
        nonces = [self.nonces.get(seat, "") for seat in range(seats)]
        return [*nonces, self.randomness] if self.beacon else nonces

    def commit(self, seat: Seat, nonce_hash: str) -> Reveals:
        """Returns the nonces after a claim of *seat*; without a hash the seat adds none."""
        return replace(self, links={**self.links, seat: nonce_hash}) if nonce_hash else self

    def begin(self, at: int, limit: int) -> Reveals:
        """Returns the nonces at the start of a line at the time *at*."""
        outstanding = tuple(sorted(self.links))
        line = replace(self, nonces={}, randomness="", round=0, outstanding=outstanding)
        return line._await_beacon(at) if not outstanding else replace(line, since=at, due=at + limit)

    def receive(self, seat: Seat, nonce: str, at: int) -> Reveals:
        """Returns the nonces after *seat* has revealed its *nonce* at the time *at*."""
        links, nonces = {**self.links, seat: nonce}, {**self.nonces, seat: nonce}
        return replace(self, links=links, nonces=nonces)._without(seat, at)

    def draw(self, randomness: str) -> Reveals:
        """Returns the nonces after the beacon; an empty *randomness* is a missed round."""
        return replace(self, round=0, randomness=randomness, started=True)

    def drop(self, seat: Seat, at: int) -> Reveals:
        """Returns the nonces without later ones of *seat*, which missed its own, left or got a bot."""
        if seat not in self.links:
            return self
        links = {other: link for other, link in self.links.items() if other != seat}
        return replace(self, links=links)._without(seat, at)

    def without_absence(self, absent_since: int, at: int) -> Reveals:
        """Returns the nonces with a time limit that excludes a downtime."""
        if not self.is_open or at <= self.since:
            return self
        return replace(self, since=at, due=self.due + at - max(absent_since, self.since))

    def stop(self) -> Reveals:
        """Returns the nonces without a reveal under way."""
        return replace(self, outstanding=(), round=0)

    def _without(self, seat: Seat, at: int) -> Reveals:
        if seat not in self.outstanding:
            return self
        outstanding = tuple(other for other in self.outstanding if other != seat)
        remaining = replace(self, outstanding=outstanding)
        return remaining if outstanding else remaining._await_beacon(at)

    def _await_beacon(self, at: int) -> Reveals:
        """Returns the nonces after the last one at the time *at*; without a beacon the deal follows."""
        if self.beacon is None:
            return replace(self, started=True)
        number = self.beacon.round_after(at)
        return replace(self, round=number, since=at, due=self.beacon.time_of(number) + self.beacon.wait_ms)


NO_REVEALS = Reveals()
"""The state before the first claim."""
