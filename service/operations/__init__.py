"""Health and gauges of the running service."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints of the health of the service."""
    from ..http.contract.document import register_resources
    from . import health

    register_resources(app, health.health)
