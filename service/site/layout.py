"""The layout of all pages, and the cookies for their language and theme."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Request, Response, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from domain.games import GAMES
from replays.analysis.judgments import REVIEW_LEVELS
from replays.bots.players import BOTS

from ..catalog.cardsets import localized_title
from ..catalog.first_match import load_first_match
from ..catalog.lessons import load_lessons
from ..catalog.position_drawings import draw_game
from ..http.pages import Pages
from ..identity import browser
from ..shared import i18n
from .assets import YEAR

shell = Pages("shell", __name__)

THEMES = ("auto", "light", "dark")
THEME = "theme"
"""The cookie with a theme. Without it the browser chooses."""


@shell.app_context_processor
def _template_context() -> dict[str, Any]:
    return {
        "_": i18n.says,
        "lang": i18n.page_language(),
        "languages": i18n.LANGUAGES,
        "theme": _theme(),
        "themes": {
            "auto": i18n.says("Automatic"),
            "light": i18n.says("Light"),
            "dark": i18n.says("Dark"),
        },
        "picture_of": lambda name: draw_game(GAMES[name]) if name in GAMES else "",
        "titles": {name: localized_title(name, i18n.page_language()) for name in GAMES},
        "taught": [name for name in GAMES if load_lessons(name)],
        "beginnings": [name for name in GAMES if load_first_match(name)],
        "rulebooks": [name for name, game in GAMES.items() if game.RULEBOOK],
        "csrf": browser.csrf_token,
        "levels": level_choices,
    }


def bot_levels(thinking: bool = False) -> dict[str, str]:
    """Returns labels for the levels of bots, by name. With *thinking* only those of bots that search."""
    labels = {
        "random": i18n.says("random"),
        "greedy": i18n.says("easy"),
        "quick": i18n.says("medium"),
        "steady": i18n.says("hard"),
        "deep": i18n.says("hardest"),
    }
    return {name: labels.get(name, name) for name in (REVIEW_LEVELS if thinking else BOTS)}


def level_choices(thinking: bool = False) -> dict[str, str]:
    """Returns each level of `bot_levels` with what its bots do, by name."""
    deeds = {
        "random": i18n.says("answers by chance"),
        "greedy": i18n.says("looks one answer ahead"),
        "quick": i18n.says("thinks for a moment"),
        "steady": i18n.says("thinks for a while"),
        "deep": i18n.says("thinks for a second"),
    }
    return {
        name: f"{label.capitalize()} – {deeds[name]}" if name in deeds else label
        for name, label in bot_levels(thinking).items()
    }


def _theme() -> str:
    """Returns the theme of the request."""
    theme = request.cookies.get(THEME, "")
    return theme if theme in THEMES else THEMES[0]


@shell.post("/settings")
def choose() -> BaseResponse:
    """Stores the language or the theme from the menu, and redirects to the page of the menu."""
    reply = redirect(_previous_page(), 303)
    for cookie, allowed in ((i18n.COOKIE, i18n.LANGUAGES), (THEME, THEMES)):
        if (value := request.form.get(cookie, "")) in allowed:
            _set_cookie(reply, cookie, value)
    return reply


def keep_language(request: Request, reply: Response) -> None:
    """Stores the language of `?lang=` in a cookie, except for frames on other sites."""
    if request.blueprint != "embed":
        reply.headers.setdefault("Cache-Control", "private, no-cache")
        if (lang := request.args.get(i18n.COOKIE, "")) in i18n.LANGUAGES:
            _set_cookie(reply, i18n.COOKIE, lang)


def _set_cookie(reply: BaseResponse, cookie: str, value: str) -> None:
    https = current_app.extensions["settings"].https
    reply.set_cookie(cookie, value, max_age=YEAR, httponly=True, samesite="Lax", secure=https)


def _previous_page() -> str:
    """Returns the path and query of the page that sent the form, without `lang`.

    The path begins with exactly one slash, because two would lead to another host.
    """
    page = urlsplit(request.referrer or "")
    if page.netloc != request.host:
        return url_for("web.lobby")
    query = urlencode([(name, value) for name, value in parse_qsl(page.query) if name != i18n.COOKIE])
    return "/" + page.path.lstrip("/\\") + (f"?{query}" if query else "")
