"""Erasure of names, and its announcement in the log to holders of copies."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from domain.model import Fact
from domain.people import NameErased
from projections.bus import Bus
from replays.proof.chain import PlainCommitter

from ..eventstore.store import Conflict, Store, translate_errors
from ..evidence.service import Evidence
from .players import PlayerDirectory


class Erasure:
    """Erases the names of players. Threads and processes may share it."""

    def __init__(
        self, store: Store, people: PlayerDirectory, evidence: Evidence, bus: Bus, clock: Callable[[], int]
    ) -> None:
        self._store, self._people, self._evidence = store, people, evidence
        self._bus, self._clock = bus, clock

    def erase_names(self, text: str) -> int:
        """Erases the name of the player with an id, or of all players with a name.

        Afterwards these accounts and guests have no name, and their keys are invalid. Returns their number.
        Raises `UnknownPlayer`.
        """
        ids = self._people.to_erase(text)
        for id in ids:  # first: told too early is better than never, after a crash in between
            self._append_erasure(id)
        self._people.erase_names(ids)
        with translate_errors("the jobs"):
            self._store.jobs.delete_questions()
        return len(ids)

    def _append_erasure(self, id: str) -> None:
        facts = [Fact(1, 0, "", NameErased(id, self._clock()))]
        before, head = self._evidence.link_facts(PlainCommitter(id), facts)
        with suppress(Conflict):  # it was told before a crash
            position = self._store.append(id, facts, head, before=before)
            self._evidence.cache_head(id, 1, head)
            self._bus.publish(position, id, 1)
