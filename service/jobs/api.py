"""The endpoints with which clients follow and cancel their jobs."""

from __future__ import annotations

from flask import Response

from ..http.requests import require_token
from ..http.resource import Resource
from ..http.responses import json_response
from ..http.services import services
from ..http.tags import Tag
from .queue import JobQueue
from .views import RETRY_SECONDS, Job, job_view

jobs = Resource("jobs", Tag.SERVICE)


@jobs.get("/jobs/<job>")
@jobs.security("organize", "judge")
@jobs.returns(200, Job)
@jobs.errors(401, 404)
def get_job(job: str) -> Response:
    """Get a job.

    Only the token that started a job can read it. A finished job stays available for 7 days.
    """
    row = services()[JobQueue].load_job(job, require_token())
    headers = {"Retry_After": str(RETRY_SECONDS)} if row.is_active else {}
    return json_response(job_view(row), Cache_Control="no-store", **headers)


@jobs.delete("/jobs/<job>")
@jobs.security("organize", "judge")
@jobs.returns(200, Job)
@jobs.errors(401, 404, 409)
def cancel_job(job: str) -> Response:
    """Cancel a job.

    The job must be waiting or running. It writes nothing.
    """
    token = require_token()
    services()[JobQueue].cancel_job(services()[JobQueue].load_job(job, token).id)
    return json_response(job_view(services()[JobQueue].load_job(job, token)), Cache_Control="no-store")
