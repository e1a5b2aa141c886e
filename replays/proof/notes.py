"""Signed notes and checkpoints, in the form of C2SP: text, an empty line, and a signature a line.

recount.example/log
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

    — recount.example/log Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5…
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, TypeAlias

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from domain.errors import LocalizableError
from domain.messages import Message

from .standalone.revocations import KIND as REVOCATION
from .standalone.witnesses import cosigned_text

ED25519, COSIGNATURE = b"\x01", b"\x04"
"""The key types in a note, of logs and of witnesses."""
DASH = "\N{EM DASH}"
POSITION = "position "
"""The start of a checkpoint's line with the feed position of its last head."""


ContentKind: TypeAlias = Literal["drawing", "standings"]
"""The content under a note. The first line has it, so that no note serves for other content."""


class Unsigned(LocalizableError, ValueError):
    """A malformed note, or a note without a trusted signature. The message has the reason."""


class Key(NamedTuple):
    """A public key with its name and its type."""

    name: str
    public: bytes
    kind: bytes = ED25519

    @property
    def id(self) -> bytes:
        """Four bytes that distinguish keys of one name."""
        return hashlib.sha256(self.name.encode() + b"\n" + self.kind + self.public).digest()[:4]

    @property
    def fingerprint(self) -> str:
        """The first 16 hexadecimal digits of the key's SHA-256, for comparison by people."""
        return hashlib.sha256(self.public).hexdigest()[:16]

    def __str__(self) -> str:
        """Returns name, id and key in text form."""
        return f"{self.name}+{self.id.hex()}+{_encode_base64(self.kind + self.public)}"

    def verifies(self, text: bytes, signature: bytes) -> bool:
        """Returns whether *signature* over *text* is by this key."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text)
        except InvalidSignature:
            return False
        return True


def read_key(text: str, kind: bytes = ED25519) -> Key:
    """Returns the key of that type in *text*; raises `Unsigned`."""
    name, _, remainder = text.strip().partition("+")
    id, _, public = remainder.partition("+")
    try:
        raw_key = base64.b64decode(public, validate=True)
    except ValueError as error:
        raise Unsigned(Message("“{text}” is no public key.", text=text)) from error
    key = Key(name, raw_key[1:], kind)
    if raw_key[:1] != kind or len(raw_key) != 33 or key.id.hex() != id:
        raise Unsigned(
            Message("“{text}” is no public key: name, id and key do not belong together.", text=text)
        )
    return key


class Checkpoint(NamedTuple):
    """The size and root of a log, and the feed position of its last head, or 0."""

    origin: str
    size: int
    root: bytes
    position: int = 0

    @property
    def text(self) -> str:
        """The text of the note. Its position extends the format of C2SP."""
        position_line = f"{POSITION}{self.position}\n" if self.position else ""
        return f"{self.origin}\n{self.size}\n{_encode_base64(self.root)}\n{position_line}"


def content_text(origin: str, kind: ContentKind, record: str, head: str, digest: bytes) -> str:
    """Returns the text of a note on content with the SHA-256 *digest* that *record* has at *head*."""
    return f"{origin}/{kind}\n{record}\n{head}\n{_encode_base64(digest)}\n"


def revocation_text(origin: str, revoked: Key, successor: Key, seconds: int) -> str:
    """Returns the text of a note that *revoked* signs nothing from a time on, in seconds since 1970."""
    return f"{origin}{REVOCATION}\n{revoked}\n{successor}\n{seconds}\n"


def sign_note(text: str, signers: Iterable[tuple[Key, Callable[[bytes], bytes]]]) -> str:
    """Returns *text*, with a final line break, as a note signed by each of *signers*."""
    lines = (_signature_line(key, signature(text.encode())) for key, signature in signers)
    return f"{text}\n{''.join(lines)}"


def cosign_text(text: str, seconds: int, key: Key, sign: Callable[[bytes], bytes]) -> str:
    """Returns the line of a witness's cosignature on *text*, at a time in seconds since 1970."""
    return _signature_line(key, seconds.to_bytes(8) + sign(cosigned_text(text, seconds)))


def _signature_line(key: Key, signature: bytes) -> str:
    return f"{DASH} {key.name} {_encode_base64(key.id + signature)}\n"


def split_note(note: str) -> tuple[str, list[str]]:
    """Returns the text of *note*, with its final line break, and its lines of signatures."""
    text, _, signatures = note.rpartition("\n\n")
    return f"{text}\n", signatures.splitlines()


def verified_text(note: str, keys: Iterable[Key]) -> str:
    """Returns the text of a note signed by one of *keys*; raises `Unsigned`."""
    text, lines = split_note(note)
    keys_by_id = {(key.name, key.id): key for key in keys}
    for line in lines:
        dash, _, remainder = line.partition(" ")
        name, _, encoded = remainder.partition(" ")
        signature = decode_base64(encoded)
        key = keys_by_id.get((name, signature[:4]))
        if dash == DASH and key is not None:
            if not key.verifies(text.encode(), signature[4:]):
                raise Unsigned(
                    Message(
                        "The signature of {name} is wrong: the note was changed after it was signed.",
                        name=name,
                    )
                )
            return text
    raise Unsigned(Message("None of the keys that are trusted here has signed this note."))


def read_checkpoint(note: str, keys: Iterable[Key]) -> Checkpoint:
    """Returns the checkpoint in *note*; raises `Unsigned`."""
    return parse_checkpoint(verified_text(note, keys))


def parse_checkpoint(text: str) -> Checkpoint:
    """Returns the checkpoint in the *text* of a note; raises `Unsigned`."""
    lines = text.split("\n")
    if len(lines) < 4 or not (lines[1].isascii() and lines[1].isdigit()):
        raise Unsigned(
            Message("The note is signed, but it is no checkpoint: origin, size and root are wanted.")
        )
    positions = (line.removeprefix(POSITION) for line in lines[3:] if line.startswith(POSITION))
    position = next((int(value) for value in positions if value.isascii() and value.isdigit()), 0)
    return Checkpoint(lines[0], int(lines[1]), decode_base64(lines[2]), position)


def _encode_base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def decode_base64(text: str) -> bytes:
    """Returns the bytes of base64 *text*; raises `Unsigned`."""
    try:
        return base64.b64decode(text, validate=True)
    except ValueError as error:
        raise Unsigned(Message("“{text}” is no base64.", text=text)) from error
