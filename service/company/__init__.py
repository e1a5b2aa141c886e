"""Other people at a match: who follows it now."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints of the company of a match."""
    from ..http.contract.document import register_resources
    from .api import company

    register_resources(app, company.company)
