"""Keys by which push services recognize this service (VAPID, RFC 8292).

A browser subscribes with one of them. After a rotation the older keys sign for their browsers, until those
subscribe again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from ..evidence.keys import BadKey
from .encryption import encode_bytes, write_point

_FILE = re.compile(r"push-\d{4}\.pem")
_TOKEN_SECONDS = 12 * 3600
"""Lifetime of a token. Push services accept a day at most."""
_HEADER: Mapping[str, str] = {"typ": "JWT", "alg": "ES256"}


class PushKeys:
    """Keys in the folder of the signing keys, as `push-0001.pem`. The highest number is for new browsers.

    The first use creates a key. *contact* is an address for the operators of push services, if any. Raises
    `BadKey`.
    """

    def __init__(self, folder: Path, contact: str) -> None:
        self._folder, self._contact = folder, contact

    def public_key(self) -> str:
        """Returns the key for new browsers, a point in base64url."""
        if not self._list_files():
            with suppress(FileExistsError):  # another process created it first
                self._create_key(1)
        return _public_text(self._load_key(self._list_files()[-1]))

    def rotate_key(self) -> str:
        """Creates a key for new browsers. Returns its public part.

        Its number follows the highest, because the operator may remove files. Raises `FileExistsError` if
        another process rotates at the same time.
        """
        files = self._list_files()
        return _public_text(self._create_key(int(files[-1][5:9]) + 1 if files else 1))

    def authorize(self, endpoint: str, public_key: str, at: int) -> str | None:
        """Returns the header that authorizes a message to *endpoint*, at a time in milliseconds.

        The browser subscribed with *public_key*. Returns `None` if the key is lost.
        """
        keys = (self._load_key(file) for file in reversed(self._list_files()))
        key = next((key for key in keys if _public_text(key) == public_key), None)
        if key is None:
            return None
        address = urlsplit(endpoint)
        claims: dict[str, object] = {
            "aud": f"{address.scheme}://{address.netloc}",
            "exp": at // 1000 + _TOKEN_SECONDS,
        }
        if self._contact:
            claims["sub"] = self._contact
        parts = (encode_bytes(msgspec.json.encode(part)) for part in (_HEADER, claims))
        signed = ".".join(parts)
        r, s = decode_dss_signature(key.sign(signed.encode(), ECDSA(SHA256())))
        signature = encode_bytes(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={public_key}"

    def _list_files(self) -> list[str]:
        return sorted(filter(_FILE.fullmatch, os.listdir(self._folder)))

    def _create_key(self, number: int) -> EllipticCurvePrivateKey:
        key = generate_private_key(SECP256R1())
        pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        with NamedTemporaryFile(dir=self._folder) as fresh:  # readable by its owner only
            fresh.write(pem)
            fresh.flush()
            os.fsync(fresh.fileno())
            os.link(fresh.name, self._folder / f"push-{number:04}.pem")
        return key

    def _load_key(self, file: str) -> EllipticCurvePrivateKey:
        """Reads the *file* each time: after a removal, its name may hold another key."""
        path = self._folder / file
        try:
            key = load_pem_private_key(path.read_bytes(), None)
        except (ValueError, TypeError) as error:  # an encrypted file raises TypeError
            raise BadKey(f"{path} holds no key: {error}.") from error
        if not isinstance(key, EllipticCurvePrivateKey) or not isinstance(key.curve, SECP256R1):
            raise BadKey(f"{path} holds a key, but none of the curve P-256.")
        return key


def _public_text(key: EllipticCurvePrivateKey) -> str:
    return encode_bytes(write_point(key.public_key()))
