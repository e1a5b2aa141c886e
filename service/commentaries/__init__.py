"""Commentaries on matches, as notes on their facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints and the pages of commentaries."""
    from ..http.contract.document import register_resources
    from . import api, pages

    register_resources(app, api.commentaries)
    app.register_blueprint(pages.notes)
