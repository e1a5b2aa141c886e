"""Public feed of all matches, and streams of single matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints of feeds and streams."""
    from ..http.contract.document import register_resources
    from .api import facts, feed

    register_resources(app, facts.facts, feed.feed)
