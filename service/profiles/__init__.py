"""Public profiles of players, with matches, rating and characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints and the page of players."""
    from ..http.contract.document import register_resources
    from . import api
    from .pages import player_page

    register_resources(app, api.profiles)
    app.register_blueprint(player_page)
