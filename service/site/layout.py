"""The layout of every page: its language, light or dark, and what a browser keeps of that."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Request, Response, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from domain.games import GAMES

from ..catalog.first_match import first_match
from ..catalog.lessons import lessons
from ..catalog.playable_games import title
from ..http.pages import Pages
from ..identity import browser
from ..shared import i18n
from .assets import YEAR
from .levels import levels

shell = Pages("shell", __name__)

THEMES = ("auto", "light", "dark")
THEME = "theme"
"""The cookie that holds one of them; none: as the browser likes it."""


@shell.app_context_processor
def _around() -> dict[str, Any]:
    return {
        "_": i18n.says,
        "lang": i18n.chosen(),
        "languages": i18n.LANGUAGES,
        "theme": theme(),
        "themes": {
            "auto": i18n.says("Automatic"),
            "light": i18n.says("Light"),
            "dark": i18n.says("Dark"),
        },
        "titles": {name: title(name, i18n.chosen()) for name in GAMES},
        "taught": [name for name in GAMES if lessons(name)],
        "beginnings": [name for name in GAMES if first_match(name)],
        "rulebooks": [name for name, game in GAMES.items() if game.RULEBOOK],
        "csrf": browser.csrf,
        "levels": levels,
    }


def theme() -> str:
    """Returns how the page is to look."""
    kept = request.cookies.get(THEME, "")
    return kept if kept in THEMES else THEMES[0]


@shell.post("/settings")
def choose() -> BaseResponse:
    """Keeps the language or the theme that the menu offers, and goes back to where that was."""
    reply = redirect(_back(), 303)
    for cookie, allowed in ((i18n.COOKIE, i18n.LANGUAGES), (THEME, THEMES)):
        if (value := request.form.get(cookie, "")) in allowed:
            _keep(reply, cookie, value)
    return reply


def keep_language(request: Request, reply: Response) -> None:
    """Keeps a language that was asked for by `?lang=`; a frame on another site's page keeps nothing."""
    if request.blueprint != "embed":
        reply.headers.setdefault("Cache-Control", "private, no-cache")
        if (asked := request.args.get(i18n.COOKIE, "")) in i18n.LANGUAGES:
            _keep(reply, i18n.COOKIE, asked)


def _keep(reply: BaseResponse, cookie: str, value: str) -> None:
    https = current_app.extensions["settings"].https
    reply.set_cookie(cookie, value, max_age=YEAR, httponly=True, samesite="Lax", secure=https)


def _back() -> str:
    """Returns the page that sent the form, as its address was by then, without a language in it.

    Only its path is taken, which begins with one stroke: two would lead to another host.
    """
    page = urlsplit(request.referrer or "")
    if page.netloc != request.host:
        return url_for("web.lobby")
    query = urlencode([(name, value) for name, value in parse_qsl(page.query) if name != i18n.COOKIE])
    return "/" + page.path.lstrip("/\\") + (f"?{query}" if query else "")
