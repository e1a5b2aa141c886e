"""The position of one projection, with a cache of its views."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Generic, NamedTuple

from cachetools import LRUCache

from domain.messages import Message
from domain.model import Fact

from .event_log import CorruptStream, EventLog, RecordedFact
from .projection import Kind, Projection, V, record_kind
from .view_store import CheckpointConflict, ProjectionBatch, ViewStore

log = logging.getLogger(__name__)

_LOST = -1

SET_ASIDE_NAMES: Mapping[Kind, str] = {"matches": "aside", "tournaments": "aside-tournaments"}
"""The names of the stored lists of unreadable matches, by kind."""
MAX_SET_ASIDE = 10_000
"""The number of them that is loaded after a restart."""


class ProjectionCursor(Generic[V]):
    """Moves one projection along the log, a batch at a time.

    `position` and the cached views change only after a batch is stored. The cache holds up to *live* views
    of recently changed matches, each with the number of its last fact.
    """

    def __init__(self, source: EventLog, home: ViewStore, projection: Projection[V], live: int) -> None:
        self._source, self._home, self._projection = source, home, projection
        self._views: LRUCache[str, tuple[int, V]] = LRUCache(live)
        self._set_aside_matches: set[str] = set()
        self._new_views: dict[str, tuple[int, V]] = {}
        self._topics, self._set_aside_name = projection.topics, SET_ASIDE_NAMES[projection.of]
        self.position = _LOST

    @property
    def is_lost(self) -> bool:
        """Whether the position has to be read from the view store."""
        return self.position == _LOST

    def invalidate_views(self) -> None:
        """Drops the cache and the position."""
        self._views.clear()
        self.position = _LOST

    def sync_views(self) -> None:
        """Reads the position; starts again if the views are ahead of the log.

        They then belong to another log.
        """
        name = self._projection.name
        position = self._home.position(name)
        if position and position > self._source.position():
            self._home.clear(name)
            position = 0
        if position != self.position:
            self._views.clear()
        self.position = position
        self._set_aside_matches = {
            match for match, _ in self._home.scan(self._set_aside_name, "", MAX_SET_ASIDE)
        }

    def clear_views(self) -> None:
        """Deletes all views, in the store too."""
        self._home.clear(self._projection.name)
        self._home.clear(self._set_aside_name)
        self._set_aside_matches.clear()
        self.invalidate_views()

    def project_batch(self, batch: Sequence[RecordedFact], gaps: Mapping[str, Gap]) -> ProjectionBatch:
        """Returns the batch of the next facts, with each view rendered once.

        A match with a gap is set aside, whatever the topics of its facts.
        """
        for match, gap in gaps.items():
            if match not in self._set_aside_matches and record_kind(gap.fact) == self._projection.of:
                self._set_aside(match, gap.fact, _missing_fact(gap.missing))
        moved: dict[str, tuple[int, V]] = {}
        for _, match, fact in batch:
            if match in self._set_aside_matches or not self._handles(fact):
                continue
            try:
                moved[match] = self._view_after(moved.get(match), match, fact)
            except Exception as error:
                self._set_aside(match, fact, error)
                moved.pop(match, None)
        changes: dict[str, bytes] = {}
        for match, (_, view) in moved.items():
            if match not in self._views or view is not self._views[match][1]:
                changes.update(self._projection.render_entries(match, view))
        self._new_views = moved
        return ProjectionBatch(self._projection.name, changes, self.position, batch[-1].position)

    def commit_batch(self, step: ProjectionBatch, position: int) -> None:
        """Moves on by the stored batch; raises `CheckpointConflict` if it was not stored."""
        step.require_position(position)
        self.position = step.position
        self._views.update(self._new_views)

    def _handles(self, fact: Fact | None) -> bool:
        """Returns whether the projection handles *fact*; an unreadable one counts."""
        if fact is None:
            return True
        topics = self._topics
        return record_kind(fact) == self._projection.of if topics is None else type(fact.event) in topics

    def _view_after(self, earlier: tuple[int, V] | None, match: str, fact: Fact | None) -> tuple[int, V]:
        """Returns the view of *match* after *fact*; *earlier* is an earlier view, if any."""
        if fact is None:
            raise CorruptStream(Message("A fact cannot be read."))
        earlier = earlier or self._views.get(match)
        if earlier is None and fact.seq == 1:
            return 1, self._projection.start_view(match, fact)
        last, view = earlier or (fact.seq - 1, self._view_before(match, fact.seq))
        if last >= fact.seq or (self._topics is None and last != fact.seq - 1):
            raise _missing_fact(last + 1)
        return fact.seq, self._projection.apply_fact(view, fact)

    def _find_damage(self, match: str, fact: Fact | None) -> CorruptStream | None:
        """Returns the damage of *match* up to *fact*, if any."""
        try:
            self._source.facts(match, until=None if fact is None else fact.seq)
        except CorruptStream as damage:
            return damage
        return None

    def _set_aside(self, match: str, fact: Fact | None, error: Exception) -> None:
        """Leaves *match* unchanged and skips its further facts.

        Raises *error* if *match* is undamaged up to *fact*.
        """
        damage = self._find_damage(match, fact)
        if damage is None:
            raise error
        log.error("match %s is set aside: %s", match, damage, exc_info=error)
        self._set_aside_matches.add(match)
        views = {match: str(damage).encode()}
        with suppress(CheckpointConflict):  # another process set something aside, visible the next time
            position = self._home.position(self._set_aside_name)
            self._home.save(self._set_aside_name, views, position, position + 1)

    def _view_before(self, match: str, seq: int) -> V:
        """Returns the view of *match* just before fact *seq*, from store or log."""
        name, projection = self._projection.name, self._projection
        recalled = projection.restore_view(match, lambda key: self._home.get(name, key))
        if recalled is not None:
            return recalled
        first, *facts = self._source.facts(match, until=seq - 1)
        view = projection.start_view(match, first)
        for fact in facts:
            view = projection.apply_fact(view, fact)
        return view


def _missing_fact(seq: int) -> CorruptStream:
    return CorruptStream(Message("Fact {seq} is missing.", seq=seq))


class Gap(NamedTuple):
    """The number of a missing fact, and the fact in its place."""

    missing: int
    fact: Fact


class GapDetector:
    """Compares the numbers of each match's facts, within and across batches.

    It remembers the last number of up to *live* matches.
    """

    def __init__(self, live: int) -> None:
        self._last: LRUCache[str, int] = LRUCache(live)
        self._position = 0

    def find_gaps(self, after: int, batch: Sequence[RecordedFact]) -> Mapping[str, Gap]:
        """Returns the first gap of each match in *batch*, which starts *after* a position."""
        if after != self._position:
            self._last.clear()
        self._position = batch[-1].position
        last: dict[str, int] = {}
        gaps: dict[str, Gap] = {}
        for _, match, fact in batch:
            before = last.get(match) or self._last.get(match)
            if fact is None:
                last[match] = before + 1 if before else 0
                continue
            if before and fact.seq != before + 1:
                gaps.setdefault(match, Gap(before + 1, fact))
            last[match] = fact.seq
        self._last.update(last)
        return gaps
