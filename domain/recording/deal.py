"""A deal: one complete assignment of the hidden choices that agrees with the entries; never evidence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ..model import CHANCE, SPECTATOR, Answered, Asked, Event, Picks, Seat, Viewer
from ..rules import Rules

WORD = re.compile(r"[A-Za-z][\w'-]*")


class HiddenChoice(Struct, frozen=True):
    """The answer of chance or the secret answer of a seat, its question, and the number of its fact."""

    question: Asked
    picks: Picks
    fact: int

    @property
    def is_lot(self) -> bool:
        """Whether it draws among seats, in the sight of the table."""
        return self.question.seat == CHANCE and all(option.isdecimal() for option in self.question.options)


def list_words(event: Event) -> Iterator[str]:
    """Yields the names in the values of *event*, in their order; a hidden name is empty."""
    if isinstance(event, Answered):
        for pick in event.picks:
            yield from WORD.findall(pick)
        return
    for value in msgspec.structs.astuple(event):
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, str))


def rename(value: Any, names: Mapping[str, str]) -> Any:
    """Returns *value*, of a board or a fact, with other names; equal parts stay the same objects."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        items = tuple(rename(item, names) for item in value)
        if all(new is old for new, old in zip(items, value, strict=True)):
            return value
        return items
    if isinstance(value, Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        changed = {name: new for name, old in fields.items() if (new := rename(old, names)) is not old}
        return replace(value, **changed) if changed else value
    return value


def list_hand(rules: Rules[Any, Any], board: Any, seat: Seat) -> list[str]:
    """Returns the names on *board* that *seat* sees and a spectator does not."""
    public = set(list_names(rules.redact_board(board, SPECTATOR)))
    own = Viewer("seat", frozenset((seat,)))
    return [name for name in list_names(rules.redact_board(board, own)) if name not in public]


def list_names(value: Any) -> Iterator[str]:
    """Yields every text in *value*, a board or a part of it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | dict):
        for item in value:
            yield from list_names(item)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from list_names(getattr(value, name))


class Deal:
    """The hidden choices in the order in which the rules ask for them.

    `used` is the number of those that the present decision has consumed. `expected` are the cards that the
    entry names next, which a new choice puts first.
    """

    def __init__(self, choices: Iterable[HiddenChoice] = ()) -> None:
        self.choices = list(choices)
        self.used = 0

    def choose(self, question: Asked, seq: int, expected: Sequence[str], prints: Mapping[str, str]) -> Picks:
        """Returns the next value of the deal, or makes one: *expected* prints first, the rest in order."""
        index = self.used
        self.used += 1
        old = self.choices[index] if index < len(self.choices) else None
        if old is not None and old.question.prompt == question.prompt and question.allows(old.picks):
            picks = old.picks
        else:
            picks = _order_options(question, expected, prints)
        choice = HiddenChoice(question, picks, seq)
        if old is None:
            self.choices.append(choice)
        elif old != choice:
            self.choices[index] = choice
        return picks

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
        names = {card: other, other: card}
        for i in range(index, len(self.choices)):
            choice = self.choices[i]
            if card in choice.question.options or other in choice.question.options:
                self.choices[i] = rename(choice, names)


def _order_options(question: Asked, expected: Sequence[str], prints: Mapping[str, str]) -> Picks:
    remaining, first = sorted(question.options), []
    for card in expected:
        match = next((option for option in remaining if prints.get(option, option) == card), None)
        if match is not None:
            remaining.remove(match)
            first.append(match)
    return tuple((*first, *remaining)[: question.least])
