"""Base classes of the errors that commands and replies explain to people."""

from __future__ import annotations

from typing import ClassVar

from .messages import Message


class RecountError(Exception):
    """An expected failure; commands print it and replies map it to a problem.

    `slug` is the kind of the problem; it is empty where no request leads to the error.
    """

    slug: ClassVar[str] = ""


class LocalizableError(RecountError):
    """An expected failure with a message that any language can translate."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class InvalidField(LocalizableError):
    """A field of a request is invalid; `pointer` (RFC 6901) locates it.

    `rule` is the rule of the game that forbids the value, if one does. For a field of a query, `parameter`
    has its name.
    """

    parameter = ""

    def __init__(self, pointer: str, message: Message, rule: str | None = None) -> None:
        super().__init__(message)
        self.pointer, self.rule = pointer, rule


class Drift(LocalizableError):
    """The effect in progress does not repeat its recorded facts."""

    slug = "drift"

    def __init__(self, seq: int, was: object, now: object) -> None:
        message = Message(
            "fact {seq} was {was}, and now it would be {now}", seq=seq, was=str(was), now=str(now)
        )
        super().__init__(message)
        self.seq = seq
