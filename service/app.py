"""The application factory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask import Flask

from . import (
    cases,
    catalog,
    commentaries,
    company,
    feed,
    history,
    identity,
    jobs,
    matches,
    notifications,
    operations,
    portability,
    profiles,
    proofs,
    recordings,
    site,
    statistics,
    tournaments,
    webhooks,
)
from .bootstrap import Services
from .catalog.cardsets import CardSetRegistry
from .catalog.rulebook import rule_text
from .company import arranging
from .evidence.checkpoints import LogCorrupt
from .http import constants, direct, early_refusals, errors, index
from .http.bodies import query_parameters
from .http.contract import document
from .http.middleware import access_log, cors, hooks, rate_limit_headers, reply_headers, work_charges
from .http.middleware.consistency import Freshness
from .http.services import services
from .identity import browser, cookies
from .identity.players import PlayerDirectory
from .notifications import page_context
from .observability import logging, tracing
from .settings import Settings
from .site import error_pages

log = logging.logger(__name__)

MAX_BODY_BYTES = 64 * 1024

ROOMS = (
    *(catalog, matches, tournaments, identity, feed, webhooks, history, cases, jobs),
    *(commentaries, company, proofs, portability, profiles, statistics, recordings, notifications),
    operations,
)
"""The capabilities of the service. Each has its endpoints and its pages."""

BEFORE = (
    *(access_log.begin_request, direct.raise_again, rate_limit_headers.charge_request),
    *(work_charges.start_work, query_parameters.check_query),
    *(arranging.collect_matches, browser.identify_browser, page_context.mark_shown),
)
"""The duties before every view, in this order. The limits count a request before a view reads any data."""
AFTER = (
    *(rate_limit_headers.count_stream, rate_limit_headers.count_guess),
    *(site.guard_reply, reply_headers.declare_fields, cors.compress_reply, cors.share_reply),
    *(rate_limit_headers.show_budgets, reply_headers.announce_deprecation, work_charges.charge_work),
    access_log.end_request,
)
"""The duties after every view, in this order.

Refusals go first, so that the log has the status of the reply.
"""


class Application(Flask):
    """Flask for views and hooks that are plain functions, none of them a coroutine."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Returns *func* unchanged, because the search for a coroutine takes longer than most hooks."""
        return func


def create_app(settings: Settings) -> Flask:
    """Returns the WSGI application with its services open. Close them with `services_of(app).close()`."""
    app = build_app(settings)
    attach_services(app, settings)
    return app


def build_app(settings: Settings) -> Flask:
    """Returns the application with every route and without services.

    `attach_services` opens the services.
    """
    app = Application(__name__, static_folder=None, template_folder="site/templates")
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.extensions["settings"] = settings
    if settings.traces:
        tracing.init_app(app, tracing.make_provider())
    hooks.init_app(app, BEFORE, AFTER)
    access_log.init_app(app)
    direct.init_app(app, settings)
    hooks.wrap_application(app, settings)
    rate_limit_headers.init_app(app, settings)
    document.init_app(app)
    document.register_resources(app, index.root)
    cors.init_app(app)
    errors.init_app(app, errors.ProblemTexts(error_pages.error_page, rule_text, _player_names))
    site.init_app(app)
    for room in ROOMS:
        room.init_app(app)
    constants.init_app(app, settings)
    early_refusals.init_app(app, settings)
    return app


def _player_names(ids: Iterable[str]) -> Mapping[str, str]:
    """Returns the names of players of the application that handles the request."""
    return services()[PlayerDirectory].names_of(ids)


def attach_services(app: Flask, settings: Settings) -> None:
    """Opens the services that *app* uses from now on, with the store and the keys of *settings*."""
    app.extensions["settings"] = settings
    opened = Services(settings, CardSetRegistry(settings.cards))
    opened.register(Freshness(opened.store, opened.feed.is_past))
    app.extensions["services"] = opened.start()
    for error in opened.evidence.find_contradictions():
        log.error("the log of heads is contradicted", why=str(error))
        if isinstance(error, LogCorrupt):
            opened.process.log_contradictions.append(str(error))
    for diagnostic in opened.library.list_errors():
        log.warning(
            "cards left out", file=str(diagnostic.file), line=diagnostic.line, told=diagnostic.message
        )
    cookies.sign_cookies(app)


def services_of(app: Flask) -> Services:
    """Returns the services of *app*."""
    opened = app.extensions["services"]
    assert isinstance(opened, Services)
    return opened
