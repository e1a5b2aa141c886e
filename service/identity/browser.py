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
from .sessions import EMPTY, LIFETIME_MS, MAX_MATCHES, KnownMatch, Session, Sessions

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
        PERMANENT_SESSION_LIFETIME=LIFETIME_MS // 1000,
    )


def sign_cookies(app: Flask) -> None:
    """Lets *app* sign its cookies with the secret of its service."""
    settings = app.extensions["settings"]
    app.secret_key = _cookie_secret(settings.keyring / "sessions.key")


def _cookie_secret(file: Path) -> str:
    """Returns what cookies are signed with: one secret for all processes of a service, made once."""
    make = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with suppress(FileExistsError), os.fdopen(os.open(file, make, 0o600), "w") as fresh:
        fresh.write(secrets.token_urlsafe(32))
    return file.read_text()


def identify_browser(request: Request) -> None:
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
    """Takes over what a cookie of earlier versions holds: all but an API token, which is to be shown anew."""
    if {"matches", "pen", JUDGE}.isdisjoint(session):
        return
    session.pop(JUDGE, None)
    stored, pen = session.pop("matches", []), session.pop("pen", "")
    save_session(Session(msgspec.convert(stored, tuple[KnownMatch, ...], strict=False), pen))


def session_token(match: str, viewer: str = "") -> str | None:
    """Returns the token that this browser has for *viewer* of *match*: by default that of its first seat."""
    if viewer == JUDGE:  # never by default: that a judge looks is put on record
        return current_session().api_token or None
    seats = _match_of(match).seats
    if viewer:
        seat = viewer.removeprefix(SEAT)
        return seats.get(int(seat)) if viewer.startswith(SEAT) and seat.isdecimal() else None
    seat_numbers = seats_of(match)
    return seats[seat_numbers[0]] if seat_numbers else None


def remember_seat(match: str, seat: int, play: str) -> None:
    """Remembers that this browser plays *seat* of *match*; a claim for it is of no more use."""
    match_ = _match_of(match)
    claims = {other: claim for other, claim in match_.claims.items() if other != seat}
    _remember_match(KnownMatch(match, match_.seats | {seat: play}, claims))


def remember_claims(match: str, claims: Sequence[str]) -> None:
    """Remembers the claim tokens of a match that this browser opened; bots' seats have none."""
    _remember_match(
        replace(_match_of(match), claims={seat: claim for seat, claim in enumerate(claims) if claim})
    )


def claims_of(match: str) -> list[tuple[int, str]]:
    """Returns the seats of *match* that are free, with their claim tokens, if this browser opened it."""
    return sorted(_match_of(match).claims.items())


def seats_of(match: str) -> list[int]:
    """Returns the seats of *match* that somebody at this browser plays."""
    return sorted(_match_of(match).seats)


def recent_matches() -> list[str]:
    """Returns the matches that this browser opened or sits in, the latest first."""
    return [match.match for match in reversed(current_session().matches)]


def signed_in_account() -> Account | None:
    """Returns the account that somebody at this browser has signed in with, if its key is good still."""
    key = current_session().account
    try:
        return services()[Accounts].account_of(key) if key else None
    except UnknownToken:
        return None


def current_session() -> Session:
    """Returns what this browser remembers."""
    if "remembered" not in g:
        key = session.get(KEY)
        g.remembered = services()[Sessions].load_session(key) if key else EMPTY
    current = g.remembered
    assert isinstance(current, Session)
    return current


def save_session(content: Session) -> None:
    """Lets this browser remember *content* from now on."""
    if KEY not in session:
        session[KEY] = digests.new_token()
        session.permanent = True
    services()[Sessions].store_session(session[KEY], content)
    g.remembered = content


def csrf_token() -> str:
    """Returns the token that pages of this session write with.

    Whoever writes without a session gets none: the cookie would take the place of one that another site's
    form did not bring.
    """
    if "csrf" not in session and request.method in SAFE:
        session["csrf"] = secrets.token_urlsafe(24)
    return str(session.get("csrf", ""))


def _match_of(match: str) -> KnownMatch:
    matches_ = (matches_ for matches_ in current_session().matches if matches_.match == match)
    return next(matches_, KnownMatch(match))


def _remember_match(match: KnownMatch) -> None:
    """Remembers what is *match* of a match, and forgets the oldest beyond those that there is room for."""
    others = (other for other in current_session().matches if other.match != match.match)
    save_session(replace(current_session(), matches=(*others, match)[-MAX_MATCHES:]))
