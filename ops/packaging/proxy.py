"""The example of a proxy, tried: nginx with the file that the wheel installs, in front of a service."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ops.shared.processes import free_port, running

PROGRAM = Path("/usr/sbin/nginx")
EXAMPLE = "share/recount/nginx.conf"
_SIGN = (
    *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
    *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
)
"""Makes a certificate for this machine, which its own key signs."""
_MAIN = """daemon off;
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
    """An nginx that runs: its addresses, and the certificate that it shows."""

    http: str
    https: str
    certificate: Path


@contextmanager
def nginx(example: Path, folder: Path, behind: int) -> Iterator[Proxy]:
    """Runs the *example* before the port *behind*, with ports and a certificate of its own, in *folder*."""
    plain, encrypted = free_port(), free_port()
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        [*_SIGN, "-keyout", str(key), "-out", str(certificate)], check=True, stderr=subprocess.DEVNULL
    )
    changed = {
        "127.0.0.1:8440": f"127.0.0.1:{behind}",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl": f"listen 127.0.0.1:{encrypted} ssl",
        "    listen [::]": "    #listen [::]",
        "recount.example;": "localhost;",
        "/etc/letsencrypt/live/recount.example/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/recount.example/privkey.pem": str(key),
    }
    text = example.read_text(encoding="utf-8")
    for there, here in changed.items():
        assert there in text, f"the example does not say {there}"
        text = text.replace(there, here)
    (folder / "recount.conf").write_text(text, encoding="utf-8")
    (folder / "nginx.conf").write_text(_MAIN.format(folder=folder), encoding="utf-8")
    command = [str(PROGRAM), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    subprocess.run([*command, "-t", "-q"], check=True)
    with running(command):
        yield Proxy(f"http://localhost:{plain}", f"https://localhost:{encrypted}", certificate)
