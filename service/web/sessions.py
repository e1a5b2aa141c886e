"""Sessions: a browser remembers which seats it plays, in a cookie that scripts cannot read.

A request of one of our own pages that brings no bearer token is recognised by its cookie; one that writes has
to show the token of its page as well, so that no other site can write in its name.
"""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask, Response, current_app, g, request, session

from domain.messages import Message

from ..api.problems import Forged
from .assets import ENDPOINTS, YEAR

SAFE = {"GET", "HEAD", "OPTIONS"}
JUDGE = "judge"
SEAT = "seat-"

ROOM = 3_200
"""How many characters of a cookie are for matches: a browser throws away one of more than 4,096, with all
that is in it, and the signature and what is packed around them take their share."""


def open_sessions(app: Flask) -> None:
    """Lets *app* recognise browsers: by a signed cookie, for this site alone."""
    app.config.update(
        SESSION_COOKIE_NAME="recount",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=app.extensions["settings"].https,
        # Only what changes a session sends it: a reply that comes late must not bring back an older one.
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=YEAR,
    )
    app.before_request(recognise)
    app.after_request(_by_cookie_too)


def sign_cookies(app: Flask) -> None:
    """Lets *app* sign its cookies with the secret of its house."""
    settings = app.extensions["settings"]
    app.secret_key = _secret((settings.keys or settings.data / "keys") / "sessions.key")


def _secret(file: Path) -> str:
    """Returns what cookies are signed with: one secret for all processes of a house, made once."""
    make = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with suppress(FileExistsError), os.fdopen(os.open(file, make, 0o600), "w") as fresh:
        fresh.write(secrets.token_urlsafe(32))
    return file.read_text()


def _by_cookie_too(reply: Response) -> Response:
    """Says that what a token decides is decided by the cookie and the chosen viewer as well."""
    if "Authorization" in reply.vary:
        reply.vary.update(["Cookie", "X-Viewer"])
    return reply


def recognise() -> None:
    """Finds out who asks, where no bearer token says so.

    Raises `Forged` for a write without the page's token. To a page nobody writes without, not even a browser
    that brings no cookie: another site's form does not bring it, and the reply would put a new one in the
    place of the one that is there.
    """
    if request.endpoint in ENDPOINTS or "Authorization" in request.headers or not (session or _to_a_page()):
        return
    if request.method not in SAFE:
        shown = request.headers.get("X-CSRF-Token") or request.form.get("csrf", "")
        known = str(session.get("csrf", ""))
        if not known or not hmac.compare_digest(shown.encode(), known.encode()):
            raise Forged(
                Message(
                    "Write from a page of this service: its token is missing, or too old. Reload the page."
                )
            )
    match = (request.view_args or {}).get("match", "")
    g.token = token(match, request.headers.get("X-Viewer", ""))


def _to_a_page() -> bool:
    room = current_app.blueprints.get(request.blueprint or "")
    return room is not None and room.import_name.startswith(f"{__package__}.")


def token(match: str, viewer: str = "") -> str | None:
    """Returns the token that this browser has for *viewer* of *match*: by default that of its first seat."""
    if viewer == JUDGE:  # never by default: that a judge looks is put on record
        badge: str | None = session.get(JUDGE)
        return badge
    seats: dict[str, str] = _of(match).get("seats", {})
    if viewer:
        return seats.get(viewer.removeprefix(SEAT)) if viewer.startswith(SEAT) else None
    mine = seats_of(match)
    return seats[str(mine[0])] if mine else None


def sit(match: str, seat: int, play: str) -> None:
    """Remembers that this browser plays *seat* of *match*; a claim for it is of no more use."""
    known = _of(match)
    claims = {other: claim for other, claim in known.get("claims", {}).items() if other != str(seat)}
    _keep(match, known | {"seats": known.get("seats", {}) | {str(seat): play}, "claims": claims})


def keep_claims(match: str, claims: Sequence[str]) -> None:
    """Remembers the claim tokens of a match that this browser opened; bots' seats have none."""
    _keep(match, _of(match) | {"claims": {str(s): c for s, c in enumerate(claims) if c}})


def claims_of(match: str) -> list[tuple[int, str]]:
    """Returns the seats of *match* that are free, with their claim tokens, if this browser opened it."""
    return sorted((int(seat), claim) for seat, claim in _of(match).get("claims", {}).items())


def seats_of(match: str) -> list[int]:
    """Returns the seats of *match* that somebody at this browser plays."""
    return sorted(int(seat) for seat in _of(match).get("seats", {}))


def matches() -> list[str]:
    """Returns the matches that this browser opened or sits in, the latest first."""
    return [*reversed(_matches())]


def csrf() -> str:
    """Returns the token that pages of this session write with.

    Whoever writes without a session gets none: the cookie would take the place of one that another site's
    form did not bring.
    """
    if "csrf" not in session and request.method in SAFE:
        session["csrf"] = secrets.token_urlsafe(24)
    return str(session.get("csrf", ""))


def _matches() -> dict[str, dict[str, Any]]:
    """Returns what is known of each match, the latest last; those have no order that a cookie keeps."""
    return {known["match"]: known for known in session.get("matches", [])}


def _of(match: str) -> dict[str, Any]:
    return _matches().get(match, {})


def _keep(match: str, known: Mapping[str, Any]) -> None:
    """Remembers what is *known* of *match*, and forgets the oldest matches that there is no room for."""
    others = _matches()
    others.pop(match, None)
    kept = [*others.values(), {**known, "match": match}]
    while len(kept) > 1 and len(msgspec.json.encode(kept)) > ROOM:
        kept.pop(0)
    session["matches"] = kept
    session.permanent = True
