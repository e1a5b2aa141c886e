"""Games, card sets, rulebooks, lessons and puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints and the pages of games, cards and rules."""
    from ..http.contract.document import register_resources
    from . import pages
    from .api import games, rules

    register_resources(app, games.games, rules.rules)
    app.register_blueprint(pages.rules)
