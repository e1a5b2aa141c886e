"""The supervisor of the workers, as systemd and an operator use it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread

import httpx
import pytest

from service.serving.server import notify_systemd
from service.subprocesses import module_command
from tests.servers import free_port

from .client import wait_for
from .processes import Process, command_line

APPLICATION = "tests.service.plain_application:app"
ROOT = Path(__file__).parents[2]
START_SECONDS, PAUSE_SECONDS = 20.0, 0.005


@contextmanager
def notified(address: str) -> Iterator[socket.socket]:
    """Listens at *address*, as systemd does for those that it has started."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address)
        systemd.settimeout(START_SECONDS)
        yield systemd


@contextmanager
def supervised(folder: Path) -> Iterator[tuple[Process, str]]:
    """Runs a server that has told systemd of its start; yields it, and its address."""
    port, notify = free_port(), str(folder / "notify")
    env = {
        "NOTIFY_SOCKET": notify,
        "PYTHONPATH": str(ROOT),
        "RECOUNT_DATA": str(folder),
        "TMPDIR": str(folder),
    }
    with notified(notify) as systemd:
        words = ["127.0.0.1", str(port), "1", APPLICATION, ""]
        process = Process(words, env, "service.http_server")
        try:
            assert systemd.recv(64) == b"READY=1"
            yield process, f"http://127.0.0.1:{port}/"
        finally:
            process.stop()


class Visitors:
    """Clients that connect, ask and leave, one after the other; `refused` are those without a reply."""

    def __init__(self, address: str) -> None:
        self._address, self._leaving = address, Event()
        self.replies, self.refused = list[str](), list[str]()
        self._thread = Thread(target=self._visit)
        self._thread.start()

    def close(self) -> None:
        """Lets the last one leave."""
        self._leaving.set()
        self._thread.join()

    def _visit(self) -> None:
        with httpx.Client(limits=httpx.Limits(max_keepalive_connections=0)) as client:
            while not self._leaving.wait(PAUSE_SECONDS):
                try:
                    self.replies.append(client.get(self._address).raise_for_status().text)
                except httpx.HTTPError as error:
                    self.refused.append(repr(error))


def test_a_server_that_is_ready_answers_and_a_reload_refuses_nobody(tmp_path: Path) -> None:
    with supervised(tmp_path) as (process, address):
        [first] = process.workers()
        assert httpx.get(address).text == str(first), "it serves once it says so"
        with closing(Visitors(address)) as visitors:
            wait_for(lambda: str(first) in visitors.replies, "the first worker answers")
            process.send(signal.SIGHUP)
            wait_for(
                lambda: process.workers() not in ([first], []) and not command_line(first), "it is replaced"
            )
            [second] = [pid for pid in process.workers() if pid != first]
            wait_for(lambda: str(second) in visitors.replies, "the second worker answers")
        assert visitors.refused == []
        assert set(visitors.replies) == {str(first), str(second)}
        process.tell_to_end()
        assert process.ended() == 0


def test_a_worker_that_ends_still_answers_a_request_that_is_on_its_way(tmp_path: Path) -> None:
    with supervised(tmp_path) as (process, address), httpx.Client() as talker:
        [worker] = process.workers()
        with socket.create_connection(("127.0.0.1", httpx.URL(address).port)) as silent:
            assert talker.get(address).text == str(worker), "it has taken both connections"
            os.kill(worker, signal.SIGTERM)
            wait_for(lambda: talker.get(address).headers.get("connection") == "close", "the worker is ending")
            silent.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            silent.settimeout(START_SECONDS)
            head, _, body = b"".join(iter(lambda: silent.recv(4096), b"")).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 ")
        assert body == str(worker).encode()


def test_a_worker_ends_with_its_supervisor_however_that_ends(tmp_path: Path) -> None:
    with supervised(tmp_path) as (process, address):
        [worker] = process.workers()
        process.send(signal.SIGKILL)
        wait_for(lambda: not command_line(worker), "the worker has ended")
        with pytest.raises(httpx.TransportError):
            httpx.get(address)


@pytest.mark.parametrize("address", ["{folder}/notify", "@recount-{folder}"])
def test_systemd_is_told_at_a_path_or_at_an_abstract_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    address = address.format(folder=tmp_path)
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    with notified(address.replace("@", "\0")) as systemd:
        notify_systemd("READY=1")
        assert systemd.recv(64) == b"READY=1"


def test_a_setting_of_the_former_server_is_refused(tmp_path: Path) -> None:
    refused = serve(tmp_path, free_port(), GUNICORN_CMD_ARGS="--threads 4")
    assert refused == (
        1,
        "Error: GUNICORN_CMD_ARGS is for gunicorn, which serves no longer: unset it, and see `serve`.\n",
    )


@pytest.mark.parametrize("port", [-5, 99999])
def test_a_port_that_cannot_be_is_refused(tmp_path: Path, port: int) -> None:
    refused = serve(tmp_path, port)
    assert refused == (1, f"Error: Nothing can be served at port {port}: it may be 0 to 65535.\n")


def test_an_endpoint_of_traces_that_does_not_answer_is_named_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        endpoint = f"http://127.0.0.1:{free_port()}"
        _, words = serve(tmp_path, port, OTEL_EXPORTER_OTLP_ENDPOINT=endpoint)
    assert words.startswith(
        f"OTEL_EXPORTER_OTLP_ENDPOINT: “{endpoint}” does not answer: Connection refused. "
        "Spans are lost meanwhile.\n"
    )
    assert "Traceback" not in words


def test_a_port_that_another_process_listens_on_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        refused = serve(tmp_path, port)
    assert refused == (
        1,
        f"Error: Nothing can be served at 127.0.0.1, port {port}: Address already in use.\n",
    )


def serve(folder: Path, port: int, **env: str) -> tuple[int, str]:
    """Runs `recount serve`, which refuses; returns its exit status, and its words."""
    process = subprocess.run(
        module_command("service", "serve", "--port", str(port)),
        env={**os.environ, "RECOUNT_DATA": str(folder), "TMPDIR": str(folder), **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=START_SECONDS,
    )
    return process.returncode, process.stderr
