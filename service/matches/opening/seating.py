"""Seats the other players of a new match, as bots, in this browser, or by links to friends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, count
from typing import Literal, TypeAlias

from domain import decider
from domain.messages import Message
from domain.model import Seat
from replays.bots.greedy_bot import greedy
from replays.bots.players import BOTS

from ...http.services import services
from ...identity import browser
from ...identity.accounts import Account
from ...identity.players import PlayerDirectory
from ...identity.visitors import browser_player
from ...shared.errors import InvalidOptions
from ...shared.i18n import says
from ..model import CreatedMatch
from ..pages.join import claim_for_browser

Company: TypeAlias = Literal["alone", "bots", "friends"]
"""Players of the other seats, this browser, bots, or friends with a link."""

DEFAULT_BOT = greedy.__name__
"""Default bot."""


def level_of(bot: str) -> str:
    """Returns the name of a bot; raises `InvalidOptions` for an unknown one."""
    if bot not in BOTS:
        raise InvalidOptions("/level", Message("There is no bot “{bot}”.", bot=bot))
    return bot


def bots_of(company: Company, seat: Seat, seats: int, bot: str) -> Mapping[Seat, str]:
    """Returns the bots of all *seats* but *seat*, if the *company* is bots.

    Raises `InvalidOptions` for an unknown seat or bot.
    """
    if not 0 <= seat < seats:
        raise InvalidOptions("/seat", Message("There are {seats} seats: take one of them.", seats=seats))
    return {other: level_of(bot) for other in range(seats) if other != seat} if company == "bots" else {}


def seat_learner(opened: CreatedMatch) -> None:
    """Seats this browser on all seats of an exercise, as itself on the one that answers first."""
    rules, position = opened.loaded.rules, opened.loaded.match.position
    question = decider.open_question(rules, position)
    learner = question.seat if question is not None and question.seat >= 0 else 0
    own_side = next(side for side in rules.list_sides(position.board) if learner in side)
    partners = _number_seats(says("Partner"), [seat for seat in own_side if seat != learner])
    others = [seat for seat in range(len(opened.claims)) if seat not in own_side]
    opponents = _number_seats(says("Opponent"), others)
    _claim_seats(opened, {learner: browser_player(_seat_label(learner)), **partners, **opponents})


def _number_seats(role: str, seats: Sequence[Seat]) -> dict[Seat, str]:
    """Returns *role* as the name of each of *seats*, with a number for several."""
    return {
        seat: _free_name(f"{role} {number}" if len(seats) > 1 else role)
        for number, seat in enumerate(seats, 1)
    }


def seat_players(
    opened: CreatedMatch, company: Company, seat: Seat, player: str, nonce_hash: str = ""
) -> None:
    """Seats *player*, as this browser, on *seat* of a new match, and *alone* on all seats.

    An account sits there under its name.
    *nonce_hash* is that of its own *seat*. Raises `InvalidOptions` for an invalid name.
    """
    own_player = browser_player(player or (_seat_label(seat) if company == "alone" else ""))
    names: dict[Seat, str | Account] = {seat: own_player}
    if company == "alone":
        others = [other for other in range(len(opened.claims)) if other != seat]
        name = own_player.name if isinstance(own_player, Account) else player
        names |= {other: f"{name} ({other + 1})" if name else _seat_label(other) for other in others}
    _claim_seats(opened, names, {seat: nonce_hash})


def _claim_seats(
    opened: CreatedMatch, players: Mapping[Seat, str | Account], hashes: Mapping[Seat, str] | None = None
) -> None:
    browser.remember_claims(opened.match, opened.claims)
    for seat, player in players.items():
        claim_for_browser(opened.match, seat, opened.claims[seat], player, (hashes or {}).get(seat, ""))


def _seat_label(seat: Seat) -> str:
    """Returns the name of a guest without a name."""
    return _free_name(says("Player {number}", number=seat + 1))


def _free_name(name: str) -> str:
    """Returns *name*, with a number if it is that of an account."""
    players = services()[PlayerDirectory]
    candidates = chain((name,), (f"{name} ({suffix})" for suffix in count(2)))
    return next(text for text in candidates if not players.is_taken(text))
