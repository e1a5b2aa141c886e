"""Serving: gunicorn with gevent workers, one process on SQLite, more on PostgreSQL."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

CONNECTIONS = 4000
"""How many clients a worker serves at once; an idle stream is one of them and costs a greenlet."""


def serve(host: str, port: int, workers: int, application: str = "service.wsgi:app") -> NoReturn:
    """Becomes the server of *application*.

    Nothing of the house is loaded before a worker has made threads cooperative; why gevent, is told in
    `ops/decisions/0005-serving.md`.
    """
    command = [sys.executable, "-m", "gunicorn", "--bind", f"{host}:{port}", "--workers", str(workers)]
    command += ["--worker-class", "gevent", "--worker-connections", str(CONNECTIONS)]
    command += ["--keep-alive", "30", "--graceful-timeout", "10", "--log-level", "warning"]
    command += ["--no-control-socket", application]
    os.execv(sys.executable, command)
