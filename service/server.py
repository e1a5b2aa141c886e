"""Serving: gunicorn with gevent workers, one process on SQLite, more on PostgreSQL."""

from __future__ import annotations

import fcntl
import os
import sys
from pathlib import Path
from typing import NoReturn

from domain.errors import RecountError
from projections.files import OWNER

from .interpreter import module


class AlreadyServed(RecountError):
    """Another process serves from the same files."""


def hold(file: Path) -> None:
    """Takes the lock of *file* for this process and whatever becomes of it; raises `AlreadyServed`.

    It ends with the last of them, however they end.
    """
    lock = os.open(file, os.O_CREAT | os.O_RDWR, OWNER)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise AlreadyServed(
            f"Another process serves from the files in “{file.parent}”, and SQLite has one writer: "
            "end that one first, or choose another RECOUNT_DATA, or PostgreSQL."
        ) from error
    os.set_inheritable(lock, True)


def serve(host: str, port: int, workers: int, application: str = "service.wsgi:app()") -> NoReturn:
    """Becomes the server of *application*; all else about it is told in `gunicorn_conf.py`.

    Nothing of the service is loaded before threads are cooperative; why gevent, is told in
    `ops/decisions/0005-serving.md`.
    """
    command = module("service.http_server", "--config", "python:service.gunicorn_conf")
    command += ["--bind", f"{host}:{port}", "--workers", str(workers), application]
    os.execv(sys.executable, command)
