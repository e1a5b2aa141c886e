"""The server. uvicorn's supervisor runs one worker on SQLite, and several on PostgreSQL."""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import sys
from multiprocessing.connection import wait
from multiprocessing.process import parent_process
from multiprocessing.reduction import DupFd
from pathlib import Path
from signal import SIGTERM, raise_signal
from tempfile import mkdtemp
from threading import Thread
from typing import Any

from uvicorn import Config
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess

from domain.errors import RecountError
from projections.files import OWNER_ONLY_MODE

from ..observability import logging
from .protocol import IDLE_SECONDS, Protocol

log = logging.logger(__name__)

APPLICATION = "service.wsgi:app"
"""The factory of the application, as `module:function`."""
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable of the folder in which the workers combine their metrics."""
GRACE_SECONDS = 10
"""How long a worker that is to end takes for the requests under way."""
START_SECONDS = 60
"""How long a new worker may take until it serves."""
BACKLOG = 4096
"""How many connections the system keeps until a worker takes them."""
FORMER_SETTINGS = ("GUNICORN_CMD_ARGS",)
"""Settings of the former server. This one ignores them."""


class AlreadyServed(RecountError):
    """Another process serves from the same files."""


class AddressTaken(RecountError):
    """The address to serve at is another process's, or none of this machine."""


class FormerSetting(RecountError):
    """A setting of the former server has a value."""


class HeldFile:
    """The lock of a file. This process and the workers with a copy hold it.

    Raises `AlreadyServed` if another process has it. It ends with the last holder.
    """

    def __init__(self, file: Path) -> None:
        self._descriptor = os.open(file, os.O_CREAT | os.O_RDWR, OWNER_ONLY_MODE)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(self._descriptor)
            raise AlreadyServed(
                f"Another process serves from the files in “{file.parent}”, and SQLite has one writer: "
                "end that one first, or choose another RECOUNT_DATA, or PostgreSQL."
            ) from error

    def release(self) -> None:
        """Lets go of the file, unless a worker still holds it."""
        os.close(self._descriptor)

    def __reduce__(self) -> tuple[Any, ...]:
        return _handed_over, (DupFd(self._descriptor),)


def _handed_over(duplicate: Any) -> HeldFile:
    held_file = HeldFile.__new__(HeldFile)
    held_file._descriptor = duplicate.detach()
    return held_file


class Worker:
    """The application of one worker. It ends with its supervisor, and holds *lock* until then."""

    def __init__(self, factory: str, lock: HeldFile | None) -> None:
        self._factory, self._lock = factory, lock
        self._application: Any = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Calls the application. It loads in the process of the worker."""
        if self._application is None:
            from .application import RecountApplication

            self._application = RecountApplication(self._factory)
            Thread(target=_end_with_parent, name="parent", daemon=True).start()
        await self._application(scope, receive, send)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        raise_signal(SIGTERM)


class Supervisor(Multiprocess):
    """Supervisor of the workers. A reload (SIGHUP) replaces each by one with the present code."""

    failed = False
    _notified = False

    def keep_subprocess_alive(self) -> None:
        """Replaces dead workers. Ends if none can start."""
        self._close_far_ends()
        before = {process.pid: process for process in self.processes}
        super().keep_subprocess_alive()
        self._close_far_ends()
        for process in self.processes:
            before.pop(process.pid, None)
        for pid, dead_worker in before.items():
            log.warning("a worker has ended", process=pid, status=dead_worker.exitcode)
        self.failed = any(process.exitcode == STARTUP_FAILURE for process in self.processes)
        self._notify_ready()

    def _close_far_ends(self) -> None:
        """Closes the workers' ends of pipes.

        Otherwise the check of a killed worker takes the whole timeout.
        """
        for process in self.processes:
            process.child_conn.close()

    def _notify_ready(self) -> None:
        """Notifies systemd once that all workers serve."""
        if not self._notified and all(process.is_ready(START_SECONDS) for process in self.processes):
            self._notified = True
            notify_systemd("READY=1")


def notify_systemd(state: str) -> None:
    """Sends systemd the *state* of this service, if the unit has `Type=notify`."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
        notified.connect(address.replace("@", "\0", 1) if address.startswith("@") else address)
        notified.sendall(state.encode())


def make_config(application: Any, host: str, port: int, workers: int) -> Config:
    """Returns uvicorn's configuration of *application*, independent of uvicorn's environment variables."""
    return Config(
        application,
        host=host,
        port=port,
        workers=workers,
        loop="service.serving.accepting:Loop",
        http=Protocol,
        ws="none",
        lifespan="on",
        interface="asgi3",
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        forwarded_allow_ips="",
        backlog=BACKLOG,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_worker_healthcheck=START_SECONDS,
    )


def bind_socket(host: str, port: int) -> socket.socket:
    """Returns a socket at *host* and *port* for all workers. Raises `AddressTaken`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OverflowError as error:
        raise AddressTaken(f"Nothing can be served at port {port}: it may be 0 to 65535.") from error
    except OSError as error:
        reason = str(error.strerror).partition(" (while")[0]  # the rest repeats the address
        raise AddressTaken(f"Nothing can be served at {host}, port {port}: {reason}.") from error
    listening.set_inheritable(True)
    return listening


def run_server(
    host: str, port: int, workers: int, factory: str = APPLICATION, lock: Path | None = None
) -> int:
    """Serves the application of *factory* until a signal, and returns the exit status.

    It holds the file *lock* meanwhile, if there is one. Raises `AddressTaken`, `AlreadyServed` and
    `FormerSetting`.
    """
    logging.start_journal(os.environ.get("RECOUNT_LOG", ""))
    for name in FORMER_SETTINGS:
        if os.environ.get(name):
            raise FormerSetting(f"{name} is for gunicorn, which serves no longer: unset it, and see `serve`.")
    held_file = HeldFile(lock) if lock is not None else None
    os.environ[METRICS_FOLDER] = folder = mkdtemp(prefix="recount-metrics-")
    try:
        with bind_socket(host, port) as listening:
            supervisor = Supervisor(make_config(Worker(factory, held_file), host, port, workers), [listening])
            supervisor.run()
        return 1 if supervisor.failed else 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main(arguments: list[str]) -> None:
    """Serves by the arguments host, port, workers, factory, and lock file or “”."""
    host, port, workers, factory, lock = arguments
    try:
        sys.exit(run_server(host, int(port), int(workers), factory, Path(lock) if lock else None))
    except RecountError as refused:
        sys.exit(f"Error: {refused}")
