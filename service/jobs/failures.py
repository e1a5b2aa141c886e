"""The failure of a job: its problem type, and its sentence in a form that any language can be made of."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from domain.errors import LocalizableError
from domain.messages import Argument, Message


class StoredMessage(Struct, frozen=True):
    """A message as JSON: its English pattern and its arguments, which may be messages too."""

    pattern: str
    arguments: dict[str, str | int | StoredMessage] = {}


class Failure(Struct, frozen=True):
    """The reason for which a job failed: a problem type and a sentence."""

    slug: str
    message: StoredMessage


def encode_failure(slug: str, message: Message) -> bytes:
    """Returns the JSON of a failure."""
    return msgspec.json.encode(Failure(slug, _stored(message)))


def encode_refusal(error: LocalizableError) -> bytes:
    """Returns the JSON of the failure that a refusal is."""
    return encode_failure(error.slug or "internal", error.message)


def decode_failure(content: bytes) -> tuple[str, Message]:
    """Returns the problem type and the message of a failure."""
    failure = msgspec.json.decode(content, type=Failure)
    return failure.slug, _restored(failure.message)


def _stored(message: Message) -> StoredMessage:
    arguments = {
        name: _stored(value) if isinstance(value, Message) else value
        for name, value in message.arguments.items()
    }
    return StoredMessage(message.pattern, arguments)


def _restored(stored: StoredMessage) -> Message:
    arguments: dict[str, Argument] = {
        name: _restored(value) if isinstance(value, StoredMessage) else value
        for name, value in stored.arguments.items()
    }
    return Message(stored.pattern, **arguments)
