"""Errors: what cannot be done, and what whoever asked is told of it."""

from __future__ import annotations

from typing import ClassVar

from .messages import Message


class RecountError(Exception):
    """Something cannot be done, and it is known why: commands say so in words, and a reply by its kind.

    `slug` names the kind of problem that clients meet; it is empty where no request of theirs leads to it.
    """

    slug: ClassVar[str] = ""


class LocalizableError(RecountError):
    """Something cannot be done; its message tells a person why, in any language."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class InvalidField(LocalizableError):
    """A field of what was sent cannot be like that; `pointer` (RFC 6901) leads to it.

    `rule` is the rule of the game that forbids it, if one does. What came in a query is told by `parameter`.
    """

    parameter = ""

    def __init__(self, pointer: str, message: Message, rule: str | None = None) -> None:
        super().__init__(message)
        self.pointer, self.rule = pointer, rule


class Drift(LocalizableError):
    """The effect under way no longer says what it said when it was interrupted."""

    slug = "drift"

    def __init__(self, seq: int, was: object, now: object) -> None:
        told = Message("fact {seq} was {was}, and now it would be {now}", seq=seq, was=str(was), now=str(now))
        super().__init__(told)
        self.seq = seq
