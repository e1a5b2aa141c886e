"""The failure of a job, with its problem type and a sentence for any language."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from domain.errors import LocalizableError
from domain.messages import Argument, Message

from ..database.jobs import JobRow


class StoredMessage(Struct, frozen=True):
    """A message as JSON. It has an English pattern and arguments, which may be messages too."""

    pattern: str
    arguments: dict[str, str | int | StoredMessage] = {}


class Failure(Struct, frozen=True):
    """The cause of a failed job, as a problem type and a sentence."""

    slug: str
    message: StoredMessage


def encode_failure(slug: str, message: Message) -> bytes:
    """Returns the JSON of a failure."""
    return msgspec.json.encode(Failure(slug, _store_message(message)))


def encode_refusal(error: LocalizableError) -> bytes:
    """Returns the JSON of the failure that a refusal is."""
    return encode_failure(error.slug or "internal", error.message)


def decode_failure(content: bytes) -> tuple[str, Message]:
    """Returns the problem type and the message of a failure."""
    failure = msgspec.json.decode(content, type=Failure)
    return failure.slug, _restore_message(failure.message)


class JobFailed(LocalizableError):
    """The job of a request failed. Each problem type has a subclass."""


def result_of(row: JobRow) -> bytes | None:
    """Returns the result of a job, or `None` while it waits or runs. Raises `JobFailed`."""
    if row.state == "failed":
        raise _job_failed(*decode_failure(row.result))
    if row.state == "cancelled":
        raise _job_failed("not-now", Message("The job was cancelled. Ask again in a minute."))
    return None if row.is_active else row.result


def _job_failed(slug: str, message: Message) -> JobFailed:
    error: type[JobFailed] = type(JobFailed.__name__, (JobFailed,), {"slug": slug})
    return error(message)


def _store_message(message: Message) -> StoredMessage:
    arguments = {
        name: _store_message(value) if isinstance(value, Message) else value
        for name, value in message.arguments.items()
    }
    return StoredMessage(message.pattern, arguments)


def _restore_message(stored_message: StoredMessage) -> Message:
    arguments: dict[str, Argument] = {
        name: _restore_message(value) if isinstance(value, StoredMessage) else value
        for name, value in stored_message.arguments.items()
    }
    return Message(stored_message.pattern, **arguments)
