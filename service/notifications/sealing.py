"""Encryption of contacts for storage, and signed links in mails."""

from __future__ import annotations

import base64
import hmac
from typing import Literal, TypeAlias

import msgspec
from cryptography.fernet import Fernet, InvalidToken
from itsdangerous import BadSignature, URLSafeTimedSerializer

from ..database.notifications.outbox import UNCONFIRMED, ContactRow
from ..evidence.keys import Keyring
from .model import Contact

_SEAL = b"recount: the SHA-256 of this signature seals the contacts of players\n"
_DIGEST = b"recount: the SHA-256 of this signature hashes the addresses of players\n"
_LINK = b"recount: the SHA-256 of this signature signs the links in mails\n"
"""Texts that the first key of the service signs, to derive secrets. It signs them for no other use."""

LINK_SECONDS = 2 * 86_400
"""Lifetime of a link that confirms an address. A link that ends mails lasts."""

Purpose: TypeAlias = Literal["confirm", "end"]


class ContactSeal:
    """Encrypts contacts under a key of the service, and signs links to them.

    A copy of the database alone reveals neither addresses nor links.
    """

    def __init__(self, keys: Keyring) -> None:
        self._fernet = Fernet(base64.urlsafe_b64encode(keys.derive_secret(_SEAL)))
        self._digest_key = keys.derive_secret(_DIGEST)
        self._links = URLSafeTimedSerializer(keys.derive_secret(_LINK))

    def digest(self, *texts: str) -> str:
        """Returns an opaque name for *texts*, which only this service can compute."""
        return hmac.digest(self._digest_key, "\0".join(texts).encode(), "sha256").hex()[:32]

    def seal(self, contact: Contact, version: int = 0) -> ContactRow:
        """Returns the row of *contact*."""
        sealed = self._fernet.encrypt(msgspec.json.encode(contact))
        kind = contact.channel if contact.confirmed else UNCONFIRMED
        return ContactRow(contact.id, contact.player, kind, version, sealed)

    def open(self, row: ContactRow) -> Contact | None:
        """Returns the contact of *row*, or `None` if its key is lost."""
        try:
            return msgspec.json.decode(self._fernet.decrypt(row.sealed), type=Contact)
        except InvalidToken:
            return None

    def sign_link(self, purpose: Purpose, contact: str) -> str:
        """Returns the end of a link that confirms or ends a *contact*."""
        token = self._links.dumps(contact, salt=purpose)
        return token if isinstance(token, str) else token.decode()

    def read_link(self, purpose: Purpose, token: str) -> str | None:
        """Returns the contact of a link, or `None` for a forged or an old one."""
        lifetime = LINK_SECONDS if purpose == "confirm" else None
        try:
            return str(self._links.loads(token, max_age=lifetime, salt=purpose))
        except BadSignature:
            return None
