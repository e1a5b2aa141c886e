"""The service as it runs: gunicorn and its workers, and the process that keeps up the views alone."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
from collections.abc import Generator
from pathlib import Path

import httpx
from click.testing import CliRunner

from projections.lobby import Lobby
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.cli import main
from service.settings import from_environment
from service.subprocesses import module_command

from .client import wait_for
from .processes import Process, children_of, command_line, serving


def opened(client: httpx.Client) -> str:
    """Opens a match; returns its id."""
    reply = client.post("/api/v1/matches", json={"game": "arena"})
    assert reply.status_code == 201
    match: str = reply.json()["id"]
    return match


def listening(client: httpx.Client, match: str, seen: str = "") -> Generator[str, None, None]:
    """Yields the ids of events, until the stream has ended as a stream ends."""
    headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": seen} if seen else {})
    with client.stream("GET", f"/api/v1/matches/{match}/facts", headers=headers) as reply:
        for line in reply.iter_lines():
            if line.startswith("id: "):
                yield line.removeprefix("id: ")


def test_a_worker_that_is_told_to_end_ends_its_streams_and_they_go_on_with_the_next(tmp_path: Path) -> None:
    env = {"RECOUNT_DATA": str(tmp_path)}
    with serving(env) as (process, client):
        match = opened(client)
        stream = listening(client, match)
        assert next(stream) == "1"
        process.tell_to_end()
        assert list(stream) == [], "it ends, and does not break"
        assert process.ended() == 0
    ends = [line for line in process.lines if line["event"] == "stream"]
    assert [(line["match"], line["status"]) for line in ends] == [(match, 200)]
    with serving(env) as (_, client):
        claim = client.post("/api/v1/matches", json={"game": "arena"}).json()
        stream = listening(client, claim["id"], "1")
        seat = f"/api/v1/matches/{claim['id']}/seats/0/claim"
        who = {"player": "Ada"}
        sitting = client.post(seat, json=who, headers={"Authorization": f"Bearer {claim['claims'][0]}"})
        assert sitting.status_code == 201
        assert next(stream) == "2"
        stream.close()


def test_workers_add_up_in_the_metrics_and_the_views_are_kept_up_by_a_process_of_its_own(
    tmp_path: Path, postgres_env: dict[str, str], redis_url: str
) -> None:
    env = {**postgres_env, "REDIS_URL": redis_url, "RECOUNT_DATA": str(tmp_path), "RECOUNT_RUNNER": "off"}
    with serving(env, workers=2) as (process, client):
        for _ in range(12):
            with httpx.Client(base_url=client.base_url) as another:  # whichever worker takes it
                opened(another)
        told = 'recount_commands_total{command="matches.create_match",result="done"} 12.0'
        assert told in client.get("/metrics").text
        assert client.get("/api/v1/matches").json()["items"] == []
        projecting = Process(["project", "--port", "0"], env)
        try:
            wait_for(lambda: len(client.get("/api/v1/matches").json()["items"]) == 12, "all are in the lobby")
            wait_for(lambda: "recount_log_heads 12.0" in client.get("/metrics").text, "all heads are sealed")
            [began] = [line for line in projecting.lines if line["event"] == "projecting"]
            assert "recount_reachable" in httpx.get(began["metrics"]).text
            projecting.tell_to_end()
            assert projecting.ended() == 0
            assert projecting.lines[-1]["event"] == "stopping"
        finally:
            projecting.stop()
        process.tell_to_end()
        assert process.ended() == 0


def test_views_are_kept_up_by_a_process_that_is_started_again_and_ends_with_the_service(
    tmp_path: Path,
) -> None:
    serves = from_environment({"RECOUNT_DATA": str(tmp_path), "RECOUNT_RUNNER": "apart"})
    with Services(serves, CardSetRegistry()) as services:

        def listed() -> int:
            opened = services.matches.open_match("arena", {}, 2)
            wait_for(lambda: services.views.position(Lobby.name) == opened.position, "it is in the lobby")
            [process] = processes_of("service.views_process")
            return process

        first = listed()
        os.kill(first, signal.SIGKILL)
        assert listed() != first
    assert not processes_of("service.views_process")


def processes_of(module: str) -> list[int]:
    """Returns the children of this process that run *module*."""
    return [child for child in children_of(os.getpid()) if module in command_line(child)]


def test_a_second_service_on_the_same_files_is_refused_in_words(tmp_path: Path) -> None:
    with (tmp_path / "serving").open("w") as first:
        fcntl.flock(first, fcntl.LOCK_EX)
        done = CliRunner().invoke(main, ["serve"], env={"RECOUNT_DATA": str(tmp_path)})
    assert done.exit_code == 1
    assert f"Another process serves from the files in “{tmp_path}”" in done.output


def test_what_is_wrong_with_the_store_is_told_in_words_before_any_worker_starts(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    command = module_command("service", "serve", "--port", "0")
    env = {**os.environ, "RECOUNT_DATA": str(tmp_path / "file" / "data"), "TMPDIR": str(tmp_path)}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: RECOUNT_DATA: ")
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["file"], "nothing is left behind"
