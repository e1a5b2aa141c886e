"""Verification of webhooks (Standard Webhooks 1.0, symmetric signatures)."""

from __future__ import annotations

import base64
import hmac
import json
import time
from collections.abc import Iterable, Mapping
from typing import Any

TOLERANCE_SECONDS = 300


class InvalidWebhook(Exception):
    """A message that the service did not sign, or signed too long ago."""


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secrets: str | Iterable[str],
    *,
    tolerance: float = TOLERANCE_SECONDS,
) -> Any:
    """Returns the payload of a webhook; raises `InvalidWebhook` unless one of *secrets* signed it.

    *body* is the body as it was received, byte for byte. *tolerance* is how many seconds the message may be
    old, or ahead of this clock. Give the old and the new secret while a rotation is under way.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        id_, header, signatures = (lower[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        age = abs(time.time() - int(header))
    except (KeyError, ValueError):
        raise InvalidWebhook("The headers webhook-id, -timestamp and -signature are not all there.") from None
    if age > tolerance:
        raise InvalidWebhook(
            f"The message is {age:.0f} s off this clock. At most {tolerance:.0f} s are allowed."
        )
    message = f"{id_}.{header}.".encode() + body
    expected = [
        _signature(secret, message) for secret in ([secrets] if isinstance(secrets, str) else secrets)
    ]
    for signature in signatures.split():
        if any(hmac.compare_digest(signature.encode(), valid) for valid in expected):
            return json.loads(body)
    raise InvalidWebhook("No signature of the message is made with a secret given here.")


def _signature(secret: str, message: bytes) -> bytes:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return b"v1," + base64.b64encode(hmac.digest(key, message, "sha256"))
