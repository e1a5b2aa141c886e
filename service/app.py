"""The application factory."""

from __future__ import annotations

from flask import Flask

from . import journal, languages, traces, web
from .api import address, document, freshness, limiting, manners, problems, watch
from .cardsets import Library
from .checkpoints import Torn
from .house import House
from .settings import Settings
from .web import sessions

log = journal.logger(__name__)

LARGEST_BODY = 64 * 1024


def create_app(settings: Settings) -> Flask:
    """Returns the service as a WSGI application, its house open. Close it with `house_of(app).close()`."""
    app = build_app(settings)
    open_house(app, settings)
    return app


def build_app(settings: Settings) -> Flask:
    """Returns the application with every route, and no house behind it: `open_house` gives it one."""
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.extensions["settings"] = settings
    watch.keep(app)
    address.publish(app, settings)
    limiting.publish(app, settings)
    if settings.traces:
        traces.publish(app, traces.provider())
    document.publish(app)
    freshness.publish(app)
    manners.publish(app, document.RESOURCES)
    problems.register(app)
    languages.publish(app)
    web.publish(app)
    return app


def open_house(app: Flask, settings: Settings) -> None:
    """Opens the house that *app* serves from now on, with the store and the keys of *settings*."""
    app.extensions["settings"] = settings
    library = Library(settings.cards)
    app.extensions["house"] = house = House(settings, library)
    for trouble in house.evidence.contradictions():
        log.error("the log of heads is contradicted", why=str(trouble))
        if isinstance(trouble, Torn):
            house.torn.append(str(trouble))
    for mistake in library.mistakes():
        log.warning("cards left out", file=str(mistake.file), line=mistake.line, told=mistake.told)
    sessions.sign_cookies(app)


def house_of(app: Flask) -> House:
    """Returns the house that *app* serves."""
    found = app.extensions["house"]
    assert isinstance(found, House)
    return found
