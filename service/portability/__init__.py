"""Matches and whole stores as files: exports, imports, backups."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints of exports and imports."""
    from ..http.openapi import register
    from .api import exports, imports

    register(app, exports.exports, imports.imports)
