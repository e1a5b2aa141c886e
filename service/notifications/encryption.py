"""Encryption of push messages for one browser (RFC 8291, with the content coding of RFC 8188)."""

from __future__ import annotations

import base64
import secrets

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SECRET_BYTES, SALT_BYTES = 16, 16
RECORD_BYTES = 4096
"""Size of the only record, and of a message that every push service takes (RFC 8030)."""
_END = b"\x02"
"""The delimiter of the last record."""


def decode_bytes(text: str) -> bytes:
    """Returns the bytes of *text* in base64url without padding. Raises `ValueError`."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def encode_bytes(content: bytes) -> str:
    """Returns *content* in base64url without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def read_point(content: bytes) -> EllipticCurvePublicKey:
    """Returns the public key of a browser, an uncompressed point of P-256. Raises `ValueError`."""
    return EllipticCurvePublicKey.from_encoded_point(SECP256R1(), content)


def write_point(key: EllipticCurvePublicKey) -> bytes:
    """Returns a public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt_message(
    content: bytes,
    browser_key: bytes,
    auth_secret: bytes,
    own_key: EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """Returns *content* encrypted for the browser with *browser_key*, a point, and its *auth_secret*.

    The *own_key* and the *salt* are new for each message. Raises `ValueError` for a bad key.
    """
    own_key, salt = own_key or generate_private_key(SECP256R1()), salt or secrets.token_bytes(SALT_BYTES)
    own_point = write_point(own_key.public_key())
    shared = own_key.exchange(ECDH(), read_point(browser_key))
    key = _derive_key(auth_secret, shared, b"WebPush: info\0" + browser_key + own_point, 32)
    cipher = AESGCM(_derive_key(salt, key, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derive_key(salt, key, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(own_point)]) + own_point
    return header + cipher.encrypt(nonce, content + _END, None)


def _derive_key(salt: bytes, secret: bytes, purpose: bytes, size: int) -> bytes:
    return HKDF(SHA256(), size, salt, purpose).derive(secret)
