"""Statistics of all matches, with win rates by character, seat, card and month."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoint and the pages of statistics."""
    from ..http.contract.document import register_resources
    from . import api
    from .pages import statistics_pages

    register_resources(app, api.statistics)
    app.register_blueprint(statistics_pages)
