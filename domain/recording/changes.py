"""Changes of a deal that may remove a contradiction: exchanges of two cards, and values of small choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, permutations, product
from typing import NamedTuple, TypeAlias

from ..model import Picks
from .contradiction import Contradiction
from .course import Course, Mark
from .deal import Deal, HiddenChoice
from .names import list_hand

SMALL = 4
"""The maximum of options of a choice whose values are all tried."""
COMBINATIONS = 2_000
DEPTH = 3
"""The maximum of earlier common choices in which two cards are exchanged."""


class Exchange(NamedTuple):
    """Two cards that change places from a hidden choice on, by its index.

    They lie out of sight since then, or else a copy that does can stand for the named one.
    """

    choice: int
    card: str
    other: str
    is_hidden: bool = True


Values: TypeAlias = tuple[tuple[int, Picks], ...]
"""Other values of hidden choices, by their indices."""


class State(NamedTuple):
    """A deal and the marks of its decisions."""

    choices: tuple[HiddenChoice, ...]
    marks: tuple[Mark, ...]


def save_state(course: Course) -> State:
    """Returns the deal and marks of *course*."""
    return State(tuple(course.deal.choices), tuple(course.marks))


def list_changes(course: Course, state: State, contradiction: Contradiction) -> Iterator[Exchange | Values]:
    """Yields the changes of a deal that may remove *contradiction*, the likely ones first."""
    deal = Deal(state.choices)
    hidden = sorted({option for choice in deal.choices for option in choice.question.options})
    copies: dict[str, list[str]] = {}
    for card in hidden:
        copies.setdefault(course.prints.of(card), []).append(card)
    expected = [copies.get(course.prints.of(word), []) for word in contradiction.expected]
    direct = [
        (card, dealt)
        for cards, dealt in zip(expected, contradiction.actual, strict=False)
        for card in cards
        if course.prints.of(card) != course.prints.of(dealt)
    ]
    yield from _list_exchanges(course, deal, direct, contradiction.fact)
    yield from _list_copies(course, deal, direct, copies)
    if contradiction.refused is None:
        yield from _list_small_changes(course, deal)
    position = contradiction.refused[0] if contradiction.refused else state.marks[-1].position
    assert position is not None
    question = contradiction.refused[1].question if contradiction.refused else None
    seat = course.steps[-1].entry.seat if question is None else question.seat
    hand = [card for card in list_hand(course.rules, position.board, seat) if card in hidden]
    expected_cards = [card for cards in expected for card in cards]
    others = [card for card in hidden if card not in hand and card not in expected_cards]
    wanted = [card for card in expected_cards if card not in hand]
    own = [pair for pair in product(wanted, hand) if course.prints.of(pair[0]) != course.prints.of(pair[1])]
    yield from _list_exchanges(course, deal, own, contradiction.fact)
    if contradiction.refused is not None:
        yield from _list_copies(course, deal, own, copies)
    pairs = [pair for pair in product(others, hand) if course.prints.of(pair[0]) != course.prints.of(pair[1])]
    pairs += [
        (card, other)
        for card in (*expected_cards, *contradiction.actual)
        for other in (*others, *expected_cards)
        if other != card
    ]
    yield from _list_exchanges(course, deal, pairs, contradiction.fact)
    if contradiction.refused is not None:
        yield from _list_small_changes(course, deal)


def _list_copies(
    course: Course, deal: Deal, pairs: Iterable[tuple[str, str]], copies: Mapping[str, Sequence[str]]
) -> Iterator[Exchange]:
    """Yields exchanges with copies of the second card of *pairs*, although facts have named the cards since.

    An equal card out of sight can stand for the named one: which of the two it was, no witness knows.
    """
    for card, dealt in pairs:
        for copy in copies.get(course.prints.of(dealt), ()):
            index = next(deal.common_choices(card, copy), None)
            if index is not None:
                yield Exchange(index, card, copy, is_hidden=False)


def _list_exchanges(
    course: Course, deal: Deal, pairs: Iterable[tuple[str, str]], before: int
) -> Iterator[Exchange]:
    """Yields exchanges of cards that no fact *before* another one has named since the choice among them.

    The last common choice comes first, then earlier ones.
    """
    pairs = list(dict.fromkeys(pairs))
    for depth in range(DEPTH):
        for card, other in pairs:
            index = next(islice(deal.common_choices(card, other), depth, None), None)
            if index is not None:
                since, names = deal.choices[index].fact, course.mentions.names_since
                if not (names(card, since, before) or names(other, since, before)):
                    is_hidden = not (names(card, since) or names(other, since))
                    yield Exchange(index, card, other, is_hidden)


def _list_small_changes(course: Course, deal: Deal) -> Iterator[Exchange | Values]:
    """Yields other values of the last small choices, alone and together."""
    ways: list[tuple[int, list[Picks]]] = []
    for index in range(len(deal.choices) - 1, -1, -1):
        choice = deal.choices[index]
        if len(ways) < SMALL and 1 < len(choice.question.options) <= SMALL and not choice.is_lot:
            values = [
                choice.picks,
                *(value for value in _list_values(course, choice) if value != choice.picks),
            ]
            if len(values) > 1:
                ways.append((index, values))
    for number in range(1, len(ways) + 1):
        indices = [index for index, _ in ways[:number]]
        for picks in islice(product(*(values for _, values in ways[:number])), COMBINATIONS):
            yield tuple(zip(indices, picks, strict=True))


def _list_values(course: Course, choice: HiddenChoice) -> Iterator[Picks]:
    """Yields the values of a choice that differ in cards without a name since."""
    for value in permutations(choice.question.options, choice.question.least):
        changes = {
            card for pair in zip(choice.picks, value, strict=True) if pair[0] != pair[1] for card in pair
        }
        if not any(course.mentions.names_since(card, choice.fact) for card in changes):
            yield value
