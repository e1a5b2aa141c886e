"""Matches: opened, seats claimed, answered, conceded, paused, forked, listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints and the pages of matches."""
    from ..http.openapi import register
    from ..http.short_path import SHORT_PATH, Route, ShortPath
    from .api import agreements, answers, forks, matches, seats
    from .pages import match, table

    register(app, matches.matches, seats.seats, answers.answers, agreements.agreements, forks.forks)
    short: ShortPath = app.extensions[SHORT_PATH]
    short.add("GET", "", Route(matches.show_shortly, "matches.show"))
    short.add("POST", "/answers", Route(answers.answer_shortly, "answers.answer"))
    app.register_blueprint(match.pages)
    app.register_blueprint(table.around)
