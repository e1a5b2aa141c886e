"""Nonces of the entrants, all of which go into the key of every lot.

An entrant registers the hash of a nonce. Once registration has closed, entrants reveal nonces. The first
pairing ends that, so that nobody chooses a nonce by the nonces of others, and no lot changes after its use.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from ..facts import NonceRevealed, Player, PlayerRegistered, RegistrationClosed, RoundPaired

OWN_NONCE, ALL_NONCES = 1, 2
"""The versions of the lots, from the nonce of the player alone or of all entrants. A tournament pins one."""


class Nonces(Struct, frozen=True):
    """Hashes of the nonces by entrant in the order of registration, empty without a nonce.

    `are_hashes_fixed` once registration has closed; later entrants add nothing. `revealed` are the nonces.
    `in_key` are the nonces in the key of the lots, empty for those not revealed, and `None` before the first
    pairing.
    """

    hashes: Mapping[Player, str] = {}
    are_hashes_fixed: bool = False
    revealed: Mapping[Player, str] = {}
    in_key: tuple[str, ...] | None = None

    @property
    def outstanding(self) -> tuple[Player, ...]:
        """Entrants with a hash whose nonce is not revealed."""
        return tuple(player for player, hash in self.hashes.items() if hash and player not in self.revealed)


def nonces_after(
    nonces: Nonces, event: PlayerRegistered | RegistrationClosed | NonceRevealed | RoundPaired
) -> Nonces:
    """Returns the nonces after an *event*."""
    match event:
        case PlayerRegistered() if not nonces.are_hashes_fixed:
            return replace(nonces, hashes={**nonces.hashes, event.player: event.nonce_hash})
        case RegistrationClosed():
            return replace(nonces, are_hashes_fixed=True)
        case NonceRevealed():
            return replace(nonces, revealed={**nonces.revealed, event.player: event.nonce})
        case RoundPaired():
            return close_nonces(nonces)
    return nonces


def close_nonces(nonces: Nonces) -> Nonces:
    """Returns the nonces from the first pairing on; those closed already stay."""
    if nonces.in_key is not None:
        return nonces
    in_key = tuple(nonces.revealed.get(player, "") for player in nonces.hashes)
    return replace(nonces, are_hashes_fixed=True, in_key=in_key)
