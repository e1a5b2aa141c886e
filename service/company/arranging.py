"""Challenges of this browser: their tokens, and the matches that came of them."""

from __future__ import annotations

from contextlib import suppress

from flask import Request

from ..http.services import services
from ..identity import browser
from .challenges import Challenges
from .offers import UnknownChallenge
from .published import PublishedChallenge, publish_challenge

PAGES = ("web.home", "web.lobby", "web.match")
"""Endpoints of pages that need the seats of accepted challenges."""


def is_own(id: str) -> bool:
    """Returns whether this browser made a challenge."""
    return id in browser.known_challenges()


def collect_matches(request: Request) -> None:
    """Takes the seats of accepted challenges before a page shows a match, or those of its browser."""
    if request.endpoint in PAGES and request.method == "GET":
        for id in [*browser.known_challenges()]:
            settle_challenge(id)


def settle_challenge(id: str) -> None:
    """Takes the seat of an accepted challenge of this browser, and forgets a challenge that has ended."""
    if not is_own(id):
        return
    try:
        challenge = services()[Challenges].load_challenge(id)
    except UnknownChallenge:
        challenge = None
    if challenge is not None and services()[Challenges].is_open(challenge):
        return
    end = challenge.end if challenge else None
    browser.settle_challenge(id, *((end.match, end.seat) if end else ()))


def open_challenges() -> list[PublishedChallenge]:
    """Returns the open challenges by this browser, and by and to its account."""
    ids = dict.fromkeys(reversed(browser.known_challenges()))
    account = browser.signed_in_account()
    if account is not None:
        ids |= dict.fromkeys(row.id for row in services()[Challenges].list_open(account.id))
    open_ones = []
    for id in ids:
        with suppress(UnknownChallenge):
            challenge = services()[Challenges].load_challenge(id)
            if services()[Challenges].is_open(challenge):
                open_ones.append(publish_challenge(services(), challenge))
    return open_ones
