"""A toy match in version 4 of the shuffle: seats commit to chains of nonces, and reveal one for each line."""

from __future__ import annotations

from domain import chance, table
from domain.chance import nonce_hash
from domain.model import Seat
from domain.table import BeaconDrawn, MatchOpened, NonceRevealed, SeatClaimed
from domain.table.beacon import Beacon, signed_randomness

from .toy_matches import RULES, Log, match

LIMIT = 60_000
"""The time limit of a reveal, in milliseconds."""


BEACON = Beacon("https://beacon.example", "c0" * 32, "b1" * 96, 1_000, 3_000, "bls-unchained-g1-rfc9380")
"""A beacon whose first round comes at the time 1,000, and one each three seconds after it."""


def opened(seed: str = "a seed", event: str = "", beacon: Beacon | None = None) -> Log:
    """A match is opened at the time 100."""
    commitment = chance.seed_commitment(seed)
    version = chance.BEACON if beacon else chance.COMMITTED
    pins = MatchOpened(
        *("toy_game", 1, {}, 2, "digest", commitment, 100, seed),
        event=event,
        shuffle=version,
        reveal_ms=LIMIT,
        beacon=beacon,
    )
    return table.open_match(pins)


def links(seat: Seat) -> list[str]:
    """Returns the chain of a seat: a secret, and twice the SHA-256 of the text before."""
    chain = [f"the secret of seat {seat}"]
    return [*chain, nonce_hash(chain[0]), nonce_hash(nonce_hash(chain[0]))]


def claimed(log: Log, *seats: Seat, committed: bool = True) -> Log:
    """Players take seats, with the last links of their chains."""
    for seat in seats:
        own_hash = links(seat)[-1] if committed else ""
        claim = SeatClaimed(seat, f"player {seat}", "", 200, f"token {seat}", own_hash)
        log = log + table.claim_seat(RULES, match(log), claim).facts
    return log


def revealed(log: Log, *seats: Seat, at: int = 300) -> Log:
    """Seats reveal the nonces that come before the last published ones."""
    for seat in seats:
        chain = links(seat)
        nonce = chain[chain.index(match(log).reveals.links[seat]) - 1]
        log = log + table.reveal_nonce(RULES, match(log), NonceRevealed(seat, nonce, at)).facts
    return log


def drawn(log: Log, number: int, at: int, signature: str = "5e39") -> Log:
    """The beacon publishes a round."""
    event = BeaconDrawn(number, signed_randomness(signature), signature, at)
    return log + table.draw_beacon(RULES, match(log), event).facts


def missed(log: Log, at: int) -> Log:
    """Time is up at a reveal."""
    return log + table.miss_reveals(RULES, match(log), at).facts
