"""Check-in for pages with players by name, and with keys to kiosks."""

from __future__ import annotations

import hashlib
import hmac
from typing import NamedTuple

from flask import current_app, url_for

from domain.tournament.facts import Player
from domain.tournament.play.check_in import round_to_check_in
from domain.tournament.state import Tournament


class CheckInRows(NamedTuple):
    """Check-in of an event with its state, its rounds, and its players.

    `round` is that of the check-in, and `next_round` the next one to check in for.
    """

    is_used: bool
    is_open: bool
    round: int
    next_round: int
    missing: list[Player]
    present: list[Player]
    may_open: bool


def check_in_rows(t: Tournament, names: dict[Player, str]) -> CheckInRows:
    """Returns check-in of a tournament, with players by name."""
    next_round = round_to_check_in(t)
    check_in, announced = t.check_in, t.plan_of(t.current_stage).rounds
    missing = {*t.absent_players(t.current_stage)}
    by_name = sorted(t.active_players(t.current_stage), key=lambda player: names[player].casefold())
    return CheckInRows(
        check_in is not None,
        check_in is not None and check_in.is_open,
        check_in.round if check_in is not None else next_round,
        next_round,
        [player for player in by_name if player in missing],
        [player for player in by_name if check_in is not None and player in check_in.players],
        t.end is None and bool(t.players) and (not announced or next_round <= announced),
    )


KEY_LENGTH = 32


def kiosk_key(tournament: str, t: Tournament) -> str:
    """Returns the key to the kiosk of a tournament, empty while check-in is closed.

    Every process of the service derives the same key until the next check-in opens.
    """
    if t.check_in is None or not t.check_in.is_open:
        return ""
    secret = str(current_app.secret_key).encode()
    purpose = f"check-in:{tournament}:{t.check_in.seq}"
    return hmac.new(secret, purpose.encode(), hashlib.sha256).hexdigest()[:KEY_LENGTH]


def kiosk_link(tournament: str, t: Tournament) -> str:
    """Returns the link that makes a tablet the kiosk, empty while check-in is closed."""
    key = kiosk_key(tournament, t)
    return f"{url_for('check_in.show', tournament=tournament, _external=True)}#key={key}" if key else ""
