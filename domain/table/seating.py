"""Changes of the seats, clocks and nonces of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..chance import COMMITTED
from ..model import Answered, Event, SeatHandedOver
from ..script import B
from . import timing
from .facts import SeatClaimed
from .offers import Offers
from .reveals import Reveals

if TYPE_CHECKING:
    from .match import Match


def claim(match: Match[B], claimed: SeatClaimed) -> Match[B]:
    """Returns *match* after a claim; the last one starts the clock, or the reveal of the nonces."""
    players = tuple(claimed if seat == claimed.seat else p for seat, p in enumerate(match.players))
    match = replace(match, players=players)
    if match.settings.shuffle >= COMMITTED:
        reveals = match.reveals.commit(claimed.seat, claimed.nonce_hash)
        if match.is_full:
            reveals = reveals.begin(claimed.at, match.settings.reveal_ms)
        match = replace(match, reveals=reveals)
    return with_clocks(match, claimed) if match.is_full and not match.is_revealing else match


def with_reveals(match: Match[B], reveals: Reveals, at: int) -> Match[B]:
    """Returns *match* with *reveals*; the last of them starts its clock at the time *at*."""
    ends = match.is_revealing and not reveals.is_open
    match = replace(match, reveals=reveals)
    if match.clocks is None or not ends or match.is_paused:
        return match
    return replace(match, clocks=match.clocks.run_from(at))


def hand_over(match: Match[B], handover: SeatHandedOver) -> Match[B]:
    """Returns *match* with a bot on the seat; the token of the earlier player expires."""
    leaving = [claim for claim in match.players if claim and claim.token and claim.seat == handover.seat]
    departed = (*match.departed, *leaving)
    players = tuple(replace(claim, token="") if claim in leaving else claim for claim in match.players)
    stand_ins = {**match.stand_ins, handover.seat: handover.bot}
    offers = Offers(paused=match.offers.paused)
    return replace(match, players=players, departed=departed, stand_ins=stand_ins, offers=offers)


def with_clocks(match: Match[B], event: Event) -> Match[B]:
    """Returns *match* with its clocks, if any, after *event*."""
    clocks = timing.clocks_after(match.clocks, match.settings.clock, event)
    return match if clocks is match.clocks else replace(match, clocks=clocks)


def with_nonce(match: Match[B], answer: Answered) -> Match[B]:
    """Returns *match* with the nonce of *answer*, if any, as input of all later draws."""
    return replace(match, nonces=(*match.nonces, answer.nonce)) if answer.nonce else match
