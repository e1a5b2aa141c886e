"""Other people at a match: presence, and set phrases."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Registers the endpoints of the company of a match, and the phrases of its page."""
    from ..http.contract.document import register_resources
    from .api import company, talk
    from .wording import set_phrases

    register_resources(app, company.company, talk.talk)
    app.context_processor(lambda: {"set_phrases": set_phrases})
