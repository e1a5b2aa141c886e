"""Personal links of guests: organizers look them up, as their keys follow from those of the service."""

from __future__ import annotations

import base64
import hashlib
import hmac

from domain.tournament.facts import Player
from domain.tournament.registrations.entries import Entry

from ...evidence.keys import Keyring
from ...shared import digests

PURPOSE = b"recount: keys of the links of players"
"""The text whose signature makes the secret; a key of the service signs nothing else like it."""


class PlayerLinks:
    """Makes and looks up the keys of links. Threads may share it."""

    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring

    def key_of(self, player: Player, at: int) -> str:
        """Returns the key of a link that is issued to a *player* at a time."""
        return self._keys(player, at)[0]

    def look_up(self, entry: Entry) -> str:
        """Returns the key of a guest's link, empty for one that only a new link can replace."""
        keys = self._keys(entry.registration.player, entry.linked_at)
        return next((key for key in keys if digests.fits(key, entry.token)), "")

    def _keys(self, player: Player, at: int) -> list[str]:
        """Returns the keys by each key of the service, the newest first."""
        text = f"{player} {at}".encode()
        secrets = (hashlib.sha256(signer.sign(PURPOSE)).digest() for signer in self._keyring.signers())
        macs = (hmac.digest(secret, text, "sha256") for secret in secrets)
        return [base64.urlsafe_b64encode(mac).decode().rstrip("=") for mac in macs]
