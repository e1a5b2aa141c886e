"""Pages: the same service for people with a browser, and nothing from anywhere else."""

from __future__ import annotations

from flask import Flask, Response, current_app, request

from . import assets, sessions
from .account import account
from .assets import YEAR
from .cases import cases
from .checking import checking
from .desk import desk
from .docs import docs
from .embed import embed
from .notes import notes
from .offline import offline
from .pages import pages
from .pictures import pictures
from .rules import rules
from .shell import shell
from .study import study
from .table import around

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
    )
)
"""What a page of ours may load: our own scripts, styles and pictures, and nothing inline."""

ROOMS = (
    *(shell, pages, account, cases, desk, docs, checking, embed),
    *(offline, pictures, rules, study, notes, around),
)
"""The groups of pages."""

FRAMED = "embed.show"
"""The page that others may show in a frame of theirs."""


def publish(app: Flask) -> None:
    """Adds the pages to *app*, and recognises who comes with a session."""
    sessions.open_sessions(app)
    assets.publish(app)
    for room in ROOMS:
        app.register_blueprint(room)
    app.after_request(_guard)


def _guard(reply: Response) -> Response:
    if reply.mimetype == "text/html":
        ancestors = "*" if request.endpoint == FRAMED else "'none'"
        reply.headers["Content-Security-Policy"] = f"{POLICY}; frame-ancestors {ancestors}"
        reply.headers["Referrer-Policy"] = "same-origin"
        reply.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    reply.headers["X-Content-Type-Options"] = "nosniff"
    if current_app.extensions["settings"].https:
        reply.headers["Strict-Transport-Security"] = f"max-age={YEAR}"
    return reply
