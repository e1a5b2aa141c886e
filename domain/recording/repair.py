"""The search for a deal that agrees with all entries.

It exchanges unseen cards in the last hidden choice among them, and tries other values of small choices. Each
step away from the nearest deal delays a deal, so that two changes that help only together are found, and no
deal waits for ever. Of equal delays, the deal that agrees longest comes first.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import chain, count, islice
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from .arrangement import Arrangement, list_arrangements
from .changes import Exchange, State, Values, list_changes, save_state
from .contradiction import Contradiction
from .course import Course
from .names import rename

BUDGET = 20_000
"""The maximum of decided facts for one entry."""
NAME_BUDGET = 100_000
"""The same for the name of a card, which can lie in a fact long before the last one."""
CHANGES = 2_000
"""The maximum of deals that are tried for one entry."""
ARRANGED_BUDGET, ARRANGED_CHANGES, ARRANGED_ANEW = 5_000, 300, 4
"""The maxima of facts and deals for the arrangements of one entry, and of deals that are arranged anew."""
SHARE = 32
"""The number of changes that are tried before the next best deal has its turn."""

Change: TypeAlias = Exchange | Values | Arrangement


class Node(NamedTuple):
    """A deal, its contradiction, and the changes that are left to try."""

    state: State
    contradiction: Contradiction
    changes: Iterator[Change]


def restore_state(course: Course, state: State) -> None:
    """Gives *course* a saved deal back."""
    course.deal.choices[:] = state.choices
    course.marks[:] = state.marks


def decide_or_repair(course: Course, budget: int = BUDGET, limit: int = CHANGES) -> None:
    """Decides the entries of *course* in its deal, or else in another one that single exchanges lead to.

    Decides up to *budget* facts in *limit* deals. Raises the nearest `Contradiction` if it finds no deal.
    """
    try:
        course.decide()
    except Contradiction as contradiction:
        _repair(
            course,
            contradiction,
            list_changes(course, save_state(course), contradiction),
            budget,
            deals=limit,
        )


def decide_entry(course: Course, before: Course) -> None:
    """Decides the entries of *course*, of which the course *before* lacks the last.

    Where exchanges find no deal, whole arrangements of the deal before have a budget of their own. Raises the
    nearest `Contradiction` if both find none, at once for a card in sight without a name.
    """
    start = save_state(course)
    try:
        decide_or_repair(course)
    except Contradiction as nearest:
        if nearest.unsighted is not None:
            raise
        restore_state(course, start)
        _decide_arranged(course, before, nearest)


def _decide_arranged(course: Course, before: Course, nearest: Contradiction) -> None:
    """Decides *course* in an arrangement of the deal *before*; raises *nearest* if no other one is nearer."""
    try:
        course.decide()
    except Contradiction as contradiction:
        try:
            _repair(
                course,
                contradiction,
                list_arrangements(before, contradiction),
                ARRANGED_BUDGET,
                deals=ARRANGED_CHANGES,
                anew=ARRANGED_ANEW,
            )
        except Contradiction as arranged:
            raise max(nearest, arranged, key=lambda each: each.reach) from None


def decide_name(course: Course, before: Course) -> None:
    """Decides the entries of *course* with a new name, which the course *before* lacks.

    Tries whole arrangements first, because single exchanges often break other names. Raises the nearest
    `Contradiction` if it finds no deal within `NAME_BUDGET` facts.
    """
    try:
        course.decide()
    except Contradiction as contradiction:
        start = save_state(course)
        exchanges = list_changes(course, start, contradiction)
        _repair(
            course, contradiction, chain(list_arrangements(before, contradiction), exchanges), NAME_BUDGET
        )


def _repair(
    course: Course,
    contradiction: Contradiction,
    changes: Iterator[Change],
    budget: int,
    deals: int = CHANGES,
    anew: int = 0,
) -> None:
    """Changes the deal of *course* until it agrees with all entries, by *changes* of the first deal.

    The first few deals that only the last entry contradicts are arranged *anew*.
    """
    limit = course.decided + budget
    start = save_state(course)
    nearest, order = contradiction, count()
    heap = [(0, _rank(contradiction), next(order), Node(start, contradiction, changes))]
    tried = {_picks_of(start)}
    while heap:
        delay, rank, _, node = heapq.heappop(heap)
        is_exhausted, is_followed = True, False
        for change in islice(node.changes, SHARE):
            is_exhausted = False
            if course.decided > limit or len(tried) > deals:
                restore_state(course, start)
                raise nearest
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
                state = save_state(course)
                further: Iterator[Change] = list_changes(course, state, next_contradiction)
                if anew and len(state.marks) == len(course.steps):
                    anew -= 1
                    further = chain(_arrange_before(course.copy(), next_contradiction), further)
                child = Node(state, next_contradiction, further)
                later = delay if is_nearer else delay + 1
                heapq.heappush(heap, (later, _rank(next_contradiction), next(order), child))
                nearest = max(nearest, next_contradiction, key=lambda each: each.reach)
                if is_nearer:
                    is_followed = True
                    break
            else:
                return
        if not is_exhausted:
            later = delay if is_followed else delay + 1
            heapq.heappush(heap, (later, rank, next(order), node))
    restore_state(course, start)
    raise nearest


def _arrange_before(course: Course, contradiction: Contradiction) -> Iterator[Arrangement]:
    """Yields arrangements of the deal of *course* before its last entry, which contradicts it."""
    course.cut(len(course.steps) - 1)
    yield from list_arrangements(course, contradiction)


def _apply(course: Course, change: Change) -> None:
    if isinstance(change, Arrangement):
        course.deal.choices[:] = change.choices
        course.rewind(change.first)
        return
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
