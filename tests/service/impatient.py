"""A worker that a test can wait for."""

from __future__ import annotations

from service.http.connections import Worker


class Impatient(Worker):
    """Waits a second for a body, where another waits a minute."""

    body = 1.0
