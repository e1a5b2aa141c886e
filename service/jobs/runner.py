"""Runs the jobs of a queue in order, each in its own process."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from contextlib import suppress
from threading import Event
from time import clock_gettime, monotonic

from domain.messages import Message

from ..database.jobs import JobRow
from ..eventstore.store import Unavailable
from ..http.middleware.work_accounts import WorkAccounts
from ..observability import logging
from .failures import encode_failure
from .queue import JobQueue

log = logging.logger(__name__)

POLL_SECONDS = 0.1
"""Time between two looks at the process of a job."""
KEEP_ALIVE_SECONDS = 1.0
IDLE_SECONDS = 1.0
"""Time between two looks for jobs of other processes."""
SILENT_MS = 15_000
"""Silence after which a job counts as lost, fifteen missed signs of life. Its process ends too: it may hold
the lock that keeps everyone else from the store."""
MAX_ATTEMPTS = 3
MAX_SECONDS = 1800.0
"""Time limit of a job."""
CPU_CLOCK = 2
"""The clock of a process that counts its processor time (`clock_getcpuclockid` of Linux)."""


class JobRunner:
    """Runs the jobs of a *queue*, for one process at a time.

    *command* starts the process of a job. It reads *settings* and the job's id, a line each, and ends when
    its standard input does.
    """

    def __init__(
        self, queue: JobQueue, command: Sequence[str], settings: bytes, accounts: WorkAccounts
    ) -> None:
        self._queue, self._command, self._settings = queue, command, settings
        self._accounts = accounts

    def run(self, stop: Event) -> None:
        """Runs jobs until *stop* is set. A running job then waits for the next process."""
        while not stop.is_set():
            try:
                self._queue.submitted.clear()
                row = self._queue.claim_job(SILENT_MS)
                if row is not None:
                    self._attempt_job(row, stop)
                    continue
            except Unavailable as error:
                log.warning("jobs wait for the store", reason=str(error))
            self._wait_for_job(stop)

    def _wait_for_job(self, stop: Event) -> None:
        """Waits for a new job of this process, and for others at most a while."""
        until = monotonic() + IDLE_SECONDS
        while monotonic() < until and not stop.is_set() and not self._queue.submitted.wait(POLL_SECONDS):
            pass

    def _attempt_job(self, row: JobRow, stop: Event) -> None:
        if row.attempts > MAX_ATTEMPTS:
            self._give_up(row, Message("The job was interrupted {count} times.", count=MAX_ATTEMPTS))
            return
        process = subprocess.Popen(self._command, stdin=subprocess.PIPE, start_new_session=True)
        try:
            self._send_job(process, row)
            in_time = self._watch_process(process, row, stop)
        finally:
            _kill_process(process)
        if not in_time:
            minutes = int(MAX_SECONDS // 60)
            self._give_up(row, Message("The job took longer than {minutes} minutes.", minutes=minutes))
        elif self._queue.requeue_job(row.id):
            log.warning("a job was interrupted", job=row.id, kind=row.kind, status=process.returncode)

    def _send_job(self, process: subprocess.Popen[bytes], row: JobRow) -> None:
        assert process.stdin is not None
        with suppress(BrokenPipeError):
            process.stdin.write(self._settings + b"\n" + row.id.encode() + b"\n")
            process.stdin.flush()

    def _watch_process(self, process: subprocess.Popen[bytes], row: JobRow, stop: Event) -> bool:
        """Waits for the end of a process, a cancellation, silence or *stop*.

        Returns whether the process met the time limit. It charges the payer with the processor time.
        """
        started = sign = noted = monotonic()
        charged = 0.0
        while process.poll() is None and not stop.wait(POLL_SECONDS):
            now, spent = monotonic(), _spent_ms(process)
            if row.payer:
                self._accounts.charge_work(row.payer, spent - charged)
            charged = spent
            if now - started > MAX_SECONDS:
                return False
            if now - sign > KEEP_ALIVE_SECONDS:
                sign = now
                with suppress(Unavailable):
                    if not self._queue.keep_alive(row.id):
                        break
                    noted = now
            if now - noted > SILENT_MS / 1000:
                break
        return True

    def _give_up(self, row: JobRow, message: Message) -> None:
        log.error("a job failed", job=row.id, kind=row.kind, reason=str(message))
        self._queue.fail_job(row.id, encode_failure("internal", message))


def _spent_ms(process: subprocess.Popen[bytes]) -> float:
    """Returns the milliseconds of processor time of a *process* that this one has not waited for."""
    return 1000 * clock_gettime(~process.pid << 3 | CPU_CLOCK)


def _kill_process(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    if process.poll() is None:
        process.kill()
    process.wait()
    with suppress(BrokenPipeError):
        process.stdin.close()
