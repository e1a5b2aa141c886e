"""How a game accounts for itself: what a citation says, and what a number is made of."""

from __future__ import annotations

from msgspec import Struct


class Passage(Struct, frozen=True):
    """What a card says, in the book's own words, and what it is called."""

    name: str
    text: str


class Part(Struct, frozen=True):
    """What a rule, or a card, adds to a number that stands on no board: Strength, a Cost, damage."""

    amount: int
    rule: str
