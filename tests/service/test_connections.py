"""Connections, at the socket: nobody holds all there are, or one for ever, and every refusal is a problem."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import pytest

from service.http.problem_types import KINDS
from service.serving.admission import CROWDED, FULL, RESERVED_FILES
from tests.service.client import Json

MOST = 8
"""How many connections of an address the service takes here."""
ALL = 2 * MOST
"""How many of all addresses."""
CROWD = "127.0.0.2"
PATIENCE = 60.0

HALF = (
    b"POST /api/v1/matches HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
    b"Content-Length: 9\r\n\r\n{"
)


class Door(NamedTuple):
    """Where the service listens."""

    port: int

    def line(self, source: str = "127.0.0.1") -> socket.socket:
        """Returns a connection from the address *source*."""
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, (source, 0))

    def says(self, sent: bytes) -> bytes:
        """Sends something; returns all that is said to it until the connection is closed."""
        with closing(self.line()) as line:
            line.sendall(sent)
            return heard(line)


def heard(line: socket.socket) -> bytes:
    """Returns what is said until the connection is closed."""
    said = b""
    while more := line.recv(65_536):
        said += more
    return said


def problem(said: bytes) -> Json:
    """Returns the problem that a reply tells."""
    head, _, body = said.partition(b"\r\n\r\n")
    assert b"content-type: application/problem+json" in head.lower()
    told: Json = json.loads(body)
    assert f" {told['status']} ".encode() in head.splitlines()[0]
    return told


def asks(path: str) -> bytes:
    """Returns a request after which the connection is closed."""
    return f"GET {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n".encode()


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """The service, on a socket that is there before it is."""
    env = {"RECOUNT_DATA": str(tmp_path_factory.mktemp("data")), "RECOUNT_LIMIT_CONNECTIONS": str(MOST)}
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.set_inheritable(True)
        command = [
            *("prlimit", f"--nofile={RESERVED_FILES + ALL}", "--", sys.executable),
            *("-m", "tests.service.impatient", str(listening.fileno())),
        ]
        process = subprocess.Popen(
            command,
            env={**os.environ, "RECOUNT_LOG": "quiet", **env},
            pass_fds=[listening.fileno()],
            cwd=Path(__file__).parents[2],
        )
        try:
            door = Door(listening.getsockname()[1])
            assert b" 200 OK" in door.says(asks("/healthz"))
            yield door
        finally:
            process.terminate()
            process.wait(PATIENCE)


def test_one_address_holds_so_many_connections_and_no_other_waits(door: Door) -> None:
    with ExitStack() as lines:
        for _ in range(MOST):
            assert stream(door, CROWD, lines) == b"HTTP/1.1 200 OK"
        refused = problem(heard(lines.enter_context(closing(door.line(CROWD)))))
        assert (refused["status"], refused["detail"]) == (429, CROWDED)
        assert refused["type"] == "/api/v1/problems/too-many"
        assert b" 200 OK" in door.says(asks("/healthz"))


def stream(door: Door, source: str, lines: ExitStack) -> bytes:
    """Opens a stream from the address *source*; returns how the reply begins."""
    line = lines.enter_context(closing(door.line(source)))
    line.sendall(b"GET /api/v1/facts HTTP/1.1\r\nHost: here\r\nAccept: text/event-stream\r\n\r\n")
    return line.recv(15)


def test_who_hangs_up_makes_room(door: Door) -> None:
    for _ in range(3 * MOST):
        assert b" 200 OK" in door.says(asks("/api/v1/problems"))


def test_pipelined_requests_are_answered_in_order_however_many_bytes_they_have(door: Door) -> None:
    paths = ["/healthz", "/api/v1/problems", "/nowhere"] * 400
    sent = b"".join(b"GET %b HTTP/1.1\r\nHost: here\r\n\r\n" % path.encode() for path in paths)
    replies = door.says(sent + asks("/healthz"))
    statuses = re.findall(rb"HTTP/1\.1 (\d+) ", replies)
    assert statuses == [b"200", b"200", b"404"] * 400 + [b"200"]


def test_a_body_that_does_not_come_is_waited_for_no_longer_than_it_may_take(door: Door) -> None:
    assert problem(door.says(HALF))["type"] == "/api/v1/problems/too-slow"


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: "])
def test_headers_that_do_not_come_are_waited_for_no_longer(door: Door, begun: bytes) -> None:
    assert door.says(begun) == b""


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"Recount, please\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: here\r\nHost: there\r\n\r\n", 400),
        (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: here\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: here\r\nX-Long: " + b"a" * 9000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: whole\r\n\r\n", 501),
        (b"GET / HTTP/1.1\r\nHost: here\r\nExpect: nothing\r\n\r\n", 417),
        (b"GET / HTTP/2.0\r\nHost: here\r\n\r\n", 400),
        (b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ],
)  # fmt: skip
def test_what_is_no_request_is_told_so_in_a_problem(door: Door, sent: bytes, status: int) -> None:
    told = problem(door.says(sent))
    assert (told["type"], told["status"]) == ("about:blank", status)


def test_a_body_that_is_cut_wrong_is_no_fault_of_the_service(door: Door) -> None:
    head = HALF.partition(b"Content-Length")[0]
    told = problem(door.says(head + b"Transfer-Encoding: chunked\r\n\r\nnone\r\n"))
    assert (told["type"], told["status"]) == ("/api/v1/problems/malformed", 400)
    assert told["title"] == "The body is not JSON"


UPGRADE = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"


def opens(fields: bytes = b"", version: bytes = b"1.1") -> bytes:
    """Returns a request that opens a match."""
    head = b"POST /api/v1/matches HTTP/%b\r\nHost: here\r\nContent-Type: application/json\r\n" % version
    return head + fields + b'Content-Length: 16\r\n\r\n{"game":"arena"}'


def test_a_client_that_offers_another_protocol_is_served_in_this_one(door: Door) -> None:
    first, second = door.says(opens(UPGRADE) + asks("/healthz")).split(b"HTTP/1.1 ")[1:]
    assert first.startswith(b"201 ")
    assert second.startswith(b"200 ")


def test_an_offer_that_arrives_in_parts_is_served_too(door: Door) -> None:
    with closing(door.line()) as line:
        sent = opens(UPGRADE) + asks("/healthz")
        for end in range(0, len(sent), 40):
            line.sendall(sent[end : end + 40])
        assert heard(line).count(b"HTTP/1.1 20") == 2


def test_a_client_of_the_first_version_gets_a_stream_without_chunks(door: Door) -> None:
    with closing(door.line()) as line, line.makefile("rb") as lines:
        line.sendall(b"GET /api/v1/facts HTTP/1.0\r\nAccept: text/event-stream\r\n\r\n")
        head = list(iter(lines.readline, b"\r\n"))
        assert not [field for field in head if field.lower().startswith(b"transfer-encoding")]
        assert lines.readline() == b"retry: 2000\n"
        opened = door.says(opens(b"Connection: close\r\n"))
        match = json.loads(opened.partition(b"\r\n\r\n")[2])["id"].encode()
        names = set[bytes]()
        while match not in (read := lines.readline()):
            names.add(read.partition(b":")[0])
        assert names <= {b"", b"\n", b"id", b"event", b"data"}


def test_a_client_of_the_first_version_gets_a_reply_at_once_and_whole(door: Door) -> None:
    reply = door.says(opens(b"Expect: 100-continue\r\n", b"1.0"))
    assert reply.startswith(b"HTTP/1.1 201 ")
    match = json.loads(reply.partition(b"\r\n\r\n")[2])["id"]
    path = f"/api/v1/matches/{match}/export"
    whole = door.says(f"GET {path} HTTP/1.0\r\n\r\n".encode()).partition(b"\r\n\r\n")[2]
    assert json.loads(whole)["match"] == match


@pytest.mark.parametrize("path", ["/docs/viewer/swagger-ui.css", "/healthz"])
def test_a_reply_has_one_date(door: Door, path: str) -> None:
    head = door.says(asks(path)).partition(b"\r\n\r\n")[0].lower()
    assert head.count(b"\r\ndate: ") == 1


def test_what_is_left_for_files_and_the_store_no_connection_takes(door: Door) -> None:
    with ExitStack() as lines:
        taken = [stream(door, f"127.0.0.{4 + number // MOST}", lines)[9:12] for number in range(ALL + 1)]
        assert taken[0] == b"200"
        refused = heard(lines.enter_context(closing(door.line("127.0.0.3"))))
        assert b"Retry-After: 1\r\n" in refused
        assert (problem(refused)["status"], problem(refused)["detail"]) == (503, FULL)
        assert problem(refused)["fix"] == KINDS["unavailable"].fix
