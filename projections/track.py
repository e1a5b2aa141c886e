"""How far one projection has read, and the views it keeps at hand."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Generic

from cachetools import LRUCache

from domain.messages import Message
from domain.model import Fact

from .continuity import Gap
from .home import CheckpointConflict, Step, ViewStore
from .projection import Kind, Projection, V, kind_of
from .source import Damaged, EventLog, Recorded

log = logging.getLogger(__name__)

_LOST = -1

ASIDE: Mapping[Kind, str] = {"matches": "aside", "tournaments": "aside-tournaments"}
"""The names under which a home keeps what is set aside for the views of each kind, and why."""
ASIDE_AT_MOST = 10_000
"""So many of them are known again after a restart."""


class ProjectionCursor(Generic[V]):
    """Moves one projection along the log, a batch at a time.

    `position` and the views at hand are always what the home holds: they change when a step is saved, and
    never before.
    Up to *live* views stay at hand, those of the matches that moved last, each with the number of its last
    fact.
    """

    def __init__(self, source: EventLog, home: ViewStore, projection: Projection[V], live: int) -> None:
        self._source, self._home, self._projection = source, home, projection
        self._views: LRUCache[str, tuple[int, V]] = LRUCache(live)
        self._aside: set[str] = set()
        self._moved: dict[str, tuple[int, V]] = {}
        self._topics, self._kept_aside = projection.topics, ASIDE[projection.of]
        self.position = _LOST

    @property
    def lost(self) -> bool:
        """Whether it has to look up in the home where it stands."""
        return self.position == _LOST

    def lose(self) -> None:
        """Forgets everything in memory."""
        self._views.clear()
        self.position = _LOST

    def find(self) -> None:
        """Takes up the position in the home; begins anew where the views are of more facts than the log has.

        They are of another log, that is.
        """
        name = self._projection.name
        position = self._home.position(name)
        if position and position > self._source.position():
            self._home.clear(name)
            position = 0
        if position != self.position:
            self._views.clear()
        self.position = position
        self._aside = {match for match, _ in self._home.scan(self._kept_aside, "", ASIDE_AT_MOST)}

    def clear(self) -> None:
        """Throws all views away, those in the home too."""
        self._home.clear(self._projection.name)
        self._home.clear(self._kept_aside)
        self._aside.clear()
        self.lose()

    def step(self, batch: Sequence[Recorded], gaps: Mapping[str, Gap]) -> Step:
        """Returns the step over the next facts of the log, for who saves it: each view is made once.

        A match with one of the *gaps* of the batch is set aside, whether its facts are of the topics or not.
        """
        for match, gap in gaps.items():
            if match not in self._aside and kind_of(gap.fact) == self._projection.of:
                self._set_aside(match, gap.fact, _missing(gap.missing))
        moved: dict[str, tuple[int, V]] = {}
        for _, match, fact in batch:
            if match in self._aside or not self._concerns(fact):
                continue
            try:
                moved[match] = self._after(moved.get(match), match, fact)
            except Exception as error:
                self._set_aside(match, fact, error)
                moved.pop(match, None)
        changes: dict[str, bytes] = {}
        for match, (_, view) in moved.items():
            if match not in self._views or view is not self._views[match][1]:
                changes.update(self._projection.show(match, view))
        self._moved = moved
        return Step(self._projection.name, changes, self.position, batch[-1].position)

    def saved(self, step: Step, found: int) -> None:
        """Moves on by the last *step*; raises `CheckpointConflict` if the home was *found* elsewhere."""
        step.check(found)
        self.position = step.position
        self._views.update(self._moved)

    def _concerns(self, fact: Fact | None) -> bool:
        """Tells whether the projection sees *fact*; one that cannot be read may be of any topic."""
        if fact is None:
            return True
        topics = self._topics
        return kind_of(fact) == self._projection.of if topics is None else type(fact.event) in topics

    def _after(self, kept: tuple[int, V] | None, match: str, fact: Fact | None) -> tuple[int, V]:
        """Returns the view of *match* after *fact*; *kept* is that of a fact before, if there is one."""
        if fact is None:
            raise Damaged(Message("A fact cannot be read."))
        kept = kept or self._views.get(match)
        if kept is None and fact.seq == 1:
            return 1, self._projection.start(match, fact)
        last, view = kept or (fact.seq - 1, self._before(match, fact.seq))
        if last >= fact.seq or (self._topics is None and last != fact.seq - 1):
            raise _missing(last + 1)
        return fact.seq, self._projection.step(view, fact)

    def _damage(self, match: str, fact: Fact | None) -> Damaged | None:
        """Returns what is wrong with *match* up to *fact*, if anything is."""
        try:
            self._source.facts(match, upto=None if fact is None else fact.seq)
        except Damaged as damage:
            return damage
        return None

    def _set_aside(self, match: str, fact: Fact | None, error: Exception) -> None:
        """Leaves *match* as it is shown, and all further facts of it out.

        Raises *error* where nothing is wrong with *match* up to *fact*.
        """
        damage = self._damage(match, fact)
        if damage is None:
            raise error
        log.error("match %s is set aside: %s", match, damage, exc_info=error)
        self._aside.add(match)
        told = {match: str(damage).encode()}
        with suppress(
            CheckpointConflict
        ):  # somebody else sets something aside: it is found there the next time
            position = self._home.position(self._kept_aside)
            self._home.save(self._kept_aside, told, position, position + 1)

    def _before(self, match: str, seq: int) -> V:
        """Returns the view of *match* just before its fact *seq*, as the home or the log has it."""
        name, projection = self._projection.name, self._projection
        recalled = projection.recall(match, lambda key: self._home.get(name, key))
        if recalled is not None:
            return recalled
        first, *facts = self._source.facts(match, upto=seq - 1)
        view = projection.start(match, first)
        for fact in facts:
            view = projection.step(view, fact)
        return view


def _missing(seq: int) -> Damaged:
    return Damaged(Message("Fact {seq} is missing.", seq=seq))
