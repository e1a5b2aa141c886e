"""A proxy before the service that holds a reply back, as a slow line does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

from .serving import HTTP, PATIENCE, Served

LEFT_OUT = {"content-encoding", "content-length", "transfer-encoding", "connection"}
"""Headers that hold for one connection, or for the compressed body."""


class HoldingProxy(ThreadingHTTPServer):
    """Passes requests on to the service. `held_path` is the address whose next reply waits for `released`."""

    daemon_threads = True

    def __init__(self, served: Served) -> None:
        super().__init__(("127.0.0.1", 0), _ProxiedRequest)
        self.service = served.url
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.held_path = ""
        self.arrived, self.released = Event(), Event()


class _ProxiedRequest(BaseHTTPRequestHandler):
    server: HoldingProxy
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._pass_on()

    def do_POST(self) -> None:
        self._pass_on()

    def _pass_on(self) -> None:
        proxy = self.server
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = [(name, value) for name, value in self.headers.items() if name.lower() not in LEFT_OUT]
        reply = HTTP.request(self.command, proxy.service + self.path, headers=headers, content=body)
        if proxy.held_path == self.path:
            proxy.held_path = ""
            proxy.arrived.set()
            assert proxy.released.wait(PATIENCE)
        self.send_response(reply.status_code)
        for name, value in reply.headers.multi_items():
            if name.lower() not in LEFT_OUT:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.content)))
        self.end_headers()
        self.wfile.write(reply.content)

    def log_message(self, format: str, *args: object) -> None:
        """Logs nothing: the service does."""


@contextmanager
def holding(served: Served) -> Iterator[HoldingProxy]:
    """Runs a proxy before the service."""
    with HoldingProxy(served) as proxy:
        thread = Thread(target=proxy.serve_forever)
        thread.start()
        try:
            yield proxy
        finally:
            proxy.released.set()
            proxy.shutdown()
            thread.join()
