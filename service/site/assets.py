"""Styles, scripts and pictures with a version in their address, so that browsers cache them for good.

The version is computed once, when the service starts. A page loads one script and one or two style sheets.
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
from ..http.constants import constant
from ..http.middleware.rate_limit_headers import unlimited
from ..identity.browser import ASSETS
from ..shared.i18n import LANGUAGES, page_language
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
            "challenge",
            "join",
            "lobby",
            "notifications",
            "opening",
            "queue",
            "record-key",
            "sheet",
            "tournament/announcing",
            "tournament/check-in",
            "tournament/desk",
            "tournament/my-table",
            "tournament/overview",
            "tournament/projector",
            "tournament/register",
            "tournament/results-grid",
            "learn",
        )
    ),
    *(
        (page, game)
        for page in ("case-record", "desk", "embed", "match", "record", "rulebook", "study")
        for game in GAMES
    ),
}
"""The modules in `js/pages`, and the games whose boards they draw."""

FACE = "faces"
"""A placeholder for the style sheet of the game on the page."""
_BASE = ("tokens", "elements", "forms", "layout")
_PAGE = ("fonts", *_BASE)
"""Pages of the service load our font. Offline files use a font of the system."""
_BOARD = ("match", "replay", "dialogs", "boards", FACE, "cards", "clocks")
STYLES = {
    "page": _PAGE,
    "match": (
        *_BOARD,
        "table",
        "question",
        "panel",
        "commentaries",
        "marks",
        "dispute",
        "chances",
        "fork-dialog",
        "example",
        "explanation",
        "played-line",
        "talk",
    ),
    "record": (*_BOARD, "record", "correction"),
    "study": (*_BOARD, "fork-dialog", "marks", "study"),
    "desk": (*_BOARD, "marks", "offline", "desk", "chances", "sides", "correction"),
    "embed": (*_PAGE, *_BOARD, "embed"),
    "learn": ("lobby", "learn"),
    "tournament": ("lobby", "tournament", "bracket"),
    "players-sheet": ("lobby", "tournament", "players-sheet"),
    "case": ("case", "print"),
    "case-record": (*_BOARD, "lobby", "tournament", "case", "table-case", "correction"),
    "table-case": ("lobby", "tournament", "case", "table-case"),
    "standings": (*_PAGE, "tournament", "embed"),
    "offline": (*_BASE, *_BOARD, "offline"),
}
"""The bundles of style sheets, one for all pages and more for some of them."""

_COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*\*/")
"""Browsers do not need comments."""

YEAR = 365 * 24 * 60 * 60
"""Seconds for which browsers may cache a file."""


def init_app(app: Flask) -> None:
    """Serves files as `FILE`, bundles of style sheets as `STYLE` and scripts of pages as `SCRIPT`."""
    current_version = release_digest()
    scripts, styles = cache(bundle.page), cache(style_sheet)

    @constant()
    def send(version: str, filename: str) -> Response:
        return cacheable(send_whole_file(FOLDER, filename), version)

    @constant("game")
    def style(version: str, page: str) -> Response:
        game = request.args.get("game", "")
        if page not in STYLES or game not in (GAMES if FACE in STYLES[page] else ("",)):
            abort(404)
        return cacheable(Response(styles(page, game), mimetype="text/css"), version)

    @constant("game", "lang")
    def script(version: str, page: str) -> Response:
        game, lang = request.args.get("game", ""), request.args.get("lang", ENGLISH)
        if (page, game) not in PAGES or lang not in LANGUAGES:
            abort(404)
        return cacheable(Response(scripts(page, game, lang), mimetype="text/javascript"), version)

    def cacheable(reply: Response, version: str) -> Response:
        """Lets browsers cache *reply*, unless *version* is that of another release."""
        is_current = version == current_version
        reply.cache_control.no_cache = None if is_current else True
        reply.cache_control.public = True
        reply.cache_control.max_age = YEAR if is_current else 0
        reply.cache_control.immutable = is_current
        return reply

    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint in ASSETS:
            values["version"] = current_version
        if endpoint == SCRIPT:
            values["lang"] = page_language()

    app.add_url_rule("/static/<version>/<path:filename>", FILE, unlimited(send))
    app.add_url_rule("/static/<version>/pages/<page>.css", STYLE, unlimited(style))
    app.add_url_rule("/static/<version>/pages/<path:page>.js", SCRIPT, unlimited(script))
    app.url_default_functions.setdefault(None, []).append(add_version)


def send_whole_file(folder: Path, filename: str) -> Response:
    """Returns a reply with the file *filename* in *folder*."""
    reply = send_from_directory(folder, filename)
    reply.direct_passthrough = False
    reply.make_sequence()  # streams are not compressed
    return reply


def style_sheet(page: str, game: str) -> str:
    """Returns the style sheets of *page* as one, later ones last."""
    return "\n".join(_COMMENT.sub("", _style_file(name, game).read_text("utf-8")) for name in STYLES[page])


def _style_file(name: str, game: str) -> Traversable:
    if name == FACE:
        return faces.file(game, "board.css")
    return resources.files(__package__) / f"static/css/{name}.css"


@cache
def release_digest() -> str:
    """Returns the first digits of the digest of all files, which name this release in their addresses."""
    digest = hashlib.sha256()
    for folder in (FOLDER, TRANSLATIONS, Path(faces.__file__).parent):
        for file in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"):
            digest.update(f"{file.relative_to(folder)}\0".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]
