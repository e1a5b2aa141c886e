"""Follows the rounds of a public beacon, from version 5 of the shuffle on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .crypto import decode_hex, hash_pieces
from .facts import Fact, field

DRAWN, ROUND_MISSED = "table.BeaconDrawn", "table.BeaconMissed"


class Beacon:
    """The beacon of a match after the facts so far.

    `awaited` is the round that a line waits for, 0 for none, until `due` in milliseconds since 1970.
    `randomness` is the value of this line.
    """

    def __init__(self, opened: Fact) -> None:
        self.settings = field(opened, "beacon")
        self.awaited, self.due, self.randomness = 0, 0, ""

    def begin_line(self) -> None:
        """Forgets the value of the line before."""
        self.awaited, self.randomness = 0, ""

    def await_round(self, at: int) -> None:
        """Takes the first round at least one period after the time *at*, if there is a beacon."""
        if self.settings:
            genesis, period = self.settings["genesis_ms"], self.settings["period_ms"]
            self.awaited = max(1, 2 - (genesis - at) // period)
            self.due = self._time_of(self.awaited) + self.settings["wait_ms"]

    def follow(self, fact: Fact) -> Iterator[str]:
        """Takes in a drawn or missed round, and yields what is wrong with it."""
        kind, seq, number, at = fact["type"], fact["seq"], field(fact, "round", 0), field(fact, "at", 0)
        if not self.awaited or number != self.awaited:
            yield f"Fact {seq} is about round {number} of the beacon, which nobody waits for."
            return
        if kind == DRAWN and at < self._time_of(number):
            yield f"Round {number} of the beacon was yet to come at fact {seq}."
        if kind == ROUND_MISSED and at < self.due:
            yield f"There was still time for round {number} of the beacon, which fact {seq} misses."
        self.awaited, self.randomness = 0, field(fact, "randomness", "")
        if kind == DRAWN and hash_pieces(decode_hex(field(fact, "signature"))).hex() != self.randomness:
            yield f"The randomness at fact {seq} is not the SHA-256 of its signature."

    def _time_of(self, number: int) -> int:
        genesis, period = int(self.settings["genesis_ms"]), int(self.settings["period_ms"])
        return genesis + (number - 1) * period


def compare_rounds(facts: Sequence[Fact]) -> Iterator[str]:
    """Yields where each drawn round is public, because nothing here verifies its signature."""
    settings = field(facts[0], "beacon") or {}
    for fact in facts:
        if fact["type"] == DRAWN:
            number = field(fact, "round", 0)
            place = f"{settings.get('address')}/{settings.get('chain')}/public/{number}"
            yield f"Compare the randomness of round {number} at fact {fact['seq']} with {place}."
