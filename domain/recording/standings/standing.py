"""The standing of the facts of a recording: what the entries prove, and what they leave open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

from ...model import Answered, Asked, Fact
from ..entries import Ref
from ..names import list_words
from ..recording import Recording
from .elimination import list_forced
from .stays import list_stays

Verdict: TypeAlias = Literal["proven", "consistent"]
"""The fact is the same in every deal that agrees with the record, or a card in it can be another one."""


class Standing(NamedTuple):
    """The verdict on the fact numbered `seq`."""

    seq: int
    verdict: Verdict


def list_standings(recording: Recording[Any, Any]) -> Iterator[Standing]:
    """Yields the standing of each fact.

    All that the table saw is proven, because it depends on no card out of sight. A hidden card is proven if
    somebody has named it in its place, or if each other card of its deck lies elsewhere in every deal.
    Of cards that one entry shows together, the set is proven and not their order.
    """
    proven = {*recording.names, *_list_forced(recording)}
    for fact in recording.facts:
        full = recording.full_fact(fact.seq)
        assert full is not None
        is_open = all(ref in proven for ref in _list_hidden(fact, full))
        yield Standing(fact.seq, "proven" if is_open else "consistent")


def _list_forced(recording: Recording[Any, Any]) -> Iterator[Ref]:
    """Yields the hidden places of cards that follow by elimination; each correction begins anew."""
    facts, index = recording.facts, 0
    while index < len(facts):
        course, _ = recording.course_at(facts[index].seq)
        yield from list_forced(list_stays(course))
        index += len(course.public)


def _list_hidden(fact: Fact, full: Fact) -> Iterator[Ref]:
    """Yields the hidden places of a public *fact*; those of a secret answer have no names."""
    if isinstance(full.event, Asked):
        return
    if isinstance(full.event, Answered):
        if full.event.secret and not all(pick.isdecimal() for pick in full.event.picks):
            yield Ref(fact.seq)
        return
    for index, (word, card) in enumerate(zip(list_words(fact.event), list_words(full.event), strict=True)):
        if word != card:
            yield Ref(fact.seq, index)
