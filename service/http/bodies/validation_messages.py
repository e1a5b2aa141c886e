"""Messages of marshmallow in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from domain.messages import Message

PATTERNS: tuple[Message, ...] = (
    Message("Missing data for required field."),
    Message("Unknown field."),
    Message("Field may not be null."),
    Message("Invalid input type."),
    Message("Invalid value."),
    Message("Not a valid {kind}."),
    Message("Shorter than minimum length {min}."),
    Message("Longer than maximum length {max}."),
    Message("Length must be between {min} and {max}."),
    Message("Must be greater than or equal to {min} and less than or equal to {max}."),
    Message("Must be greater than or equal to {min}."),
    Message("Must be less than or equal to {max}."),
    Message("Must be one of: {choices}."),
    Message("String does not match expected pattern."),
)
"""The sentences of marshmallow, as messages without arguments."""

KINDS: tuple[Message, ...] = (
    Message("string"),
    Message("integer"),
    Message("boolean"),
    Message("list"),
    Message("mapping type"),
    Message("aware datetime"),
)
"""The kinds of values in “Not a valid {kind}.”."""


def to_message(sentence: str) -> Message:
    """Returns a sentence of marshmallow, or of our own checks, as a message."""
    return sentence if isinstance(sentence, Message) else next(_match_patterns(sentence), Message(sentence))


def _match_patterns(sentence: str) -> Iterator[Message]:
    for pattern in PATTERNS:
        blanks = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(pattern))
        if match_ := re.fullmatch(blanks, sentence):
            words = {name: _kind_message(word) for name, word in match_.groupdict().items()}
            yield Message(pattern, **words)


def _kind_message(word: str) -> str | Message:
    return next((kind for kind in KINDS if kind == word), word)
