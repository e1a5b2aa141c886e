"""Matches, with their commands, views, lobby, bots and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints and the pages of matches."""
    from ..http.contract.document import register_resources
    from ..http.direct import DIRECT, DirectEndpoints
    from .api import agreements, answers, forks, matches, seats
    from .pages import match, printing, summary, table

    register_resources(app, matches.matches, seats.seats, answers.answers, agreements.agreements, forks.forks)
    direct: DirectEndpoints = app.extensions[DIRECT]
    direct.add_endpoint("GET", "", matches.PRESENT_VIEW)
    direct.add_endpoint("POST", "/answers", answers.ANSWERING)
    app.register_blueprint(match.pages)
    app.register_blueprint(printing.printing)
    app.register_blueprint(table.table_pages)
    app.register_blueprint(summary.summary_pages)
