"""Jobs, work beyond the time of a request, each in its own process."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints of jobs."""
    from ..http.contract.document import register_resources
    from . import api

    register_resources(app, api.jobs)
