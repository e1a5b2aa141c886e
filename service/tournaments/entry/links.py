"""Personal links of guests, with keys derived from the keys of the service."""

from __future__ import annotations

import base64
import hashlib
import hmac

from domain.tournament.facts import Player
from domain.tournament.registrations.entries import Entry

from ...evidence.keys import Keyring
from ...shared import digests

KEY_PURPOSE = b"recount: keys of the links of players"
"""The signed text for the secret. The service signs nothing else with this prefix."""


class PlayerLinks:
    """Derives and looks up the keys of links. Threads may share it."""

    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring

    def key_of(self, player: Player, at: int) -> str:
        """Returns the key of a link issued to *player* at a time."""
        return self._link_keys(player, at)[0]

    def look_up(self, entry: Entry) -> str:
        """Returns the key of a guest's link, empty if only a new link can replace it."""
        keys = self._link_keys(entry.registration.player, entry.linked_at)
        return next((key for key in keys if digests.fits(key, entry.token)), "")

    def _link_keys(self, player: Player, at: int) -> list[str]:
        """Returns one key for each key of the service, the newest first."""
        text = f"{player} {at}".encode()
        secrets = (hashlib.sha256(signer.sign(KEY_PURPOSE)).digest() for signer in self._keyring.signers())
        macs = (hmac.digest(secret, text, "sha256") for secret in secrets)
        return [base64.urlsafe_b64encode(mac).decode().rstrip("=") for mac in macs]
