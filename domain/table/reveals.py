"""Nonces of seats from version 4 of the shuffle on.

A claim commits to them by a hash, and the seat reveals one for each line.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from ..clocks import Clock
from ..model import Seat
from ..published import Instant

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

    It ends once each of the `seats` has revealed its nonce, or has missed it from `due` on.
    """

    due: Instant
    seats: tuple[Seat, ...]


class Reveals(Struct, frozen=True):
    """The nonces of a match.

    `links` has the last published value of each seat that committed to nonces, its hash at first. It is the
    SHA-256 of the next nonce. `nonces` are those of this line. The `outstanding` seats may reveal theirs
    until `due`, a time in milliseconds since 1970, and the service has waited `since`. The game has `started`
    once the first reveal was over.
    """

    links: Mapping[Seat, str] = {}
    nonces: Mapping[Seat, str] = {}
    outstanding: tuple[Seat, ...] = ()
    since: int = 0
    due: int = 0
    started: bool = False

    def commit(self, seat: Seat, nonce_hash: str) -> Reveals:
        """Returns the nonces after a claim of *seat*; without a hash the seat adds none."""
        return replace(self, links={**self.links, seat: nonce_hash}) if nonce_hash else self

    def begin(self, at: int, limit: int) -> Reveals:
        """Returns the nonces at the start of a line at the time *at*."""
        outstanding = tuple(sorted(self.links))
        return replace(
            self,
            nonces={},
            outstanding=outstanding,
            since=at,
            due=at + limit,
            started=self.started or not outstanding,
        )

    def receive(self, seat: Seat, nonce: str) -> Reveals:
        """Returns the nonces after *seat* has revealed its *nonce*."""
        links, nonces = {**self.links, seat: nonce}, {**self.nonces, seat: nonce}
        return replace(self, links=links, nonces=nonces)._without(seat)

    def drop(self, seat: Seat) -> Reveals:
        """Returns the nonces without later ones of *seat*, which missed its own, left or got a bot."""
        if seat not in self.links:
            return self
        links = {other: link for other, link in self.links.items() if other != seat}
        return replace(self, links=links)._without(seat)

    def without_absence(self, absent_since: int, at: int) -> Reveals:
        """Returns the nonces with a time limit that excludes a downtime."""
        if not self.outstanding or at <= self.since:
            return self
        return replace(self, since=at, due=self.due + at - max(absent_since, self.since))

    def stop(self) -> Reveals:
        """Returns the nonces without a reveal under way."""
        return replace(self, outstanding=())

    def _without(self, seat: Seat) -> Reveals:
        if seat not in self.outstanding:
            return self
        outstanding = tuple(other for other in self.outstanding if other != seat)
        return replace(self, outstanding=outstanding, started=self.started or not outstanding)


NO_REVEALS = Reveals()
"""The state before the first claim."""
