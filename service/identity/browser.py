"""Sessions of browsers, by a cookie that scripts cannot read.

The cookie authenticates requests of our own pages without a bearer token. A write needs the token of its page
as well, so that no other site can write for the user.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterator, Sequence

import msgspec
from flask import Request, g, request, session
from msgspec.structs import replace

from domain.errors import LocalizableError
from domain.messages import Message

from ..http.pages import is_page
from ..http.services import services
from ..shared import digests
from ..shared.errors import UnknownToken
from .accounts import Account, Accounts
from .sessions import EMPTY, MAX_MATCHES, KnownMatch, Session, Sessions, account_session_key

ASSETS = ("web.static", "web.style", "web.script")
"""Endpoints of the files of pages. They need no session."""
SIGNED = ("notifications.end_mails", "notifications.renew_browser")
"""Endpoints of writes that carry a secret, which no other site has."""
SAFE = {"GET", "HEAD", "OPTIONS"}
JUDGE = "judge"
SCRIBE = "scribe"
SEAT = "seat-"
MAX_CHALLENGES = 20
"""Challenges that a browser or an account remembers, the latest."""

KEY = "key"
"""The entry of the cookie with the key to the stored session."""


class Forged(LocalizableError):
    """A browser sent a write without the token of its page, perhaps on behalf of another site."""

    slug = "forged"


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


def remember_seat(match: str, seat: int, play: str, *, of_account: bool = True) -> None:
    """Stores that this browser plays *seat* of *match*, and its account too if it sits there itself."""
    for known, save in _sessions():
        if of_account or save is save_session:
            save(_with_seat(known, match, seat, play))


def remember_scribe(match: str, token: str) -> None:
    """Stores that this browser records *match* with the *token* of its scribe."""
    _remember_match(replace(_find_match(current_session(), match), scribe=token))


def forget_seat(match: str, seat: int) -> None:
    """Drops the token of *seat*, which this browser has left."""
    for known, save in _sessions():
        match_ = _find_match(known, match)
        seats = {other: token for other, token in match_.seats.items() if other != seat}
        save(_with_match(known, replace(match_, seats=seats)))


def remember_claims(match: str, claims: Sequence[str]) -> None:
    """Stores the claim tokens of a match that this browser opened. The seats of bots have none."""
    _remember_match(
        replace(
            _find_match(current_session(), match),
            claims={seat: claim for seat, claim in enumerate(claims) if claim},
        )
    )


def claims_of(match: str) -> list[tuple[int, str]]:
    """Returns the seats of *match* with their claim tokens, if this browser opened it."""
    return sorted(_match_of(match).claims.items())


def remember_phones(match: str, tokens: Sequence[str]) -> None:
    """Stores the play tokens of a recording that this browser opened, by seat, for the players' phones."""
    _remember_match(replace(_find_match(current_session(), match), phones=dict(enumerate(tokens))))


def phones_of(match: str) -> list[tuple[int, str]]:
    """Returns the seats of *match* with the tokens for the players' phones, if this browser opened it."""
    return sorted(_match_of(match).phones.items())


def seats_of(match: str) -> list[int]:
    """Returns the seats of *match* with a player at this browser."""
    return sorted(_match_of(match).seats)


def recent_matches() -> list[str]:
    """Returns the matches of this browser, then those of its account, each the latest first."""
    known = (*reversed(current_session().matches), *reversed(_account_session().matches))
    return [*dict.fromkeys(match.match for match in known)]


def known_challenges() -> dict[str, str]:
    """Returns the tokens of the open challenges by this browser and its account, by id."""
    return _account_session().challenges | current_session().challenges


def remember_challenge(id: str, token: str) -> None:
    """Stores that this browser made a challenge, and so did its account."""
    for known, save in _sessions():
        latest = [*(known.challenges | {id: token}).items()][-MAX_CHALLENGES:]
        save(replace(known, challenges=dict(latest)))


def settle_challenge(id: str, match: str, seat: int) -> None:
    """Forgets a challenge that has ended, and takes its *seat* of a *match* where its token is.

    What this browser has and what its account has stay apart, because others may use the browser later.
    """
    for known, save in _sessions():
        if token := known.challenges.get(id):
            challenges = {other: secret for other, secret in known.challenges.items() if other != id}
            rest = replace(known, challenges=challenges)
            save(_with_seat(rest, match, seat, token) if match else rest)


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
    """Returns what this browser has of *match*, with the seat of its account if it has none."""
    own = _find_match(current_session(), match)
    if own.seats or not match:
        return own
    return replace(own, seats=_find_match(_account_session(), match).seats)


def _find_match(known: Session, match: str) -> KnownMatch:
    return next((each for each in known.matches if each.match == match), KnownMatch(match))


def _sessions() -> Iterator[tuple[Session, Callable[[Session], None]]]:
    """Yields the session of this browser and that of its account, each with the function that stores it."""
    yield current_session(), save_session
    if signed_in_account():
        yield _account_session(), _save_account_session


def _remember_match(match: KnownMatch) -> None:
    """Stores a *match* of this browser alone, and drops the oldest beyond `MAX_MATCHES`."""
    save_session(_with_match(current_session(), match))


def _with_seat(known: Session, match: str, seat: int, play: str) -> Session:
    match_ = _find_match(known, match)
    return _with_match(known, replace(match_, seats=match_.seats | {seat: play}))


def _with_match(known: Session, match: KnownMatch) -> Session:
    others = (other for other in known.matches if other.match != match.match)
    return replace(known, matches=(*others, match)[-MAX_MATCHES:])


def _account_session() -> Session:
    """Returns the seats and challenges of the account of this browser, taken at any of its browsers."""
    if "of_account" not in g:
        key = account_session_key(current_session().account)
        g.of_account = services()[Sessions].load_session(key) if signed_in_account() else EMPTY
    of_account = g.of_account
    assert isinstance(of_account, Session)
    return of_account


def _save_account_session(content: Session) -> None:
    services()[Sessions].store_session(account_session_key(current_session().account), content)
    g.of_account = content


def sign_in(key: str) -> None:
    """Signs this browser in with the *key* of an account, or out without one."""
    save_session(replace(current_session(), account=key))
    g.pop("of_account", None)
