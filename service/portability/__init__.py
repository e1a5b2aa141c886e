"""Exports, imports and backups of matches and whole stores as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints of exports and imports, and the page of a match in one file."""
    from ..http.contract.document import register_resources
    from .api import exports, imports
    from .pages import offline

    register_resources(app, exports.exports, imports.imports)
    app.register_blueprint(offline.offline)
