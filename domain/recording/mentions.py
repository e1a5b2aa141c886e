"""The public facts that have named each card."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping

from ..model import Fact
from .names import list_words


class Mentions:
    """The numbers of facts by the names in them, in order."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self._numbers: dict[str, tuple[int, ...]] = {}
        self.add_facts(facts)

    def copy(self) -> Mentions:
        """Returns mentions that change without these."""
        mentions = Mentions()
        mentions._numbers = dict(self._numbers)
        return mentions

    def add_facts(self, facts: Iterable[Fact]) -> None:
        """Adds the names in *facts*, which follow those until now."""
        numbers: Mapping[str, tuple[int, ...]] = self._numbers
        for fact in facts:
            for word in list_words(fact.event):
                self._numbers[word] = (*numbers.get(word, ()), fact.seq)

    def names_since(self, card: str, fact: int, before: int | None = None) -> bool:
        """Returns whether a fact from *fact* on, or one *before* another fact, has named *card*."""
        numbers = self._numbers.get(card, ())
        index = bisect_left(numbers, fact)
        return index < len(numbers) and (before is None or numbers[index] < before)

    def first_since(self, card: str, fact: int) -> int | None:
        """Returns the first fact from *fact* on that names *card*, if any does."""
        numbers = self._numbers.get(card, ())
        index = bisect_left(numbers, fact)
        return numbers[index] if index < len(numbers) else None
