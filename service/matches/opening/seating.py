"""Seats the other players of a new match: bots, this browser, or invited friends."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, count
from typing import Literal, TypeAlias

from domain.messages import Message
from domain.model import Seat
from replays.bots.greedy_bot import greedy
from replays.bots.players import BOTS

from ...http.services import services
from ...identity import browser
from ...identity.accounts import Account
from ...identity.players import PlayerDirectory
from ...shared.errors import InvalidOptions
from ...shared.i18n import says
from ..model import Opened
from ..pages.join import browser_player, take

Company: TypeAlias = Literal["alone", "bots", "friends"]
"""This browser plays every seat; bots play the others; others take theirs by a link."""

BOT = greedy.__name__
"""The bot that people play against unless they choose another."""


def level_of(bot: str) -> str:
    """Returns the name of a bot, as somebody has chosen it; raises `InvalidOptions` for what is none."""
    if bot not in BOTS:
        raise InvalidOptions("/level", Message("There is no bot “{bot}”.", bot=bot))
    return bot


def bots_of(company: Company, seat: Seat, seats: int, bot: str) -> Mapping[Seat, str]:
    """Returns which of so many *seats* bots play beside whoever takes *seat*, and that it is *bot*.

    Raises `InvalidOptions` for a seat that the match has not, and for what is no bot.
    """
    if not 0 <= seat < seats:
        raise InvalidOptions("/seat", Message("There are {seats} seats: take one of them.", seats=seats))
    return {other: level_of(bot) for other in range(seats) if other != seat} if company == "bots" else {}


def gather(opened: Opened, company: Company, seat: Seat, player: str, nonce: str) -> None:
    """Seats *player*, as this browser, on *seat* of a match just opened; on the others too when *alone*.

    Who has signed in sits there with that account; who says no name is called as the seats are numbered.
    Raises `InvalidOptions` for a name that is none.
    """
    mine = browser_player(player or _numbered(seat))
    browser.remember_claims(opened.match, opened.claims)
    names: dict[Seat, str | Account] = {seat: mine}
    if company == "alone":
        others = [other for other in range(len(opened.claims)) if other != seat]
        name = mine.name if isinstance(mine, Account) else player
        names |= {other: f"{name} ({other + 1})" if name else _numbered(other) for other in others}
    for taken, player_there in names.items():
        take(opened.match, taken, opened.claims[taken], player_there, nonce and f"{nonce}-{taken}")


def _numbered(seat: Seat) -> str:
    """Returns what a guest on *seat* is called: by its number, told apart where an account has that name."""
    name, players = says("Seat {number}", number=seat + 1), services()[PlayerDirectory]
    tried = chain((name,), (f"{name} ({more})" for more in count(2)))
    return next(text for text in tried if not players.is_taken(text))
