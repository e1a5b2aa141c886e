"""The runner: keeps projections up with the log, and starts again from the home after whatever happens."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Event, Lock
from time import monotonic
from typing import Any

from .bus import Bus, Notification
from .continuity import Continuity
from .home import CheckpointConflict, Step, ViewStore
from .projection import Projection
from .source import EventLog
from .track import ProjectionCursor

log = logging.getLogger(__name__)

Progress = Callable[[int, int], None]
"""Is told how far a rebuild is: the position it has read, and the one it goes to."""

Traced = Callable[[Sequence[Notification]], AbstractContextManager[object]]
"""Surrounds the work that follows from notifications with spans of the traces that they name."""

_REST, _LONGEST_REST = 0.05, 1.0
"""Seconds to wait after a failure: at first, and at most; each failure in a row doubles them."""
_GATHER_SECONDS = 0.04
"""How long news gathers after the first of it: then one batch serves many answers."""
_IDLE = 1.0
"""Seconds without news after which the home is asked whether it still stands where it was left."""

_FOLLOWED = 10_000
"""Of how many matches it remembers the last fact, to notice that one is missing."""

_NEVER = Event()


class Runner:
    """Reads the log in batches of up to *batch* facts and saves, per batch, each projection's views at once.

    It may be killed at any point: views and position are saved together, so it repeats nothing and loses
    nothing. Several runners may share a home. *poll* is how long, in seconds, it goes without looking at the
    log when nobody wakes it; *live* is how many matches each projection keeps in memory; *traced* traces.
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
        traced: Traced = nullcontext,
    ) -> None:
        self._source, self._batch, self._poll, self._traced = source, batch, poll, traced
        self._home = home
        self._tracks = {p.name: ProjectionCursor(source, home, p, live) for p in projections}
        self._continuity = Continuity(_FOLLOWED)
        self._turn = Lock()

    def catch_up(self, stop: Event = _NEVER) -> int:
        """Takes in all there is, or as much until *stop* is set; returns how many facts were read.

        A projection that fails is left where it is, and does not hold up the others; in the end its error is
        raised, in an `ExceptionGroup`.
        """
        with self._turn:
            return self._advance(self._tracks.values(), stop)

    def rebuild(self, name: str, progress: Progress = lambda done, total: None) -> None:
        """Throws the views of the projection *name* away and makes them again from the first fact.

        Raises `LookupError` when there is no such projection.
        """
        if name not in self._tracks:
            raise LookupError(
                f"There is no projection “{name}”; there are: {', '.join(sorted(self._tracks))}."
            )
        with self._turn:
            track = self._tracks[name]
            track.clear()
            total = self._source.position()
            self._advance([track], told=lambda: progress(min(track.position, total), total))

    def run(self, stop: Event, bus: Bus) -> None:
        """Keeps up until *stop* is set, woken by the news of *bus*.

        No error ends it: it logs what happened, rests, and tries again.
        """
        rest, idle_since = _REST, monotonic()
        heard: list[Notification] = []
        with bus.subscribe(gather_seconds=_GATHER_SECONDS) as news:
            while not stop.is_set():
                try:
                    with self._traced(heard):
                        read = self.catch_up(stop)
                    if read:
                        idle_since = monotonic()
                    elif monotonic() - idle_since > _IDLE:
                        self._look_home()
                        idle_since = monotonic()
                    rest = _REST
                except Exception:
                    log.exception("projections stopped, trying again in %.2f s", rest)
                    stop.wait(rest)
                    rest = min(2 * rest, _LONGEST_REST)
                else:
                    heard = news.wait(self._poll)

    def _look_home(self) -> None:
        """Notices a home that changed while nothing happened: emptied, restored, or cleared by somebody."""
        with self._turn:
            for track in self._tracks.values():
                track.find()

    def _advance(
        self,
        tracks: Iterable[ProjectionCursor[Any]],
        stop: Event = _NEVER,
        told: Callable[[], None] = lambda: None,
    ) -> int:
        """Moves *tracks* to the end of the log; those furthest behind go first and so join the others."""
        going, errors, read = list(tracks), list[Exception](), 0
        while not stop.is_set():
            for track in [track for track in going if track.lost]:
                with _apart(track, going, errors):
                    track.find()
            if not going:
                break
            told()
            after = min(track.position for track in going)
            facts = self._source.read(after, self._batch)
            if not facts:
                break
            gaps = self._continuity.gaps(after, facts)
            steps: list[tuple[ProjectionCursor[Any], Step]] = []
            for track in [track for track in going if track.position == after]:
                with _apart(track, going, errors):
                    steps.append((track, track.step(facts, gaps)))
            found = self._save([step for _, step in steps])
            for (track, step), at in zip(steps, found, strict=True):
                with _apart(track, going, errors):
                    if isinstance(at, Exception):
                        raise at
                    track.saved(step, at)
            read += len(facts)
            end = facts[-1].position
            if len(facts) < self._batch and all(track.position == end for track in going):
                told()
                break  # to ask once more would be a word with the database for each batch
        if errors:
            raise ExceptionGroup("some projections cannot go on", errors)
        return read

    def _save(self, steps: Sequence[Step]) -> Sequence[int | Exception]:
        """Saves *steps* together; returns where each projection was found, or what is wrong with the home."""
        try:
            return self._home.save_each(steps)
        except Exception as error:
            return [error] * len(steps)


@contextmanager
def _apart(
    track: ProjectionCursor[Any], going: list[ProjectionCursor[Any]], errors: list[Exception]
) -> Iterator[None]:
    """Keeps the trouble of one projection from the others. To be overtaken is none: it looks where it is."""
    try:
        yield
    except CheckpointConflict as overtaken:
        log.info("somebody else keeps this projection up too: %s", overtaken)
        track.lose()
    except Exception as error:
        track.lose()
        going.remove(track)
        errors.append(error)
