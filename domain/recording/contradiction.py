"""The contradiction between a deal and the entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..decider import Illegal, Position
from ..model import Fact
from .entries import Ref


class Contradiction(Exception):
    """The deal does not agree with an entry, at fact number `fact`.

    `expected` are the names that the entries have there, `actual` those of the deal. `agreed` counts the
    names that agree before.
    """

    def __init__(
        self,
        fact: int,
        expected: Sequence[str],
        actual: Sequence[str],
        agreed: int = 0,
        refused: tuple[Position[Any], Illegal] | None = None,
        unsighted: tuple[Fact, Ref] | None = None,
        choices: int = 0,
    ) -> None:
        super().__init__(fact, expected, actual)
        self.fact, self.expected, self.actual, self.agreed = fact, expected, actual, agreed
        self.refused, self.unsighted, self.choices = refused, unsighted, choices

    @property
    def reach(self) -> tuple[int, int, int]:
        """How far the entries agree with the deal; a question with fewer options is nearer to none."""
        return self.fact, self.agreed, -self.choices
