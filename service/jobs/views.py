"""Jobs as clients see them, and the reply that leads to one."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from flask import Response, request
from msgspec import Struct

from domain.published import Instant, encode

from ..database.jobs import JobRow, Kind, State
from ..http.addresses import API
from ..http.bodies.json_bodies import JSON
from ..http.middleware.work_accounts import WorkAccounts
from ..http.problem_types import KINDS
from ..http.services import services
from ..identity.players import PlayerDirectory
from ..shared.catalogues import language
from ..shared.languages import accepted
from ..shared.record_ids import ids_in_message
from .failures import decode_failure
from .queue import Submitter

RETRY_SECONDS = 1
"""Time between two looks of a client at its job."""


class JobSubject(Struct, frozen=True):
    """The record that a job is about: its kind and its id."""

    kind: Literal["tournament"]
    id: str


class JobProgress(Struct, frozen=True):
    """The steps of a job: those that are done, and all."""

    done: int
    total: int


class JobProblem(Struct, frozen=True):
    """The reason for which a job failed: the type of the problem, its title, and a sentence."""

    type: str
    title: str
    detail: str


class Job(Struct, frozen=True):
    """A job, its state and its progress, which is null where the job has no steps.

    `result` is null until the job is `done`: a `PairedRound` of a job that pairs a round, an `ImportedFile`
    of one that imports a file, an `ExportedFile` of one that exports a tournament, a `PairingExplanation`
    or a `CorrectionImpact` of one that answers a question. `problem` is null unless it `failed`. A job whose
    process was killed starts again, up to three times; `attempts` counts its starts.
    """

    id: str
    kind: Kind
    subject: JobSubject | None
    state: State
    created: Instant
    updated: Instant
    attempts: int
    progress: JobProgress | None
    result: dict[str, Any] | None
    problem: JobProblem | None


def make_submitter(token: str) -> Submitter:
    """Returns the submitter with *token*. The API token pays, or else the network of the client."""
    authorization = f"Bearer {token}" if token else None
    return Submitter(token, services()[WorkAccounts].owner_of(request.remote_addr or "", authorization))


def accepted_job(row: JobRow, location: str = "") -> Response:
    """Returns the reply to a request with a submitted job, 202 with a *location*.

    The default is the address of the job.
    """
    headers = {
        "Location": location or f"{API}/jobs/{row.id}",
        "Retry-After": str(RETRY_SECONDS),
        "Cache-Control": "no-store",
    }
    return Response(encode(job_view(row)), 202, headers, content_type=JSON)


def job_view(row: JobRow) -> Job:
    """Returns a job as its owner sees it, in the language of the request."""
    return Job(
        row.id,
        row.kind,
        JobSubject("tournament", row.subject) if row.subject else None,
        row.state,
        row.created,
        row.updated,
        row.attempts,
        JobProgress(row.done, row.total) if row.total else None,
        msgspec.json.decode(row.result, type=dict[str, Any]) if row.state == "done" else None,
        _problem_view(row.result) if row.state == "failed" else None,
    )


def _problem_view(failure: bytes) -> JobProblem:
    slug, message = decode_failure(failure)
    spoken = language(accepted())
    detail = spoken.render(message, services()[PlayerDirectory].names_of(ids_in_message(message)))
    return JobProblem(f"{API}/problems/{slug}", spoken.render(KINDS[slug].title), detail)
