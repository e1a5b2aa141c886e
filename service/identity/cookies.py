"""Signed cookies of sessions, for this site alone."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

from .sessions import LIFETIME_MS

COOKIE = "recount"
"""The cookie of a session, without the prefix of HTTPS."""


class Cookies(SecureCookieSessionInterface):
    """The cookies of Flask, with a shortcut for requests without cookies.

    Over HTTPS the name begins with `__Host-`, so that no other host or path can set the cookie.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Returns the content of the cookie of *request*, or an empty session without one."""
        if "HTTP_COOKIE" not in request.environ and app.secret_key:
            return self.session_class()
        if self.get_cookie_name(app) not in request.cookies and COOKIE in request.cookies:
            return self._open_former_session(app, request.cookies[COOKIE])
        return super().open_session(app, request)

    def _open_former_session(self, app: Flask, value: str) -> SecureCookieSession:
        """Returns the session of the cookie without a prefix, which the reply then replaces."""
        serializer = self.get_signing_serializer(app)
        assert serializer is not None
        with suppress(BadSignature):
            session = self.session_class(serializer.loads(value, max_age=LIFETIME_MS // 1000))
            session.modified = True
            return session
        return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Sends the cookie again if the request changed it."""
        if session.accessed or session.modified:
            super().save_session(app, session, response)


def init_app(app: Flask) -> None:
    """Gives *app* sessions by a signed cookie for this site alone."""
    https = app.extensions["settings"].https
    app.session_interface = Cookies()
    app.config.update(
        SESSION_COOKIE_NAME=f"__Host-{COOKIE}" if https else COOKIE,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=https,
        # Only changed sessions go out, so that a late reply cannot restore an older one.
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=LIFETIME_MS // 1000,
    )


def sign_cookies(app: Flask) -> None:
    """Lets *app* sign its cookies with the secret of its service."""
    settings = app.extensions["settings"]
    app.secret_key = _cookie_secret(settings.keyring / "sessions.key")


def _cookie_secret(file: Path) -> str:
    """Returns the secret that signs cookies. All processes of a service share it."""
    make = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with suppress(FileExistsError), os.fdopen(os.open(file, make, 0o600), "w") as fresh:
        fresh.write(secrets.token_urlsafe(32))
    return file.read_text()
