"""Keys by which push services recognize this service (VAPID, RFC 8292).

A browser subscribes with one of them. After a rotation the older keys sign for their browsers, until those
subscribe again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from tempfile import NamedTemporaryFile
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    derive_private_key,
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

from ..evidence.keys import BadKey, Keyring
from .encryption import encode_bytes, write_point

_FIRST_KEY = b"recount: the SHA-256 of this signature is the first key for push messages\n"
"""Text that the first key of the service signs, for no other use."""
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Order of the group of P-256 (FIPS 186-5): a private key is smaller."""
_FILE = re.compile(r"push-\d{4}\.pem")
_TOKEN_SECONDS = 12 * 3600
"""Lifetime of a token. Push services accept a day at most."""
_HEADER: Mapping[str, str] = {"typ": "JWT", "alg": "ES256"}


class PushKeys:
    """Keys of a service, of which the last is for new browsers.

    The first follows from the signing key, so that all hosts have it. Rotations add files beside that, as
    `push-0001.pem`. *contact* is an address for the operators of push services, if any. Raises `BadKey`.
    """

    def __init__(self, keyring: Keyring, contact: str) -> None:
        self._folder, self._contact = keyring.folder, contact
        secret = int.from_bytes(keyring.derive_secret(_FIRST_KEY)) % (_ORDER - 1) + 1
        self._first_key = derive_private_key(secret, SECP256R1())

    def public_key(self) -> str:
        """Returns the key for new browsers, a point in base64url."""
        return _public_text(next(self._load_keys()))

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
        key = next((key for key in self._load_keys() if _public_text(key) == public_key), None)
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

    def _load_keys(self) -> Iterator[EllipticCurvePrivateKey]:
        """Yields the keys, the last first."""
        for file in reversed(self._list_files()):
            yield self._load_key(file)
        yield self._first_key

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
