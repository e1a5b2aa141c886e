"""Styles, scripts and pictures, under an address that changes when they do: so browsers keep them for good.

The version stands before the path: it is made once, when the service starts. The modules of a page are sent
as one script, and what it is styled by as one style sheet.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request, send_from_directory

from domain.games import GAMES
from replays.text.languages import ENGLISH

from .. import faces
from ..http.middleware.rate_limit_headers import unlimited
from ..identity.browser import ASSETS
from ..shared.i18n import LANGUAGES, chosen
from . import bundle

FILE, STYLE, SCRIPT = ASSETS
FOLDER = Path(__file__).parent / "static"
TRANSLATIONS = Path(__file__).parent / "locale"
TEMPLATES = Path(__file__).parent / "templates"

PAGES = {
    *(
        (page, "")
        for page in (
            "account",
            "case",
            "join",
            "lobby",
            "opening",
            "queue",
            "tournament",
            "tournament-desk",
            "results-grid",
            "announcing",
            "check-in",
            "projector",
            "my-table",
            "learn",
        )
    ),
    *((page, game) for page in ("desk", "embed", "match", "rulebook", "study") for game in GAMES),
}
"""The modules in `js/pages` that pages begin with, and the games whose boards they draw."""

FACE = "faces"
"""Stands for the style sheet of the game whose board a page draws."""
_BASE = ("tokens", "elements", "forms", "layout")
_PAGE = ("fonts", *_BASE)
"""A page that comes from here has our face for names; one in a file of its own takes what the machine has."""
_BOARD = ("match", "replay", "dialogs", "boards", FACE, "cards", "clocks")
STYLES = {
    "page": _PAGE,
    "match": (
        *_BOARD,
        "table",
        "commentaries",
        "marks",
        "dispute",
        "chances",
        "fork-dialog",
        "example",
        "explanation",
        "played-line",
    ),
    "study": (*_BOARD, "fork-dialog", "marks", "study"),
    "desk": (*_BOARD, "marks", "offline", "desk", "chances", "sides", "correction"),
    "embed": (*_PAGE, *_BOARD, "embed"),
    "learn": ("lobby", "learn"),
    "tournament": ("lobby", "tournament", "bracket"),
    "standings": (*_PAGE, "tournament", "embed"),
    "offline": (*_BASE, *_BOARD, "offline"),
}
"""The style sheets that are sent as one: those of every page, and what pages that show a board add."""

_COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*\*/")
"""Browsers are not sent what people read."""

YEAR = 365 * 24 * 60 * 60
"""Seconds that a browser may keep a file without asking again."""


def init_app(app: Flask) -> None:
    """Serves the files of the pages as `FILE`; a style sheet and a script a page as `STYLE` and `SCRIPT`."""
    ours = _version()
    scripts, styles = cache(bundle.page), cache(styled)

    def send(version: str, filename: str) -> Response:
        reply = send_from_directory(FOLDER, filename)
        reply.direct_passthrough = False
        reply.make_sequence()  # what is streamed would not be compressed
        return kept(reply, version)

    def style(version: str, page: str) -> Response:
        game = request.args.get("game", "")
        if page not in STYLES or (game in GAMES) != (FACE in STYLES[page]):
            abort(404)
        return kept(Response(styles(page, game), mimetype="text/css"), version)

    def script(version: str, page: str) -> Response:
        game, lang = request.args.get("game", ""), request.args.get("lang", ENGLISH)
        if (page, game) not in PAGES or lang not in LANGUAGES:
            abort(404)
        return kept(Response(scripts(page, game, lang), mimetype="text/javascript"), version)

    def kept(reply: Response, version: str) -> Response:
        """Lets browsers keep *reply*. Under the version of another release it may be another one."""
        same = version == ours
        reply.cache_control.no_cache = None if same else True
        reply.cache_control.public = True
        reply.cache_control.max_age = YEAR if same else 0
        reply.cache_control.immutable = same
        return reply

    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint in ASSETS:
            values["version"] = ours
        if endpoint == SCRIPT:
            values["lang"] = chosen()

    app.add_url_rule("/static/<version>/<path:filename>", FILE, unlimited(send))
    app.add_url_rule("/static/<version>/pages/<page>.css", STYLE, unlimited(style))
    app.add_url_rule("/static/<version>/pages/<path:page>.js", SCRIPT, unlimited(script))
    app.url_default_functions.setdefault(None, []).append(add_version)


def styled(page: str, game: str) -> str:
    """Returns the style sheets of *page* as one: where two say something, the later decides."""
    return "\n".join(_COMMENT.sub("", _sheet(name, game).read_text("utf-8")) for name in STYLES[page])


def _sheet(name: str, game: str) -> Traversable:
    if name == FACE:
        return faces.file(game, "board.css")
    return resources.files(__package__) / f"static/css/{name}.css"


def _version() -> str:
    """Returns a name for the files as they are: the beginning of the digest of all of them."""
    digest = hashlib.sha256()
    for folder in (FOLDER, TRANSLATIONS, Path(faces.__file__).parent):
        for file in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"):
            digest.update(f"{file.relative_to(folder)}\0".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]
