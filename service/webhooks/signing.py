"""Secrets of webhooks: made, sealed for keeping, and signed with (Standard Webhooks 1.0, symmetric)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from ..evidence.keys import Keyring

PREFIX = "whsec_"

PURPOSE = b"recount: the SHA-256 of this signature seals the secrets of webhooks\n"
"""What a key of the service signs to make the key that seals. It never signs this for anybody else."""


class Unsealable(Exception):
    """A secret was sealed under a key that the service has no more."""


def fresh() -> str:
    """Returns a new secret, as receivers take it: 256 bits of chance."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def signature(secret: str, message: str, at: int, body: bytes) -> str:
    """Returns how the *message* of that id, sent *at* so many seconds since 1970, is signed."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    mac = hmac.digest(key, f"{message}.{at}.".encode() + body, "sha256")
    return "v1," + base64.b64encode(mac).decode()


class SecretBox:
    """Seals secrets under the newest key of the service, and opens what any of its keys has sealed."""

    def __init__(self, keys: Keyring) -> None:
        self._keys = keys

    def close(self, secret: str) -> str:
        """Returns *secret* sealed."""
        return self._box().encrypt(secret.encode()).decode()

    def open(self, sealed: str) -> str:
        """Returns the secret that was *sealed*; raises `Unsealable`."""
        try:
            return self._box().decrypt(sealed).decode()
        except InvalidToken:
            raise Unsealable("Its secret was sealed under a key that the service has no more.") from None

    def _box(self) -> MultiFernet:
        # Ed25519 signs the same text the same way every time, so nothing more than the keys has to be kept.
        sealing = (hashlib.sha256(signer.sign(PURPOSE)).digest() for signer in self._keys.signers())
        return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in sealing])
