"""A deal: one complete assignment of the hidden choices that agrees with the entries; never evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from ..model import CHANCE, Asked, Picks
from .names import rename
from .prints import Prints


class Sampler(Protocol):
    """The source of random orders, such as `random.Random`."""

    def sample(self, population: Sequence[str], k: int, /) -> list[str]:
        """Returns *k* members of *population* in random order."""


class HiddenChoice(Struct, frozen=True):
    """The answer of chance or the secret answer of a seat, its question, and the number of its fact."""

    question: Asked
    picks: Picks
    fact: int

    @property
    def is_lot(self) -> bool:
        """Whether it draws among seats, in the sight of the table."""
        return self.question.seat == CHANCE and all(option.isdecimal() for option in self.question.options)

    @property
    def hides(self) -> bool:
        """Whether it puts cards out of sight."""
        return bool(self.question.options) and not self.is_lot


class Deal:
    """The hidden choices in the order in which the rules ask for them.

    `used` is the number of those that the present decision has consumed. A stored deal is a `plan`: its
    values by their indices, none of which may be made up. `suggestions` are the values of another line, from
    the index `first_suggestion` on; a new choice keeps their order. With a `sampler`, it has a random order.
    """

    def __init__(self, choices: Iterable[HiddenChoice] = ()) -> None:
        self.choices = list(choices)
        self.used = 0
        self.plan: Sequence[Picks] | None = None
        self.suggestions: Sequence[Picks] = ()
        self.first_suggestion = 0
        self.sampler: Sampler | None = None

    @property
    def values(self) -> tuple[Picks, ...]:
        """The values of all choices."""
        return tuple(choice.picks for choice in self.choices)

    def choose(self, question: Asked, seq: int, expected: Sequence[str], prints: Prints) -> Picks | None:
        """Returns the next value of the deal, or makes one: *expected* prints first, the rest in order.

        Returns `None` where the plan has no value that answers *question*.
        """
        index = self.used
        self.used += 1
        old = self.choices[index] if index < len(self.choices) else None
        if old is not None and old.question.prompt == question.prompt and question.allows(old.picks):
            picks = old.picks
        elif self.plan is not None:
            if index >= len(self.plan) or not question.allows(self.plan[index]):
                return None
            picks = self.plan[index]
        else:
            picks = self._make_value(index, question, expected, prints)
        choice = HiddenChoice(question, picks, seq)
        if old is None:
            self.choices.append(choice)
        elif old != choice:
            self.choices[index] = choice
        return picks

    def _make_value(self, index: int, question: Asked, expected: Sequence[str], prints: Prints) -> Picks:
        number = index - self.first_suggestion
        suggested = self.suggestions[number] if 0 <= number < len(self.suggestions) else ()
        if question.allows(suggested) and suggested:
            return suggested
        ranks = {card: rank for rank, card in enumerate(suggested)}
        options = sorted(sorted(question.options), key=lambda option: ranks.get(option, len(ranks)))
        if self.sampler is not None:
            options = self.sampler.sample(options, len(options))
        return _order_options(options, expected, prints)[: question.least]

    def suggest(self, values: Sequence[Picks], first: int | None = None) -> None:
        """Suggests *values* for the choices from the index *first* on, or after the last one."""
        self.suggestions, self.first_suggestion = values, len(self.choices) if first is None else first

    def cut(self) -> None:
        """Forgets the choices that the last decision did not use."""
        del self.choices[self.used :]

    def common_choices(self, card: str, other: str) -> Iterator[int]:
        """Yields the choices among both cards, the last first."""
        for index in range(len(self.choices) - 1, -1, -1):
            options = self.choices[index].question.options
            if card in options and other in options:
                yield index

    def exchange(self, index: int, card: str, other: str) -> None:
        """Exchanges two cards in the choice *index* and in all that followed from it."""
        self.rename(index, {card: other, other: card})

    def rename(self, index: int, names: Mapping[str, str]) -> None:
        """Gives cards other names in the choice *index* and in all that followed from it."""
        for i in range(index, len(self.choices)):
            choice = self.choices[i]
            if not names.keys().isdisjoint(choice.question.options):
                self.choices[i] = rename(choice, names)

    def find_names(self, index: int, values: Sequence[Picks]) -> Mapping[str, str]:
        """Returns the new names of cards that turn the choices from *index* on into *values*, if any do."""
        choices = self.choices[index:]
        new = dict(zip(choices[0].picks, values[index], strict=False))
        names = {card: other for card, other in new.items() if card != other}
        names = {other: card for card, other in names.items() if other not in names} | names
        if set(names) != set(names.values()) or not choices[0].hides:
            return {}
        renamed = [rename(choice.picks, names) for choice in choices]
        return names if renamed == list(values[index : index + len(renamed)]) else {}


def _order_options(options: Iterable[str], expected: Sequence[str], prints: Prints) -> Picks:
    remaining, first = list(options), []
    for card in expected:
        match = next((option for option in remaining if prints.of(option) == card), None)
        if match is not None:
            remaining.remove(match)
            first.append(match)
    return (*first, *remaining)
