"""Sessions of browsers, by a cookie that scripts cannot read.

The cookie authenticates requests of our own pages without a bearer token. A write needs the token of its page
as well, so that no other site can write for the user.
"""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from flask import Flask, Request, Response, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature
from msgspec.structs import replace

from domain.errors import LocalizableError
from domain.messages import Message

from ..http.pages import is_page
from ..http.services import services
from ..shared import digests
from ..shared.errors import UnknownToken
from .accounts import Account, Accounts
from .sessions import EMPTY, LIFETIME_MS, MAX_MATCHES, KnownMatch, Session, Sessions

ASSETS = ("web.static", "web.style", "web.script")
"""Endpoints of the files of pages. They need no session."""
SIGNED = ("notifications.end_mails", "notifications.renew_browser")
"""Endpoints of writes that carry a secret, which no other site has."""
SAFE = {"GET", "HEAD", "OPTIONS"}
JUDGE = "judge"
SCRIBE = "scribe"
SEAT = "seat-"

KEY = "key"
"""The entry of the cookie with the key to the stored session."""


COOKIE = "recount"
"""The cookie of a session, without the prefix of HTTPS."""


class Forged(LocalizableError):
    """A browser sent a write without the token of its page, perhaps on behalf of another site."""

    slug = "forged"


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


def identify_browser(request: Request) -> None:
    """Authenticates a browser by its session, if the request has no bearer token.

    Raises `Forged` for a write without the page's token. All writes to pages need that token, even without a
    cookie. The form of another site sends no cookie, and the reply would replace that of the browser.
    """
    if "HTTP_AUTHORIZATION" in request.environ or request.endpoint in ASSETS:
        return
    if not session and not is_page(request):
        return
    if request.method not in SAFE and request.endpoint not in SIGNED:
        sent = request.headers.get("X-CSRF-Token") or request.form.get("csrf", "")
        name = str(session.get("csrf", ""))
        if not name or not hmac.compare_digest(sent.encode(), name.encode()):
            raise Forged(
                Message(
                    "Write from a page of this service: its token is missing, or too old. Reload the page."
                )
            )
    _migrate_cookie()
    match = (request.view_args or {}).get("match", "")
    g.token = session_token(match, request.headers.get("X-Viewer", ""))


def _migrate_cookie() -> None:
    """Migrates the cookie of an earlier version. It drops an API token, so that the judge enters it again."""
    if {"matches", "pen", JUDGE}.isdisjoint(session):
        return
    session.pop(JUDGE, None)
    stored, pen = session.pop("matches", []), session.pop("pen", "")
    save_session(Session(msgspec.convert(stored, tuple[KnownMatch, ...], strict=False), pen))


def session_token(match: str, viewer: str = "") -> str | None:
    """Returns the browser's token for *viewer* of *match*. The default is that of its first seat."""
    if viewer == JUDGE:  # never by default, because the log records the looks of judges
        return current_session().api_token or None
    if viewer == SCRIBE:
        return _match_of(match).scribe or None
    seats = _match_of(match).seats
    if viewer:
        seat = viewer.removeprefix(SEAT)
        return seats.get(int(seat)) if viewer.startswith(SEAT) and seat.isdecimal() else None
    seat_numbers = seats_of(match)
    return seats[seat_numbers[0]] if seat_numbers else None


def remember_seat(match: str, seat: int, play: str) -> None:
    """Stores that this browser plays *seat* of *match*."""
    match_ = _match_of(match)
    _remember_match(replace(match_, seats=match_.seats | {seat: play}))


def remember_scribe(match: str, token: str) -> None:
    """Stores that this browser records *match* with the *token* of its scribe."""
    _remember_match(replace(_match_of(match), scribe=token))


def forget_seat(match: str, seat: int) -> None:
    """Drops the token of *seat*, which this browser has left."""
    match_ = _match_of(match)
    seats = {other: token for other, token in match_.seats.items() if other != seat}
    _remember_match(replace(match_, seats=seats))


def remember_claims(match: str, claims: Sequence[str]) -> None:
    """Stores the claim tokens of a match that this browser opened. The seats of bots have none."""
    _remember_match(
        replace(_match_of(match), claims={seat: claim for seat, claim in enumerate(claims) if claim})
    )


def claims_of(match: str) -> list[tuple[int, str]]:
    """Returns the seats of *match* with their claim tokens, if this browser opened it."""
    return sorted(_match_of(match).claims.items())


def remember_phones(match: str, tokens: Sequence[str]) -> None:
    """Stores the play tokens of a recording that this browser opened, by seat, for the players' phones."""
    _remember_match(replace(_match_of(match), phones=dict(enumerate(tokens))))


def phones_of(match: str) -> list[tuple[int, str]]:
    """Returns the seats of *match* with the tokens for the players' phones, if this browser opened it."""
    return sorted(_match_of(match).phones.items())


def seats_of(match: str) -> list[int]:
    """Returns the seats of *match* with a player at this browser."""
    return sorted(_match_of(match).seats)


def recent_matches() -> list[str]:
    """Returns the matches that this browser opened or sits in, the latest first."""
    return [match.match for match in reversed(current_session().matches)]


def signed_in_account() -> Account | None:
    """Returns the account of this browser, if its key is still valid."""
    key = current_session().account
    try:
        return services()[Accounts].account_of(key) if key else None
    except UnknownToken:
        return None


def current_session() -> Session:
    """Returns the session of this browser."""
    if "remembered" not in g:
        key = session.get(KEY)
        g.remembered = services()[Sessions].load_session(key) if key else EMPTY
    current = g.remembered
    assert isinstance(current, Session)
    return current


def save_session(content: Session) -> None:
    """Stores the session of this browser."""
    if KEY not in session:
        session[KEY] = digests.new_token()
        session.permanent = True
    services()[Sessions].store_session(session[KEY], content)
    g.remembered = content


def browser_digest() -> str:
    """Returns the SHA-256 by which the service recognizes this browser, empty for one without a session."""
    return digests.digest_token(str(session["csrf"])) if "csrf" in session else ""


def csrf_token() -> str:
    """Returns the token with which pages of this session write.

    A write without a session gets none. Its cookie would replace the one that the form of another site did
    not send.
    """
    if "csrf" not in session and request.method in SAFE:
        session["csrf"] = secrets.token_urlsafe(24)
    return str(session.get("csrf", ""))


def _match_of(match: str) -> KnownMatch:
    matches_ = (matches_ for matches_ in current_session().matches if matches_.match == match)
    return next(matches_, KnownMatch(match))


def _remember_match(match: KnownMatch) -> None:
    """Stores a *match* of this browser, and drops the oldest beyond `MAX_MATCHES`."""
    others = (other for other in current_session().matches if other.match != match.match)
    save_session(replace(current_session(), matches=(*others, match)[-MAX_MATCHES:]))
