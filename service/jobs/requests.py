"""The request of a job as its process repeats it: exactly once, although a killed job is done again."""

from __future__ import annotations

import hashlib

from ..bootstrap import Services
from ..database.jobs import JobRow
from ..database.replies import ReplyRow
from ..http.idempotency import IdempotentRequest


def job_request(services: Services, row: JobRow) -> IdempotentRequest:
    """Returns the request of a job, with the facts that an earlier attempt of it has appended."""
    id = hashlib.sha256(f"job\0{row.id}".encode()).hexdigest()
    return IdempotentRequest(None, row.id, services.store.replies.reply(id) or ReplyRow(id, "", row.created))
