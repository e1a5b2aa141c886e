"""The reader: heavy requests run beside the server, which goes on whatever happens to them."""

from __future__ import annotations

import io
import os
import signal
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.serving.reader import BODY, answer_request
from service.serving.wsgi import IN_MEMORY_BYTES

from .client import Json, wait_for
from .processes import Process, children_of, command_line, serving


class Table:
    """A match of Sorcerer's Arena over HTTP, at which both players sit."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        opened = self._post("/api/v1/matches", {"game": "arena"})
        self.match = f"/api/v1/matches/{opened['id']}"
        self._tokens = [
            self._post(f"{self.match}/seats/{seat}/claim", {"player": name}, claim)["token"]
            for seat, (name, claim) in enumerate(zip(("Ada", "Bo"), opened["claims"], strict=True))
        ]

    def answer(self) -> int:
        """Answers the question with its first options; returns the number of the last fact."""
        seat = self._look(0)["question"]["seat"]
        scene = self._look(seat)
        question = scene["question"]
        picks = question["options"][: question["least"]]
        path, match = f"{self.match}/answers", {"If-Match": f'"{scene["seq"]}"'}
        seq: int = self._post(path, {"picks": picks}, self._tokens[seat], match)["seq"]
        return seq

    def _look(self, seat: int) -> Json:
        looked: Json = self._client.get(self.match, headers=_bearer(self._tokens[seat])).json()
        return looked

    def _post(self, path: str, body: Json, token: str = "", headers: dict[str, str] | None = None) -> Json:
        reply = self._client.post(path, json=body, headers=(headers or {}) | _bearer(token))
        assert reply.is_success, reply.text
        posted: Json = reply.json()
        return posted


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def readers(process: Process) -> list[int]:
    """Returns the processes of the reader of the one worker."""
    [worker] = process.workers()
    return [pid for pid in children_of(worker) if "spawn_main" in command_line(pid)]


def test_a_heavy_request_is_answered_beside_the_server_with_all_that_was_answered(tmp_path: Path) -> None:
    with serving({"RECOUNT_DATA": str(tmp_path)}) as (process, client):
        table = Table(client)
        assert readers(process) == []
        for _ in range(5):
            last = table.answer()
            frames = client.get(f"{table.match}/frames?limit=1000")
            assert frames.json()["items"][-1]["seq"] == last
        assert len(readers(process)) == 1
        missing = client.get(
            "/api/v1/matches/1NGJXMTX661W/frames", headers={"X-Request-ID": "a-missing-match"}
        )
        assert (missing.status_code, missing.json()["type"]) == (404, "/api/v1/problems/unknown-match")
        assert missing.headers["X-Request-ID"] == "a-missing-match"
        named = [line for line in process.lines if line.get("request") == "a-missing-match"]
        assert [line["status"] for line in named] == [404]


def test_a_page_reads_a_whole_match_beside_the_server_and_what_follows_in_it(tmp_path: Path) -> None:
    with serving({"RECOUNT_DATA": str(tmp_path)}) as (process, client):
        table = Table(client)
        last = table.answer()
        page = table.match.replace("/api/v1/matches", "/m")
        assert client.get(f"{page}/updates/{last - 1}").json()["items"][-1]["seq"] == last
        assert readers(process) == []
        assert client.get(f"{page}/updates/0").json()["items"][-1]["seq"] == last
        assert len(readers(process)) == 1


def test_the_server_answers_itself_when_its_reader_dies_and_starts_another(tmp_path: Path) -> None:
    with serving({"RECOUNT_DATA": str(tmp_path)}) as (process, client):
        path = f"{Table(client).match}/frames"
        before = client.get(path).json()
        [killed] = readers(process)
        os.kill(killed, signal.SIGKILL)
        assert client.get(path).json() == before
        assert client.get(path).json() == before
        [another] = readers(process)
        assert another != killed


def test_a_request_above_the_limit_is_refused_and_ends_no_reader(tmp_path: Path) -> None:
    environment = {"RECOUNT_DATA": str(tmp_path), "RECOUNT_LIMIT_ADDRESS": "50/minute"}
    with serving(environment) as (process, client):
        statuses = [client.get("/api/v1/openapi.json").status_code for _ in range(60)]
        assert statuses[0] == 200
        assert statuses[-1] == 429
        assert len(readers(process)) == 1
    assert not [line for line in process.lines if line.get("event") == "a reader has ended"]


def test_the_reader_ends_with_the_server_however_that_ends(tmp_path: Path) -> None:
    with serving({"RECOUNT_DATA": str(tmp_path)}) as (process, client):
        path = f"{Table(client).match}/frames"
        assert client.get(path).is_success
        [first] = readers(process)
        os.kill(process.workers()[0], signal.SIGKILL)
        wait_for(lambda: command_line(first) == "", "the reader of a killed server ends")
        wait_for(lambda: bool(process.workers()) and _serves(client, path), "the next server serves")
        [second] = readers(process)
        process.tell_to_end()
        assert process.ended() == 0
        assert command_line(second) == ""


def _serves(client: httpx.Client, path: str) -> bool:
    try:
        return client.get(path).is_success
    except httpx.TransportError:
        return False


LARGE = b"a" * (2 * IN_MEMORY_BYTES)


def large(environ: Any, start: Callable[..., Any]) -> Iterable[bytes]:
    """An application with a reply that is larger than one that waits in memory."""
    start("200 OK", [("Content-Type", "text/plain")])
    return [LARGE[:1000], LARGE[1000:]]


def test_a_large_reply_comes_in_a_file_that_is_gone_once_it_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    sent = answer_request(large, {"REQUEST_METHOD": "GET", BODY: b""})
    assert (sent.body, len(list(tmp_path.iterdir()))) == (b"", 1)
    opened = sent.open_file()
    assert list(tmp_path.iterdir()) == []
    assert isinstance(opened.body, io.BufferedReader)
    with opened.body as body:
        assert body.read() == LARGE
