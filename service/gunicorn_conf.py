"""How gunicorn keeps the workers of the service: it reads this as its configuration."""

from __future__ import annotations

import gc
import os
import resource
import shutil
import signal
import sys
from importlib import import_module
from tempfile import mkdtemp
from types import FrameType
from typing import Any

from click import ClickException
from gevent import get_hub, monkey

from domain.errors import RecountError

from .observability import logging

worker_class = "service.http.connections.Worker"
worker_connections = 4000
"""How many clients a worker serves at once; an idle stream is one of them and costs a greenlet."""
keepalive = 30
"""Seconds that a connection may be idle, and that the headers of a request may take."""
timeout = 60
"""Seconds after which a worker that does not move any more is replaced."""
graceful_timeout = 10
"""Seconds that a worker which is told to end has for the requests under way."""
loglevel = "warning"
control_socket_disable = True

SHARED = "PROMETHEUS_MULTIPROC_DIR"
os.environ[SHARED] = mkdtemp(prefix="recount-metrics-")  # before anything counts


def on_starting(server: Any) -> None:
    """Lets gunicorn write into the journal, and workers have as many files and connections as they may."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    logging.keep(os.environ.get("RECOUNT_LOG", ""))
    logging.adopt("gunicorn.error")


def when_ready(server: Any) -> None:
    """Loads the module of the application once for all workers, with threads and connections cooperative.

    What starts processes and watches them stays as it is here: a worker makes that cooperative for itself.
    Garbage is not collected meanwhile, for what is loaded stays: that takes a seventh off.
    """
    for patch in (
        *(monkey.patch_thread, monkey.patch_time, monkey.patch_socket, monkey.patch_ssl),
        *(monkey.patch_select, monkey.patch_queue),
    ):
        patch()
    gc.disable()
    try:
        import_module(server.app.app_uri.partition(":")[0])
    except (ClickException, RecountError) as refusal:
        on_exit(server)
        sys.exit(f"Error: {refusal}")
    get_hub().threadpool.kill()  # which SQLite commits in: a thread does not go along with a fork
    gc.freeze()
    gc.enable()


def post_fork(server: Any, worker: Any) -> None:
    """Lets a worker build the application without collecting garbage."""
    gc.disable()


def post_worker_init(worker: Any) -> None:
    """Sees to it that streams end when a worker is told to: their listeners go on with another.

    What is loaded by now stays, and the garbage collector need not look through it again and again: that took
    40 ms, for which everybody waited.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    ended = signal.getsignal(signal.SIGTERM)
    assert callable(ended)

    def leave(number: int, frame: FrameType | None) -> None:
        if services := worker.wsgi.extensions.get("services"):
            services.leaving = True
        ended(number, frame)

    signal.signal(signal.SIGTERM, leave)


def child_exit(server: Any, worker: Any) -> None:
    """Takes what a worker that is gone had open out of the metrics."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Any) -> None:
    """Clears the metrics away."""
    shutil.rmtree(os.environ[SHARED], ignore_errors=True)
