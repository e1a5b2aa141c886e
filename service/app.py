"""The application factory."""

from __future__ import annotations

from flask import Flask

from . import (
    cases,
    catalog,
    commentaries,
    evidence,
    feed,
    history,
    identity,
    matches,
    observability,
    portability,
    site,
    webhooks,
)
from .bootstrap import Services
from .catalog.cardsets import CardSetRegistry
from .evidence.checkpoints import LogCorrupt
from .http import (
    cors,
    index,
    languages,
    openapi,
    problems,
    public_address,
    query_parameters,
    rate_limit_headers,
)
from .identity import browser
from .observability import access_log, logging, tracing
from .settings import Settings

log = logging.logger(__name__)

LARGEST_BODY = 64 * 1024

ROOMS = (
    *(catalog, matches, identity, feed, webhooks, history, cases),
    *(commentaries, evidence, portability, observability),
)
"""What the service can do. Each has its endpoints and its pages."""


def create_app(settings: Settings) -> Flask:
    """Returns the service as a WSGI application, its house open. Close it with `house_of(app).close()`."""
    app = build_app(settings)
    open_house(app, settings)
    return app


def build_app(settings: Settings) -> Flask:
    """Returns the application with every route, and no house behind it: `open_house` gives it one.

    Hooks run in this order before a request, and in the opposite order after it.
    """
    app = Flask(__name__, static_folder=None, template_folder="site/templates")
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.extensions["settings"] = settings
    access_log.init_app(app)
    public_address.init_app(app, settings)
    rate_limit_headers.init_app(app, settings)
    if settings.traces:
        tracing.init_app(app, tracing.provider())
    openapi.init_app(app)
    openapi.register(app, index.root)
    query_parameters.init_app(app)
    cors.init_app(app)
    problems.init_app(app)
    languages.init_app(app)
    site.init_app(app)
    for room in ROOMS:
        room.init_app(app)
    return app


def open_house(app: Flask, settings: Settings) -> None:
    """Opens the house that *app* serves from now on, with the store and the keys of *settings*."""
    app.extensions["settings"] = settings
    library = CardSetRegistry(settings.cards)
    app.extensions["house"] = house = Services(settings, library)
    for trouble in house.evidence.contradictions():
        log.error("the log of heads is contradicted", why=str(trouble))
        if isinstance(trouble, LogCorrupt):
            house.torn.append(str(trouble))
    for mistake in library.mistakes():
        log.warning("cards left out", file=str(mistake.file), line=mistake.line, told=mistake.told)
    browser.sign_cookies(app)


def house_of(app: Flask) -> Services:
    """Returns the house that *app* serves."""
    found = app.extensions["house"]
    assert isinstance(found, Services)
    return found
