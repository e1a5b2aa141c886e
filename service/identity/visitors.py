"""Players at a browser, with an account or as guests."""

from __future__ import annotations

from collections.abc import Iterator

from ..http.services import services
from ..shared.errors import InvalidOptions
from . import browser
from .accounts import Account
from .players import NameTaken, PlayerDirectory
from .schemas import parse_name


def browser_player(text: str) -> str | Account:
    """Returns the account of this browser, or else the name of a guest.

    Raises `InvalidOptions` for an invalid name, or for that of an account.
    """
    account = browser.signed_in_account()
    if account is not None:
        return account
    name = parse_name(text)
    try:
        services()[PlayerDirectory].check_free(name)
    except NameTaken as refusal:
        raise InvalidOptions("/player", refusal.message) from refusal
    return name


def guest_seats() -> Iterator[tuple[str, str]]:
    """Yields the matches with one guest at this browser, the latest first, with the token of the guest."""
    for known in reversed(browser.current_session().matches):
        if len(known.seats) == 1:
            yield known.match, next(iter(known.seats.values()))
