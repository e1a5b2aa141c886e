"""Styles, scripts and pictures, under an address that changes when they do: so browsers keep them for good.

The version stands before the path: it is made once, when the service starts. The modules of a page are sent
as one script.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request, send_from_directory

from domain.games import GAMES

from .. import faces
from ..http.rate_limit_headers import unlimited
from . import bundle

FILE, FACE, SCRIPT = ENDPOINTS = ("web.static", "web.face", "web.script")
FOLDER = Path(__file__).parent / "static"
TEMPLATES = Path(__file__).parent / "templates"

PAGES = {
    *(
        (page, "")
        for page in ("account", "case", "join", "opening", "queue", "tournament", "projector", "my-table")
    ),
    *((page, game) for page in ("desk", "embed", "match", "rulebook", "study") for game in GAMES),
}
"""The modules in `js/pages` that pages begin with, and the games whose boards they draw."""

STYLES = {
    "page": ("tokens", "elements", "forms", "layout"),
    "board": ("match", "replay", "dialogs", "boards"),
}
"""The style sheets of every page, and those of a page that shows a board; templates know them as `styles`."""

YEAR = 365 * 24 * 60 * 60
"""Seconds that a browser may keep a file without asking again."""


def init_app(app: Flask) -> None:
    """Serves the files of the pages, and a script a page: `url_for` finds both, as `FILE` and as `SCRIPT`."""
    ours = _version()
    scripts = cache(bundle.page)

    def send(version: str, filename: str) -> Response:
        reply = send_from_directory(FOLDER, filename)
        reply.direct_passthrough = False
        reply.make_sequence()  # what is streamed would not be compressed
        return kept(reply, version)

    def face(version: str, game: str) -> Response:
        if game not in GAMES:
            abort(404)
        return kept(Response(stylesheet(f"faces/{game}").read_bytes(), mimetype="text/css"), version)

    def script(version: str, page: str) -> Response:
        game = request.args.get("game", "")
        if (page, game) not in PAGES:
            abort(404)
        return kept(Response(scripts(page, game), mimetype="text/javascript"), version)

    def kept(reply: Response, version: str) -> Response:
        """Lets browsers keep *reply*. Under the version of another release it may be another one."""
        same = version == ours
        reply.cache_control.no_cache = None if same else True
        reply.cache_control.public = True
        reply.cache_control.max_age = YEAR if same else 0
        reply.cache_control.immutable = same
        return reply

    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint in ENDPOINTS:
            values["version"] = ours

    app.jinja_env.globals["styles"] = STYLES
    app.add_url_rule("/static/<version>/<path:filename>", FILE, unlimited(send))
    app.add_url_rule("/static/<version>/css/faces/<game>.css", FACE, unlimited(face))
    app.add_url_rule("/static/<version>/pages/<path:page>.js", SCRIPT, unlimited(script))
    app.url_default_functions.setdefault(None, []).append(add_version)


def stylesheet(name: str) -> Traversable:
    """Returns a style sheet by its name; `faces/` and the name of a game is that of its board."""
    folder, _, game = name.rpartition("/")
    return (
        faces.file(game, "board.css") if folder else resources.files(__package__) / f"static/css/{name}.css"
    )


def _version() -> str:
    """Returns a name for the files as they are: the beginning of the digest of all of them."""
    digest = hashlib.sha256()
    for folder in (FOLDER, Path(faces.__file__).parent):
        for file in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"):
            digest.update(f"{file.relative_to(folder)}\0".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]
