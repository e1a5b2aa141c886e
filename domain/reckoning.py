"""How a game accounts for itself: what a citation says, and what a number is made of."""

from __future__ import annotations

from msgspec import Struct


class Passage(Struct, frozen=True):
    """The text of a card, in the book's own words, and its name."""

    name: str
    text: str


class Part(Struct, frozen=True):
    """The part that a rule, or a card, adds to a number that no board shows: Strength, a Cost, damage."""

    amount: int
    rule: str
