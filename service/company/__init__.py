"""Other people at a match: presence, set phrases, challenges, and the ready queue."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints of the company of a match, and the pages that find opponents."""
    from ..http.contract.document import register_resources
    from .api import challenges, company, talk
    from .pages import pages

    register_resources(app, company.company, talk.talk, challenges.challenges)
    app.register_blueprint(pages)
