"""Messages: what a person is told when something cannot be done, in English and ready for any language.

A catalogue of a language finds a message by its English pattern; nothing here knows one.
"""

from __future__ import annotations

from typing import Self, TypeAlias

Argument: TypeAlias = "str | int | Message"


class Message(str):
    """A sentence, or a part of one: an English text whose *arguments* are put where its braces name them.

    `pattern` is the text before that. Without arguments, braces stand for themselves. An argument may be a
    message too, and is then told in the language of the whole.
    """

    pattern: str
    arguments: dict[str, Argument]

    __slots__ = ("arguments", "pattern")

    def __new__(cls, pattern: str, /, **arguments: Argument) -> Self:
        """Returns the message that *pattern* is with its *arguments*."""
        made = super().__new__(cls, pattern.format_map(arguments) if arguments else pattern)
        made.pattern, made.arguments = pattern, arguments
        return made


class Name(Message):
    """The English name of something that a game knows by its *id*; each language has its own."""

    id: str

    __slots__ = ("id",)

    def __new__(cls, english: str, /, id: str) -> Self:
        """Returns the name."""
        made = super().__new__(cls, english)
        made.id = id
        return made
