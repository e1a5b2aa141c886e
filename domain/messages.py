"""Messages for people in English, ready for translation.

A catalogue finds a message by its English pattern. This module knows no catalogue.
"""

from __future__ import annotations

from typing import Self, TypeAlias

Argument: TypeAlias = "str | int | Message"


class Message(str):
    """An English sentence, or a part of one, with *arguments* in place of its braces.

    `pattern` is the text with braces. Without arguments, braces stay literal. An argument may itself be a
    message, and is then translated into the language of the whole.
    """

    pattern: str
    arguments: dict[str, Argument]

    __slots__ = ("arguments", "pattern")

    def __new__(cls, pattern: str, /, **arguments: Argument) -> Self:
        """Returns the message of *pattern* with its *arguments*."""
        message = super().__new__(cls, pattern.format_map(arguments) if arguments else pattern)
        message.pattern, message.arguments = pattern, arguments
        return message


class Name(Message):
    """The English name of a thing of a game, with the *id* that translations use."""

    id: str

    __slots__ = ("id",)

    def __new__(cls, english: str, /, id: str) -> Self:
        """Returns the name."""
        name = super().__new__(cls, english)
        name.id = id
        return name
