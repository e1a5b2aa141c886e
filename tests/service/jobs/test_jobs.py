"""A round of four hundred players is paired by a job: 202, its address, its progress, and the round."""

from __future__ import annotations

import os
import signal
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from service.bootstrap import Services
from service.eventstore.recorders import sqlite_pool
from service.jobs import runner
from service.jobs.runner import MAX_ATTEMPTS
from service.settings import Settings
from tests.service.client import Api, Json, json_of, wait_for
from tests.service.stores import on_both_stores
from tests.service.tournaments.desk import Desk

PLAYERS = 400
"""More than a request pairs in itself."""
LEAST_MS = 200
"""Processor time that the pairing takes at least; the process alone loads for longer."""


@pytest.fixture
def field(api: Api, services: Services) -> Desk:
    """A Swiss tournament with four hundred players."""
    return Desk.opens(api, services).registers(*(f"Player {number}" for number in range(PLAYERS)))


@pytest.fixture
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the runner wait less for a silent process and for the lock of the file."""
    monkeypatch.setattr(runner, "SILENT_MS", 3_000)
    monkeypatch.setattr(sqlite_pool, "SQLITE3_DEFAULT_LOCK_TIMEOUT", 0.2)


def pair(field: Desk) -> Json:
    """Asks for the pairing of round 1, and returns the job that the reply leads to."""
    reply = field.does("pair", round=1)
    assert reply.status_code == 202, reply.text
    job = json_of(reply)
    assert reply.headers["Location"] == f"/api/v1/jobs/{job['id']}"
    assert reply.headers["Retry-After"] == "1"
    return job


def look(field: Desk, job: Json) -> Json:
    """Looks at a job."""
    reply = field.api.get(f"/api/v1/jobs/{job['id']}", field.token)
    assert reply.status_code == 200, reply.text
    return json_of(reply)


def is_running(field: Desk, job: Json, attempt: int) -> bool:
    """Returns whether this attempt at a job has a process."""
    return look(field, job)["attempts"] == attempt and bool(processes_of_jobs())


def wait_until(field: Desk, job: Json, state: str) -> Json:
    """Follows a job until it is in a state."""
    wait_for(lambda: look(field, job)["state"] == state, f"the job is {state}")
    return look(field, job)


def processes_of_jobs(group: int = 0) -> list[int]:
    """Returns the processes that do jobs of a group of processes; of this process, if left out."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            is_ours = os.getpgid(parent) == group if group else parent == os.getpid()
        except OSError:
            continue
        if b"service.job_process" in words and is_ours:
            found.append(int(entry.name))
    return found


def pause_job(file: Path, group: int = 0) -> None:
    """Stops the process of a job between two of its writes to the SQLite *file*, for as long as it lives."""
    wait_for(lambda: bool(processes_of_jobs(group)), "a process does the job")
    process = processes_of_jobs(group)[0]

    def stop_outside_of_writes() -> bool:
        os.kill(process, signal.SIGSTOP)
        try:
            lock_file(file).close()
        except sqlite3.OperationalError:  # somebody writes, perhaps this process
            os.kill(process, signal.SIGCONT)
            return False
        return True

    wait_for(stop_outside_of_writes, "the job pauses without the lock of the file")


def lock_file(file: Path) -> sqlite3.Connection:
    """Takes the lock of writers of the SQLite *file* until the connection is closed, or raises at once."""
    connection = sqlite3.connect(file, timeout=0, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    return connection


@on_both_stores
def test_a_large_round_is_paired_by_a_job_once(field: Desk) -> None:
    job = pair(field)
    assert (job["kind"], job["subject"]) == ("pair", {"kind": "tournament", "id": field.tournament})
    assert (job["result"], job["problem"]) == (None, None)
    assert job["created"].endswith("Z")
    assert pair(field)["id"] == job["id"], "a second click follows the job that there is"
    result = wait_until(field, job, "done")["result"]
    view = field.looks()
    assert (result["round"], result["seq"]) == (1, view["seq"])
    assert view["rounds"][0]["tables"] == PLAYERS // 2


def test_a_job_belongs_to_the_token_that_started_it(field: Desk, services: Services) -> None:
    job = pair(field)
    stranger = services.api_tokens.issue_token("stranger", ["organize"]).token
    reply = field.api.get(f"/api/v1/jobs/{job['id']}", stranger)
    assert (reply.status_code, json_of(reply)["type"]) == (404, "/api/v1/problems/unknown-job")
    assert field.api.get(f"/api/v1/jobs/{job['id']}").status_code == 401


def test_the_token_that_started_a_job_pays_for_its_processor_time(field: Desk, services: Services) -> None:
    job, owner = pair(field)["id"], services.work.owner_of("", f"Bearer {field.token}")
    spent = services.work.spent_work(owner)

    def is_done() -> bool:
        row = services.jobs.find_job(job)
        assert row is not None
        assert row.payer == owner
        return not row.is_active

    wait_for(is_done, "the job is done")
    assert services.work.spent_work(owner) > spent + LEAST_MS


def test_a_killed_job_starts_again_and_pairs_the_round_once(field: Desk) -> None:
    job = pair(field)
    wait_for(lambda: bool(processes_of_jobs()), "a process does the job")
    os.kill(processes_of_jobs()[0], signal.SIGKILL)
    finished = wait_until(field, job, "done")
    assert finished["attempts"] == 2
    assert len(field.looks()["rounds"]) == 1


def test_a_job_that_is_killed_each_time_is_reported_as_failed(field: Desk) -> None:
    job = pair(field)
    for attempt in range(1, MAX_ATTEMPTS + 1):
        wait_for(partial(is_running, field, job, attempt), "it starts")
        os.kill(processes_of_jobs()[0], signal.SIGKILL)
    problem = wait_until(field, job, "failed")["problem"]
    assert problem["type"] == "/api/v1/problems/internal"
    assert problem["detail"] == f"The job was interrupted {MAX_ATTEMPTS} times."
    assert field.looks()["rounds"] == []


def test_a_silent_process_ends_because_it_may_hold_the_lock_of_the_store(
    short_waits: None, field: Desk, settings: Settings
) -> None:
    job = pair(field)
    pause_job(settings.database)
    with closing(lock_file(settings.database)):
        wait_for(lambda: not processes_of_jobs(), "the process ends")
    assert wait_until(field, job, "done")["attempts"] == 2


def test_a_cancelled_job_writes_nothing(field: Desk) -> None:
    job = pair(field)
    reply = field.api.app.test_client().delete(
        f"/api/v1/jobs/{job['id']}", headers={"Authorization": f"Bearer {field.token}"}
    )
    assert (reply.status_code, json_of(reply)["state"]) == (200, "cancelled")
    wait_for(lambda: not processes_of_jobs(), "no process does it any more")
    assert field.looks()["rounds"] == []
    again = field.api.app.test_client().delete(
        f"/api/v1/jobs/{job['id']}", headers={"Authorization": f"Bearer {field.token}"}
    )
    assert (again.status_code, json_of(again)["type"]) == (409, "/api/v1/problems/job-over")


def test_a_refusal_inside_a_job_is_told_in_the_language_of_its_reader(field: Desk) -> None:
    job = pair(field)
    wait_until(field, job, "done")
    job = pair(field)  # round 1 once more, and without a reason
    failed = wait_until(field, job, "failed")["problem"]
    assert (failed["type"], failed["detail"]) == (
        "/api/v1/problems/not-now",
        "Round 1 is paired: say why it is paired anew.",
    )
    french = field.api.get(f"/api/v1/jobs/{job['id']}", field.token, Accept_Language="fr")
    assert json_of(french)["problem"]["detail"].startswith("La ronde 1 est appariée")
