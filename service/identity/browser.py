"""Sessions: a browser is known by a cookie that scripts cannot read, and which seats it plays is kept here.

A request of one of our own pages that brings no bearer token is recognised by its cookie; one that writes has
to show the token of its page as well, so that no other site can write in its name.
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
from msgspec.structs import replace

from domain.errors import LocalizableError
from domain.messages import Message

from ..http.pages import is_page
from ..http.services import services
from ..shared import digests
from ..shared.errors import UnknownToken
from .accounts import Account, Accounts
from .sessions import EMPTY, LASTS, MATCHES, KnownMatch, Session, Sessions

ASSETS = ("web.static", "web.style", "web.script")
"""Endpoints of the files that pages load, which need no session."""
SAFE = {"GET", "HEAD", "OPTIONS"}
JUDGE = "judge"
SEAT = "seat-"

KEY = "key"
"""What the cookie calls the key to what is remembered of this browser."""


class Forged(LocalizableError):
    """A browser wrote without the token of its page: it may have been made to by another site."""

    slug = "forged"


class Cookies(SecureCookieSessionInterface):
    """The cookies of Flask, which are looked for only where a request brings any: scripts bring none."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Returns what the cookie of *request* holds; nothing where there is none."""
        if "HTTP_COOKIE" not in request.environ and app.secret_key:
            return self.session_class()
        return super().open_session(app, request)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Sends the cookie anew if the request has changed it."""
        if session.accessed or session.modified:
            super().save_session(app, session, response)


def init_app(app: Flask) -> None:
    """Lets *app* recognise browsers: by a signed cookie, for this site alone."""
    app.session_interface = Cookies()
    app.config.update(
        SESSION_COOKIE_NAME="recount",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=app.extensions["settings"].https,
        # Only what changes a session sends it: a reply that comes late must not bring back an older one.
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=LASTS // 1000,
    )


def sign_cookies(app: Flask) -> None:
    """Lets *app* sign its cookies with the secret of its service."""
    settings = app.extensions["settings"]
    app.secret_key = _secret(settings.keyring / "sessions.key")


def _secret(file: Path) -> str:
    """Returns what cookies are signed with: one secret for all processes of a service, made once."""
    make = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with suppress(FileExistsError), os.fdopen(os.open(file, make, 0o600), "w") as fresh:
        fresh.write(secrets.token_urlsafe(32))
    return file.read_text()


def recognise(request: Request) -> None:
    """Finds out who asks, where no bearer token says so.

    Raises `Forged` for a write without the page's token. To a page nobody writes without, not even a browser
    that brings no cookie: another site's form does not bring it, and the reply would put a new one in the
    place of the one that is there.
    """
    if "HTTP_AUTHORIZATION" in request.environ or request.endpoint in ASSETS:
        return
    if not session and not is_page(request):
        return
    if request.method not in SAFE:
        shown = request.headers.get("X-CSRF-Token") or request.form.get("csrf", "")
        name = str(session.get("csrf", ""))
        if not name or not hmac.compare_digest(shown.encode(), name.encode()):
            raise Forged(
                Message(
                    "Write from a page of this service: its token is missing, or too old. Reload the page."
                )
            )
    _move()
    match = (request.view_args or {}).get("match", "")
    g.token = token(match, request.headers.get("X-Viewer", ""))


def _move() -> None:
    """Takes over what a cookie of earlier versions holds: all but an API token, which is to be shown anew."""
    if {"matches", "pen", JUDGE}.isdisjoint(session):
        return
    session.pop(JUDGE, None)
    held, pen = session.pop("matches", []), session.pop("pen", "")
    remember(Session(msgspec.convert(held, tuple[KnownMatch, ...], strict=False), pen))


def token(match: str, viewer: str = "") -> str | None:
    """Returns the token that this browser has for *viewer* of *match*: by default that of its first seat."""
    if viewer == JUDGE:  # never by default: that a judge looks is put on record
        return remembered().api_token or None
    seats = _of(match).seats
    if viewer:
        seat = viewer.removeprefix(SEAT)
        return seats.get(int(seat)) if viewer.startswith(SEAT) and seat.isdecimal() else None
    mine = seats_of(match)
    return seats[mine[0]] if mine else None


def sit(match: str, seat: int, play: str) -> None:
    """Remembers that this browser plays *seat* of *match*; a claim for it is of no more use."""
    known = _of(match)
    claims = {other: claim for other, claim in known.claims.items() if other != seat}
    _know(KnownMatch(match, known.seats | {seat: play}, claims))


def keep_claims(match: str, claims: Sequence[str]) -> None:
    """Remembers the claim tokens of a match that this browser opened; bots' seats have none."""
    _know(replace(_of(match), claims={seat: claim for seat, claim in enumerate(claims) if claim}))


def claims_of(match: str) -> list[tuple[int, str]]:
    """Returns the seats of *match* that are free, with their claim tokens, if this browser opened it."""
    return sorted(_of(match).claims.items())


def seats_of(match: str) -> list[int]:
    """Returns the seats of *match* that somebody at this browser plays."""
    return sorted(_of(match).seats)


def matches() -> list[str]:
    """Returns the matches that this browser opened or sits in, the latest first."""
    return [known.match for known in reversed(remembered().matches)]


def account() -> Account | None:
    """Returns the account that somebody at this browser has signed in with, if its key is good still."""
    key = remembered().account
    try:
        return services()[Accounts].of(key) if key else None
    except UnknownToken:
        return None


def remembered() -> Session:
    """Returns what this browser remembers."""
    if "remembered" not in g:
        key = session.get(KEY)
        g.remembered = services()[Sessions].load(key) if key else EMPTY
    found = g.remembered
    assert isinstance(found, Session)
    return found


def remember(what: Session) -> None:
    """Lets this browser remember *what* from now on."""
    if KEY not in session:
        session[KEY] = digests.new()
        session.permanent = True
    services()[Sessions].keep(session[KEY], what)
    g.remembered = what


def csrf() -> str:
    """Returns the token that pages of this session write with.

    Whoever writes without a session gets none: the cookie would take the place of one that another site's
    form did not bring.
    """
    if "csrf" not in session and request.method in SAFE:
        session["csrf"] = secrets.token_urlsafe(24)
    return str(session.get("csrf", ""))


def _of(match: str) -> KnownMatch:
    known = (known for known in remembered().matches if known.match == match)
    return next(known, KnownMatch(match))


def _know(known: KnownMatch) -> None:
    """Remembers what is *known* of a match, and forgets the oldest beyond those that there is room for."""
    others = (other for other in remembered().matches if other.match != known.match)
    remember(replace(remembered(), matches=(*others, known)[-MATCHES:]))
