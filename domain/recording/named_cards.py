"""The cards that names place on a board, which all may see after the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import NamedTuple, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from ..model import Fact
from .course import Course
from .deal import HiddenChoice
from .entries import Ref
from .names import list_words

T = TypeVar("T")


class NamedCard(NamedTuple):
    """A card of the deal that a name places from fact `since` to a hidden choice with it, fact `until`."""

    card: str
    since: int
    until: float


def list_named_cards(
    names: Iterable[Ref], full_fact: Callable[[int], Fact | None], choices: Iterable[HiddenChoice]
) -> Iterator[NamedCard]:
    """Yields the cards that *names* place; *full_fact* returns facts of the deal with these *choices*."""
    choices = list(choices)
    for ref in names:
        fact = full_fact(ref.fact)
        assert fact is not None
        card = list(list_words(fact.event))[ref.index]
        taken = (choice.fact for choice in choices if card in choice.question.options)
        until = next((taking for taking in taken if taking > ref.fact), inf)
        yield NamedCard(card, ref.fact, until)


def moves_later(course: Course, card: str, fact: int) -> bool:
    """Returns whether a copy of *card* has come into sight, or under a hidden choice, after *fact*."""
    name = course.prints.of(card)
    options = {option for choice in course.deal.choices for option in choice.question.options}
    copies = {option for option in options if course.prints.of(option) == name}
    choices = (choice for choice in course.deal.choices if choice.fact > fact)
    return any(course.mentions.names_since(copy, fact) for copy in copies) or any(
        not copies.isdisjoint(choice.question.options) for choice in choices
    )


def show_cards(public: T, full: T, cards: frozenset[str]) -> T:
    """Returns the board *public* with those of the *cards* that it hides in the places of *full*."""
    if public is full:
        return public
    if isinstance(public, str):
        return full if not public and full in cards else public
    if isinstance(public, tuple) and isinstance(full, tuple):
        return cast(T, tuple(show_cards(*pair, cards) for pair in zip(public, full, strict=True)))
    if isinstance(public, Struct):
        names = public.__struct_fields__
        fields = {name: show_cards(getattr(public, name), getattr(full, name), cards) for name in names}
        return replace(public, **fields)
    return public
