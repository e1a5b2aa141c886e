"""Players at a browser, with an account or as guests."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from itertools import chain

from ..http.services import services
from ..shared.errors import InvalidOptions
from ..shared.i18n import says
from . import browser
from .accounts import Account, Accounts
from .players import NameTaken, PlayerDirectory
from .schemas import parse_name

GUEST_NUMBERS = tuple(10**digits for digits in range(2, 9))
"""The smallest numbers of guests with each count of digits, for the case that accounts have the others."""


def browser_player(text: str) -> str | Account:
    """Returns the account of this browser, or else the name of a guest, one of the service for no *text*.

    Raises `InvalidOptions` for an invalid name, or for that of an account.
    """
    account = browser.signed_in_account()
    if account is not None:
        return account
    name = parse_name(text) if text else _guest_name()
    try:
        services()[PlayerDirectory].check_free(name)
    except NameTaken as refusal:
        raise InvalidOptions("/player", refusal.message) from refusal
    return name


def _guest_name() -> str:
    """Returns the name of the last guest at this browser, or that of a new guest."""
    guests = (guest.name for guest in services()[Accounts].find_guests(guest_seats()))
    numbers = (secrets.randbelow(9 * smallest) + smallest for smallest in GUEST_NUMBERS)
    names = chain(guests, (says("Guest {number}", number=number) for number in numbers))
    return next(name for name in names if not services()[PlayerDirectory].is_taken(name))


def guest_seats() -> Iterator[tuple[str, str]]:
    """Yields the matches with one guest at this browser, the latest first, with the token of the guest."""
    for known in reversed(browser.current_session().matches):
        if len(known.seats) == 1:
            yield known.match, next(iter(known.seats.values()))
