"""The prints of cards: on a table, copies of one print are equal."""

from __future__ import annotations

from typing import Any

from ..model import Asked, Picks
from ..rules import Rules
from .names import WORD


class Prints:
    """The first copy of each card, as the rules of a game name it."""

    def __init__(self, rules: Rules[Any, Any]) -> None:
        self._rules = rules
        self._first: dict[str, str] = {}

    def of(self, card: str) -> str:
        """Returns the first copy of *card*; any other name stands for itself."""
        first = self._first.get(card)
        if first is None:
            first = self._first[card] = self._rules.print_of(card)
        return first

    def generic(self, pick: str) -> str:
        """Returns *pick* with the first copy of each card."""
        return WORD.sub(lambda match: self.of(match[0]), pick)

    def match_options(self, question: Asked, picks: Picks) -> Picks:
        """Returns the options for *picks*: the same, or else the lowest copy."""
        remaining, matched = list(question.options), []
        for pick in picks:
            if pick not in remaining:
                alike = [option for option in remaining if self.generic(option) == self.generic(pick)]
                pick = min(alike, default=pick)
            if pick in remaining:
                remaining.remove(pick)
            matched.append(pick)
        return tuple(matched)
