"""Whole numbers as forms give them."""

from __future__ import annotations

from domain.messages import Message

MAX_FORM_NUMBER = 999_999
"""The largest number of a field."""


def parse_number(given: str) -> int | None:
    """Returns the whole number that a field gives, `None` for any other text."""
    if given.isascii() and given.isdecimal() and len(given.lstrip("0")) <= len(str(MAX_FORM_NUMBER)):
        return int(given)
    return None


def number_refusal(given: str) -> Message:
    """Returns the refusal of a text that is no such number."""
    return Message(
        "A whole number from 0 to {limit} is wanted here, not “{given}”.",
        limit=MAX_FORM_NUMBER,
        given=given[:20],
    )
