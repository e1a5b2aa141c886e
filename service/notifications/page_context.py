"""Functions for all pages about the notifications of this browser's account."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from flask import Request

from domain import table
from domain.table.reveals import DAY_REVEAL_MS, reveal_limit
from projections.tournaments import ListedTournament

from ..eventstore.store import Unavailable
from ..http.services import services
from ..identity import browser
from ..shared import i18n
from ..tournaments.queries.listing import find_entries
from .model import Contact
from .opening import Notifications

NEW_ANSWERS = 20
"""Answers after which a match is new no more."""
_PAGES = {
    "web.match": "turn-{match}",
    "cases.show": "case-{match}-{number}",
    "tournament.show": "round-{tournament}",
    "my_table.show": "round-{tournament}",
    "arranging.show": "challenge-{challenge}",
}
"""The tags of the entries about pages, by endpoint."""


def provide_functions() -> dict[str, Any]:
    """Returns the functions by which pages show an account its notifications."""
    return {
        "offers_notifications": offers_notifications,
        "is_followed": is_followed,
        "describe_reach": describe_reach,
        "followed_tournaments": list_followed,
        "unread_count": count_unread,
    }


def count_unread() -> int:
    """Returns the number of unread entries in the inbox of this browser's account."""
    account = browser.signed_in_account()
    return len(services()[Notifications].inbox.list_unread(account.id)) if account else 0


def mark_shown(request: Request) -> None:
    """Marks the entry about a page as read before *request* shows it. An outage leaves it unread."""
    tag, args = _PAGES.get(request.endpoint or "", ""), request.view_args or {}
    if not tag or request.method != "GET":
        return
    with suppress(Unavailable):
        account, inbox = browser.signed_in_account(), services()[Notifications].inbox
        if account is not None:
            inbox.mark_read(account.id, {tag.format(**args)}.intersection(inbox.list_unread(account.id)))


def describe_reach() -> list[str]:
    """Returns the ways in which notifications reach this browser's account, in words."""
    account = browser.signed_in_account()
    contacts = services()[Notifications].contacts.list_contacts(account.id) if account else []
    browsers = sum(contact.channel == "push" for contact in contacts)
    mail = find_address(contacts, confirmed=True)
    return [
        i18n.says("on this site"),
        *([i18n.says("in one browser")] if browsers == 1 else []),
        *([i18n.says("in {count} browsers", count=browsers)] if browsers > 1 else []),
        *([i18n.says("by mail to {address}", address=mail.address)] if mail else []),
    ]


def is_followed(tournament: str) -> bool:
    """Returns whether this browser's account follows a tournament."""
    account, contacts = browser.signed_in_account(), services()[Notifications].contacts
    return account is not None and contacts.is_follower(tournament, account.id)


def offers_notifications(match_state: table.Match[Any], viewer: str) -> bool:
    """Returns whether the page of a match by the day offers notifications to *viewer*.

    It does for a player with an account and without a contact, while the match is new.
    """
    if (
        match_state.ended is not None
        or match_state.ply > NEW_ANSWERS
        or not viewer.startswith(browser.SEAT)
        or match_state.is_on_table
        or match_state.is_study
    ):
        return False
    if reveal_limit(match_state.settings.clock) < DAY_REVEAL_MS or not match_state.is_full:
        return False
    account = browser.signed_in_account()
    if (
        account is None
        or account.id not in match_state.player_ids
        or set(match_state.player_ids) == {account.id}
    ):
        return False
    return not services()[Notifications].contacts.list_contacts(account.id)


def list_followed() -> list[ListedTournament]:
    """Returns the tournaments that the account of this browser follows."""
    account = browser.signed_in_account()
    if account is None:
        return []
    return find_entries(services(), services()[Notifications].contacts.list_followed(account.id))


def find_address(contacts: Iterable[Contact], *, confirmed: bool) -> Contact | None:
    """Returns the confirmed address among *contacts*, or that which waits, if there is one."""
    addresses = (contact for contact in contacts if contact.channel == "mail")
    return next((contact for contact in addresses if contact.confirmed is confirmed), None)
