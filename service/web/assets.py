"""Styles, scripts and pictures, under an address that changes when they do: so browsers keep them for good.

The version stands before the path, and modules import each other by relative paths: one address makes all of
them new. It is made once, when the service starts.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from flask import Flask, Response, send_from_directory

ENDPOINT = "web.static"
FOLDER = Path(__file__).parent / "static"

YEAR = 365 * 24 * 60 * 60
"""Seconds that a browser may keep a file without asking again."""


def publish(app: Flask) -> None:
    """Serves the files of the pages: `url_for("web.static", filename=…)` is where."""
    version = _version()

    def send(version: str, filename: str, ours: str = version) -> Response:
        """Sends a file. Under the version of another release it may be another one, and is not to be kept."""
        reply = send_from_directory(FOLDER, filename, max_age=YEAR if version == ours else 0)
        reply.cache_control.immutable = version == ours
        reply.cache_control.public = True
        reply.direct_passthrough = False
        reply.make_sequence()  # what is streamed would not be compressed
        return reply

    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == ENDPOINT:
            values["version"] = version

    app.add_url_rule("/static/<version>/<path:filename>", ENDPOINT, send)
    app.url_default_functions.setdefault(None, []).append(add_version)


def _version() -> str:
    """Returns a name for the files as they are: the beginning of the digest of all of them."""
    digest = hashlib.sha256()
    for file in sorted(path for path in FOLDER.rglob("*") if path.is_file()):
        digest.update(f"{file.relative_to(FOLDER)}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]
