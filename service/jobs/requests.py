"""Returns the request of a job, with the facts of an earlier attempt."""

from __future__ import annotations

import hashlib

from ..database.jobs import JobRow
from ..database.replies import ReplyRow
from ..eventstore.store import Store
from ..http.middleware.idempotency import IdempotentRequest
from ..shared.registry import Registry


def job_request(services: Registry, row: JobRow) -> IdempotentRequest:
    """Returns the request of a job, with the facts that an earlier attempt of it has appended."""
    id = hashlib.sha256(f"job\0{row.id}".encode()).hexdigest()
    return IdempotentRequest(
        None, row.id, services[Store].replies.find_reply(id) or ReplyRow(id, "", row.created)
    )
