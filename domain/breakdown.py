"""Breakdowns of numbers, and the texts of cited cards."""

from __future__ import annotations

from msgspec import Struct


class Passage(Struct, frozen=True):
    """The text of a card, in the book's own words, and its name."""

    name: str
    text: str


class Part(Struct, frozen=True):
    """The share of one rule or card in a derived number, such as a Strength, a Cost or damage."""

    amount: int
    rule: str
