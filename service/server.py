"""Serving: gunicorn with gevent workers, one process on SQLite, more on PostgreSQL."""

from __future__ import annotations

import os
import sys
from typing import NoReturn


def serve(host: str, port: int, workers: int, application: str = "service.wsgi:app") -> NoReturn:
    """Becomes the server of *application*; all else about it is told in `gunicorn_conf.py`.

    Nothing of the service is loaded before a worker has made threads cooperative; why gevent, is told in
    `ops/decisions/0005-serving.md`.
    """
    command = [sys.executable, "-m", "gunicorn", "--config", "python:service.gunicorn_conf"]
    command += ["--bind", f"{host}:{port}", "--workers", str(workers), application]
    os.execv(sys.executable, command)
