"""The task that adds heads to the log, and sends its checkpoints to the witnesses."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event
from time import monotonic

from projections.view_store import ViewStore
from replays.proof.standalone.witnesses import read_policy

from ..eventstore.store import Store, Unavailable
from ..settings import Settings
from .checkpoints import Checkpoints, LogCorrupt
from .cosigning import Cosigning, PublishedCheckpoints
from .keys import Keyring
from .late_heads import LateHeads
from .sealing_state import SealingState
from .service import Evidence
from .witness_client import Unwitnessed, witness_at

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 1.0
"""Interval of checks for heads outside the log."""
REPORT_SECONDS = 15.0
"""Interval of reports in the views."""


class SealingTask:
    """Adds heads to the log of *evidence* periodically, so that requests need not do it."""

    def __init__(self, evidence: Evidence, cosigning: Cosigning | None, state: SealingState) -> None:
        self._evidence, self._cosigning, self.state = evidence, cosigning, state
        self._unwitnessed: tuple[str, ...] = ()
        self._reported_at = -REPORT_SECONDS
        self._text = ""

    def run(self, stop: Event) -> None:
        """Seals until *stop* is set."""
        while not stop.wait(INTERVAL_SECONDS):
            try:
                self._seal()
            except (LogCorrupt, Unavailable, Unwitnessed) as error:
                self._report_error(str(error))

    def _seal(self) -> None:
        """Seals once. Raises `LogCorrupt`, `Unavailable` and `Unwitnessed`."""
        size = self._evidence.seal_heads()
        problems = self._cosigning.collect(size) if self._cosigning else None
        if problems is not None:
            self._report_error(" ".join(problems))
        unwitnessed = self._unwitnessed if problems is None else tuple(problems)
        if unwitnessed != self._unwitnessed or monotonic() - self._reported_at >= REPORT_SECONDS:
            self._reported_at, self._unwitnessed = monotonic(), unwitnessed
            self.state.save(unwitnessed)
        self._evidence.send_checkpoint(size)
        if not unwitnessed:
            self._text = ""

    def _report_error(self, text: str) -> None:
        """Logs a new error once."""
        if text and text != self._text:
            log.error("the log of heads is not kept up: %s", text)
        self._text = text


def open_evidence(
    store: Store,
    keys: Keyring,
    settings: Settings,
    views: ViewStore,
    clock: Callable[[], int],
    find_last_public: Callable[[str], int | None],
) -> tuple[Evidence, SealingTask]:
    """Returns the evidence of *store*, and the task that seals its log, with the witnesses of *settings*.

    *find_last_public* is that of `LateHeads`.
    """
    state = SealingState(views, clock)
    witness = witness_at(settings.witness) if settings.witness else None
    checkpoints = Checkpoints(store, keys, settings.name, witness)
    policy = read_policy(settings.witness_policy) if settings.witness_policy else None
    published = PublishedCheckpoints(policy, checkpoints, state) if policy else None
    late_heads = LateHeads(store, find_last_public)
    evidence = Evidence(store, keys, settings.name, checkpoints, late_heads, published)
    cosigning = Cosigning(policy, checkpoints, state) if policy else None
    return evidence, SealingTask(evidence, cosigning, state)
