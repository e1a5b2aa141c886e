"""The bundle of a large tournament is exported by a job: 202, its progress, and the file."""

from __future__ import annotations

import os
import signal

import pytest
from werkzeug.test import TestResponse

from domain.tournament.facts import TournamentOpened
from domain.tournament.plan import Points, Stage
from replays.proof import bundle, bundle_check
from replays.research.simulation import BY, Day
from service.bootstrap import Services
from service.settings import Settings
from service.tournaments.background.bundles import bundle_chunks
from tests.service.browser import Browser, text
from tests.service.client import Api, Json, json_of, wait_for
from tests.service.stores import on_both_stores

from .test_jobs import pause_job, processes_of_jobs

PLAYERS = 400
"""More than a request exports after two rounds of a bracket."""


class Field:
    """A large tournament, and an organizer who exports it."""

    def __init__(self, api: Api, tournament: str, token: str) -> None:
        self.api, self.tournament, self.token = api, tournament, token

    def exports(self, token: str | None = None, job: str = "") -> TestResponse:
        """Asks for the bundle, as the organizer or with another token."""
        path = f"/api/v1/tournaments/{self.tournament}/export{job and f'?job={job}'}"
        return self.api.get(path, self.token if token is None else token)

    def starts(self, token: str | None = None) -> str:
        """Asks for the bundle, and returns the id of the job that exports it."""
        reply = self.exports(token)
        assert reply.status_code == 202
        return str(json_of(reply)["id"])

    def looks(self, job: str) -> Json:
        """Looks at a job."""
        reply = self.api.get(f"/api/v1/jobs/{job}", self.token)
        assert reply.status_code == 200, reply.text
        return json_of(reply)

    def waits(self, job: str, token: str | None = None) -> TestResponse:
        """Repeats the request until it is answered."""
        wait_for(lambda: self.exports(token, job).status_code != 202, "the tournament is exported")
        return self.exports(token, job)


@pytest.fixture(scope="module")
def day() -> Day:
    """A large bracket after two rounds."""
    ratings = {f"p{number:04}": 2800 - number for number in range(PLAYERS)}
    plan = TournamentOpened("arena", (Stage("single_elimination"),), Points(), (), "", BY, 0, title="Open")
    day = Day(plan, ratings, "export")
    for _ in range(2):
        day.pair_round()
        day.play_round()
    return day


@pytest.fixture
def field(api: Api, services: Services, day: Day) -> Field:
    """The bracket in the service."""
    tournament = services.tournaments.create(day.facts).tournament
    return Field(
        api, tournament, services.api_tokens.issue_token("desk", ["organize"], event=tournament).token
    )


@on_both_stores
def test_a_job_exports_a_large_tournament_as_a_request_would_and_its_file_is_deleted_later(
    field: Field, services: Services
) -> None:
    reply = field.exports()
    job = json_of(reply)
    assert (reply.status_code, job["kind"], reply.headers["Location"]) == (
        202,
        "export",
        f"/api/v1/jobs/{job['id']}",
    )
    file = field.waits(job["id"])
    assert (file.status_code, file.headers["Content-Length"]) == (200, str(len(file.data)))
    assert bundle_check.check_bundle(bundle.read_bundle(file.data)).findings == []
    written = bundle.read_bundle(b"".join(bundle_chunks(services, field.tournament, managed=True)))
    sent = bundle.read_bundle(file.data)
    assert (sent.record.facts, sent.standings) == (written.record.facts, written.standings)
    finished = field.looks(job["id"])
    assert (finished["progress"], finished["result"]["bytes"]) == ({"done": 1, "total": 1}, len(file.data))
    assert field.exports().data == file.data, "the same request is answered too"
    services.store.jobs.sweep_jobs(0, services.clock() + 1)
    assert field.exports(job=job["id"]).status_code == 404
    assert [*services.jobs.iter_file(job["id"])] == []


def test_spectators_repeat_their_request_and_cannot_read_the_organizers_file(field: Field) -> None:
    reply = field.exports("")
    job = json_of(reply)["id"]
    assert reply.headers["Location"] == f"/api/v1/tournaments/{field.tournament}/export?job={job}"
    file = field.waits(job, "")
    assert bundle.read_bundle(file.data).record.viewer == bundle.SPECTATOR
    managed = field.starts()
    assert field.exports("", managed).status_code == 404
    assert bundle.read_bundle(field.waits(managed).data).record.viewer == bundle.ORGANIZER
    assert field.exports("", managed).status_code == 404


def test_a_killed_export_starts_again(field: Field) -> None:
    job = field.starts()
    wait_for(lambda: bool(processes_of_jobs()), "a process exports the tournament")
    os.kill(processes_of_jobs()[0], signal.SIGKILL)
    file = field.waits(job).data
    assert (field.looks(job)["attempts"], field.looks(job)["result"]["bytes"]) == (2, len(file))


def test_the_desk_shows_the_export_and_cancels_it(field: Field, ada: Browser, settings: Settings) -> None:
    desk = f"/t/{field.tournament}/desk"
    ada.post("/t/enter", {"token": field.token, "tournament": field.tournament})
    job = field.starts()
    pause_job(settings.database)  # an export that takes as long as it likes
    assert "Cancel the export" in text(ada.get(desk))
    ada.post(desk, {"do": "cancel_job", "job": job})
    assert "The export was cancelled." in text(ada.get(desk))
    assert (field.exports(job=job).status_code, field.looks(job)["state"]) == (409, "cancelled")
