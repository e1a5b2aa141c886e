"""Sends messages to browsers through their push services (RFC 8030)."""

from __future__ import annotations

import hashlib
import ssl
from collections.abc import Callable
from http import HTTPStatus

import msgspec
from msgspec.structs import asdict

from ..webhooks.client import ReceiverConnection
from ..webhooks.ssrf import Resolver, resolve
from .encryption import decode_bytes, encode_bytes, encrypt_message
from .model import Contact, Sentence
from .outbox import DELIVERED, SendResult
from .push_keys import PushKeys

LIFETIME_SECONDS = 86_400
"""How long a push service waits for a browser that is off."""
_GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
_TOPIC_CHARACTERS = 32


class PushMessage(Sentence, frozen=True, kw_only=True):
    """Content of a push message, with the `key` for the next subscription of the browser."""

    key: str


class PushSender:
    """Sends push messages. Endpoints follow the rules of webhooks: public addresses, and no redirects.

    *loopback* also permits this machine. Threads may share it.
    """

    def __init__(
        self,
        keys: PushKeys,
        clock: Callable[[], int],
        *,
        loopback: bool,
        resolver: Resolver = resolve,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self._keys, self._clock = keys, clock
        self._loopback, self._resolver, self._trust = loopback, resolver, trust

    def send(self, contact: Contact, sentence: Sentence) -> SendResult:
        """Sends *sentence* once to the browser of *contact*."""
        authorization = self._keys.authorize(contact.address, contact.service_key, self._clock())
        if authorization is None:
            return SendResult("The key for this browser is not among the keys of this host.")
        content = msgspec.json.encode(PushMessage(**asdict(sentence), key=self._keys.public_key()))
        keys = decode_bytes(contact.browser_key), decode_bytes(contact.auth_secret)
        headers = {
            "authorization": authorization,
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(LIFETIME_SECONDS),
            # A later message about the same replaces one that still waits, also after a repeated attempt.
            "topic": encode_bytes(hashlib.sha256(sentence.tag.encode()).digest())[:_TOPIC_CHARACTERS],
            "urgency": "normal",
            "user-agent": "recount",
        }
        with ReceiverConnection(
            contact.address, self._resolver, loopback=self._loopback, trust=self._trust
        ) as line:
            outcome = line.post(encrypt_message(content, *keys), headers)
        if 200 <= outcome.status < 300:
            return DELIVERED
        if outcome.status in _GONE:
            return SendResult(f"The push service said {outcome.status}.", is_gone=True)
        return SendResult(
            outcome.error or f"The push service said {outcome.status}.", is_silent=not outcome.status
        )
