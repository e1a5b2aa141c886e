"""Follows the nonces that seats commit to and reveal from version 4 of the shuffle on, and the beacon."""

from __future__ import annotations

from collections.abc import Iterator

from .beacons import DRAWN, ROUND_MISSED, Beacon
from .crypto import hash_pieces
from .facts import CLAIMED, ENDED, REWOUND, Fact, field

LEFT, REVEALED, MISSED, RETIRED, HANDED_OVER, AWAY = (
    f"table.{name}"
    for name in ("SeatLeft", "NonceRevealed", "NonceMissed", "SeatRetired", "SeatHandedOver", "ServiceAway")
)
ANSWERED = "core.Answered"


class Reveals:
    """The nonces of a match after the facts so far.

    `links` are the last published values by seat, `nonces` those of this line. The `outstanding` seats have
    time until `due`, in milliseconds since 1970. The `beacon` comes after them.
    """

    def __init__(self, opened: Fact) -> None:
        self._seats, self._limit = field(opened, "seats", 0), field(opened, "reveal_ms", 0)
        self._claimed = set[int]()
        self.links, self.nonces = dict[int, str](), dict[int, str]()
        self.outstanding, self.due, self._since = set[int](), 0, 0
        self.beacon = Beacon(opened)

    def line_values(self) -> list[str]:
        """Returns the nonces of all seats in their order, then the value of a beacon, empty ones for none."""
        nonces = [self.nonces.get(seat, "") for seat in range(self._seats)]
        return [*nonces, self.beacon.randomness] if self.beacon.settings else nonces

    def follow(self, fact: Fact) -> Iterator[str]:
        """Takes in *fact*, and yields what is wrong with it."""
        kind, seq, seat, at = fact["type"], fact["seq"], field(fact, "seat", 0), field(fact, "at", 0)
        if kind == ANSWERED and (self.outstanding or len(self._claimed) < self._seats):
            yield f"Fact {seq} answers before every seat has revealed its nonce."
        elif kind == ANSWERED and self.beacon.awaited:
            yield f"Fact {seq} answers before round {self.beacon.awaited} of the beacon."
        if kind in (DRAWN, ROUND_MISSED):
            yield from self.beacon.follow(fact)
        waited = bool(self.outstanding)
        if kind in (REVEALED, MISSED) and seat not in self.outstanding:
            yield f"Fact {seq} is about a nonce of seat {seat} that nobody waits for."
        elif kind == REVEALED:
            yield from self._reveal(seq, seat, field(fact, "nonce", ""))
        elif kind == MISSED and at < self.due:
            yield f"Seat {seat} still had time for the nonce that it misses at fact {seq}."
        if kind == CLAIMED:
            self._claimed.add(seat)
            self.links |= {seat: link} if (link := field(fact, "nonce_hash", "")) else {}
        if kind in (LEFT, MISSED, RETIRED, HANDED_OVER):
            self.links.pop(seat, None)
            self.outstanding.discard(seat)
        if kind == LEFT:
            self._claimed.discard(seat)
        if kind in (LEFT, ENDED):
            self.outstanding, waited, self.beacon.awaited = set(), False, 0
        if kind in (CLAIMED, REWOUND) and len(self._claimed) == self._seats:
            self.nonces, self.outstanding = {}, {*self.links}
            self._since, self.due, waited = at, at + self._limit, True
            self.beacon.begin_line()
        if waited and not self.outstanding:
            self._since = at
            self.beacon.await_round(at)
        if kind == AWAY and (self.outstanding or self.beacon.awaited) and at > self._since:
            absence = at - max(self._since, field(fact, "since", 0))
            self.due, self.beacon.due, self._since = self.due + absence, self.beacon.due + absence, at

    def _reveal(self, seq: int, seat: int, nonce: str) -> Iterator[str]:
        if hash_pieces(nonce.encode()).hex() != self.links[seat]:
            yield f"The nonce of seat {seat} at fact {seq} is not the one that the seat committed to."
        self.links[seat] = self.nonces[seat] = nonce
        self.outstanding.discard(seat)
