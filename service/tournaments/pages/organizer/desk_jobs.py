"""Jobs on the desk with their states in sentences and a button to cancel each."""

from __future__ import annotations

from typing import NamedTuple

from flask import request

from ....database.jobs import JobRow, Kind
from ....http.services import services
from ....identity import browser
from ....jobs.failures import decode_failure
from ....jobs.queue import JobQueue
from ....shared import i18n
from ....shared.digests import is_digest_of
from .. import labels


class JobLine(NamedTuple):
    """A job on the desk with its kind and state; `cancels` is its id if this browser may cancel it."""

    kind: Kind
    sentence: str
    is_active: bool
    cancels: str


def job_lines(tournament: str) -> list[JobLine]:
    """Returns the active and recent pairing jobs of a tournament.

    Export jobs appear for the browser whose token started them.
    """
    token = browser.current_session().api_token
    return [
        JobLine(
            row.kind,
            _job_sentence(row),
            row.is_active,
            row.id if row.is_active and is_digest_of(token, row.owner) else "",
        )
        for row in services()[JobQueue].jobs_of(tournament)
        if row.kind == "pair" or (row.kind == "export" and token and is_digest_of(token, row.owner))
    ]


def cancel_job() -> None:
    """Cancels the job of a form; raises `UnknownJob` and `JobIsOver`."""
    jobs = services()[JobQueue]
    jobs.cancel_job(jobs.load_job(request.form.get("job", ""), browser.current_session().api_token).id)


def _job_sentence(row: JobRow) -> str:
    if row.state == "failed":
        return labels.sentence_with_names(decode_failure(row.result)[1])
    return _export_sentence(row) if row.kind == "export" else _pairing_sentence(row)


def _export_sentence(row: JobRow) -> str:
    match row.state:
        case "queued":
            return i18n.says("The export waits for another job.")
        case "running":
            return i18n.says(
                "The tournament is being exported: {done} of {total} parts.", done=row.done, total=row.total
            )
        case "cancelled":
            return i18n.says("The export was cancelled.")
    return i18n.says("The tournament is exported. The file can be downloaded for 10 minutes.")


def _pairing_sentence(row: JobRow) -> str:
    match row.state:
        case "queued":
            return i18n.says("The pairing waits for another job.")
        case "running":
            return i18n.says("The round is being paired. This page shows it when it is there.")
        case "cancelled":
            return i18n.says("The pairing was cancelled, and nothing was written.")
    return i18n.says("The round is paired.")
