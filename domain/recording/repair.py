"""The search for a deal that agrees with all entries.

It exchanges unseen cards in the last hidden choice among them, and tries other values of small choices. Each
step away from the nearest deal delays a deal, so that two changes that help only together are found, and no
deal waits for ever. Of equal delays, the deal that agrees longest comes first.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, islice, permutations, product
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from ..model import Picks
from .contradiction import Contradiction
from .course import Course, Mark
from .deal import Deal, HiddenChoice
from .names import list_hand, rename

BUDGET = 20_000
"""The maximum of decided facts for one entry."""
NAME_BUDGET = 100_000
"""The same for the name of a card, which can lie in a fact long before the last one."""
CHANGES = 2_000
"""The maximum of deals that are tried for one entry."""
SMALL = 4
"""The maximum of options of a choice whose values are all tried."""
COMBINATIONS = 2_000
SHARE = 32
"""The number of changes that are tried before the next best deal has its turn."""
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


class Node:
    """A deal, its contradiction, and the changes that are left to try."""

    def __init__(self, course: Course, state: State, contradiction: Contradiction) -> None:
        self.state, self.contradiction = state, contradiction
        self.changes = list_changes(course, state, contradiction)


def save_state(course: Course) -> State:
    """Returns the deal and marks of *course*."""
    return State(tuple(course.deal.choices), tuple(course.marks))


def restore_state(course: Course, state: State) -> None:
    """Gives *course* a saved deal back."""
    course.deal.choices[:] = state.choices
    course.marks[:] = state.marks


def decide_or_repair(course: Course, budget: int = BUDGET) -> None:
    """Decides the entries of *course* in its deal, or else in another one.

    Decides at most *budget* facts in `CHANGES` deals. Raises the nearest `Contradiction` if it finds no deal.
    """
    try:
        course.decide()
    except Contradiction as contradiction:
        _repair(course, contradiction, budget)


def _repair(course: Course, contradiction: Contradiction, budget: int) -> None:
    """Changes the deal of *course* until it agrees with all entries."""
    limit = course.decided + budget
    start = save_state(course)
    nearest, order = contradiction, count()
    heap = [(0, _rank(contradiction), next(order), Node(course, start, contradiction))]
    tried = {_picks_of(start)}
    while heap:
        delay, rank, _, node = heapq.heappop(heap)
        is_exhausted, is_followed = True, False
        for change in islice(node.changes, SHARE):
            is_exhausted = False
            restore_state(course, node.state)
            _apply(course, change)
            if (picks := _picks_of(save_state(course))) in tried:
                continue
            tried.add(picks)
            try:
                if isinstance(change, Exchange) and not _is_promising(course, node, change):
                    continue
                course.decide()
            except Contradiction as next_contradiction:
                is_nearer = next_contradiction.reach > node.contradiction.reach
                child = Node(course, save_state(course), next_contradiction)
                later = delay if is_nearer else delay + 1
                heapq.heappush(heap, (later, _rank(next_contradiction), next(order), child))
                nearest = max(nearest, next_contradiction, key=lambda each: each.reach)
                if is_nearer:
                    is_followed = True
                    break
            else:
                return
            if course.decided > limit or len(tried) > CHANGES:
                restore_state(course, start)
                raise nearest
        if not is_exhausted:
            later = delay if is_followed else delay + 1
            heapq.heappush(heap, (later, rank, next(order), node))
    restore_state(course, start)
    raise nearest


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


def _apply(course: Course, change: Exchange | Values) -> None:
    if isinstance(change, Exchange):
        course.deal.exchange(change.choice, change.card, change.other)
        course.rewind(change.choice)
        return
    for index, picks in change:
        course.deal.choices[index] = replace(course.deal.choices[index], picks=picks)
    course.rewind(min(index for index, _ in change))


def _is_promising(course: Course, node: Node, change: Exchange) -> bool:
    """Tries an exchange on the position before the effect under way; returns false if that gets no further.

    Exchanged cards that no fact has named lie in hidden places only, so renaming replaces deciding. An effect
    that began before the exchange is decided instead.
    """
    index, card, other, is_hidden = change
    marks = node.state.marks
    last = len(marks) - 1
    while last and not ((p := marks[last].position) and p.running is None):
        last -= 1
    position = marks[last].position
    if (
        not is_hidden
        or not course.exchanged.isdisjoint((card, other))
        or len(marks) < len(course.steps)
        or marks[last].used <= index
        or position is None
    ):
        return True
    try:
        course.try_position(last, marks[last], rename(position, {card: other, other: card}))
    except Contradiction as contradiction:
        return contradiction.reach > node.contradiction.reach
    return True


def _rank(contradiction: Contradiction) -> tuple[int, int, int]:
    fact, agreed, fewer = contradiction.reach
    return -fact, -agreed, -fewer


def _picks_of(state: State) -> tuple[tuple[str, ...], ...]:
    return tuple(choice.picks for choice in state.choices)
