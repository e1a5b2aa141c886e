"""Tries a wheel: installs it, runs its commands, plays over HTTP, and listens through nginx."""

from __future__ import annotations

import os
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import httpx
from httpx_sse import connect_sse

from domain.games import GAMES
from ops.shared.processes import ROOT, free_port, running, serving
from recount_client import Recount
from service.matches.http_player import Player

MAX_DELAY_SECONDS = 1.0
"""Longest delay of a fact through a proxy that does not buffer."""
LOCK = ROOT / "ops/locks/run.txt"
NGINX = Path("/usr/sbin/nginx")
EXAMPLE = "share/recount/nginx.conf"
MAKE_CERTIFICATE = (
    *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
    *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
)
NGINX_CONFIGURATION = """daemon off;
pid {folder}/pid;
error_log stderr warn;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/recount.conf;
}}
"""


class Proxy(NamedTuple):
    """The addresses of a running nginx, and its certificate."""

    http: str
    https: str
    certificate: Path

    def client(self) -> httpx.Client:
        """Returns a client that trusts the certificate."""
        context = ssl.create_default_context(cafile=self.certificate)
        return httpx.Client(base_url=self.https, verify=context, timeout=30)


def try_wheel() -> Iterator[tuple[str, str]]:
    """Yields the name and the result of each step; raises the first failure."""
    with TemporaryDirectory(prefix="recount-") as name:
        folder = Path(name)
        folder.chmod(0o711)  # for the user of nginx
        start = time.monotonic()
        installed = Installed(folder)
        yield "installed", f"{installed.wheel.name}, in {time.monotonic() - start:.0f} s"
        yield "recount --version", installed.run("--version")[0]
        for line in installed.run("check-config"):
            yield "recount check-config", line
        for line in installed.run("demo", "--once", "--port", "0"):
            if line.startswith(("Match", "Result", "Verification")):
                yield "recount demo --once", line
        if not NGINX.exists():
            yield "nginx", "not tried: it is not installed here"
            return
        port, nginx_folder = free_port(), folder / "nginx"
        nginx_folder.mkdir()
        with run_nginx(installed.prefix / EXAMPLE, nginx_folder, port) as proxy:
            with installed.serving(port, RECOUNT_PROXIES="1", RECOUNT_HTTPS="on"):
                for line in check_proxy(proxy):
                    yield "nginx", line
            yield "nginx without a service", check_outage(proxy)


class Installed:
    """A wheel that is installed in *folder* with the locked versions; its commands run in `elsewhere`."""

    def __init__(self, folder: Path) -> None:
        self.prefix, self.elsewhere = folder / "recount", folder / "elsewhere"
        self.elsewhere.mkdir()
        subprocess.run([sys.executable, "-m", "venv", str(self.prefix)], check=True)
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        build = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
        subprocess.run([*pip, *build], cwd=ROOT, check=True)
        (self.wheel,) = folder.glob("*.whl")
        install = [*pip, "--python", str(self.prefix / "bin" / "python"), "install"]
        subprocess.run([*install, "--require-hashes", "-r", str(LOCK)], check=True)
        subprocess.run([*install, "--no-deps", str(self.wheel)], check=True)
        self._program = str(self.prefix / "bin" / "recount")
        self._env = {"PATH": os.environ["PATH"], "RECOUNT_DATA": str(self.elsewhere / "data")}

    def run(self, *words: str) -> list[str]:
        """Returns the output lines of a command; raises `CalledProcessError`."""
        command, env = [self._program, *words], self._env
        return subprocess.run(
            command, cwd=self.elsewhere, env=env, stdout=subprocess.PIPE, text=True, check=True
        ).stdout.splitlines()

    def serving(self, port: int, **variables: str) -> AbstractContextManager[object]:
        """Serves on *port* with *variables*."""
        env = {**self._env, "RECOUNT_LOG": "quiet", **variables}
        words = [f"{name}={value}" for name, value in env.items()]
        isolated = ["env", f"--chdir={self.elsewhere}", "--ignore-environment", *words]
        command = [*isolated, self._program, "serve", "--port", str(port)]
        return serving(command, {}, f"http://127.0.0.1:{port}/readyz")


@contextmanager
def run_nginx(example: Path, folder: Path, service_port: int) -> Iterator[Proxy]:
    """Runs nginx in *folder* by the *example*, with free ports and a certificate of its own."""
    http_port, https_port = free_port(), free_port()
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = [*MAKE_CERTIFICATE, "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    changes = {
        "127.0.0.1:8440": f"127.0.0.1:{service_port}",
        "listen 80;": f"listen 127.0.0.1:{http_port};",
        "listen 443 ssl": f"listen 127.0.0.1:{https_port} ssl",
        "    listen [::]": "    #listen [::]",
        "recount.example;": "localhost;",
        "/etc/letsencrypt/live/recount.example/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/recount.example/privkey.pem": str(key),
    }
    text = example.read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, f"the example lacks {old}"
        text = text.replace(old, new)
    (folder / "recount.conf").write_text(text, encoding="utf-8")
    (folder / "nginx.conf").write_text(NGINX_CONFIGURATION.format(folder=folder), encoding="utf-8")
    command = [str(NGINX), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    subprocess.run([*command, "-t", "-q"], check=True)
    with running(command):
        yield Proxy(f"http://localhost:{http_port}", f"https://localhost:{https_port}", certificate)


def check_proxy(proxy: Proxy) -> Iterator[str]:
    """Yields the results of requests and of a stream through the proxy."""
    response = httpx.get(f"{proxy.http}/docs")
    assert (response.status_code, response.headers["Location"]) == (301, "https://localhost/docs")
    with proxy.client() as http:
        assert http.get("/metrics").status_code == 404
        index = http.get("/", headers={"Accept": "application/json"})
        assert index.status_code == 200, index.text
        yield f"{proxy.https} answers, plain HTTP is redirected, /metrics is hidden"
        yield f"facts arrive one by one, within {1000 * max(measure_delays(http)):.0f} ms"


def measure_delays(http: httpx.Client) -> Iterator[float]:
    """Yields the seconds between a command and its fact on a stream."""
    player = Player(Recount(http=http))
    claims = player.open_match(next(iter(GAMES)), {}, 2)
    with connect_sse(http, "GET", f"/api/v1/matches/{player.match}/facts") as stream:
        facts = (event for event in stream.iter_sse() if event.id)
        next(facts)
        for seat, claim in enumerate(claims):
            start = time.monotonic()
            player.claim_seat(seat, claim, f"visitor {seat}")
            next(facts)
            seconds = time.monotonic() - start
            assert seconds < MAX_DELAY_SECONDS, f"a fact arrived after {seconds:.1f} s"
            yield seconds


def check_outage(proxy: Proxy) -> str:
    """Returns the problem that nginx sends in place of a stopped service."""
    with proxy.client() as http:
        response = http.get("/api/v1/matches")
    assert response.status_code == 503, response.text
    assert response.headers["Content-Type"] == "application/problem+json"
    return f"{response.status_code}, {response.json()['detail']}"
