"""The search for a deal that agrees with an entry, and the refusal without one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from ..decider import Illegal, redact_question
from ..model import SPECTATOR, Fact, Picks
from .contradiction import Contradiction
from .course import Course, Step
from .entries import Entry, Impossible, Incomplete, Ref
from .names import WORD, list_names, list_words, rename
from .repair import decide_entry


class Attempt(NamedTuple):
    """The course with an entry in a deal that agrees with all; or the nearest contradiction."""

    course: Course
    contradiction: Contradiction | None = None


def try_step(course: Course, step: Step, suggestions: Sequence[Picks] = ()) -> Attempt:
    """Returns the attempt to add *step* to *course*, which stays as it is.

    People who see several cards of a hand at once cannot tell their order, so a second search takes the
    sightings in any order. *suggestions* are values of the hidden choices.
    """
    failed: Attempt | None = None
    for any_order in (False, True) if len(step.entry.sightings) > 1 else (False,):
        attempted = course.copy()
        attempted.any_order = any_order
        attempted.deal.suggest(suggestions)
        attempted.steps.append(step)
        try:
            decide_entry(attempted, course)
        except Contradiction as contradiction:
            failed = failed or Attempt(attempted, contradiction)
        else:
            attempted.any_order = False
            return Attempt(attempted)
    assert failed is not None
    return failed


def refuse_entry(course: Course, step: Step, failed: Attempt) -> Incomplete | Impossible:
    """Returns the refusal of the entry of *step*, in words that depend on no name of a card out of sight."""
    if course.names:
        nameless = course.copy()
        nameless.names.clear()
        failed = try_step(nameless, step)
    if failed.contradiction is None:
        return Impossible("undetermined", step.entry.seat, contradicts_names=True)
    return _describe_contradiction(failed.course, step.entry, failed.contradiction)


def _describe_contradiction(
    course: Course, entry: Entry, contradiction: Contradiction
) -> Incomplete | Impossible:
    """Returns the refusal of the nearest deal."""
    if contradiction.unsighted is not None:
        fact, place = contradiction.unsighted
        candidates = _list_candidates(course, fact.seq, contradiction.actual[0])
        return Incomplete(_hide_cards(course, fact, place), place, candidates)
    if contradiction.refused is None:
        return Impossible("undetermined", entry.seat, expected=tuple(contradiction.expected[:1]))
    position, refused = contradiction.refused
    question = refused.question
    is_first = position.seq == course.steps[-1].seq
    return Impossible(
        "illegal" if is_first and _is_public(course, entry, refused, position.board) else "undetermined",
        entry.seat,
        question and redact_question(question, SPECTATOR),
        refused.refusal,
    )


def _hide_cards(course: Course, fact: Fact, place: Ref) -> Fact:
    """Returns *fact* without the unseen cards from *place* on, which one deal alone has there."""
    hidden = _list_unseen(course).intersection([*list_words(fact.event)][place.index :])
    return replace(fact, event=rename(fact.event, dict.fromkeys(hidden, "")))


def _list_candidates(course: Course, seq: int, card: str) -> tuple[str, ...]:
    """Returns the prints that can lie in the place of *card* in fact *seq*, or the seats of a lot."""
    choices = course.deal.choices
    lot = next((choice for choice in choices if choice.is_lot and choice.fact == seq), None)
    if lot is not None:
        return tuple(sorted(lot.question.options))
    unseen = _list_unseen(course) & course.list_deck([card])
    return tuple(sorted({course.prints.of(other) for other in unseen}))


def _list_unseen(course: Course) -> set[str]:
    """Returns the unseen cards before the last entry, and those that it shuffles."""
    entry = course.steps[-1].seq
    choices = (choice for choice in course.deal.choices if choice.fact > entry and choice.hides)
    return course.unseen.union(*(choice.question.options for choice in choices))


def _is_public(course: Course, entry: Entry, refused: Illegal, board: Any) -> bool:
    """Returns whether every deal refuses *entry*, because it depends on no unseen card.

    The question is another seat's, its options are open, the rule looks at nothing out of sight, or all
    copies of a card lie open elsewhere. Where two decks have the same cards, one in sight says nothing about
    the other.
    """
    question = refused.question
    if question is None or question.seat != entry.seat or question.sight == "open":
        return True
    if course.rules.is_open_refusal(question, refused.refusal.rule):
        return True
    counts = Counter(list_names(board))
    visible = {name for name in list_names(course.rules.redact_board(board, SPECTATOR)) if counts[name] == 1}
    for word in (word for pick in entry.picks for word in WORD.findall(pick)):
        copies = [card for card in course.hidden if course.prints.of(card) == course.prints.of(word)]
        if copies and visible.issuperset(copies):
            return True
    return False
