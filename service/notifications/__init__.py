"""Notifications to players by Web Push and mail: their turn, a new round, a ruling."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the pages of notifications."""
    from .pages import notifying

    app.register_blueprint(notifying)
