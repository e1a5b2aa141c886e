"""The application factory."""

from __future__ import annotations

from flask import Flask

from . import traces, web
from .api import document, freshness, limiting, manners, problems, watch
from .cardsets import Library
from .house import House
from .settings import Settings

LARGEST_BODY = 64 * 1024


def create_app(settings: Settings) -> Flask:
    """Returns the service as a WSGI application, its house open. Close it with `house_of(app).close()`."""
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.extensions["settings"] = settings
    app.extensions["house"] = House(settings, Library(settings.cards))
    watch.keep(app)
    limiting.publish(app, settings)
    if settings.traces:
        traces.publish(app, traces.provider())
    freshness.publish(app)
    document.publish(app)
    manners.publish(app, document.RESOURCES)
    problems.register(app)
    web.publish(app)
    return app


def house_of(app: Flask) -> House:
    """Returns the house that *app* serves."""
    found = app.extensions["house"]
    assert isinstance(found, House)
    return found
