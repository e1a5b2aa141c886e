"""The pages of the service, which load nothing from other sites."""

from __future__ import annotations

from flask import Flask, Request, Response, current_app

from ..http.middleware.reply_headers import RESOURCE_POLICY, security_headers
from ..identity import cookies
from . import assets, layout
from .docs import docs
from .installing import installing

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "frame-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
    )
)
"""The content security policy, which allows our own scripts, styles and pictures, and nothing inline."""

PERMISSIONS = ", ".join(
    f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "usb")
)
"""The features of browsers that no page uses."""

FRAMED = ("embed.show", "tournament_embed.show")
"""The endpoints of pages that other sites may frame."""


def init_app(app: Flask) -> None:
    """Registers the pages and browser sessions with *app*."""
    cookies.init_app(app)
    assets.init_app(app)
    app.register_blueprint(layout.shell)
    app.register_blueprint(docs)
    app.register_blueprint(installing)


def guard_reply(request: Request, reply: Response) -> Response:
    """Adds the security headers of all replies and the policy of pages."""
    is_page = reply.mimetype == "text/html"
    if is_page:
        ancestors = "*" if request.endpoint in FRAMED else "'none'"
        reply.headers["Content-Security-Policy"] = f"{POLICY}; frame-ancestors {ancestors}"
        reply.headers["Referrer-Policy"] = "same-origin"
        reply.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        reply.headers["Permissions-Policy"] = PERMISSIONS
    for name, value in security_headers(current_app.extensions["settings"]):
        reply.headers[name] = value
    if is_page:
        if request.endpoint not in FRAMED:
            reply.headers[RESOURCE_POLICY] = "same-origin"
        layout.keep_language(request, reply)
    return reply
