"""The queue of jobs. Requests submit them, one process runs them, and owners follow or cancel them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from secrets import token_urlsafe
from threading import Event
from typing import NamedTuple

from domain.errors import LocalizableError
from domain.messages import Message

from ..database.jobs import JobRow, Kind, State
from ..database.replies import ReplyRow
from ..eventstore.store import Store, translate_errors
from ..http.middleware.idempotency import IdempotentRequest
from ..shared import digests
from ..shared.registry import Registry

TABLE = "the jobs"
MAX_ACTIVE_PER_OWNER = 4
RETENTION_MS = 7 * 86_400_000
"""Retention of a finished job."""
EXPORT_RETENTION_MS = 600_000
"""Retention of an exported file."""
RECENT_MS = 60_000
"""Time for which a desk shows a finished job."""


class Submitter(NamedTuple):
    """The token that starts a job, perhaps “”, and the account of work that pays for it."""

    token: str
    payer: str


class UnknownJob(LocalizableError, LookupError):
    """No job of this owner has this id."""

    slug = "unknown-job"

    def __init__(self) -> None:
        super().__init__(Message("This token has started no such job, or it ended more than 7 days ago."))


class JobIsOver(LocalizableError):
    """The job cannot stop, because it is over."""

    slug = "job-over"

    def __init__(self) -> None:
        super().__init__(Message("The job is over: it cannot be cancelled any more."))


class TooManyJobs(LocalizableError):
    """The owner has as many active jobs as one owner may have."""

    slug = "busy"

    def __init__(self) -> None:
        super().__init__(
            Message("{count} jobs of yours wait or run: wait for one of them.", count=MAX_ACTIVE_PER_OWNER)
        )


class JobQueue:
    """Jobs of a service. Threads and processes may share them."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._jobs, self._clock = store.jobs, clock
        self.submitted = Event()
        """Set when this process has submitted a job."""

    def submit_job(
        self,
        kind: Kind,
        subject: str,
        submitter: Submitter,
        payload: bytes,
        *,
        single: bool = False,
        id: str = "",
    ) -> JobRow:
        """Adds a job of *submitter*. Raises `TooManyJobs` and `Unavailable`.

        For a *single* job it returns the active job of the same kind and subject, if there is one.
        """
        now, owner = self._clock(), digests.digest_token(submitter.token)
        with translate_errors(TABLE):
            if single:
                for row in self._jobs.jobs_of(subject, now):
                    if row.kind == kind and row.owner == owner and row.is_active:
                        return row
            if self._jobs.active_jobs(owner) >= MAX_ACTIVE_PER_OWNER:
                raise TooManyJobs
            self._jobs.sweep_jobs(now - RETENTION_MS, now - EXPORT_RETENTION_MS)
            id, payer = id or token_urlsafe(16), submitter.payer
            row = JobRow(id, kind, subject, owner, "queued", now, now, payload=payload, payer=payer)
            self._jobs.add_job(row)
        self.submitted.set()
        return row

    def submit_question(self, kind: Kind, subject: str, submitter: Submitter, payload: bytes) -> JobRow:
        """Returns the job of a question, the same for the same *payload* of any client.

        A minute after a cancelled job, or one with an exported file, it submits a new one. Raises
        `TooManyJobs` and `Unavailable`.
        """
        id = hashlib.sha256(b"\0".join((kind.encode(), subject.encode(), payload))).hexdigest()
        now = self._clock()
        with translate_errors(TABLE):
            row = self._jobs.find_job(id)
            is_repeated = row is not None and (row.state == "cancelled" or row.kind == "export")
            if row is not None and (row.is_active or not is_repeated or row.updated > now - RECENT_MS):
                return row
            self._jobs.delete_job(id)
        return self.submit_job(kind, subject, submitter, payload, id=id)

    def load_job(self, id: str, token: str) -> JobRow:
        """Returns a job of the owner of a *token*. Raises `UnknownJob` and `Unavailable`."""
        with translate_errors(TABLE):
            row = self._jobs.find_job(id)
        if row is None or not digests.is_digest_of(token, row.owner):
            raise UnknownJob
        return row

    def find_job(self, id: str) -> JobRow | None:
        """Returns a job of any owner, if it exists. Raises `Unavailable`."""
        with translate_errors(TABLE):
            return self._jobs.find_job(id)

    def iter_file(self, id: str) -> Iterator[bytes]:
        """Yields the file that a job has written, piece by piece. Raises `Unavailable`."""
        with translate_errors(TABLE):
            yield from self._jobs.read_pieces(id)

    def jobs_of(self, subject: str) -> list[JobRow]:
        """Returns the jobs of a *subject* that are active, or ended a moment ago."""
        with translate_errors(TABLE):
            return self._jobs.jobs_of(subject, self._clock() - RECENT_MS)

    def latest_jobs(self, limit: int) -> list[JobRow]:
        """Returns up to *limit* jobs of all owners, the newest first."""
        with translate_errors(TABLE):
            return self._jobs.latest_jobs(limit)

    def cancel_job(self, id: str) -> None:
        """Cancels a job. Raises `JobIsOver` and `Unavailable`."""
        if not self._end_job(id, "cancelled", b""):
            raise JobIsOver

    # -- for the process that runs jobs ------------------------------------------------------------------

    def claim_job(self, silent_ms: int) -> JobRow | None:
        """Starts the next job, one that waits, or one of a process without a sign of life for *silent_ms*."""
        now = self._clock()
        with translate_errors(TABLE):
            return self._jobs.claim_job(now, now - silent_ms)

    def keep_alive(self, id: str) -> bool:
        """Marks a job as running, and returns whether it should continue."""
        with translate_errors(TABLE):
            return self._jobs.keep_alive(id, self._clock())

    def store_progress(self, id: str, steps: int, total: int) -> None:
        """Stores the progress of a running job."""
        with translate_errors(TABLE):
            self._jobs.advance_job(id, steps, total, self._clock())

    def requeue_job(self, id: str) -> bool:
        """Returns a running job to the queue. Returns whether it was running."""
        with translate_errors(TABLE):
            return self._jobs.requeue_job(id, self._clock())

    def write_file(self, id: str, pieces: Iterable[bytes]) -> int:
        """Stores the file of a job in place of an earlier attempt's, and returns its size."""
        size = 0
        with translate_errors(TABLE):
            self._jobs.delete_file(id)
            for number, piece in enumerate(pieces):
                self._jobs.add_piece(id, number, piece)
                size += len(piece)
        return size

    def finish_job(self, id: str, result: bytes) -> None:
        """Ends a job with its *result*, a JSON object."""
        self._end_job(id, "done", result)

    def fail_job(self, id: str, failure: bytes) -> None:
        """Ends a job without a result, with its encoded *failure*."""
        self._end_job(id, "failed", failure)

    def _end_job(self, id: str, state: State, result: bytes) -> bool:
        with translate_errors(TABLE):
            return self._jobs.end_job(id, state, result, self._clock())


def job_request(services: Registry, row: JobRow) -> IdempotentRequest:
    """Returns the request of a job, with the facts that an earlier attempt of it has appended."""
    id = hashlib.sha256(f"job\0{row.id}".encode()).hexdigest()
    return IdempotentRequest(
        None, row.id, services[Store].replies.find_reply(id) or ReplyRow(id, "", row.created)
    )
