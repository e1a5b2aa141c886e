"""The names of many cards at once, of which some may contradict the entries or one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .changes import save_state
from .contradiction import Contradiction
from .course import Course, Step
from .entries import Ref
from .names import list_hand
from .repair import decide_or_repair, restore_state

LINES = 16
"""How many times the facts of a line may be decided for the names in one entry."""
ALL_LINES = 100
"""The same for all names."""
HAND = 6
"""The maximum of cards that a seat orders in secret."""
CHANGES = 150
"""The maximum of deals that are tried for them."""


def name_cards(course: Course, names: Mapping[Ref, str]) -> list[Ref]:
    """Gives cards of *course* their *names* in a deal that agrees with the entries; returns those it drops.

    It goes along the entries in order. Where no deal is found, it drops the name without which there is one.
    It drops all names where that does not help, or takes too long.
    """
    steps, start, old_names = course.steps[:], save_state(course), dict(course.names)
    course.restart()
    course.deal.suggest(course.deal.values, 0)
    limit = course.decided + ALL_LINES * len(course.public)
    dropped: list[Ref] = []
    ends = [step.seq for step in steps[1:]] + [course.public[-1].seq] if steps else []
    for step, end in zip(steps, ends, strict=True):
        course.steps.append(step)
        course.names.update({ref: card for ref, card in names.items() if step.seq < ref.fact <= end})
        refused = _decide_step(course, [ref for ref in names if ref in course.names], limit)
        if refused is None:
            course.steps, course.names = steps, old_names
            restore_state(course, start)
            return sorted(names)
        dropped += refused
    return dropped


def _decide_step(course: Course, refs: Sequence[Ref], limit: int) -> Sequence[Ref] | None:
    """Decides the last step of *course* and returns the dropped ones of *refs*, `None` without a deal."""
    budget = LINES * len(course.public)
    dropped: list[Ref] = []
    while course.decided < limit:
        try:
            decide_or_repair(course, budget, CHANGES)
            return dropped
        except Contradiction as contradiction:
            direct = Ref(contradiction.fact, contradiction.agreed)
            if direct in course.names and direct in refs:
                del course.names[direct]
                dropped.append(direct)
                continue
            suspects = [*_list_suspects(course, contradiction, refs)]
        recent = [ref for ref in course.names if ref in refs and ref.fact > _last_shuffle(course)]
        for group in (*([ref] for ref in suspects), suspects, recent):
            if course.decided > limit:
                break
            names = {ref: course.names.pop(ref) for ref in group}
            try:
                decide_or_repair(course, budget, CHANGES)
                return [*dropped, *group]
            except Contradiction:
                course.names.update(names)
        break
    return None


def _last_shuffle(course: Course) -> int:
    """Returns the number of the last fact that hid the order of a deck."""
    return max((choice.fact for choice in course.deal.choices if choice.question.least > HAND), default=0)


def _list_suspects(course: Course, contradiction: Contradiction, refs: Sequence[Ref]) -> Iterator[Ref]:
    """Yields the names that may be in the way, the last first.

    They are those of the cards in the contradiction, and of the cards in the hand of its seat.
    """
    step: Step = course.steps[-1]
    hand = list_hand(course.rules, course.position.board, step.entry.seat)
    words = (*contradiction.expected, *contradiction.actual, *hand)
    prints = {course.prints.of(word) for word in words}
    for ref in sorted(refs, reverse=True):
        if ref in course.names and course.prints.of(course.names[ref]) in prints:
            yield ref
