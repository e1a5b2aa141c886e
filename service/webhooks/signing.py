"""Secrets of webhooks, with encryption for storage and signatures (Standard Webhooks 1.0, symmetric)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from ..evidence.keys import Keyring

PREFIX = "whsec_"

PURPOSE = b"recount: the SHA-256 of this sign_message seals the secrets of webhooks\n"
"""Text that a key of the service signs to derive the encryption key. It signs this for no other use."""


class UndecryptableSecret(Exception):
    """The service has lost the key of an encrypted secret."""


def new_secret() -> str:
    """Returns a new secret of 256 random bits in the format for receivers."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def sign_message(secret: str, message: str, at: int, body: bytes) -> str:
    """Returns the signature of a *message* id and *body*, sent *at* a time in seconds since 1970."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    mac = hmac.digest(key, f"{message}.{at}.".encode() + body, "sha256")
    return "v1," + base64.b64encode(mac).decode()


class SecretBox:
    """Encryption of secrets with the newest key, and decryption with any key of the service."""

    def __init__(self, keys: Keyring) -> None:
        self._keys = keys

    def encrypt(self, secret: str) -> str:
        """Returns *secret* encrypted."""
        return self._make_fernet().encrypt(secret.encode()).decode()

    def decrypt(self, ciphertext: str) -> str:
        """Returns the decrypted secret. Raises `UndecryptableSecret`."""
        try:
            return self._make_fernet().decrypt(ciphertext).decode()
        except InvalidToken:
            raise UndecryptableSecret(
                "Its secret was sealed under a key that the service has no more."
            ) from None

    def _make_fernet(self) -> MultiFernet:
        # Ed25519 signatures are deterministic, so the keys are all that is stored.
        fernet_keys = (hashlib.sha256(signer.sign(PURPOSE)).digest() for signer in self._keys.signers())
        return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in fernet_keys])
