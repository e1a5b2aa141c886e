"""The page on which players choose notifications, and the pages of the links in mails."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from datetime import UTC, datetime

from babel.dates import format_date
from flask import jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.errors import LocalizableError
from domain.messages import Message

from ..http.pages import Pages
from ..http.services import services
from ..identity import browser
from ..identity.accounts import Account
from ..identity.wishes import register_wish
from ..shared import i18n
from ..shared.errors import InvalidOptions, LimitReached
from ..tournaments.repository import TournamentRepository
from .contacts import BrowserKeys
from .model import OCCASIONS, Contact, Occasion
from .opening import Notifications
from .page_context import find_address, list_followed, provide_functions

notifying = Pages("notifications", __name__)
notifying.app_context_processor(provide_functions)

MAX_TEXT = 4096
"""Characters of a field that a browser sends."""
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")
_FIELDS = ("endpoint", *BrowserKeys._fields)


@notifying.get("/me/notifications")
def show() -> Response:
    """Shows the browsers and the mail address of this account, with their occasions."""
    return _page(browser.signed_in_account())


@notifying.post("/me/notifications/browser")
def add_browser() -> Response:
    """Stores this browser for the notifications of its account."""
    account = _require_account()
    endpoint, *keys = (_read_texts(_FIELDS)[name] for name in _FIELDS)
    contact = services()[Notifications].contacts.add_browser(
        account.id, i18n.page_language(), endpoint, BrowserKeys(*keys), OCCASIONS
    )
    return jsonify(id=contact.id)


@notifying.post("/notifications/browser")
def renew_browser() -> Response:
    """Replaces the subscription of a browser by its next one, which the service worker sends.

    The former endpoint, which nobody else has, identifies the browser. A repeated request has the same reply.
    """
    texts, contacts = _read_texts(("former", *_FIELDS)), services()[Notifications].contacts
    keys = BrowserKeys(*(texts[name] for name in BrowserKeys._fields))
    renewed = contacts.renew_browser(texts["former"], texts["endpoint"], keys)
    if renewed is None:
        raise InvalidOptions("/former", Message("This browser gets no notifications."))
    return jsonify(id=renewed.id)


@notifying.post("/me/notifications/mail")
def add_address() -> Response:
    """Mails a link to an address, which confirms it."""
    account = browser.signed_in_account()
    if account is None:
        return _to_page()
    address = request.form.get("address", "").strip()
    try:
        services()[Notifications].contacts.add_address(account.id, i18n.page_language(), address, OCCASIONS)
    except (InvalidOptions, LimitReached) as refusal:
        return _page(account, refusal, 429 if isinstance(refusal, LimitReached) else 422)
    return _to_page()


@notifying.post("/me/notifications/<id>/occasions")
def choose_occasions(id: str) -> Response:
    """Stores the occasions of a browser or an address."""
    account = browser.signed_in_account()
    if account is not None:
        occasions: list[Occasion] = [occasion for occasion in OCCASIONS if occasion in request.form]
        contacts = services()[Notifications].contacts
        contacts.choose_occasions(account.id, id, occasions, i18n.page_language())
    return _to_page()


@notifying.post("/me/notifications/<id>/remove")
def remove(id: str) -> Response:
    """Removes a browser or an address."""
    account = browser.signed_in_account()
    if account is not None:
        services()[Notifications].contacts.remove(account.id, id)
    return _to_page()


@notifying.post("/t/<tournament>/follow")
def follow_tournament(tournament: str) -> Response:
    """Lets the account of this browser follow a tournament, or end that."""
    account = browser.signed_in_account()
    if account is None:
        services()[TournamentRepository].get(tournament)
        return redirect(url_for("account.show", next=request.path), 303)
    page = _follow(tournament, account.id, follows="end" not in request.form)
    return _to_page() if request.form.get("end") == "here" else redirect(page, 303)


def _follow(tournament: str, account: str, *, follows: bool = True) -> str:
    """Lets an account follow a tournament or not, and returns the page of the tournament."""
    services()[TournamentRepository].get(tournament)
    services()[Notifications].contacts.follow_tournament(tournament, account, follows=follows)
    return url_for("tournament.show", tournament=tournament, _anchor="follow")


register_wish(r"/t/([\w-]+)/follow", _follow)


@notifying.get("/notifications/confirm/<token>")
def ask_confirmation(token: str) -> Response:
    """Shows a button that confirms an address. Programs that read mails open links, and press none."""
    contact = services()[Notifications].contacts.find_link("confirm", token)
    return _link_page("confirm", contact.address if contact else "", is_valid=contact is not None)


@notifying.post("/notifications/confirm/<token>")
def confirm_address(token: str) -> Response:
    """Confirms an address."""
    contact = services()[Notifications].contacts.confirm(token)
    return _link_page(
        "confirm", contact.address if contact else "", is_valid=contact is not None, is_done=True
    )


@notifying.get("/notifications/end/<token>")
def ask_end(token: str) -> Response:
    """Shows a button that ends the mails to an address."""
    return _link_page("end", is_valid=services()[Notifications].contacts.is_link("end", token))


@notifying.post("/notifications/end/<token>")
def end_mails(token: str) -> Response:
    """Ends the mails to an address, with the button or by one click in a mail program (RFC 8058)."""
    return _link_page("end", is_valid=services()[Notifications].contacts.end(token), is_done=True)


def _read_texts(names: tuple[str, ...]) -> Mapping[str, str]:
    """Returns the texts of a body of JSON. Raises `InvalidOptions` unless it has them."""
    body = request.get_json(silent=True)
    texts = {name: body.get(name) for name in names} if isinstance(body, dict) else dict.fromkeys(names)
    for name, text in texts.items():
        if not isinstance(text, str) or not 0 < len(text) <= MAX_TEXT or _LONE_SURROGATE.search(text):
            raise InvalidOptions(f"/{name}", Message("A browser sends its address and its keys as texts."))
    return {name: str(text) for name, text in texts.items()}


def _require_account() -> Account:
    account = browser.signed_in_account()
    if account is None:
        raise InvalidOptions("", Message("Notifications are for players with an account."))
    return account


def _to_page() -> Response:
    return redirect(url_for("notifications.show"), 303)


def _page(account: Account | None, error: LocalizableError | None = None, status: int = 200) -> Response:
    notifications = services()[Notifications]
    contacts = notifications.contacts.list_contacts(account.id) if account else []
    labels = {
        "turn": i18n.says("My turn in a match"),
        "challenge": i18n.says("A challenge to me"),
        "round": i18n.says("A new round of my tournament"),
        "ruling": i18n.says("A ruling in a case of my match"),
    }
    page = render_template(
        "notifications.html",
        account=account,
        entries=notifications.inbox.open_entries(account.id, i18n.page_language()) if account else [],
        browsers=[contact for contact in contacts if contact.channel == "push"],
        mail=find_address(contacts, confirmed=True),
        unconfirmed=find_address(contacts, confirmed=False),
        mails=notifications.contacts.mails,
        key=notifications.keys.public_key(),
        labels=labels,
        followed=list_followed(),
        on_day=_format_day,
        digest_endpoint=_digest_endpoint,
        error=i18n.tells(error) if error else "",
        address=request.form.get("address", ""),
    )
    return _html(page, status)


def _digest_endpoint(contact: Contact) -> str:
    """Returns the SHA-256 of an endpoint, by which the script of the page finds its own browser."""
    return hashlib.sha256(contact.address.encode()).hexdigest()


def _format_day(at: int) -> str:
    """Returns the day of a time in milliseconds."""
    return format_date(datetime.fromtimestamp(at / 1000, UTC), "long", locale=i18n.page_language())


def _link_page(purpose: str, address: str = "", *, is_valid: bool, is_done: bool = False) -> Response:
    page = render_template(
        "notification_link.html", purpose=purpose, address=address, is_valid=is_valid, is_done=is_done
    )
    return _html(page, 200 if is_valid else 404)


def _html(page: str, status: int) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(page, status, headers, content_type="text/html; charset=utf-8")
