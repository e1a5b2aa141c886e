"""Access to the services of the application that handles a request."""

from __future__ import annotations

from flask import current_app

from ..shared.registry import Registry


def services() -> Registry:
    """Returns the services of this application."""
    registry: Registry = current_app.extensions["services"]
    return registry
