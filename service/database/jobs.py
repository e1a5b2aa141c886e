"""Rows of jobs, the work of background processes that requests start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from sqlalchemy import BindParameter, bindparam, delete, func, insert, not_, or_, select, update

from .engine import Database
from .tables import job_files, jobs

State: TypeAlias = Literal["queued", "running", "done", "failed", "cancelled"]
Kind: TypeAlias = Literal["export", "import", "pair", "reach", "why-not"]
ACTIVE: tuple[State, ...] = ("queued", "running")
QUESTIONS: tuple[Kind, ...] = ("export", "reach", "why-not")
"""Kinds of jobs that write no facts. Their results and files may hold names of players."""


class JobRow(NamedTuple):
    """Job with its subject, the digest of its owner's token, its state and its progress.

    `created` and `updated` are milliseconds since 1970. `attempts` counts the starts of the job. `payload` is
    its input and is empty after the job. `result` is its result as JSON. `payer` is the account of its work.
    """

    id: str
    kind: Kind
    subject: str
    owner: str
    state: State
    created: int
    updated: int
    done: int = 0
    total: int = 0
    attempts: int = 0
    payload: bytes = b""
    result: bytes = b""
    payer: str = ""

    @property
    def is_active(self) -> bool:
        """Whether the job waits or runs."""
        return self.state in ACTIVE


_COLUMNS = [jobs.c[name] for name in JobRow._fields]
_JOB = jobs.c.id == bindparam("job")
_NOW: BindParameter[int] = bindparam("now")
_IS_ACTIVE = or_(*(jobs.c.state == state for state in ACTIVE))
_IS_QUESTION = or_(*(jobs.c.kind == kind for kind in QUESTIONS))
_ADD = insert(jobs)
_DELETE = delete(jobs).where(_JOB)
_FORGET = delete(jobs).where(_IS_QUESTION)
_ONE = select(*_COLUMNS).where(_JOB)
_OF_SUBJECT = (
    select(*_COLUMNS)
    .where(
        jobs.c.subject == bindparam("about"),
        or_(_IS_ACTIVE, jobs.c.updated > bindparam("after")),
    )
    .order_by(jobs.c.created)
)
_LATEST = select(*_COLUMNS).order_by(jobs.c.created.desc()).limit(bindparam("limit"))
_COUNT = select(func.count()).where(_IS_ACTIVE, jobs.c.owner == bindparam("holder"))
_NEXT = (
    select(*_COLUMNS)
    .where(
        or_(
            jobs.c.state == "queued",
            (jobs.c.state == "running") & (jobs.c.updated < bindparam("silent_since")),
        )
    )
    .order_by(_IS_QUESTION, jobs.c.created)
    .limit(1)
)
_CLAIM = (
    update(jobs)
    .where(_JOB, jobs.c.state == bindparam("before"), jobs.c.attempts == bindparam("started"))
    .values(state="running", updated=_NOW, attempts=jobs.c.attempts + 1)
    .returning(jobs.c.id)
)
_BEAT = update(jobs).where(_JOB, jobs.c.state == "running").values(updated=_NOW).returning(jobs.c.id)
_ADVANCE = (
    update(jobs)
    .where(_JOB, jobs.c.state == "running")
    .values(updated=_NOW, done=bindparam("steps"), total=bindparam("all_steps"))
)
_END = (
    update(jobs)
    .where(_JOB, _IS_ACTIVE)
    .values(state=bindparam("ending"), updated=_NOW, payload=b"", result=bindparam("outcome"))
    .returning(jobs.c.id)
)
_REQUEUE = (
    update(jobs)
    .where(_JOB, jobs.c.state == "running")
    .values(state="queued", updated=_NOW)
    .returning(jobs.c.id)
)
_SWEEP = delete(jobs).where(
    not_(_IS_ACTIVE),
    or_(
        jobs.c.updated < bindparam("before"),
        (jobs.c.kind == "export") & (jobs.c.updated < bindparam("exports_before")),
    ),
)
_FILE = job_files.c.job == bindparam("file")
_ADD_PIECE = insert(job_files)
_PIECE = select(job_files.c.content).where(_FILE, job_files.c.number == bindparam("piece"))
_DELETE_FILE = delete(job_files).where(_FILE)
_SWEEP_FILES = delete(job_files).where(job_files.c.job.not_in(select(jobs.c.id)))


class JobRepository:
    """Repository of jobs. Its methods raise database errors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_job(self, row: JobRow) -> None:
        """Adds a job. Raises `IntegrityError` for an existing id."""
        self._database.execute_write(_ADD, **row._asdict())

    def find_job(self, id: str) -> JobRow | None:
        """Returns the job with this *id*, if it exists."""
        return next((JobRow(*row) for row in self._database.select_rows(_ONE, job=id)), None)

    def jobs_of(self, subject: str, after: int) -> list[JobRow]:
        """Returns active and recently updated jobs of a *subject*, oldest first.

        Recent means *after* a time.
        """
        return [JobRow(*row) for row in self._database.select_rows(_OF_SUBJECT, about=subject, after=after)]

    def latest_jobs(self, limit: int) -> list[JobRow]:
        """Returns up to *limit* jobs, newest first."""
        return [JobRow(*row) for row in self._database.select_rows(_LATEST, limit=limit)]

    def active_jobs(self, owner: str) -> int:
        """Returns the number of waiting and running jobs of an *owner*."""
        [[count]] = self._database.select_rows(_COUNT, holder=owner)
        return int(count)

    def claim_job(self, now: int, silent_since: int) -> JobRow | None:
        """Starts the oldest waiting job, questions last.

        A running job without a sign of life since `silent_since` counts as waiting. Only one caller claims a
        job. Returns the job with its new number of attempts, or `None`.
        """
        for columns in self._database.select_rows(_NEXT, silent_since=silent_since):
            row = JobRow(*columns)
            if self._database.execute_write(
                _CLAIM, job=row.id, before=row.state, started=row.attempts, now=now
            ):
                return row._replace(state="running", updated=now, attempts=row.attempts + 1)
        return None

    def keep_alive(self, id: str, now: int) -> bool:
        """Marks a job as running *now*. Returns whether it should continue."""
        return bool(self._database.execute_write(_BEAT, job=id, now=now))

    def advance_job(self, id: str, done: int, total: int, now: int) -> None:
        """Stores the progress of a running job."""
        self._database.execute_write(_ADVANCE, job=id, steps=done, all_steps=total, now=now)

    def end_job(self, id: str, state: State, result: bytes, now: int) -> bool:
        """Ends an active job in a *state*. Returns whether it was active."""
        return bool(self._database.execute_write(_END, job=id, ending=state, outcome=result, now=now))

    def requeue_job(self, id: str, now: int) -> bool:
        """Returns a running job to the queue. Returns whether it was running."""
        return bool(self._database.execute_write(_REQUEUE, job=id, now=now))

    def delete_job(self, id: str) -> None:
        """Deletes a job and its file."""
        self._database.execute_write(_DELETE, job=id)
        self._database.execute_write(_DELETE_FILE, file=id)

    def delete_questions(self) -> None:
        """Deletes the questions of all owners, with the player names in their results."""
        self._database.execute_write(_FORGET, overwrite=True)
        self._database.execute_write(_SWEEP_FILES, overwrite=True)

    def sweep_jobs(self, before: int, exports_before: int) -> None:
        """Deletes jobs that ended before a time, with their files.

        Exports have a time of their own.
        """
        self._database.execute_write(_SWEEP, before=before, exports_before=exports_before)
        self._database.execute_write(_SWEEP_FILES)

    # -- files -------------------------------------------------------------------------------------------

    def add_piece(self, id: str, number: int, content: bytes) -> None:
        """Adds the piece with a *number* to the file of a job."""
        self._database.execute_write(_ADD_PIECE, job=id, number=number, content=content)

    def read_pieces(self, id: str) -> Iterator[bytes]:
        """Yields the pieces of the file of a job, one in memory at a time."""
        number = 0
        while rows := self._database.select_rows(_PIECE, file=id, piece=number):
            yield bytes(rows[0][0])
            number += 1

    def delete_file(self, id: str) -> None:
        """Deletes the file of a job."""
        self._database.execute_write(_DELETE_FILE, file=id)
