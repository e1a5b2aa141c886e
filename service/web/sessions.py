"""Sessions: a browser remembers which seats it plays, in a cookie that scripts cannot read.

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

from flask import Flask, g, request, session

from ..api.problems import Forged

SAFE = {"GET", "HEAD", "OPTIONS"}
JUDGE = "judge"
SEAT = "seat-"

KEPT = 12
"""Of how many matches a cookie remembers the claims: it has to stay small."""


def open_sessions(app: Flask) -> None:
    """Lets *app* recognise browsers: by a signed cookie, for this site alone."""
    keys: Path = house_keys(app)
    app.secret_key = _secret(keys / "sessions.key")
    app.config.update(
        SESSION_COOKIE_NAME="recount",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=app.extensions["settings"].https,
    )
    app.before_request(recognise)


def house_keys(app: Flask) -> Path:
    """Returns where the house of *app* keeps its keys."""
    settings = app.extensions["settings"]
    found = settings.keys or settings.data / "keys"
    assert isinstance(found, Path)
    return found


def _secret(file: Path) -> str:
    """Returns what cookies are signed with: one secret for all processes of a house, made once."""
    make = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with suppress(FileExistsError), os.fdopen(os.open(file, make, 0o600), "w") as fresh:
        fresh.write(secrets.token_urlsafe(32))
    return file.read_text()


def recognise() -> None:
    """Finds out who asks, where no bearer token says so.

    Raises `Forged` for a write without the page's token.
    """
    if "Authorization" in request.headers or not session:
        return
    if request.method not in SAFE:
        shown = request.headers.get("X-CSRF-Token") or request.form.get("csrf", "")
        if not hmac.compare_digest(shown, str(session.get("csrf", ""))):
            raise Forged(
                "Write from a page of this service: its token is missing, or too old. Reload the page."
            )
    match = (request.view_args or {}).get("match", "")
    g.token = token(match, request.headers.get("X-Viewer", ""))


def token(match: str, viewer: str = "") -> str | None:
    """Returns the token that this browser has for *viewer* of *match*: by default that of its first seat."""
    seats = session.get("seats", {}).get(match, {})
    if viewer == JUDGE:  # never by default: that a judge looks is put on record
        badge: str | None = session.get(JUDGE)
        return badge
    if not seats or (viewer and not viewer.startswith(SEAT)):
        return None
    found: str | None = seats.get(viewer.removeprefix(SEAT) if viewer else min(seats))
    return found


def sit(match: str, seat: int, play: str) -> None:
    """Remembers that this browser plays *seat* of *match*."""
    seats = dict(list(session.get("seats", {}).items())[-KEPT:])
    seats[match] = {**seats.get(match, {}), str(seat): play}
    session["seats"] = seats
    session.permanent = True


def keep_claims(match: str, claims: Sequence[str], bots: Sequence[int]) -> None:
    """Remembers the claim tokens of a match that this browser opened, and which seats are its bots'."""
    session["claims"] = {**dict(list(session.get("claims", {}).items())[-KEPT:]), match: list(claims)}
    session["bots"] = {**dict(list(session.get("bots", {}).items())[-KEPT:]), match: list(bots)}


def claims_of(match: str) -> list[tuple[int, str]]:
    """Returns the seats of *match* with their claim tokens, if this browser opened it."""
    return list(enumerate(session.get("claims", {}).get(match, [])))


def bots_of(match: str) -> list[int]:
    """Returns the seats of *match* that bots of this browser's play."""
    return list(session.get("bots", {}).get(match, []))


def seats_of(match: str) -> list[int]:
    """Returns the seats of *match* that this browser plays."""
    return sorted(map(int, session.get("seats", {}).get(match, {})))


def csrf() -> str:
    """Returns the token that pages of this session write with."""
    if "csrf" not in session:
        session["csrf"] = secrets.token_urlsafe(24)
    return str(session["csrf"])
