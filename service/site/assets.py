"""Styles, scripts and pictures with a version in their address, so that browsers cache them for good.

The version is a digest of the content. A page loads one script and one or two style sheets.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request, send_from_directory

from domain.games import GAMES
from replays.text.languages import ENGLISH

from .. import faces
from ..http.constants import constant
from ..http.middleware.rate_limit_headers import unlimited
from ..identity.browser import ASSETS
from ..shared.i18n import LANGUAGES, catalogue, page_language
from . import bundle

FILE, STYLE, SCRIPT = ASSETS
FOLDER = Path(__file__).parent / "static"
TRANSLATIONS = Path(__file__).parent / "locale"
TEMPLATES = Path(__file__).parent / "templates"

PAGES = {
    *((page, "") for page in bundle.PLAIN_PAGES),
    *((page, game) for page in bundle.BOARD_PAGES for game in GAMES),
}
"""The pages with a script, and the games whose boards they draw."""

_FONT = re.compile(r"url\(\.\./(fonts/[^)]+)\)")
"""The address of a font in a built style sheet."""

YEAR = 365 * 24 * 60 * 60
"""Seconds for which browsers may cache a file."""


def init_app(app: Flask) -> None:
    """Serves files as `FILE`, bundles of style sheets as `STYLE` and scripts of pages as `SCRIPT`.

    Raises `BundleError`.
    """
    bundle.build_folder()

    @constant()
    def send(version: str, filename: str) -> Response:
        if filename != posixpath.normpath(filename):  # one file has one address, and one version in memory
            abort(404)
        return cacheable(send_whole_file(_folder_of(filename), filename), version, file_version(filename))

    @constant("game")
    def style(version: str, page: str) -> Response:
        game = request.args.get("game", "")
        if page not in bundle.STYLES or game not in (GAMES if bundle.FACE in bundle.STYLES[page] else ("",)):
            abort(404)
        text = style_sheet(page, game)
        return cacheable(Response(text, mimetype="text/css"), version, text_version(text))

    @constant("game", "lang")
    def script(version: str, page: str) -> Response:
        game, lang = request.args.get("game", ""), request.args.get("lang", ENGLISH)
        if (page, game) not in PAGES or lang not in LANGUAGES:
            abort(404)
        text = page_script(page, game, lang)
        return cacheable(Response(text, mimetype="text/javascript"), version, text_version(text))

    def cacheable(reply: Response, version: str, current_version: str) -> Response:
        """Lets browsers cache *reply*, unless *version* is that of another content."""
        is_current = version == current_version
        reply.cache_control.no_cache = None if is_current else True
        reply.cache_control.public = True
        reply.cache_control.max_age = YEAR if is_current else 0
        reply.cache_control.immutable = is_current
        return reply

    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == FILE:
            values["version"] = file_version(values["filename"])
        if endpoint == STYLE:
            values["version"] = text_version(style_sheet(values["page"], values.get("game", "")))
        if endpoint == SCRIPT:
            values["lang"] = page_language()
            values["version"] = text_version(
                page_script(values["page"], values.get("game", ""), values["lang"])
            )

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


@cache
def page_script(page: str, game: str, lang: str) -> str:
    """Returns the script of *page* with all its imports, in the language *lang*."""
    messages, words = _messages(), catalogue(lang)

    def translate(mark: re.Match[str]) -> str:
        singular, plural = messages[int(mark[1])]
        text = words.ngettext(singular, plural, int(mark[2]) + 1) if plural else words.gettext(singular)
        return json.dumps(text, ensure_ascii=False)

    return bundle.MARK.sub(translate, _variant(game).joinpath(f"pages/{page}.js").read_text("utf-8"))


@cache
def style_sheet(page: str, game: str) -> str:
    """Returns the style sheets of *page* as one, later ones last."""
    text = _variant(game).joinpath(f"styles/{page}.css").read_text("utf-8")
    return _FONT.sub(lambda font: f"url(../../{file_version(font[1])}/{font[1]})", text)


def _variant(game: str) -> Path:
    """Returns the folder of the bundles with the board of *game*, or without one."""
    own = bundle.build_folder() / (game or bundle.PLAIN)
    return own if own.is_dir() else own.with_name(bundle.TEXT)


@cache
def _messages() -> list[tuple[str, str]]:
    messages: list[tuple[str, str]] = json.loads((bundle.build_folder() / bundle.MESSAGES).read_text("utf-8"))
    return messages


def _folder_of(filename: str) -> Path:
    """Returns the folder of a file to send. Style sheets are built ones."""
    return bundle.build_folder() / bundle.PLAIN if filename.endswith(".css") else FOLDER


@cache
def file_version(filename: str) -> str:
    """Returns the version of a file. One that is missing has none."""
    file = _folder_of(filename) / filename
    return _digest(file.read_bytes()) if file.is_file() else ""


@cache
def text_version(text: str) -> str:
    """Returns the version of a script or style sheet."""
    return _digest(text.encode())


@cache
def release_digest() -> str:
    """Returns the first digits of the digest of all files, which name this release in browsers."""
    folders = (FOLDER, TRANSLATIONS, TEMPLATES, Path(faces.__file__).parent)
    files = (path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix != ".pyc")
    return _digest(
        "".join(f"{path.name} {_digest(path.read_bytes())} " for path in files if path.is_file()).encode()
    )


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]
