"""The page of a player's own account.

The link has the key after `#`, and browsers never send that part. The session stores the key encrypted.
"""

from __future__ import annotations

import re
from typing import Any

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..http.middleware.rate_limit_headers import charge_player
from ..http.pages import Pages
from ..http.services import services
from ..shared import i18n
from ..shared.errors import InvalidOptions, UnknownToken
from . import browser
from .accounts import Account, Accounts
from .players import NameTaken
from .schemas import parse_name
from .visitors import guest_seats
from .wishes import fulfil_wish, is_wish

account = Pages("account", __name__)

NEXT_PAGES = re.compile(r"/(m|t|challenges)/[\w-]+(\?as=seat-\d)?|/me/notifications", re.ASCII)
"""Pages to which a sign-in leads back."""


@account.app_context_processor
def _everywhere() -> dict[str, Any]:
    return {"me": browser.signed_in_account}


@account.get("/me")
def show() -> Response:
    """Shows the account of this browser, or a form to sign in."""
    return _page(browser.signed_in_account())


@account.post("/me")
def make() -> Response:
    """Makes an account, signs this browser in to it with its matches, and shows its key this once."""
    try:
        name = parse_name(request.form.get("name", ""))
        charge_player()
        created = services()[Accounts].create_account(name, guest_seats())
    except (NameTaken, InvalidOptions) as refusal:
        return _page(None, i18n.tells(refusal), 409 if isinstance(refusal, NameTaken) else 422)
    browser.sign_in(created.key, is_new=True)
    return _page(created, next=fulfil_wish(_read_next(), created.id))


@account.post("/me/enter")
def enter() -> Response:
    """Signs this browser in to the account of a key."""
    key = request.form.get("key", "").strip().rpartition("#key=")[2]
    try:
        account_ = services()[Accounts].account_of(key)
    except UnknownToken as refusal:
        return _page(None, i18n.tells(refusal), 401)
    browser.sign_in(key)
    return redirect(fulfil_wish(_read_next(), account_.id) or url_for("account.show"), 303)


@account.post("/me/leave")
def leave() -> Response:
    """Signs this browser out. It loses the seats of the account, and keeps those of guests."""
    browser.sign_in("")
    return redirect(url_for("account.show"), 303)


@account.post("/me/name")
def rename() -> Response:
    """Calls the account by another name."""
    account_ = browser.signed_in_account()
    if account_ is None:
        return redirect(url_for("account.show"), 303)
    try:
        name = parse_name(request.form.get("name", ""))
        services()[Accounts].rename_account(account_.id, browser.current_session().account, name)
    except (NameTaken, InvalidOptions) as refusal:
        return _page(account_, i18n.tells(refusal), 409 if isinstance(refusal, NameTaken) else 422)
    return redirect(url_for("account.show"), 303)


@account.post("/me/key")
def renew() -> Response:
    """Creates a new key, and shows it once. Other browsers have to sign in again."""
    account_ = browser.signed_in_account()
    if account_ is None:
        return redirect(url_for("account.show"), 303)
    renewed = services()[Accounts].renew_key(account_.id, browser.current_session().account)
    browser.sign_in(renewed.key)
    return _page(renewed)


@account.post("/me/end")
def end() -> Response:
    """Deletes the account and its name after a confirmation."""
    account_ = browser.signed_in_account()
    if account_ is not None and "sure" in request.form:
        services()[Accounts].delete_account(account_.id, browser.current_session().account)
        browser.sign_in("")
    return redirect(url_for("account.show"), 303)


def _read_next() -> str:
    """Returns the page of a match, tournament or challenge that a sign-in leads to, or an empty string."""
    path = request.values.get("next", "")
    return path if NEXT_PAGES.fullmatch(path) or is_wish(path) else ""


def _page(account_: Account | None, error: str = "", status: int = 200, next: str | None = None) -> Response:
    """Returns the page, with the key of an account just made in it."""
    link = (
        f"{url_for('account.show', _external=True)}#key={account_.key}" if account_ and account_.key else ""
    )
    fields: dict[str, Any] = {
        "mine": account_,
        "link": link,
        "trouble": error,
        "name": request.form.get("name", ""),
    }
    fields["wishes"] = is_wish(_read_next()) and next != ""  # empty after a wish that failed
    fields["next"] = _read_next() if next is None else next
    return Response(
        render_template("account.html", **fields),
        status,
        {"Cache-Control": "no-store"},
        content_type="text/html; charset=utf-8",
    )
