"""Sessions of browsers, by a cookie that scripts cannot read.

The cookie authenticates requests of our own pages without a bearer token. A write needs the token of its page
as well, so that no other site can write for the user.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Sequence
from itertools import chain, zip_longest
from typing import TypeAlias

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
from .sessions import EMPTY, MAX_CHALLENGES, MAX_MATCHES, KnownMatch, Session, Sessions

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
Holder: TypeAlias = tuple[Session, Callable[[Session], None]]
"""The content of a stored session, and the function that stores another."""


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
    if not match:
        return None
    if viewer == SCRIBE:
        return _match_of(match).scribe or None
    seats = _match_of(match).seats
    if viewer:
        seat = viewer.removeprefix(SEAT)
        return seats.get(int(seat)) if viewer.startswith(SEAT) and seat.isdecimal() else None
    seat_numbers = seats_of(match)
    return seats[seat_numbers[0]] if seat_numbers else None


def remember_seat(match: str, seat: int, play: str, *, of_account: bool = True) -> None:
    """Stores the token of *seat* of *match*, for the account that is signed in or for a guest here."""
    _remember_match(KnownMatch(match, seats={seat: play}), of_account=of_account)


def remember_scribe(match: str, token: str) -> None:
    """Stores that this browser or its account records *match* with the *token* of its scribe."""
    _remember_match(KnownMatch(match, scribe=token))


def forget_seat(match: str, seat: int) -> None:
    """Drops the token of *seat*, which its player has left."""
    for content, save in _holders():
        former = _find_match(content, match)
        if seat in former.seats:
            seats = {other: token for other, token in former.seats.items() if other != seat}
            save(_with_match(content, replace(former, seats=seats)))


def remember_claims(match: str, claims: Sequence[str]) -> None:
    """Stores the claim tokens of a match that was opened here. The seats of bots have none."""
    _remember_match(KnownMatch(match, claims={seat: claim for seat, claim in enumerate(claims) if claim}))


def claims_of(match: str) -> list[tuple[int, str]]:
    """Returns the seats of *match* with their claim tokens, if this browser opened it."""
    return sorted(_match_of(match).claims.items())


def remember_phones(match: str, tokens: Sequence[str]) -> None:
    """Stores the play tokens of a recording that was opened here, by seat, for the players' phones."""
    _remember_match(KnownMatch(match, phones=dict(enumerate(tokens))))


def phones_of(match: str) -> list[tuple[int, str]]:
    """Returns the seats of *match* with the tokens for the players' phones, if this browser opened it."""
    return sorted(_match_of(match).phones.items())


def name_study(match: str, name: str) -> None:
    """Stores the name of the study *match*, empty for its title."""
    for content, save in _holders():
        if (former := _find_match(content, match)) in content.matches:
            save(_with_match(content, replace(former, name=name)))


def study_name(match: str) -> str:
    """Returns the name of the study *match* by this browser, or an empty text."""
    return _match_of(match).name


def seats_of(match: str) -> list[int]:
    """Returns the seats of *match* with a player at this browser."""
    return sorted(_match_of(match).seats)


def recent_matches() -> list[str]:
    """Returns the matches of this browser and of its account in turn, each the latest first."""
    pairs = zip_longest(reversed(current_session().matches), reversed(_account_session().matches))
    return [*dict.fromkeys(match.match for match in chain.from_iterable(pairs) if match is not None)]


def known_challenges() -> dict[str, str]:
    """Returns the tokens of the open challenges by this browser and its account, by id."""
    return _account_session().challenges | current_session().challenges


def remember_challenge(id: str, token: str) -> None:
    """Stores the token of a challenge by the account that is signed in here or by this browser."""
    content, save = _choose_holder()
    save(replace(content, challenges=dict([*content.challenges.items(), (id, token)][-MAX_CHALLENGES:])))


def settle_challenge(id: str, match: str = "", seat: int = 0) -> None:
    """Drops an ended challenge. Whoever made it gets the *seat* of its *match*, if it led to one."""
    for content, save in _holders():
        if token := content.challenges.get(id):
            remaining = {other: secret for other, secret in content.challenges.items() if other != id}
            settled = replace(content, challenges=remaining)
            save(_with_tokens(settled, KnownMatch(match, seats={seat: token})) if match else settled)


def signed_in_account() -> Account | None:
    """Returns the account of this browser, if its key is still valid."""
    key = current_session().account
    try:
        return services()[Accounts].account_of(key) if key else None
    except UnknownToken:
        return None


def is_signed_in(player: str | None) -> bool:
    """Returns whether the account of this browser has the id *player*."""
    account = signed_in_account()
    return account is not None and account.id == player


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


def sign_in(key: str, *, is_new: bool = False) -> None:
    """Signs this browser in with *key*, or out. A new account takes the matches of guests here."""
    content = current_session()
    guest_matches = tuple(match for match in content.matches if is_new and match.seats)
    if guest_matches:  # the account first, because a crash in between must not lose the seats
        services()[Sessions].store_session(key, Session(guest_matches))
        content = replace(content, matches=tuple(match for match in content.matches if not match.seats))
    save_session(replace(content, account=key))
    g.pop("of_account", None)


def _account_session() -> Session:
    """Returns the tokens of the account of this browser, empty if its key is no longer valid."""
    if "of_account" not in g:
        key = current_session().account
        g.of_account = services()[Sessions].load_session(key) if key else EMPTY
    of_account = g.of_account
    assert isinstance(of_account, Session)
    return of_account


def _save_account_session(content: Session) -> None:
    services()[Sessions].store_session(current_session().account, content)
    g.of_account = content


def _holders() -> tuple[Holder, Holder]:
    """Returns the sessions of this browser and of its account. Only a new account takes over tokens."""
    return (current_session(), save_session), (_account_session(), _save_account_session)


def _choose_holder(of_account: bool = True) -> Holder:
    """Returns the session of the account that is signed in, or that of this browser without one."""
    return _holders()[of_account and signed_in_account() is not None]


def _match_of(match: str) -> KnownMatch:
    """Returns all tokens for *match* that this browser and its account have."""
    return _merge_tokens(_find_match(current_session(), match), _find_match(_account_session(), match))


def _find_match(known: Session, match: str) -> KnownMatch:
    return next((each for each in known.matches if each.match == match), KnownMatch(match))


def _remember_match(tokens: KnownMatch, *, of_account: bool = True) -> None:
    content, save = _choose_holder(of_account)
    save(_with_tokens(content, tokens))


def _with_tokens(known: Session, tokens: KnownMatch) -> Session:
    return _with_match(known, _merge_tokens(_find_match(known, tokens.match), tokens))


def _with_match(known: Session, match: KnownMatch) -> Session:
    """Returns a session with *match* as its latest, without the oldest matches."""
    others = (other for other in known.matches if other.match != match.match)
    return replace(known, matches=(*others, match)[-MAX_MATCHES:])


def _merge_tokens(older: KnownMatch, newer: KnownMatch) -> KnownMatch:
    return KnownMatch(
        older.match,
        older.seats | newer.seats,
        older.claims | newer.claims,
        newer.scribe or older.scribe,
        older.phones | newer.phones,
        newer.name or older.name,
    )
