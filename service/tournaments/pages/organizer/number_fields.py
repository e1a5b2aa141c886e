"""Whole numbers in forms."""

from __future__ import annotations

from domain.messages import Message

MAX_FORM_NUMBER = 999_999
"""The largest number of a field."""


def parse_number(value: str) -> int | None:
    """Returns the whole number in a field, `None` for any other text."""
    if value.isascii() and value.isdecimal() and len(value.lstrip("0")) <= len(str(MAX_FORM_NUMBER)):
        return int(value)
    return None


def number_refusal(value: str, minimum: int = 0, limit: int = MAX_FORM_NUMBER) -> Message:
    """Returns the refusal of a text outside the numbers from *minimum* to *limit*."""
    return Message(
        "A whole number from {least} to {limit} is wanted here, not “{given}”.",
        least=minimum,
        limit=limit,
        given=value[:20],
    )
