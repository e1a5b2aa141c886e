"""Runs projections over the event log, and resumes from the view store after a failure."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Event, Lock
from time import monotonic
from typing import Any

from .bus import Bus, Notification
from .cursor import GapDetector, ProjectionCursor
from .event_log import EventLog
from .projection import Projection
from .view_store import CheckpointConflict, ProjectionBatch, ViewStore

log = logging.getLogger(__name__)

Progress = Callable[[int, int], None]
"""Receives the position of a rebuild, and the last one."""

Tracer = Callable[[Sequence[Notification]], AbstractContextManager[object]]
"""Wraps the work for notifications in spans of their traces."""

_REST, _LONGEST_REST = 0.05, 1.0
"""Seconds of rest after a failure, doubled for each further one, and the maximum."""
_GATHER_SECONDS = 0.04
"""The time that notifications gather, so that one batch serves many answers."""
_IDLE = 1.0
"""Seconds without notifications before the view store is checked for changes."""

_FOLLOWED = 10_000
"""The number of matches whose last fact is remembered to detect gaps."""

_NEVER = Event()


class Runner:
    """Reads the log in batches of up to *batch* facts and stores the views of each batch atomically.

    It may be killed at any point. Several runners may share a view store. *poll* is the interval of reads in
    seconds without notifications, *live* the number of matches in memory for each projection.
    """

    def __init__(
        self,
        source: EventLog,
        home: ViewStore,
        projections: Sequence[Projection[Any]],
        *,
        batch: int = 500,
        poll: float = 0.02,
        live: int = 500,
        traced: Tracer = nullcontext,
    ) -> None:
        self._source, self._batch, self._poll, self._traced = source, batch, poll, traced
        self._home = home
        self._cursors = {p.name: ProjectionCursor(source, home, p, live) for p in projections}
        self._continuity = GapDetector(_FOLLOWED)
        self._lock = Lock()

    def catch_up(self, stop: Event = _NEVER) -> int:
        """Reads the whole log, or until *stop* is set; returns the number of facts read.

        A failed projection stays behind without delaying the others. Its error is raised at the end in an
        `ExceptionGroup`.
        """
        with self._lock:
            return self._advance(self._cursors.values(), stop)

    def rebuild(self, name: str, progress: Progress = lambda replayed, total: None) -> None:
        """Deletes the views of the projection *name* and computes them from the first fact.

        Raises `LookupError` for an unknown projection.
        """
        if name not in self._cursors:
            raise LookupError(
                f"There is no projection “{name}”; there are: {', '.join(sorted(self._cursors))}."
            )
        with self._lock:
            track = self._cursors[name]
            track.clear_views()
            total = self._source.position()
            self._advance([track], report=lambda: progress(min(track.position, total), total))

    def run(self, stop: Event, bus: Bus) -> None:
        """Keeps up with the log until *stop* is set, woken by *bus*.

        It logs each error, rests, and retries.
        """
        delay, idle_since = _REST, monotonic()
        notifications: list[Notification] = []
        with bus.subscribe(gather_seconds=_GATHER_SECONDS) as subscription:
            while not stop.is_set():
                try:
                    with self._traced(notifications):
                        read = self.catch_up(stop)
                    if read:
                        idle_since = monotonic()
                    elif monotonic() - idle_since > _IDLE:
                        self._sync_cursors()
                        idle_since = monotonic()
                    delay = _REST
                except Exception:
                    log.exception("projections stopped, trying again in %.2f s", delay)
                    stop.wait(delay)
                    delay = min(2 * delay, _LONGEST_REST)
                else:
                    notifications = subscription.wait(self._poll)

    def _sync_cursors(self) -> None:
        """Detects a view store that was emptied, restored or cleared in the meantime."""
        with self._lock:
            for track in self._cursors.values():
                track.sync_views()

    def _advance(
        self,
        tracks: Iterable[ProjectionCursor[Any]],
        stop: Event = _NEVER,
        report: Callable[[], None] = lambda: None,
    ) -> int:
        """Moves *tracks* to the end of the log, the last ones first."""
        going, errors, read = list(tracks), list[Exception](), 0
        while not stop.is_set():
            for track in [track for track in going if track.is_lost]:
                with _isolate_errors(track, going, errors):
                    track.sync_views()
            if not going:
                break
            report()
            after = min(track.position for track in going)
            facts = self._source.read(after, self._batch)
            if not facts:
                break
            gaps = self._continuity.find_gaps(after, facts)
            steps: list[tuple[ProjectionCursor[Any], ProjectionBatch]] = []
            for track in [track for track in going if track.position == after]:
                with _isolate_errors(track, going, errors):
                    steps.append((track, track.project_batch(facts, gaps)))
            outcomes = self._save([step for _, step in steps])
            for (track, step), at in zip(steps, outcomes, strict=True):
                with _isolate_errors(track, going, errors):
                    if isinstance(at, Exception):
                        raise at
                    track.commit_batch(step, at)
            read += len(facts)
            end = facts[-1].position
            if len(facts) < self._batch and all(track.position == end for track in going):
                report()
                break  # to ask once more would be a word with the database for each batch
        if errors:
            raise ExceptionGroup("some projections cannot go on", errors)
        return read

    def _save(self, steps: Sequence[ProjectionBatch]) -> Sequence[int | Exception]:
        """Stores *steps* together; returns the position found for each, or the error."""
        try:
            return self._home.save_each(steps)
        except Exception as error:
            return [error] * len(steps)


@contextmanager
def _isolate_errors(
    track: ProjectionCursor[Any], going: list[ProjectionCursor[Any]], errors: list[Exception]
) -> Iterator[None]:
    """Isolates the errors of one projection; a conflict only makes it read its position again."""
    try:
        yield
    except CheckpointConflict as conflict:
        log.info("somebody else keeps this projection up too: %s", conflict)
        track.invalidate_views()
    except Exception as error:
        track.invalidate_views()
        going.remove(track)
        errors.append(error)
